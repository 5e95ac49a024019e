// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analysis/runsections.h"

#include "profiler/analysis/counterdoubts.h"
#include "profiler/analysis/metricgroups.h"
#include "profiler/analysis/runmerge.h"

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

using report::FactList;
using report::Table;

const QString NotKnown = u"Not known"_s;

QString originText(std::optional<Origin> origin)
{
    return origin ? originTag(*origin) : u"origin not stated"_s;
}

QString count(const std::optional<quint64> &value)
{
    return value ? formatCount(*value) : NotKnown;
}

QString npuText(const RunForReport &item)
{
    const auto &run = *item.run;
    if ((!run.npu || run.npu->product.isEmpty()) && !item.product.isEmpty()) {
        const auto stated = u"Ethos-%1 (stated)"_s.arg(item.product);
        return item.npuMacs ? u"%1, %2 MACs per cycle"_s.arg(stated).arg(*item.npuMacs) : stated;
    }
    if (!run.npu || (run.npu->product.isEmpty() && !run.npu->macs))
        return NotKnown;
    const auto product = run.npu->product.isEmpty() ? u"Ethos-U (product not told)"_s
                                                    : u"Ethos-"_s + run.npu->product;
    return run.npu->macs ? u"%1, %2 MACs per cycle"_s.arg(product).arg(*run.npu->macs) : product;
}

FactList factsOf(const RunForReport &item)
{
    const auto &run = *item.run;
    FactList list;
    const auto add = [&list](const QString &name, const QString &value) {
        list.facts.push_back({ .name = name, .value = value });
    };
    const bool isConsole = item.kind == "console"_L1;
    add(isConsole ? u"Console"_s : u"File"_s, item.name);
    if (isConsole)
        add(u"Family"_s, familyName(run.family));
    else
        add(u"Kind"_s, item.kind);
    if (isConsole)
        add(u"Status"_s,
            statusName(run.status) + (run.isAbridged ? u" (abridged log)"_s : QString()));
    add(u"Origin"_s, originText(item.origin));
    add(u"Model"_s, item.belongsTo.isEmpty() ? u"Not attached to a model"_s : item.belongsTo);
    if (isConsole) {
        add(u"NPU"_s, npuText(item));
        add(u"Inferences"_s, count(run.inferences));
    }
    if (item.clockHz)
        add(u"NPU clock"_s, formatCount(*item.clockHz) + u" Hz (stated by the user)"_s);
    if (run.cpuClockHz)
        add(u"CPU clock"_s, formatCount(*run.cpuClockHz) + u" Hz"_s);
    if (run.memory.plannedBytes)
        add(u"Planned buffers"_s, formatBytes(*run.memory.plannedBytes));
    if (run.memory.arenaBytes)
        add(u"Tensor arena used"_s, formatBytes(*run.memory.arenaBytes));
    if (!item.sha256.isEmpty())
        add(u"SHA-256"_s, item.sha256);
    for (const auto &[name, value] : item.conditions)
        add(name, value);
    return list;
}

MetricContext contextOf(const RunForReport &item)
{
    auto context = contextOf(*item.run);
    if (context.product.isEmpty())
        context.product = item.product;
    if (!context.npuMacs)
        context.npuMacs = item.npuMacs;
    context.modelMacs = item.modelMacs;
    context.clockHz = item.clockHz;
    context.origin = item.origin;
    return context;
}

/// A counter that cannot be used is marked.
Table countersOf(const Profile &profile, const QString &title, const MetricContext &context)
{
    Table table{ .caption = title,
        .columns = { u"Counter"_s, u"Value"_s, u"Unit"_s, u"Share of cycles"_s, u"Origin"_s },
        .isNumeric = { false, true, false, true, false } };
    const auto doubts = counterDoubts(profile, context);
    if (!doubts.empty()) {
        table.columns << u"Remark"_s;
        table.isNumeric.push_back(false);
    }
    for (const auto &counter : profile.counters) {
        const auto share = shareOfCycles(profile, counter, context);
        QStringList row{ counter.name + (counter.isDerived ? u" (computed)"_s : QString()),
            formatCount(counter.value), counter.unit.isEmpty() ? NotKnown : counter.unit,
            share ? formatShare(*share) : u"-"_s, originText(context.origin) };
        const auto doubt = std::ranges::find(doubts, counter.name, &CounterDoubt::counter);
        if (doubt != doubts.end())
            row << QString::fromUtf8(doubt->text).arg(counter.name);
        else if (!doubts.empty())
            row << QString();
        table.rows.push_back(std::move(row));
    }
    return table;
}

QString nameOf(const ComputedMetric &metric)
{
    const auto name = QString::fromUtf8(metric.name);
    return metric.subject.isEmpty() ? name : u"%1: %2"_s.arg(name, metric.subject);
}

