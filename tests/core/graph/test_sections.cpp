// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/graphtransform.h"
#include "core/graph/modulegroups.h"
#include "core/graph/repeats.h"
#include "core/graph/sections.h"
#include "core/graph/shown.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

using namespace Qt::StringLiterals;

namespace tosaic::graph::sectionstests {

namespace {

/// An input, and blocks of four with a way around each.
Graph residual(int blocks, bool named)
{
    Graph graph;
    graph.nodes.push_back({ .title = u"input"_s, .placement = Placement::Io });
    for (int i = 0; i < blocks; ++i) {
        const auto entry = graph.nodes.size() - 1;
        for (const auto &kind : { u"CONV"_s, u"RELU"_s, u"CONV"_s, u"ADD"_s }) {
            graph.edges.push_back(
                { .from = NodeId(graph.nodes.size() - 1), .to = NodeId(graph.nodes.size()) });
            graph.nodes.push_back({ .title = kind,
                .entity
                = model::EntityRef::networkOperator(0, static_cast<int>(graph.nodes.size()) - 1),
                .module = named ? u"net.layer%1"_s.arg(i) : QString(),
                .isUnplaced = true,
                .constantBytes = 100 });
        }
        graph.edges.push_back({ .from = NodeId(entry), .to = NodeId(graph.nodes.size() - 1) });
    }
    return graph;
}

} // namespace

TEST(Sections, LeaveSmallGraphsAlone)
{
    auto graph = residual(70, false);
    divideLong(graph);
    EXPECT_TRUE(graph.groups.empty());
    EXPECT_EQ(groupsBelow(graph, readableDepth(graph)), QSet<GroupId>());
}

TEST(Sections, DivideALongGraphWhereLittleFlows)
{
    auto graph = residual(2500, false);
    divideLong(graph);
    EXPECT_FALSE(graph.nodes[0].group) << "the input stays in sight";
    std::map<quint32, int> children;
    const auto depths = groupDepths(graph);
    for (const auto &node : graph.nodes) {
        if (node.placement == Placement::Io)
            continue;
        ASSERT_TRUE(node.group);
        ++children[node.group.value];
    }
    for (size_t i = 0; i < graph.groups.size(); ++i) {
        if (graph.groups[i].parent) {
            EXPECT_LT(graph.groups[i].parent.value, i) << "parents first";
            ++children[graph.groups[i].parent.value];
        }
    }
    for (const auto &[group, count] : children)
        EXPECT_LE(count, 62);
    // Every border is one between two blocks: one value passes it.
    for (size_t i = 1; i + 1 < graph.nodes.size(); ++i) {
        if (graph.nodes[i].group != graph.nodes[i + 1].group) {
            EXPECT_EQ(graph.nodes[i].title, u"ADD"_s) << i;
        }
    }
    EXPECT_GE(*std::max_element(depths.begin(), depths.end()), 2);
}

TEST(Sections, OpenAtADepthThatCanBeRead)
{
    for (const bool named : { false, true }) {
        for (const int blocks : { 100, 700, 2500 }) {
            auto graph = residual(blocks, named);
            groupByModule(graph);
            divideLong(graph);
            const auto depth = readableDepth(graph);
            const auto shown = collapseGroups(graph, groupsBelow(graph, depth));
            EXPECT_LE(shown.nodes.size(), 60U) << blocks << named;
            EXPECT_GE(shown.nodes.size(), 5U) << blocks << named;
            const auto all = collapseGroups(graph, groupsBelow(graph, 99));
            EXPECT_EQ(all.nodes.size(), graph.nodes.size());
        }
    }
}

TEST(Sections, AreNamedByWhatTheyHold)
{
    auto flat = residual(100, false);
    divideLong(flat);
    EXPECT_TRUE(flat.groups.front().title.startsWith(u"operators 0 … "_s))
        << qPrintable(flat.groups.front().title);
    auto named = residual(100, true);
    groupByModule(named);
    divideLong(named);
    EXPECT_TRUE(named.groups.front().title.startsWith(u"net.layer0 … layer"_s))
        << qPrintable(named.groups.front().title);
}

TEST(Sections, AClosedGroupSaysWhatIsInIt)
{
    auto graph = residual(100, true);
    groupByModule(graph);
    const auto closed = collapseGroups(graph, allGroups(graph));
    ASSERT_EQ(closed.nodes.size(), 101U);
    const auto &node = closed.nodes[1];
    EXPECT_TRUE(node.isUnplaced);
    EXPECT_EQ(node.constantBytes, 400U);
    const auto lines = node.subtitle.split(u'\n');
    ASSERT_EQ(lines.size(), 3) << qPrintable(node.subtitle);
    EXPECT_EQ(lines[0], u"4 operators · 1 of 100 alike"_s);
    EXPECT_EQ(lines[1], u"2 CONV · 1 ADD · 1 RELU"_s);
    EXPECT_EQ(lines[2], u"constants 400 bytes"_s);
}

TEST(Repeats, BlocksAlikeAreDrawnOnceAndStandForAll)
{
    for (const bool named : { true, false }) {
        auto graph = residual(100, named);
        groupByModule(graph);
        findRepeats(graph);
        divideLong(graph);
        const auto repeats = repeatsOf(graph);
        ASSERT_EQ(repeats.size(), 1) << named;
        const auto whole = *repeats.begin();
        EXPECT_EQ(graph.groups[whole.value].repeats, 100U) << named;
        EXPECT_TRUE(graph.groups[whole.value].title.startsWith(
            named ? u"net.layer0 … layer99"_s : u"operators 0 … "_s))
            << graph.groups[whole.value].title.toStdString();
        EXPECT_EQ(graph.groups[whole.value].subtitle, u"× 100 alike, 4 operators each"_s);
        for (size_t i = 0; i < graph.groups.size(); ++i) {
            if (graph.groups[i].parent) {
                EXPECT_LT(graph.groups[i].parent.value, i) << "parents first";
            }
        }
        const auto once = foldRepeats(graph);
        ASSERT_EQ(once.nodes.size(), 5U) << named;
        EXPECT_EQ(once.nodes[0].copies, 1U) << "the input";
        for (size_t i = 1; i < once.nodes.size(); ++i) {
            EXPECT_EQ(once.nodes[i].copies, 100U);
            EXPECT_EQ(once.nodes[i].folded.size(), 99U) << "selecting any of them leads here";
            EXPECT_EQ(once.nodes[i].constantBytes, 10000U) << "of all";
            EXPECT_EQ(once.nodes[i].group, whole) << "no frame around the only block";
        }
        EXPECT_EQ(once.nodes[1].title, u"CONV"_s);
        ASSERT_EQ(once.edges.size(), 5U) << "none leads from a block to the next";
        for (const auto &edge : once.edges)
            EXPECT_LT(edge.from.value, edge.to.value);
        EXPECT_EQ(foldRepeats(graph, repeats).nodes.size(), graph.nodes.size());
    }
}

TEST(Repeats, WhatDiffersAndWhatSavesLittleStaysAsItIs)
{
    auto small = residual(20, true); // 81 nodes can be read
    groupByModule(small);
    findRepeats(small);
    EXPECT_TRUE(repeatsOf(small).isEmpty());
    Graph chain; // of one operator: there is nothing to see in a block
    for (int i = 0; i < 1000; ++i)
        chain.nodes.push_back({ .title = u"ADD"_s });
    for (quint32 i = 1; i < 1000; ++i)
        chain.edges.push_back({ .from = NodeId(i - 1), .to = NodeId(i) });
    findRepeats(chain);
    EXPECT_TRUE(repeatsOf(chain).isEmpty());
    auto other = residual(100, true);
    other.nodes[200].subtitle = u"int8 1x9"_s; // layer 49
    groupByModule(other);
    findRepeats(other);
    std::vector<quint32> counts;
    for (const auto group : repeatsOf(other))
        counts.push_back(other.groups[group.value].repeats);
    std::ranges::sort(counts);
    EXPECT_EQ(counts, (std::vector<quint32>{ 49, 50 })) << "around the one of another shape";
    auto crossed = residual(100, true);
    for (auto &edge : crossed.edges) {
        if (edge.from == NodeId(201)) // inside layer 50
            edge.to = NodeId(edge.to.value + 1);
    }
    groupByModule(crossed);
    findRepeats(crossed);
    EXPECT_EQ(repeatsOf(crossed).size(), 2) << "joined in another way";
}

TEST(Shown, SaysWhatIsLeftOut)
{
    auto graph = residual(100, true);
    groupByModule(graph);
    findRepeats(graph);
    divideLong(graph);
    const auto once = shownOf(graph, { .collapsed = closedAtFirst(graph) });
    EXPECT_EQ(once.graph.nodes.size(), 5U) << "opens at what can be read";
    EXPECT_EQ(once.leftOut, (LeftOut{ .blocks = 99 }));
    const auto closed = shownOf(graph, { .collapsed = closedBelow(graph, {}, 0) });
    EXPECT_EQ(closed.graph.nodes.size(), 2U);
    EXPECT_EQ(closed.graph.nodes[1].families.at(Family::Convolution), 2U);
    EXPECT_EQ(closed.leftOut.groups, 1U);
    EXPECT_EQ(closed.leftOut.blocks, 0U) << "said by the closed group";
    const auto whole = *repeatsOf(graph).begin();
    const auto blocks
        = shownOf(graph, { .collapsed = blocksOf(graph, whole), .unfolded = { whole } });
    EXPECT_GT(blocks.graph.nodes.size(), 5U);
    EXPECT_EQ(blocks.leftOut.operators, 400U);
    EXPECT_EQ(toJson(blocks.leftOut)[u"operatorsInside"_s].toInt(), 400);
    const auto all = shownOf(graph, { .unfolded = { whole } });
    EXPECT_TRUE(all.leftOut.isEmpty());
    EXPECT_TRUE(toJson(all.leftOut).isEmpty());
}

TEST(ModulePath, IsReadFromNamesThatArePaths)
{
    EXPECT_EQ(modulePathOf(u"stage1/block2/conv1"_s), u"stage1.block2"_s);
    EXPECT_EQ(modulePathOf(u"stage1.block2.conv"_s), u"stage1.block2"_s);
    EXPECT_EQ(modulePathOf(u"a/b/BiasAdd;a/b/Conv2D"_s), u"a.b"_s);
    EXPECT_EQ(modulePathOf(u"conv_1"_s), QString());
    EXPECT_EQ(modulePathOf({}), QString());
    EXPECT_EQ(modulePathOf(QString(10000, u'/')), QString());
}

} // namespace tosaic::graph::sectionstests
