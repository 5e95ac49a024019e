// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"
#include "core/report/report.h"
#include "profiler/analysis/runcomparison.h"

#include <QStringList>

#include <optional>
#include <vector>

namespace tosaic::views {

/// Two sides of runs as a report tells them.
struct ComparisonForReport
{
    profile::RunComparison comparison;
    QStringList oldRuns; ///< names; several are repeats
    QStringList newRuns;
    std::optional<Origin> oldOrigin; ///< absent: not stated, or the runs do not agree
    std::optional<Origin> newOrigin;
    std::vector<report::Statement> statements
        = {}; ///< what it comes to, in words (views/runcompare)
};

/// What changed from the old side to the new one: conditions, counters, operators, and the way from
/// the old sum over the operators to the new one.
std::vector<report::Section> runComparisonSections(const ComparisonForReport &input);

} // namespace tosaic::views
