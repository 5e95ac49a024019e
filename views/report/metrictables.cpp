// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/report/metrictables.h"

#include "profiler/analysis/metricgroups.h"
#include "views/models/metricwords.h"
#include "views/report/reporttext.h"
#include "views/report/svgtext.h"
#include "views/report/tablewriter.h"
#include "views/widgets/changewords.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

using profile::ComputedMetric;
using profile::MergedCounter;
using profile::MergedRecord;

/// In the order in which the formulas need them.
QString symbolSentence(const std::vector<ComputedMetric> &metrics)
{
    QStringList meanings;
    for (const auto &metric : metrics) {
        for (const auto &input : metric.inputs) {
            const auto meaning = symbolMeaning(input.symbol);
            if (!meaning.isEmpty() && !meanings.contains(meaning))
                meanings << meaning;
        }
    }
    return meanings.isEmpty() ? QString()
                              : ReportText::tr("In the formulas: %1. Other names are counters.")
                                    .arg(meanings.join(u"; "_s));
}

/// "all", or the numbers of the measurements that counted it.
QString measuredBy(const MergedCounter &counter, qsizetype measurements)
{
    if (counter.runs.size() == static_cast<size_t>(measurements))
        return ReportText::tr("all");
    QStringList numbers;
    for (const auto run : counter.runs) {
        const auto number = QString::number(run + 1);
        if (!numbers.contains(number)) // times of several inferences of one log
            numbers << number;
    }
    return numbers.join(u", "_s);
}

void addRows(TableWriter &table, const std::vector<MergedCounter> &counters, bool isComplete,
    const QString &origin, qsizetype measurements)
{
    for (const auto &counter : counters) {
        const auto &spread = counter.spread;
        const bool hasSpread = spread.count > 1;
        if (!hasSpread && !isComplete)
            continue;
        table.text(
            counter.isDerived ? ReportText::tr("%1 (computed)").arg(counter.name) : counter.name);
        table.text(counter.unit.isEmpty() ? notKnownText() : counter.unit);
        table.count(spread.median);
        for (const auto value : { spread.lowerQuartile, spread.upperQuartile, spread.deviation,
                 spread.smallest, spread.largest }) {
            if (hasSpread)
                table.count(value);
            else
                table.text(u"\u2014"_s);
        }
        table.count(static_cast<double>(spread.count));
        if (measurements > 0)
            table.text(measuredBy(counter, measurements));
        table.text(origin);
        table.endRow();
    }
}

/// "Time: 400 ns in kws.log #3"
QStringList outliersOf(const std::vector<MergedCounter> &counters, const QStringList &names)
{
    QStringList texts;
    for (const auto &counter : counters) {
        for (const auto outlier : counter.spread.outliers) {
            const auto value = u"%1 %2"_s.arg(svg::count(counter.values[outlier]), counter.unit);
            const auto name = names.value(static_cast<qsizetype>(counter.runs[outlier]));
            texts << (name.isEmpty()
                    ? ReportText::tr("%1: %2").arg(counter.name, value)
                    : ReportText::tr("%1: %2 in %3").arg(counter.name, value, name));
        }
    }
    return texts;
}

} // namespace

void addMetrics(report::Section &section, const profile::Profile &profile,
    const profile::MetricContext &context)
{
    if (profile.counters.empty())
        return;
    const auto metrics = profile::computeMetrics(profile, context);
    TableWriter known(ReportText::tr("Metrics"));
    known.column(ReportText::tr("Name"));
    known.column(ReportText::tr("Value"), true);
    for (const auto &title :
        { ReportText::tr("Formula"), ReportText::tr("With numbers"), ReportText::tr("Origin") })
        known.column(title);
    TableWriter unknown(ReportText::tr("Metrics that are not known"));
    for (const auto &title :
        { ReportText::tr("Name"), ReportText::tr("Formula"), ReportText::tr("Why") })
        unknown.column(title);
    for (const auto group : profile::MetricGroups) {
        for (const auto &metric : metrics) {
            if (profile::groupOf(metric) != group)
                continue;
            auto &table = metric.value ? known : unknown;
            table.text(computedMetricName(metric));
            if (metric.value)
                table.number(metricValueText(metric), metric.value);
            table.text(metric.formula);
            table.text(metric.value ? profile::formulaWithNumbers(metric) : whyNotWords(metric));
            if (metric.value)
                table.text(originTagOf(context.origin));
            table.endRow();
        }
    }
    for (auto *table : { &known, &unknown }) {
        if (!table->isEmpty())
            section.blocks.emplace_back(table->take(metrics.size()));
    }
    if (const auto symbols = symbolSentence(metrics); !symbols.isEmpty())
        section.blocks.emplace_back(report::Text{ symbols });
}

void addSpread(report::Section &section, const MergedRecord &record, const QString &caption,
    bool isComplete, const QStringList &names)
{
    TableWriter table(caption);
    table.column(ReportText::tr("Of one inference"));
    table.column(ReportText::tr("Unit"));
    for (const auto &title : { ReportText::tr("Median"), ReportText::tr("Lower quartile"),
             ReportText::tr("Upper quartile"), ReportText::tr("Median deviation"),
             ReportText::tr("Smallest"), ReportText::tr("Largest"), ReportText::tr("Values") })
        table.column(title, true);
    if (!names.isEmpty())
        table.column(ReportText::tr("Measured by"));
    table.column(ReportText::tr("Origin"));
    const auto origin = originTagOf(record.conditions.origin);
    QStringList outliers;
    for (const auto *counters : { &record.counters, &record.others }) {
        addRows(table, *counters, isComplete, origin, names.size());
        outliers += outliersOf(*counters, names);
    }
    if (table.isEmpty())
        return;
    section.blocks.emplace_back(table.take(record.counters.size() + record.others.size()));
    if (!outliers.isEmpty())
        section.blocks.emplace_back(report::Text{
            ReportText::tr("Outliers, farther from the median than three standard deviations as "
                           "the median deviation tells them: %1.")
                .arg(outliers.join(u"; "_s)) });
}

} // namespace tosaic::views
