// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compiled/resultreader.h"
#include "core/formats/opennetwork.h"
#include "core/graph/graphbuilder.h"
#include "core/graph/graphdiff.h"
#include "core/graph/graphtransform.h"
#include "core/graph/manygraphs.h"
#include "core/graph/networkgraph.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <set>

namespace tosaic::test::graphdifftests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::graph;

namespace {

compiled::CompileResult fixture(const QString &name)
{
    return *compiled::readCompileResult(test::fixturePath(name));
}

/// A chain of operators without names, as a file of another compiler has them.
Graph chain(const QStringList &kinds)
{
    Graph graph;
    for (const auto &kind : kinds) {
        graph.nodes.push_back({ .title = kind,
            .subtitle = u"int8 1x8x8x16"_s,
            .entity = model::EntityRef::networkOperator(0, int(graph.nodes.size())),
            .pattern = kind });
        if (graph.nodes.size() > 1)
            graph.edges.push_back(
                { .from = NodeId(graph.nodes.size() - 2), .to = NodeId(graph.nodes.size() - 1) });
    }
    return graph;
}

GraphDiff diffOf(const Graph &before, const Graph &after, const RecordedPairs &recorded = {})
{
    return diffGraphs({ &before, {} }, { &after, {} }, recorded);
}

std::vector<const NodePair *> pairsWith(const GraphDiff &diff, Difference difference)
{
    std::vector<const NodePair *> pairs;
    for (const auto &pair : diff.pairs) {
        if (pair.difference == difference)
            pairs.push_back(&pair);
    }
    return pairs;
}

} // namespace

TEST(GraphDiff, APinMovesItsOperatorAndCutsAPartition)
{
    const auto before = fixture(u"mobilenet_v2-u55-128"_s);
    const auto after = fixture(u"mobilenet_v2-u55-128-conv_on_cpu"_s);
    const auto old = buildResultGraph(before);
    const auto now = buildResultGraph(after);
    const auto diff = diffGraphs({ &old, before.sourceSha256 }, { &now, after.sourceSha256 });
    EXPECT_FALSE(diff.areUnrelated());
    EXPECT_FALSE(diff.isSame());
    int left = 0;
    int changedPartition = 0;
    for (const auto *pair : pairsWith(diff, Difference::Moved)) {
        for (const auto &aspect : pair->aspects) {
            left += aspect.aspect == AspectChange::Aspect::Placement
                && now.nodes[*pair->after].title == "convolution"_L1 && aspect.after == "cpu"_L1;
            changedPartition += aspect.aspect == AspectChange::Aspect::Partition;
            EXPECT_NE(aspect.before, aspect.after);
        }
    }
    EXPECT_EQ(left, 1);
    EXPECT_GT(changedPartition, 0); // of the part behind the pin
    EXPECT_GT(int(diff.count(Difference::Same)), 30); // the part before it kept its name
    EXPECT_EQ(diff.matchedAfter, diff.nodesAfter); // all are in the model of before
}

TEST(GraphDiff, TheSameCompileIsTheSame)
{
    const auto result = fixture(u"two_partitions-u55-128"_s);
    const auto graph = buildResultGraph(result);
    const auto diff = diffGraphs({ &graph, result.sourceSha256 }, { &graph, result.sourceSha256 });
    EXPECT_TRUE(diff.isSame());
    EXPECT_EQ(diff.count(Difference::Same), graph.nodes.size());
    for (const auto &pair : diff.pairs)
        EXPECT_EQ(*pair.before, *pair.after);
}

