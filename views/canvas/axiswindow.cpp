// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/axiswindow.h"

#include <algorithm>
#include <cmath>

namespace tosaic::views {

void AxisWindow::setLimits(double first, double last, double least)
{
    const bool wasAll = isAll();
    m_first = first;
    m_last = std::max(last, std::nextafter(first, last + 1));
    m_least = std::min(least, whole());
    m_most = std::numeric_limits<double>::max();
    if (wasAll)
        set(m_first, m_last);
    else
        set(m_from, m_to);
}

void AxisWindow::setScrolled(double whole, double room)
{
    m_first = 0;
    m_least = m_most = std::max(1.0, room);
    m_last = std::max(whole, m_least);
    set(m_from, m_from + m_least);
}

bool AxisWindow::set(double from, double to)
{
    const auto length
        = std::clamp(to - from, m_least, std::max(m_least, std::min(m_most, whole())));
    const auto start
        = std::clamp(from + (to - from - length) / 2, m_first, std::max(m_first, m_last - length));
    if (start == m_from && start + length == m_to)
        return false;
    m_from = start;
    m_to = start + length;
    return true;
}

bool AxisWindow::zoom(double factor, double anchor)
{
    if (!canZoom())
        return false;
    const auto length = std::clamp(width() / factor, m_least, std::max(m_least, whole()));
    const auto start = anchor - (anchor - m_from) / width() * length;
    return set(start, start + length);
}

bool AxisWindow::reveal(double from, double to)
{
    if (to - from > width())
        return (to < m_from || from > m_to) && set(from, from + width());
    if (from < m_from)
        return set(from, from + width());
    return to > m_to && set(to - width(), to);
}

double niceStep(double least)
{
    const auto unit = std::pow(10, std::floor(std::log10(least)));
    for (const auto factor : { 1.0, 2.0, 5.0 }) {
        if (unit * factor >= least * (1 - 1e-9))
            return unit * factor;
    }
    return unit * 10;
}

std::vector<double> ticksBetween(double from, double to, double step)
{
    std::vector<double> ticks;
    for (auto i = std::ceil(from / step); i * step <= to; ++i)
        ticks.push_back(i * step);
    return ticks;
}

std::vector<double> logarithmicTicks(double low, double high, int most, int base)
{
    const auto powers = [&](const std::vector<double> &factors) {
        std::vector<double> ticks;
        const auto start = std::floor(std::log(low) / std::log(base));
        for (auto power = std::pow(base, start); power <= high; power *= base) {
            for (const auto factor : factors) {
                if (factor * power >= low && factor * power <= high)
                    ticks.push_back(factor * power);
            }
        }
        return ticks;
    };
    const auto room = static_cast<size_t>(std::max(2, most));
    auto ticks = powers({ 1 });
    if (const auto finer = base == 10 ? powers({ 1, 2, 5 }) : ticks; finer.size() <= room)
        ticks = finer;
    if (ticks.size() < 2)
        return ticksBetween(low, high, niceStep((high - low) / static_cast<double>(room)));
    const auto stride = (ticks.size() + room - 1) / room;
    std::vector<double> some;
    for (size_t i = 0; i < ticks.size(); i += stride)
        some.push_back(ticks[i]);
    return some;
}

} // namespace tosaic::views
