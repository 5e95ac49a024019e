// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/npugraph.h"

#include "core/base/units.h"
#include "core/graph/npunames.h"

#include <algorithm>
#include <map>

using namespace Qt::StringLiterals;

namespace tosaic::graph {

namespace {

using npu::Buffer;
using npu::Operation;
using npu::OperationKind;
using npu::Port;

constexpr qint32 NoBuffer = -1;

bool isDrawn(OperationKind kind)
{
    return npu::isKernel(kind) || kind == OperationKind::Dma || kind == OperationKind::Branch;
}

class NpuBuilder
{
public:
    NpuBuilder(const npu::Stream &stream, const npu::StreamPlace &place,
        const npu::Dataflow &dataflow, const std::vector<npu::Work> &work)
        : m_stream(stream), m_place(place), m_flow(dataflow), m_work(work),
          m_written(stream.operations.size(), NoBuffer)
    {
    }

    Graph build()
    {
        for (size_t i = 0; i < m_flow.buffers.size(); ++i) {
            for (const auto writer : m_flow.buffers[i].writers)
                m_written.at(writer) = static_cast<qint32>(i);
        }
        addInputs();
        for (const auto &operation : m_stream.operations)
            m_nodes.push_back(isDrawn(operation.kind) ? addOperation(operation) : NodeId());
        addOutputs();
        for (const auto &edge : m_flow.edges)
            addEdge(edge);
        addBranches();
        addStripes();
        return std::move(m_graph);
    }

private:
    /// Nodes of buffers by where these begin.
    using BufferNodes = std::map<std::pair<int, quint64>, NodeId>;

    NodeId add(Node node)
    {
        m_graph.nodes.push_back(std::move(node));
        return NodeId(m_graph.nodes.size() - 1);
    }

    GroupId add(Group group)
    {
        m_graph.groups.push_back(std::move(group));
        return GroupId(m_graph.groups.size() - 1);
    }

    model::EntityRef bufferRef(qint32 buffer) const
    {
        return buffer < 0 ? model::EntityRef() : model::EntityRef::npuBuffer(m_place.owner, buffer);
    }

    /// Inputs, and what was in the arena before the stream began.
    void addInputs()
    {
        int inputs = 0;
        for (size_t i = 0; i < m_flow.buffers.size(); ++i) {
            const auto &buffer = m_flow.buffers[i];
            const bool isInput = buffer.kind == Buffer::Kind::Input;
            if (!isInput && !buffer.writers.empty())
                continue;
            const auto title = isInput ? u"input %1"_s.arg(inputs++) : u"kept from before"_s;
            addBufferNode(i, title, m_before);
        }
    }

    void addOutputs()
    {
        int outputs = 0;
        for (size_t i = 0; i < m_flow.buffers.size(); ++i) {
            if (m_flow.buffers[i].kind == Buffer::Kind::Output)
                addBufferNode(i, u"output %1"_s.arg(outputs++), m_after);
        }
    }

    void addBufferNode(size_t buffer, const QString &title, BufferNodes &nodes)
    {
        const auto &range = m_flow.buffers[buffer].range;
        Node node{ .title = title,
            .subtitle = formatBytes(range.length),
            .placement = Placement::Io,
            .entity = bufferRef(static_cast<qint32>(buffer)),
            .details = { rangeText(range) } };
        nodes.emplace(std::pair(range.region, range.address), add(std::move(node)));
    }

    NodeId addOperation(const Operation &operation)
    {
        const auto *work = operation.index < m_work.size() ? &m_work[operation.index] : nullptr;
        Node node{ .title = operationTitle(operation, work),
            .subtitle = operationSubtitle(operation),
            .placement = npu::isKernel(operation.kind) ? Placement::Npu : Placement::Boundary,
            .entity
            = model::EntityRef::npuOperation(m_place.owner, static_cast<int>(operation.index)),
            .details = operationDetails(operation, work),
            .pattern = operation.mode.isEmpty()
                ? npu::operationKindName(operation.kind)
                : npu::operationKindName(operation.kind) + u' ' + operation.mode,
            .window = operationWindow(operation),
            .isDepthwise = operation.kind == OperationKind::Depthwise,
            .isControl = operation.kind == OperationKind::Branch };
        if (operation.chain >= 0)
            node.group = chainGroup(operation.chain);
        return add(std::move(node));
    }

    GroupId chainGroup(int chain)
    {
        const auto known = m_chains.find(chain);
        if (known != m_chains.end())
            return known->second;
        const auto group = add(Group{ .title = u"Chain %1"_s.arg(m_chains.size()),
            .subtitle = u"feature maps stay inside the NPU"_s,
            .placement = Placement::Npu });
        m_chains.emplace(chain, group);
        return group;
    }

    /// The node of the last buffer that begins at or before the address; none for constants.
    static NodeId nodeAt(const BufferNodes &nodes, const std::optional<npu::RegionRange> &range)
    {
        if (!range)
            return {};
        auto at = nodes.upper_bound({ range->region, range->address });
        if (at == nodes.begin() || std::prev(at)->first.first != range->region)
            return {};
        return std::prev(at)->second;
    }

    NodeId nodeAfter(const npu::DataEdge &edge) const
    {
        const auto buffer = edge.from < 0 ? NoBuffer : m_written.at(size_t(edge.from));
        if (buffer < 0)
            return nodeAt(m_after, edge.range);
        const auto &range = m_flow.buffers[size_t(buffer)].range;
        return nodeAt(m_after, range);
    }

