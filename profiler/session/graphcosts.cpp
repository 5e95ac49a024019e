// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/session/graphcosts.h"

#include <QHash>

#include <algorithm>
#include <map>

namespace tosaic {

namespace {

using graph::Node;
using graph::NodeId;
using graph::Placement;
using model::EntityRef;
using profile::OperationTable;

constexpr size_t Nobody = size_t(-1);

bool isOperator(const Node &node)
{
    return !node.isControl && (node.placement != Placement::Io || node.collapsed);
}

/// The delegate that the node calls, if its hull is drawn around it.
EntityRef hullOf(const graph::Graph &graph, const Node &node)
{
    const auto isCall = node.entity.kind == EntityRef::Kind::Instruction && node.group
        && node.placement == Placement::Npu;
    return isCall ? graph.groups[node.group.value].entity : EntityRef();
}

class Costing
{
public:
    Costing(const graph::Graph &graph, const ProfileSubject &subject, const OperationTable &table)
        : m_graph(graph), m_subject(subject), m_table(table),
          m_owners(table.operations.size(), Nobody)
    {
        m_costs.nodes.resize(graph.nodes.size());
        m_costs.origin = table.origin;
        indexEntities();
    }

    GraphCosts make();

private:
    void indexEntities();
    std::vector<size_t> operationsOf(const EntityRef &entity) const;
    void claim(size_t node, const std::vector<size_t> &operations);
    void claimStreams();
    void sum(NodeCost &cost) const;
    void settle(size_t node);
    size_t ownerOf(size_t operation) const;
    size_t carrierOf(size_t node);
    CostUnknown reasonOf(size_t node) const;

