// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/report.h"
#include "views/report/reportedrun.h"

#include <span>
#include <vector>

namespace tosaic::views {

/// Of a record the consoles whose measurements all stand in it.
using RunsOfRecord = std::vector<const profile::MeasuredRun *>;

/// Consoles that were measured under the same conditions as one record each: what each of them
/// counted, medians and spread, metrics over all counters. Below, which were not merged and why.
/// That two ran the same program must be known: from the hash of what they are attached to, from
/// what the logs print of it, or stated (also by being repeats on one side of the comparison) where
/// neither says otherwise. Runs of the two sides never meet. Nothing with fewer than two consoles
/// that measured something. Measurements of one log under the same label go together.
struct MergedRuns
{
    std::vector<report::Section> sections;
    std::vector<RunsOfRecord> records;
};
MergedRuns mergedRuns(std::span<const ReportedRun> runs);
/// The records alone.
std::vector<RunsOfRecord> runsOfRecords(std::span<const ReportedRun> runs);

} // namespace tosaic::views
