// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/inspector/inspection.h"

#include "core/toolchain/compileresult.h"

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

std::optional<Inspection> inspect(const InspectionContext &context, const model::EntityRef &entity)
{
    using Kind = model::EntityRef::Kind;
    switch (entity.kind) {
    case Kind::None:
    case Kind::File:
        return inspectFile(context);
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
    case Kind::Segment:
    case Kind::Bytes:
        return inspectBytes(context, entity);
    }
    return std::nullopt;
}

} // namespace tosaic::views
