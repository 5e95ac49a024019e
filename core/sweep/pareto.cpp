// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sweep/pareto.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace tosaic::sweep {

namespace {

bool isKnown(const std::optional<double> &value)
{
    return value && std::isfinite(*value);
}

/// Of costs that are known, in their order.
std::array<double, 3> numbersOf(const Cost &cost, int respects)
{
    return { *cost.first, *cost.second, respects > 2 ? *cost.third : 0 };
}

/// Not more in any respect; and of what is equal neither beats the other.
bool beats(const std::array<double, 3> &one, const std::array<double, 3> &other)
{
    return one != other && one[0] <= other[0] && one[1] <= other[1] && one[2] <= other[2];
}

} // namespace

std::vector<std::size_t> paretoFront(const std::vector<Cost> &costs, int respects)
{
    std::vector<std::pair<std::array<double, 3>, std::size_t>> order;
    for (std::size_t i = 0; i < costs.size(); ++i) {
        const auto &cost = costs[i];
        if (isKnown(cost.first) && isKnown(cost.second) && (respects < 3 || isKnown(cost.third)))
            order.emplace_back(numbersOf(cost, respects), i);
    }
    std::ranges::sort(order); // what beats another stands before it
    std::vector<std::pair<std::array<double, 3>, std::size_t>> kept;
    for (const auto &candidate : order) {
        const auto isBeaten
            = [&candidate](const auto &one) { return beats(one.first, candidate.first); };
        // In two respects it is the last one, if any.
        if (respects < 3 ? kept.empty() || !isBeaten(kept.back())
                         : std::ranges::none_of(kept, isBeaten))
            kept.push_back(candidate);
    }
    std::vector<std::size_t> front;
    for (const auto &[numbers, index] : kept)
        front.push_back(index);
    return front;
}

} // namespace tosaic::sweep
