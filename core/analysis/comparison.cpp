// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/comparison.h"

#include "core/analysis/boundaries.h"
#include "core/base/sizestext.h"
#include "core/compiled/inferencetime.h"

#include <QHash>
#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::analysis {

namespace {

using compiled::CompileResult;

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
    if (side.partitions == 0 && result.status != compiled::Status::Succeeded)
        return {};
    return static_cast<double>(side.partitions);
}

/// Cycles of different clocks do not compare; Vela's reports beside the result say the time.
std::optional<double> inferenceTime(const CompileResult &result, const MemoryFacts &facts)
{
    const bool areAll
        = !facts.partitions.empty() && facts.partitions.size() >= result.partitions.size();
    return areAll ? compiled::inferenceTime(facts.partitions) : std::nullopt;
}

/// One side of a comparison with what its files say.
struct Side
{
    explicit Side(const CompileResult &compiled)
        : result(compiled), coverage(coverageOf(compiled)), crossed(boundaryTotals(compiled)),
          facts(memoryFacts(compiled, programOf(compiled))), need(memoryNeed(facts))
    {
    }

    const CompileResult &result;
    Coverage coverage;
    std::optional<BoundaryTotals> crossed;
    MemoryFacts facts;
    MemoryNeed need;
};

/// Less of a metric with a unit is better; of counts some say nothing by themselves.
MetricChange estimate(Metric metric, QLatin1StringView unit, std::optional<double> oldValue,
    std::optional<double> newValue)
{
    return { { .oldValue = oldValue,
                 .newValue = newValue,
                 .unit = unit,
                 .lowerIsBetter = !unit.isEmpty() },
        metric, true };
}

MetricChange counted(Metric metric, std::optional<double> oldValue, std::optional<double> newValue,
    bool lowerIsBetter)
{
    return { { .oldValue = oldValue, .newValue = newValue, .lowerIsBetter = lowerIsBetter },
        metric };
}

MetricChange crossedChange(const Side &o, const Side &n)
{
    const auto bytes = [](const Side &side) -> std::optional<double> {
        if (!side.crossed || !side.crossed->isComplete)
            return {};
        return static_cast<double>(side.crossed->bytes);
    };
    auto change = counted(Metric::BoundaryBytes, bytes(o), bytes(n), true);
    change.unit = unit::Bytes;
    return change;
}

std::optional<double> conversions(const Side &side)
{
    return side.crossed ? std::optional(static_cast<double>(side.crossed->conversions))
                        : std::nullopt;
}

MetricChange needChange(Metric metric, Memory memory, const Side &o, const Side &n)
{
    return estimate(
        metric, unit::Bytes, number(o.need.bytes(memory)), number(n.need.bytes(memory)));
}

std::vector<MetricChange> metricChanges(const Side &o, const Side &n)
{
    const auto &before = o.result.summary;
    const auto &after = n.result.summary;
    auto fileSize = counted(Metric::PteBytes, pteBytes(o.result), pteBytes(n.result), true);
    fileSize.unit = unit::Bytes;
    return { estimate(Metric::CyclesTotal, unit::Cycles, before.cyclesTotal, after.cyclesTotal),
        estimate(Metric::CyclesNpu, unit::Cycles, before.cyclesNpu, after.cyclesNpu),
        estimate(Metric::InferenceTime, unit::Seconds, inferenceTime(o.result, o.facts),
            inferenceTime(n.result, n.facts)),
        estimate(Metric::Macs, {}, number(before.macs), number(after.macs)),
        needChange(Metric::SramBytes, Memory::Sram, o, n),
        needChange(Metric::FlashBytes, Memory::Flash, o, n),
        needChange(Metric::DramBytes, Memory::Dram, o, n),
        counted(Metric::NpuOperators, number(o.coverage.npuOperators),
            number(n.coverage.npuOperators), false),
        counted(Metric::CpuOperators, number(o.coverage.cpuOperators),
            number(n.coverage.cpuOperators), true),
        counted(Metric::Partitions, partitions(o.result, o.coverage),
            partitions(n.result, n.coverage), true),
        fileSize, crossedChange(o, n),
        counted(Metric::Conversions, conversions(o), conversions(n), true) };
}

