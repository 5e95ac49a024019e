// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/costcomparison.h"

#include <QHash>
#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

using namespace Qt::StringLiterals;

namespace tosaic::analysis {

namespace {

using compiled::KindCost;
using compiled::MemoryUse;
using compiled::OperatorCost;

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
            // What a memory has to hold depends on where the spec puts things: the need says it.
            MemoryChange change{ { .oldValue = valueOf(*before, metric),
                                     .newValue = valueOf(use, metric),
                                     .unit
                                     = metric == MemoryMetric::Cycles ? unit::Cycles : unit::Bytes,
                                     .lowerIsBetter = metric != MemoryMetric::Used },
                use.memory, metric };
            if (change.oldValue.value_or(1) != 0 || change.newValue.value_or(1) != 0)
                comparison.memories.push_back(std::move(change));
        }
    }
}

/// "tosa_matmul_default_1" without its number.
QString withoutNumber(const QString &name)
{
    static const QRegularExpression number(u"_\\d+$"_s);
    return QString(name).remove(number);
}

std::vector<OperatorIdentity> identitiesOf(const compiled::ResultCosts &costs)
{
    std::vector<OperatorIdentity> identities;
    for (const auto &cost : costs.operators)
        identities.push_back({ .name = cost.name,
            .graphSha256 = cost.graphSha256,
            .node = costs.modelSha256.isEmpty() || cost.node.name.isEmpty()
                ? QString()
                : QStringList{ costs.modelSha256, cost.node.name, withoutNumber(cost.name) }.join(
                    u'\n'),
            .kind = cost.kind,
            .place = cost.node.module.isEmpty() ? cost.node.source : cost.node.module,
            .target = cost.node.target,
            .shape = cost.node.shape.value_or(std::vector<qint64>()) });
    return identities;
}

template <typename Change>
void sortByChange(std::vector<Change> &changes)
{
    std::stable_sort(changes.begin(), changes.end(), [](const Change &a, const Change &b) {
        return std::abs(a.difference().value_or(0)) > std::abs(b.difference().value_or(0));
    });
}

/// Cycles of what a side may lack: then none remain of it.
Change cyclesOf(
    bool isOld, std::optional<double> oldCycles, bool isNew, std::optional<double> newCycles)
{
    return { .oldValue = isOld ? oldCycles : 0,
        .newValue = isNew ? newCycles : 0,
        .unit = unit::Cycles,
        .lowerIsBetter = true,
        .sides = !isNew ? Change::Sides::OnlyOld
            : !isOld    ? Change::Sides::OnlyNew
                        : Change::Sides::Both };
}

OperatorCostChange changeOf(const OperatorCost *before, const OperatorCost *after)
{
    const auto &named = after ? *after : *before;
    OperatorCostChange change{ cyclesOf(before, before ? before->cycles : std::nullopt, after,
                                   after ? after->cycles : std::nullopt),
        named.name, named.kind, {}, {}, {} };
    if (before)
        change.oldPartition = before->partition;
    if (after)
        change.newPartition = after->partition;
    return change;
}

void addOperators(const compiled::ResultCosts &oldCosts, const compiled::ResultCosts &newCosts,
    CostComparison &comparison)
{
    const auto &oldOperators = oldCosts.operators;
    const auto &newOperators = newCosts.operators;
    const auto matches = matchOperators(identitiesOf(oldCosts), identitiesOf(newCosts));
    std::vector<const OperatorMatch *> ofNew(newOperators.size());
    std::vector<bool> isMatched(oldOperators.size());
    for (const auto &match : matches) {
        ofNew[match.after] = &match;
        isMatched[match.before] = true;
    }
    for (size_t i = 0; i < newOperators.size(); ++i) {
        const auto *before = ofNew[i] ? &oldOperators[ofNew[i]->before] : nullptr;
        comparison.operators.push_back(changeOf(before, &newOperators[i]));
        if (ofNew[i])
            comparison.operators.back().match = ofNew[i]->reason;
    }
    for (size_t i = 0; i < oldOperators.size(); ++i) {
        if (!isMatched[i])
            comparison.operators.push_back(changeOf(&oldOperators[i], nullptr));
    }
    comparison.matchedOperators = qsizetype(matches.size());
    sortByChange(comparison.operators);
}

void addKinds(const std::vector<KindCost> &oldKinds, const std::vector<KindCost> &newKinds,
    CostComparison &comparison)
{
    std::map<QString, std::pair<const KindCost *, const KindCost *>> kinds;
    for (const auto &kind : oldKinds)
        kinds[kind.kind].first = &kind;
    for (const auto &kind : newKinds)
        kinds[kind.kind].second = &kind;
    for (const auto &[name, sides] : kinds) {
        const auto &[before, after] = sides;
        comparison.kinds.push_back({ cyclesOf(before, before ? before->cycles : std::nullopt, after,
                                         after ? after->cycles : std::nullopt),
            name, before ? before->count : 0, after ? after->count : 0 });
    }
    sortByChange(comparison.kinds);
}

} // namespace

CostComparison compareCosts(
    const compiled::ResultCosts &oldCosts, const compiled::ResultCosts &newCosts)
{
    CostComparison comparison;
    comparison.hasMemories = !oldCosts.memories.empty() && !newCosts.memories.empty();
    comparison.hasOperators = !oldCosts.operators.empty() && !newCosts.operators.empty();
    if (comparison.hasMemories)
        addMemories(oldCosts.memories, newCosts.memories, comparison);
    if (comparison.hasOperators) {
        addOperators(oldCosts, newCosts, comparison);
        addKinds(oldCosts.kinds, newCosts.kinds, comparison);
    }
    return comparison;
}

} // namespace tosaic::analysis
