// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/frame/shellcontext.h"

#include <QObject>
#include <QVariantMap>

class QMainWindow;

namespace tosaic::shell {

class WorkspaceStore;

/// Remembers where the user was: in each file the zoom, the middle of the graph and what was
/// selected; in the window the sizes of parts and columns; with a workspace, how the window was
/// arranged for it. Which mode a file was in is the OpenController's.
class LayoutKeeper : public QObject
{
    Q_OBJECT
public:
    LayoutKeeper(const ShellContext &context, WorkspaceStore &store, QMainWindow &window,
        QObject *parent = nullptr);

    /// The window is about to close.
    void save();

Q_SIGNALS:
    /// The window was arranged as this workspace had it.
    void arranged();

private:
    void watchGraph();
    void takeFile();
    void rememberFile();
    void showPlace();
    QVariantMap parts() const;
    void restoreParts(const QWidget &within, const QVariantMap &parts);
    void saveToWorkspace();
    void readFromWorkspace();

    ShellContext m_context;
    WorkspaceStore &m_store;
    QMainWindow &m_window;
    QString m_path; ///< of the model that is shown
    QVariantMap m_pending; ///< place in the graph that waits for its layout
    QString m_arranged; ///< workspace whose arrangement was taken
};

} // namespace tosaic::shell
