// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/timelineaxis.h"

#include "views/canvas/axiswindow.h"

#include <QLocale>

#include <array>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

struct TimeScale
{
    double seconds;
    const char16_t *name;
};

/// The unit in which the largest time of the view is a handy number.
TimeScale scaleFor(double seconds)
{
    static constexpr std::array Scales{ TimeScale{ 1, u"s" }, TimeScale{ 1e-3, u"ms" },
        TimeScale{ 1e-6, u"µs" } };
    for (const auto &scale : Scales) {
        if (seconds >= scale.seconds)
            return scale;
    }
    return { 1e-9, u"ns" };
}

} // namespace

std::vector<AxisTick> unitTicks(const TimelineAxis &axis, double distance)
{
    std::vector<AxisTick> ticks;
    const auto step = std::max(1.0, niceStep(axis.perPixel() * distance));
    for (const auto time : ticksBetween(axis.from, axis.to, step))
        ticks.push_back({ time, QLocale().toString(static_cast<qint64>(time)) });
    return ticks;
}

std::vector<AxisTick> clockTicks(const TimelineAxis &axis, double secondsPerUnit, double distance)
{
    std::vector<AxisTick> ticks;
    const auto step = niceStep(axis.perPixel() * distance * secondsPerUnit);
    const auto scale = scaleFor(std::max(std::abs(axis.from), std::abs(axis.to)) * secondsPerUnit);
    const auto decimals
        = std::max(0, -static_cast<int>(std::floor(std::log10(step / scale.seconds) + 1e-9)));
    for (const auto time : ticksBetween(axis.from * secondsPerUnit, axis.to * secondsPerUnit, step))
        ticks.push_back({ time / secondsPerUnit,
            u"%1 %2"_s.arg(QLocale().toString(time / scale.seconds, 'f', decimals),
                QString::fromUtf16(scale.name)) });
    return ticks;
}

} // namespace tosaic::views
