// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compiled/resultcosts.h"

#include "core/formats/vela/perlayercsv.h"

#include <QDir>
#include <QHash>

#include <algorithm>
#include <map>

using namespace Qt::StringLiterals;

namespace tosaic::compiled {

namespace {

template <typename Number>
void addTo(std::optional<Number> &sum, const std::optional<Number> &more)
{
    if (sum && more)
        *sum += *more;
    else
        sum.reset();
}

template <typename Number>
void keepLargest(std::optional<Number> &largest, const std::optional<Number> &other)
{
    if (largest && other)
        largest = std::max(*largest, *other);
    else
        largest.reset();
}

void addMemory(MemoryUse &sum, const MemoryUse &more)
{
    if (sum.memory == "Sram"_L1)
        keepLargest(sum.usedBytes, more.usedBytes);
    else
        addTo(sum.usedBytes, more.usedBytes);
    addTo(sum.featureMapReadBytes, more.featureMapReadBytes);
    addTo(sum.featureMapWriteBytes, more.featureMapWriteBytes);
    addTo(sum.weightReadBytes, more.weightReadBytes);
    addTo(sum.weightWriteBytes, more.weightWriteBytes);
    addTo(sum.totalBytes, more.totalBytes);
    addTo(sum.cycles, more.cycles);
}

Diagnostic unreadable(const Artefact &artefact, const Error &error)
{
    auto diagnostic = diagnosticOf(error);
    diagnostic.severity = Severity::Warning;
    diagnostic.location.file = artefact.path;
    return diagnostic;
}

Result<void> addSummary(const std::shared_ptr<const ByteSource> &source, ResultCosts &costs)
{
    const auto summary = readVelaSummary(source->bytes().toByteArray());
    if (!summary)
        return fail(summary.error());
    if (costs.memories.empty()) {
        costs.memories = summary->memories;
        return {};
    }
    const auto count = std::min(costs.memories.size(), summary->memories.size());
    for (std::size_t i = 0; i < count; ++i)
        addMemory(costs.memories[i], summary->memories[i]);
    return {};
}

/// Nodes by the tensor that their TOSA operator writes in the partition.
QHash<QString, ModelNode> nodesOf(const CompileResult &result, const std::optional<int> &partition)
{
    QHash<QString, const ModelNode *> byName;
    for (const auto &node : result.nodes)
        byName.insert(node.name, &node);
    QHash<QString, ModelNode> nodes;
    for (const auto &origin : result.origins) {
        if (const auto *node = byName.value(origin.node); node && origin.partition == partition)
            nodes.insert(origin.tensor, *node);
    }
    return nodes;
}

/// Vela computes some of an operator's parts in 32 bits and names them after its tensor.
ModelNode nodeOf(const QHash<QString, ModelNode> &nodes, const QString &tensor)
{
    constexpr QLatin1StringView Wide{ "_int32" };
    const auto found = nodes.constFind(tensor);
    if (found != nodes.cend() || !tensor.endsWith(Wide))
        return found != nodes.cend() ? *found : ModelNode();
    return nodes.value(tensor.chopped(Wide.size()));
}

Result<void> addLayers(const std::shared_ptr<const ByteSource> &source, const Artefact &artefact,
    const CompileResult &result, ResultCosts &costs)
{
    const auto graphSha256 = graphHash(result, artefact.partition);
    const auto nodes = nodesOf(result, artefact.partition);
    const auto layers = formats::vela::readPerLayerCsv(source);
    if (!layers)
        return fail(layers.error());
    for (const auto &row : layers->rows) {
        if (row.isPartOfGroup() || row.staysOnCpu())
            continue;
        const bool isInserted = row.originalOperator == "N/A"_L1;
        costs.operators.push_back({ .name = row.name,
            .kind = isInserted ? QString() : row.originalOperator,
            .partition = artefact.partition,
            .graphSha256 = graphSha256,
            .node = nodeOf(nodes, row.name),
            .cycles = row.opCycles,
            .macs = row.macs });
    }
    return {};
}

void addKinds(ResultCosts &costs)
{
    std::map<QString, KindCost> kinds;
    for (const auto &cost : costs.operators) {
        auto &kind = kinds.try_emplace(cost.kind, KindCost{ cost.kind, 0, 0 }).first->second;
        ++kind.count;
        addTo(kind.cycles, cost.cycles);
    }
    for (const auto &[name, kind] : kinds)
        costs.kinds.push_back(kind);
}

} // namespace

QString graphHash(const CompileResult &result, const std::optional<int> &partition)
{
    for (const auto &artefact : result.artefacts) {
        if (artefact.kind == "tosa"_L1 && artefact.partition == partition)
            return artefact.sha256;
    }
    return partition ? QString() : result.sourceSha256;
}

ResultCosts costsOf(const CompileResult &result)
{
    ResultCosts costs{ .modelSha256 = result.sourceSha256 };
    std::size_t summaries = 0;
    for (const auto &artefact : result.artefacts) {
        const bool isSummary = artefact.kind == "vela-summary"_L1;
        if (!isSummary && artefact.kind != "vela-per-layer"_L1)
            continue;
        const auto source = ByteSource::map(QDir(result.folder).filePath(artefact.path));
        auto read = !source ? Result<void>(fail(source.error()))
            : isSummary     ? addSummary(*source, costs)
                            : addLayers(*source, artefact, result, costs);
        if (!read)
            costs.diagnostics.push_back(unreadable(artefact, read.error()));
        else if (isSummary)
            ++summaries;
    }
    if (summaries < result.partitions.size()) // a sum over some of them would be a wrong number
        costs.memories.clear();
    addKinds(costs);
    return costs;
}

} // namespace tosaic::compiled
