// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/report.h"

#include <QStringList>

#include <optional>

/// Tables of reports, made and read.
namespace tosaic::test {

/// Of texts; columns whose cells have a number beside them are numeric.
inline report::Table reportTable(
    const QStringList &columns, const std::vector<std::vector<TableCell>> &rows)
{
    report::Table table;
    for (const auto &title : columns)
        table.data.columns.push_back({ .key = title, .title = title });
    table.data.rows = rows;
    for (const auto &row : rows) {
        for (size_t i = 0; i < row.size(); ++i) {
            if (row[i].value.isValid() && row[i].value.typeId() != QMetaType::QString)
                table.data.columns[i].isNumber = true;
        }
    }
    return table;
}

inline TableCell textCell(const QString &text)
{
    return { text, text };
}

/// Those of one kind, in their order.
template <typename Block>
std::vector<Block> blocksOf(const report::Section &section)
{
    std::vector<Block> blocks;
    for (const auto &block : section.blocks) {
        if (const auto *one = std::get_if<Block>(&block))
            blocks.push_back(*one);
    }
    return blocks;
}

inline QStringList titlesOf(const report::Table &table)
{
    QStringList titles;
    for (const auto &column : table.data.columns)
        titles << column.title;
    return titles;
}

inline QStringList textsOf(const report::Table &table, size_t row)
{
    QStringList texts;
    for (const auto &cell : table.data.rows.at(row))
        texts << cell.text;
    return texts;
}

inline std::vector<QStringList> rowsOf(const report::Table &table)
{
    std::vector<QStringList> rows;
    for (size_t row = 0; row < table.data.rows.size(); ++row)
        rows.push_back(textsOf(table, row));
    return rows;
}

inline std::optional<double> numberOf(const report::Table &table, size_t row, size_t column)
{
    const auto &value = table.data.rows.at(row).at(column).value;
    return value.isValid() && value.typeId() != QMetaType::QString ? std::optional(value.toDouble())
                                                                   : std::nullopt;
}

} // namespace tosaic::test
