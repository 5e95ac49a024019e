// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/analysis/runcomparison.h"

namespace tosaic::profile {

/// Two runs with values that mean the same where they have the same name.
struct AlignedRuns
{
    ComparableRun before;
    ComparableRun now;
    /// The programs are known to be different ones: names that only count instructions or layers
    /// say nothing of what they have in common.
    bool areOtherPrograms = false;
    /// Both are of a compiled graph each, and these do not have the same operators.
    bool areOtherGraphs = false;
    bool isOneGraph = false; ///< ... or they do
};

/// Beats become bytes where the two NPUs have ports of different width. Of different programs,
/// calls of the runtime become sums over the calls of each kernel: the same instruction number is
/// something else there. Programs differ if their hashes do, or, where a hash is not known, if the
/// consoles print different sizes or they call different kernels at the same place.
AlignedRuns alignRuns(ComparableRun before, ComparableRun now);

/// Whether a name is only a place in its program, such as "layer 3, cycles".
bool isPlaceOnly(const ComparedValue &value);

} // namespace tosaic::profile
