// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analysis/ranktest.h"

#include "core/base/median.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace tosaic::profile {

namespace {

constexpr size_t ExactLimit = 40;

/// Ranks of all values times two, so that the mean rank of ties is whole; those of `a` first.
std::vector<qint64> doubledRanks(std::span<const double> a, std::span<const double> b)
{
    std::vector<double> all(a.begin(), a.end());
    all.insert(all.end(), b.begin(), b.end());
    auto sorted = all;
    std::ranges::sort(sorted);
    std::vector<qint64> ranks;
    for (const auto value : all) {
        const auto [first, last] = std::equal_range(sorted.begin(), sorted.end(), value);
        // Ranks count from 1: the mean of first + 1 ... last, times two.
        ranks.push_back((first - sorted.begin()) + 1 + (last - sorted.begin()));
    }
    return ranks;
}

/// In how many ways `chosen` of the ranks (sorted) have each sum.
std::vector<double> waysOf(std::span<const qint64> ranks, size_t chosen)
{
    std::vector<size_t> sums{ 0 }; // of the first ranks
    for (const auto rank : ranks)
        sums.push_back(sums.back() + static_cast<size_t>(rank));
    const auto width = sums.back() + 1;
    std::vector<double> ways((chosen + 1) * width); // [k][sum]: choices of k ranks
    ways[0] = 1;
    for (size_t i = 0; i < ranks.size(); ++i) {
        // With fewer than `least` the ranks that follow would not be enough.
        const auto follow = ranks.size() - i - 1;
        const auto least = std::max<size_t>(1, chosen > follow ? chosen - follow : 0);
        for (size_t k = std::min(chosen, i + 1); k >= least; --k) {
            auto *to = &ways[k * width + static_cast<size_t>(ranks[i])];
            const auto *from = &ways[(k - 1) * width];
            // k - 1 of the ranks before have at least the sum of the first, at most of the last.
            const auto largest = sums[i] - sums[i - (k - 1)];
            for (size_t s = sums[k - 1]; s <= largest; ++s)
                to[s] += from[s];
        }
    }
    return { ways.end() - static_cast<std::ptrdiff_t>(width), ways.end() };
}

/// Share of all ways to choose so many of the ranks whose sum is at least as far from the mean.
double exactP(const std::vector<double> &ways, size_t ranks, size_t chosen, qint64 sum)
{
    const auto total = ways.size() - 1;
    const double mean
        = static_cast<double>(total) * static_cast<double>(chosen) / static_cast<double>(ranks);
    const double distance = std::abs(static_cast<double>(sum) - mean);
    double far = 0;
    double every = 0;
    for (size_t s = 0; s <= total; ++s) {
        every += ways[s];
        if (std::abs(static_cast<double>(s) - mean) >= distance - 1e-9)
            far += ways[s];
    }
    return far / every;
}

double approximateP(const std::vector<qint64> &ranks, size_t chosen, qint64 sum)
{
    const auto all = static_cast<double>(ranks.size());
    const auto n = static_cast<double>(chosen);
    const auto m = all - n;
    double ties = 0; // sum of t^3 - t
    auto sorted = ranks;
    std::ranges::sort(sorted);
    for (auto it = sorted.begin(); it != sorted.end();) {
        const auto end = std::upper_bound(it, sorted.end(), *it);
        const auto t = static_cast<double>(end - it);
        ties += t * t * t - t;
        it = end;
    }
    const double variance = n * m / 12 * (all + 1 - ties / (all * (all - 1)));
    if (variance <= 0)
        return 1; // all values are equal
    const double mean = n * (all + 1) / 2;
    const double distance = std::max(0.0, std::abs(static_cast<double>(sum) / 2 - mean) - 0.5);
    return std::erfc(distance / std::sqrt(2 * variance));
}

} // namespace

double leastPOf(size_t n, size_t m)
{
    double choices = 1;
    for (size_t i = 1; i <= n; ++i)
        choices *= static_cast<double>(m + i) / static_cast<double>(i);
    return std::min(1.0, 2 / choices);
}

