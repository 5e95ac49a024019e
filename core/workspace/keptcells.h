// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/toolchain/cellstore.h"
#include "core/workspace/workspace.h"

#include <QElapsedTimer>
#include <QMutex>

namespace tosaic::workspace {

/// The cells of a workspace file, through a connection of its own: other windows and sweeps may use
/// the same file. A transaction costs what a disk takes to answer (some 10 ms), so that new cells
/// are written together, at least every half second; a kill loses no more than those.
class KeptCells : public toolchain::CellStore
{
public:
    /// Opens the file at the first question, and makes it if there is none.
    explicit KeptCells(QString path);
    /// Writes the rest.
    ~KeptCells() override;

    std::optional<toolchain::EstimateAnswer> find(const QString &key) override;
    void add(const QString &key, const toolchain::EstimateAnswer &answer) override;
    Result<void> flush() override;

private:
    bool open();
    void write();

    QMutex m_mutex; ///< guards everything below
    QString m_path;
    std::unique_ptr<Workspace> m_workspace;
    std::map<QString, QJsonObject> m_waiting;
    QElapsedTimer m_sinceWrite;
    std::optional<Error> m_error; ///< until flush() tells it
};

} // namespace tosaic::workspace
