// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/npugraph.h"
#include "tests/core/npu/generatedruns.h"
#include "tests/core/npu/handstream.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tosaic::test::npugraphtests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::npu;
using graph::buildNpuGraph;
using graph::Graph;
using graph::Placement;
using test::HandStream;
using test::map;

namespace {

Graph graphOf(const HandStream &hand, const StreamPlace &place = {})
{
    return buildNpuGraph(
        hand.stream(), place, dataflow(hand.stream(), place), workOf(hand.stream()));
}

const graph::Edge *edge(const Graph &graph, const QString &from, const QString &to)
{
    const auto found = std::find_if(graph.edges.begin(), graph.edges.end(), [&](const auto &e) {
        return graph.nodes[e.from.value].title == from && graph.nodes[e.to.value].title == to;
    });
    return found == graph.edges.end() ? nullptr : &*found;
}

const graph::Node *node(const Graph &graph, const QString &title)
{
    const auto found = std::find_if(
        graph.nodes.begin(), graph.nodes.end(), [&](const auto &n) { return n.title == title; });
    return found == graph.nodes.end() ? nullptr : &*found;
}

size_t groupsNamed(const Graph &graph, const QString &title)
{
    return size_t(std::count_if(graph.groups.begin(), graph.groups.end(),
        [&](const auto &group) { return group.title == title; }));
}

} // namespace

TEST(NpuGraphTest, DrawsOperationsAndWhatFlowsBetweenThem)
{
    HandStream hand;
    hand.dma({ 0, 0, 128 }, { 1, 2048, 128 });
    hand.conv(map(1, 0, 4, 4, 16), map(1, 256, 4, 4, 16), { 1, 2048, 128 });
    auto &pool = hand.kernel(OperationKind::Pool, map(1, 256, 4, 4, 16), map(1, 512, 2, 2, 16));
    pool.mode = u"MAX"_s;
    hand.add(OperationKind::Stop);
    const auto place = test::delegatePlace({ 1, 0, 256 }, { 1, 512, 64 }, 4096);
    const auto graph = graphOf(hand, place);
    ASSERT_EQ(graph.nodes.size(), 5u) << "input, three operations, output; no node for STOP";
    EXPECT_EQ(node(graph, u"input 0"_s)->placement, Placement::Io);
    EXPECT_EQ(node(graph, u"conv"_s)->placement, Placement::Npu);
    EXPECT_EQ(node(graph, u"conv"_s)->subtitle, u"int8 4x4x16"_s);
    EXPECT_TRUE(node(graph, u"conv"_s)->window.startsWith(u"kernel "_s));
    EXPECT_EQ(node(graph, u"prefetch"_s)->window, QString());
    EXPECT_EQ(node(graph, u"prefetch"_s)->placement, Placement::Boundary);
    EXPECT_EQ(node(graph, u"conv"_s)->entity, model::EntityRef::npuOperation(place.owner, 1));
    const auto *data = edge(graph, u"conv"_s, u"max pool"_s);
    ASSERT_NE(data, nullptr);
    EXPECT_EQ(data->label, u"int8 4x4x16, 256 bytes"_s);
    EXPECT_EQ(data->entity.kind, model::EntityRef::Kind::NpuBuffer);
    EXPECT_EQ(edge(graph, u"prefetch"_s, u"conv"_s)->label, u"weights, 128 bytes"_s);
    EXPECT_NE(edge(graph, u"input 0"_s, u"conv"_s), nullptr);
    EXPECT_NE(edge(graph, u"max pool"_s, u"output 0"_s), nullptr);
    EXPECT_TRUE(node(graph, u"prefetch"_s)->details.last().contains(u"constant"_s));
}

TEST(NpuGraphTest, OperatorsThatTakeTurnsAreACascade)
{
    HandStream hand;
    for (quint32 stripe = 0; stripe < 4; ++stripe) {
        const quint64 slot = stripe % 2 * 64;
        hand.conv(map(1, 1024 + stripe * 64, 1, 4, 16), map(1, slot, 1, 4, 16), { 0, 0, 64 });
        hand.conv(map(1, slot, 1, 4, 16), map(1, 2048 + stripe * 64, 1, 4, 16), { 0, 64, 64 });
    }
    const auto graph = graphOf(hand);
    ASSERT_EQ(groupsNamed(graph, u"Cascade"_s), 1u);
    ASSERT_EQ(groupsNamed(graph, u"conv"_s), 2u);
    for (const auto &group : graph.groups) {
        if (group.title == "conv"_L1) {
            EXPECT_TRUE(group.parent);
            EXPECT_EQ(group.subtitle.section(u',', 0, 0), u"4 stripes"_s);
        }
    }
}

