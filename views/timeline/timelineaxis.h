// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/timeline/timeline.h"
#include "profiler/timeline/timelineindex.h"

#include <QString>

#include <vector>

namespace tosaic::views {

/// Where times stand in the view: [from, to) over [left, left + width) pixels.
struct TimelineAxis
{
    double from = 0; ///< in the timeline's unit
    double to = 1;
    double left = 0; ///< px
    double width = 1; ///< px

    double perPixel() const { return (to - from) / width; }
    double xOf(double time) const { return left + (time - from) / perPixel(); }
    double timeAt(double x) const { return from + (x - left) * perPixel(); }
    profile::TimeWindow window() const { return { from, to, static_cast<int>(width) }; }
};

struct AxisTick
{
    double time = 0; ///< in the timeline's unit
    QString text;
};

/// Ticks at round numbers of the unit, at least 'distance' px apart; labelled without the unit.
std::vector<AxisTick> unitTicks(const TimelineAxis &axis, double distance);
/// Ticks at round times: "1.25 ms".
std::vector<AxisTick> clockTicks(const TimelineAxis &axis, double secondsPerUnit, double distance);

} // namespace tosaic::views