/// What has a value, then why the rest has none. The same numbers as `metrics` and the window.
void addMetrics(report::Section &section, const Profile &profile, const MetricContext &context)
{
    if (profile.counters.empty())
        return;
    const auto metrics = computeMetrics(profile, context);
    Table known{ .caption = u"Metrics"_s,
        .columns = { u"Name"_s, u"Value"_s, u"Formula"_s, u"With numbers"_s, u"Origin"_s },
        .isNumeric = { false, true, false, false, false } };
    Table unknown{ .caption = u"Metrics that are not known"_s,
        .columns = { u"Name"_s, u"Formula"_s, u"Why"_s },
        .isNumeric = { false, false, false } };
    for (const auto group : MetricGroups) {
        for (const auto &metric : metrics) {
            if (groupOf(metric) != group)
                continue;
            if (!metric.value) {
                unknown.rows.push_back({ nameOf(metric), metric.formula, whyNotText(metric) });
                continue;
            }
            known.rows.push_back({ nameOf(metric), metricText(metric), metric.formula,
                formulaWithNumbers(metric), originText(context.origin) });
            known.numbers.push_back({ {}, metric.value, {}, {}, {} });
        }
    }
    if (!known.rows.empty())
        section.blocks.emplace_back(std::move(known));
    if (!unknown.rows.empty())
        section.blocks.emplace_back(std::move(unknown));
}

void addSpreadRows(Table &table, const std::vector<MergedCounter> &counters, const QString &origin)
{
    const auto number = [](double value) {
        return QLocale().toString(value, 'f', value == std::floor(value) ? 0 : 1);
    };
    for (const auto &counter : counters) {
        const auto &spread = counter.spread;
        if (spread.count < 2)
            continue;
        table.rows.push_back({ counter.name, counter.unit.isEmpty() ? NotKnown : counter.unit,
            number(spread.median), number(spread.lowerQuartile), number(spread.upperQuartile),
            number(spread.deviation), number(spread.smallest), number(spread.largest),
            QString::number(spread.count), origin });
        table.numbers.push_back(
            { {}, {}, spread.median, spread.lowerQuartile, spread.upperQuartile, spread.deviation,
                spread.smallest, spread.largest, static_cast<double>(spread.count), {} });
    }
}

/// Of measurements of the same thing, per inference; absent if nothing was measured twice.
std::optional<Table> spreadTable(
    const std::vector<MeasuredRun> &repeats, const QString &caption, const QString &origin)
{
    const auto merged = mergeRuns(repeats);
    if (!merged)
        return std::nullopt;
    Table table{ .caption = caption,
        .columns
        = { u"Of one inference"_s, u"Unit"_s, u"Median"_s, u"Lower quartile"_s, u"Upper quartile"_s,
            u"Median deviation"_s, u"Smallest"_s, u"Largest"_s, u"Values"_s, u"Origin"_s },
        .isNumeric = { false, false, true, true, true, true, true, true, true, false } };
    addSpreadRows(table, merged->counters, origin);
    addSpreadRows(table, merged->others, origin);
    return table.rows.empty() ? std::nullopt : std::optional(std::move(table));
}

/// Returns whether the times of the measurements stand in a table of their spread.
bool addSpreads(report::Section &section, const RunForReport &item)
{
    std::vector<std::pair<QString, std::vector<MeasuredRun>>> groups;
    for (auto &one : measurementsOf(item.name, *item.run, { .origin = item.origin })) {
        const auto &label = one.profile.label;
        auto place = std::ranges::find(groups, label, &decltype(groups)::value_type::first);
        if (place == groups.end())
            place = groups.insert(place, { label, {} });
        place->second.push_back(std::move(one));
    }
    bool areAllTold = !groups.empty();
    for (const auto &[label, repeats] : groups) {
        const auto caption = label.isEmpty() ? u"Spread of the repeats"_s
                                             : u"Spread of the repeats: %1"_s.arg(label);
        auto table = spreadTable(repeats, caption, originText(item.origin));
        const auto hasTime = table && std::ranges::any_of(table->rows, [](const QStringList &row) {
            return row.first() == u"Time"_s;
        });
        areAllTold = areAllTold && hasTime;
        if (table)
            section.blocks.emplace_back(std::move(*table));
    }
    return areAllTold;
}

Table errorsOf(const Run &run)
{
    Table table{ .caption = u"Errors in the log"_s,
        .columns = { u"Line"_s, u"Code"_s, u"Text"_s },
        .isNumeric = { true, false, false } };
    for (const auto &error : run.errors)
        table.rows.push_back({ QString::number(error.line), error.code, error.text });
    return table;
}

report::Section sectionOf(const RunForReport &item)
{
    report::Section section{ .title = u"Run: "_s + item.name };
    section.blocks.emplace_back(factsOf(item));
    const auto context = contextOf(item);
    const bool areTimesTold = addSpreads(section, item);
    int index = 0;
    for (const auto &profile : item.run->profiles) {
        ++index;
        const auto title = profile.label.isEmpty() ? u"Measurement %1"_s.arg(index) : profile.label;
        if (!profile.counters.empty())
            section.blocks.emplace_back(countersOf(profile, title, context));
        if (profile.timeNs && !areTimesTold)
            section.blocks.emplace_back(FactList{ { { .name = u"Time of one inference"_s,
                .value = formatDuration(static_cast<double>(*profile.timeNs) / 1e9),
                .origin = originText(item.origin) } } });
        addMetrics(section, profile, context);
    }
    if (item.run->profiles.empty())
        section.blocks.emplace_back(report::Text{ item.kind == "console"_L1
                ? u"The log holds no measurements."_s
                : u"The file holds no counters of the whole run: its numbers are those of single "
                  u"operators."_s });
    if (!item.run->errors.empty())
        section.blocks.emplace_back(errorsOf(*item.run));
    return section;
}

} // namespace

std::vector<report::Section> runSections(const std::vector<RunForReport> &runs)
{
    std::vector<report::Section> sections;
    for (const auto &item : runs) {
        if (item.run)
            sections.push_back(sectionOf(item));
    }
    return sections;
}

} // namespace tosaic::profile
