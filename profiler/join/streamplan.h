// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/join/operationjoin.h"
#include "profiler/join/unmatchedlist.h"

#include <optional>
#include <vector>

/// Where in a command stream which operation runs: all that is known before the first read.
namespace tosaic::profile {

/// From this word on the time is an operation's.
struct PlannedStart
{
    quint64 word = 0;
    size_t operation = 0; ///< into OperationTable::operations
    /// Of the last kick: where the queue table has the operation. Traces may read there alone.
    quint64 row = 0;
};

/// A DMA_WAIT, and the last transfer it waits for.
struct PlannedWait
{
    quint64 word = 0;
    size_t operation = 0;
};

struct PlannedBranch
{
    quint64 word = 0;
    quint64 target = 0; ///< word
};

struct StreamPlan
{
    std::vector<PlannedStart> starts; ///< ascending
    std::vector<PlannedWait> waits; ///< ascending
    std::vector<PlannedBranch> branches;
    /// What the last operation runs up to: it has ended where the pointer is here or behind.
    std::optional<quint64> stop;
    std::optional<quint64> lastRow; ///< word of the last queue row (without groups: no member's)
    std::optional<quint64> words; ///< length of the stream; absent if it is not known
    std::vector<bool> isPayload; ///< by word: the second of a command; empty without a stream
};

/// Appends the operations of all streams to the table and tells where they run. One plan for each
/// stream.
std::vector<StreamPlan> planStreams(const std::vector<JoinStream> &streams,
    const JoinOptions &options, OperationTable &table, UnmatchedList &unmatched);

} // namespace tosaic::profile
