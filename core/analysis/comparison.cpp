// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/comparison.h"

#include "core/base/bytesource.h"
#include "core/toolchain/velasummary.h"

#include <QDir>
#include <QHash>
#include <QSet>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::analysis {

namespace {

using toolchain::CompileResult;
using toolchain::Summary;

template <typename Number>
std::optional<double> number(const std::optional<Number> &value)
{
    return value ? std::optional<double>(static_cast<double>(*value)) : std::nullopt;
}

std::optional<double> pteBytes(const CompileResult &result)
{
    for (const auto &artefact : result.artefacts) {
        if (artefact.kind == "pte"_L1)
            return static_cast<double>(artefact.size);
    }
    return {};
}

/// A compile that failed before it cut the model has not none, but says nothing.
std::optional<double> partitions(const CompileResult &result, const Coverage &side)
{
    if (side.partitions == 0 && result.status != toolchain::Status::Succeeded)
        return {};
    return static_cast<double>(side.partitions);
}

/// Cycles of different clocks do not compare; Vela's reports beside the result say the time.
std::optional<double> inferenceTime(const CompileResult &result)
{
    std::optional<double> sum;
    std::size_t reports = 0;
    for (const auto &artefact : result.artefacts) {
        if (artefact.kind != "vela-summary"_L1)
            continue;
        ++reports;
        const auto source = ByteSource::map(QDir(result.folder).filePath(artefact.path));
        const auto report = source ? toolchain::readVelaSummary((*source)->bytes().toByteArray())
                                   : Result<toolchain::VelaSummary>(fail(source.error()));
        if (!report || !report->inferenceTimeS)
            return {};
        sum = sum.value_or(0) + *report->inferenceTimeS;
    }
    // A sum over some of the partitions would be a wrong number.
    return reports < result.partitions.size() ? std::nullopt : sum;
}

template <typename Number>
MetricChange estimate(Metric metric, MetricUnit unit, std::optional<Number> Summary::*field,
    const CompileResult &oldResult, const CompileResult &newResult)
{
    return { .metric = metric,
        .unit = unit,
        .oldValue = number(oldResult.summary.*field),
        .newValue = number(newResult.summary.*field),
        .lowerIsBetter = metric != Metric::Macs,
        .isEstimate = true };
}

std::vector<MetricChange> metricChanges(const CompileResult &o, const CompileResult &n,
    const Coverage &oldSide, const Coverage &newSide)
{
    using enum MetricUnit;
    return { estimate(Metric::CyclesTotal, Cycles, &Summary::cyclesTotal, o, n),
        estimate(Metric::CyclesNpu, Cycles, &Summary::cyclesNpu, o, n),
        { Metric::InferenceTime, Seconds, inferenceTime(o), inferenceTime(n), true, true },
        estimate(Metric::Macs, Count, &Summary::macs, o, n),
        estimate(Metric::SramBytes, Bytes, &Summary::sramBytes, o, n),
        estimate(Metric::DramBytes, Bytes, &Summary::dramBytes, o, n),
        estimate(Metric::OnChipFlashBytes, Bytes, &Summary::onChipFlashBytes, o, n),
        estimate(Metric::OffChipFlashBytes, Bytes, &Summary::offChipFlashBytes, o, n),
        { Metric::NpuOperators, Count, number(oldSide.npuOperators), number(newSide.npuOperators) },
        { Metric::CpuOperators, Count, number(oldSide.cpuOperators), number(newSide.cpuOperators),
            true },
        { Metric::Partitions, Count, partitions(o, oldSide), partitions(n, newSide), true },
        { Metric::PteBytes, Bytes, pteBytes(o), pteBytes(n), true } };
}

using NodesByName = QHash<QString, const toolchain::ModelNode *>;

NodesByName nodesByName(const CompileResult &result)
{
    NodesByName nodes;
    for (const auto &node : result.nodes)
        nodes.insert(node.name, &node);
    return nodes;
}

/// Names repeat from model to model ("aten_add_tensor"); the rest of what is known must agree.
bool isSameOperator(const toolchain::ModelNode &a, const toolchain::ModelNode &b)
{
    return a.target == b.target
        && (a.module.isEmpty() || b.module.isEmpty() || a.module == b.module);
}

void addMove(const toolchain::ModelNode &before, const toolchain::ModelNode &after,
    const CompileResult &newResult, Comparison &comparison)
{
    if (before.placement == after.placement)
        return;
    if (!countsAsOperator(after.target)) {
        ++comparison.movedSteps;
        return;
    }
    const auto *rejection = newResult.rejection(after.name);
    comparison.moves.push_back({ .node = after.name,
        .target = after.target,
        .module = after.module,
        .oldPlacement = before.placement,
        .newPlacement = after.placement,
        .reasons = rejection ? rejection->reasons : QStringList() });
}

void matchOperators(
    const CompileResult &oldResult, const CompileResult &newResult, Comparison &comparison)
{
    const auto oldNodes = nodesByName(oldResult);
    const auto newNodes = nodesByName(newResult);
    for (const auto &node : newResult.nodes) {
        const auto *before = oldNodes.value(node.name);
        if (before && isSameOperator(*before, node)) {
            comparison.matchedOperators += countsAsOperator(node.target);
            addMove(*before, node, newResult, comparison);
        } else if (countsAsOperator(node.target)) {
            comparison.onlyNew += node.name;
        }
    }
    for (const auto &node : oldResult.nodes) {
        const auto *after = newNodes.value(node.name);
        if (countsAsOperator(node.target) && !(after && isSameOperator(node, *after)))
            comparison.onlyOld += node.name;
    }
}

std::vector<PartitionMatch> matchPartitions(
    const CompileResult &oldResult, const CompileResult &newResult)
{
    struct Candidate
    {
        qsizetype shared;
        int oldIndex;
        int newIndex;
    };
    std::vector<Candidate> candidates;
    std::vector<QSet<QString>> oldOperators;
    for (const auto &partition : oldResult.partitions)
        oldOperators.emplace_back(partition.operators.begin(), partition.operators.end());
    for (size_t n = 0; n < newResult.partitions.size(); ++n) {
        for (size_t o = 0; o < oldOperators.size(); ++o) {
            const auto &operators = newResult.partitions[n].operators;
            const auto shared = std::count_if(operators.begin(), operators.end(),
                [&](const QString &name) { return oldOperators[o].contains(name); });
            if (shared > 0)
                candidates.push_back({ shared, static_cast<int>(o), static_cast<int>(n) });
        }
    }
    std::stable_sort(candidates.begin(), candidates.end(),
        [](const Candidate &a, const Candidate &b) { return a.shared > b.shared; });
    std::vector<PartitionMatch> matches(newResult.partitions.size());
    std::vector<bool> isTaken(oldOperators.size(), false);
    for (size_t n = 0; n < matches.size(); ++n)
        matches[n].newPartition = static_cast<int>(n);
    for (const auto &candidate : candidates) {
        auto &match = matches[static_cast<size_t>(candidate.newIndex)];
        if (match.oldPartition || isTaken[static_cast<size_t>(candidate.oldIndex)])
            continue;
        match.oldPartition = candidate.oldIndex;
        match.sharedOperators = candidate.shared;
        isTaken[static_cast<size_t>(candidate.oldIndex)] = true;
    }
    for (size_t o = 0; o < isTaken.size(); ++o) {
        if (!isTaken[o])
            matches.push_back({ .oldPartition = static_cast<int>(o) });
    }
    return matches;
}

} // namespace

