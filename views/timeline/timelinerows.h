// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/timeline/timeline.h"

#include <QSet>
#include <QString>

#include <vector>

namespace tosaic::views {

/// One line of the picture: the title of a group, or a track.
struct TimelineRow
{
    bool isGroup = false;
    bool isCollapsed = false; ///< groups
    size_t track = 0; ///< of a group: its first one
    size_t trackCount = 1; ///< of a group
    int top = 0; ///< px from the top of all rows
    int height = 0; ///< px
    int bottom() const { return top + height; }
};

/// Rows one below the other, groups first with their title.
class TimelineRows
{
public:
    void set(const profile::Timeline &timeline, const QSet<QString> &collapsed);
    const std::vector<TimelineRow> &rows() const { return m_rows; }
    int height() const { return m_rows.empty() ? 0 : m_rows.back().bottom(); }
    /// Null: none is there.
    const TimelineRow *rowAt(int y) const;
    /// Null: its group is collapsed.
    const TimelineRow *rowOf(size_t track) const;

private:
    std::vector<TimelineRow> m_rows;
};

} // namespace tosaic::views
