// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pinsearch/toolevaluator.h"
#include "core/toolchain/warmcompiler.h"
#include "tests/core/toolchain/realtools.h"

#include <QSignalSpy>

using namespace Qt::StringLiterals;

namespace tosaic::pinsearch::realpinsearchtests {
namespace {

SearchResult searched(const SearchRequest &request, Evaluator &tools)
{
    PinSearch search(request, tools);
    QSignalSpy done(&search, &PinSearch::finished);
    search.start();
    EXPECT_TRUE(done.wait(test::RealPatience));
    return search.result();
}

/// Two partitions around a sort, one of them a convolution alone.
TEST(RealPinSearch, TellsTheNumbersOfTheCompileAndGoesOnWhereItWas)
{
    TOSAIC_NEED_TOOLS();
    SearchRequest request{ .goal = { GoalKind::Boundaries }, .compiles = 3, .previews = 12 };
    request.spec.target = u"ethos-u55-128"_s;
    toolchain::CompileRequest job;
    job.input = test::fixtureModel(u"two_partitions.py"_s);
    job.interpreter = test::toolPython();
    job.trusted = true;
    const auto folder = test::temporaryDir();
    toolchain::WarmCompiler compiler;
    ToolEvaluator tools(job, folder, compiler);
    const auto result = searched(request, tools);
    ASSERT_TRUE(result.problems.empty()) << result.problems.front().text.toStdString();
    EXPECT_TRUE(result.refused.empty());
    ASSERT_FALSE(result.front.empty());
    const auto &best = result.found[result.front.front()];
    EXPECT_EQ(best.compiled->partitions.size(), 1U) << "one island less, two tensors less";
    EXPECT_EQ(best.numbers.boundaries, 2U);
    EXPECT_GT(result.found.size(), 3U) << "memory modes too";
    for (const auto &found : result.found) {
        ASSERT_TRUE(found.numbers.cycles);
        if (!found.row.cell.spec.memoryMode) {
            EXPECT_EQ(found.numbers.cycles, found.compiled->summary.cyclesTotal);
        }
    }
    EXPECT_EQ(result.kept, 0);

    const auto again = searched(request, tools);
    EXPECT_EQ(again.kept, again.previews + again.compiles) << "nothing is asked twice";
    EXPECT_EQ(again.front, result.front);
    EXPECT_EQ(again.found[again.front.front()].numbers.cycles, best.numbers.cycles);
}

} // namespace
} // namespace tosaic::pinsearch::realpinsearchtests
