// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/compilerunner.h"
#include "app/shell/shellcontext.h"
#include "app/shell/workspacefile.h"
#include "core/base/jobslot.h"

#include <QObject>

namespace tosaic::shell {

/// Keeps what was done in a .tosaic file: saving is offered when there is something to keep; from
/// then on every compile and every run is recorded as it comes.
class WorkspaceController : public QObject
{
    Q_OBJECT
public:
    WorkspaceController(
        const ShellContext &context, CompileRunner &runner, QObject *parent = nullptr);

    /// Path of the open workspace; empty if there is none.
    QString path() const { return m_path; }
    void setPath(const QString &path);
    void save();
    void saveAs(const QString &path);
    void askWhere();

Q_SIGNALS:
    void saved(const QString &path);

private:
    void registerActions();
    void offer();
    void write();
    WorkspaceContent content() const;

    ShellContext m_context;
    CompileRunner &m_runner;
    JobSlot m_slot;
    QString m_path;
    bool m_writeAgain = false; ///< something came while a write was under way
    bool m_wasOffered = false;
};

} // namespace tosaic::shell
