// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/timeline/timelineindex.h"

#include <algorithm>

namespace tosaic::profile {

namespace {

bool wasCancelled(const IsCancelled &isCancelled)
{
    return isCancelled && isCancelled();
}

} // namespace

TimelineIndex::TimelineIndex(std::shared_ptr<const Timeline> timeline)
    : m_timeline(std::move(timeline)), m_levels(m_timeline->tracks.size()),
      m_labelCounts(m_timeline->labels.size())
{
}

std::shared_ptr<const TimelineIndex> TimelineIndex::build(
    std::shared_ptr<const Timeline> timeline, const IsCancelled &isCancelled)
{
    std::shared_ptr<TimelineIndex> index(new TimelineIndex(std::move(timeline)));
    for (size_t i = 0; i < index->m_levels.size(); ++i) {
        const auto isCounter = index->m_timeline->tracks[i].kind == TimelineTrack::Kind::Counter;
        if (!(isCounter ? index->buildCounter(i, isCancelled) : index->buildSlices(i, isCancelled)))
            return nullptr;
    }
    index->collectOperations();
    return index;
}

bool TimelineIndex::buildSlices(size_t number, const IsCancelled &isCancelled)
{
    const auto &track = m_timeline->tracks[number];
    auto &levels = m_levels[number];
    const auto count = track.starts.size();
    levels.covered.reserve(count / Block + 2);
    std::vector<LabelTime> level;
    level.reserve(count / Block + 1);
    qint64 covered = 0;
    for (size_t at = 0; at < count; at += Block) {
        if (at % (Block << 12) == 0 && wasCancelled(isCancelled))
            return false;
        levels.covered.push_back(covered);
        LabelSums sums;
        for (size_t i = at; i < std::min(count, at + Block); ++i) {
            const auto time = track.ends[i] - track.starts[i];
            covered += time;
            ++m_labelCounts[track.labels[i]];
            sums.add(track.labels[i], time);
        }
        level.push_back(sums.heaviest());
    }
    levels.covered.push_back(covered);
    while (!level.empty()) {
        levels.heaviest.push_back(std::move(level));
        level = {};
        const auto &below = levels.heaviest.back();
        for (size_t at = 0; below.size() > 1 && at < below.size(); at += Factor) {
            LabelSums sums;
            for (size_t i = at; i < std::min(below.size(), at + Factor); ++i)
                sums.add(below[i].label, below[i].time);
            level.push_back(sums.heaviest());
        }
    }
    return true;
}

double TimelineIndex::holdTime(const TimelineTrack &track, size_t sample) const
{
    const auto last = track.until.value_or(m_timeline->range ? m_timeline->range->second : 0);
    const auto end = sample + 1 < track.starts.size() ? track.starts[sample + 1]
                                                      : std::max(track.starts[sample], last);
    return static_cast<double>(end - track.starts[sample]);
}

bool TimelineIndex::buildCounter(size_t number, const IsCancelled &isCancelled)
{
    const auto &track = m_timeline->tracks[number];
    auto &levels = m_levels[number];
    const auto count = track.starts.size();
    std::vector<Extremes> level;
    level.reserve(count / Block + 1);
    levels.area.reserve(count / Block + 2);
    double area = 0;
    for (size_t at = 0; at < count; at += Block) {
        if (at % (Block << 12) == 0 && wasCancelled(isCancelled))
            return false;
        levels.area.push_back(area);
        Extremes extremes{ track.values[at], track.values[at] };
        for (size_t i = at; i < std::min(count, at + Block); ++i) {
            area += track.values[i] * holdTime(track, i);
            extremes.least = std::min(extremes.least, track.values[i]);
            extremes.most = std::max(extremes.most, track.values[i]);
        }
        level.push_back(extremes);
    }
    levels.area.push_back(area);
    while (!level.empty()) {
        levels.extremes.push_back(std::move(level));
        level = {};
        const auto &below = levels.extremes.back();
        for (size_t at = 0; below.size() > 1 && at < below.size(); at += Factor) {
            auto extremes = below[at];
            for (size_t i = at; i < std::min(below.size(), at + Factor); ++i) {
                extremes.least = std::min(extremes.least, below[i].least);
                extremes.most = std::max(extremes.most, below[i].most);
            }
            level.push_back(extremes);
        }
    }
    return true;
}

void TimelineIndex::collectOperations()
{
    const auto eachSlice = [this](auto &&visit) {
        for (size_t track = 0; track < m_timeline->tracks.size(); ++track) {
            const auto &operations = m_timeline->tracks[track].operations;
            for (size_t i = 0; i < operations.size(); ++i) {
                if (operations[i] >= 0)
                    visit(static_cast<size_t>(operations[i]), Place{ track, i });
            }
        }
    };
    eachSlice([this](size_t operation, const Place &) {
        if (m_operationStarts.size() < operation + 2)
            m_operationStarts.resize(operation + 2);
        ++m_operationStarts[operation + 1];
    });
    for (size_t i = 1; i < m_operationStarts.size(); ++i)
        m_operationStarts[i] += m_operationStarts[i - 1];
    m_places.resize(m_operationStarts.empty() ? 0 : m_operationStarts.back());
    auto next = m_operationStarts;
    eachSlice([&](size_t operation, const Place &place) { m_places[next[operation]++] = place; });
}

std::span<const TimelineIndex::Place> TimelineIndex::slicesOf(size_t operation) const
{
    if (operation + 1 >= m_operationStarts.size())
        return {};
    const auto first = m_operationStarts[operation];
    return std::span(m_places).subspan(first, m_operationStarts[operation + 1] - first);
}

quint64 TimelineIndex::memorySize() const
{
    quint64 size = m_labelCounts.size() * sizeof(quint64) + m_places.size() * sizeof(Place)
        + m_operationStarts.size() * sizeof(size_t);
    for (const auto &levels : m_levels) {
        size += levels.covered.size() * sizeof(qint64) + levels.area.size() * sizeof(double);
        for (const auto &level : levels.heaviest)
            size += level.size() * sizeof(LabelTime);
        for (const auto &level : levels.extremes)
            size += level.size() * sizeof(Extremes);
    }
    return size;
}

} // namespace tosaic::profile
