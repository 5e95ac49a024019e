// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/boundaries.h"
#include "core/analysis/coverage.h"
#include "core/compiled/resultreader.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

using namespace Qt::StringLiterals;

namespace tosaic::analysis::boundariestests {
namespace {

const auto Quantise = u"quantized_decomposed.quantize_per_tensor.default"_s;
const auto Dequantise = u"quantized_decomposed.dequantize_per_tensor.default"_s;

compiled::ModelNode node(
    const QString &name, const QString &target, std::optional<int> partition, const QString &dtype)
{
    return { .name = name,
        .target = target,
        .placement = partition ? u"npu"_s : u"cpu"_s,
        .partition = partition,
        .dtype = dtype,
        .shape = { { 2, 10 } } };
}

/// An operator on the NPU whose value goes to the CPU and to another partition.
compiled::CompileResult forked()
{
    compiled::CompileResult result;
    result.partitions = { { .index = 0 }, { .index = 1 } };
    result.nodes = { node(u"a"_s, u"aten.relu.default"_s, 0, u"int8"_s),
        node(u"q"_s, Quantise, 0, u"int8"_s), node(u"dq"_s, Dequantise, {}, u"float32"_s),
        node(u"sort"_s, u"aten.sort.default"_s, {}, u"float32"_s),
        node(u"dq1"_s, Dequantise, 1, u"float32"_s),
        node(u"b"_s, u"aten.add.Tensor"_s, 1, u"int8"_s) };
    result.edges = { { u"a"_s, u"q"_s }, { u"q"_s, u"dq"_s }, { u"dq"_s, u"sort"_s },
        { u"q"_s, u"dq1"_s }, { u"dq1"_s, u"b"_s } };
    return result;
}

TEST(Boundaries, AreWhatCrossesWithItsBytesAndConversions)
{
    const auto found = boundariesOf(forked());
    ASSERT_EQ(found.size(), 3U);
    EXPECT_EQ(found[0].from, u"a"_s);
    EXPECT_EQ(found[0].to, u"sort"_s);
    EXPECT_EQ(found[0].fromPartition, 0);
    EXPECT_FALSE(found[0].toPartition);
    EXPECT_EQ(found[0].bytes, 20U) << "int8 crosses, float is made behind it";
    ASSERT_EQ(found[0].conversions.size(), 1U);
    EXPECT_EQ(found[0].conversions[0].bytes, 80U);
    EXPECT_EQ(found[1].to, u"b"_s);
    EXPECT_EQ(found[1].toPartition, 1);
    EXPECT_TRUE(found[1].conversions.empty()) << "from NPU to NPU nothing is converted";
    EXPECT_EQ(found[2].from, u"b"_s);
    EXPECT_EQ(found[2].to, QString()) << "an output of the model";
    const auto totals = totalsOf(found);
    EXPECT_EQ(totals.tensors, 2U) << "one tensor has two takers";
    EXPECT_EQ(totals.bytes, 40U);
    EXPECT_EQ(totals.conversions, 1U);
    EXPECT_EQ(totals.conversionBytes, 80U);
    EXPECT_TRUE(totals.isComplete);
}

TEST(Boundaries, AScalarIsOneElement)
{
    auto result = forked();
    for (auto &node : result.nodes)
        node.shape.emplace();
    const auto found = boundariesOf(result);
    EXPECT_EQ(found[0].bytes, 1U);
    EXPECT_EQ(found[0].conversions[0].bytes, 4U);
    EXPECT_TRUE(totalsOf(found).isComplete);
}

TEST(Boundaries, SayWhenBytesAreNotKnownAndEndInCircles)
{
    auto result = forked();
    result.nodes[1].shape.reset();
    EXPECT_FALSE(totalsOf(boundariesOf(result)).isComplete) << "several values, not a scalar";
    result.nodes[1].shape = { { 2, -1 } };
    EXPECT_FALSE(totalsOf(boundariesOf(result)).isComplete);
    result = forked();
    result.nodes[1].dtype = u"float7"_s;
    EXPECT_FALSE(totalsOf(boundariesOf(result)).isComplete);
    result.edges.push_back({ u"dq"_s, u"q"_s });
    EXPECT_GE(boundariesOf(result).size(), 3U);
    result.partitions.clear();
    EXPECT_TRUE(boundariesOf(result).empty());
}

TEST(Boundaries, StepsBetweenOperatorsOfTheCpuAreAtNone)
{
    auto result = forked();
    result.status = compiled::Status::Succeeded;
    EXPECT_TRUE(idleSteps(result).empty());
    EXPECT_EQ(coverageOf(result).boundaryOperators, 1U);
    result.nodes.push_back(node(u"q2"_s, Quantise, {}, u"int8"_s));
    result.edges.push_back({ u"sort"_s, u"q2"_s });
    EXPECT_TRUE(idleSteps(result).empty()) << "somebody may take the integers";
    for (const auto &[from, name, target] : { std::tuple(u"q2"_s, u"dq2"_s, Dequantise),
             std::tuple(u"dq2"_s, u"out"_s, u"output"_s) }) {
        result.nodes.push_back(node(name, target, {}, u"float32"_s));
        result.edges.push_back({ from, name });
    }
    const auto idle = idleSteps(result);
    ASSERT_EQ(idle.size(), 2U);
    EXPECT_EQ(idle[0].node, u"q2"_s);
    EXPECT_EQ(idle[1].bytes, 80U);
    EXPECT_EQ(coverageOf(result).boundaryOperators, 1U) << "they lead nowhere";
    EXPECT_EQ(coverageOf(result).idleSteps, 2U);
    EXPECT_EQ(boundariesOf(result).size(), 3U);
    // The NPU takes the integers, too.
    result.nodes.push_back(node(u"c"_s, u"aten.add.Tensor"_s, 1, u"int8"_s));
    result.edges.push_back({ u"q2"_s, u"c"_s });
    EXPECT_TRUE(idleSteps(result).empty());
}

TEST(Boundaries, OfACompileGoFromInputToOutput)
{
    const auto result = compiled::readCompileResult(test::fixturePath(u"two_partitions-u55-128"_s));
    ASSERT_TRUE(result);
    const auto found = boundariesOf(*result);
    ASSERT_EQ(found.size(), 4U);
    EXPECT_TRUE(found[0].from.isEmpty());
    EXPECT_EQ(found[0].bytes, 3U * 16 * 16);
    EXPECT_EQ(found[1].to, u"aten_sort_default"_s);
    EXPECT_EQ(found[2].from, u"aten_sort_default"_s);
    EXPECT_EQ(found[2].bytes, found[1].bytes);
    EXPECT_TRUE(found[3].to.isEmpty());
    for (const auto &boundary : found)
        EXPECT_EQ(boundary.conversions.size(), 1U);
    EXPECT_TRUE(totalsOf(found).isComplete);
}

} // namespace
} // namespace tosaic::analysis::boundariestests
