// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/report/runsections.h"

#include "core/base/median.h"
#include "core/base/units.h"
#include "profiler/analysis/counterdoubts.h"
#include "profiler/analysis/metrics.h"
#include "profiler/analysis/ranktest.h"
#include "profiler/analysis/runmerge.h"
#include "profiler/imports/comparableruns.h"
#include "views/models/runchangenames.h"
#include "views/models/runnames.h"
#include "views/report/metrictables.h"
#include "views/report/reporttext.h"
#include "views/report/runcomparisonsections.h"
#include "views/report/tablewriter.h"
#include "views/widgets/changewords.h"

#include <algorithm>
#include <map>
#include <span>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

using profile::Condition;
using profile::Measurement;
using report::FactList;
using report::Section;
using report::Table;

/// More of one log are told by their spread: nobody reads them one by one.
constexpr size_t MostMeasurements = 16;
/// Further kinds of measurements of a log, and further runs, are a line of a table each.
constexpr size_t MostKinds = 20;
constexpr size_t MostRuns = 30;

QString count(const std::optional<quint64> &value)
{
    return value ? formatCount(*value) : notKnownText();
}

QString npuText(const profile::KnownFacts &facts, const profile::ProgramFacts *program)
{
    const auto &known = facts.values;
    if (known.product.isEmpty() && !known.npuMacs)
        return notKnownText();
    auto product = known.product.isEmpty() ? ReportText::tr("Ethos-U (product not told)")
                                           : u"Ethos-"_s + known.product;
    if (facts.product == profile::FactSource::User || facts.product == profile::FactSource::Target)
        product = ReportText::tr("%1 (stated)").arg(product);
    else if (facts.product == profile::FactSource::Program && program)
        product = ReportText::tr("%1 (from %2)").arg(product, program->name);
    return known.npuMacs ? ReportText::tr("%1, %2 MACs per cycle").arg(product).arg(*known.npuMacs)
                         : product;
}

/// In a reader's words; what the report says elsewhere of a run is left out.
std::vector<std::pair<QString, QString>> conditionFacts(const profile::MeasuredRun &run)
{
    const auto conditions = profile::conditionsOf(run);
    std::vector<std::pair<QString, QString>> facts;
    for (const auto condition : { Condition::Mode, Condition::Target, Condition::Tools,
             Condition::Spec, Condition::Events, Condition::Artefacts }) {
        const auto found = conditions.find(condition);
        if (found != conditions.end())
            facts.emplace_back(conditionWord(condition),
                condition == Condition::Mode ? modeText(found->second) : found->second);
    }
    return facts;
}

/// What the log itself tells.
void addLogFacts(FactList &list, const ReportedRun &item, const profile::KnownFacts &known)
{
    const auto &run = *item.run->run;
    const auto add = [&list](const QString &name, const QString &value) {
        list.facts.push_back({ .name = name, .value = value });
    };
    if (item.run->isConsole()) {
        add(ReportText::tr("NPU"), npuText(known, item.program));
        add(ReportText::tr("Inferences"), count(run.inferences));
    }
    if (known.values.modelMacs)
        add(ReportText::tr("MACs of one inference"), formatCount(*known.values.modelMacs));
    if (run.npuClockHz)
        add(ReportText::tr("NPU clock"), formatClock(static_cast<double>(*run.npuClockHz)));
    else if (item.run->clockHz)
        add(ReportText::tr("NPU clock"),
            ReportText::tr("%1 (stated by the user)")
                .arg(formatClock(static_cast<double>(*item.run->clockHz))));
    if (run.cpuClockHz)
        add(ReportText::tr("CPU clock"), formatClock(static_cast<double>(*run.cpuClockHz)));
    if (run.memory.plannedBytes)
        add(ReportText::tr("Planned buffers"), formatBytes(*run.memory.plannedBytes));
    if (run.memory.arenaBytes)
        add(ReportText::tr("Tensor arena used"), formatBytes(*run.memory.arenaBytes));
    for (const auto &diagnostic : run.diagnostics) {
        if (diagnostic.id == "log.limit"_L1)
            add(ReportText::tr("Not kept of the log"), diagnostic.text);
    }
}

