// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/session/profileentities.h"

#include <QSet>

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

} // namespace tosaic