std::optional<RankTest> rankTest(
    std::span<const double> a, std::span<const double> b, RankDistributions *known)
{
    if (a.empty() || b.empty())
        return {};
    auto ranks = doubledRanks(a, b);
    const auto sum = std::accumulate(
        ranks.begin(), ranks.begin() + static_cast<std::ptrdiff_t>(a.size()), qint64(0));
    const auto leastP = leastPOf(a.size(), b.size());
    if (ranks.size() > ExactLimit)
        return RankTest{ std::min(1.0, approximateP(ranks, a.size(), sum)), leastP };
    std::ranges::sort(ranks);
    RankDistributions own;
    const auto &ways = (known ? *known : own).of(ranks, a.size());
    return RankTest{ std::min(1.0, exactP(ways, ranks.size(), a.size(), sum)), leastP };
}

namespace {

/// How many of the sorted differences may lie below the interval: the largest count whose tail
/// holds at most half of what may be missed. None if there are too few values.
std::optional<size_t> differencesOutside(size_t n, size_t m)
{
    std::vector<qint64> ranks;
    for (size_t i = 1; i <= n + m; ++i)
        ranks.push_back(static_cast<qint64>(i));
    if (ranks.size() > ExactLimit) {
        const auto pairs = static_cast<double>(n) * static_cast<double>(m);
        const auto deviation = std::sqrt(pairs * static_cast<double>(n + m + 1) / 12);
        return static_cast<size_t>(std::max(0.0, std::floor(pairs / 2 - 1.96 * deviation - 0.5)));
    }
    const auto ways = waysOf(ranks, n);
    const auto all = std::accumulate(ways.begin(), ways.end(), 0.0);
    const auto least = n * (n + 1) / 2; // the smallest sum of ranks
    std::optional<size_t> outside;
    double tail = 0;
    for (size_t sum = least; sum < ways.size(); ++sum) {
        tail += ways[sum];
        if (tail / all > SignificanceLevel / 2)
            break;
        outside = sum - least;
    }
    return outside;
}

} // namespace

std::optional<Shift> shiftOf(std::span<const double> a, std::span<const double> b)
{
    constexpr size_t MostPairs = 100'000;
    if (leastPOf(a.size(), b.size()) >= SignificanceLevel || a.size() * b.size() > MostPairs)
        return {};
    const auto outside = differencesOutside(a.size(), b.size());
    if (!outside)
        return {};
    std::vector<double> differences;
    differences.reserve(a.size() * b.size());
    for (const auto x : a) {
        for (const auto y : b)
            differences.push_back(y - x);
    }
    std::ranges::sort(differences);
    return Shift{ medianOf(differences), differences[*outside],
        differences[differences.size() - 1 - *outside] };
}

bool doRangesOverlap(std::span<const double> a, std::span<const double> b)
{
    if (a.empty() || b.empty() || (a.size() == 1 && b.size() == 1))
        return false;
    const auto [leastA, mostA] = std::ranges::minmax(a);
    const auto [leastB, mostB] = std::ranges::minmax(b);
    return leastA <= mostB && leastB <= mostA;
}

std::vector<double> adjustedForTests(std::span<const double> p)
{
    std::vector<size_t> order(p.size());
    std::iota(order.begin(), order.end(), size_t(0));
    std::ranges::sort(order, {}, [&](size_t i) { return p[i]; });
    std::vector<double> adjusted(p.begin(), p.end());
    double least = 1;
    for (size_t rank = p.size(); rank > 0; --rank) {
        const auto i = order[rank - 1];
        least = std::min(least, p[i] * static_cast<double>(p.size()) / static_cast<double>(rank));
        adjusted[i] = least;
    }
    return adjusted;
}

const std::vector<double> &RankDistributions::of(const std::vector<qint64> &ranks, size_t chosen)
{
    if (m_ways.size() >= Limit && !m_ways.contains({ chosen, ranks }))
        m_ways.clear();
    auto &ways = m_ways[{ chosen, ranks }];
    if (ways.empty())
        ways = waysOf(ranks, chosen);
    return ways;
}

} // namespace tosaic::profile