TEST(GraphDiff, StructureMatchesWhatHasNoNames)
{
    const auto before = chain({ u"CONV_2D"_s, u"ADD"_s, u"MUL"_s, u"CONV_2D"_s, u"SOFTMAX"_s });
    const auto after
        = chain({ u"CONV_2D"_s, u"ADD"_s, u"PAD"_s, u"MUL"_s, u"CONV_2D"_s, u"SOFTMAX"_s });
    const auto diff = diffOf(before, after);
    ASSERT_EQ(diff.count(Difference::Added), 1U);
    EXPECT_EQ(after.nodes[*pairsWith(diff, Difference::Added).front()->after].title, u"PAD"_s);
    EXPECT_EQ(diff.count(Difference::Same), 5U);
    for (const auto *pair : pairsWith(diff, Difference::Same)) {
        EXPECT_EQ(pair->reason, analysis::MatchReason::Structure);
        EXPECT_EQ(before.nodes[*pair->before].title, after.nodes[*pair->after].title);
    }
    const auto merged = mergedGraph(after, before, diffOf(after, before));
    ASSERT_EQ(merged.graph.nodes.size(), 6U);
    EXPECT_EQ(merged.differences.back(), Difference::Removed);
    EXPECT_EQ(merged.graph.edges.size(), before.edges.size() + 2); // to and from where it stood
}

/// Between changes neither what leads to an operator nor what follows is the same: the order is.
TEST(GraphDiff, WhatLiesBetweenChangesKeepsItsOrder)
{
    QStringList kinds;
    for (int block = 0; block < 60; ++block)
        kinds += { u"CONV_2D"_s, u"ADD"_s, u"MUL"_s, u"RELU"_s };
    const auto before = chain(kinds);
    std::vector<size_t> origins;
    for (size_t i = 0; i < before.nodes.size(); ++i)
        origins.push_back(i);
    for (const int removed : { 230, 100, 5 }) {
        kinds.removeAt(removed);
        origins.erase(origins.begin() + removed);
    }
    const auto added = before.nodes.size();
    kinds.insert(50, u"PAD"_s);
    origins.insert(origins.begin() + 50, added);
    const auto after = chain(kinds);
    const auto diff = diffOf(before, after);
    EXPECT_EQ(diff.count(Difference::Added), 1U);
    EXPECT_EQ(diff.count(Difference::Same), 237U);
    EXPECT_EQ(diff.count(Difference::Removed), 3U);
    std::set<analysis::MatchReason> reasons;
    for (const auto *pair : pairsWith(diff, Difference::Same)) {
        EXPECT_EQ(*pair->before, origins[*pair->after]);
        reasons.insert(*pair->reason);
    }
    EXPECT_TRUE(reasons.contains(analysis::MatchReason::Place)) << "each says why";
}

/// They follow one another alike, but are joined otherwise.
TEST(GraphDiff, OrderAloneIsNoReason)
{
    auto before
        = chain({ u"CONV_2D"_s, u"ADD"_s, u"MUL"_s, u"RELU"_s, u"ADD"_s, u"MUL"_s, u"RELU"_s });
    for (auto &edge : before.edges)
        edge.from = NodeId(0);
    const auto after = chain({ u"CONV_2D"_s, u"ADD"_s, u"MUL"_s, u"RELU"_s });
    const auto diff = diffOf(before, after);
    for (const auto *pair : pairsWith(diff, Difference::Same)) {
        EXPECT_NE(*pair->after, 2U) << "takes another's result";
        EXPECT_NE(*pair->after, 3U) << "as above";
    }
}

TEST(GraphDiff, OtherSpellingsOfOneModelAreMatchedByWhatTheyMean)
{
    const auto torch = chain({ u"aten.convolution.default"_s, u"aten.add.Tensor"_s,
        u"aten.permute_copy.default"_s, u"aten.addmm.default"_s });
    const auto tflite = chain({ u"CONV_2D"_s, u"ADD"_s, u"TRANSPOSE"_s, u"FULLY_CONNECTED"_s });
    const auto diff = diffOf(torch, tflite);
    EXPECT_TRUE(diff.hasOtherKinds);
    EXPECT_GE(diff.count(Difference::Same), 3U);
    EXPECT_EQ(diff.count(Difference::Changed), 0U); // the spelling is no change
}

