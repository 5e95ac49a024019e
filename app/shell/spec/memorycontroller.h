// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/frame/shellcontext.h"
#include "core/boards/boardcatalogue.h"
#include "core/sweep/grid.h"

#include <QFileSystemWatcher>
#include <QObject>
#include <QPointer>

namespace tosaic::views {
class MemoryPicturePage;
}

namespace tosaic::shell {

class WorkspaceStore;

/// The memory picture in the window: its tab beside the spec, the boards, and where own ones come
/// from.
class MemoryController : public QObject
{
    Q_OBJECT
public:
    MemoryController(
        const ShellContext &context, const WorkspaceStore &store, QObject *parent = nullptr);

    /// Shows the picture.
    void show();
    /// Null until the spec's page has been shown.
    views::MemoryPicturePage *page() const;
    /// Of the chosen board; nothing is known without one.
    sweep::Budget budget() const;

private:
    void makePage();
    /// Whose `boards` are read too; empty: none.
    QString workspaceFolder() const;
    void readBoards();
    /// The live estimate is held against the same board.
    void showBudget();
    void makeOwnBoard();

    ShellContext m_context;
    const WorkspaceStore &m_store;
    QFileSystemWatcher m_watcher; ///< boards that are edited while Tosaic runs
    QPointer<views::MemoryPicturePage> m_page;
};

} // namespace tosaic::shell
