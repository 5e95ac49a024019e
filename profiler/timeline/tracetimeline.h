// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/join/operationslices.h"
#include "profiler/join/operationtable.h"
#include "profiler/parsers/pmutrace.h"
#include "profiler/timeline/timeline.h"

#include <map>
#include <optional>
#include <span>
#include <vector>

namespace tosaic::profile {

/// How much of a memory is in use while operations run.
struct MemoryCourse
{
    QString name; ///< of its track: "Arena in use"
    /// Bytes by index into OperationTable::operations; what has none is not known.
    std::map<size_t, quint64> bytes;
};

/// What is known of a trace beside the trace itself.
struct TraceKnowledge
{
    const OperationTable *table = nullptr; ///< null: nothing was joined
    std::span<const OperationSlice> slices; ///< of the same join
    std::span<const MemoryCourse> memory;
    std::optional<quint64> clockHz; ///< NPU clock
};

/// The timeline of a trace that an FVP's NPU wrote; times are NPU cycles. With a join there are
/// tracks of inferences, of operations by the operator that caused them and of waits for DMA;
/// always the position in the command stream, and the trace's own spans, instants and counters by
/// process and thread. "timeline.time" says what lies beyond LargestTime and is left out. Any
/// thread.
Timeline timelineOf(const PmuTrace &trace, const TraceKnowledge &knowledge = {});

/// The names by which a timeline shows the operations of a table: operationNames(), with a word for
/// those without.
std::vector<QString> operationLabels(const OperationTable &table);

} // namespace tosaic::profile
