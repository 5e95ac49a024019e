// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/sidebyside.h"

#include "views/models/notknown.h"
#include "views/widgets/changewords.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(ChangeWords)
};

} // namespace

std::vector<MetricRow> metricsSideBySide(const std::vector<analysis::Comparison> &comparisons)
{
    std::vector<MetricRow> rows;
    const auto count = comparisons.empty() ? 0 : comparisons.front().metrics.size();
    for (size_t metric = 0; metric < count; ++metric) {
        MetricRow row;
        for (const auto &comparison : comparisons)
            row.push_back(comparison.metrics[metric]);
        if (std::ranges::any_of(row, [](const auto &side) { return side.newValue.has_value(); }))
            rows.push_back(std::move(row));
    }
    return rows;
}

Columns<MetricRow> sideBySideColumns(const QStringList &titles)
{
    auto columns = columnsOf<MetricRow>({ { u"metric"_s, Words::tr("Metric"),
        [](const MetricRow &row) {
            const auto name = metricName(row.front().metric);
            return row.front().isEstimate
                ? Words::tr("%1 (%2)", "metric, origin").arg(name, originTag(Origin::Estimate))
                : name;
        },
        { .tip = [](const MetricRow &row) { return metricHint(row.front().metric); } } } });
    for (qsizetype i = 0; i < titles.size(); ++i) {
        const auto side = static_cast<size_t>(i);
        const auto text = [side](const MetricRow &row) {
            const auto &change = row[side];
            const auto amount = metricText(change.unit, change.newValue);
            return side == 0 || !change.relative() || change.verdict() == Verdict::Same
                ? amount
                : Words::tr("%1 (%2)", "amount, change").arg(amount, relativeText(change));
        };
        columns.push_back(ColumnOf<MetricRow>(u"side%1"_s.arg(i), titles[i],
            [side](const MetricRow &row) { return row[side].newValue; }, { .text = text }));
    }
    return columns;
}

} // namespace tosaic::views
