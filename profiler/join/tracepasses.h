// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/join/streamplan.h"

namespace tosaic::profile {

/// Reads of one run of one command stream.
struct TracePass
{
    size_t first = 0; ///< into the reads
    size_t last = 0; ///< behind the last
    int stream = -1; ///< -1: fits none
};

/// A trace is not cut into more pieces; jumps beyond are listed as PointerRunsBackwards.
inline constexpr size_t PassLimit = size_t(1) << 17;

/// Cuts a trace where the pointer goes back to the beginning of a stream, and tells for each piece
/// the stream that it runs: the one whose operations it meets; where several fit, the next in the
/// order of execution.
std::vector<TracePass> passesOf(std::span<const PointerRead> reads,
    const std::vector<StreamPlan> &plans, const JoinOptions &options, UnmatchedList &unmatched);

} // namespace tosaic::profile
