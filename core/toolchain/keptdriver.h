// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/toolchain/driverworker.h"

#include <QMutex>
#include <QThread>

#include <functional>
#include <optional>

namespace tosaic::toolchain {

/// A driver that is kept running (`--serve`) for callers that wait. The process starts with the
/// first job and ends with this object; it lives on a thread of its own, so any thread may call,
/// one at a time.
class KeptDriver
{
public:
    explicit KeptDriver(DriverWorker::Program program);
    /// Kills the process.
    ~KeptDriver();
    Q_DISABLE_COPY_MOVE(KeptDriver)

    /// What the driver told of the job; its last event has come. Absent: the program cannot be
    /// kept (it does not start, say); nothing of the job was done. Blocks in an event loop of its
    /// own. `setCancel` as of WaitedDriver. Errors: Cancelled; ToolFailed if the process died.
    Result<std::optional<std::vector<Diagnostic>>> run(
        const QString &jobFile, const std::function<void(std::function<void()>)> &setCancel);

private:
    DriverWorker &worker();

    DriverWorker::Program m_program;
    QMutex m_mutex; ///< of a job
    QThread m_thread;
    DriverWorker *m_worker = nullptr; ///< lives on the thread; null until the first job
    bool m_canServe = true;
};

} // namespace tosaic::toolchain
