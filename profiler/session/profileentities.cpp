// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/session/profileentities.h"

#include <QSet>

#include <map>

namespace tosaic {

namespace {

using model::EntityRef;

/// The operator of the network; its number in the only subgraph where the join could not tell.
std::optional<EntityRef> operatorOf(
    const profile::OperationOrigin &origin, const StreamFacts &facts)
{
    if (!facts.networkName || !facts.join.network || !origin.key || *origin.key < 0)
        return std::nullopt;
    const auto &subgraphs = facts.join.network->subgraphs;
    if (!origin.block || size_t(*origin.block) >= subgraphs.size()
        || size_t(*origin.key) >= subgraphs[size_t(*origin.block)].operators.size())
        return std::nullopt;
    auto entity = EntityRef::networkOperator(*origin.block, int(*origin.key));
    entity.name = *facts.networkName;
    return entity;
}

} // namespace

std::vector<std::vector<EntityRef>> entitiesOf(const profile::OperationTable &table,
    const StreamMaterial &material, const compiled::CompileResult *result)
{
    QSet<QString> nodes;
    for (size_t i = 0; result && i < result->nodes.size(); ++i)
        nodes.insert(result->nodes[i].name);
    std::vector<std::vector<EntityRef>> entities(table.operations.size());
    for (size_t i = 0; i < table.operations.size(); ++i) {
        const auto &operation = table.operations[i];
        if (operation.stream < 0 || size_t(operation.stream) >= material.streams.size())
            continue;
        const auto &facts = material.streams[size_t(operation.stream)];
        auto &found = entities[i];
        if (nodes.contains(operation.origin.edgeNode))
            found.push_back(EntityRef::node(operation.origin.edgeNode));
        if (const auto entity = operatorOf(operation.origin, facts))
            found.push_back(*entity);
        if (facts.join.owner.isEmpty())
            continue;
        for (const auto kick : operation.kicks)
            found.push_back(EntityRef::npuOperation(facts.join.owner, int(kick)));
    }
    return entities;
}

std::vector<ProfileSubject::Carried> buffersOf(
    const profile::OperationTable &table, const NpuAnalyses &streams)
{
    std::vector<ProfileSubject::Carried> found;
    for (const auto &analysis : streams) {
        const auto &owner = analysis->owner();
        std::map<quint32, size_t> operationOfKick;
        for (size_t i = 0; i < table.operations.size(); ++i) {
            if (!owner.isEmpty() && table.ownerOf(table.operations[i].stream) == owner) {
                for (const auto kick : table.operations[i].kicks)
                    operationOfKick.emplace(kick, i);
            }
        }
        const auto &buffers = analysis->dataflow.buffers;
        for (size_t i = 0; i < buffers.size(); ++i) {
            if (buffers[i].writers.empty())
                continue;
            const auto operation = operationOfKick.find(buffers[i].writers.front());
            if (operation != operationOfKick.end())
                found.push_back({ EntityRef::npuBuffer(owner, int(i)), operation->second });
        }
    }
    return found;
}

} // namespace tosaic
