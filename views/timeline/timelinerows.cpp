// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/timelinerows.h"

#include <algorithm>

namespace tosaic::views {

namespace {

constexpr int GroupHeight = 24; // px
constexpr int SliceHeight = 24;
constexpr int DeeperHeight = 19;
constexpr int CounterHeight = 52;

int heightOf(const profile::TimelineTrack &track)
{
    if (track.kind == profile::TimelineTrack::Kind::Counter)
        return CounterHeight;
    return track.depth > 0 ? DeeperHeight : SliceHeight;
}

} // namespace

void TimelineRows::set(const profile::Timeline &timeline, const QSet<QString> &collapsed)
{
    m_rows.clear();
    const auto &tracks = timeline.tracks;
    int top = 0;
    size_t group = 0; // row
    for (size_t i = 0; i < tracks.size(); ++i) {
        if (i == 0 || tracks[i].group != tracks[i - 1].group) {
            group = m_rows.size();
            m_rows.push_back({ .isGroup = true,
                .isCollapsed = collapsed.contains(tracks[i].group),
                .track = i,
                .trackCount = 0,
                .top = top,
                .height = GroupHeight });
            top += GroupHeight;
        }
        if (tracks[i].depth == 0)
            ++m_rows[group].trackCount; // deeper ones are lines of the same track
        if (m_rows[group].isCollapsed)
            continue;
        m_rows.push_back({ .track = i, .top = top, .height = heightOf(tracks[i]) });
        top += m_rows.back().height;
    }
}

const TimelineRow *TimelineRows::rowAt(int y) const
{
    const auto row = std::ranges::upper_bound(m_rows, y, {}, &TimelineRow::bottom);
    return row == m_rows.end() || y < row->top ? nullptr : &*row;
}

const TimelineRow *TimelineRows::rowOf(size_t track) const
{
    const auto row = std::ranges::find_if(
        m_rows, [&](const TimelineRow &one) { return !one.isGroup && one.track == track; });
    return row == m_rows.end() ? nullptr : &*row;
}

} // namespace tosaic::views
