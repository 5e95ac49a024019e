// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/timeline/trackrows.h"

#include "core/base/coveredrange.h"

#include <algorithm>
#include <limits>
#include <numeric>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

bool comesBefore(const Span &a, const Span &b)
{
    return a.start != b.start ? a.start < b.start : a.end > b.end;
}

void append(TimelineTrack &track, const Span &span)
{
    track.starts.push_back(span.start);
    track.ends.push_back(span.end);
    track.labels.push_back(span.label);
    if (span.operation >= 0 && track.operations.empty())
        track.operations.assign(track.starts.size() - 1, -1);
    if (span.operation >= 0 || !track.operations.empty())
        track.operations.push_back(span.operation);
}

/// Two instants of the same time do not stand in one place.
qint64 freeFrom(const Span &last)
{
    const bool isInstant = last.start == last.end;
    return isInstant && last.end < std::numeric_limits<qint64>::max() ? last.end + 1 : last.end;
}

void inOrderOfTime(std::vector<qint64> &times, std::vector<double> &values)
{
    if (std::ranges::is_sorted(times))
        return;
    std::vector<size_t> order(times.size());
    std::iota(order.begin(), order.end(), size_t(0));
    std::ranges::stable_sort(order, {}, [&](size_t i) { return times[i]; });
    std::vector<qint64> sortedTimes;
    std::vector<double> sortedValues;
    for (const auto i : order) {
        sortedTimes.push_back(times[i]);
        sortedValues.push_back(values[i]);
    }
    times = std::move(sortedTimes);
    values = std::move(sortedValues);
}

} // namespace

quint32 TrackRows::label(const QString &name)
{
    const auto next = static_cast<quint32>(m_timeline.labels.size());
    const auto at = m_labels.constFind(name);
    if (at != m_labels.constEnd())
        return *at;
    m_labels.insert(name, next);
    m_timeline.labels.push_back(name);
    return next;
}

void TrackRows::addSlices(const TimelineTrack &like, std::vector<Span> spans)
{
    if (!std::ranges::is_sorted(spans, comesBefore))
        std::ranges::sort(spans, comesBefore);
    std::vector<TimelineTrack> rows;
    std::vector<qint64> free; // from when on, by row
    qint64 fullUntil = std::numeric_limits<qint64>::min(); // no row is free before
    quint64 leftOut = 0;
    for (const auto &span : spans) {
        if (span.start < fullUntil) { // millions at one time are not held against every row
            ++leftOut;
            continue;
        }
        const auto place = std::ranges::find_if(free, [&](qint64 t) { return t <= span.start; });
        if (place == free.end() && rows.size() == DepthLimit) {
            fullUntil = *std::ranges::min_element(free);
            ++leftOut;
            continue;
        }
        const auto number = static_cast<size_t>(place - free.begin());
        if (place == free.end()) {
            free.push_back(0);
            rows.push_back(like);
            rows.back().depth = static_cast<int>(number);
            if (rows.size() == 1) { // most rows are one track
                rows[0].starts.reserve(spans.size());
                rows[0].ends.reserve(spans.size());
                rows[0].labels.reserve(spans.size());
            }
        }
        append(rows[number], span);
        free[number] = freeFrom(span);
        cover(m_timeline.range, span.start, span.end);
    }
    if (leftOut > 0) {
        m_timeline.diagnostics.push_back({ u"timeline.depth"_s, Severity::Warning, {},
            u"%1 slices of %2 are left out: more than %3 at one time"_s.arg(
                QString::number(leftOut), like.name, QString::number(DepthLimit)) });
    }
    for (auto &row : rows) {
        if (row.starts.capacity() > row.starts.size() * 2) {
            row.starts.shrink_to_fit();
            row.ends.shrink_to_fit();
            row.labels.shrink_to_fit();
        }
        m_timeline.tracks.push_back(std::move(row));
    }
}

void TrackRows::addCounter(
    TimelineTrack like, std::vector<qint64> times, std::vector<double> values)
{
    if (times.empty())
        return;
    inOrderOfTime(times, values);
    like.kind = TimelineTrack::Kind::Counter;
    cover(m_timeline.range, times.front(), times.back());
    like.starts = std::move(times);
    like.values = std::move(values);
    m_timeline.tracks.push_back(std::move(like));
}

void TrackRows::finish()
{
    QHash<QString, qsizetype> places;
    for (const auto &track : m_timeline.tracks) {
        if (!places.contains(track.group))
            places.insert(track.group, places.size());
    }
    std::ranges::stable_sort(m_timeline.tracks, {},
        [&](const TimelineTrack &track) { return places.value(track.group); });
}

} // namespace tosaic::profile