FactList factsOf(const ReportedRun &item, const profile::KnownFacts &known)
{
    const auto &measured = *item.run;
    const auto &run = *measured.run;
    FactList list;
    const auto add = [&list](const QString &name, const QString &value) {
        list.facts.push_back({ .name = name, .value = value });
    };
    const bool isConsole = measured.isConsole();
    add(isConsole ? ReportText::tr("Console") : ReportText::tr("File"), item.title);
    if (isConsole) {
        add(ReportText::tr("Family"), familyWord(run.family));
        const auto status = statusWord(run.status);
        add(ReportText::tr("Status"),
            run.isAbridged ? ReportText::tr("%1 (abridged log)").arg(status) : status);
    } else {
        add(ReportText::tr("Kind"), kindWord(measured.kind));
    }
    add(ReportText::tr("Origin"), originTagOf(measured.origin));
    add(ReportText::tr("Model"),
        item.belongsTo.isEmpty() ? ReportText::tr("Not attached to a model") : item.belongsTo);
    addLogFacts(list, item, known);
    if (!measured.sha256.isEmpty())
        add(ReportText::tr("SHA-256"), measured.sha256);
    for (const auto &[name, value] : conditionFacts(measured))
        add(name, value);
    return list;
}

/// A counter that cannot be used is marked; of sums it is told what one inference has of them.
Table countersOf(
    const profile::Profile &profile, const QString &title, const profile::MetricContext &context)
{
    const auto doubts = profile::counterDoubts(profile, context);
    TableWriter table(title);
    table.column(ReportText::tr("Counter"));
    const auto summed = profile::summedInferences(profile, context.areSums);
    table.column(counterValueTitle(summed), true);
    if (summed && *summed > 1)
        table.column(ofOneInferenceTitle(), true);
    table.column(ReportText::tr("Unit"));
    table.shareColumn(ReportText::tr("Share of cycles"));
    table.column(ReportText::tr("Origin"));
    if (!doubts.empty())
        table.column(ReportText::tr("Remark"));
    for (const auto &counter : profile.counters) {
        const auto share = profile::shareOfCycles(profile, counter, context);
        table.text(
            counter.isDerived ? ReportText::tr("%1 (computed)").arg(counter.name) : counter.name);
        const auto value = static_cast<double>(counter.value);
        table.number(formatCount(counter.value), value);
        if (summed && *summed > 1) {
            const auto one = value / static_cast<double>(*summed);
            table.number(ofOneInferenceText(one), one);
        }
        table.text(counter.unit.isEmpty() ? notKnownText() : counter.unit);
        table.number(share ? formatShare(*share) : u"\u2014"_s,
            share ? std::optional(*share * 100) : std::nullopt);
        table.text(originTagOf(context.origin));
        const auto doubt = std::ranges::find(doubts, counter.name, &profile::CounterDoubt::counter);
        if (!doubts.empty())
            table.text(doubt == doubts.end() ? QString() : doubtWords(doubt->text, counter.name));
        table.endRow();
    }
    return table.take();
}

/// Repeats of the same measurement.
using Repeats = std::pair<QString, std::vector<Measurement>>;

std::vector<Repeats> repeatsOf(const ReportedRun &item)
{
    std::vector<Repeats> groups;
    std::map<QString, size_t> places;
    for (auto &one : profile::measurementsOf(*item.run, item.attached(), item.title)) {
        const auto label = one.profile.label;
        const auto place = places.try_emplace(label, groups.size()).first->second;
        if (place == groups.size())
            groups.push_back({ label, {} });
        groups[place].second.push_back(std::move(one));
    }
    return groups;
}

/// What is not told in full: cycles and time by their medians.
Table restOf(std::span<const Repeats> kinds)
{
    TableWriter table(ReportText::tr("%Ln more kind(s) of measurements, by their medians", nullptr,
        static_cast<int>(kinds.size())));
    table.column(ReportText::tr("Measurement"));
    table.column(ReportText::tr("Repeats"), true);
    table.column(ReportText::tr("Cycles"), true, u"cycles"_s);
    table.column(ReportText::tr("Time"), true, u"ns"_s);
    for (const auto &[label, repeats] : kinds) {
        std::vector<double> cycles;
        std::vector<double> times;
        for (const auto &one : repeats) {
            if (const auto *counter = one.profile.counter(u"CYCLE_COUNTER"_s))
                cycles.push_back(static_cast<double>(counter->value));
            if (one.profile.timeNs)
                times.push_back(static_cast<double>(*one.profile.timeNs));
        }
        table.text(label);
        table.whole(repeats.size());
        table.cycles(cycles.empty() ? std::nullopt : std::optional(medianOf(cycles)));
        const auto time = times.empty() ? std::nullopt : std::optional(medianOf(times));
        table.number(time ? formatDuration(*time / 1e9) : notKnownText(), time);
        table.endRow();
    }
    return table.take(ReadRows);
}