/// One model, written by two converters: neither names nor shapes nor kinds are spelled alike.
TEST(GraphDiff, ATfLiteFileAndACompiledProgramOfOneModelAreMatched)
{
    const auto source
        = ByteSource::map(test::sourcePath(u"tests/fixtures/litert/two_partitions.tflite"_s));
    ASSERT_TRUE(source);
    const auto network = formats::readNetwork(*source);
    ASSERT_TRUE(network);
    const auto lite = networkGraph(**network, 0);
    const auto compiled = foldQuantisation(buildResultGraph(fixture(u"two_partitions-u55-128"_s)));
    const auto diff = diffOf(lite, compiled);
    EXPECT_TRUE(diff.hasOtherKinds);
    EXPECT_FALSE(diff.areUnrelated());
    QStringList matched;
    for (const auto &pair : diff.pairs) {
        if (!pair.before || !pair.after)
            continue;
        matched += lite.nodes[*pair.before].title + u" = "_s + compiled.nodes[*pair.after].title;
        EXPECT_TRUE(pair.reason);
    }
    EXPECT_EQ(matched,
        (QStringList{
            u"CONV_2D = convolution"_s, u"STABLEHLO_SORT = sort"_s, u"CONV_2D = convolution"_s }));
    for (const auto *pair : pairsWith(diff, Difference::Added))
        EXPECT_NE(compiled.nodes[*pair->after].title, u"sort"_s);
}

/// Both formats know RESHAPE by that name.
TEST(GraphDiff, OneWordInCommonIsNotYetOneSpelling)
{
    QStringList lite;
    QStringList tosaKinds;
    for (const auto &kind : { u"CONV"_s, u"DEPTHWISE_CONV"_s, u"CONV"_s, u"DEPTHWISE_CONV"_s,
             u"CONV"_s, u"MAX_POOL"_s }) {
        lite += kind + u"_2D"_s;
        tosaKinds += { kind + u"2D"_s, u"RESCALE"_s };
    }
    const auto tflite = chain(lite + QStringList{ u"RESHAPE"_s });
    const auto tosa = chain(tosaKinds + QStringList{ u"RESHAPE"_s });
    const auto diff = diffOf(tflite, tosa);
    EXPECT_TRUE(diff.hasOtherKinds);
    EXPECT_EQ(diff.count(Difference::Removed), 0U);
    EXPECT_EQ(diff.count(Difference::Changed), 0U);
    EXPECT_FALSE(diff.areUnrelated());
    const auto overloads = chain({ u"aten.add.Tensor"_s, u"aten.mul.Tensor"_s });
    EXPECT_FALSE(
        diffOf(overloads, chain({ u"aten.add.Tensor"_s, u"aten.mul.Scalar"_s })).hasOtherKinds);
}

TEST(ManyGraphs, EachIsComparedWithTheFirstAndWhatOthersShareIsOneRow)
{
    const auto base = chain({ u"CONV_2D"_s, u"ADD"_s, u"MUL"_s });
    const auto padded = chain({ u"CONV_2D"_s, u"ADD"_s, u"PAD"_s, u"MUL"_s });
    const auto longer = chain({ u"CONV_2D"_s, u"ADD"_s, u"PAD"_s, u"MUL"_s, u"SOFTMAX"_s });
    const auto shorter = chain({ u"CONV_2D"_s, u"ADD"_s });
    const auto many
        = compareMany({ { &base, {} }, { &padded, {} }, { &longer, {} }, { &shorter, {} } });
    ASSERT_EQ(many.diffs.size(), 3U);
    ASSERT_EQ(many.rows.size(), 5U) << "three of the first, PAD once, SOFTMAX";
    EXPECT_TRUE(many.rows[0].isSame());
    EXPECT_EQ(many.rows[2].differences[1], Difference::Same);
    EXPECT_EQ(many.rows[2].differences[3], Difference::Removed);
    EXPECT_FALSE(many.rows[2].nodes[3]);
    const auto &pad = many.rows[3];
    EXPECT_FALSE(pad.nodes[0]);
    EXPECT_EQ(pad.nodes[1], std::optional<size_t>(2));
    EXPECT_EQ(pad.nodes[2], std::optional<size_t>(2));
    EXPECT_EQ(pad.differences[2], Difference::Added);
    EXPECT_FALSE(pad.differences[3]) << "neither has it";
    EXPECT_EQ(many.rows[4].nodes[2], std::optional<size_t>(4));
    EXPECT_EQ(compareMany({ { &base, {} } }).rows.size(), 3U);
    const auto kicks = chain({ u"Conv2D"_s, u"Conv2D"_s, u"Conv2D"_s });
    const auto &conv = base.nodes[0].entity;
    RecordedPairs recorded;
    auto npu = kicks;
    for (size_t i = 0; i < npu.nodes.size(); ++i) {
        npu.nodes[i].entity = model::EntityRef::node(u"kick %1"_s.arg(i));
        recorded.emplace_back(conv, npu.nodes[i].entity);
    }
    const auto levels = compareMany({ { &base, {} }, { &npu, {} } }, { recorded });
    EXPECT_EQ(levels.rows[0].nodes[1], std::optional<size_t>(0));
    EXPECT_EQ(levels.rows[0].further[1], 2U) << "it became three";
}

