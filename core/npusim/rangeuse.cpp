// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npusim/rangeuse.h"

#include <algorithm>

namespace tosaic::npusim {

RangeUse::RangeUse(int bits, bool isSigned, qint64 zeroPoint) : m_zeroPoint(zeroPoint)
{
    constexpr int WidestType = 16; // accumulators use what they need
    if (bits > WidestType || bits < 2)
        return;
    m_least = isSigned ? -(qint64(1) << (bits - 1)) : 0;
    m_most = m_least + (qint64(1) << bits) - 1;
}

void RangeUse::add(qint64 stored)
{
    m_smallest = m_elements == 0 ? stored : std::min(m_smallest, stored);
    m_largest = m_elements == 0 ? stored : std::max(m_largest, stored);
    ++m_elements;
    const bool isEnd = stored <= m_least || stored >= m_most;
    m_saturated += isEnd && stored != m_zeroPoint ? 1 : 0;
}

std::optional<double> RangeUse::saturatedShare() const
{
    if (m_most == m_least || m_elements == 0)
        return std::nullopt;
    return double(m_saturated) / double(m_elements);
}

std::optional<quint64> RangeUse::saturated() const
{
    return m_most == m_least ? std::nullopt : std::optional(m_saturated);
}

std::optional<double> RangeUse::usedShare() const
{
    if (m_most == m_least || m_elements == 0)
        return std::nullopt;
    return double(m_largest - m_smallest) / double(m_most - m_least);
}

} // namespace tosaic::npusim
