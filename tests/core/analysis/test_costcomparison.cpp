// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/costcomparison.h"
#include "core/toolchain/resultreader.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::analysis;
using toolchain::OperatorCost;
using toolchain::ResultCosts;

namespace {

OperatorCost cost(const QString &name, double cycles, const QString &graph = u"a"_s)
{
    return { .name = name, .kind = u"Conv2D"_s, .graphSha256 = graph, .cycles = cycles };
}

const OperatorCostChange *change(const CostComparison &comparison, const QString &name)
{
    for (const auto &candidate : comparison.operators) {
        if (candidate.name == name)
            return &candidate;
    }
    return nullptr;
}

ResultCosts fixtureCosts(const QString &name)
{
    return toolchain::costsOf(*toolchain::readCompileResult(test::fixturePath(name)));
}

} // namespace

TEST(CostComparison, OperatorsOfTheSameFileAreMatchedByName)
{
    const auto found
        = compareCosts({ .operators = { cost(u"y"_s, 100), cost(u"z"_s, 50), cost(u"x"_s, 5) } },
            { .operators = { cost(u"y"_s, 110), cost(u"z"_s, 20), cost(u"x"_s, 5) } });
    ASSERT_EQ(found.operators.size(), 3U);
    EXPECT_EQ(found.matchedOperators, 3);
    EXPECT_EQ(found.operators.front().name, u"z"_s); // the largest change first
    EXPECT_EQ(found.operators.front().difference(), -30);
    EXPECT_EQ(change(found, u"y"_s)->difference(), 10);
}

TEST(CostComparison, AnotherFilesNamesMeanSomethingElse)
{
    const auto found = compareCosts(
        { .operators = { cost(u"y"_s, 100) } }, { .operators = { cost(u"y"_s, 110, u"b"_s) } });
    EXPECT_EQ(found.matchedOperators, 0);
    ASSERT_EQ(found.operators.size(), 2U);
    EXPECT_EQ(found.operators[0].verdict(), Verdict::OnlyNew);
    EXPECT_EQ(found.operators[1].verdict(), Verdict::OnlyOld);
    ASSERT_EQ(found.kinds.size(), 1U); // what can be said all the same
    EXPECT_EQ(found.kinds.front().difference(), 10);
}

TEST(CostComparison, TheCompilersOwnNamesAndUnknownFilesAreNeverMatched)
{
    const auto own = compareCosts(
        { .operators = { cost(u"#12"_s, 1) } }, { .operators = { cost(u"#12"_s, 1) } });
    EXPECT_EQ(own.matchedOperators, 0);
    const auto unknown = compareCosts(
        { .operators = { cost(u"y"_s, 1, {}) } }, { .operators = { cost(u"y"_s, 1, {}) } });
    EXPECT_EQ(unknown.matchedOperators, 0);
}

TEST(CostComparison, ARepeatedNameNeedsAsManyRepeats)
{
    const auto equal = compareCosts({ .operators = { cost(u"y"_s, 1), cost(u"y"_s, 2) } },
        { .operators = { cost(u"y"_s, 3), cost(u"y"_s, 5) } });
    ASSERT_EQ(equal.matchedOperators, 2);
    EXPECT_EQ(equal.operators[0].difference(), 3);
    const auto other = compareCosts({ .operators = { cost(u"y"_s, 1), cost(u"y"_s, 2) } },
        { .operators = { cost(u"y"_s, 3) } });
    EXPECT_EQ(other.matchedOperators, 0);
}

TEST(CostComparison, AnUnknownNumberMakesNoDifference)
{
    auto unknown = cost(u"y"_s, 0);
    unknown.cycles.reset();
    const auto found
        = compareCosts({ .operators = { unknown } }, { .operators = { cost(u"y"_s, 7) } });
    EXPECT_FALSE(found.operators.front().difference());
    EXPECT_FALSE(found.kinds.front().difference());
}

TEST(CostComparison, WithoutReportsItSaysSo)
{
    const auto found = compareCosts({}, { .operators = { cost(u"y"_s, 1) } });
    EXPECT_FALSE(found.hasOperators);
    EXPECT_FALSE(found.hasMemories);
    EXPECT_TRUE(found.operators.empty());
}

TEST(CostComparison, ARealCompilesOperatorsSumUpToItsTotal)
{
    for (const auto *name : { "mobilenet_v2-u55-128", "mobilenet_v2-u85-256",
             "two_partitions-u55-128", "transformer_block-u85-256" }) {
        const auto result
            = *toolchain::readCompileResult(test::fixturePath(QLatin1StringView(name)));
        const auto costs = toolchain::costsOf(result);
        ASSERT_TRUE(costs.diagnostics.empty()) << name;
        double sum = 0;
        for (const auto &one : costs.operators)
            sum += one.cycles.value_or(NAN);
        EXPECT_DOUBLE_EQ(sum, result.summary.cyclesTotal.value_or(0)) << name;
        ASSERT_EQ(costs.memories.size(), 4U) << name;
        EXPECT_EQ(costs.memories.front().memory, u"Sram"_s);
        EXPECT_EQ(costs.memories.front().usedBytes, result.summary.sramBytes) << name;
    }
}

TEST(CostComparison, TwoTargetsOfOneLoweringAreComparedByOperator)
{
    const auto found = compareCosts(fixtureCosts(u"two_partitions-u55-128"_s),
        fixtureCosts(u"two_partitions-u65-256-shared"_s));
    EXPECT_TRUE(found.hasOperators);
    EXPECT_GT(found.matchedOperators, 0);
    for (const auto &one : found.operators)
        EXPECT_FALSE(one.name.startsWith(u'#') && one.sides == Change::Sides::Both);
}

TEST(CostComparison, AMissingSummaryLeavesNoHalfSum)
{
    auto result = *toolchain::readCompileResult(test::fixturePath(u"two_partitions-u55-128"_s));
    std::erase_if(result.artefacts, [](const toolchain::Artefact &artefact) {
        return artefact.kind == "vela-summary"_L1 && artefact.partition == 1;
    });
    EXPECT_TRUE(toolchain::costsOf(result).memories.empty());
}
