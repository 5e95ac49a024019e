// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/arena/arenadata.h"
#include "views/models/columnmodel.h"

#include <memory>

namespace tosaic::views {

/// The buffers alive at one step, largest first; a row is an index into Arena::buffers.
class AliveModel : public ColumnModel<size_t>
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::views::AliveModel)
public:
    explicit AliveModel(QObject *parent = nullptr);

    void set(std::shared_ptr<const Arena> arena, qsizetype step);
    /// Buffer of a row; -1 if there is no such row.
    int bufferOf(int row) const;
    int rowOf(int buffer) const;

private:
    Columns<size_t> aliveColumns() const;
    QString stepName(qsizetype step) const;

    std::shared_ptr<const Arena> m_arena;
};

} // namespace tosaic::views
