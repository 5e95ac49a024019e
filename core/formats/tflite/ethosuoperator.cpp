// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/tflite/ethosuoperator.h"

#include "core/formats/ethosu/payloadcommands.h"

using namespace Qt::StringLiterals;

namespace tosaic::formats::tflite {

namespace {

/// Positions among the operator's inputs.
enum Input : size_t
{
    Commands = 0,
    ReadOnly = 1,
    Scratch = 2,
    FastScratch = 3,
    FirstOfNetwork = 4
};
constexpr qint32 ScratchRegion = 1;

const model::NetworkTensor *tensorAt(
    const std::vector<model::NetworkTensor> &tensors, const std::vector<qint32> &list, size_t at)
{
    if (at >= list.size() || list[at] < 0 || size_t(list[at]) >= tensors.size())
        return nullptr;
    return &tensors[size_t(list[at])];
}

/// Offsets in the file's plan count from the arena; those of the command stream from the scratch.
model::IoDescriptor descriptorOf(
    const model::NetworkTensor &tensor, const model::NetworkTensor *scratch)
{
    model::IoDescriptor result;
    for (const auto size : tensor.shape.value_or(std::vector<qint64>()))
        result.shape.push_back(qint32(size));
    result.elementSize = qint32(model::bitsPerElement(tensor.type).value_or(0) / 8);
    const auto base = scratch ? scratch->arenaOffset : std::nullopt;
    const auto isPlaced = tensor.arenaOffset && base && *tensor.arenaOffset >= *base;
    result.offset = isPlaced ? qint64(*tensor.arenaOffset - *base) : -1;
    result.region = isPlaced ? ScratchRegion : -1;
    return result;
}

std::vector<model::IoDescriptor> descriptors(const std::vector<model::NetworkTensor> &tensors,
    const std::vector<qint32> &list, size_t first, const model::NetworkTensor *scratch)
{
    std::vector<model::IoDescriptor> result;
    for (auto at = first; at < list.size(); ++at) {
        if (const auto *tensor = tensorAt(tensors, list, at))
            result.push_back(descriptorOf(*tensor, scratch));
    }
    return result;
}

void addBlock(
    model::EthosUPayload &payload, const QString &name, const model::NetworkTensor *tensor)
{
    if (!tensor || !tensor->data)
        return;
    model::PayloadBlock block;
    block.name = name;
    block.headerOffset = tensor->data->offset;
    block.offset = tensor->data->offset;
    block.size = tensor->data->size;
    payload.blocks.push_back(block);
}

} // namespace

bool isEthosU(const QString &operatorType)
{
    return operatorType == "CUSTOM:ethos-u"_L1;
}

std::shared_ptr<const model::EthosUPayload> readEthosU(ReadContext &context, const Buffers &buffers,
    const std::vector<model::NetworkTensor> &tensors, const model::NetworkOperator &from,
    ethosu::CommandBudget &budget, const QString &place)
{
    const auto *commands = tensorAt(tensors, from.inputs, Commands);
    if (!commands || !commands->data) {
        context.report(u"ethosu.command-data"_s, Severity::Error,
            u"its first input is no constant: there is no command stream to run"_s,
            context.inEntity(place));
        return nullptr;
    }
    auto payload = std::make_shared<model::EthosUPayload>();
    addBlock(*payload, u"cmd_data"_s, commands);
    addBlock(*payload, u"weight_data"_s, tensorAt(tensors, from.inputs, ReadOnly));
    const auto *scratch = tensorAt(tensors, from.inputs, Scratch);
    if (scratch)
        payload->arenaBytes = scratch->byteSize();
    if (const auto *fast = tensorAt(tensors, from.inputs, FastScratch))
        payload->fastArenaBytes = fast->byteSize();
    payload->inputs = descriptors(tensors, from.inputs, FirstOfNetwork, scratch);
    payload->outputs = descriptors(tensors, from.outputs, 0, scratch);
    ethosu::readPayloadCommands(buffers.bytes(*commands->data), *payload, context.sink(),
        context.inEntity(place, commands->data->offset), budget);
    return payload;
}

} // namespace tosaic::formats::tflite
