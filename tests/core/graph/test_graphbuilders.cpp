// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compiled/resultreader.h"
#include "core/documents/relatednetwork.h"
#include "core/formats/openprogram.h"
#include "core/graph/graphbuilder.h"
#include "core/graph/graphtext.h"
#include "core/graph/graphtransform.h"
#include "core/graph/sections.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QJsonArray>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::graph::graphbuilderstests {

namespace {

std::shared_ptr<const model::Program> program(const QString &path)
{
    const auto source = ByteSource::map(path);
    if (!source)
        return nullptr;
    return formats::readProgram(*source).value_or(nullptr);
}

compiled::CompileResult result(const QString &fixture)
{
    return compiled::readCompileResult(test::fixturePath(fixture))
        .value_or(compiled::CompileResult());
}

/// One line a node, edge and group.
QByteArray toText(const Graph &graph)
{
    QString out;
    for (size_t i = 0; i < graph.groups.size(); ++i) {
        const auto &group = graph.groups[i];
        out += u"group %1 [%2] %3 | %4\n"_s.arg(i).arg(
            placementText(group.placement), group.title, group.subtitle);
    }
    for (size_t i = 0; i < graph.nodes.size(); ++i) {
        const auto &node = graph.nodes[i];
        auto subtitle = node.subtitle;
        out += u"node %1 [%2%3] %4 | %5"_s.arg(i).arg(placementText(node.placement),
            node.group ? u" in %1"_s.arg(node.group.value) : QString(), node.title,
            subtitle.replace(u'\n', u" / "_s));
        for (const auto &note : node.notes)
            out += u" ! "_s + note;
        out += u'\n';
    }
    for (const auto &edge : graph.edges)
        out += u"edge %1 -> %2%3 %4\n"_s.arg(edge.from.value)
                   .arg(edge.to.value)
                   .arg(edge.isControl ? u" control"_s : QString(), edge.label);
    return out.toUtf8();
}

/// Compares with tests/core/graph/golden/<name>.txt; TOSAIC_UPDATE_GOLDEN=1 rewrites it.
void expectGolden(const Graph &graph, const QString &name)
{
    const auto path = test::sourcePath(u"tests/core/graph/golden/%1.txt"_s).arg(name);
    const auto text = toText(graph);
    QFile file(path);
    if (qEnvironmentVariableIsSet("TOSAIC_UPDATE_GOLDEN")) {
        ASSERT_TRUE(file.open(QIODevice::WriteOnly)) << qPrintable(path);
        file.write(text);
        return;
    }
    ASSERT_TRUE(file.open(QIODevice::ReadOnly)) << qPrintable(path);
    EXPECT_EQ(text.toStdString(), file.readAll().toStdString());
}

size_t countOf(const Graph &graph, Placement placement)
{
    return static_cast<size_t>(std::count_if(graph.nodes.begin(), graph.nodes.end(),
        [&](const Node &node) { return node.placement == placement; }));
}

void expectSound(const Graph &graph)
{
    for (const auto &edge : graph.edges) {
        ASSERT_LT(edge.from.value, graph.nodes.size());
        ASSERT_LT(edge.to.value, graph.nodes.size());
    }
    for (const auto &node : graph.nodes) {
        if (node.group) {
            ASSERT_LT(node.group.value, graph.groups.size());
        }
        EXPECT_FALSE(node.title.isEmpty());
        EXPECT_FALSE(node.entity.isEmpty());
    }
}

class Samples : public testing::TestWithParam<const char *>
{
};

} // namespace

TEST_P(Samples, RuntimeGraphIsAsBefore)
{
    TOSAIC_NEED_SAMPLES();
    const auto name = QString::fromLatin1(GetParam());
    const auto read = program(test::samplesDir() + u"/generated/aot/%1/model.pte"_s.arg(name));
    ASSERT_TRUE(read);
    const auto graph = buildProgramGraph(*read, 0);
    expectSound(graph);
    expectGolden(graph, u"runtime-"_s + name);
}

INSTANTIATE_TEST_SUITE_P(Aot, Samples,
    testing::Values("twopart-int8-u55-256-segments", "cond-int8-u85-256",
        "rescnn-int8-u55-128-overrides", "mv2-int8-u55-256", "twopart-int8-u85-512-external",
        "softmax-float-cpu"));

