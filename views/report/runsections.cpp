// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/report/runsections.h"

#include "profiler/analysis/counterdoubts.h"
#include "profiler/analysis/runmerge.h"
#include "views/models/runnames.h"
#include "views/report/metrictables.h"
#include "views/report/reporttext.h"
#include "views/report/tablewriter.h"
#include "views/widgets/changewords.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

using profile::MeasuredRun;
using report::FactList;
using report::Table;

QString count(const std::optional<quint64> &value)
{
    return value ? formatCount(*value) : notKnownText();
}

QString npuText(const RunForReport &item)
{
    const auto &npu = item.run->npu;
    const auto withMacs = [](const QString &name, const std::optional<quint32> &macs) {
        return macs ? ReportText::tr("%1, %2 MACs per cycle").arg(name).arg(*macs) : name;
    };
    if ((!npu || npu->product.isEmpty()) && !item.product.isEmpty())
        return withMacs(ReportText::tr("Ethos-%1 (stated)").arg(item.product), item.npuMacs);
    if (!npu || (npu->product.isEmpty() && !npu->macs))
        return notKnownText();
    return withMacs(npu->product.isEmpty() ? ReportText::tr("Ethos-U (product not told)")
                                           : u"Ethos-"_s + npu->product,
        npu->macs);
}

FactList factsOf(const RunForReport &item)
{
    const auto &run = *item.run;
    FactList list;
    const auto add = [&list](const QString &name, const QString &value) {
        list.facts.push_back({ .name = name, .value = value });
    };
    const bool isConsole = item.kind == "console"_L1;
    add(isConsole ? ReportText::tr("Console") : ReportText::tr("File"), item.name);
    if (isConsole) {
        add(ReportText::tr("Family"), familyWord(run.family));
        const auto status = statusWord(run.status);
        add(ReportText::tr("Status"),
            run.isAbridged ? ReportText::tr("%1 (abridged log)").arg(status) : status);
    } else {
        add(ReportText::tr("Kind"), kindWord(item.kind));
    }
    add(ReportText::tr("Origin"), originTagOf(item.origin));
    add(ReportText::tr("Model"),
        item.belongsTo.isEmpty() ? ReportText::tr("Not attached to a model") : item.belongsTo);
    if (isConsole) {
        add(ReportText::tr("NPU"), npuText(item));
        add(ReportText::tr("Inferences"), count(run.inferences));
    }
    if (item.clockHz)
        add(ReportText::tr("NPU clock"),
            ReportText::tr("%1 Hz (stated by the user)").arg(formatCount(*item.clockHz)));
    if (run.cpuClockHz)
        add(ReportText::tr("CPU clock"), ReportText::tr("%1 Hz").arg(formatCount(*run.cpuClockHz)));
    if (run.memory.plannedBytes)
        add(ReportText::tr("Planned buffers"), formatBytes(*run.memory.plannedBytes));
    if (run.memory.arenaBytes)
        add(ReportText::tr("Tensor arena used"), formatBytes(*run.memory.arenaBytes));
    if (!item.sha256.isEmpty())
        add(ReportText::tr("SHA-256"), item.sha256);
    for (const auto &[name, value] : item.conditions)
        add(name, value);
    return list;
}

profile::MetricContext contextOf(const RunForReport &item)
{
    auto context = profile::contextOf(*item.run);
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
Table countersOf(
    const profile::Profile &profile, const QString &title, const profile::MetricContext &context)
{
    const auto doubts = profile::counterDoubts(profile, context);
    TableWriter table(title);
    table.column(ReportText::tr("Counter"));
    table.column(ReportText::tr("Value"), true);
    table.column(ReportText::tr("Unit"));
    table.column(ReportText::tr("Share of cycles"), true);
    table.column(ReportText::tr("Origin"));
    if (!doubts.empty())
        table.column(ReportText::tr("Remark"));
    for (const auto &counter : profile.counters) {
        const auto share = profile::shareOfCycles(profile, counter, context);
        table.text(
            counter.isDerived ? ReportText::tr("%1 (computed)").arg(counter.name) : counter.name);
        table.number(formatCount(counter.value), static_cast<double>(counter.value));
        table.text(counter.unit.isEmpty() ? notKnownText() : counter.unit);
        table.number(share ? shareWord(*share) : u"\u2014"_s,
            share ? std::optional(*share * 100) : std::nullopt);
        table.text(originTagOf(context.origin));
        const auto doubt = std::ranges::find(doubts, counter.name, &profile::CounterDoubt::counter);
        if (!doubts.empty())
            table.text(doubt == doubts.end() ? QString() : doubtWords(doubt->text, counter.name));
        table.endRow();
    }
    return table.take(profile.counters.size());
}

/// Returns whether the times of the measurements stand in a table of their spread.
bool addSpreads(report::Section &section, const RunForReport &item)
{
    std::vector<std::pair<QString, std::vector<MeasuredRun>>> groups;
    for (auto &one : profile::measurementsOf(item.name, *item.run, { .origin = item.origin })) {
        const auto &label = one.profile.label;
        auto place = std::ranges::find(groups, label, &decltype(groups)::value_type::first);
        if (place == groups.end())
            place = groups.insert(place, { label, {} });
        place->second.push_back(std::move(one));
    }
    bool areAllTold = !groups.empty();
    for (const auto &[label, repeats] : groups) {
        const auto merged = profile::mergeRuns(repeats);
        if (!merged)
            return false;
        addSpread(section, *merged,
            label.isEmpty() ? ReportText::tr("Spread of the repeats")
                            : ReportText::tr("Spread of the repeats: %1").arg(label),
            false);
        areAllTold = areAllTold
            && std::ranges::any_of(merged->others, [](const profile::MergedCounter &other) {
                   return other.unit == "ns"_L1 && other.spread.count > 1;
               });
    }
    return areAllTold;
}

Table errorsOf(const profile::Run &run)
{
    TableWriter table(ReportText::tr("Errors in the log"));
    table.column(ReportText::tr("Line"), true);
    table.column(ReportText::tr("Code"));
    table.column(ReportText::tr("Text"));
    for (const auto &error : run.errors) {
        table.number(QString::number(error.line), static_cast<double>(error.line));
        table.text(error.code.isEmpty() ? u"\u2014"_s : error.code);
        table.text(error.text);
        table.endRow();
    }
    return table.take(run.errors.size());
}

report::Section sectionOf(const RunForReport &item)
{
    report::Section section{ .title = ReportText::tr("Run: %1").arg(item.name) };
    section.blocks.emplace_back(factsOf(item));
    const auto context = contextOf(item);
    const bool areTimesTold = addSpreads(section, item);
    int index = 0;
    for (const auto &profile : item.run->profiles) {
        if (!profile.counters.empty())
            section.blocks.emplace_back(countersOf(profile, profileTitle(profile, index), context));
        ++index;
        if (profile.timeNs && !areTimesTold)
            section.blocks.emplace_back(
                FactList{ { { .name = ReportText::tr("Time of one inference"),
                    .value = formatDuration(static_cast<double>(*profile.timeNs) / 1e9),
                    .origin = originTagOf(item.origin) } } });
        addMetrics(section, profile, context);
    }
    if (item.run->profiles.empty())
        section.blocks.emplace_back(report::Text{ item.kind == "console"_L1
                ? ReportText::tr("The log holds no measurements.")
                : ReportText::tr("The file holds no counters of the whole run: its numbers are "
                                 "those of single operators.") });
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

} // namespace tosaic::views
