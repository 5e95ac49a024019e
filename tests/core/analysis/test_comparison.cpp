// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/comparison.h"
#include "core/compiled/resultreader.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

namespace tosaic::test::comparisontests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::analysis;

namespace {

compiled::CompileResult fixture(const QString &name)
{
    return *compiled::readCompileResult(test::fixturePath(name));
}

Change change(std::optional<double> oldValue, std::optional<double> newValue, bool lower)
{
    return { .oldValue = oldValue, .newValue = newValue, .lowerIsBetter = lower };
}

} // namespace

TEST(Comparison, VerdictsOnlyWhereADirectionIsBetter)
{
    EXPECT_EQ(change(10, 8, true).verdict(), Verdict::Better);
    EXPECT_EQ(change(8, 10, true).verdict(), Verdict::Worse);
    EXPECT_EQ(change(8, 8, true).verdict(), Verdict::Same);
    EXPECT_EQ(change(8, 10, false).verdict(), Verdict::Changed);
    EXPECT_EQ(change({}, 10, true).verdict(), Verdict::NotKnown);
    EXPECT_EQ(change(10, {}, true).verdict(), Verdict::NotKnown);
}

/// "+0.0 % worse" is no verdict.
TEST(Comparison, WhatWouldBePrintedAsNoChangeIsTheSame)
{
    Change cycles{ .oldValue = 774'444, .newValue = 774'500, .unit = unit::Cycles };
    cycles.lowerIsBetter = true;
    EXPECT_EQ(cycles.verdict(), Verdict::Same);
    EXPECT_TRUE(cycles.isGrowth()) << "a limit of 0 % still sees it";
    cycles.newValue = 774'900;
    EXPECT_EQ(cycles.verdict(), Verdict::Worse) << "+0.1 %";
    cycles.judged = Verdict::WithinSpread;
    EXPECT_EQ(cycles.verdict(), Verdict::WithinSpread);
    EXPECT_FALSE(cycles.isGrowth());
    EXPECT_EQ(change(10'000, 10'001, true).verdict(), Verdict::Worse) << "counts are exact";
    Change gone{ .oldValue = 5, .newValue = 0, .sides = Change::Sides::OnlyOld };
    EXPECT_EQ(gone.verdict(), Verdict::OnlyOld);
    EXPECT_EQ(gone.difference(), -5);
}

TEST(Comparison, DifferencesOfUnknownNumbersAreUnknown)
{
    EXPECT_FALSE(change({}, 10, true).difference());
    EXPECT_FALSE(change(10, {}, true).relative());
    EXPECT_EQ(change(0, 10, true).difference(), 10);
    EXPECT_FALSE(change(0, 10, true).relative()); // nothing to divide by
    EXPECT_DOUBLE_EQ(*change(8, 10, true).relative(), 0.25);
}

TEST(Comparison, OneConvolutionKeptOnTheCpuSplitsMobileNet)
{
    const auto oldResult = fixture(u"mobilenet_v2-u55-128"_s);
    const auto newResult = fixture(u"mobilenet_v2-u55-128-conv_on_cpu"_s);
    const auto comparison = compareResults(oldResult, newResult);

    EXPECT_EQ(comparison.metric(Metric::Partitions).oldValue, 1);
    EXPECT_EQ(comparison.metric(Metric::Partitions).newValue, 2);
    EXPECT_EQ(comparison.metric(Metric::Partitions).verdict(), Verdict::Worse);
    EXPECT_EQ(comparison.metric(Metric::CpuOperators).difference(), 1);
    EXPECT_EQ(comparison.metric(Metric::NpuOperators).difference(), -1);
    const auto &cycles = comparison.metric(Metric::CyclesTotal);
    EXPECT_EQ(cycles.difference(), *newResult.summary.cyclesTotal - *oldResult.summary.cyclesTotal);
    EXPECT_TRUE(cycles.isEstimate);

    ASSERT_EQ(comparison.moves.size(), 1U);
    const auto &move = comparison.moves.front();
    EXPECT_EQ(move.target, u"aten.convolution.default"_s);
    EXPECT_EQ(newResult.spec.keepOnCpu.nodes, QStringList{ move.node });
    EXPECT_FALSE(move.module.isEmpty());
    EXPECT_EQ(move.oldPlacement, u"npu"_s);
    EXPECT_EQ(move.newPlacement, u"cpu"_s);
    ASSERT_FALSE(move.reasons.isEmpty());
    EXPECT_TRUE(move.reasons.first().startsWith(u"Kept on the CPU by the spec"_s));

    EXPECT_EQ(comparison.matchedOperators, 101);
    EXPECT_EQ(
        comparison.matchedBy, (std::map<MatchReason, qsizetype>{ { MatchReason::Name, 101 } }))
        << "one source";
    EXPECT_TRUE(comparison.onlyOld.isEmpty());
    EXPECT_TRUE(comparison.onlyNew.isEmpty());
}

