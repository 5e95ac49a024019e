// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/ethosu.h"

namespace tosaic::formats::ethosu {

/// Kind of a command without payload word that starts work: "CONV", "DMA_WAIT"; null if the product
/// has no such operation.
const char *operationName(quint32 opcode, model::NpuProduct product);

/// Whether the product knows the register command. `hasPayload` tells the two opcode spaces apart:
/// they are numbered independently.
bool isRegisterCommand(quint32 opcode, bool hasPayload, model::NpuProduct product);

} // namespace tosaic::formats::ethosu
