// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/commandline.h"
#include "app/cli/frame/commands.h"
#include "app/cli/frame/familyoption.h"
#include "app/cli/runs/compareoutput.h"
#include "app/cli/runs/runsides.h"
#include "app/cli/runs/runstatement.h"
#include "profiler/imports/comparableruns.h"
#include "profiler/imports/runimport.h"
#include "profiler/session/tracedoperators.h"

#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace comparecommand {
namespace {

using workspace::Workspace;

/// Files with commas between them are repeats.
Result<RunSide> readFiles(const QString &text)
{
    RunSide runs;
    for (const auto &path : QFileInfo::exists(text) ? QStringList{ text } : text.split(u',')) {
        auto run = TRY(profile::readRunFile(path));
        runs.push_back(std::move(run));
    }
    return runs;
}

Result<std::vector<RunSide>> readSides(const CompareQuestion &question)
{
    std::unique_ptr<Workspace> file;
    if (!question.workspace.isEmpty()) {
        auto opened = TRY(Workspace::open(question.workspace));
        file = std::move(opened);
    }
    std::vector<RunSide> sides;
    for (const auto &text : question.sides) {
        auto side = TRY(file ? readRunSide(*file, text) : readFiles(text));
        for (auto &run : side)
            TRY(nameCounters(run, question.counters));
        sides.push_back(std::move(side));
    }
    return sides;
}

/// With the operators of its traces, where their program is stated.
Result<profile::ComparableRun> comparableSide(const RunSide &side, const QString &program)
{
    auto comparable = profile::comparableRun(side);
    for (const auto &run : side) {
        if (run.trace && !program.isEmpty())
            TRY(addTracedOperators(comparable, run, program));
    }
    return comparable;
}

Answer answer(const CompareQuestion &question, Streams &streams)
{
    const auto sides = TRY(readSides(question));
    const auto before = TRY(comparableSide(sides[0], question.programs.value(0)));
    std::vector<ComparedRuns> all;
    for (size_t i = 1; i < sides.size(); ++i) {
        const auto now = TRY(comparableSide(sides[i], question.programs.value(1)));
        ComparedRuns compared{ .question = question,
            .sides = { sides[0], sides[i] },
            .comparison
            = profile::compareRuns(before, now, { .leastEffect = question.leastPercent / 100 }) };
        compared.question.sides = { question.sides[0], question.sides[qsizetype(i)] };
        compared.verdict = profile::judgeGrowth(
            compared.comparison, question.allowedPercent.value_or(0), question.judgesOperators);
        all.push_back(std::move(compared));
    }
    if (question.format)
        printJudgement(judgementOf(all), *question.format, streams);
    else if (question.wantsJson)
        printDocument(comparisonJson(all), streams);
    else
        printComparison(all, streams);
    int code = Fine;
    for (const auto &compared : all)
        code = std::max(code, question.allowedPercent ? tellVerdict(compared, streams) : int(Fine));
    return code;
}

Answer run(const Input &in)
{
    CompareQuestion question{ .sides = in.names,
        .workspace = in.value(u"workspace"_s),
        .wantsJson = in.wantsJson(),
        .judgesOperators = in.isSet(u"operators"_s),
        .format = in.format() };
    if (question.sides.size() < 2)
        return misuse(u"give two runs of a --workspace W.tosaic, or two files"_s);
    if (in.isSet(u"program"_s)) {
        const auto now = in.value(u"program"_s);
        question.programs = { in.isSet(u"old-program"_s) ? in.value(u"old-program"_s) : now, now };
    } else if (in.isSet(u"old-program"_s)) {
        return misuse(u"--old-program goes with --program, that of the new side"_s);
    }
    if (in.isSet(u"fail-above"_s)) {
        question.allowedPercent = in.percent(u"fail-above"_s);
        if (!question.allowedPercent)
            return misuse(u"--fail-above takes a number of percent, 0 or more"_s);
    }
    if (in.isSet(u"least-effect"_s)) {
        const auto least = in.percent(u"least-effect"_s);
        if (!least || *least > question.allowedPercent.value_or(*least))
            return misuse(
                u"--least-effect takes a number of percent, 0 or more, and not more than --fail-above"_s);
        question.leastPercent = *least;
    }
    question.counters = TRY(readCounterNames(in));
    TRY(useFamilies(in));
    return answer(question, in.streams);
}

} // namespace
} // namespace comparecommand

Command compareCommand()
{
    return commandOf({ .name = u"compare"_s,
        .summary = u"what changed from one run to another"_s,
        .description
        = u"What changed from one run to another, by counter and by operator: first the conditions "
          "in which they differ, then what got worse. Several ids with commas are repeats: with "
          "four or more on each side a rank test, corrected for the number of tests, tells "
          "differences from chance and says how large they are; with fewer, values that reach "
          "into each other are no difference."_s,
        .names = { { u"RUN_A"_s,
                       u"the old side: id, name, or ids with commas; without a workspace files"_s },
            { u"RUN_B"_s, u"the new side; of several, each is compared with RUN_A"_s } },
        .options = { { u"workspace"_s, u"the workspace file"_s, u"W.tosaic"_s },
            { u"program"_s,
                u"what the traces ran, a program or the folder of its compile: their operators are "
                "compared too, by inference"_s,
                u"FILE"_s },
            { u"old-program"_s, u"what the old side ran, if it is another one"_s, u"FILE"_s },
            { u"fail-above"_s, u"exit 1 if a counter gets worse by more than this"_s,
                u"PERCENT"_s },
            familyOption(), counterOption(),
            { u"least-effect"_s, u"differences below this are none; 0"_s, u"PERCENT"_s },
            { u"operators"_s, u"lists all operators, and --fail-above judges them too"_s } },
        .answer = comparecommand::run,
        .hasTables = true,
        .isJudged = true });
}

} // namespace tosaic::cli
