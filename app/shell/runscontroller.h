// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/shellcontext.h"
#include "core/base/jobslot.h"
#include "profiler/session/runsdocument.h"
#include "profiler/store/runstore.h"

#include <QHash>
#include <QObject>
#include <QStringList>

namespace tosaic::shell {

class WorkspaceStore;

/// Keeps the runs of the window and those of the open workspace the same: reads further files into
/// both, writes back what is stated about a run and that it was removed, and reads the trace or the
/// ETDump of a run when it is looked at.
class RunsController : public QObject
{
    Q_OBJECT
public:
    RunsController(const ShellContext &context, WorkspaceStore &store, QObject *parent = nullptr);

    /// Reads measurements as `tosaic-cli import` does, one run for each file.
    void importFiles(const QStringList &paths);
    /// A file was opened: a report of Vela that lies in no list of runs yet is kept in the open
    /// workspace, as consoles are.
    void noticeOpened(const QString &path);

Q_SIGNALS:
    /// All files were read, or told why not.
    void imported();
    /// The runs of the window know their places in the workspace.
    void linked();
    /// The file of the current run was read.
    void loaded(int index);

private:
    /// What the workspace says about runs, by what tells them apart.
    using Links = QHash<QString, profile::StoredRun>;

    void registerActions();
    void askWhat();
    void importNext();
    void take(Result<NamedRun> run, const QString &path);
    void link();
    void takeLinks(const Links &links, const QString &path);
    void writeFacts(int index);
    void forget(int index);
    void loadCurrent(int index);
    void takeLoaded(int index, const QString &key, const Result<NamedRun> &loadedRun);
    bool isKept(const NamedRun &run) const;

    ShellContext m_context;
    WorkspaceStore &m_store;
    JobSlot m_import;
    JobSlot m_link;
    JobSlot m_load;
    QStringList m_queue;
    std::vector<Diagnostic> m_problems;
    QHash<quint32, profile::StoredRun> m_facts; ///< by id: what the workspace says
};

} // namespace tosaic::shell
