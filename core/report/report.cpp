// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/report.h"

namespace tosaic::report {

Table Table::toRead() const
{
    Table table{ .caption = caption };
    for (const auto &column : data.columns) {
        if (!column.isForPrograms)
            table.data.columns.push_back(column);
    }
    for (const auto &row : std::span(data.rows).first(shown())) {
        auto &cells = table.data.rows.emplace_back();
        for (size_t i = 0; i < row.size(); ++i) {
            if (!data.columns[i].isForPrograms)
                cells.push_back(row[i]);
        }
    }
    return table;
}

} // namespace tosaic::report
