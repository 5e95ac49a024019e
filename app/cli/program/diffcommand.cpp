// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/commandline.h"
#include "app/cli/frame/commands.h"
#include "app/cli/program/diffoutput.h"
#include "core/compiled/resultreader.h"
#include "core/documents/openmodel.h"
#include "profiler/session/compilecosts.h"

#include <QFileInfo>

#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace diffcommand {
namespace {

using compiled::CompileResult;

struct Side
{
    std::shared_ptr<const CompileResult> result;
    std::shared_ptr<const model::Program> bare; ///< null: its compile is known
    compiled::ResultCosts costs;

    std::shared_ptr<const model::Program> program() const
    {
        return bare ? bare : analysis::programOf(*result);
    }
};

/// A folder with result.json, or a .pte, whose compile may have left one beside it.
Result<Side> readSide(const QString &path, Streams &streams)
{
    Side side;
    if (QFileInfo(path).isDir()) {
        side.result = std::make_shared<const CompileResult>(TRY(compiled::readCompileResult(path)));
    } else {
        const auto opened = TRY(openModel(path));
        side.result = opened.result;
        if (!side.result)
            side.bare = opened.program;
    }
    if (!side.result && !side.bare)
        return fail(ErrorCode::FormatUnknown,
            u"neither a compile nor a program; give the folder of a compile, or a .pte. The graphs "
            "of two files: tosaic-cli graph NEW --against OLD"_s,
            Location{ .file = path });
    if (side.bare) {
        side.result = std::make_shared<const CompileResult>(resultOf(*side.bare));
        tellProblem({ u"diff.no-compile"_s, Severity::Warning, Location{ .file = path },
                        u"no result.json of a compile is beside it: only what the program tells is "
                        "compared, without cycles and the model's operators"_s },
            streams);
        return side;
    }
    side.costs = compileCosts(side.result);
    tellProblems(side.costs.diagnostics, streams); // a report that is gone: less is compared
    if (side.result->status != compiled::Status::Succeeded)
        tellProblem({ u"diff.not-succeeded"_s, Severity::Warning, Location{ .file = path },
                        u"this compile did not succeed: little of it can be compared"_s },
            streams);
    return side;
}

ComparedCompiles compared(DiffQuestion question, const Side &before, const Side &after)
{
    ComparedCompiles all{ std::move(question), { before.result, after.result },
        analysis::compareResults(*before.result, *after.result),
        analysis::compareCosts(before.costs, after.costs), {} };
    if (!before.bare && !after.bare)
        return all;
    const auto oldProgram = before.program();
    const auto newProgram = after.program();
    if (oldProgram && newProgram)
        all.programs = programChanges(*oldProgram, *newProgram);
    return all;
}

} // namespace
} // namespace diffcommand

Answer answerDiff(const DiffQuestion &question, Streams &streams)
{
    using namespace diffcommand;
    std::vector<Side> sides;
    for (const auto &path : question.paths)
        sides.push_back(TRY(readSide(path, streams)));
    std::vector<ComparedCompiles> all;
    for (size_t i = 1; i < sides.size(); ++i) {
        auto pair = question;
        pair.paths = { question.paths.constFirst(), question.paths[qsizetype(i)] };
        all.push_back(compared(std::move(pair), sides[0], sides[i]));
    }
    if (question.format)
        printJudgement(judgementOf(all), *question.format, streams);
    else if (question.wantsJson)
        printDocument(diffJson(all), streams);
    else
        printDiff(all, streams);
    int code = Fine;
    for (const auto &one : all)
        code = std::max(code, tellVerdict(one, streams));
    return code;
}

namespace diffcommand {
namespace {

Answer run(const Input &in)
{
    DiffQuestion question{ in.names, in.wantsJson(), {}, in.format() };
    if (question.paths.size() < 2)
        return misuse(u"two compiles are needed: tosaic-cli diff OLD NEW"_s);
    if (in.isSet(u"fail-above"_s)) {
        bool isNumber = false;
        question.allowedPercent = in.value(u"fail-above"_s).toDouble(&isNumber);
        if (!isNumber || std::isnan(*question.allowedPercent))
            return misuse(u"--fail-above takes a number of percent"_s);
    }
    return answerDiff(question, in.streams);
}

} // namespace
} // namespace diffcommand

Command diffCommand()
{
    return commandOf({ .name = u"diff"_s,
        .summary = u"what changed from one compile to another"_s,
        .description
        = u"What changed from one compile to another: numbers, spec, partitions, operators, memory "
          "and traffic. Numbers of cycles and memory are Vela's estimates."_s,
        .names
        = { { u"OLD"_s, u"Folder of a compile, a .pte in one, or a .pte alone: without cycles."_s },
            { u"NEW"_s,
                u"The same for the other side; of several, each is compared with OLD."_s } },
        .options = { { u"fail-above"_s, u"Exit 1 if the estimated cycles grow by more than this."_s,
            u"PERCENT"_s } },
        .answer = diffcommand::run,
        .hasTables = true,
        .isJudged = true });
}

} // namespace tosaic::cli
