// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/analysis/runcomparison.h"

namespace tosaic::profile {

/// Whether a comparison stays below what is allowed: `compare --fail-above`, and the same question
/// in the window.
struct GrowthVerdict
{
    enum class Outcome
    {
        Passes,
        Fails, ///< something got worse by more
        Incomplete, ///< something that should be judged has no number: see what is absent below
        NothingInCommon, ///< no counter is on both sides with the same unit
        NotComparable ///< the conditions differ too much for the numbers to mean the same
    };
    Outcome outcome = Outcome::Passes;
    std::vector<size_t> counters; ///< that grew too much, into RunComparison::counters
    std::vector<size_t> operators; ///< the same of operators, if they are judged
    /// Costs of the old side that the new one lacks, or has in another unit: a number that is
    /// missing passes nothing. Into RunComparison::counters and ::operators.
    std::vector<size_t> absentCounters;
    std::vector<size_t> absentOperators;
    /// Operators should be judged and none was: no number of any operator is on both sides.
    bool lacksOperators = false;
    /// How many numbers were judged.
    size_t judged = 0;
};

/// `percent` is the largest growth that is allowed, 5 for 5 %. What grew from 0 grew too much. Both
/// findings may be there; growth decides the outcome.
GrowthVerdict judgeGrowth(
    const RunComparison &comparison, double percent, bool judgesOperators = false);

} // namespace tosaic::profile