    const graph::Graph &m_graph;
    const ProfileSubject &m_subject;
    const OperationTable &m_table;
    GraphCosts m_costs;
    std::vector<size_t> m_owners; ///< node of each operation
    QHash<EntityRef, std::vector<size_t>> m_operations;
    QHash<EntityRef, size_t> m_carried;
    std::map<std::pair<int, int>, std::vector<size_t>> m_ofOwner; ///< of a stream
    std::map<int, std::vector<size_t>> m_ofStream;
};

void Costing::indexEntities()
{
    const auto count = std::min(m_subject.entities.size(), m_table.operations.size());
    for (size_t i = 0; i < count; ++i) {
        const auto &entities = m_subject.entities[i];
        for (const auto &entity : entities)
            m_operations[entity].push_back(i);
        if (!entities.empty() && entities.back().isPartOfStream())
            m_ofOwner[{ entities.back().method, entities.back().index }].push_back(i);
    }
    for (const auto &carried : m_subject.carried)
        m_carried.insert(carried.entity, carried.operation);
    for (size_t i = 0; i < m_table.operations.size(); ++i)
        m_ofStream[m_table.operations[i].stream].push_back(i);
}

std::vector<size_t> Costing::operationsOf(const EntityRef &entity) const
{
    if (entity.kind == EntityRef::Kind::Delegate) {
        const auto owner = m_ofOwner.find({ entity.method, entity.index });
        return owner == m_ofOwner.end() ? std::vector<size_t>() : owner->second;
    }
    return m_operations.value(entity);
}

void Costing::claim(size_t node, const std::vector<size_t> &operations)
{
    for (const auto operation : operations) {
        if (m_owners[operation] != Nobody)
            continue;
        m_owners[operation] = node;
        m_costs.nodes[node].operations.push_back(operation);
    }
}

/// A whole partition or delegate is its command stream, also what has no place of its own in it.
void Costing::claimStreams()
{
    for (size_t i = 0; i < m_graph.nodes.size(); ++i) {
        const auto &node = m_graph.nodes[i];
        const auto isWhole = node.entity.kind == EntityRef::Kind::Partition
            || node.entity.kind == EntityRef::Kind::Delegate
            || hullOf(m_graph, node).kind != EntityRef::Kind::None;
        const auto &operations = m_costs.nodes[i].operations;
        if (isWhole && !operations.empty())
            claim(i, m_ofStream.at(m_table.operations[operations.front()].stream));
    }
}

void Costing::sum(NodeCost &cost) const
{
    for (const auto i : cost.operations) {
        const auto &operation = m_table.operations[i];
        const auto cycles = operation.cycles();
        if (operation.leader && (!cycles || cycles->value == 0))
            continue; // its leader has the cycles of both
        if (cycles)
            cost.cycles = cost.cycles.value_or(0) + cycles->value;
        else if (operation.role == profile::TimedOperation::Role::Kernel)
            ++cost.missing;
    }
    if (cost.cycles && m_costs.total > 0)
        cost.share = *cost.cycles / m_costs.total;
}

/// The node that has the cycles of an operation: of a fused one its leader's.
size_t Costing::ownerOf(size_t operation) const
{
    const auto leader = m_table.operations[operation].leader;
    return m_owners[leader && *leader < m_owners.size() ? *leader : operation];
}

/// The node that has the cycles of one without cycles of its own; Nobody if none is known.
size_t Costing::carrierOf(size_t node)
{
    for (const auto operation : m_costs.nodes[node].operations) {
        const auto &one = m_table.operations[operation];
        if (one.leader && ownerOf(operation) != node)
            return ownerOf(operation);
    }
    std::vector<EntityRef> entities{ m_graph.nodes[node].entity };
    const auto &folded = m_graph.nodes[node].folded;
    entities.insert(entities.end(), folded.begin(), folded.end());
    for (const auto &entity : entities) {
        for (const auto operation : operationsOf(entity)) { // another node has claimed them
            const auto owner = ownerOf(operation);
            if (owner == Nobody || owner == node)
                continue;
            m_costs.nodes[node].isSameOperation = m_owners[operation] == owner;
            return owner;
        }
        if (const auto carried = m_carried.constFind(entity); carried != m_carried.constEnd()) {
            const auto owner = ownerOf(carried.value());
            if (owner != Nobody && owner != node)
                return owner;
        }
    }
    return Nobody;
}

CostUnknown Costing::reasonOf(size_t node) const
{
    switch (m_graph.nodes[node].placement) {
    case Placement::Cpu:
    case Placement::Boundary:
        return CostUnknown::OnCpu;
    case Placement::OtherDelegate:
        return CostUnknown::OtherBackend;
    default:
        break;
    }
    if (!m_costs.nodes[node].operations.empty())
        return m_table.origin == Origin::Fvp ? CostUnknown::NotMeasured : CostUnknown::NotEstimated;
    if (m_table.operations.empty())
        return CostUnknown::NoReports;
    const auto isRecorded = std::ranges::any_of(m_subject.streams,
        [](const auto &stream) { return !stream.origins.empty() || !stream.debugEvents.empty(); });
    const auto isOfModel = m_graph.nodes[node].entity.kind == EntityRef::Kind::Node;
    return isOfModel && !isRecorded ? CostUnknown::NotRecorded : CostUnknown::NotTraced;
}

void Costing::settle(size_t node)
{
    auto &cost = m_costs.nodes[node];
    if (!cost.isOperator || cost.cycles)
        return;
    if (const auto carrier = carrierOf(node); carrier != Nobody && m_costs.nodes[carrier].cycles)
        cost.in = NodeId(carrier);
    else
        cost.unknown = reasonOf(node);
}

GraphCosts Costing::make()
{
    for (size_t i = 0; i < m_graph.nodes.size(); ++i) {
        m_costs.nodes[i].isOperator = isOperator(m_graph.nodes[i]);
        if (!m_costs.nodes[i].isOperator)
            continue;
        claim(i, operationsOf(m_graph.nodes[i].entity));
        claim(i, operationsOf(hullOf(m_graph, m_graph.nodes[i])));
    }
    for (size_t i = 0; i < m_graph.nodes.size(); ++i) {
        for (const auto &entity : m_graph.nodes[i].folded) {
            if (m_costs.nodes[i].isOperator)
                claim(i, operationsOf(entity));
        }
    }
    claimStreams();
    for (const auto &operation : m_table.operations) {
        const auto cycles = operation.cycles();
        m_costs.total += cycles ? cycles->value : 0;
    }
    for (auto &cost : m_costs.nodes)
        sum(cost);
    for (size_t i = 0; i < m_graph.nodes.size(); ++i)
        settle(i);
    for (size_t i = 0; i < m_owners.size(); ++i) {
        if (m_owners[i] == Nobody && m_table.operations[i].cycles())
            m_costs.extra.push_back(i);
    }
    return std::move(m_costs);
}

} // namespace

GraphCosts costsOf(
    const graph::Graph &graph, const ProfileSubject &subject, const OperationTable &table)
{
    return Costing(graph, subject, table).make();
}

GraphCosts unknownCosts(const graph::Graph &graph)
{
    return costsOf(graph, ProfileSubject(), OperationTable());
}

const char *unknownText(CostUnknown reason)
{
    switch (reason) {
    case CostUnknown::OnCpu:
        return QT_TRANSLATE_NOOP("GraphCosts", "it runs on the CPU: Vela estimates the NPU alone");
    case CostUnknown::OtherBackend:
        return QT_TRANSLATE_NOOP("GraphCosts", "it is a delegate of another backend");
    case CostUnknown::NoReports:
        return QT_TRANSLATE_NOOP("GraphCosts",
            "neither a debug database nor a per-layer table of the compile was found");
    case CostUnknown::NotRecorded:
        return QT_TRANSLATE_NOOP("GraphCosts",
            "the compile did not record what it made of each operator: compile again");
    case CostUnknown::NotTraced:
        return QT_TRANSLATE_NOOP("GraphCosts", "nothing leads from it to an NPU operation");
    case CostUnknown::NotEstimated:
        return QT_TRANSLATE_NOOP("GraphCosts", "Vela has no estimate of its operations");
    case CostUnknown::NotMeasured:
        break;
    }
    return QT_TRANSLATE_NOOP("GraphCosts", "its operations did not run in what was measured");
}

} // namespace tosaic