TEST(NpuGraphTest, ChainsAndTablesAreShown)
{
    HandStream hand(NpuProduct::U85);
    hand.dma({ 0, 0, 256 }, { 3, 0, 256 }, true);
    auto &first = hand.kernel(OperationKind::Elementwise, map(1, 0, 4, 4, 4), test::chained(0));
    first.mode = u"ADD"_s;
    first.chain = 0;
    auto &second = hand.kernel(OperationKind::Elementwise, test::chained(0), map(1, 64, 4, 4, 4));
    second.mode = u"MUL"_s;
    second.chain = 0;
    second.activation = u"LUT_S8_S8"_s;
    second.activationTable = 0;
    const auto graph = graphOf(hand);
    ASSERT_EQ(graph.groups.size(), 1u);
    EXPECT_EQ(node(graph, u"add"_s)->group, node(graph, u"mul"_s)->group);
    EXPECT_EQ(edge(graph, u"add"_s, u"mul"_s)->label, u"chained"_s);
    EXPECT_TRUE(edge(graph, u"add"_s, u"mul"_s)->entity.isEmpty());
    EXPECT_EQ(edge(graph, u"load table"_s, u"mul"_s)->label, u"table"_s);
}

TEST(NpuGraphTest, ABranchLeadsToItsTarget)
{
    HandStream hand(NpuProduct::U85);
    auto &branch = hand.add(OperationKind::Branch);
    branch.mode = u"RF_TRUE"_s;
    hand.kernel(OperationKind::Pool, map(1, 0, 4, 4, 4), map(1, 64, 4, 4, 4));
    hand.kernel(OperationKind::Resize, map(1, 0, 4, 4, 4), map(1, 128, 4, 4, 4));
    const auto target = hand.stream().operations.back().offset;
    auto stream = hand.stream();
    stream.operations.front().branchTarget = target;
    const auto graph = buildNpuGraph(stream, {}, dataflow(stream, {}));
    EXPECT_TRUE(node(graph, u"branch"_s)->isControl);
    const auto *jump = edge(graph, u"branch"_s, u"resize"_s);
    ASSERT_NE(jump, nullptr);
    EXPECT_TRUE(jump->isControl);
}

TEST(NpuGraphTest, AnEmptyStreamIsAnEmptyGraph)
{
    const auto graph = buildNpuGraph({}, {}, {});
    EXPECT_TRUE(graph.nodes.empty());
    EXPECT_TRUE(graph.edges.empty());
}

TEST(NpuGraphSamplesTest, EveryStreamGivesAGraphThatHangsTogether)
{
    TOSAIC_NEED_SAMPLES();
    auto runs = test::velaRuns();
    for (auto &run : test::partitionRuns())
        runs.push_back(std::move(run));
    for (const auto &run : runs) {
        SCOPED_TRACE(run.name.toStdString());
        for (const auto &placed : run.streams) {
            const auto flow = dataflow(*placed.stream, placed.place);
            const auto graph
                = buildNpuGraph(*placed.stream, placed.place, flow, workOf(*placed.stream));
            std::vector<bool> isFed(graph.nodes.size(), false);
            std::vector<bool> isUsed(graph.nodes.size(), false);
            for (const auto &e : graph.edges) {
                ASSERT_LT(e.from.value, graph.nodes.size());
                ASSERT_LT(e.to.value, graph.nodes.size());
                isUsed[e.from.value] = isFed[e.to.value] = true;
            }
            for (size_t i = 0; i < graph.nodes.size(); ++i) {
                const auto &n = graph.nodes[i];
                EXPECT_FALSE(n.title.isEmpty());
                ASSERT_TRUE(!n.group || n.group.value < graph.groups.size());
                if (n.placement == Placement::Npu && !n.isControl && flow.isComplete) {
                    EXPECT_TRUE(isFed[i] || n.details.last().contains(u"constant"_s))
                        << n.title.toStdString() << " reads nothing";
                    EXPECT_TRUE(isUsed[i] || run.name.startsWith(u"lstm"_s))
                        << n.title.toStdString() << " is of no use";
                }
            }
        }
    }
}

} // namespace tosaic::test::npugraphtests
