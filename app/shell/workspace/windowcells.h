// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/toolchain/cellstore.h"

#include <QObject>
#include <QTimer>

#include <map>
#include <memory>

namespace tosaic::shell {

class WorkspaceStore;

/// What Vela answered, in the open workspace: looked up by everything in the window that runs Vela,
/// and kept there with the workspace's other changes. Lives on the GUI thread.
class WindowCells : public QObject
{
    Q_OBJECT
public:
    explicit WindowCells(WorkspaceStore &store, QObject *parent = nullptr);
    /// Hands the rest to the workspace.
    ~WindowCells() override;

    /// Null: no workspace is open. Usable on any thread, also after the window is gone.
    std::shared_ptr<toolchain::CellStore> cells() const;

Q_SIGNALS:
    /// cells() are those of another workspace.
    void changed();

private:
    class Cells;
    void open();
    void keep();

    WorkspaceStore &m_store;
    std::shared_ptr<Cells> m_cells;
    QTimer m_keeping;
};

} // namespace tosaic::shell
