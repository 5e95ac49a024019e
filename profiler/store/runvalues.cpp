// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/store/runvalues.h"

#include "core/base/bytesource.h"
#include "profiler/parsers/etdumpreader.h"
#include "profiler/parsers/executedmethods.h"
#include "profiler/store/valuelist.h"

#include <algorithm>
#include <map>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

using workspace::RunValue;

namespace {

void addCounters(ValueList &list, const Profile &profile, double inferences)
{
    for (const auto &counter : profile.counters)
        list.add(u"counter"_s, counter.name, counter.unit,
            static_cast<double>(counter.value) / inferences, counter.isDerived);
    const auto &cpu = profile.cpuCycles;
    const auto addCpu = [&](const QString &name, const std::optional<quint64> &cycles) {
        if (cycles)
            list.add(u"cpu"_s, name, u"cycles"_s, static_cast<double>(*cycles) / inferences);
    };
    addCpu(u"CPU inference"_s, cpu.inference);
    addCpu(u"CPU operators"_s, cpu.operators);
    addCpu(u"CPU waits for NPU"_s, cpu.waitForNpu);
    addCpu(u"CPU active"_s, cpu.active);
    for (const auto &[name, cycles] : cpu.byOperator)
        list.add(u"operator"_s, name, u"cycles"_s, static_cast<double>(cycles) / inferences);
}

/// As the title of a column says; empty if it says none.
QString unitOf(const QString &title)
{
    for (const auto &unit : { u"cycles"_s, u"beats"_s, u"bytes"_s, u"MACs"_s }) {
        if (title.contains(unit, Qt::CaseInsensitive))
            return unit;
    }
    return {};
}

void addLayers(ValueList &list, const LayerTable &layers)
{
    for (size_t row = 0; row < layers.rows.size(); ++row) {
        // The first column counts the rows.
        for (size_t column = 1; column < layers.rows[row].size(); ++column) {
            const auto title = column < layers.columns.size() ? layers.columns[column]
                                                              : u"column %1"_s.arg(column);
            list.add(u"layer"_s, u"layer %1, %2"_s.arg(row).arg(title), unitOf(title),
                static_cast<double>(layers.rows[row][column]));
        }
    }
}

std::vector<RunValue> valuesOfRun(const Run &run, bool isPerInference, quint64 warmups)
{
    ValueList list;
    std::map<QString, quint64> repeats;
    for (const auto &profile : run.profiles) {
        list.setGroup(profile.label, repeats[profile.label]++);
        const auto summed = isPerInference ? summedInferences(profile, printsSums(run.family)) : 1;
        if (summed) // else nothing is known of one
            addCounters(list, profile, static_cast<double>(*summed));
        if (profile.layers)
            addLayers(list, *profile.layers);
        if (profile.runNs.empty()) {
            list.add(u"time"_s, u"time"_s, u"ns"_s, profile.timeNs);
            continue;
        }
        for (size_t i = 0; i < profile.runNs.size(); ++i)
            list.values.push_back({ u"time"_s, profile.label, u"time"_s, u"ns"_s, i,
                static_cast<double>(profile.runNs[i]) });
    }
    if (run.etdump) {
        if (const auto dump = readEtDump(ByteSource::fromBytes(*run.etdump))) {
            const auto more = valuesOf(*dump, warmups);
            list.values.insert(list.values.end(), more.begin(), more.end());
        }
    }
    return std::move(list.values);
}

/// What an event of the runtime is called: its instruction tells two of the same name apart.
QString eventName(const EtDumpProfileEvent &event)
{
    const auto title = event.title();
    if (!event.place.chain)
        return title;
    return u"%1 (chain %2, instruction %3)"_s.arg(title)
        .arg(*event.place.chain)
        .arg(event.place.instruction);
}

} // namespace

std::vector<RunValue> valuesOf(const Run &run, quint64 warmups)
{
    return valuesOfRun(run, false, warmups);
}

std::vector<RunValue> valuesPerInference(const Run &run, quint64 warmups)
{
    return valuesOfRun(run, true, warmups);
}

std::vector<RunValue> valuesOf(const EtDump &dump, quint64 warmups)
{
    ValueList list;
    std::map<QString, quint64> repeats;
    quint64 executed = 0;
    const auto methods = executedMethods(dump);
    const bool areSeveral = std::ranges::any_of(methods, [](auto one) { return one > 0; });
    for (size_t i = 0; i < dump.runs.size(); ++i) {
        const auto &run = dump.runs[i];
        if (methods[i] && executed++ < warmups)
            continue;
        const auto group = areSeveral && methods[i]
            ? u"%1, method %2"_s.arg(run.name, QString::number(*methods[i] + 1))
            : run.name;
        list.setGroup(group, repeats[group]++);
        for (const auto &event : run.events) {
            const auto *timed = std::get_if<EtDumpProfileEvent>(&event);
            if (!timed)
                continue;
            const auto kind = timed->place.chain ? u"operator"_s : u"time"_s;
            list.add(kind, eventName(*timed), u"ticks"_s, timed->ticks());
        }
    }
    return std::move(list.values);
}

quint64 executionsOf(const EtDump &dump)
{
    return static_cast<quint64>(std::ranges::count_if(dump.runs, isExecution));
}

std::vector<quint64> inferenceCyclesOf(const PmuTrace &trace)
{
    std::vector<quint64> cycles;
    for (const auto &inference : inferencesOf(trace))
        cycles.push_back(inference.cycles);
    return cycles;
}

std::vector<RunValue> valuesOf(const PmuTrace &trace)
{
    ValueList list;
    quint64 repeat = 0;
    for (const auto cycles : inferenceCyclesOf(trace)) {
        list.setGroup({}, repeat++);
        list.add(u"counter"_s, InferenceCycles, u"cycles"_s, static_cast<double>(cycles));
    }
    list.setGroup({}, 0);
    for (const auto &track : trace.tracks) {
        if (track.kind != PmuTrace::TrackKind::Spans)
            continue;
        quint64 busy = 0;
        for (const auto duration : track.durations)
            busy += duration;
        const QStringList place{ track.process, track.thread, track.name };
        list.add(u"counter"_s, place.join(u'/'), u"cycles"_s, static_cast<double>(busy), true);
    }
    return std::move(list.values);
}

} // namespace tosaic::profile
