// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/accuracy/measures.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tosaic::accuracy {

void Measures::add(double computed, double expected)
{
    ++m_elements;
    const bool isSame = computed == expected || (std::isnan(computed) && std::isnan(expected));
    m_differing += isSame ? 0 : 1;
    if (!std::isfinite(computed) || !std::isfinite(expected))
        return;
    ++m_finite;
    const auto difference = std::abs(computed - expected);
    m_signal += expected * expected;
    m_noise += difference * difference;
    m_computed += computed * computed;
    m_product += computed * expected;
    m_absolute += difference;
    m_largest = std::max(m_largest, difference);
}

std::optional<double> Measures::sqnrDb() const
{
    if (m_noise <= 0 || m_signal <= 0)
        return std::nullopt;
    constexpr double DecibelsPerDecade = 10;
    return DecibelsPerDecade * std::log10(m_signal / m_noise);
}

std::optional<double> Measures::cosine() const
{
    if (m_signal <= 0 || m_computed <= 0)
        return std::nullopt;
    return std::clamp(m_product / std::sqrt(m_signal) / std::sqrt(m_computed), -1.0, 1.0);
}

std::optional<double> Measures::largest() const
{
    return m_finite > 0 ? std::optional(m_largest) : std::nullopt;
}

std::optional<double> Measures::mean() const
{
    return m_finite > 0 ? std::optional(m_absolute / double(m_finite)) : std::nullopt;
}

Histogram histogramOf(std::span<const double> numbers, size_t bins)
{
    Histogram histogram{ std::numeric_limits<double>::infinity(),
        -std::numeric_limits<double>::infinity(), {} };
    for (const auto number : numbers) {
        if (!std::isfinite(number))
            continue;
        histogram.smallest = std::min(histogram.smallest, number);
        histogram.largest = std::max(histogram.largest, number);
    }
    if (histogram.smallest > histogram.largest || bins == 0)
        return {};
    histogram.counts.assign(bins, 0);
    const auto width = (histogram.largest - histogram.smallest) / double(bins);
    for (const auto number : numbers) {
        if (!std::isfinite(number))
            continue;
        const auto bin = width > 0 ? size_t((number - histogram.smallest) / width) : 0;
        ++histogram.counts[std::min(bin, bins - 1)];
    }
    return histogram;
}

} // namespace tosaic::accuracy