    void addEdge(const npu::DataEdge &edge)
    {
        const auto from
            = edge.from < 0 ? nodeAt(m_before, edge.range) : m_nodes.at(size_t(edge.from));
        const auto to = edge.to < 0 ? nodeAfter(edge) : m_nodes.at(size_t(edge.to));
        if (!from) {
            noteConstant(edge, to);
            return;
        }
        if (!to)
            return;
        const bool isInside = edge.port == Port::Chain || edge.port == Port::Table;
        const auto buffer = isInside ? model::EntityRef()
                                     : (edge.from < 0 ? m_graph.nodes[from.value].entity
                                                      : bufferRef(m_written.at(size_t(edge.from))));
        const auto *reader = edge.to < 0 ? nullptr : &m_stream.operations.at(size_t(edge.to));
        m_graph.edges.push_back(
            { .from = from, .to = to, .label = edgeLabel(edge, reader), .entity = buffer });
    }

    /// Constants are many and small: lines on the card of whoever reads them.
    void noteConstant(const npu::DataEdge &edge, NodeId to)
    {
        if (to && edge.range)
            m_graph.nodes[to.value].details
                += u"%1: %2, constant"_s.arg(portName(edge.port), rangeText(*edge.range));
    }

    void addBranches()
    {
        for (const auto &operation : m_stream.operations) {
            if (operation.kind != OperationKind::Branch || !operation.branchTarget)
                continue;
            const auto target = nodeAtOrBehind(*operation.branchTarget);
            if (target)
                m_graph.edges.push_back({ .from = m_nodes.at(operation.index),
                    .to = target,
                    .label = operation.mode.toLower(),
                    .isControl = true });
        }
    }

    NodeId nodeAtOrBehind(quint32 offset) const
    {
        const auto &operations = m_stream.operations;
        auto at = std::lower_bound(operations.begin(), operations.end(), offset,
            [](const Operation &operation, quint32 value) { return operation.offset < value; });
        for (; at != operations.end(); ++at) {
            if (const auto node = m_nodes.at(at->index))
                return node;
        }
        return m_after.empty() ? NodeId() : m_after.begin()->second;
    }

    struct Stripes
    {
        qint32 buffer = NoBuffer;
        quint32 first = 0;
        quint32 last = 0;
        quint32 count = 0;
        GroupId group;
    };

    /// Kicks that write one map are one operator that the compiler cut; where such operators take
    /// turns, they are a cascade.
    void addStripes()
    {
        std::vector<Stripes> all;
        for (size_t i = 0; i < m_flow.buffers.size(); ++i) {
            Stripes stripes{ .buffer = static_cast<qint32>(i) };
            for (const auto writer : m_flow.buffers[i].writers) {
                const auto &operation = m_stream.operations.at(writer);
                if (!npu::isKernel(operation.kind) || operation.chain >= 0)
                    continue;
                stripes.first = stripes.count++ == 0 ? writer : stripes.first;
                stripes.last = writer;
            }
            if (stripes.count > 1)
                all.push_back(stripes);
        }
        std::stable_sort(all.begin(), all.end(),
            [](const Stripes &a, const Stripes &b) { return a.first < b.first; });
        for (size_t i = 0; i < all.size();)
            i = addCascade(all, i);
    }

    /// Adds the operators that take turns with the one at `begin`; returns the next one behind
    /// them.
    size_t addCascade(std::vector<Stripes> &all, size_t begin)
    {
        auto end = begin + 1;
        for (auto last = all[begin].last; end < all.size() && all[end].first < last; ++end)
            last = std::max(last, all[end].last);
        GroupId parent;
        if (end - begin > 1)
            parent = add(Group{ .title = u"Cascade"_s,
                .subtitle = u"%1 operators take turns, stripe by stripe"_s.arg(end - begin),
                .placement = Placement::Npu });
        for (auto i = begin; i < end; ++i)
            addStripeGroup(all[i], parent);
        return end;
    }

    void addStripeGroup(const Stripes &stripes, GroupId parent)
    {
        const auto &buffer = m_flow.buffers[static_cast<size_t>(stripes.buffer)];
        const auto group = add(Group{ .title = m_graph.nodes[m_nodes.at(stripes.first).value].title,
            .subtitle
            = u"%1 stripes, %2"_s.arg(stripes.count).arg(formatBytes(buffer.range.length)),
            .placement = Placement::Npu,
            .parent = parent,
            .entity = bufferRef(stripes.buffer) });
        for (const auto writer : buffer.writers) {
            const auto &operation = m_stream.operations.at(writer);
            if (npu::isKernel(operation.kind) && operation.chain < 0)
                m_graph.nodes[m_nodes.at(writer).value].group = group;
        }
    }

    const npu::Stream &m_stream;
    const npu::StreamPlace &m_place;
    const npu::Dataflow &m_flow;
    const std::vector<npu::Work> &m_work;
    Graph m_graph;
    std::vector<NodeId> m_nodes; ///< by operation; none where it is not drawn
    std::vector<qint32> m_written; ///< by operation: the buffer it writes
    BufferNodes m_before; ///< above the operations
    BufferNodes m_after; ///< below them
    std::map<int, GroupId> m_chains;
};

} // namespace

Graph buildNpuGraph(const npu::Stream &stream, const npu::StreamPlace &place,
    const npu::Dataflow &dataflow, const std::vector<npu::Work> &work)
{
    return NpuBuilder(stream, place, dataflow, work).build();
}

} // namespace tosaic::graph
