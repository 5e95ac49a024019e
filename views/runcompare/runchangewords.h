// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/report.h"
#include "profiler/analysis/runcomparison.h"
#include "profiler/imports/growthlimit.h"
#include "views/models/runchangenames.h"

#include <QString>

/// What differs between two runs, in the user's words.
namespace tosaic::views {

/// significanceText with what it means, for a tooltip.
QString significanceHint(const profile::ValueChange &change);
/// "2 counters got worse, 3 better; 1 is the same. ..."
QString outcomeSentence(const profile::RunComparison &comparison);
/// What it comes to in one sentence with its numbers, for a mail: "NPU cycles of an inference:
/// 774,444 → 840,337 cycles (+8.5 %), worse; ..."
QString comparisonSentence(const profile::RunComparison &comparison);
/// Under what the sides were not the same: other programs, and the conditions that both state
/// differently, those that explain differences first. Empty: nothing is known to differ.
QString differencesSentence(const profile::RunComparison &comparison);
/// The sentence and what was not the same on the two sides, as a report says them first.
std::vector<report::Statement> comparisonStatements(const profile::RunComparison &comparison);
/// "Would pass: nothing grew by more than 5 %."
QString limitSentence(const profile::GrowthVerdict &verdict, double percent);

} // namespace tosaic::views
