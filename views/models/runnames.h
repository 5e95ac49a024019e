// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"
#include "profiler/run.h"
#include "profiler/session/rungroups.h"

/// What runs are called, in the user's words; one wording for the pages and the report.
namespace tosaic::views {

/// "By model", "By day", "Not grouped".
QString groupingWord(RunGrouping grouping);
/// A group's name as people read it: "FVP", "ExecuTorch runner"; "Not known" for an empty one.
QString groupWord(RunGrouping grouping, const QString &name);
/// "FVP", "Not stated".
QString originWord(std::optional<Origin> origin);
QString statusWord(profile::RunStatus status); ///< "Complete"
QString familyWord(profile::LogFamily family); ///< "ExecuTorch runner"
/// "Console", "Trace": what a run was read from, of profile::MeasuredRun::kind.
QString kindWord(const QString &kind);
/// What mergeRuns calls a condition: "clock", "program".
QString mergeConditionWord(const QString &name);
/// CounterDoubt::text: "NPU_ACTIVE overflowed: the log reports it".
QString doubtWords(const char *doubt, const QString &counter);
/// Over values of counters that are the sums of so many inferences, as summedInferences says:
/// "Value", "Sum of 10 inferences", "Sum of unknown inferences".
QString counterValueTitle(std::optional<quint64> summed);
/// Over what one inference has of such sums; and that: "1,234,567", "0.5".
QString ofOneInferenceTitle();
QString ofOneInferenceText(double value);
/// Short name of a counter for charts: "AXI0 read"; the canonical name if there is no shorter one.
QString counterShortName(const QString &counter);
/// "Measurement 2", or the label the log gives; `index` counts from 0.
QString profileTitle(const profile::Profile &profile, int index);

} // namespace tosaic::views
