// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/hex/entitybytes.h"

#include "core/documents/modeldocument.h"

#include "core/documents/modeldocument.h"

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

/// The bytes of a constant, or the driver payload of an `ethos-u` operator.
std::optional<model::ByteRange> networkBytes(
    const ModelDocument &document, const model::EntityRef &entity)
{
    const auto network = document.network();
    const auto *subgraph
        = network && entity.name.isEmpty() ? at(network->subgraphs, entity.method) : nullptr;
    if (!subgraph)
        return std::nullopt;
    if (entity.kind == model::EntityRef::Kind::NetworkTensor) {
        const auto *tensor = at(subgraph->tensors, entity.index);
        return tensor ? tensor->data : std::nullopt;
    }
    const auto analysis = document.streamOf(entity);
    if (analysis)
        return analysis->placed.place.inFile(0, analysis->placed.place.driverPayload.size);
    // What only names a constant stands for its bytes.
    const auto *op = at(subgraph->operators, entity.index);
    const auto *tensor = op && op->inputs.empty() && op->outputs.size() == 1
        ? at(subgraph->tensors, op->outputs.front())
        : nullptr;
    return tensor ? tensor->data : std::nullopt;
}

/// The commands that set an operation up and start it, or one command.
std::optional<model::ByteRange> commandBytes(
    const NpuAnalysis &analysis, const model::EntityRef &entity)
{
    const auto *stream = analysis.stream();
    if (!stream)
        return std::nullopt;
    auto first = entity.subIndex;
    auto last = entity.subIndex;
    if (const auto *operation = operationOf(analysis, entity)) {
        first = static_cast<int>(operation->firstCommand);
        last = static_cast<int>(operation->command);
    } else if (entity.kind != model::EntityRef::Kind::NpuCommand) {
        return std::nullopt;
    }
    const auto *begin = at(stream->commands, first);
    const auto *end = at(stream->commands, last);
    if (!begin || !end || end->offset < begin->offset)
        return std::nullopt;
    const auto size = end->offset - begin->offset + (end->hasPayload ? 8 : 4);
    return analysis.placed.place.inFile(stream->streamOffset + begin->offset, size);
}

} // namespace

std::optional<model::ByteRange> bytesOf(
    const ModelDocument &document, const model::EntityRef &entity)
{
    using Kind = model::EntityRef::Kind;
    if (entity.kind == Kind::Bytes)
        return entity.bytes;
    if (entity.isPartOfStream()) {
        const auto analysis = document.streamOf(entity);
        return analysis ? commandBytes(*analysis, entity) : std::nullopt;
    }
    if (entity.kind == Kind::Operator || entity.kind == Kind::NetworkTensor)
        return networkBytes(document, entity);
    const auto program = document.program();
    return program ? bytesOf(*program, entity) : std::nullopt;
}

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
