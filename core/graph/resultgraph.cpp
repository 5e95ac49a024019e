// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/boundaries.h"
#include "core/analysis/coverage.h"
#include "core/base/cycletext.h"
#include "core/base/units.h"
#include "core/graph/graphbuilder.h"
#include "core/graph/kinds.h"
#include "core/graph/modulegroups.h"
#include "core/graph/names.h"
#include "core/graph/networkgraph.h"
#include "core/graph/repeats.h"
#include "core/graph/sections.h"
#include "core/graph/windowtext.h"
#include "core/model/boundary.h"

#include <QHash>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::graph {

namespace {

QString tensorText(const compiled::ModelNode &node)
{
    const auto shape = node.shape ? shapeText(*node.shape) : QString();
    return QStringList{ node.dtype, shape }.join(u' ').trimmed();
}

Group hullOf(const compiled::Partition &partition, const compiled::CompileResult &result)
{
    const auto count = operatorCount(partition, result);
    Group group{ .title = u"Partition %1"_s.arg(partition.index),
        .subtitle = count == 1 ? u"1 operator"_s : u"%1 operators"_s.arg(formatCount(count)),
        .placement = Placement::Npu,
        .entity = model::EntityRef::partition(partition.index) };
    if (const auto cycles = cyclesText(partition, result); !cycles.isEmpty())
        group.subtitle += u" · "_s + cycles;
    return group;
}

Node nodeOf(const compiled::ModelNode &modelNode, const compiled::CompileResult &result)
{
    const bool isIo = modelNode.placement == "io"_L1 || modelNode.target.isEmpty();
    Node node{ .title = isIo ? modelNode.name : shortName(modelNode.target),
        .subtitle = tensorText(modelNode),
        .name = modelNode.name,
        .entity = model::EntityRef::node(modelNode.name),
        .pattern = isIo ? QString() : modelNode.target,
        .module = modelNode.module,
        .dtype = modelNode.dtype };
    node.placement = placementOf(result, modelNode);
    for (const auto &line :
        { modelNode.name, modelNode.target, modelNode.module, modelNode.source }) {
        if (!line.isEmpty() && !node.details.contains(line))
            node.details += line;
    }
    if (const auto *rejection = result.rejection(modelNode.name))
        node.notes = rejection->reasons;
    return node;
}

/// Quantise and dequantise steps have no module: they stand with the operator whose value they
/// make or read, as long as that is inside the same partition.
void takeStepsAlong(Graph &graph)
{
    const auto outermost = [&graph](GroupId group) {
        while (group && graph.groups[group.value].parent)
            group = graph.groups[group.value].parent;
        return group;
    };
    const auto follow = [&](Node &step, const Node &operation) {
        if (step.module.isEmpty() && step.pattern.contains("quantized_decomposed"_L1)
            && operation.group && step.group == outermost(operation.group))
            step.group = operation.group;
    };
    for (const auto &edge : graph.edges)
        follow(graph.nodes[edge.to.value], graph.nodes[edge.from.value]);
    for (const auto &edge : graph.edges)
        follow(graph.nodes[edge.from.value], graph.nodes[edge.to.value]);
}

/// Bytes of the constants that an operator of TOSA takes.
quint64 constantBytes(const model::Subgraph &subgraph, const model::NetworkOperator &op,
    const QSet<qint32> &constants)
{
    quint64 bytes = 0;
    for (const auto input : op.inputs) {
        if (constants.contains(input))
            bytes += subgraph.tensors[static_cast<size_t>(input)].byteSize().value_or(0);
    }
    return bytes;
}

QSet<qint32> constantsOf(const model::Subgraph &subgraph)
{
    QSet<qint32> constants;
    for (const auto &op : subgraph.operators) {
        if (!isConstantOperator(op))
            continue;
        for (const auto output : op.outputs) {
            if (output >= 0 && static_cast<size_t>(output) < subgraph.tensors.size())
                constants.insert(output);
        }
    }
    return constants;
}

/// Whether its name alone says that there is a window to tell.
bool hasWindow(const Node &node)
{
    const auto family = familyOf(node.title);
    return family == Family::Convolution || family == Family::Depthwise
        || family == Family::Pooling;
}

/// What the TOSA of a partition knows of the operators that it was made from.
void addFromTosa(Graph &graph, const QHash<QString, NodeId> &nodes,
    const std::vector<compiled::TosaOrigin> &origins, int partition, const model::Network &network)
{
    QHash<QString, const compiled::TosaOrigin *> ofTensor;
    for (const auto &origin : origins) {
        if (origin.partition == partition)
            ofTensor.insert(origin.tensor, &origin);
    }
    for (const auto &subgraph : network.subgraphs) {
        const auto constants = constantsOf(subgraph);
        for (const auto &op : subgraph.operators) {
            const auto *origin = ofTensor.value(nameOf(subgraph, op));
            const auto id = origin ? nodes.value(origin->node) : NodeId();
            if (id)
                graph.nodes[id.value].constantBytes += constantBytes(subgraph, op, constants);
            if (!id || !hasWindow(graph.nodes[id.value]) || !graph.nodes[id.value].window.isEmpty())
                continue;
            graph.nodes[id.value].window = windowText(network, subgraph, op);
            graph.nodes[id.value].isDepthwise = isDepthwise(network, subgraph, op);
        }
    }
}

} // namespace

