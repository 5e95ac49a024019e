// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/program.h"
#include "profiler/analysis/knownfacts.h"
#include "profiler/session/findings.h"
#include "profiler/session/profiledocument.h"
#include "profiler/session/runsdocument.h"
#include "views/report/runcomparisonsections.h"

#include <span>

namespace tosaic::views {

/// Everything measured or estimated that a report tells of; any of it may be missing.
struct MeasuredMaterial
{
    std::vector<profile::MeasuredRun> runs;
    std::shared_ptr<const ProfileSubject> profile;
    std::optional<report::Picture> operators = {}; ///< of `profile`
    std::optional<report::Picture> timeline = {}; ///< of `profile`, or of a range of it
    std::vector<report::Section> kernels = {}; ///< of ETDumps among `runs` (views/kernels)
    std::optional<ComparisonForReport> comparison;
    /// Those of `runs` that ran the same program because the user says so.
    std::vector<std::shared_ptr<const profile::Run>> ofOneProgram;
    /// That the runs may be of: what the report is about; null: none.
    std::shared_ptr<const model::Program> program;
    QString programName; ///< "mv2.pte"
    /// What is known of programs that runs belong to; where `program` is given, its own come first.
    std::vector<profile::ProgramFacts> programs;
};

/// Comparison, where the cycles go, roofline, kernels of the CPU, consoles merged where their
/// conditions agree, then each run with its conditions. For a pool thread.
std::vector<report::Section> measuredSections(const MeasuredMaterial &material);

/// What matters first of the runs: neither of those of another program than the report is about,
/// nor of the same file once more; those that are merged into one record are told as one.
std::vector<Finding> runFindings(const MeasuredMaterial &material);

/// Doubts that belong first: which of the runs are of another program than the report.
std::vector<report::Statement> foreignRunStatements(const MeasuredMaterial &material);

/// Two sides of runs, compared: several on a side are repeats.
ComparisonForReport comparisonForReport(std::span<const profile::MeasuredRun> oldRuns,
    std::span<const profile::MeasuredRun> newRuns, const profile::CompareOptions &options = {});

} // namespace tosaic::views
