// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/measuredrun.h"

#include <QStringList>

#include <map>
#include <memory>

namespace tosaic::profile {

/// Labels ("cntr0") of the counters whose events the console does not tell, in their order, whether
/// or not the user has named them.
QStringList unnamedCounters(const Run &run);

/// The run with the names that the user gave to such counters, entries "cntr0=NPU_ACTIVE" as
/// workspace::RunConditions::events has them (others are left alone); those named before and not
/// any more have their labels again. An event that a measurement counts already is not given a
/// second time. The same run where nothing changes.
std::shared_ptr<const Run> withCounterNames(
    const std::shared_ptr<const Run> &run, const QStringList &events);

/// States the names of a run's counters by label; an empty one takes its name away. Whether that
/// changed anything.
bool nameCounters(MeasuredRun &run, const std::map<QString, QString> &names);

} // namespace tosaic::profile
