// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/externalstreams.h"

using namespace Qt::StringLiterals;

namespace tosaic::npu {

namespace {

std::optional<QByteArrayView> bytesOf(
    const StreamPlace &place, const QString &name, const formats::ExternalBytes &external)
{
    const auto *block = place.payload ? place.payload->block(name) : nullptr;
    return block && block->isExternal && external ? external(block->externalKey) : std::nullopt;
}

} // namespace

void findExternal(StreamPlace &place, const formats::ExternalBytes &external)
{
    const auto weights = bytesOf(place, u"weight_data"_s, external);
    const auto commands
        = place.driverPayload.size == 0 ? bytesOf(place, u"cmd_data"_s, external) : std::nullopt;
    if (weights)
        place.weights = *weights;
    if (commands)
        place.external = *commands;
    if (weights || commands)
        place.keeps = std::make_shared<const formats::ExternalBytes>(external);
}

} // namespace tosaic::npu