TEST(ProgramGraph, FixtureIsAsBefore)
{
    const auto read = program(test::fixturePath(u"two_partitions-u55-128/two_partitions.pte"_s));
    ASSERT_TRUE(read);
    const auto graph = buildProgramGraph(*read, 0);
    expectSound(graph);
    EXPECT_EQ(graph.groups.size(), 2U);
    EXPECT_EQ(countOf(graph, Placement::Npu), 2U);
    EXPECT_GE(countOf(graph, Placement::Cpu), 1U);
    EXPECT_GE(countOf(graph, Placement::Boundary), 4U);
    expectGolden(graph, u"runtime-fixture-twopartitions"_s);
}

TEST(ProgramGraph, KnownCompileAddsEstimatesToTheHulls)
{
    const auto read = program(test::fixturePath(u"two_partitions-u55-128/two_partitions.pte"_s));
    ASSERT_TRUE(read);
    const auto compile = result(u"two_partitions-u55-128"_s);
    const auto graph = buildProgramGraph(*read, 0, &compile);
    ASSERT_EQ(graph.groups.size(), 2U);
    for (const auto &group : graph.groups) {
        EXPECT_TRUE(group.subtitle.contains(u"est "_s)) << qPrintable(group.subtitle);
        EXPECT_TRUE(group.subtitle.contains(u"Ethos-U55-128"_s)) << qPrintable(group.subtitle);
    }
}

TEST(ProgramGraph, AMethodThatIsNotThereIsEmpty)
{
    const auto read = program(test::fixturePath(u"softmax-cpu/softmax.pte"_s));
    ASSERT_TRUE(read);
    EXPECT_TRUE(buildProgramGraph(*read, 5).nodes.empty());
    EXPECT_TRUE(buildProgramGraph(*read, -1).nodes.empty());
    EXPECT_TRUE(buildProgramGraph({}, 0).nodes.empty());
}

TEST(ResultGraph, AClosedPartitionSaysItsCyclesAndKinds)
{
    const auto graph = foldQuantisation(buildResultGraph(result(u"mobilenet_v2-u55-128"_s)));
    const auto closed = collapseGroups(graph, groupsBelow(graph, 0));
    const auto box = std::ranges::find_if(
        closed.nodes, [](const Node &node) { return node.collapsed.isValid(); });
    ASSERT_NE(box, closed.nodes.end());
    EXPECT_EQ(box->placement, Placement::Npu);
    const auto lines = box->subtitle.split(u'\n');
    ASSERT_GE(lines.size(), 2) << qPrintable(box->subtitle);
    EXPECT_TRUE(lines[0].contains(u"cycles"_s));
    EXPECT_TRUE(lines[1].contains(u"convolution"_s)) << qPrintable(lines[1]);
}

TEST(ResultGraph, HoldsAllOperatorsHullsAndReasons)
{
    const auto compile = result(u"two_partitions-u55-128"_s);
    const auto graph = buildResultGraph(compile);
    expectSound(graph);
    EXPECT_EQ(graph.nodes.size(), compile.nodes.size());
    EXPECT_EQ(graph.groups.size(), compile.partitions.size());
    const auto sort = std::find_if(graph.nodes.begin(), graph.nodes.end(),
        [](const Node &node) { return node.title == u"sort"_s; });
    ASSERT_NE(sort, graph.nodes.end());
    EXPECT_EQ(sort->placement, Placement::Cpu);
    EXPECT_EQ(sort->notes, compile.rejection(sort->entity.name)->reasons);
    EXPECT_GE(sort->notes.size(), 2) << "every reason, not only the first";
    EXPECT_TRUE(graph.groups[0].subtitle.contains(u"est "_s));
    EXPECT_TRUE(graph.groups[0].subtitle.contains(u'%'));
    expectGolden(graph, u"result-fixture-twopartitions"_s);
}

