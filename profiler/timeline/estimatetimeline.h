// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/timeline/tracetimeline.h"

namespace tosaic::profile {

/// Where nothing was measured: the operations of a table laid end to end, each as long as Vela
/// estimates it (TimedOperation::estimatedCycles), below them what computation alone would take,
/// and the arena's use where that is known. All of it is Origin::Estimate; real operations overlap
/// with transfers. Empty without estimates. Any thread.
Timeline estimateTimeline(const OperationTable &table, std::optional<quint64> clockHz = {},
    std::span<const MemoryCourse> memory = {});

} // namespace tosaic::profile
