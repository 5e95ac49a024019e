// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/join/operationslices.h"
#include "profiler/join/operationtable.h"
#include "profiler/parsers/pmutrace.h"
#include "profiler/timeline/timeline.h"

#include <optional>
#include <span>

namespace tosaic::profile {

/// Bytes of an arena that are in use while an operation runs.
struct ArenaUse
{
    size_t operation = 0; ///< into OperationTable::operations
    quint64 bytes = 0;
};

/// What is known of a trace beside the trace itself.
struct TraceKnowledge
{
    const OperationTable *table = nullptr; ///< null: nothing was joined
    std::span<const OperationSlice> slices; ///< of the same join
    std::span<const ArenaUse> arena;
    std::optional<quint64> clockHz; ///< NPU clock
};

/// The timeline of a trace that an FVP's NPU wrote; times are NPU cycles. With a join there are
/// tracks of inferences, of operations by the operator that caused them and of waits for DMA;
/// always the position in the command stream, and the trace's own spans, instants and counters by
/// process and thread. "timeline.time" says what lies beyond LargestTime and is left out. Any
/// thread.
Timeline timelineOf(const PmuTrace &trace, const TraceKnowledge &knowledge = {});

/// The name by which a timeline shows an operation: that of the node of the model that caused it,
/// else of the operator of the network, else of the tensor it writes, else its kind.
QString operationLabel(const TimedOperation &operation);

} // namespace tosaic::profile