TEST(ResultGraph, DelegatedConvolutionsSayTheirWindowAsTheTosaThatWasKeptHasIt)
{
    const auto compile = result(u"mobilenet_v2-u55-128"_s);
    const auto graph = buildResultGraph(compile, keptNetworks(compile));
    const auto node = [&](const QString &name) {
        const auto found = std::ranges::find(graph.nodes, name, &Node::name);
        return found == graph.nodes.end() ? Node() : *found;
    };
    EXPECT_EQ(
        node(u"aten_convolution_default"_s).window, u"kernel 3x3, stride 2x2, padding 1 0 1 0"_s);
    EXPECT_FALSE(node(u"aten_convolution_default"_s).isDepthwise);
    EXPECT_EQ(node(u"aten_convolution_default_1"_s).window, u"kernel 3x3, padding 1"_s);
    EXPECT_TRUE(node(u"aten_convolution_default_1"_s).isDepthwise);
    EXPECT_EQ(node(u"aten_convolution_default_2"_s).window, u"kernel 1x1"_s);
    EXPECT_TRUE(std::ranges::none_of(graph.nodes,
        [](const Node &one) { return one.title == u"hardtanh"_s && !one.window.isEmpty(); }));
    EXPECT_EQ(std::ranges::count_if(graph.nodes, &Node::isDepthwise), 17);
    const auto plain = buildResultGraph(compile);
    EXPECT_TRUE(
        std::ranges::all_of(plain.nodes, [](const Node &one) { return one.window.isEmpty(); }));
}

TEST(ResultGraph, ALongOneIsGroupedByTheModulesInsideItsPartitions)
{
    const auto graph = buildResultGraph(result(u"mobilenet_v2-u85-256"_s));
    expectSound(graph);
    const auto block = std::ranges::find(graph.groups, u"features.3"_s, &Group::title);
    ASSERT_NE(block, graph.groups.end());
    auto outermost = *block;
    for (int steps = 0; outermost.parent && steps < 10; ++steps)
        outermost = graph.groups[outermost.parent.value];
    EXPECT_EQ(outermost.title, u"Partition 0"_s);
    EXPECT_EQ(block->placement, Placement::Npu);
    const auto shown = collapseGroups(graph, groupsBelow(graph, readableDepth(graph)));
    EXPECT_GE(shown.nodes.size(), 15U) << "the blocks of the model";
    EXPECT_LE(shown.nodes.size(), 60U) << "with names that can be read";
    for (const auto &node : shown.nodes)
        EXPECT_FALSE(node.collapsed && node.title.startsWith(u"operators "_s))
            << "modules say more than numbers: " << node.title.toStdString();
}

/// Modules are one box each where all their operators are too many to read on a page; what runs on
/// the CPU is always seen.
TEST(OverviewGraph, HasNoMoreBoxesThanCanBeReadOnAPage)
{
    const auto compile = result(u"mobilenet_v2-u55-128-conv_on_cpu"_s);
    const auto page = buildOverviewGraph(nullptr, &compile);
    EXPECT_GE(page.nodes.size(), 15U);
    EXPECT_LE(page.nodes.size(), 40U);
    const auto onCpu = std::ranges::find(page.nodes, Placement::Cpu, &Node::placement);
    ASSERT_NE(onCpu, page.nodes.end());
    EXPECT_EQ(onCpu->title, u"convolution"_s) << "by itself, no module";
    EXPECT_GT(std::ranges::count_if(page.nodes, &Node::isClosed), 5) << "modules as boxes";
    const auto small = result(u"two_partitions-u55-128"_s);
    EXPECT_TRUE(std::ranges::none_of(buildOverviewGraph(nullptr, &small).nodes, &Node::isClosed))
        << "what is small is drawn whole";
    // A block without modules to close is drawn as long as its colours can be told apart.
    const auto block = result(u"transformer_block-u85-256"_s);
    EXPECT_GT(buildOverviewGraph(nullptr, &block).nodes.size(), 40U);
}

