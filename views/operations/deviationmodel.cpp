// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/operations/deviationmodel.h"

#include "views/models/roles.h"
#include "views/operations/operationtablemodel.h"
#include "views/operations/operationwords.h"

#include <algorithm>

namespace tosaic::views {

std::vector<DeviationRow> deviationRows(
    const OperationsData &data, const std::vector<size_t> &shown)
{
    std::vector<bool> isShown(data.rows.size());
    for (const auto row : shown)
        isShown[row] = true;
    double sum = 0;
    double lowest = 0;
    double highest = 0;
    std::vector<DeviationRow> rows;
    size_t rank = 0;
    for (const auto &deviation : data.ranking.ranked) {
        DeviationRow row{ .deviation = deviation, .span = {}, .rank = rank++ };
        row.span.from = sum;
        sum += deviation.difference;
        row.span.to = sum;
        lowest = std::min(lowest, sum);
        highest = std::max(highest, sum);
        if (isShown[deviation.row])
            rows.push_back(row);
    }
    const auto width = highest - lowest;
    for (auto &row : rows) {
        for (auto *place : { &row.span.from, &row.span.to, &row.span.zero })
            *place = width > 0 ? (*place - lowest) / width : 0;
    }
    return rows;
}

void DeviationModel::set(OperationsDataPtr data, const std::vector<size_t> &shown)
{
    m_data = std::move(data);
    setRows(deviationRows(*m_data, shown));
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
}

int DeviationModel::rowOf(size_t row) const
{
    const auto found = std::ranges::find(
        rows(), row, [](const DeviationRow &ranked) { return ranked.deviation.row; });
    return found == rows().end() ? -1 : static_cast<int>(found - rows().begin());
}

QVariant DeviationModel::header(int column, int role) const
{
    const auto pair = m_data ? m_data->options.pair : profile::DeviationPair::FvpToEstimate;
    const bool isText = column == NameColumn || column == WaterfallColumn;
    if (role == Qt::TextAlignmentRole)
        return int((isText ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && column == ShareColumn)
        return tr("Of all differences, each taken without its sign");
    if (role == Qt::ToolTipRole && column == WaterfallColumn)
        return tr("From the total of the reference to that of the value, row by row");
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    switch (column) {
    case RankColumn:
        return tr("Rank");
    case NameColumn:
        return m_data ? groupWord(m_data->options.groupBy) : tr("Operator");
    case ReferenceColumn:
        return tr("%1, cycles").arg(referenceWord(pair));
    case ValueColumn:
        return tr("%1, cycles").arg(valueWord(pair));
    case DifferenceColumn:
        return tr("Cycles", "difference in cycles");
    case RelativeColumn:
        return tr("Deviation");
    case ShareColumn:
        return tr("Of all differences");
    case WaterfallColumn:
        return tr("Waterfall");
    default:
        return {};
    }
}

QString DeviationModel::text(const DeviationRow &row, int column) const
{
    const auto &operation = m_data->rows[row.deviation.row];
    switch (column) {
    case RankColumn:
        return formatCount(row.rank + 1);
    case NameColumn:
        return operation.name;
    case ReferenceColumn:
        return cyclesText(referenceOf(operation, m_data->options.pair));
    case ValueColumn:
        return cyclesText(valueOf(operation, m_data->options.pair));
    case DifferenceColumn:
        return differenceText(row.deviation.difference);
    case RelativeColumn:
        return operation.deviation ? deviationPhrase(operation.deviation) : tr("from 0");
    case ShareColumn:
        return shareText(row.deviation.share);
    default:
        return {};
    }
}

QVariant DeviationModel::value(const DeviationRow &row, int column) const
{
    const auto &operation = m_data->rows[row.deviation.row];
    switch (column) {
    case NameColumn:
        return operation.name;
    case ReferenceColumn:
        return *referenceOf(operation, m_data->options.pair);
    case ValueColumn:
        return *valueOf(operation, m_data->options.pair);
    case DifferenceColumn:
        return row.deviation.difference;
    case RelativeColumn:
        return operation.deviation ? QVariant(*operation.deviation) : QVariant();
    case WaterfallColumn:
    case ShareColumn:
        return row.deviation.share;
    default:
        return {};
    }
}

QVariant DeviationModel::cell(const DeviationRow &row, int column, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
        return text(row, column);
    case ValueRole:
        return column == RankColumn || column == WaterfallColumn ? QVariant() : value(row, column);
    case SortRole:
        return column == RankColumn ? QVariant::fromValue(static_cast<qulonglong>(row.rank))
                                    : value(row, column);
    case Qt::TextAlignmentRole:
        return int((column == NameColumn ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    case WaterfallRole:
        return column == WaterfallColumn ? QVariant::fromValue(row.span) : QVariant();
    case Qt::ToolTipRole:
        return column == NameColumn ? text(row, column) : QVariant();
    case EntityRole:
        return QVariant::fromValue(m_data->entityOf(m_data->rows[row.deviation.row]));
    default:
        return {};
    }
}

} // namespace tosaic::views
