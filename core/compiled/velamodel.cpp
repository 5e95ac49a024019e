// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compiled/velamodel.h"

#include "core/formats/registry.h"
#include "core/formats/tflite/tflitereader.h"
#include "core/formats/vela/velanpz.h"

using namespace Qt::StringLiterals;

namespace tosaic::compiled {

namespace {

std::optional<quint64> blockBytes(const model::EthosUPayload &payload, const QString &name)
{
    const auto *block = payload.block(name);
    return block ? block->bytes() : std::nullopt;
}

/// Of an array, packed or not: a cluster sends them packed, and blocks have a place in the file.
std::optional<quint64> arrayBytes(const formats::vela::VelaNpz &npz, const QString &name)
{
    const auto *array = npz.array(name);
    return array && array->data ? std::optional(array->data->size()) : std::nullopt;
}

Result<void> readRaw(const std::shared_ptr<const ByteSource> &source, PartitionEstimate &numbers)
{
    const auto npz = formats::vela::readNpz(source);
    if (!npz)
        return fail(npz.error());
    const auto &payload = (*npz)->payload;
    if (!payload)
        return {};
    numbers.commandBytes = arrayBytes(**npz, u"cmd_data"_s);
    numbers.weightBytes = arrayBytes(**npz, u"weight_data"_s);
    numbers.scratchBytes = payload->arenaBytes;
    numbers.fastScratchBytes = payload->fastArenaBytes;
    numbers.inputs = payload->inputs;
    numbers.outputs = payload->outputs;
    numbers.npu = payload->npu;
    return {};
}

Result<void> readTfLiteModel(
    const std::shared_ptr<const ByteSource> &source, PartitionEstimate &numbers)
{
    const auto network = formats::readTfLite(source);
    if (!network)
        return fail(network.error());
    numbers.commandBytes = 0;
    for (const auto &graph : (*network)->subgraphs) {
        for (const auto &one : graph.operators) {
            if (!one.ethosu)
                continue;
            const auto bytes = blockBytes(*one.ethosu, u"cmd_data"_s);
            numbers.commandBytes = bytes && numbers.commandBytes
                ? std::optional(*numbers.commandBytes + *bytes)
                : std::nullopt;
            if (!numbers.npu)
                numbers.npu = one.ethosu->npu;
        }
    }
    return {};
}

} // namespace

Result<void> readVelaModel(
    const std::shared_ptr<const ByteSource> &source, PartitionEstimate &numbers)
{
    return formats::recognise(source->bytes()) == formats::FileKind::TfLite
        ? readTfLiteModel(source, numbers)
        : readRaw(source, numbers);
}

} // namespace tosaic::compiled
