// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sweep/pareto.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace tosaic::sweep {

namespace {

bool isKnown(const std::optional<double> &value)
{
    return value && std::isfinite(*value);
}

} // namespace

std::vector<std::size_t> paretoFront(const std::vector<Cost> &costs)
{
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < costs.size(); ++i) {
        if (isKnown(costs[i].first) && isKnown(costs[i].second))
            order.push_back(i);
    }
    std::ranges::sort(
        order, {}, [&](std::size_t i) { return std::tuple(*costs[i].first, *costs[i].second, i); });
    std::vector<std::size_t> front;
    for (const auto i : order) {
        const auto *last = front.empty() ? nullptr : &costs[front.back()];
        const bool isEqual
            = last && last->first == costs[i].first && last->second == costs[i].second;
        if (!last || isEqual || *costs[i].second < *last->second)
            front.push_back(i);
    }
    return front;
}

} // namespace tosaic::sweep