/// Partitions and operators on the CPU in turn, hundreds of them: what is alike is drawn once. The
/// operators on the CPU are of one module, but a hull around them would be joined to every
/// partition to and fro.
TEST(OverviewGraph, HundredsOfPartitionsAreReadOnAPageToo)
{
    compiled::CompileResult compile{ .status = compiled::Status::Succeeded };
    const auto add = [&](const QString &name, const QString &module, std::optional<int> partition) {
        if (!compile.nodes.empty())
            compile.edges.push_back({ compile.nodes.back().name, name });
        compile.nodes.push_back({ .name = name,
            .target = partition ? u"aten.convolution.default"_s : u"aten.add.Tensor"_s,
            .module = module,
            .placement = partition ? u"npu"_s : u"cpu"_s,
            .partition = partition });
    };
    constexpr int Partitions = 200;
    for (int i = 0; i < Partitions; ++i) {
        const auto module = u"stages.%1.blocks.%2"_s.arg(i / 50).arg(i % 50);
        compile.partitions.push_back({ .index = i });
        for (int k = 0; k < 4; ++k)
            add(u"conv_%1_%2"_s.arg(i).arg(k), module + u".conv"_s, i);
        add(u"add_%1"_s.arg(i), module, {});
    }
    const auto graph = buildResultGraph(compile);
    for (const auto &node : graph.nodes) {
        if (node.placement == Placement::Cpu && node.group)
            EXPECT_NE(graph.groups[node.group.value].title, u"stages.0.blocks"_s);
    }
    const auto page = buildOverviewGraph(nullptr, &compile);
    EXPECT_LE(page.nodes.size(), 40U);
    EXPECT_TRUE(std::ranges::any_of(
        page.nodes, [](const Node &node) { return node.placement == Placement::Cpu; }));
    EXPECT_TRUE(
        std::ranges::any_of(page.nodes, [](const Node &node) { return node.copies > 100; }));
}

TEST(Transform, FoldingLeavesTheOperatorsAndNamesWhatTheyStandFor)
{
    Graph graph;
    graph.groups.push_back({ .title = u"Partition 0"_s });
    const auto add = [&](const QString &title, int group) {
        graph.nodes.push_back({ .title = title, .entity = model::EntityRef::node(title) });
        if (group >= 0)
            graph.nodes.back().group = GroupId(group);
        return NodeId(graph.nodes.size() - 1);
    };
    const auto x = add(u"quantize_per_tensor"_s, -1);
    const auto dq = add(u"dequantize_per_tensor"_s, 0);
    const auto conv = add(u"convolution"_s, 0);
    const auto q = add(u"quantize_per_channel"_s, 0);
    const auto dq2 = add(u"dequantize_per_channel"_s, 0);
    const auto relu = add(u"relu"_s, 0);
    const auto sum = add(u"sum"_s, 0);
    for (const auto &[from, to] :
        { std::pair(x, dq), { dq, conv }, { conv, q }, { q, dq2 }, { dq2, relu }, { dq2, sum } })
        graph.edges.push_back({ .from = from, .to = to });
    const auto folded = foldQuantisation(graph);
    ASSERT_EQ(folded.nodes.size(), 4U);
    EXPECT_EQ(folded.nodes[0].title, u"quantize_per_tensor"_s) << "outside a partition it stays";
    EXPECT_EQ(folded.nodes[1].folded.size(), 2U) << "its own quantise and the dequantise before";
    ASSERT_EQ(folded.edges.size(), 3U);
    EXPECT_EQ(toText(foldQuantisation(folded)), toText(folded));
}

/// A partition may begin with a requantisation, whose cycles are the NPU's.
TEST(Transform, QuantisationIsFoldedIntoItsOwnPartition)
{
    Graph graph;
    graph.groups.push_back({ .title = u"Partition 0"_s });
    graph.nodes.push_back({ .title = u"quantize_per_tensor"_s }); // of the CPU
    graph.nodes.push_back({ .title = u"quantize_per_tensor"_s, .group = GroupId(0) });
    graph.nodes.push_back({ .title = u"add"_s, .group = GroupId(0) });
    graph.edges.push_back({ .from = NodeId(0), .to = NodeId(1) });
    graph.edges.push_back({ .from = NodeId(1), .to = NodeId(2) });
    const auto folded = foldQuantisation(graph);
    ASSERT_EQ(folded.nodes.size(), 2U);
    EXPECT_TRUE(folded.nodes[0].folded.empty());
    EXPECT_EQ(folded.nodes[1].folded.size(), 1U);
}

TEST(Transform, AGroupOfNothingButQuantisationKeepsIt)
{
    Graph graph;
    graph.groups.push_back({ .title = u"Partition 0"_s });
    graph.nodes.push_back({ .title = u"quantize_per_tensor"_s, .group = GroupId(0) });
    EXPECT_EQ(foldQuantisation(graph).nodes.size(), 1U);
}

