// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The part of TimelineIndex that answers questions.
#include "profiler/timeline/timelineindex.h"

#include <algorithm>
#include <cmath>

namespace tosaic::profile {

namespace {

constexpr double WideSlice = 2; ///< px from which a slice is drawn by itself

/// The first time from 'at' on that is not before 'time'; near ones are found quickly.
size_t gallop(const std::vector<qint64> &times, size_t at, double time)
{
    size_t step = 1;
    size_t low = at;
    while (low + step < times.size() && static_cast<double>(times[low + step]) < time) {
        low += step;
        step *= 2;
    }
    const auto from = times.begin() + static_cast<std::ptrdiff_t>(low);
    const auto to = times.begin() + static_cast<std::ptrdiff_t>(std::min(times.size(), low + step));
    return static_cast<size_t>(std::lower_bound(from, to, time, [](qint64 a, double b) {
        return static_cast<double>(a) < b;
    }) - times.begin());
}

} // namespace

size_t TimelineIndex::firstEndingAfter(size_t number, qint64 time) const
{
    const auto &track = m_timeline->tracks[number];
    const auto at
        = static_cast<size_t>(std::ranges::upper_bound(track.ends, time) - track.ends.begin());
    const bool isInstant = at > 0 && track.starts[at - 1] == time;
    return isInstant ? at - 1 : at;
}

std::optional<size_t> TimelineIndex::sliceAt(size_t number, qint64 time) const
{
    const auto &track = m_timeline->tracks[number];
    const auto at = firstEndingAfter(number, time);
    if (at < track.starts.size() && track.starts[at] <= time)
        return at;
    return std::nullopt;
}

qint64 TimelineIndex::coveredBefore(size_t number, size_t slice) const
{
    const auto &track = m_timeline->tracks[number];
    const auto block = slice / Block;
    auto covered = m_levels[number].covered[block];
    for (size_t i = block * Block; i < slice; ++i)
        covered += track.ends[i] - track.starts[i];
    return covered;
}

qint64 TimelineIndex::busyTime(size_t number, qint64 from, qint64 to) const
{
    const auto &track = m_timeline->tracks[number];
    if (track.kind != TimelineTrack::Kind::Slices || to <= from)
        return 0;
    const auto first = firstEndingAfter(number, from);
    const auto end
        = static_cast<size_t>(std::ranges::lower_bound(track.starts, to) - track.starts.begin());
    if (end <= first)
        return 0;
    auto busy = coveredBefore(number, end) - coveredBefore(number, first);
    busy -= std::max<qint64>(0, from - track.starts[first]);
    return busy - std::max<qint64>(0, track.ends[end - 1] - to);
}

quint32 TimelineIndex::dominantLabel(size_t number, size_t first, size_t end) const
{
    const auto &track = m_timeline->tracks[number];
    LabelSums sums;
    const auto addSlices = [&](size_t from, size_t to) {
        for (size_t i = from; i < to; ++i)
            sums.add(track.labels[i], track.ends[i] - track.starts[i]);
    };
    auto low = (first + Block - 1) / Block;
    auto high = end / Block;
    if (low >= high) {
        addSlices(first, end);
        return sums.heaviest().label;
    }
    addSlices(first, low * Block);
    addSlices(high * Block, end);
    for (const auto &level : m_levels[number].heaviest) {
        const bool isTop = high - low <= 2 * Factor || &level == &m_levels[number].heaviest.back();
        const auto add = [&](size_t node) { sums.add(level[node].label, level[node].time); };
        while (low < high && (isTop || low % Factor != 0))
            add(low++);
        while (low < high && high % Factor != 0)
            add(--high);
        low /= Factor;
        high /= Factor;
        if (low >= high)
            break;
    }
    return sums.heaviest().label;
}

std::vector<SliceCell> TimelineIndex::slices(size_t number, const TimeWindow &window) const
{
    std::vector<SliceCell> cells;
    const auto &track = m_timeline->tracks[number];
    const auto column = window.perPixel();
    if (track.kind != TimelineTrack::Kind::Slices || !(column > 0))
        return cells;
    const auto whole = std::floor(window.from / column) * column;
    auto at = firstEndingAfter(number, static_cast<qint64>(std::floor(whole)));
    while (at < track.starts.size() && static_cast<double>(track.starts[at]) < window.to) {
        const auto start = static_cast<double>(track.starts[at]);
        const auto end = static_cast<double>(track.ends[at]);
        if (end - start >= WideSlice * column) {
            cells.push_back({ .left = window.pixelOf(start),
                .right = window.pixelOf(end),
                .label = track.labels[at],
                .first = at });
            ++at;
            continue;
        }
        const auto left = std::floor(start / column) * column;
        auto next = std::max(at + 1, gallop(track.starts, at, left + column));
        const auto last = static_cast<double>(track.ends[next - 1] - track.starts[next - 1]);
        if (next - at > 1 && last >= WideSlice * column)
            --next; // it stands by itself
        // The last one may reach into the next column.
        const auto right = std::max(left + column, static_cast<double>(track.ends[next - 1]));
        const auto covered
            = static_cast<double>(coveredBefore(number, next) - coveredBefore(number, at));
        cells.push_back({ .left = window.pixelOf(left),
            .right = window.pixelOf(right),
            .coverage = static_cast<float>(std::min(1.0, covered / (right - left))),
            .label = next - at == 1 ? track.labels[at] : dominantLabel(number, at, next),
            .count = static_cast<quint32>(next - at),
            .first = at });
        at = next;
    }
    return cells;
}

double TimelineIndex::areaBefore(size_t number, size_t sample) const
{
    const auto &track = m_timeline->tracks[number];
    const auto block = sample / Block;
    auto area = m_levels[number].area[block];
    for (size_t i = block * Block; i < sample; ++i)
        area += track.values[i] * holdTime(track, i);
    return area;
}

TimelineIndex::Extremes TimelineIndex::extremesOf(size_t number, size_t first, size_t end) const
{
    const auto &values = m_timeline->tracks[number].values;
    Extremes extremes{ values[first], values[first] };
    const auto add = [&](double least, double most) {
        extremes.least = std::min(extremes.least, least);
        extremes.most = std::max(extremes.most, most);
    };
    auto low = (first + Block - 1) / Block;
    auto high = end / Block;
    const auto headEnd = low >= high ? end : low * Block;
    for (size_t i = first; i < headEnd; ++i)
        add(values[i], values[i]);
    if (low >= high)
        return extremes;
    for (size_t i = high * Block; i < end; ++i)
        add(values[i], values[i]);
    const auto &levels = m_levels[number].extremes;
    for (size_t level = 0; level < levels.size() && low < high; ++level) {
        const auto &nodes = levels[level];
        const bool isTop = level + 1 == levels.size();
        for (; low < high && (isTop || low % Factor != 0); ++low)
            add(nodes[low].least, nodes[low].most);
        for (; low < high && high % Factor != 0; --high)
            add(nodes[high - 1].least, nodes[high - 1].most);
        low /= Factor;
        high /= Factor;
    }
    return extremes;
}

/// 'holding' is the sample that holds when 'from' comes (or the first one); 'end' the first sample
/// not before 'to'.
CounterRange TimelineIndex::over(
    size_t number, size_t holding, size_t end, double from, double to) const
{
    const auto &track = m_timeline->tracks[number];
    const auto extremes = extremesOf(number, holding, end);
    auto area = areaBefore(number, end) - areaBefore(number, holding);
    const auto start = std::max(from, static_cast<double>(track.starts[holding]));
    area -= track.values[holding] * (start - static_cast<double>(track.starts[holding]));
    const auto lastEnd = static_cast<double>(track.starts[end - 1]) + holdTime(track, end - 1);
    if (lastEnd > to)
        area -= track.values[end - 1] * (lastEnd - to);
    const auto length = std::min(to, lastEnd) - start;
    const auto mean = length > 0 ? area / length : track.values[end - 1];
    return { extremes.least, extremes.most, std::clamp(mean, extremes.least, extremes.most) };
}

std::vector<CounterCell> TimelineIndex::counter(size_t number, const TimeWindow &window) const
{
    std::vector<CounterCell> cells;
    const auto &track = m_timeline->tracks[number];
    const auto column = window.perPixel();
    if (track.kind != TimelineTrack::Kind::Counter || !(column > 0) || track.starts.empty())
        return cells;
    const auto &times = track.starts;
    const auto end = std::min(
        window.to, static_cast<double>(times.back()) + holdTime(track, times.size() - 1));
    auto at = std::floor(window.from / column) * column;
    auto next = gallop(times, 0, at); // first sample not before 'at'
    if (next == 0 && static_cast<double>(times[0]) > at)
        at = std::floor(static_cast<double>(times[0]) / column) * column;
    while (at < end) {
        const auto columnEnd = at + column;
        if (!(columnEnd > at))
            break; // columns are finer than times of this size can be told apart
        const auto after = next < times.size() ? gallop(times, next, columnEnd) : next;
        if (after == next) { // nothing happens before the next sample
            const auto until = next < times.size() ? std::max(columnEnd,
                                   std::floor(static_cast<double>(times[next]) / column) * column)
                                                   : end;
            if (next > 0) { // rounding may let the column of the first sample end where it stands
                const auto value = track.values[next - 1];
                cells.push_back({ window.pixelOf(at), window.pixelOf(std::min(until, end)), value,
                    value, value });
            }
            at = std::max(until, columnEnd);
            continue;
        }
        const bool startsHere = next == 0 || static_cast<double>(times[next]) <= at;
        const auto range = over(number, startsHere ? next : next - 1, after, at, columnEnd);
        cells.push_back(
            { window.pixelOf(at), window.pixelOf(columnEnd), range.least, range.most, range.mean });
        next = after;
        at = columnEnd;
    }
    return cells;
}

std::optional<CounterRange> TimelineIndex::counterRange(size_t number, double from, double to) const
{
    const auto &track = m_timeline->tracks[number];
    if (track.kind != TimelineTrack::Kind::Counter || track.starts.empty() || to <= from)
        return std::nullopt;
    const auto end = gallop(track.starts, 0, to);
    const auto lastEnd
        = static_cast<double>(track.starts.back()) + holdTime(track, track.starts.size() - 1);
    if (end == 0 || from > lastEnd)
        return std::nullopt;
    const auto first
        = static_cast<size_t>(std::upper_bound(track.starts.begin(), track.starts.end(), from,
                                  [](double a, qint64 b) { return a < static_cast<double>(b); })
            - track.starts.begin());
    return over(number, first > 0 ? first - 1 : 0, end, from, to);
}

std::optional<CounterRange> TimelineIndex::wholeRange(size_t number) const
{
    const auto &track = m_timeline->tracks[number];
    if (track.kind != TimelineTrack::Kind::Counter || track.starts.empty())
        return std::nullopt;
    const auto count = track.starts.size();
    return over(number, 0, count, static_cast<double>(track.starts.front()),
        static_cast<double>(track.starts.back()) + holdTime(track, count - 1));
}

} // namespace tosaic::profile
