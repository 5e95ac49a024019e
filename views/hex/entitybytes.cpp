// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/hex/entitybytes.h"

namespace tosaic::views {

namespace {

template <typename List>
auto at(const List &list, int index) -> decltype(&list[0])
{
    return index >= 0 && static_cast<size_t>(index) < list.size()
        ? &list[static_cast<size_t>(index)]
        : nullptr;
}

std::optional<model::ByteRange> blockBytes(const model::Delegate &delegate, int index)
{
    const auto *block = delegate.ethosu ? at(delegate.ethosu->blocks, index) : nullptr;
    if (!block)
        return std::nullopt;
    return model::ByteRange{ delegate.data.offset + block->offset, block->size };
}

std::optional<model::ByteRange> callBytes(const model::Method &method, int index)
{
    const auto *instruction = at(method.instructions, index);
    const auto *call = instruction ? std::get_if<model::DelegateCall>(instruction) : nullptr;
    const auto *delegate
        = call ? at(method.delegates, static_cast<int>(call->delegate.value)) : nullptr;
    return delegate ? std::optional(delegate->data) : std::nullopt;
}

} // namespace

std::optional<model::ByteRange> bytesOf(
    const model::Program &program, const model::EntityRef &entity)
{
    using Kind = model::EntityRef::Kind;
    if (entity.kind == Kind::Bytes)
        return entity.bytes;
    if (entity.kind == Kind::Segment && at(program.segments, entity.index))
        return program.absoluteSegment(static_cast<size_t>(entity.index));
    const auto *method = at(program.methods, entity.method);
    if (!method)
        return std::nullopt;
    if (entity.kind == Kind::Instruction)
        return callBytes(*method, entity.index);
    if (entity.kind == Kind::Value) {
        const auto *tensor = method->tensor(entity.index);
        return tensor ? tensor->constant : std::nullopt;
    }
    if (entity.kind != Kind::Delegate && entity.kind != Kind::PayloadBlock)
        return std::nullopt;
    const auto *delegate = at(method->delegates, entity.index);
    if (!delegate)
        return std::nullopt;
    return entity.kind == Kind::Delegate ? std::optional(delegate->data)
                                         : blockBytes(*delegate, entity.subIndex);
}

} // namespace tosaic::views
