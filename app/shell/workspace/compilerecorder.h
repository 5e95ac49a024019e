// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workspace/workspace.h"

#include <QHash>
#include <QObject>

#include <atomic>
#include <memory>

namespace tosaic::toolchain {
struct CompileRequest;
}

namespace tosaic::shell {

class CompileRunner;
class WorkspaceStore;

/// Records the window's compiles, also those that a what-if grid needs, in the open workspace when
/// they start and again when they end: one whose window is killed stays there as ended without a
/// result. Lives on the GUI thread.
class CompileRecorder : public QObject
{
    Q_OBJECT
public:
    CompileRecorder(CompileRunner &runner, WorkspaceStore &store, QObject *parent = nullptr);

    /// The compile of this folder is recorded here, now or in a moment.
    bool isRecording(const QString &folder) const;

private:
    /// Shared with the changes, which run one after the other on a pool thread.
    struct State
    {
        QString path; ///< of the workspace
        QString input;
        QString interpreter;
        std::optional<workspace::JobId> job; ///< touched by the changes only
        std::shared_ptr<workspace::RunLock> lock; ///< the job counts as running; by changes only
        std::atomic<bool> isWritten = false; ///< its end, too
    };
    void begin(const toolchain::CompileRequest &request);
    void end(const std::shared_ptr<const compiled::CompileResult> &result);

    CompileRunner &m_runner;
    WorkspaceStore &m_store;
    QHash<QString, std::shared_ptr<State>> m_states; ///< by output folder
};

} // namespace tosaic::shell