TEST(GraphDiff, UnrelatedGraphsSaySo)
{
    auto other = chain(QStringList(20, u"RESHAPE"_s));
    for (auto &node : other.nodes)
        node.subtitle = u"float32 7"_s;
    const auto diff = diffOf(chain(QStringList(20, u"CONV_2D"_s)), other);
    EXPECT_TRUE(diff.areUnrelated());
    EXPECT_EQ(diff.count(Difference::Added), 20U);
    EXPECT_EQ(diff.count(Difference::Removed), 20U);
}

TEST(GraphDiff, WhatNothingTellsApartStaysUnmatched)
{
    // Two of a kind on one side, three on the other, without edges, names and places.
    auto before = chain({ u"ADD"_s, u"ADD"_s });
    auto after = chain({ u"ADD"_s, u"ADD"_s, u"ADD"_s });
    before.edges.clear();
    after.edges.clear();
    const auto diff = diffOf(before, after);
    EXPECT_EQ(diff.count(Difference::Unmatched), 5U);
    EXPECT_EQ(diff.count(Difference::Added), 0U);
}

TEST(GraphDiff, RecordedPairsDecideBetweenLevels)
{
    const auto model = chain({ u"aten.convolution.default"_s, u"aten.relu.default"_s });
    auto npu = chain({ u"Conv2D"_s, u"Transpose"_s });
    npu.nodes[0].entity = model::EntityRef::node(u"kick"_s);
    npu.nodes[1].entity = model::EntityRef::node(u"own"_s);
    const RecordedPairs recorded{ { model.nodes[0].entity, npu.nodes[0].entity },
        { model.nodes[1].entity, npu.nodes[0].entity } };
    const auto diff = diffOf(model, npu, recorded);
    EXPECT_EQ(diff.matchedBefore, 2U);
    EXPECT_EQ(diff.matchedAfter, 1U);
    ASSERT_EQ(diff.count(Difference::Unmatched), 1U); // nobody recorded where it comes from
    EXPECT_EQ(*pairsWith(diff, Difference::Unmatched).front()->after, 1U);
    EXPECT_EQ(diff.count(Difference::Same), 2U);
}

TEST(GraphDiff, LoopsAndEmptyGraphsEnd)
{
    auto loop = chain({ u"ADD"_s, u"MUL"_s });
    loop.edges.push_back({ .from = NodeId(size_t(1)), .to = NodeId(size_t(0)) });
    loop.edges.push_back({ .from = NodeId(size_t(0)), .to = NodeId(size_t(0)) });
    EXPECT_TRUE(diffOf(loop, loop).isSame());
    const Graph empty;
    EXPECT_TRUE(diffOf(empty, empty).isSame());
    EXPECT_EQ(diffOf(empty, loop).count(Difference::Added), 2U);
}

} // namespace tosaic::test::graphdifftests
