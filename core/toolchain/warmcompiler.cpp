// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/toolchain/warmcompiler.h"

#include "core/toolchain/interpreterstate.h"

using namespace Qt::StringLiterals;

namespace tosaic::toolchain {

namespace {

constexpr int StartLimitMs = 180000; // imports take 26 s on a busy machine
constexpr int IdleLimitMs = 600000;

/// "2.13.0" of "2.13.0+cpu".
QString release(const QString &version)
{
    return version.section(u'+', 0, 0);
}

} // namespace

WarmRun::WarmRun(WarmCompiler &compiler, const QString &jobFile, int timeLimitMs)
    : m_compiler(&compiler), m_jobFile(jobFile), m_timeLimitMs(timeLimitMs)
{
}

WarmRun::~WarmRun()
{
    if (m_compiler)
        m_compiler->abandon(*this);
}

void WarmRun::start()
{
    // From the event loop, so that no signal comes from inside this function.
    QMetaObject::invokeMethod(
        this,
        [this] {
            if (m_hasEnded)
                return;
            if (m_compiler)
                m_compiler->begin(*this);
            else
                conclude({ ToolProcess::End::Cancelled });
        },
        Qt::QueuedConnection);
}

void WarmRun::cancel()
{
    if (m_hasEnded)
        return;
    if (m_compiler && m_compiler->m_worker.isBusy())
        m_compiler->m_worker.stop();
    else
        conclude({ ToolProcess::End::Cancelled });
}

void WarmRun::conclude(const ProcessEnd &end)
{
    if (std::exchange(m_hasEnded, true))
        return;
    m_end = end;
    if (m_compiler && m_compiler->m_run == this)
        m_compiler->m_run = nullptr;
    // Queued: the receiver may delete this object.
    QMetaObject::invokeMethod(this, &WarmRun::finished, Qt::QueuedConnection);
}

WarmCompiler::WarmCompiler(QObject *parent) : QObject(parent)
{
    setIdleLimit(IdleLimitMs);
    connect(&m_worker, &DriverWorker::lineRead, this, [this](const QString &line) {
        if (m_run)
            Q_EMIT m_run->lineRead(line);
    });
    connect(&m_worker, &DriverWorker::eventRead, this, [this](const QJsonObject &event) {
        if (m_run)
            Q_EMIT m_run->eventRead(event);
    });
    connect(&m_worker, &DriverWorker::problemFound, this, [this](const Diagnostic &problem) {
        if (m_run)
            Q_EMIT m_run->problemFound(problem);
    });
    connect(&m_worker, &DriverWorker::answered, this, &WarmCompiler::takeAnswer);
    connect(&m_worker, &DriverWorker::lost, this, &WarmCompiler::takeLoss);
}

WarmCompiler::~WarmCompiler()
{
    if (m_run)
        m_run->conclude({ ToolProcess::End::Cancelled });
}

void WarmCompiler::setIdleLimit(int milliseconds)
{
    m_worker.setLimits(StartLimitMs, milliseconds);
}

std::optional<ToolEnvironment> WarmCompiler::environment(const QString &interpreter) const
{
    const bool isKnown = m_environment && m_environment->interpreter == interpreter
        && m_environmentState == interpreterState(interpreter);
    return isKnown ? m_environment : std::nullopt;
}

void WarmCompiler::remember(const ToolEnvironment &environment)
{
    m_environment = environment;
    m_environmentState = interpreterState(environment.interpreter);
}

void WarmCompiler::prepare(const QString &interpreter, const QString &drivers)
{
    const auto state = interpreterState(interpreter);
    // Packages that it has loaded are not those that are installed now.
    if (m_state != state || (m_worker.isReady() && !fits(m_worker.tools())))
        m_worker.stop();
    m_state = state;
    m_worker.setProgram({ interpreter, driverPath(u"tosaic_compile.py"_s, drivers) });
}

bool WarmCompiler::fits(const QJsonObject &tools) const
{
    if (!m_environment || m_environment->interpreter != m_worker.program().interpreter)
        return true;
    const std::pair<QString, QString> packages[] = { { u"vela"_s, u"ethos-u-vela"_s },
        { u"executorch"_s, u"executorch"_s }, { u"torch"_s, u"torch"_s } };
    for (const auto &[tool, package] : packages) {
        const auto loaded = release(tools.value(tool).toString());
        const auto installed = release(m_environment->version(package));
        if (!loaded.isEmpty() && !installed.isEmpty() && loaded != installed)
            return false;
    }
    return true;
}

std::unique_ptr<WarmRun> WarmCompiler::take(
    const QString &interpreter, const QString &drivers, const QString &jobFile, int timeLimitMs)
{
    const auto state = interpreterState(interpreter);
    if (m_run || state.isEmpty() || state == m_brokenState)
        return nullptr;
    prepare(interpreter, drivers);
    std::unique_ptr<WarmRun> run(new WarmRun(*this, jobFile, timeLimitMs));
    m_run = run.get();
    return run;
}

void WarmCompiler::begin(WarmRun &run)
{
    m_worker.send({ { u"job"_s, run.m_jobFile } }, run.m_timeLimitMs);
}

void WarmCompiler::abandon(WarmRun &run)
{
    if (m_run != &run)
        return;
    m_run = nullptr;
    if (m_worker.isBusy())
        m_worker.drop();
}

void WarmCompiler::takeAnswer(const QJsonObject &event)
{
    if (!m_run)
        return;
    Q_EMIT m_run->eventRead(event);
    const bool succeeded = event.value(u"status"_s) == u"succeeded"_s;
    m_run->conclude({ ToolProcess::End::Exited, succeeded ? 0 : 1 });
}

void WarmCompiler::takeLoss(const DriverWorker::Loss &loss)
{
    const bool neverWorked = !loss.wasReady && loss.end.kind != ToolProcess::End::Cancelled;
    if (neverWorked)
        m_brokenState = m_state;
    if (!m_run)
        return;
    m_run->m_couldNotServe = neverWorked;
    m_run->conclude(loss.end);
}

} // namespace tosaic::toolchain
