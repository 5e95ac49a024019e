// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/runs/metricsmodel.h"

#include "views/models/roles.h"
#include "views/runs/runwords.h"
#include "views/widgets/changewords.h"

#include <QCoreApplication>
#include <QFont>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

using profile::ComputedMetric;
using profile::FormulaInput;
using profile::MetricUnit;

QString translated(const char *text)
{
    return QCoreApplication::translate("Metrics", text);
}

QString numberText(double value)
{
    const auto isWhole = value == static_cast<double>(static_cast<qint64>(value));
    return QLocale().toString(value, 'f', isWhole ? 0 : value < 10 ? 3 : 1);
}

/// "A = 413,814 (NPU_ACTIVE)"
QString inputText(const FormulaInput &input)
{
    const auto value = input.value ? numberText(*input.value) : notKnownText();
    const auto text = u"%1 = %2"_s.arg(input.symbol, value);
    return input.formula.isEmpty() ? text : u"%1 (%2)"_s.arg(text, input.formula);
}

QString toolTipOf(const ComputedMetric &metric)
{
    QStringList lines{ computedMetricName(metric),
        u"%1 = %2"_s.arg(metricValueText(metric), metric.formula) };
    for (const auto &input : metric.inputs) {
        const auto meaning = symbolMeaning(input.symbol);
        lines.append(
            meaning.isEmpty() ? inputText(input) : u"%1 – %2"_s.arg(inputText(input), meaning));
    }
    if (!metric.value)
        lines.append(whyNotWords(metric));
    return lines.join(u'\n');
}

} // namespace

void MetricsModel::set(const std::vector<ComputedMetric> &metrics)
{
    std::vector<MetricRow> rows;
    for (const auto group : profile::MetricGroups) {
        const auto first = rows.size();
        for (const auto &metric : metrics) {
            if (profile::groupOf(metric) == group)
                rows.push_back({ {}, metric });
        }
        if (rows.size() > first)
            rows.insert(rows.begin() + static_cast<std::ptrdiff_t>(first),
                MetricRow{ translated(profile::groupName(group)), {} });
    }
    updateRows(std::move(rows), [](const MetricRow &a, const MetricRow &b) {
        return a.group == b.group && a.metric.id == b.metric.id;
    });
}

int MetricsModel::known() const
{
    return static_cast<int>(std::ranges::count_if(
        rows(), [](const MetricRow &row) { return row.metric.value.has_value(); }));
}

int MetricsModel::total() const
{
    return static_cast<int>(
        std::ranges::count_if(rows(), [](const MetricRow &row) { return !row.isTitle(); }));
}

Qt::ItemFlags MetricsModel::flags(const QModelIndex &index) const
{
    const auto all = TableModel::flags(index);
    if (!index.isValid() || !rows()[static_cast<size_t>(index.row())].isTitle())
        return all;
    return Qt::ItemIsEnabled;
}

QVariant MetricsModel::header(int column, int role) const
{
    if (role == Qt::TextAlignmentRole)
        return QVariant(
            Qt::AlignVCenter | (column == ValueColumn ? Qt::AlignRight : Qt::AlignLeft));
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case NameColumn:
        return tr("Metric");
    case ValueColumn:
        return tr("Value");
    case UnitColumn:
        return tr("Unit");
    case OriginColumn:
        return tr("Origin");
    case FormulaColumn:
        return tr("Formula");
    case NumbersColumn:
        return tr("With numbers");
    default:
        return tr("Inputs, or why it is not known");
    }
}

QVariant MetricsModel::title(const MetricRow &row, int column, int role) const
{
    if (role == Qt::DisplayRole && column == NameColumn)
        return row.group;
    if (role == Qt::FontRole) {
        QFont bold;
        bold.setWeight(QFont::DemiBold);
        return bold;
    }
    return {};
}

QString MetricsModel::text(const ComputedMetric &metric, int column) const
{
    switch (column) {
    case NameColumn:
        return computedMetricName(metric);
    case ValueColumn:
        return metricValueText(metric);
    case UnitColumn:
        return profile::unitKey(metric.unit);
    case OriginColumn:
        return originWord(metric.origin);
    case FormulaColumn:
        return metric.formula;
    case NumbersColumn:
        return metric.value ? profile::formulaWithNumbers(metric) : u"–"_s;
    default:
        break;
    }
    if (!metric.value)
        return whyNotWords(metric);
    QStringList inputs;
    for (const auto &input : metric.inputs)
        inputs.append(inputText(input));
    return inputs.join(u"; "_s);
}

QVariant MetricsModel::cell(const MetricRow &row, int column, int role) const
{
    if (row.isTitle())
        return title(row, column, role);
    switch (role) {
    case Qt::DisplayRole:
        return text(row.metric, column);
    case Qt::ToolTipRole:
        return toolTipOf(row.metric);
    case Qt::TextAlignmentRole:
        return header(column, role);
    case ValueRole:
        return column == ValueColumn && row.metric.value ? QVariant(*row.metric.value) : QVariant();
    case OriginRole:
        return row.metric.origin ? originTag(*row.metric.origin) : QString();
    case IdRole:
        return row.metric.id;
    default:
        return {};
    }
}

} // namespace tosaic::views
