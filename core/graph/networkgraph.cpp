// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/networkgraph.h"

#include "core/base/units.h"
#include "core/graph/modulegroups.h"
#include "core/graph/names.h"
#include "core/graph/repeats.h"
#include "core/graph/sections.h"
#include "core/graph/windowtext.h"

#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::graph {

namespace {

using model::EntityRef;
using model::NetworkOperator;
using model::NetworkTensor;

/// "scale 0.0235, zero point -3".
QString quantisationText(const model::Quantisation &quantisation)
{
    if (quantisation.isPerChannel())
        return u"%1 scales, one a channel"_s.arg(quantisation.scales.size());
    auto text = u"scale %1"_s.arg(quantisation.scales.front(), 0, 'g', 4);
    if (!quantisation.zeroPoints.empty())
        text += u", zero point %1"_s.arg(quantisation.zeroPoints.front());
    return text;
}

QString lastFrame(const NetworkOperator &op)
{
    if (op.stackTrace.empty())
        return {};
    const auto &frame = op.stackTrace.back();
    return u"%1:%2"_s.arg(frame.file).arg(frame.line);
}

class NetworkGraphBuilder
{
public:
    NetworkGraphBuilder(
        const model::Network &network, int subgraph, const NetworkGraphOptions &options)
        : m_network(network), m_subgraph(network.subgraphs[static_cast<size_t>(subgraph)]),
          m_index(subgraph), m_options(options), m_producers(m_subgraph.tensors.size())
    {
    }

    Graph build()
    {
        findConstants();
        addInputs();
        for (size_t i = 0; i < m_subgraph.operators.size(); ++i)
            m_operatorNodes.push_back(addOperator(static_cast<int>(i)));
        for (size_t i = 0; i < m_subgraph.operators.size(); ++i)
            connectInputs(i);
        addOutputs();
        groupByModule(m_graph);
        findRepeats(m_graph);
        divideLong(m_graph);
        return std::move(m_graph);
    }

private:
    EntityRef tensorRef(qint32 tensor) const
    {
        auto ref = EntityRef::networkTensor(m_index, tensor);
        ref.name = m_options.file;
        return ref;
    }
    EntityRef operatorRef(int index) const
    {
        auto ref = EntityRef::networkOperator(m_index, index);
        ref.name = m_options.file;
        return ref;
    }
    const NetworkTensor *tensor(qint32 index) const
    {
        return index >= 0 && static_cast<size_t>(index) < m_subgraph.tensors.size()
            ? &m_subgraph.tensors[static_cast<size_t>(index)]
            : nullptr;
    }
    NodeId add(Node node)
    {
        m_graph.nodes.push_back(std::move(node));
        return NodeId(m_graph.nodes.size() - 1);
    }

    /// What is known when the file is written: tensors with bytes, and what the format calls a
    /// parameter or constant. Variables change and stay visible.
    void findConstants()
    {
        m_isConstant.assign(m_subgraph.tensors.size(), false);
        std::vector<bool> isInput(m_subgraph.tensors.size(), false);
        for (const auto input : m_subgraph.inputs) {
            if (tensor(input))
                isInput[static_cast<size_t>(input)] = true;
        }
        for (size_t i = 0; i < m_subgraph.tensors.size(); ++i) {
            const auto &t = m_subgraph.tensors[i];
            const bool isNamedSo = !t.role.isEmpty() && t.role != "input"_L1;
            m_isConstant[i] = !t.isVariable && ((t.data && !isInput[i]) || isNamedSo);
        }
        m_constantOwner.assign(m_subgraph.tensors.size(), -1);
        for (size_t i = 0; i < m_subgraph.operators.size(); ++i) {
            const auto &op = m_subgraph.operators[i];
            for (const auto output : op.outputs) {
                if (!tensor(output))
                    continue;
                m_isConstant[static_cast<size_t>(output)] = isConstantOperator(op);
                m_constantOwner[static_cast<size_t>(output)] = static_cast<int>(i);
            }
        }
    }

    bool isConstant(qint32 index) const
    {
        return tensor(index) && m_isConstant[static_cast<size_t>(index)];
    }

    void addInputs()
    {
        for (const auto input : m_subgraph.inputs) {
            const auto *t = tensor(input);
            if (!t || isConstant(input))
                continue;
            m_producers[static_cast<size_t>(input)] = add({ .title = nameOf(*t, u"input"_s, input),
                .subtitle = tensorText(*t),
                .placement = Placement::Io,
                .entity = tensorRef(input) });
        }
    }

    void addOutputs()
    {
        for (const auto output : m_subgraph.outputs) {
            const auto *t = tensor(output);
            if (!t)
                continue;
            // The tensor belongs to what computes it; the output is a place of its own.
            const auto node = add({ .title = nameOf(*t, u"output"_s, output),
                .subtitle = tensorText(*t),
                .placement = Placement::Io,
                .entity = tensorRef(output) });
            connect(output, node);
        }
    }

    static QString nameOf(const NetworkTensor &tensor, const QString &role, qint32 index)
    {
        return tensor.name.isEmpty() ? u"%1 %2"_s.arg(role).arg(index) : tensor.name;
    }