TEST(Comparison, CompilersOfOtherVersionsAreNamed)
{
    const auto oldResult = fixture(u"mobilenet_v2-u55-128"_s);
    auto newResult = oldResult;
    newResult.tools[u"vela"_s] = u"5.2.0"_s;
    newResult.tools.erase(u"torch"_s);
    EXPECT_EQ(compareResults(oldResult, newResult).toolChanges,
        (std::vector<ToolChange>{ { u"vela"_s, u"5.1.0"_s, u"5.2.0"_s } }))
        << "what one side does not know is no change";
}

TEST(Comparison, ThePartitionThatSharesMostIsTheCounterpart)
{
    const auto comparison = compareResults(
        fixture(u"mobilenet_v2-u55-128"_s), fixture(u"mobilenet_v2-u55-128-conv_on_cpu"_s));
    ASSERT_EQ(comparison.partitions.size(), 2U);
    EXPECT_FALSE(comparison.partitions[0].oldPartition); // the short beginning is new
    EXPECT_EQ(comparison.partitions[1].oldPartition, 0);
    EXPECT_GT(comparison.partitions[1].sharedOperators, 50);
}

TEST(Comparison, TheOtherWayRoundTheOperatorComesBack)
{
    const auto comparison = compareResults(
        fixture(u"mobilenet_v2-u55-128-conv_on_cpu"_s), fixture(u"mobilenet_v2-u55-128"_s));
    ASSERT_EQ(comparison.moves.size(), 1U);
    EXPECT_EQ(comparison.moves.front().newPlacement, u"npu"_s);
    ASSERT_EQ(comparison.partitions.size(), 2U);
    EXPECT_FALSE(comparison.partitions[1].newPartition); // only old
    ASSERT_EQ(comparison.specChanges.size(), 1U);
    EXPECT_EQ(comparison.specChanges.front().field, SpecField::KeptNodes);
    EXPECT_EQ(comparison.specChanges.front().removed, QStringList{ comparison.moves.front().node });
}

TEST(Comparison, WithItselfNothingChanges)
{
    const auto result = fixture(u"two_partitions-u55-128"_s);
    const auto comparison = compareResults(result, result);
    for (const auto &metric : comparison.metrics)
        EXPECT_TRUE(metric.verdict() == Verdict::Same || metric.verdict() == Verdict::NotKnown);
    EXPECT_TRUE(comparison.moves.empty());
    EXPECT_TRUE(comparison.specChanges.empty());
    EXPECT_EQ(comparison.partitions[0].oldPartition, 0);
    EXPECT_EQ(comparison.partitions[1].oldPartition, 1);
}

TEST(Comparison, EveryMetricStandsAtItsPlace)
{
    const auto comparison = compareResults({}, {});
    for (int i = 0; i <= static_cast<int>(Metric::Conversions); ++i)
        EXPECT_EQ(comparison.metric(static_cast<Metric>(i)).metric, static_cast<Metric>(i));
}

TEST(Comparison, AnOperatorOfAnotherModelIsNotMatchedByItsName)
{
    compiled::CompileResult oldResult;
    oldResult.nodes = { { .name = u"aten_add_tensor"_s,
        .target = u"aten.add.Tensor"_s,
        .module = u"head"_s,
        .placement = u"npu"_s } };
    auto newResult = oldResult;
    newResult.nodes[0].module = u"tail"_s;
    newResult.nodes[0].placement = u"cpu"_s;
    const auto comparison = compareResults(oldResult, newResult);
    EXPECT_TRUE(comparison.moves.empty());
    EXPECT_EQ(comparison.onlyOld, QStringList{ u"aten_add_tensor"_s });
    EXPECT_EQ(comparison.onlyNew, QStringList{ u"aten_add_tensor"_s });
}