std::optional<double> MetricChange::difference() const
{
    if (!oldValue || !newValue)
        return {};
    return *newValue - *oldValue;
}

std::optional<double> MetricChange::relative() const
{
    const auto change = difference();
    if (!change || *oldValue == 0)
        return {};
    return *change / *oldValue;
}

Verdict MetricChange::verdict() const
{
    const auto change = difference();
    if (!change)
        return Verdict::NotKnown;
    if (*change == 0)
        return Verdict::Same;
    if (!lowerIsBetter)
        return Verdict::Different;
    return *change < 0 ? Verdict::Better : Verdict::Worse;
}

const MetricChange &Comparison::metric(Metric wanted) const
{
    return metrics.at(static_cast<size_t>(wanted));
}

Comparison compareResults(const CompileResult &oldResult, const CompileResult &newResult)
{
    Comparison comparison;
    comparison.oldCoverage = coverageOf(oldResult);
    comparison.newCoverage = coverageOf(newResult);
    comparison.metrics
        = metricChanges(oldResult, newResult, comparison.oldCoverage, comparison.newCoverage);
    matchOperators(oldResult, newResult, comparison);
    comparison.partitions = matchPartitions(oldResult, newResult);
    const auto &oldSpec
        = oldResult.resolvedSpec.target.isEmpty() ? oldResult.spec : oldResult.resolvedSpec;
    const auto &newSpec
        = newResult.resolvedSpec.target.isEmpty() ? newResult.spec : newResult.resolvedSpec;
    comparison.specChanges = specChanges(oldSpec, newSpec);
    return comparison;
}

} // namespace tosaic::analysis
