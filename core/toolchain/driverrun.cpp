// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/toolchain/driverrun.h"

#include "core/base/savefile.h"
#include "core/base/storedfile.h"
#include "core/compiled/problemjson.h"
#include "core/compiled/resultreader.h"
#include "core/toolchain/compilerun.h"
#include "core/toolchain/environment.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::toolchain {

ToolProcess::Command DriverRun::command(const Request &request, const QString &jobFile)
{
    return { .program = request.interpreter,
        .arguments = { driverPath(request.script, request.drivers), u"--job"_s, jobFile,
            u"--events-fd"_s, u"%EVENTS_FD%"_s },
        .workingDirectory = request.outputFolder,
        .environment = driverEnvironment(),
        .timeLimitMs = request.timeLimitMs,
        .hasEvents = true };
}

void DriverRun::start(const Request &request)
{
    m_request = request;
    QMetaObject::invokeMethod(this, &DriverRun::begin, Qt::QueuedConnection);
}

void DriverRun::begin()
{
    if (m_isCancelled) {
        m_end.kind = ToolProcess::End::Cancelled;
        Q_EMIT finished();
        return;
    }
    if (m_request.interpreter.isEmpty())
        return fail(u"tool.missing"_s, m_request.missing);
    if (!prepare())
        return;
    m_process = std::make_unique<ToolProcess>();
    connect(m_process.get(), &ToolProcess::lineRead, this, &DriverRun::lineRead);
    connect(m_process.get(), &ToolProcess::eventRead, this, &DriverRun::takeEvent);
    connect(m_process.get(), &ToolProcess::problemFound, this,
        [this](const Diagnostic &problem) { m_problems.push_back(problem); });
    connect(m_process.get(), &ToolProcess::finished, this, &DriverRun::take);
    m_process->start(command(m_request, m_jobFolder->filePath(u"job.json"_s)));
}

bool DriverRun::prepare()
{
    const QDir output(m_request.outputFolder);
    if (!output.mkpath(u"."_s)) {
        fail(u"io.write"_s, u"the output folder cannot be made: %1"_s.arg(output.path()));
        return false;
    }
    m_oldResult = QFileInfo(output.filePath(u"result.json"_s)).lastModified();
    m_jobFolder = std::make_unique<WorkFolder>();
    auto saved = m_jobFolder->usable();
    if (saved)
        saved
            = saveFile(m_jobFolder->filePath(u"job.json"_s), QJsonDocument(m_request.job).toJson());
    if (!saved) {
        const auto problem = diagnosticOf(saved.error());
        fail(problem.id, problem.text);
    }
    return saved.has_value();
}

void DriverRun::cancel()
{
    m_isCancelled = true;
    if (m_process)
        m_process->cancel();
}

void DriverRun::takeEvent(const QJsonObject &event)
{
    m_hasTold = true;
    if (event["event"_L1] == "progress"_L1)
        Q_EMIT progressed(event["fraction"_L1].toDouble());
    else if (event["event"_L1] == "problem"_L1)
        m_problems.push_back(compiled::problemFromJson(event));
}

void DriverRun::take()
{
    m_end = m_process->ending();
    auto ended = m_process->problem(m_request.timeLimitMs);
    m_process.release()->deleteLater(); // it is the sender
    const bool isByItself
        = end() == ToolProcess::End::Exited || end() == ToolProcess::End::Cancelled;
    if (end() == ToolProcess::End::NotStarted)
        ended = m_end.problem({ .missing = interpreterMissing() });
    if (ended && !isByItself)
        m_problems.push_back(*ended);
    if (end() == ToolProcess::End::Exited && !hasError() && result().isEmpty())
        m_problems.push_back(silentEnd());
    Q_EMIT finished();
}

bool DriverRun::hasError() const
{
    return std::ranges::find(m_problems, Severity::Error, &Diagnostic::severity)
        != m_problems.end();
}

/// Each driver tells at least that it has finished: what tells nothing is something else.
Diagnostic DriverRun::silentEnd() const
{
    const auto text = m_hasTold
        ? u"ExecuTorch ended without a result (exit code %1)"_s.arg(exitCode())
        : u"'%1' ended with exit code %2 before Tosaic's driver ran: it is no Python 3, or one "
          "that cannot run %3"_s.arg(
              m_request.interpreter, QString::number(exitCode()), m_request.script);
    return { u"tool.failed"_s, Severity::Error, {}, text };
}

QByteArray DriverRun::result() const
{
    QFile file(QDir(m_request.outputFolder).filePath(u"result.json"_s));
    // The driver writes none if it refuses the folder.
    if (m_oldResult.isValid() && QFileInfo(file).lastModified() == m_oldResult)
        return {};
    return openStored(file) ? file.read(compiled::LargestResult) : QByteArray();
}

void DriverRun::fail(const QString &id, const QString &text)
{
    m_problems.push_back({ id, Severity::Error, {}, text });
    Q_EMIT finished();
}

} // namespace tosaic::toolchain
