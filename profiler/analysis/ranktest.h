// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace tosaic::profile {

/// Below this a difference is called significant.
inline constexpr double SignificanceLevel = 0.05;

/// Mann-Whitney's test (Wilcoxon's rank sums) of whether two sets of repeats come from the same
/// distribution; two-sided.
struct RankTest
{
    double p = 1; ///< how probable ranks at least this far apart are if nothing differs
    /// The smallest p that so many repeats can give at all: 2 / C(n + m, n).
    double leastP = 1;

    bool hasEnoughRepeats() const { return leastP < SignificanceLevel; }
    bool isSignificant() const { return p < SignificanceLevel; }
};

/// RankTest::leastP of so many repeats on each side.
double leastPOf(size_t n, size_t m);

/// Distributions of rank sums that were computed before: those of many values with as many repeats
/// are few. For one thread.
class RankDistributions
{
public:
    /// Ways in which `chosen` of the ranks (sorted) have each sum.
    const std::vector<double> &of(const std::vector<qint64> &ranks, size_t chosen);

private:
    static constexpr size_t Limit = 256;
    std::map<std::pair<size_t, std::vector<qint64>>, std::vector<double>> m_ways;
};

/// Exact, ties included, up to 40 values in all; above that by the normal approximation with the
/// correction for ties. Absent if a side has no value.
/// Whoever tests many values hands over what is `known`.
std::optional<RankTest> rankTest(
    std::span<const double> a, std::span<const double> b, RankDistributions *known = nullptr);

/// The middle one, or the mean of the two in the middle; the values must not be none.
double medianOf(std::span<const double> values);

} // namespace tosaic::profile
