// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/toolchain/driverworker.h"
#include "core/toolchain/environment.h"

#include <QPointer>

namespace tosaic::toolchain {

class WarmCompiler;

/// One job of the compile driver in a warm worker, seen as a ToolProcess is seen.
class WarmRun : public QObject
{
    Q_OBJECT
public:
    /// Kills a running one.
    ~WarmRun() override;

    /// Once.
    void start();
    /// Kills the worker with everything it started; the next job gets a new one.
    void cancel();

    const ProcessEnd &ending() const { return m_end; }
    /// Serve mode does not work in this environment; the job has not been touched.
    bool couldNotServe() const { return m_couldNotServe; }

Q_SIGNALS:
    void lineRead(const QString &line);
    void eventRead(const QJsonObject &event);
    void problemFound(const tosaic::Diagnostic &problem);
    /// Exactly once after start(), never from inside it; all lines and events have been delivered.
    void finished();

private:
    friend class WarmCompiler;
    WarmRun(WarmCompiler &compiler, const QString &jobFile, int timeLimitMs);
    void conclude(const ProcessEnd &end);

    QPointer<WarmCompiler> m_compiler;
    QString m_jobFile;
    int m_timeLimitMs;
    bool m_hasEnded = false;
    ProcessEnd m_end;
    bool m_couldNotServe = false;
};

/// Keeps the compile driver loaded between compiles: ExecuTorch's imports cost more than a small
/// compile. Serves one job at a time; results are those of a cold driver, byte for byte. The worker
/// is replaced when it wants to be (memory), when it died, and when interpreter or packages have
/// changed; it ends after a time without work. Lives on a thread with an event loop and outlives
/// the CompileJobs that use it, or they end as cancelled.
class WarmCompiler : public QObject
{
    Q_OBJECT
public:
    explicit WarmCompiler(QObject *parent = nullptr);
    ~WarmCompiler() override;

    /// Milliseconds without work until the worker's memory is given back (10 min; 0: never).
    void setIdleLimit(int milliseconds);

    bool isFree() const { return m_run == nullptr; }
    /// A worker is loaded and waits.
    bool isWarm() const { return m_worker.isReady() && !m_worker.isBusy(); }
    /// 0: there is none.
    qint64 workerProcessId() const { return m_worker.processId(); }

    /// What an earlier probe found, if nothing has changed there since.
    std::optional<ToolEnvironment> environment(const QString &interpreter) const;
    void remember(const ToolEnvironment &environment);

    /// The worker for one job; null if another job has it or this environment cannot serve: then
    /// the cold driver does it.
    std::unique_ptr<WarmRun> take(const QString &interpreter, const QString &drivers,
        const QString &jobFile, int timeLimitMs);

private:
    friend class WarmRun;
    void prepare(const QString &interpreter, const QString &drivers);
    bool fits(const QJsonObject &tools) const;
    void begin(WarmRun &run);
    void abandon(WarmRun &run);
    void takeAnswer(const QJsonObject &event);
    void takeLoss(const DriverWorker::Loss &loss);

    DriverWorker m_worker;
    WarmRun *m_run = nullptr; ///< owned by its job
    QString m_state; ///< interpreterState() the worker was started in
    QString m_brokenState; ///< in which serve mode did not start
    std::optional<ToolEnvironment> m_environment;
    QString m_environmentState;
};

} // namespace tosaic::toolchain
