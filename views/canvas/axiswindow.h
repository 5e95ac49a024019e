// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>
#include <vector>

namespace tosaic::views {

/// What of an axis is in view, within what there is; in the axis's own unit (cycles, bytes, rows in
/// px, powers of ten). The one state behind wheel, keys, drags, scroll bars and buttons.
class AxisWindow
{
public:
    double first() const { return m_first; } ///< what there is
    double last() const { return m_last; }
    double from() const { return m_from; } ///< what is seen of it
    double to() const { return m_to; }
    double width() const { return m_to - m_from; }
    double whole() const { return m_last - m_first; }
    bool isAll() const { return width() >= whole(); }
    bool canZoom() const { return m_most > m_least; }

    /// Who sees all goes on seeing all. `least`: the narrowest window.
    void setLimits(double first, double last, double least);
    /// For what is scrolled and never zoomed: rows of `whole` px in a room of `room` px.
    void setScrolled(double whole, double room);

    // Below: whether anything changed.
    /// Kept within what there is; a window that is too narrow or too wide keeps its middle.
    bool set(double from, double to);
    bool fit() { return canZoom() && set(m_first, m_last); }
    /// `factor` above 1 goes nearer; the place `anchor` stays where it is.
    bool zoom(double factor, double anchor);
    bool moveBy(double distance) { return set(m_from + distance, m_to + distance); }
    /// As little as needed to see the range; of one that is wider than the window, some of it.
    bool reveal(double from, double to);

private:
    double m_first = 0;
    double m_last = 1;
    double m_from = 0;
    double m_to = 1;
    double m_least = 0;
    double m_most = std::numeric_limits<double>::max();
};

/// 1, 2 or 5 times a power of ten, not below `least`.
double niceStep(double least);
/// Multiples of the step within [from, to].
std::vector<double> ticksBetween(double from, double to, double step);
/// At most `most` round values of a logarithmic axis: powers of the base (10: also their doubles
/// and fives where there is room), or round steps where it is zoomed into less than that.
std::vector<double> logarithmicTicks(double low, double high, int most, int base = 10);

} // namespace tosaic::views