Placement placementOf(const compiled::CompileResult &result, const compiled::ModelNode &node)
{
    if (node.placement == "npu"_L1)
        return Placement::Npu;
    if (analysis::isBoundaryStep(result, node))
        return Placement::Boundary;
    if (node.placement == "cpu"_L1 || node.placement == "boundary"_L1)
        return Placement::Cpu;
    if (node.placement == "io"_L1 || node.target.isEmpty())
        return Placement::Io;
    return Placement::Unknown;
}

quint64 operatorCount(const compiled::Partition &partition, const compiled::CompileResult &result)
{
    QHash<QString, QString> targets;
    for (const auto &node : result.nodes) {
        if (node.partition == partition.index)
            targets.insert(node.name, shortName(node.target));
    }
    const auto isCounted = [&](const QString &name) {
        const auto title = targets.value(name);
        if (title.isEmpty())
            return !name.contains("quantize_per_"_L1) && !name.startsWith("getitem"_L1);
        return !model::isQuantisation(title) && title != "getitem"_L1;
    };
    return static_cast<quint64>(
        std::count_if(partition.operators.begin(), partition.operators.end(), isCounted));
}

QString cyclesText(const compiled::Partition &partition, const compiled::CompileResult &result)
{
    const auto cycles = partition.summary.cyclesTotal;
    if (!cycles)
        return {};
    auto text = u"%1 %2 cycles"_s.arg(originTag(Origin::Estimate), formatCycles(*cycles));
    double total = 0;
    for (const auto &other : result.partitions)
        total += other.summary.cyclesTotal.value_or(0);
    if (total > 0 && result.partitions.size() > 1)
        text += u" (%1)"_s.arg(formatShare(*cycles / total));
    return text;
}

Graph buildPreviewGraph(const compiled::CompileResult &preview)
{
    auto graph = buildResultGraph(preview);
    for (auto &group : graph.groups) {
        group.isPreview = group.placement == Placement::Npu;
        if (group.isPreview)
            group.entity = {};
    }
    return graph;
}

Graph buildResultGraph(const compiled::CompileResult &result, const PartitionNetworks &networks)
{
    Graph graph;
    QHash<int, GroupId> groups;
    for (const auto &partition : result.partitions) {
        groups.insert(partition.index, GroupId(graph.groups.size()));
        graph.groups.push_back(hullOf(partition, result));
    }
    QHash<QString, NodeId> nodes;
    std::vector<const compiled::ModelNode *> modelNodes; ///< of graph.nodes
    for (const auto &modelNode : result.nodes) {
        auto node = nodeOf(modelNode, result);
        if (modelNode.partition)
            node.group = groups.value(*modelNode.partition);
        nodes.insert(modelNode.name, NodeId(graph.nodes.size()));
        modelNodes.push_back(&modelNode);
        graph.nodes.push_back(std::move(node));
    }
    for (const auto &edge : result.edges) {
        const auto from = nodes.value(edge.from);
        const auto to = nodes.value(edge.to);
        if (!from || !to)
            continue;
        const auto *source = modelNodes[from.value];
        const bool isCrossing = source->partition != modelNodes[to.value]->partition;
        graph.edges.push_back({ .from = from,
            .to = to,
            .label = graph.nodes[from.value].subtitle,
            .entity = graph.nodes[from.value].entity,
            .crossing = isCrossing ? 1 : 0,
            .crossingBytes = isCrossing ? analysis::bytesOf(*source).value_or(0) : 0 });
    }
    for (const auto &[partition, network] : networks)
        addFromTosa(graph, nodes, result.origins, partition, *network);
    if (graph.nodes.size() > ReadableNodes) {
        groupByModule(graph);
        takeStepsAlong(graph);
        findRepeats(graph);
    }
    divideLong(graph);
    return graph;
}

} // namespace tosaic::graph
