// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/costcomparison.h"
#include "core/compiled/resultreader.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tosaic::test::costcomparisontests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::analysis;
using compiled::OperatorCost;
using compiled::ResultCosts;

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
    return compiled::costsOf(*compiled::readCompileResult(test::fixturePath(name)));
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
    const auto found
        = compareCosts({ .operators = { cost(u"y"_s, 100) }, .kinds = { { u"Conv2D"_s, 1, 100 } } },
            { .operators = { cost(u"y"_s, 110, u"b"_s) }, .kinds = { { u"Conv2D"_s, 1, 110 } } });
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

/// Another spec numbers the lowered operators anew, and debug texts change the file.
TEST(CostComparison, OfOneModelTheNodeTellsWhatIsWhat)
{
    auto before = cost(u"tosa_matmul_default_1"_s, 100, u"a"_s);
    before.node.name = u"aten_bmm_default"_s;
    auto other = cost(u"tosa_rescale_default_4"_s, 7, u"a"_s);
    other.node.name = u"aten_bmm_default"_s;
    auto after = cost(u"tosa_matmul_default"_s, 100, u"b"_s);
    after.kind = u"FullyConnected"_s; // what another target makes of it
    after.node.name = u"aten_bmm_default"_s;
    const auto found = compareCosts({ .modelSha256 = u"m"_s, .operators = { before, other } },
        { .modelSha256 = u"m"_s, .operators = { after } });
    EXPECT_EQ(found.matchedOperators, 1);
    EXPECT_EQ(change(found, u"tosa_matmul_default"_s)->difference(), 0);
    EXPECT_EQ(change(found, u"tosa_matmul_default"_s)->match, MatchReason::Name);
    EXPECT_EQ(change(found, u"tosa_rescale_default_4"_s)->verdict(), Verdict::OnlyOld);
    const auto edited = compareCosts({ .modelSha256 = u"m"_s, .operators = { before } },
        { .modelSha256 = u"n"_s, .operators = { after } });
    EXPECT_EQ(edited.matchedOperators, 0) << "names of another model mean something else";
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
        = compareCosts({ .operators = { unknown }, .kinds = { { u"Conv2D"_s, 1, {} } } },
            { .operators = { cost(u"y"_s, 7) }, .kinds = { { u"Conv2D"_s, 1, 7 } } });
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
            = *compiled::readCompileResult(test::fixturePath(QLatin1StringView(name)));
        const auto costs = compiled::costsOf(result);
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
        EXPECT_TRUE(!one.name.startsWith(u'#') || !one.match || *one.match == MatchReason::Place);
}

TEST(CostComparison, AMissingSummaryLeavesNoHalfSum)
{
    auto result = *compiled::readCompileResult(test::fixturePath(u"two_partitions-u55-128"_s));
    std::erase_if(result.artefacts, [](const compiled::Artefact &artefact) {
        return artefact.kind == "vela-summary"_L1 && artefact.partition == 1;
    });
    EXPECT_TRUE(compiled::costsOf(result).memories.empty());
}

TEST(CostComparison, ACompileComparedWithItselfHasNothingElse)
{
    for (const auto *name : { "mobilenet_v2-u55-128", "mobilenet_v2-u85-256",
             "two_partitions-u55-128", "transformer_block-u85-256", "softmax-u85-256" }) {
        const auto costs = fixtureCosts(QLatin1StringView(name));
        const auto found = compareCosts(costs, costs);
        EXPECT_EQ(found.matchedOperators, qsizetype(costs.operators.size())) << name;
        for (const auto &one : found.operators)
            EXPECT_EQ(one.difference(), 0) << name << ' ' << one.name.toStdString();
    }
}

/// One convolution on the CPU cuts the partition in two: names move, module paths and order stay.
TEST(CostComparison, ASplitPartitionKeepsItsOperators)
{
    const auto before = fixtureCosts(u"mobilenet_v2-u55-128"_s);
    const auto after = fixtureCosts(u"mobilenet_v2-u55-128-conv_on_cpu"_s);
    const auto found = compareCosts(before, after);
    qsizetype kept = 0;
    for (const auto &one : found.operators) {
        if (one.sides == Change::Sides::OnlyOld) {
            EXPECT_FALSE(one.match);
        }
        kept += one.match == MatchReason::Content;
    }
    // Around the cut the compiler works on other tensors: three convolutions and two additions.
    EXPECT_GE(kept, qsizetype(before.operators.size()) - 6);
}

TEST(OperatorMatch, TheStrongestReasonWins)
{
    const OperatorIdentity named{ .name = u"y"_s, .graphSha256 = u"a"_s, .kind = u"Conv2D"_s };
    OperatorIdentity placed{ .name = u"t1"_s,
        .graphSha256 = u"a"_s,
        .kind = u"Conv2D"_s,
        .place = u"m.0"_s,
        .target = u"conv"_s,
        .shape = { 1, 8 } };
    auto moved = placed;
    moved.name = u"t7"_s;
    moved.graphSha256 = u"b"_s;
    auto grown = moved;
    grown.place = u"m.1"_s;
    auto before = grown;
    before.graphSha256 = u"a"_s;
    grown.shape = { 1, 16 };
    const std::vector<OperatorIdentity> old{ named, placed, before };
    const std::vector<OperatorIdentity> now{ named, moved, grown };
    const auto found = matchOperators(old, now);
    ASSERT_EQ(found.size(), 3U);
    EXPECT_EQ(found[0].reason, MatchReason::Name);
    EXPECT_EQ(found[1].reason, MatchReason::Content);
    EXPECT_EQ(found[2].reason, MatchReason::Module);
}

TEST(OperatorMatch, TheCompilersOwnGoesByItsNeighbours)
{
    const auto named = [](const QString &name) {
        return OperatorIdentity{ .name = name, .graphSha256 = u"a"_s, .kind = u"Conv2D"_s };
    };
    const OperatorIdentity own{ .name = u"#12"_s, .kind = u"Transpose"_s };
    auto other = own;
    other.name = u"#40"_s;
    auto another = other;
    another.kind = u"Pad"_s;
    EXPECT_EQ(matchOperators(std::vector{ named(u"y"_s), own }, std::vector{ named(u"y"_s), other })
                  .back()
                  .reason,
        MatchReason::Place);
    EXPECT_EQ(matchOperators(std::vector{ own, named(u"y"_s) }, std::vector{ other, named(u"y"_s) })
                  .size(),
        2U);
    EXPECT_EQ(
        matchOperators(std::vector{ named(u"y"_s), own }, std::vector{ named(u"y"_s), another })
            .size(),
        1U);
    EXPECT_TRUE(matchOperators(std::vector{ own }, std::vector{ other }).empty()) << "no anchor";
}

} // namespace tosaic::test::costcomparisontests
