// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/ethosu/commandstream.h"

namespace tosaic::formats::ethosu {

/// Fills in what `commandData` (the driver payload, COP1 or COP2) says: driver format, NPU, words
/// and operations. What contradicts itself goes to the sink at `place`; words walked are taken from
/// the budget.
void readPayloadCommands(QByteArrayView commandData, model::EthosUPayload &payload,
    DiagnosticSink &sink, const Location &place, CommandBudget &budget);

} // namespace tosaic::formats::ethosu
