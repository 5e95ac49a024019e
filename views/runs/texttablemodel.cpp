// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/runs/texttablemodel.h"

namespace tosaic::views {

TextTableModel::TextTableModel(
    const QStringList &titles, std::vector<bool> isNumeric, QObject *parent)
    : TableModel(parent), m_titles(titles), m_isNumeric(std::move(isNumeric))
{
}

QVariant TextTableModel::header(int column, int role) const
{
    if (role == Qt::DisplayRole)
        return m_titles.at(column);
    if (role == Qt::TextAlignmentRole)
        return QVariant(cell({}, column, role));
    return {};
}

QVariant TextTableModel::cell(const TextRow &row, int column, int role) const
{
    if (role == Qt::DisplayRole)
        return row.cells.value(column);
    if (role == Qt::ToolTipRole)
        return row.toolTip.isEmpty() ? row.cells.value(column) : row.toolTip;
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignVCenter
            | (m_isNumeric[static_cast<size_t>(column)] ? Qt::AlignRight : Qt::AlignLeft));
    return {};
}

} // namespace tosaic::views
