// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/frame/commandline.h"
#include "profiler/imports/growthlimit.h"
#include "profiler/measuredrun.h"

#include <QStringList>

#include <map>

/// What `compare` says of a comparison: as JSON, for people, and as what was judged.
namespace tosaic::cli {

using RunSide = std::vector<profile::MeasuredRun>;

struct CompareQuestion
{
    QStringList sides; ///< old, new: an id, a name, or ids with commas
    QString workspace; ///< empty: the sides are files
    QStringList programs; ///< of the old side, of the new one; empty: not stated
    std::map<QString, QString> counters = {}; ///< names of those that consoles do not name
    bool wantsJson = false;
    std::optional<double> allowedPercent; ///< growth of a counter
    double leastPercent = 0; ///< differences below are none
    bool judgesOperators = false; ///< and lists all of them
    std::optional<JudgementFormat> format = {};
};

/// A question with its answer.
struct ComparedRuns
{
    CompareQuestion question;
    std::vector<RunSide> sides; ///< old, new
    profile::RunComparison comparison;
    profile::GrowthVerdict verdict; ///< by the question's limit
};

/// Each with the same old side. One has the shape of a comparison; several that of manyJson().
QJsonObject comparisonJson(const std::vector<ComparedRuns> &all);
/// Several begin with a table of the totals that has them as columns.
void printComparison(const std::vector<ComparedRuns> &all, Streams &streams);
/// Without a limit nothing fails; what got worse is noted.
Judgement judgementOf(const std::vector<ComparedRuns> &all);
/// Tells what grew too much or is missing. The exit code: 1 if something got worse by more than is
/// allowed, or if nobody can tell.
int tellVerdict(const ComparedRuns &compared, Streams &streams);

} // namespace tosaic::cli
