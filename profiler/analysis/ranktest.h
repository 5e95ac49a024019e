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

/// By how much `b` lies above `a`: the median of all differences between one of each (Hodges and
/// Lehmann), and the interval that holds the true shift in 95 % of all cases, whatever the
/// distribution. Absent without enough repeats for such an interval (4 and 4), and above 100,000
/// pairs.
struct Shift
{
    double middle = 0;
    double low = 0;
    double high = 0;
};
std::optional<Shift> shiftOf(std::span<const double> a, std::span<const double> b);

/// Whether the values of two sides reach into each other; nothing is known of sides of one value
/// each.
bool doRangesOverlap(std::span<const double> a, std::span<const double> b);

/// What each p is worth among so many tests (Benjamini and Hochberg: the share of false alarms
/// among what is called significant stays below the level; holds for counters, which rise and fall
/// together). As long as `p`, in its order.
std::vector<double> adjustedForTests(std::span<const double> p);

} // namespace tosaic::profile
