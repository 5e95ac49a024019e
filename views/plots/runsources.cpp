// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/runsources.h"

#include "profiler/parsers/etdump.h"
#include "profiler/parsers/pmutrace.h"
#include "profiler/session/runsdocument.h"

#include <QCoreApplication>
#include <QHash>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

/// Gives the translation context.
struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Plots)
};

constexpr double GapSteps = 8; // neighbours farther apart than so many usual steps are a gap
constexpr size_t SpreadLimit = 1'000'000; // values that are put in order for median and outliers

/// A lane while its samples are collected.
struct Lane
{
    PlotSeries series;
    std::vector<qint64> numbers; ///< of the measurements, from 0
    std::vector<double> values;
};

/// Lanes in the order of their first value.
class Lanes
{
public:
    explicit Lanes(std::optional<Origin> origin) : m_origin(origin) { }

    void add(PlotSeries facts, size_t number, double value)
    {
        const auto known = m_index.find(facts.name);
        const auto index = known == m_index.end() ? m_lanes.size() : *known;
        if (known == m_index.end()) {
            m_index.insert(facts.name, index);
            facts.origin = m_origin;
            m_lanes.push_back({ std::move(facts), {}, {} });
        }
        m_lanes[index].numbers.push_back(static_cast<qint64>(number));
        m_lanes[index].values.push_back(value);
    }
    std::vector<Lane> take() { return std::move(m_lanes); }

private:
    std::optional<Origin> m_origin;
    std::vector<Lane> m_lanes;
    QHash<QString, size_t> m_index;
};

void addCounters(Lanes &lanes, const profile::Profile &profile, size_t number)
{
    for (const auto &counter : profile.counters) {
        lanes.add({ .name = counter.name,
                      .title = counter.name,
                      .unit = counter.unit,
                      .isCounter = true },
            number, static_cast<double>(counter.value));
    }
    const auto addOwn = [&](const QString &name, const QString &title, const QString &unit,
                            std::optional<quint64> value) {
        if (value)
            lanes.add({ .name = name, .title = title, .unit = unit }, number,
                static_cast<double>(*value));
    };
    const auto &cpu = profile.cpuCycles;
    const auto cycles = u"cycles"_s;
    addOwn(u"cpu.inference"_s, Words::tr("CPU: whole inference"), cycles, cpu.inference);
    addOwn(u"cpu.operators"_s, Words::tr("CPU: operators"), cycles, cpu.operators);
    addOwn(u"cpu.waitForNpu"_s, Words::tr("CPU: waiting for the NPU"), cycles, cpu.waitForNpu);
    addOwn(u"cpu.active"_s, Words::tr("CPU: active"), cycles, cpu.active);
    // The mean of several is the time of none: addIterations() has each.
    if (profile.timeNs && profile.runNs.size() < 2)
        lanes.add({ .name = u"time"_s, .title = Words::tr("Time"), .unit = u"ms"_s }, number,
            static_cast<double>(*profile.timeNs) / 1e6);
}

/// The place of each measurement on the axis, in `places`; measurements from 1 without them.
PlotSubject subjectOf(
    std::vector<Lane> lanes, PlotAxis axis, size_t measurements, const std::vector<qint64> *places)
{
    auto source = std::make_shared<MemoryPlotSource>();
    for (auto &lane : lanes) {
        auto &series = lane.series;
        if (lane.values.size() > 1 && lane.values.size() <= SpreadLimit)
            series.spread = profile::spreadOf(lane.values);
        series.missing = measurements - std::min(measurements, lane.values.size());
        std::vector<qint64> times = lane.numbers;
        for (auto &time : times)
            time = places ? (*places)[static_cast<size_t>(time)] : time + 1;
        if (series.spread) {
            for (const auto index : series.spread->outliers)
                series.outliers.push_back({ times[index], lane.values[index] });
        }
        auto data = std::make_shared<const PlotData>(std::move(times), std::move(lane.values));
        // By number only neighbours are connected; by time what is not much later than usual.
        series.gap = places ? GapSteps * static_cast<double>(data->typicalStep()) : 1;
        source->add(std::move(series), std::move(data));
    }
    return { .axis = axis, .timeUnit = {}, .source = std::move(source) };
}

void addProfiles(std::vector<PlotSubject> &subjects, const profile::MeasuredRun &run)
{
    const auto &profiles = run.run->profiles;
    Lanes lanes(run.origin);
    for (size_t i = 0; i < profiles.size(); ++i)
        addCounters(lanes, profiles[i], i);
    const auto taken = lanes.take();
    if (taken.empty())
        return;
    subjects.push_back(subjectOf(taken, PlotAxis::Inference, profiles.size(), nullptr));
    if (run.arrivals && run.arrivals->size() == profiles.size())
        subjects.push_back(
            subjectOf(taken, PlotAxis::Arrival, profiles.size(), run.arrivals.get()));
    if (run.run->isAbridged && run.run->inferences.value_or(0) != profiles.size())
        subjects.front().notes << Words::tr(
            "The console is abridged: it may not hold every inference.");
    const auto partly = std::ranges::count_if(
        taken, [&](const Lane &lane) { return lane.values.size() < profiles.size(); });
    if (partly > 0)
        subjects.front().notes << Words::tr(
            "%n counter(s) are not stated for every inference.", nullptr, static_cast<int>(partly));
}

