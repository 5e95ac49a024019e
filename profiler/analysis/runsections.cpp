// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analysis/runsections.h"

#include "profiler/analysis/metrics.h"

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

QString npuText(const Run &run)
{
    if (!run.npu || (run.npu->product.isEmpty() && !run.npu->macs))
        return NotKnown;
    const auto product = run.npu->product.isEmpty() ? u"Ethos-U (product not told)"_s
                                                    : u"Ethos-"_s + run.npu->product;
    return run.npu->macs ? u"%1, %2 MACs per cycle"_s.arg(product).arg(*run.npu->macs) : product;
}

QString metricText(const Metric &metric)
{
    if (metric.unit == u"%"_s)
        return formatShare(metric.value);
    if (metric.unit == u"s"_s)
        return formatDuration(metric.value);
    if (metric.unit == u"bytes"_s)
        return formatBytes(static_cast<quint64>(metric.value));
    if (metric.unit == u"bytes/s"_s)
        return formatBytes(static_cast<quint64>(metric.value)) + u"/s"_s;
    return formatCount(static_cast<quint64>(metric.value)) + u' ' + metric.unit;
}

FactList factsOf(const RunForReport &item)
{
    const auto &run = *item.run;
    FactList list;
    const auto add = [&list](const QString &name, const QString &value) {
        list.facts.push_back({ .name = name, .value = value });
    };
    add(u"Console"_s, item.name);
    add(u"Family"_s, familyName(run.family));
    add(u"Status"_s, statusName(run.status) + (run.isAbridged ? u" (abridged log)"_s : QString()));
    add(u"Origin"_s, originText(item.origin));
    add(u"Model"_s, item.belongsTo.isEmpty() ? u"Not attached to a model"_s : item.belongsTo);
    add(u"NPU"_s, npuText(run));
    add(u"Inferences"_s, count(run.inferences));
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
    return list;
}

Table countersOf(const Profile &profile, const QString &title, std::optional<Origin> origin)
{
    Table table{ .caption = title,
        .columns = { u"Counter"_s, u"Value"_s, u"Unit"_s, u"Share of cycles"_s, u"Origin"_s },
        .isNumeric = { false, true, false, true, false } };
    for (const auto &counter : profile.counters) {
        const auto share = shareOfCycles(profile, counter);
        table.rows.push_back({ counter.name + (counter.isDerived ? u" (computed)"_s : QString()),
            formatCount(counter.value), counter.unit.isEmpty() ? NotKnown : counter.unit,
            share ? formatShare(*share) : u"-"_s, originText(origin) });
    }
    return table;
}

std::optional<Table> metricsTable(const std::vector<Metric> &metrics)
{
    if (metrics.empty())
        return std::nullopt;
    Table table{ .caption = u"Derived values"_s,
        .columns = { u"Name"_s, u"Value"_s, u"Formula"_s },
        .isNumeric = { false, true, false } };
    for (const auto &metric : metrics)
        table.rows.push_back({ metric.name, metricText(metric), metric.formula });
    return table;
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
    auto context = contextOf(*item.run);
    context.clockHz = item.clockHz;
    context.origin = item.origin;
    int index = 0;
    for (const auto &profile : item.run->profiles) {
        ++index;
        const auto title = profile.label.isEmpty() ? u"Measurement %1"_s.arg(index) : profile.label;
        if (!profile.counters.empty())
            section.blocks.emplace_back(countersOf(profile, title, item.origin));
        if (profile.timeNs)
            section.blocks.emplace_back(FactList{ { { .name = u"Time of one inference"_s,
                .value = formatDuration(static_cast<double>(*profile.timeNs) / 1e9),
                .origin = originText(item.origin) } } });
        if (auto table = metricsTable(metricsOf(profile, context)))
            section.blocks.emplace_back(std::move(*table));
    }
    if (item.run->profiles.empty())
        section.blocks.emplace_back(report::Text{ u"The log holds no measurements."_s });
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