using compiled::ModelNode;

/// Names repeat from model to model ("aten_add_tensor"), and shift where a pass adds a node: the
/// rest of what is known must agree.
std::vector<OperatorIdentity> identitiesOf(const CompileResult &result)
{
    std::vector<OperatorIdentity> identities;
    QHash<QString, size_t> places;
    identities.reserve(result.nodes.size());
    for (const auto &node : result.nodes) {
        places.insert(node.name, identities.size());
        identities.push_back(
            { .name = QStringList{ node.name, node.target, node.module }.join(u'\n'),
                .graphSha256 = result.sourceSha256,
                .kind = node.target,
                .place = node.module.isEmpty() ? node.source : node.module,
                .target = node.target,
                .shape = node.shape.value_or(std::vector<qint64>()) });
    }
    for (const auto &edge : result.edges) {
        const auto from = places.constFind(edge.from);
        const auto to = places.constFind(edge.to);
        if (from != places.cend() && to != places.cend())
            identities[*to].inputs.push_back(*from);
    }
    return identities;
}

QString tensorOf(const ModelNode &node)
{
    const auto shape = node.shape.value_or(std::vector<qint64>());
    return QStringList{ node.dtype, sizesText(shape, u"x"_s) }.join(u' ').trimmed();
}

void addMove(const ModelNode &before, const ModelNode &after, MatchReason match,
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
        .reasons = rejection ? rejection->reasons : QStringList(),
        .match = match });
}

void addEdit(
    const ModelNode &before, const ModelNode &after, MatchReason match, Comparison &comparison)
{
    const auto was = tensorOf(before);
    const auto is = tensorOf(after);
    if (was != is && !was.isEmpty() && !is.isEmpty())
        comparison.changed.push_back({ after.name, after.target, after.module, was, is, match });
}

using Matches = std::vector<OperatorMatch>;

void addOperators(const CompileResult &oldResult, const CompileResult &newResult,
    const Matches &matches, Comparison &comparison)
{
    std::vector<bool> isOldMatched(oldResult.nodes.size());
    std::vector<bool> isNewMatched(newResult.nodes.size());
    for (const auto &match : matches) {
        const auto &before = oldResult.nodes[match.before];
        const auto &after = newResult.nodes[match.after];
        isOldMatched[match.before] = true;
        isNewMatched[match.after] = true;
        addMove(before, after, match.reason, newResult, comparison);
        if (!countsAsOperator(after.target))
            continue;
        ++comparison.matchedOperators;
        ++comparison.matchedBy[match.reason];
        addEdit(before, after, match.reason, comparison);
    }
    const auto unmatched
        = [](const std::vector<ModelNode> &nodes, const std::vector<bool> &isMatched) {
              QStringList names;
              for (size_t i = 0; i < nodes.size(); ++i) {
                  if (!isMatched[i] && countsAsOperator(nodes[i].target))
                      names += nodes[i].name;
              }
              return names;
          };
    comparison.onlyOld = unmatched(oldResult.nodes, isOldMatched);
    comparison.onlyNew = unmatched(newResult.nodes, isNewMatched);
}