    NodeId addOperator(int index)
    {
        const auto &op = m_subgraph.operators[static_cast<size_t>(index)];
        if (isConstantOperator(op) && !m_options.constants)
            return {};
        Node node{ .title = titleOf(op),
            .entity = operatorRef(index),
            .pattern = op.type,
            .module = op.module,
            .window = windowText(m_network, m_subgraph, op),
            .isDepthwise = isDepthwise(m_network, m_subgraph, op) };
        node.name = graph::nameOf(m_subgraph, op);
        if (node.module.isEmpty())
            node.module = modulePathOf(op.name.isEmpty() ? node.name : op.name);
        const auto placement = op.ethosu ? Placement::Npu : m_options.placement;
        node.isUnplaced = !placement;
        node.placement = placement.value_or(Placement::Unknown);
        if (op.ethosu) {
            node.subtitle = npuText(*op.ethosu);
        } else if (!op.outputs.empty() && tensor(op.outputs.front())) {
            node.subtitle = tensorText(*tensor(op.outputs.front()));
        }
        if (!op.outputs.empty() && tensor(op.outputs.front()))
            node.dtype = model::elementTypeName(tensor(op.outputs.front())->type);
        fillDetails(node, op, index);
        const auto id = add(std::move(node));
        for (const auto output : op.outputs) {
            if (tensor(output))
                m_producers[static_cast<size_t>(output)] = id;
        }
        return id;
    }

    /// TOSA and TFLite spell their operators as they are; torch puts a namespace around them.
    QString titleOf(const NetworkOperator &op) const
    {
        if (op.type.startsWith("CUSTOM:"_L1))
            return op.type.mid(7);
        const bool isTorch = m_network.format == "pt2"_L1 || m_network.format == "etrecord"_L1;
        return isTorch ? shortName(op.type) : op.type;
    }

    static QString npuText(const model::EthosUPayload &payload)
    {
        const auto name = payload.npu ? payload.npu->name() : u"Ethos-U"_s;
        return payload.operations == 1
            ? u"%1\n1 NPU operation"_s.arg(name)
            : u"%1\n%2 NPU operations"_s.arg(name, formatCount(payload.operations));
    }

    void fillDetails(Node &node, const NetworkOperator &op, int index) const
    {
        node.details += u"operator %1"_s.arg(index);
        for (const auto &line : { op.name, op.type, op.module, lastFrame(op) }) {
            if (!line.isEmpty() && line != node.title && !node.details.contains(line))
                node.details += line;
        }
        const auto *result = op.outputs.empty() ? nullptr : tensor(op.outputs.front());
        if (result && result->quantisation && !result->quantisation->scales.empty())
            node.details += quantisationText(*result->quantisation);
        for (const auto &attribute : op.attributes)
            node.details += u"%1 = %2"_s.arg(attribute.name, attributeText(attribute.value));
        for (const auto subgraph : op.subgraphs) {
            if (subgraph >= 0 && static_cast<size_t>(subgraph) < m_network.subgraphs.size())
                node.details += u"runs subgraph %1 %2"_s.arg(subgraph).arg(
                    m_network.subgraphs[static_cast<size_t>(subgraph)].name);
        }
    }

    void connectInputs(size_t index)
    {
        const auto node = m_operatorNodes[index];
        if (!node)
            return;
        for (const auto input : m_subgraph.operators[index].inputs) {
            if (isConstant(input))
                takeConstant(input, node);
            else
                connect(input, node);
        }
    }

    void takeConstant(qint32 index, NodeId node)
    {
        const auto owner = m_constantOwner[static_cast<size_t>(index)];
        if (m_options.constants) {
            auto &producer = m_producers[static_cast<size_t>(index)];
            if (!producer && owner < 0)
                producer = add({ .title = nameOf(*tensor(index), u"constant"_s, index),
                    .subtitle = tensorText(*tensor(index)),
                    .placement = Placement::Io,
                    .entity = tensorRef(index) });
            connect(index, node);
            return;
        }
        auto &taker = m_graph.nodes[node.value];
        taker.details += u"constant %1 %2"_s.arg(tensor(index)->name, tensorText(*tensor(index)));
        taker.folded.push_back(tensorRef(index));
        taker.constantBytes += tensor(index)->byteSize().value_or(0);
        if (owner >= 0)
            taker.folded.push_back(operatorRef(owner));
    }

    void connect(qint32 index, NodeId to)
    {
        const auto *t = tensor(index);
        const auto from = t ? m_producers[static_cast<size_t>(index)] : NodeId();
        const auto key = from ? (quint64(from.value) << 32) | to.value : 0;
        if (!from || from == to || m_seen.contains({ key, index }))
            return;
        m_seen.insert({ key, index });
        m_graph.edges.push_back(
            { .from = from, .to = to, .label = tensorText(*t), .entity = tensorRef(index) });
    }

    const model::Network &m_network;
    const model::Subgraph &m_subgraph;
    int m_index;
    const NetworkGraphOptions &m_options;
    Graph m_graph;
    std::vector<NodeId> m_producers; ///< parallel to tensors
    std::vector<bool> m_isConstant; ///< parallel to tensors
    std::vector<int> m_constantOwner; ///< operator that names a constant; -1: none
    std::vector<NodeId> m_operatorNodes; ///< invalid for those folded
    QSet<std::pair<quint64, qint32>> m_seen;
};

} // namespace

QString nameOf(const model::Subgraph &subgraph, const model::NetworkOperator &op)
{
    const auto output = op.outputs.empty() ? -1 : op.outputs.front();
    const bool isThere = output >= 0 && static_cast<size_t>(output) < subgraph.tensors.size();
    return isThere ? subgraph.tensors[static_cast<size_t>(output)].name : QString();
}

bool isConstantOperator(const NetworkOperator &op)
{
    return op.inputs.empty() && (op.type == "CONST"_L1 || op.type == "CONST_SHAPE"_L1);
}

Graph networkGraph(const model::Network &network, int subgraph, const NetworkGraphOptions &options)
{
    if (subgraph < 0 || static_cast<size_t>(subgraph) >= network.subgraphs.size())
        return {};
    return NetworkGraphBuilder(network, subgraph, options).build();
}

} // namespace tosaic::graph
