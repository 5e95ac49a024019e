// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/timeline/timelineindex.h"

/// What lies within a range of a timeline, and what has a name.
namespace tosaic::profile {

struct TrackStatistics
{
    size_t track = 0;
    quint64 count = 0; ///< slices that touch the range, or samples within it
    qint64 busy = 0; ///< slices: time covered, what is outside the range left out
    std::optional<CounterRange> values; ///< counters; absent: no value there
};

/// Slices of one name in the tracks of one name (all depths together).
struct LabelStatistics
{
    size_t track = 0; ///< the first of these tracks
    quint32 label = 0;
    quint64 count = 0;
    qint64 total = 0; ///< time within the range
    qint64 least = 0; ///< shortest of them, within the range
    qint64 most = 0;
    qint32 operation = -1; ///< if all of them are the same one
};

struct RangeStatistics
{
    qint64 from = 0;
    qint64 to = 0; ///< outside
    std::vector<TrackStatistics> tracks; ///< those with something in the range
    std::vector<LabelStatistics> labels; ///< most time first
};

/// Linear in the slices that touch the range; absent if it was cancelled. Any thread.
std::optional<RangeStatistics> statisticsOf(
    const TimelineIndex &index, qint64 from, qint64 to, const IsCancelled &isCancelled = {});

/// Slices whose name contains all words of a text (upper and lower case are the same), in order of
/// time.
class TimelineSearch
{
public:
    TimelineSearch(std::shared_ptr<const TimelineIndex> index, const QString &text);

    quint64 count() const { return m_count; }
    bool matches(quint32 label) const { return m_matches[label]; }
    /// The nearest one that starts after (or, backwards, before) a place; from the other end if
    /// there is none. Slices that start together go by track. Without a place the first.
    std::optional<TimelineIndex::Place> next(
        const std::optional<TimelineIndex::Place> &from, bool backwards = false) const;

private:
    std::optional<TimelineIndex::Place> nearest(qint64 time, size_t track, bool backwards) const;

    std::shared_ptr<const TimelineIndex> m_index;
    std::vector<bool> m_matches;
    std::vector<bool> m_tracks; ///< that have slices
    quint64 m_count = 0;
};

} // namespace tosaic::profile
