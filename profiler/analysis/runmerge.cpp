// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analysis/runmerge.h"

#include "profiler/analysis/counterdoubts.h"

#include <QJsonDocument>

#include <algorithm>
#include <array>
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

QString textOf(const QJsonObject &value)
{
    return value.isEmpty() ? QString()
                           : QString::fromUtf8(QJsonDocument(value).toJson(QJsonDocument::Compact));
}

QString textOf(const std::map<QString, QString> &value)
{
    return toolsText(value);
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
    explicit Conditions(std::span<const Measurement> runs) : m_runs(runs)
    {
        check(
            u"origin"_s, [](auto &run) -> auto & { return run.context.origin; });
        check(
            u"target"_s, [](auto &run) -> auto & { return run.conditions.target; });
        check(
            u"product"_s, [](auto &run) -> auto & { return run.context.product; });
        check(
            u"MACs"_s, [](auto &run) -> auto & { return run.context.npuMacs; });
        check(
            u"clock"_s, [](auto &run) -> auto & { return run.context.clockHz; });
        check(
            u"artefact"_s, [](auto &run) -> auto & { return run.modelSha256; });
        check(
            u"spec"_s, [](auto &run) -> auto & { return run.conditions.spec; });
        check(
            u"tools"_s, [](auto &run) -> auto & { return run.conditions.tools; });
        check(
            u"model MACs"_s, [](auto &run) -> auto & { return run.context.modelMacs; }, true);
        checkStated(u"mode"_s, [](const Measurement &run) { return run.conditions.mode; });
        checkStated(u"measurement"_s, [](const Measurement &run) { return run.profile.label; });
        if (unverified.contains(u"origin"_s))
            common.context.origin.reset();
    }

    std::optional<MergeConflict> conflict;
    QStringList unverified;
    MergedRecord common;

private:
    /// `member` gives the same of a measurement and of the record. `isOptional`: nobody misses it
    /// where no run states it.
    void check(const QString &name, const auto &member, bool isOptional = false)
    {
        const Measurement *stating = nullptr;
        bool isStatedByAll = true;
        for (const auto &run : m_runs) {
            if (stating && member(run) == member(*stating))
                continue; // no text for each of a hundred thousand
            const auto text = textOf(member(run));
            if (text.isEmpty()) {
                isStatedByAll = false;
                continue;
            }
            if (!stating) {
                member(common) = member(run);
                stating = &run;
                continue;
            }
            const auto known = textOf(member(*stating));
            if (known != text && !conflict)
                conflict = { name, known, stating->name, text, run.name };
        }
        if (!isStatedByAll && (stating || !isOptional))
            unverified.append(name);
    }

    /// As check, but nothing stated is a statement of its own and needs no verification.
    void checkStated(const QString &name, const auto &valueOf)
    {
        const QString known = m_runs.empty() ? QString() : valueOf(m_runs.front());
        for (const auto &run : m_runs) {
            const QString value = valueOf(run);
            if (known != value && !conflict)
                conflict = { name, known, m_runs.front().name, value, run.name };
        }
    }

    std::span<const Measurement> m_runs;
};