/// Returns whether the times of the measurements stand in a table of their spread.
bool addSpreads(Section &section, std::span<const Repeats> groups, bool areMany)
{
    bool areAllTold = !groups.empty();
    for (const auto &[label, repeats] : groups) {
        const auto merged = profile::mergeRuns(repeats);
        if (!merged)
            return false;
        addSpread(section, *merged,
            label.isEmpty() ? ReportText::tr("Spread of the repeats")
                            : ReportText::tr("Spread of the repeats: %1").arg(label),
            areMany);
        if (areMany)
            addMetrics(section, merged->profile(), merged->context);
        areAllTold = areAllTold
            && std::ranges::any_of(merged->others, [](const profile::MergedCounter &other) {
                   return other.unit == "ns"_L1 && other.spread.count > 1;
               });
    }
    return areAllTold;
}

/// Each measurement with its counters and metrics.
void addMeasurements(Section &section, const ReportedRun &item,
    const profile::MetricContext &context, bool areTimesTold)
{
    int index = 0;
    for (const auto &profile : item.run->run->profiles) {
        if (!profile.counters.empty())
            section.blocks.emplace_back(countersOf(profile, profileTitle(profile, index), context));
        ++index;
        if (profile.timeNs && !areTimesTold)
            section.blocks.emplace_back(
                FactList{ { { .name = ReportText::tr("Time of one inference"),
                    .value = formatDuration(static_cast<double>(*profile.timeNs) / 1e9),
                    .origin = originTagOf(item.run->origin) } } });
        addMetrics(section, profile, context);
    }
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
    return table.take();
}

Section sectionOf(const ReportedRun &item)
{
    Section section{ .title = ReportText::tr("Run: %1").arg(item.title) };
    const auto known = profile::knownFactsOf(*item.run, item.attached());
    section.blocks.emplace_back(factsOf(item, known));
    const auto &run = *item.run->run;
    const bool areMany = run.profiles.size() > MostMeasurements;
    if (areMany)
        section.blocks.emplace_back(report::Text{
            ReportText::tr("The log holds %1 measurements. The tables tell their spread, and the "
                           "metrics of the medians; single ones are not listed here.")
                .arg(formatCount(run.profiles.size())) });
    const auto kinds = repeatsOf(item);
    const auto told = std::min(kinds.size(), areMany ? MostKinds : kinds.size());
    const bool areTimesTold = addSpreads(section, std::span(kinds).first(told), areMany);
    if (told < kinds.size())
        section.blocks.emplace_back(restOf(std::span(kinds).subspan(told)));
    if (!areMany)
        addMeasurements(section, item, known.values, areTimesTold);
    if (run.profiles.empty())
        section.blocks.emplace_back(report::Text{ item.run->isConsole()
                ? ReportText::tr("The log holds no measurements.")
                : ReportText::tr("The file holds no counters of the whole run: its numbers are "
                                 "those of single operators.") });
    if (!run.errors.empty())
        section.blocks.emplace_back(errorsOf(run));
    return section;
}

/// Of many runs those that have no section of their own.
Section otherRuns(const std::vector<const ReportedRun *> &runs)
{
    TableWriter table;
    table.column(ReportText::tr("Run"));
    table.column(ReportText::tr("Origin"));
    table.column(ReportText::tr("Measurements"), true);
    table.column(ReportText::tr("SHA-256"));
    for (const auto *item : runs) {
        table.text(item->title);
        table.text(originTagOf(item->run->origin));
        table.whole(item->run->run->profiles.size());
        table.text(item->run->sha256);
        table.endRow();
    }
    return { .title = ReportText::tr("Further runs"),
        .blocks = { report::Text{ ReportText::tr(
                        "%n run(s) have no section of their own; where conditions agree, their "
                        "measurements are in the merged record.",
                        nullptr, static_cast<int>(runs.size())) },
            table.take(ReadRows) } };
}

