// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/shellcontext.h"
#include "core/base/jobslot.h"
#include "core/workspace/contents.h"
#include "profiler/session/workspaceruns.h"

#include <QHash>
#include <QObject>

namespace tosaic::shell {

class WorkspaceStore;

/// Keeps the runs of the window and those of the open workspace the same: lists what others keep
/// and state there, writes back what is stated about a run and that it was removed, and reads the
/// trace or the ETDump of a run when it is looked at.
class RunsController : public QObject
{
    Q_OBJECT
public:
    RunsController(const ShellContext &context, WorkspaceStore &store, QObject *parent = nullptr);

private:
    void link();
    void takeLinks(const RunNews::Links &links, const QString &path);
    void takeOthers(std::vector<profile::MeasuredRun> others);
    void takeRemoved(const std::vector<workspace::RunId> &removed);
    void writeFacts(int index);
    void forget(int index);
    void loadCurrent(int index);
    void takeLoaded(int index, const QString &key, const Result<profile::MeasuredRun> &loadedRun);
    std::vector<workspace::RunId> unlistedRuns(const workspace::Contents &contents) const;
    std::vector<workspace::RunId> missingRuns(const workspace::Contents &contents) const;
    bool isKept(const profile::MeasuredRun &run) const;
    /// Of the open workspace, as it is there.
    bool isListed(const workspace::RunRecord &head) const;
    /// -1: it is not listed.
    int indexOf(workspace::RunId id) const;

    ShellContext m_context;
    WorkspaceStore &m_store;
    JobSlot m_link;
    JobSlot m_load;
    QHash<quint32, workspace::RunRecord> m_facts; ///< by id: what the workspace says
    workspace::RunId m_removedByOthers; ///< leaves the list, and is not in the workspace any more
};

} // namespace tosaic::shell
