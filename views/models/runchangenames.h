// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/analysis/runcomparison.h"

#include <QString>

/// What differs between two runs, in the user's words; one wording for the pages and the report.
namespace tosaic::views {

QString conditionWord(profile::Condition condition); ///< "NPU clock"
/// What the difference means for the numbers, one sentence.
QString comparabilitySentence(const profile::ConditionDifference &difference);
/// "5 and 5 repeats; p = 0.008", "not enough repeats".
QString significanceText(const profile::ValueChange &change);

/// "413,814", "0.25", "12.5": at most two decimals.
QString valueText(double value);
QString signedValueText(double value); ///< "+1,200", "−3.5"

} // namespace tosaic::views
