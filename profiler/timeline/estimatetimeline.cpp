// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/timeline/estimatetimeline.h"

#include "profiler/timeline/trackrows.h"

#include <algorithm>

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

/// Where each operation starts; -1 for those without an estimate.
std::vector<qint64> startsOf(const OperationTable &table)
{
    std::vector<qint64> starts(table.operations.size(), -1);
    quint64 at = 0;
    for (size_t i = 0; i < starts.size(); ++i) {
        const auto cycles = table.operations[i].estimatedCycles;
        if (!cycles || *cycles > static_cast<quint64>(LargestTime) - at)
            continue;
        starts[i] = static_cast<qint64>(at);
        at += *cycles;
    }
    return starts;
}

void addArena(TrackRows &rows, const std::vector<qint64> &starts, std::span<const ArenaUse> arena)
{
    std::vector<qint64> times;
    std::vector<double> values;
    for (const auto &use : arena) {
        if (use.operation >= starts.size() || starts[use.operation] < 0)
            continue;
        times.push_back(starts[use.operation]);
        values.push_back(static_cast<double>(use.bytes));
    }
    auto like = estimatedTrack(u"Memory"_s, u"Arena in use"_s, TimelineTrack::Subject::Arena);
    like.unit = u"bytes"_s;
    rows.addCounter(std::move(like), std::move(times), std::move(values));
}

} // namespace

Timeline estimateTimeline(
    const OperationTable &table, std::optional<quint64> clockHz, std::span<const ArenaUse> arena)
{
    Timeline timeline;
    timeline.clockHz = clockHz;
    TrackRows rows(timeline);
    const auto starts = startsOf(table);
    std::vector<Span> whole;
    std::vector<Span> computation;
    for (size_t i = 0; i < starts.size(); ++i) {
        const auto &operation = table.operations[i];
        if (starts[i] < 0 || *operation.estimatedCycles == 0)
            continue;
        Span span{ .start = starts[i],
            .end = starts[i] + static_cast<qint64>(*operation.estimatedCycles),
            .label = rows.label(operationLabel(operation)),
            .operation = static_cast<qint32>(i) };
        whole.push_back(span);
        if (!operation.estimatedNpuCycles || *operation.estimatedNpuCycles == 0)
            continue;
        // Computation beyond the whole would run into the next operation's place.
        const auto cycles = std::min(*operation.estimatedNpuCycles, *operation.estimatedCycles);
        span.end = span.start + static_cast<qint64>(cycles);
        computation.push_back(span);
    }
    using Subject = TimelineTrack::Subject;
    rows.addSlices(
        estimatedTrack(u"NPU"_s, u"NPU operations"_s, Subject::NpuOperation), std::move(whole));
    rows.addSlices(estimatedTrack(u"NPU"_s, u"Computation alone"_s, Subject::NpuOperation),
        std::move(computation));
    addArena(rows, starts, arena);
    rows.finish();
    return timeline;
}

} // namespace tosaic::profile
