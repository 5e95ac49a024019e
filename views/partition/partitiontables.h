// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/widgets/datadelegate.h"
#include "views/widgets/datatable.h"

#include <QHeaderView>

/// What the tables of the page have in common.
namespace tosaic::views {

inline constexpr int ShownRows = 4; // of a short list, before it scrolls

inline void prepareTable(DataTable &table, QAbstractItemModel *model, const Theme &theme)
{
    constexpr int RowHeight = 24; // px
    table.setSortedModel(model);
    table.setItemDelegate(new DataDelegate(theme, &table));
    table.verticalHeader()->setDefaultSectionSize(RowHeight);
    table.horizontalHeader()->setSectionsMovable(true);
}

} // namespace tosaic::views
