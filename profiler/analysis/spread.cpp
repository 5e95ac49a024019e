// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analysis/spread.h"

#include "core/base/median.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tosaic::profile {

namespace {

/// Of sorted values.
double medianOf(std::span<const double> sorted)
{
    const auto middle = sorted.size() / 2;
    return sorted.size() % 2 ? sorted[middle] : std::midpoint(sorted[middle - 1], sorted[middle]);
}

bool isOutlier(double value, const Spread &spread)
{
    constexpr double StandardDeviation = 1.4826;
    if (spread.deviation > 0)
        return std::abs(value - spread.median) > 3 * StandardDeviation * spread.deviation;
    const auto reach = 1.5 * (spread.upperQuartile - spread.lowerQuartile);
    return value < spread.lowerQuartile - reach || value > spread.upperQuartile + reach;
}

} // namespace

std::optional<Spread> spreadOf(std::span<const double> values)
{
    std::vector<double> sorted;
    std::ranges::copy_if(
        values, std::back_inserter(sorted), [](double value) { return !std::isnan(value); });
    if (sorted.empty())
        return std::nullopt;
    std::ranges::sort(sorted);
    const std::span<const double> all(sorted);
    const auto half = (sorted.size() + 1) / 2;
    Spread spread{ .count = sorted.size(),
        .median = medianOf(all),
        .lowerQuartile = medianOf(all.first(half)),
        .upperQuartile = medianOf(all.last(half)),
        .smallest = sorted.front(),
        .largest = sorted.back() };
    std::vector<double> distances;
    for (const auto value : sorted)
        distances.push_back(std::abs(value - spread.median));
    std::ranges::sort(distances);
    spread.deviation = medianOf(distances);
    constexpr size_t Fewest = 4;
    for (size_t i = 0; i < values.size() && sorted.size() >= Fewest; ++i) {
        if (!std::isnan(values[i]) && isOutlier(values[i], spread))
            spread.outliers.push_back(i);
    }
    return spread;
}

} // namespace tosaic::profile
