// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/analysis/runcomparison.h"

#include <vector>

/// What a comparison comes to, before any detail.
namespace tosaic::profile {

enum class Outcome
{
    Better,
    Worse,
    Same,
    Mixed, ///< some better, some worse, and none of them stands for the whole
    NotComparable
};
QString outcomeKey(Outcome outcome); ///< "not-comparable"

/// The changes that stand for a run as a whole: the NPU cycles of an inference, and its time or CPU
/// cycles where both sides measured them (those of an FVP's processor are no measurement); one for
/// each group (model) of the runs. Empty: none.
std::vector<const ValueChange *> leadingChanges(const RunComparison &comparison);

/// The same of one side: its totals, for a list of runs. Those of an FVP's processor are none.
std::vector<const ComparedValue *> leadingValues(const ComparableRun &run);

/// By the leading changes; without any, by all costs that both sides measured.
Outcome outcomeOf(const RunComparison &comparison);

} // namespace tosaic::profile
