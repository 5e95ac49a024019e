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

/// Of what the old side paid.
std::vector<size_t> absent(const std::vector<ValueChange> &changes)
{
    std::vector<size_t> found;
    for (size_t i = 0; i < changes.size(); ++i) {
        const auto &change = changes[i];
        const bool isMissing = change.sides == Change::Sides::OnlyOld
            || (change.sides == Change::Sides::Both && !change.newUnit.isEmpty());
        if (isMissing && change.lowerIsBetter)
            found.push_back(i);
    }
    return found;
}

size_t judgedOf(const std::vector<ValueChange> &changes)
{
    return static_cast<size_t>(std::ranges::count_if(changes, [](const ValueChange &change) {
        return change.lowerIsBetter && change.difference().has_value();
    }));
}

} // namespace

GrowthVerdict judgeGrowth(const RunComparison &comparison, double percent, bool judgesOperators)
{
    using Outcome = GrowthVerdict::Outcome;
    GrowthVerdict verdict;
    if (comparison.comparability == Comparability::NotComparable) {
        verdict.outcome = Outcome::NotComparable;
        return verdict;
    }
    verdict.absentCounters = absent(comparison.counters);
    verdict.counters = above(comparison.counters, percent);
    verdict.judged = judgedOf(comparison.counters);
    if (judgesOperators) {
        verdict.absentOperators = absent(comparison.operators);
        verdict.operators = above(comparison.operators, percent);
        const auto judged = judgedOf(comparison.operators);
        verdict.lacksOperators = judged == 0;
        verdict.judged += judged;
    }
    if (!verdict.counters.empty() || !verdict.operators.empty())
        verdict.outcome = Outcome::Fails;
    else if (verdict.judged == 0)
        verdict.outcome = Outcome::NothingInCommon;
    else if (!verdict.absentCounters.empty() || !verdict.absentOperators.empty()
        || verdict.lacksOperators)
        verdict.outcome = Outcome::Incomplete;
    return verdict;
}

} // namespace tosaic::profile
