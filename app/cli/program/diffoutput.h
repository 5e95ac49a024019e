// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/frame/commandline.h"
#include "app/cli/program/programside.h"
#include "core/analysis/comparison.h"
#include "core/analysis/costcomparison.h"

/// What `diff` says of two compiles: as JSON, for people, and as what was judged.
namespace tosaic::cli {

struct DiffQuestion
{
    QStringList paths; ///< old, new; of a question about several also the further ones
    bool wantsJson = false;
    std::optional<double> allowedPercent; ///< growth of the cycles
    std::optional<JudgementFormat> format;
};

/// A question with its answer.
struct ComparedCompiles
{
    DiffQuestion question;
    std::vector<std::shared_ptr<const compiled::CompileResult>> sides; ///< old, new
    analysis::Comparison comparison;
    analysis::CostComparison costs;
    std::vector<ProgramChange> programs; ///< where a side is a program without its compile
};

/// Reads all sides, answers in the form that was asked for, and tells what did not pass.
Answer answerDiff(const DiffQuestion &question, Streams &streams);
/// Each with the same old side. One has the shape of a comparison; several that of manyJson().
QJsonObject diffJson(const std::vector<ComparedCompiles> &all);
/// Several begin with a table that has them as columns.
void printDiff(const std::vector<ComparedCompiles> &all, Streams &streams);
/// Without a limit nothing fails; what got worse is noted.
Judgement judgementOf(const std::vector<ComparedCompiles> &all);
/// Tells what did not pass. The exit code: 1 if the cycles grew more than allowed, or if nobody can
/// tell.
int tellVerdict(const ComparedCompiles &compared, Streams &streams);

} // namespace tosaic::cli
