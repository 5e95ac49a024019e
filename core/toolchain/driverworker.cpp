// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/toolchain/driverworker.h"

#include "core/compiled/problemjson.h"
#include "core/toolchain/compilerun.h"

#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace tosaic::toolchain {

namespace {

constexpr int GraceMs = 1000; // between terminate and kill
constexpr int RecycleMs = 2000; // a process that said it ends, until we end it
constexpr std::size_t MostStartProblems = 20;

} // namespace

DriverWorker::DriverWorker(QObject *parent) : QObject(parent)
{
    m_limit.setSingleShot(true);
    m_idle.setSingleShot(true);
    connect(&m_limit, &QTimer::timeout, this, [this] {
        if (m_isRecycled && m_process)
            m_process->cancel();
        else
            end(ToolProcess::End::TimedOut);
    });
    connect(&m_idle, &QTimer::timeout, this, [this] { end(ToolProcess::End::Cancelled); });
}

DriverWorker::~DriverWorker() = default;

void DriverWorker::setProgram(const Program &program)
{
    if (program == m_program)
        return;
    m_program = program;
    stop();
}

void DriverWorker::setLimits(int startMs, int idleMs)
{
    m_startLimitMs = startMs;
    m_idleLimitMs = idleMs;
    if (m_idle.isActive())
        rest();
}

void DriverWorker::start()
{
    if (!m_process)
        launch();
    else if (m_isEnding)
        m_isWanted = true;
}

void DriverWorker::send(const QJsonObject &request, int timeLimitMs)
{
    Q_ASSERT(!m_request);
    m_idle.stop();
    m_request = Request{ request, timeLimitMs };
    if (!m_process)
        launch();
    else if (m_isReady && !m_isEnding)
        writeRequest();
    // Otherwise it goes out once the process, or the one after it, is ready.
}

void DriverWorker::stop()
{
    end(ToolProcess::End::Cancelled);
}

void DriverWorker::drop()
{
    stop();
    m_hasLost = false;
}

void DriverWorker::launch()
{
    m_isReady = m_isEnding = m_isRecycled = false;
    m_reason.reset();
    m_tools = {};
    m_startProblems.clear();
    m_lastLine.clear();
    ToolProcess::Command command;
    command.program = m_program.interpreter;
    command.arguments = { m_program.script, u"--serve"_s, u"--events-fd"_s, u"%EVENTS_FD%"_s };
    command.workingDirectory = m_folder.path();
    command.environment = driverEnvironment();
    command.graceMs = GraceMs;
    command.hasEvents = true;
    command.hasInput = true;
    m_process = std::make_unique<ToolProcess>();
    connect(m_process.get(), &ToolProcess::lineRead, this, [this](const QString &line) {
        m_lastLine = line.trimmed().isEmpty() ? m_lastLine : line;
        if (m_isReady && m_request)
            Q_EMIT lineRead(line);
    });
    connect(m_process.get(), &ToolProcess::eventRead, this, &DriverWorker::takeEvent);
    connect(m_process.get(), &ToolProcess::problemFound, this, [this](const Diagnostic &problem) {
        if (!m_isReady && m_startProblems.size() < MostStartProblems)
            m_startProblems.push_back(problem);
        else
            Q_EMIT problemFound(problem);
    });
    connect(m_process.get(), &ToolProcess::finished, this, &DriverWorker::processEnded);
    m_limit.start(m_startLimitMs);
    m_process->start(command);
}

void DriverWorker::takeEvent(const QJsonObject &event)
{
    const auto kind = event.value(u"event"_s).toString();
    if (m_isEnding)
        return;
    if (!m_isReady && kind == u"ready"_s) {
        takeReady(event);
    } else if (!m_isReady) {
        if (kind == u"problem"_s && m_startProblems.size() < MostStartProblems)
            m_startProblems.push_back(compiled::problemFromJson(event));
    } else if (kind == u"recycle"_s) {
        m_isRecycled = m_isEnding = true;
        m_idle.stop();
        m_limit.start(RecycleMs);
    } else if (m_request && (kind == u"done"_s || kind == u"finished"_s)) {
        takeAnswer(event);
    } else if (m_request) {
        Q_EMIT eventRead(event);
    }
}

void DriverWorker::takeReady(const QJsonObject &event)
{
    m_isReady = true;
    m_limit.stop();
    m_tools = event.value(u"tools"_s).toObject();
    if (m_request)
        writeRequest();
    else
        rest();
    Q_EMIT ready(m_tools);
}

void DriverWorker::writeRequest()
{
    m_process->write(QJsonDocument(m_request->object).toJson(QJsonDocument::Compact) + '\n');
    if (m_request->timeLimitMs > 0)
        m_limit.start(m_request->timeLimitMs);
}

void DriverWorker::takeAnswer(const QJsonObject &event)
{
    // Two pipes: what the request printed is in the other one already.
    m_process->deliverOutput();
    m_limit.stop();
    m_request.reset();
    rest();
    Q_EMIT answered(event);
}

void DriverWorker::rest()
{
    if (m_idleLimitMs > 0)
        m_idle.start(m_idleLimitMs);
    else
        m_idle.stop();
}

void DriverWorker::end(ToolProcess::End reason)
{
    m_limit.stop();
    m_idle.stop();
    m_isWanted = false;
    if (!m_process)
        return;
    // What is sent from now on is for the next process.
    if (std::exchange(m_request, {}))
        m_hasLost = true;
    if (!m_reason)
        m_reason = reason;
    m_isEnding = true;
    m_process->cancel();
}

void DriverWorker::processEnded()
{
    m_limit.stop();
    m_idle.stop();
    auto end = m_process->ending();
    end.kind = m_reason.value_or(end.kind);
    const Loss loss{ end, m_isReady, std::exchange(m_startProblems, {}), m_lastLine };
    const bool isOurDoing = m_isRecycled || m_reason;
    m_process.release()->deleteLater(); // its signal is on the stack
    m_isReady = false;
    if (!isOurDoing && std::exchange(m_request, {}))
        m_hasLost = true;
    const bool hasLost = std::exchange(m_hasLost, false);
    const bool neverWorked = !loss.wasReady && loss.end.kind != ToolProcess::End::Cancelled;
    const bool goesOn = m_request.has_value() || std::exchange(m_isWanted, false);
    if (goesOn)
        launch();
    if (hasLost || (neverWorked && !goesOn))
        Q_EMIT lost(loss);
}

} // namespace tosaic::toolchain
