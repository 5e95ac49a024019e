// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/session/runsdocument.h"
#include "views/plots/plotsource.h"

namespace tosaic::views {

/// What there is to plot of a run: counters by inference, by time of arrival if that is known, the
/// repeats of a measurement on this machine, counter tracks of a PMU trace. For a pool thread.
std::vector<PlotSubject> plotSubjects(const profile::MeasuredRun &run);

/// Samples that a workspace keeps of a run, one subject for each unit of time. Series of more than
/// ten million samples are read in buckets, which a note says. Blocks: for a pool thread.
Result<std::vector<PlotSubject>> storedSubjects(
    const QString &workspacePath, workspace::RunId run, std::optional<Origin> origin);

} // namespace tosaic::views