/// Everything a console says is told by the record that it was merged into.
bool isToldByRecord(const ReportedRun &item)
{
    return item.isMerged && item.run->run->profiles.size() == 1 && item.run->run->errors.empty();
}

/// Of the one measurement of such a run.
std::optional<quint64> inferencesOf(const ReportedRun &item)
{
    return profile::summedInferences(item.run->run->profiles.front(),
        profile::knownFactsOf(*item.run, item.attached()).values.areSums);
}

/// What each of the runs counted; if these are sums, of how many inferences, too.
Table repeatCounters(const std::vector<const ReportedRun *> &runs)
{
    const bool haveSums
        = std::ranges::any_of(runs, [](const auto *item) { return inferencesOf(*item) != 1; });
    TableWriter table(ReportText::tr("What each of them counted"));
    table.columns({ ReportText::tr("Run"), ReportText::tr("Counter") });
    table.column(ReportText::tr("Value"), true);
    if (haveSums) {
        table.column(ReportText::tr("Inferences"), true);
        table.column(ofOneInferenceTitle(), true);
    }
    table.column(ReportText::tr("Unit"));
    const auto add = [&](const QString &run, const QString &counter, quint64 count,
                         std::optional<double> inferences, const QString &unit) {
        const auto value = static_cast<double>(count);
        table.texts({ run, counter });
        table.number(formatCount(count), value);
        if (haveSums) {
            const auto one = inferences ? std::optional(value / *inferences) : std::nullopt;
            table.count(inferences);
            table.number(one ? ofOneInferenceText(*one) : notKnownText(), one);
        }
        table.text(unit);
        table.endRow();
    };
    for (const auto *item : runs) {
        const auto &profile = item->run->run->profiles.front();
        const auto inferences = inferencesOf(*item);
        for (const auto &counter : profile.counters)
            add(item->title, counter.name, counter.value,
                inferences ? std::optional(static_cast<double>(*inferences)) : std::nullopt,
                counter.unit.isEmpty() ? notKnownText() : counter.unit);
        if (profile.timeNs)
            add(item->title, ReportText::tr("Time of one inference"), *profile.timeNs, 1, u"ns"_s);
    }
    return table.take();
}

/// The repeats that a record is of: what tells them apart, and what each of them counted.
Section repeatsSection(const std::vector<const ReportedRun *> &runs)
{
    TableWriter files;
    files.columns({ ReportText::tr("Run"), ReportText::tr("Model"), ReportText::tr("Origin"),
        ReportText::tr("Status"), ReportText::tr("SHA-256") });
    for (const auto *item : runs) {
        files.texts({ item->title,
            item->belongsTo.isEmpty() ? ReportText::tr("Not attached to a model") : item->belongsTo,
            originTagOf(item->run->origin), statusWord(item->run->run->status),
            item->run->sha256 });
        files.endRow();
    }
    Section section{ .title = ReportText::tr("Runs of the merged records") };
    addToRead(section, files.take());
    if (auto counters = repeatCounters(runs); !counters.data.rows.empty())
        addToRead(section, std::move(counters));
    return section;
}

} // namespace

std::vector<report::Section> runSections(const std::vector<ReportedRun> &runs)
{
    std::vector<report::Section> sections;
    std::vector<const ReportedRun *> repeats;
    for (const auto &item : runs) {
        if (item.run->run && isToldByRecord(item))
            repeats.push_back(&item);
    }
    if (repeats.size() < LeastRepeats)
        repeats.clear();
    else
        sections.push_back(repeatsSection(repeats));
    std::vector<const ReportedRun *> others;
    for (const auto &item : runs) {
        if (!repeats.empty() && item.run->run && isToldByRecord(item))
            continue;
        if (item.run->run && sections.size() < MostRuns)
            sections.push_back(sectionOf(item));
        else if (item.run->run)
            others.push_back(&item);
    }
    if (!others.empty())
        sections.push_back(otherRuns(others));
    return sections;
}

} // namespace tosaic::views
