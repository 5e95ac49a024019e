// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/timelinechecks.h"

#include "profiler/parsers/pmutrace.h"
#include "profiler/timeline/chrometrace.h"
#include "profiler/timeline/timelinestatistics.h"

#include <QBuffer>
#include <QJsonDocument>

#include <cstdlib>
#include <numeric>

namespace tosaic::fuzz {

namespace {

using profile::Timeline;
using profile::TimelineIndex;
using profile::TimelineTrack;

void require(bool isTrue)
{
    if (!isTrue)
        std::abort();
}

void checkTrack(const Timeline &timeline, const TimelineTrack &track)
{
    const auto count = track.starts.size();
    require(count > 0);
    require(track.starts.front() >= timeline.range->first);
    if (track.kind == TimelineTrack::Kind::Counter) {
        require(track.values.size() == count && track.starts.back() <= timeline.range->second);
        require(std::ranges::is_sorted(track.starts));
        return;
    }
    require(track.ends.size() == count && track.labels.size() == count);
    require(track.operations.empty() || track.operations.size() == count);
    require(track.ends.back() <= timeline.range->second);
    for (size_t i = 0; i < count; ++i) {
        require(track.ends[i] >= track.starts[i] && track.labels[i] < timeline.labels.size());
        require(i == 0 || track.starts[i] >= track.ends[i - 1]);
    }
}

void checkIndex(const TimelineIndex &index, size_t number, const profile::TimeWindow &window)
{
    const auto &track = index.timeline().tracks[number];
    const bool isWhole = window.from <= static_cast<double>(track.starts.front())
        && window.to > static_cast<double>(index.timeline().range->second);
    if (track.kind == TimelineTrack::Kind::Counter) {
        static_cast<void>(index.counterRange(number, window.from, window.to));
        for (const auto &cell : index.counter(number, window))
            require(!(cell.least > cell.most) && cell.left <= cell.right);
        return;
    }
    size_t count = 0;
    for (const auto &cell : index.slices(number, window)) {
        require(cell.count > 0 && cell.first < track.starts.size() && cell.left <= cell.right);
        require(cell.coverage >= 0 && cell.coverage <= 1);
        count += cell.count;
    }
    require(!isWhole || count == track.starts.size());
}

void checkStatistics(const std::shared_ptr<const TimelineIndex> &index, qint64 from, qint64 to)
{
    const auto statistics = profile::statisticsOf(*index, from, to);
    require(statistics.has_value());
    for (const auto &label : statistics->labels)
        require(label.count > 0 && label.least <= label.most && label.most <= label.total);
    for (const auto &track : statistics->tracks)
        require(track.busy >= 0 && track.busy <= to - from);
}

/// The NPU model's own format: what is written is read again, as many events.
void checkExport(const Timeline &timeline)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    const auto written = profile::writeChromeTrace(timeline, buffer);
    require(written.has_value());
    require(!QJsonDocument::fromJson(buffer.data()).isNull());
    const auto again = profile::readPmuTrace(ByteSource::fromBytes(buffer.data()));
    require(again && again->isComplete && again->skippedCount == 0);
    QBuffer part;
    part.open(QIODevice::WriteOnly);
    const auto middle = std::midpoint(timeline.range->first, timeline.range->second);
    const auto cut = profile::writeChromeTrace(timeline, part, { .range = { { middle, middle } } });
    require(cut && *cut <= *written && !QJsonDocument::fromJson(part.data()).isNull());
}

} // namespace

void checkTimeline(const std::shared_ptr<const Timeline> &timeline)
{
    require(timeline->tracks.empty() == !timeline->range);
    const auto index = TimelineIndex::build(timeline);
    require(index != nullptr);
    if (!timeline->range)
        return;
    const auto [from, to] = *timeline->range;
    require(from <= to);
    for (size_t i = 0; i < timeline->tracks.size(); ++i) {
        const auto &track = timeline->tracks[i];
        checkTrack(*timeline, track);
        const auto begin = static_cast<double>(from);
        const auto end = static_cast<double>(to) + 2;
        const auto third = (end - begin) / 3;
        for (const int pixels : { 1, 7, 800 }) {
            checkIndex(*index, i, { begin, end, pixels });
            checkIndex(*index, i, { begin + third, end - third, pixels });
        }
        if (track.kind == TimelineTrack::Kind::Slices) {
            qint64 busy = 0;
            for (size_t slice = 0; slice < track.starts.size(); ++slice)
                busy += track.ends[slice] - track.starts[slice];
            require(index->busyTime(i, from, to + 1) == busy);
            static_cast<void>(index->sliceAt(i, track.starts.front()));
        } else {
            static_cast<void>(index->wholeRange(i));
        }
    }
    checkStatistics(index, from, to + 1);
    checkStatistics(index, from + (to - from) / 3, to - (to - from) / 3);
    const profile::TimelineSearch search(index, QStringLiteral("a"));
    if (const auto first = search.next({})) {
        static_cast<void>(search.next(first));
        static_cast<void>(search.next(first, true));
    }
    checkExport(*timeline);
}

} // namespace tosaic::fuzz