/// How long each call of the method took; absent where the dump has none.
std::vector<double> executionTicks(const profile::EtDump &dump)
{
    std::vector<double> ticks;
    for (const auto &phase : dump.runs) {
        for (const auto &event : phase.events) {
            const auto *timed = std::get_if<profile::EtDumpProfileEvent>(&event);
            if (!timed || timed->place.chain || timed->name != u"Method::execute"_s)
                continue;
            if (const auto value = timed->ticks())
                ticks.push_back(static_cast<double>(*value));
        }
    }
    return ticks;
}

void addIterations(std::vector<PlotSubject> &subjects, const profile::MeasuredRun &run)
{
    Lanes lanes(run.origin);
    size_t number = 0;
    size_t warmups = 0;
    if (run.run) {
        const PlotSeries facts{
            .name = u"iteration"_s, .title = Words::tr("Time of a repeat"), .unit = u"ms"_s
        };
        for (const auto &profile : run.run->profiles) {
            for (const auto time : profile.runNs)
                lanes.add(facts, number++, static_cast<double>(time) / 1e6);
        }
    }
    if (run.etdump) {
        // Nanoseconds on this machine; elsewhere the dump does not say.
        const bool isHost = run.origin == Origin::ThisMachine;
        auto ticks = executionTicks(*run.etdump);
        // The dump has the warm-ups too, as its first executions; the repeats are the others.
        if (number > 0 && ticks.size() > number)
            warmups = ticks.size() - number;
        else
            warmups = std::min(static_cast<size_t>(warmupsOf(run)), ticks.size());
        ticks.erase(ticks.begin(), ticks.begin() + static_cast<std::ptrdiff_t>(warmups));
        for (size_t i = 0; i < ticks.size(); ++i)
            lanes.add({ .name = u"Method::execute"_s,
                          .title = u"Method::execute"_s,
                          .unit = isHost ? u"ms"_s : u"ticks"_s },
                i, isHost ? ticks[i] / 1e6 : ticks[i]);
        number = std::max(number, ticks.size());
    }
    auto taken = lanes.take();
    if (taken.empty())
        return;
    subjects.push_back(subjectOf(std::move(taken), PlotAxis::Iteration, number, nullptr));
    if (warmups > 0)
        subjects.back().notes << Words::tr(
            "%n warm-up(s) of the ETDump are left out.", nullptr, static_cast<int>(warmups));
}
/// "axi_enabled_cycles", with the argument where the track has several.
QString trackName(const profile::PmuTrace &trace, const profile::PmuTrace::Track &track)
{
    const auto same = std::ranges::count_if(trace.tracks,
        [&](const auto &other) { return other.kind == track.kind && other.name == track.name; });
    if (same < 2)
        return track.name;
    QStringList parts{ track.process, track.thread, track.name, track.argument };
    parts.removeAll(QString());
    parts.removeDuplicates();
    return parts.join(u" / "_s);
}

void addTrace(std::vector<PlotSubject> &subjects, const profile::MeasuredRun &run)
{
    if (!run.trace)
        return;
    const auto &trace = *run.trace;
    auto source = std::make_shared<MemoryPlotSource>();
    for (const auto &track : trace.tracks) {
        if (track.kind != profile::PmuTrace::TrackKind::Counter || track.ts.empty())
            continue;
        // The same bits: times of a trace are far below 2^63.
        const std::span times(reinterpret_cast<const qint64 *>(track.ts.data()), track.ts.size());
        PlotSeries series{ .name = trackName(trace, track), .title = {}, .unit = {} };
        series.title = series.name;
        series.origin = run.origin ? run.origin : Origin::Fvp;
        series.isHeld = true;
        if (track.name.endsWith(u"cycles"_s, Qt::CaseInsensitive))
            series.unit = u"cycles"_s;
        source->add(std::move(series),
            std::make_shared<const PlotData>(run.trace, times, std::span(track.values)));
    }
    if (source->series().empty())
        return;
    PlotSubject subject{ PlotAxis::NpuCycles, {}, std::move(source), run.clockHz, {} };
    if (!trace.isComplete)
        subject.notes << Words::tr("The trace ends early: what is shown is what could be read.");
    if (trace.skippedCount > 0)
        subject.notes << Words::tr("%n event(s) of the trace are not understood.", nullptr,
            static_cast<int>(std::min<quint64>(trace.skippedCount, 1'000'000'000)));
    subjects.push_back(std::move(subject));
}

} // namespace

std::vector<PlotSubject> plotSubjects(const profile::MeasuredRun &run)
{
    std::vector<PlotSubject> subjects;
    if (run.run && (!run.trace || run.isConsole())) // the sums of a trace are one point
        addProfiles(subjects, run);
    addIterations(subjects, run);
    addTrace(subjects, run);
    return subjects;
}

} // namespace tosaic::views
