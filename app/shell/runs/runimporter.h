// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/frame/shellcontext.h"
#include "core/base/jobslot.h"
#include "profiler/session/runsdocument.h"

#include <QObject>
#include <QSet>
#include <QStringList>

namespace tosaic::shell {

class WorkspaceStore;

/// Reads further files with measurements into the runs of the window.
class RunImporter : public QObject
{
    Q_OBJECT
public:
    RunImporter(
        const ShellContext &context, const WorkspaceStore &store, QObject *parent = nullptr);

    /// Reads measurements as `tosaic-cli import` does, one run for each file.
    void importFiles(const QStringList &paths);
    /// The same of texts of which nothing may be known, as consoles.
    void importConsoles(const QStringList &paths);
    /// A file was opened: a report of Vela that lies in no list of runs yet is kept in the open
    /// workspace, as consoles are.
    void noticeOpened(const QString &path);

Q_SIGNALS:
    /// All files were read, or told why not.
    void imported();

private:
    void askWhat(bool isConsole);
    void importNext();
    void take(Result<profile::MeasuredRun> run, const QString &path);

    ShellContext m_context;
    const WorkspaceStore &m_store;
    JobSlot m_slot;
    QStringList m_queue;
    QSet<QString> m_consoles; ///< paths that the user calls consoles
    std::vector<Diagnostic> m_problems;
};

} // namespace tosaic::shell
