// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graphtargets.h"

#include "profiler/session/profiledocument.h"

namespace tosaic::views {

namespace {

/// What the same operation of the NPU is at the level that is shown: its first node.
GraphTarget relativeOf(
    const GraphScene &scene, const ProfileSubject *subject, const model::EntityRef &entity)
{
    if (!subject)
        return {};
    for (const auto &relative : subject->relativesOf(entity)) {
        if (const auto target = scene.targetOf(relative); !target.isEmpty())
            return target;
    }
    return {};
}

} // namespace

GraphTarget targetAt(const GraphScene &scene, const ModelDocument &document,
    const ProfileSubject *subject, const GraphPlace &place, const model::EntityRef &entity)
{
    using Kind = model::EntityRef::Kind;
    const auto again = [&](const model::EntityRef &other) {
        return targetAt(scene, document, subject, place, other);
    };
    if (const auto target = scene.targetOf(entity); !target.isEmpty())
        return target;
    if (const auto target = relativeOf(scene, subject, entity); !target.isEmpty())
        return target;
    if (entity.isPartOfStream()) {
        const auto analysis = document.streamOf(entity);
        return analysis && analysis->owner().kind != Kind::File ? again(analysis->owner())
                                                                : GraphTarget();
    }
    if (entity.kind == Kind::PayloadBlock)
        return again(model::EntityRef::delegate(entity.method, entity.index));
    if (entity.kind == Kind::Partition && place.level == GraphLevel::Runtime)
        return scene.targetOf(model::EntityRef::delegate(place.method, entity.index));
    if (place.level != GraphLevel::Operators)
        return {};
    if (entity.kind == Kind::Delegate)
        return scene.targetOf(model::EntityRef::partition(entity.index));
    const auto program = document.program();
    if (entity.kind == Kind::Instruction && program
        && static_cast<size_t>(entity.method) < program->methods.size()) {
        const auto &instructions
            = program->methods[static_cast<size_t>(entity.method)].instructions;
        const auto index = static_cast<size_t>(entity.index);
        const auto *call = index < instructions.size()
            ? std::get_if<model::DelegateCall>(&instructions[index])
            : nullptr;
        if (call)
            return scene.targetOf(
                model::EntityRef::partition(static_cast<int>(call->delegate.value)));
    }
    return {};
}

} // namespace tosaic::views
