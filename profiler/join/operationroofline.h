// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/memorysystem.h"
#include "profiler/analysis/roofline.h"
#include "profiler/join/operationjoin.h"

namespace tosaic::profile {

/// One point for each kernel of one stream. MACs are Vela's, bytes those that the command stream
/// reads and writes (every byte once, although the NPU may fetch it again), behind the memory where
/// the memory mode has their region, cycles measured where
/// there is a trace, else estimated. Roofs are the ports of the system configuration: width x ports
/// x clock scale. Sample i is operation i of the table; DMA, members and other streams have gaps.
/// Without a command stream bytes are not known.
Roofline operationRoofline(const OperationTable &table, int stream, const JoinStream &facts,
    const analysis::MemorySystem &memories);

} // namespace tosaic::profile
