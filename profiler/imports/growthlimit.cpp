// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/imports/growthlimit.h"

#include <algorithm>

namespace tosaic::profile {

namespace {

std::vector<size_t> above(const std::vector<ValueChange> &changes, double percent)
{
    std::vector<size_t> found;
    for (size_t i = 0; i < changes.size(); ++i) {
        const auto relative = changes[i].relative();
        if (changes[i].isGrowth() && (!relative || *relative * 100 > percent))
            found.push_back(i);
    }
    return found;
}

} // namespace

GrowthVerdict judgeGrowth(const RunComparison &comparison, double percent, bool judgesOperators)
{
    using Outcome = GrowthVerdict::Outcome;
    if (comparison.comparability == Comparability::NotComparable)
        return { Outcome::NotComparable, {}, {} };
    const bool hasOperators = judgesOperators
        && std::ranges::any_of(comparison.operators,
            [](const ValueChange &change) { return change.difference().has_value(); });
    if (comparison.comparedCounters == 0 && !hasOperators)
        return { Outcome::NothingInCommon, {}, {} };
    GrowthVerdict verdict;
    verdict.counters = above(comparison.counters, percent);
    if (judgesOperators)
        verdict.operators = above(comparison.operators, percent);
    if (!verdict.counters.empty() || !verdict.operators.empty())
        verdict.outcome = Outcome::Fails;
    return verdict;
}

} // namespace tosaic::profile
