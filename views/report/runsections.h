// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/report.h"
#include "views/report/reportedrun.h"

#include <vector>

namespace tosaic::views {

/// One section for each run: facts, what was not kept of its log, counters with shares, the metrics
/// of computeMetrics with their formulas or why they are not known, the spread of repeats, errors
/// with their lines. Of many measurements in a log their spread stands for them, and it says so.
std::vector<report::Section> runSections(const std::vector<ReportedRun> &runs);

} // namespace tosaic::views
