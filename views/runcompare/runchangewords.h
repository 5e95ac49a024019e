// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/analysis/runcomparison.h"
#include "profiler/imports/growthlimit.h"

#include <QString>

/// What differs between two runs, in the user's words.
namespace tosaic::views {

QString verdictWord(profile::Verdict verdict); ///< "worse", "in the spread"
QString conditionWord(profile::Condition condition); ///< "NPU clock"
/// What the difference means for the numbers, one sentence.
QString comparabilitySentence(const profile::ConditionDifference &difference);
/// "5 and 5 repeats; p = 0.008", "not enough repeats".
QString significanceText(const profile::ValueChange &change);
/// The same with what it means, for a tooltip.
QString significanceHint(const profile::ValueChange &change);
/// "2 counters got worse, 3 better; 1 is the same. ..."
QString outcomeSentence(const profile::RunComparison &comparison);
/// "Would pass: nothing grew by more than 5 %."
QString limitSentence(const profile::GrowthVerdict &verdict, double percent);

/// "413,814", "0.25", "12.5": at most two decimals.
QString valueText(double value);
QString signedValueText(double value); ///< "+1,200", "−3.5"
/// "+3.7 %"; "new" from 0; "—" without a difference.
QString relativeText(const profile::ValueChange &change);

} // namespace tosaic::views