/// The model was edited: another file, so that a name alone proves nothing.
TEST(Comparison, OperatorsOfAnEditedModelAreMatchedByWhatTheyAre)
{
    const auto node = [](const QString &name, const QString &target, const QString &module,
                          qint64 width, const QString &placement) {
        return compiled::ModelNode{ .name = name,
            .target = target,
            .module = module,
            .placement = placement,
            .dtype = u"float32"_s,
            .shape = { { 1, width } } };
    };
    compiled::CompileResult before{ .sourceSha256 = u"aa"_s };
    before.nodes = { node(u"aten_add_tensor"_s, u"aten.add.Tensor"_s, u"stem"_s, 8, u"npu"_s),
        node(u"aten_mul_tensor"_s, u"aten.mul.Tensor"_s, u"body"_s, 8, u"npu"_s),
        node(u"aten_relu_default"_s, u"aten.relu.default"_s, u"tail"_s, 8, u"npu"_s) };
    compiled::CompileResult after{ .sourceSha256 = u"bb"_s };
    // One more addition in front: the old one has another number now, and the other name.
    after.nodes = { node(u"aten_add_tensor"_s, u"aten.add.Tensor"_s, u"front"_s, 8, u"npu"_s),
        node(u"aten_add_tensor_1"_s, u"aten.add.Tensor"_s, u"stem"_s, 8, u"cpu"_s),
        node(u"aten_mul_tensor"_s, u"aten.mul.Tensor"_s, u"body"_s, 16, u"npu"_s) };
    before.partitions = { { .index = 0, .operators = { u"aten_add_tensor"_s } } };
    after.partitions = { { .index = 0, .operators = { u"aten_add_tensor"_s } },
        { .index = 1, .operators = { u"aten_add_tensor_1"_s } } };
    const auto found = compareResults(before, after);
    ASSERT_EQ(found.moves.size(), 1U);
    EXPECT_EQ(found.moves.front().node, u"aten_add_tensor_1"_s);
    EXPECT_EQ(found.moves.front().match, MatchReason::Content);
    ASSERT_EQ(found.changed.size(), 1U);
    EXPECT_EQ(found.changed.front().node, u"aten_mul_tensor"_s);
    EXPECT_EQ(found.changed.front().oldTensor, u"float32 1x8"_s);
    EXPECT_EQ(found.changed.front().newTensor, u"float32 1x16"_s);
    EXPECT_EQ(found.changed.front().match, MatchReason::Module);
    EXPECT_EQ(found.onlyNew, QStringList{ u"aten_add_tensor"_s }) << "added";
    EXPECT_EQ(found.onlyOld, QStringList{ u"aten_relu_default"_s }) << "gone";
    EXPECT_FALSE(found.partitions[0].oldPartition) << "the same name, another operator";
    EXPECT_EQ(found.partitions[1].oldPartition, 0);
}

/// A smaller model is no better compile.
TEST(Comparison, NoNumberOfAnotherModelIsBetterOrWorse)
{
    const auto comparison
        = compareResults(fixture(u"mobilenet_v2-u55-128"_s), fixture(u"add-u55-128"_s));
    ASSERT_TRUE(comparison.areOtherModels());
    for (const auto &change : comparison.metrics) {
        EXPECT_NE(change.verdict(), Verdict::Better) << int(change.metric);
        EXPECT_NE(change.verdict(), Verdict::Worse) << int(change.metric);
    }
    EXPECT_EQ(comparison.metric(Metric::CyclesTotal).verdict(), Verdict::Changed);
    EXPECT_TRUE(comparison.metric(Metric::CyclesTotal).difference()) << "the numbers are told";
}

TEST(SpecChanges, NameFieldsAndListsSeparately)
{
    spec::CompileSpec oldSpec{ .target = u"ethos-u55-128"_s, .memoryMode = u"Shared_Sram"_s };
    auto newSpec = oldSpec;
    newSpec.memoryMode = u"Sram_Only"_s;
    newSpec.keepOnCpu.nodes = { u"aten_add_tensor"_s };
    newSpec.extraFlags = { u"--optimise"_s, u"Size"_s };
    const auto changes = specChanges(oldSpec, newSpec);
    ASSERT_EQ(changes.size(), 3U);
    EXPECT_EQ(changes[0].field, SpecField::MemoryMode);
    EXPECT_EQ(changes[0].oldValue, u"Shared_Sram"_s);
    EXPECT_EQ(changes[0].newValue, u"Sram_Only"_s);
    EXPECT_EQ(changes[1].field, SpecField::ExtraFlags);
    EXPECT_EQ(changes[1].newValue, u"--optimise Size"_s);
    EXPECT_EQ(changes[2].field, SpecField::KeptNodes);
    EXPECT_EQ(changes[2].added, QStringList{ u"aten_add_tensor"_s });
    EXPECT_TRUE(changes[2].removed.isEmpty());
    EXPECT_TRUE(specChanges(newSpec, newSpec).empty());
}

} // namespace tosaic::test::comparisontests
