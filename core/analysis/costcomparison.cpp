// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/costcomparison.h"

#include <QHash>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

using namespace Qt::StringLiterals;

namespace tosaic::analysis {

namespace {

using toolchain::MemoryUse;
using toolchain::OperatorCost;

std::optional<double> valueOf(const MemoryUse &use, MemoryMetric metric)
{
    const auto bytes = [](const std::optional<quint64> &value) {
        return value ? std::optional(static_cast<double>(*value)) : std::nullopt;
    };
    switch (metric) {
    case MemoryMetric::Used:
        return bytes(use.usedBytes);
    case MemoryMetric::FeatureMapRead:
        return bytes(use.featureMapReadBytes);
    case MemoryMetric::FeatureMapWrite:
        return bytes(use.featureMapWriteBytes);
    case MemoryMetric::WeightRead:
        return bytes(use.weightReadBytes);
    case MemoryMetric::WeightWrite:
        return bytes(use.weightWriteBytes);
    case MemoryMetric::Total:
        return bytes(use.totalBytes);
    case MemoryMetric::Cycles:
        return use.cycles;
    }
    return {};
}

void addMemories(const std::vector<MemoryUse> &oldUses, const std::vector<MemoryUse> &newUses,
    CostComparison &comparison)
{
    constexpr std::array Metrics{ MemoryMetric::Used, MemoryMetric::FeatureMapRead,
        MemoryMetric::FeatureMapWrite, MemoryMetric::WeightRead, MemoryMetric::WeightWrite,
        MemoryMetric::Total, MemoryMetric::Cycles };
    for (const auto &use : newUses) {
        const auto before = std::find_if(oldUses.begin(), oldUses.end(),
            [&use](const MemoryUse &other) { return other.memory == use.memory; });
        if (before == oldUses.end())
            continue;
        for (const auto metric : Metrics) {
            MemoryChange change{ use.memory, metric, valueOf(*before, metric),
                valueOf(use, metric) };
            if (change.oldValue.value_or(1) != 0 || change.newValue.value_or(1) != 0)
                comparison.memories.push_back(std::move(change));
        }
    }
}

/// The same name in the same file, written by the lowering and not by the compiler for itself.
QString keyOf(const OperatorCost &cost)
{
    if (cost.name.isEmpty() || cost.name.startsWith(u'#') || cost.graphSha256.isEmpty())
        return {};
    return cost.graphSha256 + u'/' + cost.name;
}

using CostsByKey = QHash<QString, std::vector<const OperatorCost *>>;

CostsByKey byKey(const std::vector<OperatorCost> &operators)
{
    CostsByKey found;
    for (const auto &cost : operators)
        found[keyOf(cost)].push_back(&cost);
    return found;
}

template <typename Change>
void sortByChange(std::vector<Change> &changes)
{
    std::stable_sort(changes.begin(), changes.end(), [](const Change &a, const Change &b) {
        return std::abs(a.difference().value_or(0)) > std::abs(b.difference().value_or(0));
    });
}

OperatorCostChange changeOf(const OperatorCost *before, const OperatorCost *after)
{
    const auto &named = after ? *after : *before;
    OperatorCostChange change{ .name = named.name, .kind = named.kind };
    if (before) {
        change.oldPartition = before->partition;
        change.oldCycles = before->cycles;
    }
    if (after) {
        change.newPartition = after->partition;
        change.newCycles = after->cycles;
    }
    change.isOnlyOld = !after;
    change.isOnlyNew = !before;
    return change;
}

void addOperators(const std::vector<OperatorCost> &oldOperators,
    const std::vector<OperatorCost> &newOperators, CostComparison &comparison)
{
    const auto oldByKey = byKey(oldOperators);
    const auto newByKey = byKey(newOperators);
    // A name may stand for several pieces of work (stripes, inserted copies); they correspond in
    // order only if there are as many of them.
    const auto isMatched = [&](const QString &key) {
        return !key.isEmpty() && oldByKey.value(key).size() == newByKey.value(key).size();
    };
    QHash<QString, std::size_t> used;
    for (const auto &after : newOperators) {
        const auto key = keyOf(after);
        if (!isMatched(key)) {
            comparison.operators.push_back(changeOf(nullptr, &after));
            continue;
        }
        const auto *before = oldByKey[key][used[key]++];
        comparison.operators.push_back(changeOf(before, &after));
        ++comparison.matchedOperators;
    }
    for (const auto &before : oldOperators) {
        if (!isMatched(keyOf(before)))
            comparison.operators.push_back(changeOf(&before, nullptr));
    }
    sortByChange(comparison.operators);
}

void addCost(qsizetype &count, std::optional<double> &sum, const OperatorCost &cost)
{
    if (count++ == 0)
        sum = 0;
    if (sum && cost.cycles)
        *sum += *cost.cycles;
    else
        sum.reset();
}

void addKinds(const std::vector<OperatorCost> &oldOperators,
    const std::vector<OperatorCost> &newOperators, CostComparison &comparison)
{
    std::map<QString, KindCostChange> kinds;
    for (const auto &cost : oldOperators)
        addCost(kinds[cost.kind].oldCount, kinds[cost.kind].oldCycles, cost);
    for (const auto &cost : newOperators)
        addCost(kinds[cost.kind].newCount, kinds[cost.kind].newCycles, cost);
    for (auto &[kind, change] : kinds) {
        change.kind = kind;
        comparison.kinds.push_back(std::move(change));
    }
    sortByChange(comparison.kinds);
}

} // namespace

std::optional<double> MemoryChange::difference() const
{
    if (!oldValue || !newValue)
        return {};
    return *newValue - *oldValue;
}

Verdict MemoryChange::verdict() const
{
    const auto change = difference();
    if (!change)
        return Verdict::NotKnown;
    if (*change == 0)
        return Verdict::Same;
    return *change < 0 ? Verdict::Better : Verdict::Worse;
}

std::optional<double> OperatorCostChange::difference() const
{
    if ((!oldCycles && !isOnlyNew) || (!newCycles && !isOnlyOld))
        return {};
    return newCycles.value_or(0) - oldCycles.value_or(0);
}

std::optional<double> KindCostChange::difference() const
{
    if ((oldCount > 0 && !oldCycles) || (newCount > 0 && !newCycles))
        return {};
    return newCycles.value_or(0) - oldCycles.value_or(0);
}

CostComparison compareCosts(
    const toolchain::ResultCosts &oldCosts, const toolchain::ResultCosts &newCosts)
{
    CostComparison comparison;
    comparison.hasMemories = !oldCosts.memories.empty() && !newCosts.memories.empty();
    comparison.hasOperators = !oldCosts.operators.empty() && !newCosts.operators.empty();
    if (comparison.hasMemories)
        addMemories(oldCosts.memories, newCosts.memories, comparison);
    if (comparison.hasOperators) {
        addOperators(oldCosts.operators, newCosts.operators, comparison);
        addKinds(oldCosts.operators, newCosts.operators, comparison);
    }
    return comparison;
}

} // namespace tosaic::analysis
