// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace tosaic::profile {

/// What repeats of one measurement say. All in the unit of the values.
struct Spread
{
    size_t count = 0;
    double median = 0;
    double lowerQuartile = 0; ///< of the values up to the median (Tukey's hinges)
    double upperQuartile = 0;
    double deviation = 0; ///< median of the distances from the median (MAD); 0 with one value
    double smallest = 0;
    double largest = 0;
    std::vector<size_t> outliers; ///< into the values; none with fewer than four values

    bool isConstant() const { return smallest == largest; }
};

/// An outlier is farther from the median than three times 1.4826 x MAD (the standard deviation, if
/// the others are normal). If more than half of the values are equal, MAD is 0: then those beyond
/// 1.5 quartile distances behind the quartiles are. Absent without values; NaN is not a value.
std::optional<Spread> spreadOf(std::span<const double> values);

} // namespace tosaic::profile
