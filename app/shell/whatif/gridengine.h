// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/frame/shellcontext.h"

#include <QObject>

#include <functional>

namespace tosaic::shell {

class WorkspaceStore;

/// Where the cells of the window's what-if grid are computed: chosen in a dialog, kept in the
/// workspace or the settings. Lives on the GUI thread.
class GridEngine : public QObject
{
    Q_OBJECT
public:
    GridEngine(const ShellContext &context, WorkspaceStore &store);

    /// As sweep::SweepRequest::engine.
    QString engine() const;
    /// Opens the dialog.
    void ask();
    /// Calls `next` with where to run, at once or after the user has answered; never if they
    /// refuse.
    void whenApproved(const std::function<void(const QString &engine)> &next);

Q_SIGNALS:
    void changed();

private:
    void choose(const QString &engine);

    ShellContext m_context;
    WorkspaceStore &m_store;
};

} // namespace tosaic::shell
