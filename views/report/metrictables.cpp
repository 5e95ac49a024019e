// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/report/metrictables.h"

#include "profiler/analysis/metricgroups.h"
#include "profiler/analysis/timeunit.h"
#include "views/models/metricwords.h"
#include "views/models/runchangenames.h"
#include "views/models/runnames.h"
#include "views/report/reporttext.h"
#include "views/report/tablewriter.h"
#include "views/widgets/changewords.h"

#include <QLocale>

#include <algorithm>
#include <cmath>
#include <functional>
#include <ranges>
#include <set>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

using profile::ComputedMetric;
using profile::MergedCounter;
using profile::MergedRecord;

constexpr size_t MostOutliers = 5; ///< of a counter that are named
constexpr size_t MostNumbers = 16; ///< of measurements that are listed

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

/// Whole counts as they are; times of other units with the digits that tell repeats apart.
QString scaledText(double value, const profile::TimeUnit &unit)
{
    return unit.nanoseconds == 1 ? valueText(value)
                                 : QLocale().toString(value / unit.nanoseconds, 'f', 3);
}

/// "all", or the numbers of the measurements that counted it; of many how many they are.
QString measuredBy(const MergedCounter &counter, qsizetype measurements)
{
    if (counter.runs.size() == static_cast<size_t>(measurements))
        return ReportText::tr("all");
    std::set<size_t> runs(counter.runs.begin(), counter.runs.end());
    if (runs.size() == static_cast<size_t>(measurements))
        return ReportText::tr("all");
    if (runs.size() > MostNumbers)
        return ReportText::tr("%1 of %2")
            .arg(formatCount(runs.size()), formatCount(static_cast<quint64>(measurements)));
    QStringList numbers;
    for (const auto run : runs) // times of several inferences of one log are one measurement
        numbers << QString::number(run + 1);
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
        const auto unit = profile::shownUnit(counter.unit, spread.median);
        table.text(counter.unit.isEmpty() ? notKnownText() : unit.name);
        table.number(scaledText(spread.median, unit), spread.median / unit.nanoseconds);
        for (const auto value : { spread.lowerQuartile, spread.upperQuartile, spread.deviation,
                 spread.smallest, spread.largest }) {
            if (hasSpread)
                table.number(scaledText(value, unit), value / unit.nanoseconds);
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

/// "Time: 400 ns in kws.log #3"; of many the farthest.
QStringList outliersOf(const std::vector<MergedCounter> &counters, const QStringList &names)
{
    QStringList texts;
    for (const auto &counter : counters) {
        auto outliers = counter.spread.outliers;
        const auto distance
            = [&](size_t index) { return std::abs(counter.values[index] - counter.spread.median); };
        if (outliers.size() > MostOutliers)
            std::ranges::stable_sort(outliers, std::ranges::greater(), distance);
        for (const auto outlier : outliers | std::views::take(MostOutliers)) {
            const auto unit = profile::shownUnit(counter.unit, counter.values[outlier]);
            const auto value = u"%1 %2"_s.arg(scaledText(counter.values[outlier], unit), unit.name);
            const auto name = names.value(static_cast<qsizetype>(counter.runs[outlier]));
            texts << (name.isEmpty()
                    ? ReportText::tr("%1: %2").arg(counter.name, value)
                    : ReportText::tr("%1: %2 in %3").arg(counter.name, value, name));
        }
        if (outliers.size() > MostOutliers)
            texts << ReportText::tr("%1: %2 more, less far")
                         .arg(counter.name, formatCount(outliers.size() - MostOutliers));
    }
    return texts;
}

/// One row for all that lack the same.
void addTo(
    std::vector<std::pair<QString, QStringList>> &unknown, const QString &why, const QString &name)
{
    const auto found
        = std::ranges::find(unknown, why, [](const auto &entry) { return entry.first; });
    if (found == unknown.end())
        unknown.push_back({ why, { name } });
    else
        found->second << name;
}

void addUnknown(
    report::Section &section, const std::vector<std::pair<QString, QStringList>> &unknown)
{
    if (unknown.empty())
        return;
    TableWriter table(ReportText::tr("Metrics that are not known"));
    table.column(ReportText::tr("Why"));
    table.column(ReportText::tr("Metrics"));
    for (const auto &[why, names] : unknown) {
        table.text(why);
        table.text(names.join(u", "_s));
        table.endRow();
    }
    section.blocks.emplace_back(table.take());
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
    known.exactUnitColumn();
    std::vector<std::pair<QString, QStringList>> unknown; // why, and which
    for (const auto group : profile::MetricGroups) {
        for (const auto &metric : metrics) {
            if (profile::groupOf(metric) != group)
                continue;
            if (!metric.value) {
                addTo(unknown, whyNotWords(metric), computedMetricName(metric));
                continue;
            }
            known.text(computedMetricName(metric));
            const bool isShare = metric.unit == profile::MetricUnit::Share;
            known.number(metricValueText(metric), *metric.value * (isShare ? 100 : 1));
            known.text(metric.formula);
            known.text(profile::formulaWithNumbers(metric));
            known.text(originTagOf(context.origin));
            known.text(isShare ? u"%"_s : profile::unitKey(metric.unit));
            known.endRow();
        }
    }
    if (!known.isEmpty())
        section.blocks.emplace_back(known.take());
    addUnknown(section, unknown);
    if (const auto symbols = symbolSentence(metrics); !symbols.isEmpty())
        section.blocks.emplace_back(report::Text{ symbols });
}

void addSpread(report::Section &section, const MergedRecord &record, const QString &caption,
    bool isComplete, const QStringList &names)
{
    TableWriter table(caption);
    table.column(ofOneInferenceTitle());
    table.column(ReportText::tr("Unit"));
    for (const auto &title : { ReportText::tr("Median"), ReportText::tr("Lower quartile"),
             ReportText::tr("Upper quartile"), ReportText::tr("Median deviation"),
             ReportText::tr("Smallest"), ReportText::tr("Largest"), ReportText::tr("Values") })
        table.column(title, true);
    if (!names.isEmpty())
        table.column(ReportText::tr("Measured by"));
    table.column(ReportText::tr("Origin"));
    const auto origin = originTagOf(record.context.origin);
    QStringList outliers;
    for (const auto *counters : { &record.counters, &record.others }) {
        addRows(table, *counters, isComplete, origin, names.size());
        outliers += outliersOf(*counters, names);
    }
    if (table.isEmpty())
        return;
    section.blocks.emplace_back(table.take());
    if (!outliers.isEmpty())
        section.blocks.emplace_back(report::Text{
            ReportText::tr("Outliers, farther from the median than three standard deviations as "
                           "the median deviation tells them: %1.")
                .arg(outliers.join(u"; "_s)) });
}

} // namespace tosaic::views
