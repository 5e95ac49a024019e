// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commandline.h"
#include "app/cli/commands.h"
#include "app/cli/diffoutput.h"
#include "core/documents/openmodel.h"
#include "core/toolchain/resultcosts.h"
#include "core/toolchain/resultreader.h"

#include <QFileInfo>

#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace diffcommand {
namespace {

using toolchain::CompileResult;

using Side = std::shared_ptr<const CompileResult>;

/// A folder with result.json, or a .pte whose compile left one beside it.
Result<Side> readSide(const QString &path)
{
    if (QFileInfo(path).isDir())
        return std::make_shared<const CompileResult>(TRY(toolchain::readCompileResult(path)));
    const auto opened = TRY(openModel(path));
    if (!opened.result)
        return fail(ErrorCode::FormatUnknown,
            u"no result.json of a compile is beside it; give the folder of a compile, or a .pte in one"_s,
            Location{ .file = path });
    return opened.result;
}

Answer answer(const DiffQuestion &question, Streams &streams)
{
    std::vector<Side> sides;
    for (const auto &path : question.paths) {
        sides.push_back(TRY(readSide(path)));
        if (sides.back()->status != toolchain::Status::Succeeded)
            tellProblem({ u"diff.not-succeeded"_s, Severity::Warning, Location{ .file = path },
                            u"this compile did not succeed: little of it can be compared"_s },
                streams);
    }
    const auto oldCosts = toolchain::costsOf(*sides[0]);
    const auto newCosts = toolchain::costsOf(*sides[1]);
    for (const auto *side : { &oldCosts, &newCosts })
        tellProblems(side->diagnostics, streams); // a report that is gone: less is compared
    const ComparedCompiles compared{ question, sides,
        analysis::compareResults(*sides[0], *sides[1]),
        analysis::compareCosts(oldCosts, newCosts) };
    if (question.format)
        printJudgement(judgementOf(compared), *question.format, streams);
    else if (question.wantsJson)
        printDocument(diffJson(compared), streams);
    else
        printDiff(compared, streams);
    return tellVerdict(compared, streams);
}

Answer run(const Input &in)
{
    DiffQuestion question{ in.names, in.wantsJson(), {}, in.format() };
    if (question.paths.size() != 2)
        return misuse(u"two compiles are needed: tosaic-cli diff OLD NEW"_s);
    if (in.isSet(u"fail-above"_s)) {
        bool isNumber = false;
        question.allowedPercent = in.value(u"fail-above"_s).toDouble(&isNumber);
        if (!isNumber || std::isnan(*question.allowedPercent))
            return misuse(u"--fail-above takes a number of percent"_s);
    }
    return answer(question, in.streams);
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
        .names = { { u"OLD"_s, u"Folder of a compile, or a .pte in one."_s },
            { u"NEW"_s, u"The same for the other side."_s } },
        .options = { { u"fail-above"_s, u"Exit 1 if the estimated cycles grow by more than this."_s,
            u"PERCENT"_s } },
        .answer = diffcommand::run,
        .isJudged = true });
}

} // namespace tosaic::cli
