// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/externalstreams.h"

#include "core/base/try.h"
#include "core/npu/disassemble.h"

using namespace Qt::StringLiterals;

namespace tosaic::npu {

namespace {

std::optional<QByteArrayView> bytesOf(
    const StreamPlace &place, const QString &name, const ExternalBytes &external)
{
    const auto *block = place.payload ? place.payload->block(name) : nullptr;
    return block && block->isExternal && external ? external(block->externalKey) : std::nullopt;
}

} // namespace

void findWeights(StreamPlace &place, const ExternalBytes &external)
{
    if (const auto weights = bytesOf(place, u"weight_data"_s, external))
        place.weights = *weights;
}

Result<std::vector<PlacedStream>> withExternal(PlacedStream placed, const ExternalBytes &external)
{
    findWeights(placed.place, external);
    const auto commands
        = placed.stream ? std::nullopt : bytesOf(placed.place, u"cmd_data"_s, external);
    if (!commands)
        return std::vector{ std::move(placed) };
    std::vector<PlacedStream> streams;
    for (auto &stream : TRY(disassemble(*commands, {})))
        streams.push_back({ placed.place, std::move(stream), std::nullopt });
    return streams;
}

} // namespace tosaic::npu
