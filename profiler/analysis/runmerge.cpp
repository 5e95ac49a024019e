// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analysis/runmerge.h"

#include "profiler/analysis/counterdoubts.h"

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

QString textOf(const QString &value)
{
    return value;
}

QString textOf(const std::optional<Origin> &value)
{
    return value ? originTag(*value) : QString();
}

template <typename Number>
QString textOf(const std::optional<Number> &value)
{
    return value ? QString::number(*value) : QString();
}

/// Compares the conditions of all runs.
class Conditions
{
public:
    explicit Conditions(std::span<const MeasuredRun> runs) : m_runs(runs)
    {
        check(u"origin"_s, &RunConditions::origin);
        check(u"target"_s, &RunConditions::target);
        check(u"product"_s, &RunConditions::product);
        check(u"MACs"_s, &RunConditions::npuMacs);
        check(u"clock"_s, &RunConditions::clockHz);
        check(u"artefact"_s, &RunConditions::artefact);
        check(u"spec"_s, &RunConditions::spec);
        check(u"tools"_s, &RunConditions::tools);
        checkStated(u"mode"_s, [](const MeasuredRun &run) { return run.conditions.mode; });
        checkStated(u"measurement"_s, [](const MeasuredRun &run) { return run.profile.label; });
    }

    std::optional<MergeConflict> conflict;
    QStringList unverified;
    RunConditions common;

private:
    template <typename Value>
    void check(const QString &name, Value RunConditions::*member)
    {
        const MeasuredRun *stating = nullptr;
        bool isStatedByAll = true;
        for (const auto &run : m_runs) {
            const auto text = textOf(run.conditions.*member);
            if (text.isEmpty()) {
                isStatedByAll = false;
                continue;
            }
            const auto known = stating ? textOf(stating->conditions.*member) : text;
            if (known != text && !conflict)
                conflict = { name, known, stating->name, text, run.name };
            if (!stating)
                common.*member = run.conditions.*member;
            stating = stating ? stating : &run;
        }
        if (!isStatedByAll)
            unverified.append(name);
    }

    /// As check, but nothing stated is a statement of its own and needs no verification.
    void checkStated(const QString &name, const auto &valueOf)
    {
        for (const auto &run : m_runs) {
            const QString known = valueOf(m_runs.front());
            const QString value = valueOf(run);
            if (known != value && !conflict)
                conflict = { name, known, m_runs.front().name, value, run.name };
        }
    }

    std::span<const MeasuredRun> m_runs;
};

/// By how much the counters of a run must be divided; absent if that is not known.
std::optional<double> inferencesOf(const MeasuredRun &run)
{
    if (!run.areSums)
        return 1.0;
    if (!run.profile.inferences || *run.profile.inferences == 0)
        return std::nullopt;
    return static_cast<double>(*run.profile.inferences);
}

/// The entry of a name; made if there is none.
MergedCounter &entryOf(
    std::vector<MergedCounter> &entries, const QString &name, const QString &unit)
{
    const auto place = std::ranges::find(entries, name, &MergedCounter::name);
    if (place != entries.end())
        return *place;
    return entries.emplace_back(MergedCounter{ .name = name, .unit = unit, .isDerived = true });
}

void addCounters(MergedRecord &record, size_t index, const MeasuredRun &run, double inferences)
{
    const auto doubts = counterDoubts(run.profile, contextOf(run));
    for (const auto &counter : run.profile.counters) {
        if (doubtOf(doubts, counter.name))
            continue; // one overflow would spoil the medians
        auto &entry = entryOf(record.counters, counter.name, counter.unit);
        if (!entry.runs.empty() && entry.runs.back() == index)
            continue; // a log that names a counter twice is not two measurements
        entry.isDerived = entry.isDerived && counter.isDerived;
        entry.runs.push_back(index);
        entry.values.push_back(static_cast<double>(counter.value) / inferences);
    }
}

void addOther(MergedRecord &record, size_t index, const QString &name, const QString &unit,
    const std::optional<quint64> &value, double inferences)
{
    if (!value)
        return;
    auto &entry = entryOf(record.others, name, unit);
    entry.isDerived = false;
    entry.runs.push_back(index);
    entry.values.push_back(static_cast<double>(*value) / inferences);
}

