// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostic.h"
#include "profiler/kernels/hostfacts.h"
#include "profiler/targets/runtarget.h"

#include <QObject>

#include <memory>

namespace tosaic::profile {

/// ExecuTorch's runtime on this computer: one child process for each run, started once, because a
/// damaged program or a missing backend may crash the runtime. The driver is
/// resources/drivers/tosaic_run.py. Lives on a thread with an event loop; nothing here waits.
class HostRun : public QObject
{
    Q_OBJECT
public:
    enum class State
    {
        Idle,
        Running,
        Complete,
        Failed, ///< problem() says why
        Cancelled,
        TimedOut
    };

    explicit HostRun(QObject *parent = nullptr);
    ~HostRun() override;

    /// 0: none. Before start().
    void setTimeLimit(int seconds);
    /// Another folder with the drivers than driversDir(). Before start().
    void setDrivers(const QString &folder);
    /// Once for each object. The folder is made; what an earlier run left there is replaced, what
    /// is somebody else's is not touched and named.
    void start(const HostTarget &target, const QString &interpreter, const QString &outputFolder);
    /// Ends the process with everything it started.
    void cancel();

    State state() const;
    bool hasEnded() const;
    qint64 processId() const; ///< 0 while nothing runs
    std::optional<Diagnostic> problem() const; ///< why it failed
    std::vector<Diagnostic> diagnostics() const; ///< all that was odd, problem() among it
    /// What the run left: "etdump", "debug-buffer", "result", "inputs", "outputs" (a file each).
    /// Known once it has ended.
    std::vector<workspace::RunFile> files() const;
    /// Null if the run left no result.
    std::shared_ptr<const HostFacts> facts() const;
    /// What the run adds to the conditions: target (the processor), tools with engine, hashes of
    /// the program and the ETDump ("pte", "etdump"), repeats.
    workspace::RunConditions conditions() const;

Q_SIGNALS:
    /// Console of the process as it comes, whole lines.
    void output(const QByteArray &bytes);
    void progressed(double fraction); ///< 0 to 1
    /// Exactly once after start(), never from inside it.
    void finished();

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace tosaic::profile
