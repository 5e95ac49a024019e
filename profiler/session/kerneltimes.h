// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/analysis/runcomparison.h"
#include "profiler/measuredrun.h"

#include <vector>

namespace tosaic::profile {

/// What one instruction of a program took in an execution, all its calls of a loop together, as the
/// table of kernels tells it.
struct KernelTime
{
    QString name; ///< of the kernel, where it was recorded inside its call
    QString unit; ///< "ns" or "ticks"
    double median = 0; ///< over the executions that call it
    quint64 executions = 0; ///< that call it
    quint64 all = 0; ///< executions; more than `executions` of a branch that some do not take
};

/// Of the kept numbers of a run, so that no dump is needed; those that cost most over all
/// executions first. `comparable`: of the same run, for units.
std::vector<KernelTime> kernelTimes(
    const MeasuredRun &run, const ComparableRun &comparable, const QString &group);

} // namespace tosaic::profile
