// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/operations/deviationmodel.h"

#include "views/operations/operationwords.h"

#include <algorithm>

using namespace Qt::StringLiterals;

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

DeviationModel::DeviationModel(QObject *parent)
    : ColumnModel({}, parent,
        [this](const DeviationRow &row, QStringView key, int role) { return more(row, key, role); })
{
    setColumns(deviationColumns());
}

void DeviationModel::set(OperationsDataPtr data, const std::vector<size_t> &shown)
{
    setRows({});
    m_data = std::move(data);
    ColumnModel::set(deviationColumns(), deviationRows(*m_data, shown));
}

int DeviationModel::rowOf(size_t row) const
{
    return rowWhere([row](const DeviationRow &ranked) { return ranked.deviation.row == row; });
}

Columns<DeviationRow> DeviationModel::deviationColumns() const
{
    using Row = DeviationRow;
    const auto pair = m_data ? m_data->options.pair : profile::DeviationPair::FvpToEstimate;
    const auto of = [this](auto get) {
        return [this, get](
                   const Row &row) { return std::invoke(get, m_data->rows[row.deviation.row]); };
    };
    const auto share = [](const Row &row) { return row.deviation.share; };
    return columnsOf<Row>({
        { u"rank"_s, tr("Rank"), [](const Row &row) { return row.rank + 1; } },
        { u"name"_s, m_data ? groupWord(m_data->options.groupBy) : tr("Operator"),
            of(&OperatorRow::name) },
        { u"difference"_s, tr("Cycles", "difference in cycles"),
            [](const Row &row) { return row.deviation.difference; },
            { .text = [](const Row &row) { return differenceText(row.deviation.difference); } } },
        { u"waterfall"_s, tr("Waterfall"), share,
            { .about = tr("From the total of the reference to that of the value, row by row"),
                .text = [](const Row &) { return QString(); },
                .mayBeEmpty = true,
                .isOrder = true } },
        { u"relative"_s, tr("Deviation"), of(&OperatorRow::deviation),
            { .text = of([](const OperatorRow &row) {
                return row.deviation ? deviationPhrase(row.deviation) : tr("from 0");
            }) } },
        { u"share"_s, tr("Of all differences"), share,
            { .unit = column_unit::Share,
                .about = tr("Of all differences, each taken without its sign"),
                .text = [](const Row &row) { return shareText(row.deviation.share); } } },
        { u"reference"_s, tr("%1, cycles").arg(referenceWord(pair)),
            of([pair](const OperatorRow &row) { return referenceOf(row, pair); }) },
        { u"value"_s, tr("%1, cycles").arg(valueWord(pair)),
            of([pair](const OperatorRow &row) { return valueOf(row, pair); }) },
    });
}

QVariant DeviationModel::more(const DeviationRow &row, QStringView key, int role) const
{
    if (role == EntityRole)
        return QVariant::fromValue(m_data->entityOf(m_data->rows[row.deviation.row]));
    return role == PictureRole && key == u"waterfall" ? QVariant::fromValue(row.span) : QVariant();
}

} // namespace tosaic::views