void addCpuAndTime(MergedRecord &record, size_t index, const MeasuredRun &run, double inferences)
{
    const auto &cpu = run.profile.cpuCycles;
    const auto cycles = u"cycles"_s;
    addOther(record, index, u"CPU: whole inference"_s, cycles, cpu.inference, inferences);
    addOther(record, index, u"CPU: in operators"_s, cycles, cpu.operators, inferences);
    addOther(record, index, u"CPU: waiting for the NPU"_s, cycles, cpu.waitForNpu, inferences);
    addOther(record, index, u"CPU: active"_s, cycles, cpu.active, inferences);
    for (const auto &[tag, value] : cpu.byOperator)
        addOther(record, index, u"CPU: in %1"_s.arg(tag), cycles, value, inferences);
    const auto time = u"Time"_s;
    const auto unit = u"ns"_s;
    for (const auto each : run.profile.runNs)
        addOther(record, index, time, unit, each, 1);
    if (run.profile.runNs.empty()) // the mean, or the only one
        addOther(record, index, time, unit, run.profile.timeNs, 1);
}

void addSpreads(std::vector<MergedCounter> &entries)
{
    for (auto &entry : entries) {
        if (const auto spread = spreadOf(entry.values))
            entry.spread = *spread;
    }
}

} // namespace

MetricContext contextOf(const MeasuredRun &run)
{
    return { .product = run.conditions.product,
        .npuMacs = run.conditions.npuMacs,
        .clockHz = run.conditions.clockHz,
        .origin = run.conditions.origin,
        .areSums = run.areSums,
        .isCycleCounterGated = run.isCycleCounterGated,
        .overflowed = run.overflowed };
}

const MergedCounter *MergedRecord::counter(const QString &name) const
{
    const auto found = std::ranges::find(counters, name, &MergedCounter::name);
    return found == counters.end() ? nullptr : &*found;
}

Profile MergedRecord::profile() const
{
    Profile profile{ .inferences = 1 };
    for (const auto &counter : counters)
        profile.counters.push_back(
            { counter.name, static_cast<quint64>(std::llround(counter.spread.median)), counter.unit,
                counter.isDerived });
    return profile;
}

QString MergeConflict::toText() const
{
    const auto shown = [](const QString &text) { return text.isEmpty() ? u"none"_s : text; };
    return u"%1 differs: %2 in %3, %4 in %5"_s.arg(
        condition, shown(value), run, shown(otherValue), otherRun);
}

std::optional<MergeConflict> mergeConflict(std::span<const MeasuredRun> runs)
{
    return Conditions(runs).conflict;
}

Result<MergedRecord> mergeRuns(std::span<const MeasuredRun> runs)
{
    Conditions conditions(runs);
    if (const auto &conflict = conditions.conflict)
        return fail(ErrorCode::SpecInvalid, conflict->toText());
    MergedRecord record{ .conditions = conditions.common, .unverified = conditions.unverified };
    for (size_t i = 0; i < runs.size(); ++i) {
        if (const auto inferences = inferencesOf(runs[i])) {
            addCounters(record, i, runs[i], *inferences);
            addCpuAndTime(record, i, runs[i], *inferences);
        } else {
            record.leftOut.push_back(i);
        }
    }
    if (!runs.empty())
        record.conditions.mode = runs.front().conditions.mode;
    record.isCycleCounterGated
        = !runs.empty() && std::ranges::all_of(runs, &MeasuredRun::isCycleCounterGated);
    addSpreads(record.counters);
    addSpreads(record.others);
    return record;
}

std::vector<MeasuredRun> measurementsOf(
    const QString &name, const Run &run, const RunConditions &conditions)
{
    const auto told = contextOf(run);
    MeasuredRun measured{ .name = name,
        .conditions = conditions,
        .areSums = told.areSums,
        .isCycleCounterGated = told.isCycleCounterGated,
        .overflowed = told.overflowed };
    if (!told.product.isEmpty())
        measured.conditions.product = told.product;
    if (told.npuMacs)
        measured.conditions.npuMacs = told.npuMacs;
    std::vector<MeasuredRun> all;
    for (size_t i = 0; i < run.profiles.size(); ++i) {
        const auto &profile = run.profiles[i];
        if (profile.counters.empty() && !profile.timeNs && profile.runNs.empty()
            && !profile.cpuCycles.inference && !profile.cpuCycles.operators)
            continue;
        measured.profile = profile;
        measured.name = run.profiles.size() > 1 ? u"%1 #%2"_s.arg(name).arg(i + 1) : name;
        all.push_back(measured);
    }
    return all;
}

} // namespace tosaic::profile
