// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/runs/metricsmodel.h"

#include "views/models/metricwords.h"
#include "views/models/runnames.h"
#include "views/runs/runwords.h"
#include "views/widgets/changewords.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

using profile::ComputedMetric;
using profile::FormulaInput;

QString translated(const char *text)
{
    return QCoreApplication::translate("Metrics", text);
}

/// "A = 413,814 (NPU_ACTIVE)"
QString inputText(const FormulaInput &input)
{
    const auto value = input.value ? cyclesNumber(*input.value) : notKnownText();
    const auto text = u"%1 = %2"_s.arg(input.symbol, value);
    return input.formula.isEmpty() ? text : u"%1 (%2)"_s.arg(text, input.formula);
}

QString toolTipOf(const ComputedMetric &metric)
{
    QStringList lines{ computedMetricName(metric),
        u"%1 = %2"_s.arg(metricValueText(metric), metric.formula) };
    for (const auto &input : metric.inputs) {
        const auto meaning = symbolMeaning(input.symbol);
        lines.append(meaning.isEmpty() ? inputText(input)
                                       : u"%1 \u2013 %2"_s.arg(inputText(input), meaning));
    }
    if (!metric.value)
        lines.append(whyNotWords(metric));
    return lines.join(u'\n');
}

QString inputsText(const ComputedMetric &metric)
{
    if (!metric.value)
        return whyNotWords(metric);
    QStringList inputs;
    for (const auto &input : metric.inputs)
        inputs.append(inputText(input));
    return inputs.join(u"; "_s);
}

Columns<ComputedMetric> metricColumns()
{
    using Row = ComputedMetric;
    return columnsOf<Row>({
        { u"metric"_s, MetricsModel::tr("Metric"), computedMetricName, { .tip = toolTipOf } },
        { u"value"_s, MetricsModel::tr("Value"), &Row::value,
            { .text = metricValueText, .tip = toolTipOf } },
        { u"unit"_s, MetricsModel::tr("Unit"),
            [](const Row &row) { return profile::unitKey(row.unit); } },
        { u"origin"_s, MetricsModel::tr("Origin"),
            [](const Row &row) { return originWord(row.origin); }, { .tip = toolTipOf } },
        { u"formula"_s, MetricsModel::tr("Formula"), &Row::formula, { .tip = toolTipOf } },
        { u"numbers"_s, MetricsModel::tr("With numbers"),
            [](const Row &row) {
                return row.value ? profile::formulaWithNumbers(row) : u"\u2013"_s;
            },
            { .tip = toolTipOf } },
        { u"inputs"_s, MetricsModel::tr("Inputs, or why it is not known"), inputsText,
            { .tip = toolTipOf } },
        { u"group"_s, MetricsModel::tr("Group"),
            [](const Row &row) { return translated(profile::groupName(profile::groupOf(row))); } },
    });
}

QVariant metricMore(const ComputedMetric &metric, int, int role)
{
    if (role == OriginRole)
        return metric.origin ? originTag(*metric.origin) : QString();
    return role == IdRole ? metric.id : QVariant();
}

} // namespace

MetricsModel::MetricsModel(QObject *parent) : ColumnModel(metricColumns(), parent, More(metricMore))
{
}

void MetricsModel::set(const std::vector<ComputedMetric> &metrics)
{
    auto rows = metrics;
    std::ranges::stable_sort(rows, {}, [](const ComputedMetric &metric) {
        return std::ranges::find(profile::MetricGroups, profile::groupOf(metric))
            - std::begin(profile::MetricGroups);
    });
    updateRows(std::move(rows),
        [](const ComputedMetric &a, const ComputedMetric &b) { return a.id == b.id; });
}

int MetricsModel::known() const
{
    return static_cast<int>(std::ranges::count_if(
        rows(), [](const ComputedMetric &metric) { return metric.value.has_value(); }));
}

} // namespace tosaic::views
