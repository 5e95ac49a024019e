// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/inspector/payloadsegments.h"

using namespace Qt::StringLiterals;

namespace tosaic::views {

PayloadSegment::Role PayloadSegments::role(const QString &blockName)
{
    using Role = PayloadSegment::Role;
    if (blockName == "cmd_data"_L1)
        return Role::Commands;
    if (blockName == "weight_data"_L1)
        return Role::Weights;
    if (blockName.startsWith("scratch"_L1) || blockName.startsWith("persistent"_L1))
        return Role::Scratch;
    if (blockName.startsWith("input"_L1) || blockName.startsWith("output"_L1))
        return Role::Io;
    return blockName.startsWith("vela_"_L1) ? Role::Structure : Role::Other;
}

QString PayloadSegments::blockWord(const QString &blockName)
{
    if (blockName == "cmd_data"_L1)
        return tr("Commands");
    if (blockName == "weight_data"_L1)
        return tr("Weights");
    if (blockName == "scratch_size"_L1)
        return tr("Scratch size");
    if (blockName == "scratch_data"_L1)
        return tr("Scratch");
    if (blockName == "inputs"_L1)
        return tr("Inputs");
    if (blockName == "outputs"_L1)
        return tr("Outputs");
    if (blockName == "persistent_size"_L1)
        return tr("Persistent size");
    if (blockName == "vela_bin_stream"_L1)
        return tr("Start mark");
    if (blockName == "vela_end_stream"_L1)
        return tr("End mark");
    return blockName;
}

std::vector<PayloadSegment> PayloadSegments::of(
    const model::EthosUPayload &payload, quint64 payloadBytes)
{
    std::vector<PayloadSegment> segments;
    quint64 inBlocks = 0;
    for (size_t i = 0; i < payload.blocks.size(); ++i) {
        const auto &block = payload.blocks[i];
        if (block.size == 0)
            continue;
        inBlocks += block.size;
        segments.push_back({ .role = role(block.name),
            .label = blockWord(block.name),
            .size = block.size,
            .block = static_cast<int>(i) });
    }
    if (payloadBytes > inBlocks)
        segments.push_back({ .role = PayloadSegment::Role::Structure,
            .label = tr("Headers and padding"),
            .size = payloadBytes - inBlocks });
    return segments;
}

} // namespace tosaic::views
