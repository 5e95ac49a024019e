// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/analysis/runcomparison.h"
#include "profiler/measuredrun.h"
#include "profiler/session/profiledocument.h"
#include "profiler/session/profilematerial.h"

namespace tosaic {

/// NPU cycles of each operator in each inference of a trace, for a comparison with another trace:
/// a repeat is an inference. The group is the delegate, where there are several; operators without
/// a measurement, members of chains and waits are left out. None without a trace.
std::vector<profile::ComparedValue> tracedOperators(const ProfileSubject &subject);

/// What a trace gives to a comparison, and of which program.
struct TracedOperators
{
    std::vector<profile::ComparedValue> values;
    QString programSha256; ///< empty: no program was open
};

/// Programs of which one may be what a trace ran.
struct TracedPrograms
{
    ProfileMaterial open;
    QStringList files; ///< programs or folders of compiles, tried after it in this order
};

/// Joins the trace with the first program that it is one of. A trace that is not loaded is read
/// from the workspace that keeps it, or from its file. Blocks. Errors: FormatUnsupported if it is
/// no trace, or one of none of the programs; those of loadedRun().
Result<TracedOperators> tracedOperators(
    const profile::MeasuredRun &trace, const TracedPrograms &programs);

/// What the trace or ETDump is a profile of: joined with the first program that a trace is one of,
/// else by itself. Blocks, as above.
Result<std::shared_ptr<const ProfileSubject>> subjectOfRun(
    const profile::MeasuredRun &run, const TracedPrograms &programs);

/// Adds the operators to `run`, which is of that program then.
void addTracedOperators(profile::ComparableRun &run, const TracedOperators &operators);
/// The same with the program or compile in `file`. Errors: also those of openDocument().
Result<void> addTracedOperators(
    profile::ComparableRun &run, const profile::MeasuredRun &trace, const QString &file);

} // namespace tosaic
