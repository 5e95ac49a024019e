// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/report.h"
#include "profiler/analysis/metrics.h"
#include "profiler/analysis/runmerge.h"

#include <QStringList>

/// Internal to this folder.
namespace tosaic::views {

/// The metrics of a profile: what has a value, with its formula; then why the rest has none; then
/// what the symbols of the formulas mean. The same numbers as `metrics` and the window. Nothing
/// without counters.
void addMetrics(report::Section &section, const profile::Profile &profile,
    const profile::MetricContext &context);

/// Median and spread of one inference, a row a counter; with `isComplete` also of what was measured
/// once. `names`: of the measurements that were merged, for the column that says who counted it;
/// empty: no such column. Outliers are named below. Nothing if no row is left.
void addSpread(report::Section &section, const profile::MergedRecord &record,
    const QString &caption, bool isComplete, const QStringList &names = {});

} // namespace tosaic::views
