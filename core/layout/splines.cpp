// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/splines.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tosaic::layout {

namespace {

constexpr double CornerCut = 4; ///< px between a corner and the line that rounds it

/// De Casteljau.
void halve(const QPointF *p, double t, std::array<QPointF, 4> &left, std::array<QPointF, 4> &right)
{
    const auto between = [t](QPointF a, QPointF b) { return a + (b - a) * t; };
    const auto ab = between(p[0], p[1]);
    const auto bc = between(p[1], p[2]);
    const auto cd = between(p[2], p[3]);
    const auto abc = between(ab, bc);
    const auto bcd = between(bc, cd);
    const auto middle = between(abc, bcd);
    left = { p[0], ab, abc, middle };
    right = { middle, bcd, cd, p[3] };
}

} // namespace

std::vector<QPointF> splitAt(const std::vector<QPointF> &points, double y, bool before)
{
    for (size_t i = 0; i + 3 < points.size(); i += 3) {
        if ((points[i].y() < y) == (points[i + 3].y() < y))
            continue;
        std::array<QPointF, 4> left;
        std::array<QPointF, 4> right;
        const bool goesDown = points[i].y() < y;
        double low = 0;
        double high = 1;
        for (int step = 0; step < 30; ++step) {
            const auto t = (low + high) / 2;
            halve(&points[i], t, left, right);
            ((left[3].y() < y) == goesDown ? low : high) = t;
        }
        const auto at = points.begin() + static_cast<std::ptrdiff_t>(i);
        std::vector<QPointF> part;
        if (before) {
            part.assign(points.begin(), at);
            part.insert(part.end(), left.begin(), left.end());
        } else {
            part.assign(right.begin(), right.end());
            part.insert(part.end(), at + 4, points.end());
        }
        return part;
    }
    return { before ? points.front() : points.back() };
}

std::vector<QPointF> rounded(const std::vector<QPointF> &corners)
{
    std::vector<QPointF> points{ corners.front() };
    const auto lineTo = [&](QPointF to) {
        const auto from = points.back();
        points.insert(points.end(), { from + (to - from) / 3, from + (to - from) * 2 / 3, to });
    };
    const auto unit = [](QPointF d) { return d / std::max(1e-6, std::hypot(d.x(), d.y())); };
    for (size_t i = 1; i + 1 < corners.size(); ++i) {
        const auto in = corners[i] - corners[i - 1];
        const auto out = corners[i + 1] - corners[i];
        const auto turn = unit(out) - unit(in); // its length: twice the sine of half the angle
        const auto room = std::min(std::hypot(in.x(), in.y()), std::hypot(out.x(), out.y())) / 2;
        const auto reach
            = std::min(room, 4 * CornerCut / std::max(1e-6, std::hypot(turn.x(), turn.y())));
        const auto before = corners[i] - unit(in) * reach;
        const auto after = corners[i] + unit(out) * reach;
        lineTo(before);
        points.insert(points.end(),
            { before + (corners[i] - before) * 2 / 3, after + (corners[i] - after) * 2 / 3,
                after });
    }
    lineTo(corners.back());
    return points;
}

} // namespace tosaic::layout
