// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/session/carriednodes.h"

#include <QHash>
#include <QSet>
#include <QStringList>

using namespace Qt::StringLiterals;

namespace tosaic {

namespace {

using compiled::CompileResult;
using compiled::ModelNode;
using model::EntityRef;

/// Nodes of one partition, each with the operation that does its work.
class PartitionNodes
{
public:
    PartitionNodes(int stream, const profile::JoinStream &facts,
        const profile::OperationTable &table, const CompileResult &result)
        : m_facts(facts)
    {
        for (const auto &node : facts.nodes)
            m_inside.insert(node.name);
        for (const auto &edge : result.edges) {
            if (!m_inside.contains(edge.from) || !m_inside.contains(edge.to))
                continue;
            m_producers[edge.to] << edge.from;
            m_consumers[edge.from] << edge.to;
        }
        findOwn(stream, table);
    }

    /// Of a node without operations of its own; absent if nothing leads to one.
    std::optional<size_t> carrierOf(const ModelNode &node) const
    {
        const auto isDequantise = node.target.contains("dequantize_"_L1);
        const auto &first = isDequantise ? m_consumers : m_producers;
        const auto &second = isDequantise ? m_producers : m_consumers;
        const auto found = nearest(node.name, first);
        return found ? found : nearest(node.name, second);
    }
    bool isOwn(const QString &node) const { return m_own.contains(node); }
    std::optional<size_t> lowered(const QString &node) const
    {
        if (const auto own = m_own.constFind(node); own != m_own.constEnd())
            return own.value();
        const auto folded = m_folded.constFind(node);
        return folded == m_folded.constEnd() ? std::nullopt : std::optional(folded.value());
    }

private:
    void findOwn(int stream, const profile::OperationTable &table)
    {
        for (size_t i = 0; i < table.operations.size(); ++i) {
            const auto &operation = table.operations[i];
            if (operation.stream != stream || operation.origin.edgeNode.isEmpty())
                continue;
            auto &known = m_own[operation.origin.edgeNode];
            known = known.value_or(i);
            // Of several the first that is an operation in its own right.
            if (table.operations[*known].leader && !operation.leader)
                known = i;
        }
        QHash<QString, size_t> folded; // by tensor
        for (const auto &carried : table.carried) {
            if (carried.stream == stream && carried.carrier)
                folded.insert(carried.name, *carried.carrier);
        }
        for (const auto &origin : m_facts.origins) {
            const auto carrier = folded.constFind(origin.tensor);
            if (carrier != folded.constEnd() && !m_folded.contains(origin.node))
                m_folded.insert(origin.node, carrier.value());
        }
    }

    /// The operation of the first node along the edges that has one.
    std::optional<size_t> nearest(
        const QString &start, const QHash<QString, QStringList> &edges) const
    {
        QStringList queue{ start };
        QSet<QString> seen{ start };
        for (qsizetype i = 0; i < queue.size(); ++i) {
            for (const auto &next : edges.value(queue[i])) {
                if (const auto known = lowered(next))
                    return known;
                if (!seen.contains(next))
                    queue << next;
                seen.insert(next);
            }
        }
        return std::nullopt;
    }

    const profile::JoinStream &m_facts;
    QSet<QString> m_inside;
    QHash<QString, QStringList> m_producers;
    QHash<QString, QStringList> m_consumers;
    QHash<QString, std::optional<size_t>> m_own; ///< nodes with operations of their own
    QHash<QString, size_t> m_folded; ///< nodes whose TOSA operators went into others
};

void addOperators(const profile::OperationTable &table, const StreamMaterial &material,
    std::vector<ProfileSubject::Carried> &found)
{
    for (const auto &carried : table.carried) {
        const auto &facts = material.streams[size_t(carried.stream)];
        if (!carried.carrier || !carried.block || !carried.key || !facts.networkName)
            continue;
        auto entity = EntityRef::networkOperator(*carried.block, int(*carried.key));
        entity.name = *facts.networkName;
        found.push_back({ std::move(entity), *carried.carrier });
    }
}

} // namespace

std::vector<ProfileSubject::Carried> carriedOf(const profile::OperationTable &table,
    const StreamMaterial &material, const CompileResult *result)
{
    std::vector<ProfileSubject::Carried> found;
    addOperators(table, material, found);
    for (size_t stream = 0; result && stream < material.streams.size(); ++stream) {
        const auto &facts = material.streams[stream].join;
        if (facts.origins.empty())
            continue;
        const PartitionNodes nodes(int(stream), facts, table, *result);
        for (const auto &node : facts.nodes) {
            if (nodes.isOwn(node.name))
                continue;
            auto carrier = nodes.lowered(node.name);
            if (!carrier)
                carrier = nodes.carrierOf(node);
            if (carrier)
                found.push_back({ EntityRef::node(node.name), *carrier });
        }
    }
    return found;
}

} // namespace tosaic
