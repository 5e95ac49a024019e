// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/budget.h"
#include "views/memory/picturegeometry.h"
#include "views/models/columnmodel.h"

namespace tosaic::views {

/// A memory as a whole, or a part of it.
struct MemoryRow
{
    analysis::MemoryRole role = analysis::MemoryRole::Sram;
    std::optional<analysis::PartKind> part; ///< absent: the memory
    QString name;
    QString what; ///< "Total", "Weights"
    std::optional<quint64> need;
    bool hasCapacity = false; ///< a board is chosen and it is a row that is checked
    std::optional<quint64> capacity;
    std::optional<qint64> rest;
    QString restText;
    bool isOver = false;
    bool hasTraffic = false; ///< a row of a memory that the NPU reaches
    std::optional<quint64> traffic; ///< bytes per inference
};

/// The numbers of a memory picture.
class MemoryTableModel : public ColumnModel<MemoryRow>
{
public:
    explicit MemoryTableModel(QObject *parent = nullptr);

    void set(const analysis::MemoryPicture &picture, const analysis::Budget *budget);
    std::optional<PartRef> partOf(int row) const;
    int rowOf(const PartRef &part) const;
};

} // namespace tosaic::views
