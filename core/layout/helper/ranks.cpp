// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/helper/ranks.h"

#include <algorithm>

namespace tosaic::layout {

namespace {

/// Longest path from the sources; sources stand just above their first consumer.
std::vector<int> ranksOf(const Request &request)
{
    std::vector<std::vector<size_t>> next(request.nodes.size());
    std::vector<int> waiting(request.nodes.size(), 0);
    for (const auto &link : request.links) {
        if (!link.constrainsRank)
            continue;
        next[static_cast<size_t>(link.from)].push_back(static_cast<size_t>(link.to));
        ++waiting[static_cast<size_t>(link.to)];
    }
    const auto isSource = waiting;
    std::vector<int> ranks(request.nodes.size(), 0);
    std::vector<size_t> queue;
    for (size_t i = 0; i < waiting.size(); ++i) {
        if (waiting[i] == 0)
            queue.push_back(i);
    }
    for (size_t i = 0; i < queue.size(); ++i) {
        for (const auto to : next[queue[i]]) {
            ranks[to] = std::max(ranks[to], ranks[queue[i]] + 1);
            if (--waiting[to] == 0)
                queue.push_back(to);
        }
    }
    for (size_t i = 0; i < ranks.size(); ++i) {
        if (isSource[i] != 0 || next[i].empty())
            continue;
        const auto first = std::min_element(next[i].begin(), next[i].end(),
            [&](size_t a, size_t b) { return ranks[a] < ranks[b]; });
        ranks[i] = std::max(0, ranks[*first] - 1);
    }
    return ranks;
}

} // namespace

std::vector<bool> longLinks(const Request &request, int limit)
{
    const auto ranks = ranksOf(request);
    std::vector<bool> isLong;
    for (const auto &link : request.links)
        isLong.push_back(
            ranks[static_cast<size_t>(link.to)] - ranks[static_cast<size_t>(link.from)] > limit);
    return isLong;
}

} // namespace tosaic::layout
