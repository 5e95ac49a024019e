// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/timeline/estimatetimeline.h"

#include "profiler/timeline/trackrows.h"

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

TimelineTrack estimatedTrack(
    const QString &group, const QString &name, TimelineTrack::Subject subject)
{
    TimelineTrack track;
    track.subject = subject;
    track.group = group;
    track.name = name;
    track.origin = Origin::Estimate;
    return track;
}

/// Where each operation starts and ends; -1 for those without an estimate.
struct Places
{
    std::vector<qint64> starts;
    std::vector<qint64> ends;
};

Places placesOf(const OperationTable &table)
{
    const auto count = table.operations.size();
    Places places{ std::vector<qint64>(count, -1), std::vector<qint64>(count, -1) };
    double at = 0; // fractions of cycles add up before they are rounded
    for (size_t i = 0; i < count; ++i) {
        const auto cycles = table.operations[i].estimatedCycles;
        if (!cycles || *cycles > static_cast<double>(LargestTime) - at)
            continue;
        places.starts[i] = std::llround(at);
        at += *cycles;
        places.ends[i] = std::llround(at);
    }
    return places;
}

void addMemory(
    TrackRows &rows, const std::vector<qint64> &starts, std::span<const MemoryCourse> memories)
{
    for (const auto &memory : memories) {
        std::vector<qint64> times;
        std::vector<double> values;
        qint64 at = 0; // what has no cycles takes place between its neighbours, and may be the peak
        for (const auto &[operation, bytes] : memory.bytes) {
            if (operation >= starts.size())
                break;
            at = std::max(at, starts[operation]);
            times.push_back(at);
            values.push_back(static_cast<double>(bytes));
        }
        auto like = estimatedTrack(u"Memory"_s, memory.name, TimelineTrack::Subject::Arena);
        like.unit = u"bytes"_s;
        rows.addCounter(std::move(like), std::move(times), std::move(values));
    }
}

} // namespace

Timeline estimateTimeline(const OperationTable &table, std::optional<quint64> clockHz,
    std::span<const MemoryCourse> memory)
{
    Timeline timeline;
    timeline.clockHz = clockHz;
    TrackRows rows(timeline);
    const auto [starts, ends] = placesOf(table);
    const auto labels = operationLabels(table);
    std::vector<Span> whole;
    std::vector<Span> computation;
    for (size_t i = 0; i < starts.size(); ++i) {
        const auto &operation = table.operations[i];
        if (starts[i] < 0 || *operation.estimatedCycles == 0)
            continue;
        Span span{ .start = starts[i],
            .end = ends[i],
            .label = rows.label(labels[i]),
            .operation = static_cast<qint32>(i) };
        whole.push_back(span);
        if (!operation.estimatedNpuCycles || *operation.estimatedNpuCycles == 0)
            continue;
        // Computation beyond the whole would run into the next operation's place.
        span.end = std::min(span.end, span.start + std::llround(*operation.estimatedNpuCycles));
        computation.push_back(span);
    }
    rows.addSlices(
        estimatedTrack(u"NPU"_s, u"NPU operations"_s, TimelineTrack::Subject::NpuOperation),
        std::move(whole));
    rows.addSlices(
        estimatedTrack(u"NPU"_s, u"Computation alone"_s, TimelineTrack::Subject::NpuOperation),
        std::move(computation));
    addMemory(rows, starts, memory);
    rows.finish();
    if (timeline.range)
        timeline.inferences = { *timeline.range };
    return timeline;
}

} // namespace tosaic::profile
