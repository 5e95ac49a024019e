// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analysis/comparisonoutcome.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

/// Names of what an inference costs the NPU, the closest to the question first: the trace's, the
/// cycle counter's, Vela's.
constexpr std::array NpuNames{ "NPU cycles of an inference"_L1, "CYCLE_COUNTER"_L1,
    "total cycles"_L1, "NPU_ACTIVE"_L1 };
/// Of what it costs in all: the time on the wall, ExecuTorch's, the processor's cycles. What went
/// from the NPU to the processor shows in these alone.
constexpr std::array WholeNames{ "time"_L1, "Method::execute"_L1, "CPU inference"_L1 };

bool isJudged(const ValueChange &change)
{
    return change.lowerIsBetter && change.difference().has_value();
}

/// The first of the NPU's names that is there, then of the whole's.
template <typename Value>
std::vector<const Value *> leadingOf(const std::vector<Value> &values, auto &&counts)
{
    std::vector<const Value *> found;
    const auto addFirstOf = [&](const auto &names) {
        const auto before = found.size();
        for (const auto &name : names) {
            for (const auto &value : values) {
                if (value.name == name && counts(value))
                    found.push_back(&value);
            }
            if (found.size() > before)
                return;
        }
    };
    addFirstOf(NpuNames);
    addFirstOf(WholeNames);
    return found;
}

Outcome outcomeOf(const std::vector<const ValueChange *> &changes)
{
    const auto has = [&](Verdict verdict) {
        return std::ranges::any_of(
            changes, [&](const auto *change) { return change->verdict() == verdict; });
    };
    if (changes.empty())
        return Outcome::NotComparable;
    if (has(Verdict::Worse))
        return has(Verdict::Better) ? Outcome::Mixed : Outcome::Worse;
    return has(Verdict::Better) ? Outcome::Better : Outcome::Same;
}

} // namespace

QString outcomeKey(Outcome outcome)
{
    switch (outcome) {
    case Outcome::Better:
        return u"better"_s;
    case Outcome::Worse:
        return u"worse"_s;
    case Outcome::Same:
        return u"same"_s;
    case Outcome::Mixed:
        return u"mixed"_s;
    case Outcome::NotComparable:
        return u"not-comparable"_s;
    }
    return {};
}

std::vector<const ValueChange *> leadingChanges(const RunComparison &comparison)
{
    if (comparison.comparability == Comparability::NotComparable)
        return {};
    return leadingOf(comparison.counters, isJudged);
}

std::vector<const ComparedValue *> leadingValues(const ComparableRun &run)
{
    return leadingOf(run.values, [](const ComparedValue &value) {
        return value.kind == ComparedValue::Kind::Counter && value.isAccurate;
    });
}

Outcome outcomeOf(const RunComparison &comparison)
{
    auto changes = leadingChanges(comparison);
    if (changes.empty() && comparison.comparability != Comparability::NotComparable) {
        for (const auto &change : comparison.counters) {
            if (isJudged(change))
                changes.push_back(&change);
        }
    }
    return outcomeOf(changes);
}

} // namespace tosaic::profile