TEST(Transform, CollapsedGroupsAreOneNodeWithTheEdgesOfAll)
{
    const auto graph = buildResultGraph(result(u"two_partitions-u55-128"_s));
    const auto groups = allGroups(graph);
    ASSERT_EQ(groups.size(), 2);
    const auto closed = collapseGroups(graph, groups);
    expectSound(closed);
    EXPECT_EQ(countOf(closed, Placement::Npu), 2U);
    for (const auto &node : closed.nodes) {
        if (node.collapsed) {
            EXPECT_FALSE(node.folded.empty());
            EXPECT_FALSE(node.subtitle.isEmpty());
        }
    }
    EXPECT_EQ(toText(collapseGroups(graph, {})), toText(graph));
}

TEST(GraphTransform, ChangesAreMarkedAndCountedWhereTheyAreHidden)
{
    Graph graph;
    graph.groups.push_back({ .title = u"Partition 0"_s });
    for (const auto &name : { u"a"_s, u"b"_s, u"c"_s })
        graph.nodes.push_back({ .title = name, .entity = model::EntityRef::node(name) });
    graph.nodes[0].group = GroupId(0);
    graph.nodes[1].group = GroupId(0);
    const Changes changes{ { u"a"_s, Change::ToNpu }, { u"c"_s, Change::New } };
    markChanges(graph, changes);
    EXPECT_EQ(graph.nodes[0].change, Change::ToNpu);
    EXPECT_EQ(graph.nodes[1].change, Change::None);
    EXPECT_EQ(graph.nodes[2].change, Change::New);
    auto closed = collapseGroups(graph, allGroups(graph));
    markChanges(closed, changes);
    ASSERT_EQ(closed.nodes.size(), 2U);
    EXPECT_EQ(closed.nodes[0].change, Change::None);
    EXPECT_EQ(closed.nodes[0].changesInside, 1);
    markChanges(closed, {});
    EXPECT_EQ(closed.nodes[0].changesInside, 0);
    EXPECT_EQ(closed.nodes[1].change, Change::None);
}

TEST(Transform, ThousandsOfNodesAreQuick)
{
    Graph graph;
    graph.groups.push_back({ .title = u"Partition 0"_s });
    for (int i = 0; i < 20000; ++i) {
        graph.nodes.push_back(
            { .title = i % 3 ? u"quantize_per_tensor"_s : u"conv"_s, .group = GroupId(0) });
        if (i > 0)
            graph.edges.push_back({ .from = NodeId(i - 1), .to = NodeId(i) });
    }
    const auto closed = collapseGroups(graph, allGroups(graph));
    EXPECT_EQ(closed.nodes.size(), 1U);
    EXPECT_EQ(closed.nodes[0].folded.size(), 20000U);
}

TEST(GraphText, DotHasClustersAndQuotesWhatNamesContain)
{
    Graph graph;
    graph.groups.push_back({ .title = u"Partition \"0\""_s });
    graph.nodes.push_back({ .title = u"a\\b\"c"_s, .group = GroupId(0) });
    graph.nodes.push_back({ .title = u"x"_s });
    graph.edges.push_back({ .from = NodeId(0), .to = NodeId(1), .label = u"int8"_s });
    const auto dot = QString::fromUtf8(toDot(graph));
    EXPECT_TRUE(dot.contains(u"subgraph cluster_0"_s));
    EXPECT_TRUE(dot.contains(u"label=\"a\\\\b\\\"c\""_s)) << qPrintable(dot);
    EXPECT_TRUE(dot.contains(u"n0 -> n1 [label=\"int8\"]"_s)) << qPrintable(dot);
}

TEST(GraphText, JsonLeavesOutWhatIsNotKnown)
{
    const auto json = toJson(buildResultGraph(result(u"two_partitions-u55-128"_s)));
    EXPECT_EQ(json.value("groups"_L1).toArray().size(), 2);
    for (const auto &entry : json.value("nodes"_L1).toArray()) {
        const auto node = entry.toObject();
        EXPECT_TRUE(node.contains("title"_L1) && node.contains("placement"_L1));
        if (node.contains("notes"_L1)) {
            EXPECT_FALSE(node.value("notes"_L1).toArray().isEmpty());
        }
    }
}

} // namespace tosaic::graph::graphbuilderstests
