// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/inspector/inspection.h"

#include "core/compiled/compileresult.h"

#include <algorithm>

namespace tosaic::views {

const model::Method *InspectionContext::method(int index) const
{
    if (!program || index < 0 || static_cast<size_t>(index) >= program->methods.size())
        return nullptr;
    return &program->methods[static_cast<size_t>(index)];
}

const model::Delegate *InspectionContext::delegate(const model::EntityRef &entity) const
{
    const auto *owner = method(entity.method);
    if (!owner || entity.index < 0 || static_cast<size_t>(entity.index) >= owner->delegates.size())
        return nullptr;
    return &owner->delegates[static_cast<size_t>(entity.index)];
}

const model::Subgraph *InspectionContext::subgraph(const model::EntityRef &entity) const
{
    const auto owner = networkOf(network, related, entity);
    if (!owner || entity.method < 0
        || static_cast<size_t>(entity.method) >= owner->subgraphs.size())
        return nullptr;
    return &owner->subgraphs[static_cast<size_t>(entity.method)];
}

namespace {

std::optional<Inspection> built(const InspectionContext &context, const model::EntityRef &entity)
{
    using Kind = model::EntityRef::Kind;
    switch (entity.kind) {
    case Kind::None:
    case Kind::File:
        return context.network || context.description ? inspectNetwork(context)
                                                      : inspectFile(context);
    case Kind::Method:
        return inspectMethod(context, entity);
    case Kind::Instruction:
        return inspectInstruction(context, entity);
    case Kind::Value:
        return inspectValue(context, entity);
    case Kind::Delegate:
        return inspectDelegate(context, entity);
    case Kind::PayloadBlock:
        return inspectBlock(context, entity);
    case Kind::Node:
        return inspectNode(context, entity);
    case Kind::Partition:
        return inspectPartition(context, entity);
    case Kind::Counter:
        return inspectCounter(entity);
    case Kind::Subgraph:
        return inspectSubgraph(context, entity);
    case Kind::Operator:
        return inspectOperator(context, entity);
    case Kind::NetworkTensor:
        return inspectNetworkTensor(context, entity);
    case Kind::NpuOperation:
        return inspectNpuOperation(context, entity);
    case Kind::NpuBuffer:
        return inspectNpuBuffer(context, entity);
    case Kind::NpuCommand:
        return inspectNpuCommand(context, entity);
    case Kind::Segment:
    case Kind::Bytes:
        return inspectBytes(context, entity);
    }
    return std::nullopt;
}

} // namespace

std::optional<Inspection> inspect(const InspectionContext &context, const model::EntityRef &entity)
{
    auto inspection = built(context, entity);
    const auto cost
        = inspection && context.profile ? costSection(*context.profile, entity) : std::nullopt;
    if (cost) // what it is comes first, what it costs next
        inspection->sections.insert(
            inspection->sections.begin() + std::min<ptrdiff_t>(1, std::ssize(inspection->sections)),
            *cost);
    return inspection;
}

} // namespace tosaic::views