std::vector<PartitionMatch> matchPartitions(
    const CompileResult &oldResult, const CompileResult &newResult, const Matches &matches)
{
    struct Candidate
    {
        qsizetype shared;
        int oldIndex;
        int newIndex;
    };
    QHash<QString, QString> oldNames; // by that of the new side
    for (const auto &match : matches)
        oldNames.insert(newResult.nodes[match.after].name, oldResult.nodes[match.before].name);
    std::vector<Candidate> candidates;
    std::vector<QSet<QString>> oldOperators;
    for (const auto &partition : oldResult.partitions)
        oldOperators.emplace_back(partition.operators.begin(), partition.operators.end());
    for (size_t n = 0; n < newResult.partitions.size(); ++n) {
        for (size_t o = 0; o < oldOperators.size(); ++o) {
            const auto &operators = newResult.partitions[n].operators;
            const auto shared
                = std::count_if(operators.begin(), operators.end(), [&](const QString &name) {
                      const auto before = oldNames.constFind(name);
                      return before != oldNames.cend() && oldOperators[o].contains(*before);
                  });
            if (shared > 0)
                candidates.push_back({ shared, static_cast<int>(o), static_cast<int>(n) });
        }
    }
    std::stable_sort(candidates.begin(), candidates.end(),
        [](const Candidate &a, const Candidate &b) { return a.shared > b.shared; });
    std::vector<PartitionMatch> found(newResult.partitions.size());
    std::vector<bool> isTaken(oldOperators.size(), false);
    for (size_t n = 0; n < found.size(); ++n)
        found[n].newPartition = static_cast<int>(n);
    for (const auto &candidate : candidates) {
        auto &match = found[static_cast<size_t>(candidate.newIndex)];
        if (match.oldPartition || isTaken[static_cast<size_t>(candidate.oldIndex)])
            continue;
        match.oldPartition = candidate.oldIndex;
        match.sharedOperators = candidate.shared;
        isTaken[static_cast<size_t>(candidate.oldIndex)] = true;
    }
    for (size_t o = 0; o < isTaken.size(); ++o) {
        if (!isTaken[o])
            found.push_back({ .oldPartition = static_cast<int>(o) });
    }
    return found;
}

} // namespace

const MetricChange &Comparison::metric(Metric wanted) const
{
    return metrics.at(static_cast<size_t>(wanted));
}

bool Comparison::areOtherModels() const
{
    const auto olds = matchedOperators + onlyOld.size();
    const auto news = matchedOperators + onlyNew.size();
    return !oldSource.isEmpty() && !newSource.isEmpty() && oldSource != newSource && olds > 0
        && news > 0 && matchedOperators * 5 < std::max(olds, news);
}

Comparison compareResults(const CompileResult &oldResult, const CompileResult &newResult)
{
    const Side before(oldResult);
    const Side after(newResult);
    Comparison comparison;
    comparison.oldCoverage = before.coverage;
    comparison.newCoverage = after.coverage;
    comparison.oldSource = oldResult.sourceName;
    comparison.newSource = newResult.sourceName;
    comparison.oldNeed = before.need;
    comparison.newNeed = after.need;
    comparison.oldPartitionNeeds = partitionNeeds(before.facts);
    comparison.newPartitionNeeds = partitionNeeds(after.facts);
    comparison.metrics = metricChanges(before, after);
    const auto matches = matchOperators(identitiesOf(oldResult), identitiesOf(newResult));
    addOperators(oldResult, newResult, matches, comparison);
    if (comparison.areOtherModels()) {
        // Less for another task is no gain.
        for (auto &change : comparison.metrics)
            change.lowerIsBetter = false;
    }
    comparison.partitions = matchPartitions(oldResult, newResult, matches);
    const auto &oldSpec
        = oldResult.resolvedSpec.target.isEmpty() ? oldResult.spec : oldResult.resolvedSpec;
    const auto &newSpec
        = newResult.resolvedSpec.target.isEmpty() ? newResult.spec : newResult.resolvedSpec;
    comparison.specChanges = specChanges(oldSpec, newSpec);
    for (const auto &[tool, version] : oldResult.tools) {
        const auto other = newResult.tools.find(tool);
        if (other != newResult.tools.end() && other->second != version)
            comparison.toolChanges.push_back({ tool, version, other->second });
    }
    return comparison;
}

} // namespace tosaic::analysis
