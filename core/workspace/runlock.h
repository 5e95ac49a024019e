// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/workspace/records.h"

#include <QLockFile>

#include <memory>

namespace tosaic::workspace {

/// Evidence that a live run or a compile is being recorded: "W.tosaic.run3.lock" or
/// "W.tosaic.job3.lock" beside W.tosaic, held as long as this object lives. It names its process,
/// so that what a program left that was killed counts for nothing. Any thread.
class RunLock
{
public:
    /// Errors: IoOpen.
    static Result<std::shared_ptr<RunLock>> take(const QString &workspacePath, RunId id);
    static Result<std::shared_ptr<RunLock>> take(const QString &workspacePath, JobId id);
    /// Whether somebody, here or in another program, records the run or the compile now.
    static bool isHeld(const QString &workspacePath, RunId id);
    static bool isHeld(const QString &workspacePath, JobId id);

    /// Of a lock file; not taken yet.
    explicit RunLock(const QString &path) : m_file(path) { }
    bool tryTake();

private:
    QLockFile m_file;
};

} // namespace tosaic::workspace
