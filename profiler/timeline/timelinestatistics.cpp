// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/timeline/timelinestatistics.h"

#include <algorithm>
#include <limits>

namespace tosaic::profile {

namespace {

using Place = TimelineIndex::Place;

/// Sums by label of one row of tracks.
class LabelCollector
{
public:
    LabelCollector(const TimelineIndex &index, qint64 from, qint64 to)
        : m_index(index), m_from(from), m_to(to), m_places(index.timeline().labels.size(), -1)
    {
    }

    void startRow(size_t track)
    {
        for (const auto &one : m_row)
            m_places[one.label] = -1;
        m_all.insert(m_all.end(), m_row.begin(), m_row.end());
        m_row.clear();
        m_track = track;
    }
    bool add(size_t number, TrackStatistics &sum, const IsCancelled &isCancelled)
    {
        const auto &track = m_index.timeline().tracks[number];
        for (auto i = m_index.firstEndingAfter(number, m_from);
             i < track.starts.size() && track.starts[i] < m_to; ++i) {
            if (i % 65536 == 0 && isCancelled && isCancelled())
                return false;
            const auto time = std::min(m_to, track.ends[i]) - std::max(m_from, track.starts[i]);
            ++sum.count;
            sum.busy += time;
            put(track.labels[i], time, track.operations.empty() ? -1 : track.operations[i]);
        }
        return true;
    }
    std::vector<LabelStatistics> take()
    {
        startRow(0);
        std::ranges::stable_sort(m_all, std::greater(), &LabelStatistics::total);
        return std::move(m_all);
    }

private:
    void put(quint32 label, qint64 time, qint32 operation)
    {
        auto &place = m_places[label];
        if (place < 0) {
            place = static_cast<qint32>(m_row.size());
            m_row.push_back({ .track = m_track,
                .label = label,
                .least = time,
                .most = time,
                .operation = operation });
        }
        auto &sum = m_row[static_cast<size_t>(place)];
        ++sum.count;
        sum.total += time;
        sum.least = std::min(sum.least, time);
        sum.most = std::max(sum.most, time);
        if (sum.operation != operation)
            sum.operation = -1;
    }

    const TimelineIndex &m_index;
    qint64 m_from;
    qint64 m_to;
    size_t m_track = 0;
    std::vector<qint32> m_places; ///< into m_row, by label
    std::vector<LabelStatistics> m_row;
    std::vector<LabelStatistics> m_all;
};

} // namespace

std::optional<RangeStatistics> statisticsOf(
    const TimelineIndex &index, qint64 from, qint64 to, const IsCancelled &isCancelled)
{
    RangeStatistics statistics{ .from = from, .to = to, .tracks = {}, .labels = {} };
    LabelCollector labels(index, from, to);
    const auto &tracks = index.timeline().tracks;
    for (size_t i = 0; i < tracks.size(); ++i) {
        TrackStatistics sum{ .track = i, .values = {} };
        if (tracks[i].kind == TimelineTrack::Kind::Counter) {
            sum.values = index.counterRange(i, static_cast<double>(from), static_cast<double>(to));
            const auto &times = tracks[i].starts;
            sum.count = static_cast<quint64>(
                std::ranges::lower_bound(times, to) - std::ranges::lower_bound(times, from));
        } else {
            if (tracks[i].depth == 0)
                labels.startRow(i);
            if (!labels.add(i, sum, isCancelled))
                return std::nullopt;
        }
        if (sum.count > 0 || sum.values)
            statistics.tracks.push_back(sum);
    }
    statistics.labels = labels.take();
    return statistics;
}

TimelineSearch::TimelineSearch(std::shared_ptr<const TimelineIndex> index, const QString &text)
    : m_index(std::move(index)), m_matches(m_index->timeline().labels.size())
{
    const auto &labels = m_index->timeline().labels;
    const auto words = text.split(u' ', Qt::SkipEmptyParts);
    for (size_t i = 0; i < labels.size() && !words.isEmpty(); ++i) {
        m_matches[i] = std::ranges::all_of(words,
            [&](const QString &word) { return labels[i].contains(word, Qt::CaseInsensitive); });
        if (m_matches[i])
            m_count += m_index->labelCount(static_cast<quint32>(i));
    }
    for (const auto &track : m_index->timeline().tracks)
        m_tracks.push_back(!track.labels.empty());
}

std::optional<Place> TimelineSearch::nearest(qint64 time, size_t number, bool backwards) const
{
    std::optional<Place> best;
    const auto &tracks = m_index->timeline().tracks;
    for (size_t t = 0; t < tracks.size(); ++t) {
        const auto &track = tracks[t];
        if (!m_tracks[t])
            continue;
        // Of what starts at the same time only what stands behind (or before) the place.
        const bool takesEqual = backwards ? t < number : t > number;
        const bool isUpper = backwards == takesEqual;
        auto at = (isUpper ? std::ranges::upper_bound(track.starts, time)
                           : std::ranges::lower_bound(track.starts, time))
            - track.starts.begin();
        const auto count = static_cast<std::ptrdiff_t>(track.starts.size());
        const auto bestStart = best ? tracks[best->track].starts[best->slice] : 0;
        const auto isWorse = [&](std::ptrdiff_t i) {
            const auto start = track.starts[static_cast<size_t>(i)];
            return best && (backwards ? start < bestStart : start >= bestStart);
        };
        for (at -= backwards ? 1 : 0; at >= 0 && at < count && !isWorse(at);
             at += backwards ? -1 : 1) {
            if (m_matches[track.labels[static_cast<size_t>(at)]]) {
                best = Place{ t, static_cast<size_t>(at) };
                break;
            }
        }
    }
    return best;
}

std::optional<Place> TimelineSearch::next(const std::optional<Place> &from, bool backwards) const
{
    if (m_count == 0)
        return std::nullopt;
    const auto &tracks = m_index->timeline().tracks;
    std::optional<Place> found;
    if (from) {
        // From one slice to the next of the same time in the same track: instants.
        found = nearest(tracks[from->track].starts[from->slice], from->track, backwards);
    }
    if (found)
        return found;
    return backwards ? nearest(std::numeric_limits<qint64>::max(), tracks.size(), true)
                     : nearest(std::numeric_limits<qint64>::min(), 0, false);
}

} // namespace tosaic::profile
