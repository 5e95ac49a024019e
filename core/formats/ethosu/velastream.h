// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/ethosu/commandstream.h"
#include "core/formats/externalbytes.h"

namespace tosaic::formats::ethosu {

/// What the reader of a Vela stream is told about its surroundings.
struct StreamContext
{
    DiagnosticSink &sink;
    Location place; ///< of the payload; its offset is added to
    ExternalBytes external; ///< of blocks that lie in named data of the same file or elsewhere
    CommandBudget &budget;
};

/// Whether the bytes begin as the delegate payload that Arm's backend writes.
bool isVelaStream(QByteArrayView bytes);

/// Splits the payload of an Ethos-U delegate into blocks and reads descriptors, arena and what the
/// command stream says. All variants since 2023 (see core/formats/README.md). Offsets in the result
/// count from the start of `bytes`. FormatDamaged only if no block can be read.
Result<model::EthosUPayload> readVelaStream(QByteArrayView bytes, StreamContext &context);

} // namespace tosaic::formats::ethosu
