// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/arena/arenadata.h"
#include "views/models/tablemodel.h"

#include <memory>

namespace tosaic::views {

/// The buffers alive at one step, largest first.
class AliveModel : public TableModel<size_t>
{
    Q_OBJECT
public:
    enum Column
    {
        Name,
        Size,
        Holds,
        Address,
        From,
        To,
        ColumnCount
    };
    using TableModel::TableModel;

    void set(std::shared_ptr<const Arena> arena, qsizetype step);
    /// Buffer of a row; -1 if there is no such row.
    int bufferOf(int row) const;
    int rowOf(int buffer) const;

private:
    int columns() const override { return ColumnCount; }
    QVariant header(int column, int role) const override;
    QVariant cell(const size_t &buffer, int column, int role) const override;
    QString text(const ArenaBuffer &buffer, int column) const;
    QString stepName(qsizetype step) const;

    std::shared_ptr<const Arena> m_arena;
};

} // namespace tosaic::views