/// By how much the counters of a run must be divided; absent if that is not known.
std::optional<double> inferencesOf(const Measurement &run)
{
    const auto &cpu = run.profile.cpuCycles;
    const auto hasTimesAlone = run.profile.counters.empty() && !cpu.inference && !cpu.operators
        && !cpu.waitForNpu && !cpu.active && cpu.byOperator.empty(); // times are of one inference
    const auto summed = hasTimesAlone ? 1 : summedInferences(run.profile, run.context.areSums);
    return summed ? std::optional(static_cast<double>(*summed)) : std::nullopt;
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

void addCounters(MergedRecord &record, size_t index, const Measurement &run, double inferences)
{
    const auto doubts = counterDoubts(run.profile, run.context);
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

/// As a record calls cycles of the processor.
struct CpuPart
{
    QLatin1StringView name;
    std::optional<quint64> CpuCycles::*cycles;
};
constexpr std::array CpuParts{ CpuPart{ "CPU: whole inference"_L1, &CpuCycles::inference },
    CpuPart{ "CPU: in operators"_L1, &CpuCycles::operators },
    CpuPart{ "CPU: waiting for the NPU"_L1, &CpuCycles::waitForNpu },
    CpuPart{ "CPU: active"_L1, &CpuCycles::active } };
constexpr auto CpuOperator = "CPU: in "_L1; // and what the console calls it
constexpr auto Time = "Time"_L1;

void addCpuAndTime(MergedRecord &record, size_t index, const Measurement &run, double inferences)
{
    const auto &cpu = run.profile.cpuCycles;
    const auto cycles = u"cycles"_s;
    for (const auto &part : CpuParts)
        addOther(record, index, part.name, cycles, cpu.*part.cycles, inferences);
    for (const auto &[tag, value] : cpu.byOperator)
        addOther(record, index, CpuOperator + tag, cycles, value, inferences);
    const QString time = Time;
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

quint64 wholeMedian(const MergedCounter &entry)
{
    return static_cast<quint64>(std::llround(entry.spread.median));
}

} // namespace

QString toolsText(const std::map<QString, QString> &tools)
{
    QStringList parts;
    for (const auto &[tool, version] : tools)
        parts << tool + u' ' + version;
    return parts.join(u", "_s);
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
            { counter.name, wholeMedian(counter), counter.unit, counter.isDerived });
    for (const auto &other : others) {
        const auto part = std::ranges::find(CpuParts, other.name, &CpuPart::name);
        if (part != CpuParts.end())
            profile.cpuCycles.*part->cycles = wholeMedian(other);
        else if (other.name == Time)
            profile.timeNs = wholeMedian(other);
        else
            profile.cpuCycles.byOperator[other.name.sliced(CpuOperator.size())]
                = wholeMedian(other);
    }
    return profile;
}

QString MergeConflict::toText() const
{
    const auto shown = [](const QString &text) { return text.isEmpty() ? u"none"_s : text; };
    return u"%1 differs: %2 in %3, %4 in %5"_s.arg(
        condition, shown(value), run, shown(otherValue), otherRun);
}

std::optional<MergeConflict> mergeConflict(std::span<const Measurement> runs)
{
    return Conditions(runs).conflict;
}

Result<MergedRecord> mergeRuns(std::span<const Measurement> runs)
{
    Conditions conditions(runs);
    if (const auto &conflict = conditions.conflict)
        return fail(ErrorCode::SpecInvalid, conflict->toText());
    auto record = std::move(conditions.common);
    record.unverified = std::move(conditions.unverified);
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
    record.context.isCycleCounterGated = !runs.empty()
        && std::ranges::all_of(
            runs, [](const Measurement &run) { return run.context.isCycleCounterGated; });
    addSpreads(record.counters);
    addSpreads(record.others);
    return record;
}

std::vector<Measurement> measurementsOf(
    const MeasuredRun &run, const ProgramFacts *program, const QString &title)
{
    std::vector<Measurement> all;
    if (!run.run)
        return all;
    const auto &profiles = run.run->profiles;
    const auto &name = title.isEmpty() ? run.name : title;
    const Measurement common{ .context = knownFactsOf(run, program).values,
        .conditions = run.conditions,
        .modelSha256 = !program || program->sha256.isEmpty() ? programHashOf(run)
            : isRefuted(run, *program)                       ? QString()
                                                             : program->sha256 };
    all.reserve(profiles.size());
    for (size_t i = 0; i < profiles.size(); ++i) {
        const auto &profile = profiles[i];
        if (profile.counters.empty() && !profile.timeNs && profile.runNs.empty()
            && !profile.cpuCycles.inference && !profile.cpuCycles.operators)
            continue;
        auto &measured = all.emplace_back(common);
        measured.profile = profile;
        measured.name = profiles.size() > 1 ? u"%1 #%2"_s.arg(name).arg(i + 1) : name;
    }
    return all;
}

} // namespace tosaic::profile
