// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/report/comparisonsections.h"
#include "profiler/session/profiledocument.h"
#include "profiler/session/runsdocument.h"

#include <functional>
#include <span>

namespace tosaic::profile {

/// Everything measured or estimated that a report tells of; any of it may be missing.
struct MeasuredMaterial
{
    std::vector<NamedRun> runs;
    std::shared_ptr<const ProfileSubject> profile;
    std::optional<ComparisonForReport> comparison;
    /// "mv2.pte, by what the log prints of it": whose run it is, empty if not known; may be null.
    std::function<QString(const NamedRun &)> ownerOf;
};

/// Where the cycles go, roofline, comparison, then each run with its conditions.
std::vector<report::Section> measuredSections(const MeasuredMaterial &material);

/// Two sides of runs, compared: several on a side are repeats.
ComparisonForReport comparisonForReport(
    std::span<const NamedRun> oldRuns, std::span<const NamedRun> newRuns);

} // namespace tosaic::profile
