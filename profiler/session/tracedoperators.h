// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/analysis/runcomparison.h"
#include "profiler/measuredrun.h"
#include "profiler/session/profiledocument.h"

namespace tosaic {

/// NPU cycles of each operator in each inference of a trace, for a comparison with another trace:
/// a repeat is an inference. The group is the delegate, where there are several; operators without
/// a measurement, members of chains and waits are left out. None without a trace.
std::vector<profile::ComparedValue> tracedOperators(const ProfileSubject &subject);

/// Joins the trace with the program or compile in `file` and adds its operators to `run`, which is
/// of that program then. Blocks. Errors: those of openDocument(); FormatUnsupported if it is no
/// trace, or one of another program: what it says is not that program's.
Result<void> addTracedOperators(
    profile::ComparableRun &run, const profile::MeasuredRun &trace, const QString &file);

} // namespace tosaic
