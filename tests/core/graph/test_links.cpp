// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/links.h"

#include <gtest/gtest.h>

using namespace Qt::StringLiterals;

namespace tosaic::graph::linkstests {

namespace {

using Nodes = std::vector<size_t>;

Graph graphOf(size_t nodes, const std::vector<std::pair<int, int>> &edges)
{
    Graph graph;
    for (size_t i = 0; i < nodes; ++i)
        graph.nodes.push_back({ .title = u"op"_s, .name = u"op_%1"_s.arg(i) });
    for (const auto &[from, to] : edges)
        graph.edges.push_back({ .from = NodeId(from), .to = NodeId(to) });
    return graph;
}

/// 0 feeds 1 and 2, both feed 3, twice from 1; 4 is an island, 5 feeds itself.
Graph diamond()
{
    return graphOf(6, { { 0, 1 }, { 0, 2 }, { 1, 3 }, { 1, 3 }, { 2, 3 }, { 5, 5 } });
}

} // namespace

TEST(Links, NeighboursAreToldOnceAndInTheirOrder)
{
    const Links links(diamond());
    EXPECT_EQ(links.related({ 3 }, Relation::Producers), (Nodes{ 1, 2 }));
    EXPECT_EQ(links.related({ 0 }, Relation::Consumers), (Nodes{ 1, 2 }));
    EXPECT_EQ(links.related({ 3 }, Relation::Ancestors), (Nodes{ 1, 2, 0 }));
    EXPECT_EQ(links.related({ 0 }, Relation::Descendants), (Nodes{ 1, 2, 3 }));
    EXPECT_TRUE(links.related({ 4 }, Relation::Ancestors).empty());
    EXPECT_TRUE(links.related({ 5 }, Relation::Consumers).empty()) << "not itself";
}

TEST(Links, AGroupHasWhatItsNodesHaveOutsideIt)
{
    auto graph = diamond();
    graph.groups = { { .title = u"outer"_s }, { .title = u"inner"_s, .parent = GroupId(0) } };
    graph.nodes[1].group = GroupId(1);
    graph.nodes[2].group = GroupId(0);
    EXPECT_EQ(nodesIn(graph, GroupId(0)), (Nodes{ 1, 2 }));
    EXPECT_EQ(nodesIn(graph, GroupId(1)), (Nodes{ 1 }));
    graph.groups[0].parent = GroupId(1); // damaged: a loop
    EXPECT_EQ(nodesIn(graph, GroupId(1)).size(), 2);
    const Links links(graph);
    EXPECT_EQ(links.related({ 1, 2 }, Relation::Producers), (Nodes{ 0 }));
    EXPECT_EQ(links.related({ 1, 2 }, Relation::Descendants), (Nodes{ 3 }));
}

TEST(Links, TheWayIsAShortestOneAlongTheData)
{
    auto graph = graphOf(7, { { 0, 1 }, { 1, 2 }, { 2, 3 }, { 0, 4 }, { 4, 3 }, { 3, 0 } });
    graph.edges.push_back({ .from = NodeId(5), .to = NodeId(6), .isControl = true });
    const Links links(graph);
    EXPECT_EQ(links.path({ 0 }, { 3 }), (Nodes{ 0, 4, 3 }));
    EXPECT_EQ(links.path({ 3 }, { 2 }), (Nodes{ 3, 0, 1, 2 })) << "through the cycle";
    EXPECT_EQ(links.path({ 2 }, { 2 }), (Nodes{ 2 }));
    EXPECT_EQ(links.path({ 1, 4 }, { 3, 0 }), (Nodes{ 4, 3 })) << "between groups";
    EXPECT_TRUE(links.path({ 0 }, { 5 }).empty());
    EXPECT_TRUE(links.path({ 5 }, { 6 }).empty()) << "a jump is no data";
}

TEST(Links, AMillionEdgesOnOneTensorAndALongChainEnd)
{
    Graph graph = graphOf(50'000, {});
    for (int i = 0; i + 1 < 50'000; ++i)
        graph.edges.push_back({ .from = NodeId(i), .to = NodeId(i + 1) });
    for (int i = 0; i < 1'000'000; ++i)
        graph.edges.push_back({ .from = NodeId(0), .to = NodeId(1 + i % 49'999) });
    const Links links(graph);
    EXPECT_EQ(links.related({ 0 }, Relation::Consumers).size(), 49'999u);
    EXPECT_EQ(links.related({ 49'999 }, Relation::Ancestors).size(), 49'999u);
    EXPECT_EQ(links.path({ 0 }, { 49'999 }).size(), 2u);
    EXPECT_EQ(links.path({ 1 }, { 49'999 }).size(), 49'999u);
}

TEST(Links, NamesAreWholeBeforeTheyAreParts)
{
    auto graph = graphOf(12, {});
    EXPECT_EQ(nodesNamed(graph, u"op_1"_s), (Nodes{ 1 }));
    EXPECT_EQ(nodesNamed(graph, u"OP_1"_s), (Nodes{ 1, 10, 11 }));
    graph.nodes[4].entity = model::EntityRef::node(u"aten_relu"_s);
    EXPECT_EQ(nodesNamed(graph, u"aten_relu"_s), (Nodes{ 4 }));
    EXPECT_TRUE(nodesNamed(graph, u"nothing"_s).empty());
}

} // namespace tosaic::graph::linkstests
