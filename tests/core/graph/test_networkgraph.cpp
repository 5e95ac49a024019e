// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/opennetwork.h"
#include "core/graph/graphtext.h"
#include "core/graph/graphtransform.h"
#include "core/graph/networkgraph.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDirIterator>
#include <QElapsedTimer>
#include <QJsonArray>
#include <QJsonObject>

#include <algorithm>
#include <numeric>

using namespace Qt::StringLiterals;

namespace tosaic::graph::networkgraphtests {

using namespace tosaic::model;

namespace {

NetworkTensor tensor(const QString &name, std::vector<qint64> shape = { 1, 4 })
{
    return { .name = name, .type = ElementType::Int8, .shape = std::move(shape) };
}

NetworkTensor constant(const QString &name)
{
    auto t = tensor(name, { 4, 4 });
    t.data = ByteRange{ 64, 16 };
    return t;
}

/// in -> CONV2D(weights from a CONST, bias with bytes) -> CLAMP -> out; CLAMP is an output, too.
Network small(const QString &format = u"tosa"_s)
{
    Network network{ .format = format };
    Subgraph main{ .name = u"main"_s, .inputs = { 0 }, .outputs = { 4 } };
    main.tensors = { tensor(u"in"_s), constant(u"weights"_s), constant(u"bias"_s), tensor(u"sum"_s),
        tensor(u"out"_s) };
    main.operators = {
        { .type = u"CONST"_s, .outputs = { 1 } },
        { .type = u"CONV2D"_s,
            .inputs = { 0, 1, 2 },
            .outputs = { 3 },
            .attributes
            = { { u"pad"_s, std::vector<qint64>{ 0, 1, 0, 1 } }, { u"local_bound"_s, true } } },
        { .type = u"CLAMP"_s, .inputs = { 3, -1 }, .outputs = { 4 } },
    };
    network.subgraphs = { main };
    return network;
}

int node(const Graph &graph, const QString &title)
{
    for (size_t i = 0; i < graph.nodes.size(); ++i) {
        if (graph.nodes[i].title == title)
            return static_cast<int>(i);
    }
    return -1;
}

bool hasEdge(const Graph &graph, const QString &from, const QString &to)
{
    return std::any_of(graph.edges.begin(), graph.edges.end(), [&](const Edge &e) {
        return graph.nodes[e.from.value].title == from && graph.nodes[e.to.value].title == to;
    });
}

void expectSound(const Graph &graph)
{
    for (const auto &edge : graph.edges) {
        ASSERT_LT(edge.from.value, graph.nodes.size());
        ASSERT_LT(edge.to.value, graph.nodes.size());
        EXPECT_FALSE(edge.entity.isEmpty());
    }
    for (size_t i = 0; i < graph.groups.size(); ++i) {
        if (graph.groups[i].parent) {
            EXPECT_LT(graph.groups[i].parent.value, i) << "parents stand before their children";
        }
    }
    for (const auto &n : graph.nodes) {
        EXPECT_FALSE(n.title.isEmpty());
        EXPECT_FALSE(n.entity.isEmpty());
        if (n.group) {
            EXPECT_LT(n.group.value, graph.groups.size());
        }
    }
}

} // namespace

TEST(NetworkGraph, ConstantsAreFoldedIntoWhoTakesThem)
{
    const auto graph = networkGraph(small(), 0);
    expectSound(graph);
    ASSERT_EQ(graph.nodes.size(), 4U);
    EXPECT_TRUE(hasEdge(graph, u"in"_s, u"CONV2D"_s));
    EXPECT_TRUE(hasEdge(graph, u"CONV2D"_s, u"CLAMP"_s));
    EXPECT_TRUE(hasEdge(graph, u"CLAMP"_s, u"out"_s));
    EXPECT_EQ(node(graph, u"CONST"_s), -1);
    const auto &conv = graph.nodes[static_cast<size_t>(node(graph, u"CONV2D"_s))];
    EXPECT_EQ(conv.entity, EntityRef::networkOperator(0, 1));
    for (const auto &folded : { EntityRef::networkTensor(0, 1), EntityRef::networkTensor(0, 2),
             EntityRef::networkOperator(0, 0) })
        EXPECT_EQ(std::count(conv.folded.begin(), conv.folded.end(), folded), 1);
    EXPECT_TRUE(conv.details.contains(u"pad = [0, 1, 0, 1]"_s));
    EXPECT_TRUE(conv.details.contains(u"local_bound = true"_s));
    EXPECT_TRUE(conv.details.contains(u"constant bias int8 4x4"_s));
    EXPECT_EQ(conv.subtitle, u"int8 1x4"_s);
    EXPECT_TRUE(conv.isUnplaced) << "nobody has cut this model yet";
}

TEST(NetworkGraph, OperatorsStandWhereTheDelegateOfTheirNetworkRuns)
{
    const auto graph = networkGraph(small(), 0, { .placement = Placement::Npu });
    for (const auto &title : { u"CONV2D"_s, u"CLAMP"_s }) {
        const auto at = node(graph, title);
        ASSERT_GE(at, 0);
        EXPECT_EQ(graph.nodes[static_cast<size_t>(at)].placement, Placement::Npu);
        EXPECT_FALSE(graph.nodes[static_cast<size_t>(at)].isUnplaced);
    }
    EXPECT_EQ(graph.nodes[static_cast<size_t>(node(graph, u"in"_s))].placement, Placement::Io);
}

TEST(NetworkGraph, ConvolutionsAndPoolsSayTheirWindow)
{
    const auto windowOf
        = [](const QString &format, const NetworkOperator &op, const std::vector<qint64> &input,
              const std::vector<qint64> &weights) {
              Network network{ .format = format };
              Subgraph main{ .inputs = { 0 }, .outputs = { 2 } };
              main.tensors = { tensor(u"in"_s, input), constant(u"w"_s), tensor(u"out"_s) };
              main.tensors[1].shape = weights;
              main.operators = { op };
              main.operators[0].inputs = { 0, 1 };
              main.operators[0].outputs = { 2 };
              network.subgraphs = { main };
              const auto graph = networkGraph(network, 0);
              const auto json = toJson(graph)[u"nodes"_s].toArray()[1].toObject();
              EXPECT_EQ(json[u"window"_s].toString(), graph.nodes[1].window);
              EXPECT_EQ(json.contains(u"window"_s), !graph.nodes[1].window.isEmpty());
              return std::pair(graph.nodes[1].window, graph.nodes[1].isDepthwise);
          };
    const auto list = [](const QString &name, qint64 height, qint64 width) {
        return Attribute{ name, std::vector<qint64>{ height, width } };
    };
    using Said = std::pair<QString, bool>;
    EXPECT_EQ(windowOf(u"tosa"_s,
                  { .type = u"CONV2D"_s,
                      .attributes = { list(u"stride"_s, 2, 1), list(u"dilation"_s, 1, 1) } },
                  { 1, 8, 8, 4 }, { 16, 3, 5, 4 }),
        (Said{ u"kernel 3x5, stride 2x1"_s, false }));
    const auto padded = [&](const std::vector<qint64> &sides) {
        return windowOf(u"tosa"_s, { .type = u"CONV2D"_s, .attributes = { { u"pad"_s, sides } } },
            { 1, 8, 8, 4 }, { 16, 3, 3, 4 })
            .first;
    };
    EXPECT_EQ(padded({ 1, 1, 1, 1 }), u"kernel 3x3, padding 1"_s);
    EXPECT_EQ(padded({ 0, 1, 0, 1 }), u"kernel 3x3, padding 0 1 0 1"_s);
    EXPECT_EQ(padded({ 0, 0, 0, 0 }), u"kernel 3x3"_s);
    EXPECT_EQ(windowOf(u"tflite"_s,
                  { .type = u"CONV_2D"_s, .attributes = { { u"padding"_s, u"SAME"_s } } },
                  { 1, 8, 8, 4 }, { 16, 3, 3, 4 })
                  .first,
        u"kernel 3x3, padding SAME"_s);
    EXPECT_EQ(windowOf(u"tosa"_s,
                  { .type = u"DEPTHWISE_CONV2D"_s, .attributes = { list(u"dilation"_s, 2, 2) } },
                  { 1, 8, 8, 4 }, { 3, 5, 4, 1 }),
        (Said{ u"kernel 3x5, dilation 2x2"_s, true }));
    EXPECT_EQ(
        windowOf(u"tflite"_s,
            { .type = u"DEPTHWISE_CONV_2D"_s,
                .attributes = { { u"stride_w"_s, qint64(1) }, { u"stride_h"_s, qint64(2) } } },
            { 1, 8, 8, 4 }, { 1, 3, 5, 4 }),
        (Said{ u"kernel 3x5, stride 2x1"_s, true }));
    EXPECT_EQ(windowOf(u"tflite"_s,
                  { .type = u"MAX_POOL_2D"_s,
                      .attributes
                      = { { u"filter_width"_s, qint64(3) }, { u"filter_height"_s, qint64(2) } } },
                  { 1, 8, 8, 4 }, {}),
        (Said{ u"kernel 2x3"_s, false }));
    const NetworkOperator grouped{ .type = u"aten.conv2d.default"_s,
        .attributes = { list(u"stride"_s, 2, 2), { u"groups"_s, qint64(4) } } };
    EXPECT_EQ(windowOf(u"pt2"_s, grouped, { 1, 4, 8, 8 }, { 4, 1, 3, 5 }),
        (Said{ u"kernel 3x5, stride 2x2, groups 4"_s, true }));
    EXPECT_EQ(windowOf(u"pt2"_s, grouped, { 1, 8, 8, 8 }, { 4, 2, 3, 5 }),
        (Said{ u"kernel 3x5, stride 2x2, groups 4"_s, false }))
        << "groups of two channels";
    EXPECT_EQ(windowOf(u"tosa"_s, { .type = u"ADD"_s, .attributes = { list(u"stride"_s, 2, 2) } },
                  { 1, 8, 8, 4 }, { 1, 8, 8, 4 }),
        (Said{ QString(), false }));
    EXPECT_EQ(windowOf(u"tosa"_s, { .type = u"CONV2D"_s }, { 1, 8, 8, 4 }, {}).first, QString())
        << "what is not known is not said";
}

TEST(NetworkGraph, ConstantsStandForThemselvesOnRequest)
{
    const auto graph = networkGraph(small(), 0, { .constants = true });
    expectSound(graph);
    EXPECT_EQ(graph.nodes.size(), 6U);
    EXPECT_TRUE(hasEdge(graph, u"CONST"_s, u"CONV2D"_s));
    EXPECT_TRUE(hasEdge(graph, u"bias"_s, u"CONV2D"_s));
}

TEST(NetworkGraph, ARelatedNetworksEntitiesCarryItsFile)
{
    const auto graph = networkGraph(small(), 0, { .file = u"/x/partition.tosa"_s });
    for (const auto &n : graph.nodes)
        EXPECT_EQ(n.entity.name, u"/x/partition.tosa"_s);
    for (const auto &edge : graph.edges)
        EXPECT_EQ(edge.entity.name, u"/x/partition.tosa"_s);
}

TEST(NetworkGraph, AVariableIsNoConstant)
{
    auto network = small();
    network.subgraphs[0].tensors[2].isVariable = true;
    const auto graph = networkGraph(network, 0);
    const auto &conv = graph.nodes[static_cast<size_t>(node(graph, u"CONV2D"_s))];
    EXPECT_EQ(
        std::count(conv.folded.begin(), conv.folded.end(), EntityRef::networkTensor(0, 2)), 0);
}

TEST(NetworkGraph, BadIndicesAreLeftOut)
{
    auto network = small();
    network.subgraphs[0].operators[1].inputs = { 0, 99, -7, 2147483647 };
    network.subgraphs[0].operators[2].outputs = { 4, 1000 };
    network.subgraphs[0].outputs = { -1, 4, 77 };
    network.subgraphs[0].inputs = { 88, 0 };
    expectSound(networkGraph(network, 0));
    EXPECT_TRUE(networkGraph(network, 1).nodes.empty());
    EXPECT_TRUE(networkGraph(network, -1).nodes.empty());
    network.subgraphs[0].operators[1].inputs = { 3 }; // its own result: a loop
    expectSound(networkGraph(network, 0));
}

TEST(NetworkGraph, AnEthosUOperatorIsPlaced)
{
    auto network = small(u"tflite"_s);
    auto payload = std::make_shared<EthosUPayload>();
    payload->npu = NpuConfig{ .product = NpuProduct::U55, .macs = 128 };
    payload->operations = 83;
    network.subgraphs[0].operators[1].type = u"CUSTOM:ethos-u"_s;
    network.subgraphs[0].operators[1].ethosu = payload;
    const auto graph = networkGraph(network, 0);
    const auto at = node(graph, u"ethos-u"_s);
    ASSERT_GE(at, 0);
    const auto &npu = graph.nodes[static_cast<size_t>(at)];
    EXPECT_EQ(npu.placement, Placement::Npu);
    EXPECT_FALSE(npu.isUnplaced);
    EXPECT_EQ(npu.subtitle, u"Ethos-U55-128\n83 NPU operations"_s);
}

TEST(NetworkGraph, ExportedProgramsAreGroupedByModule)
{
    Network network{ .format = u"pt2"_s };
    Subgraph main{ .inputs = { 0 }, .outputs = { 6 } };
    const QStringList modules{ u"features.0.conv"_s, u"features.0.act"_s, u"features.1.conv"_s,
        u"features.1.act"_s, u"head"_s, u"head"_s };
    main.tensors.push_back(tensor(u"x"_s));
    for (qint32 i = 0; i < 6; ++i) {
        main.tensors.push_back(tensor(u"t%1"_s.arg(i)));
        main.operators.push_back({ .type = u"aten.relu.default"_s,
            .name = u"relu_%1"_s.arg(i),
            .inputs = { i },
            .outputs = { i + 1 },
            .module = modules[i] });
    }
    network.subgraphs = { main };
    const auto graph = networkGraph(network, 0);
    expectSound(graph);
    QStringList titles;
    for (const auto &group : graph.groups)
        titles += group.title;
    EXPECT_EQ(titles, (QStringList{ u"features"_s, u"features.0"_s, u"features.1"_s, u"head"_s }))
        << titles.join(u' ').toStdString();
    EXPECT_EQ(graph.groups[1].parent, GroupId(0));
    EXPECT_EQ(graph.groups[0].subtitle, u"4 operators"_s);
    const auto closed = collapseGroups(graph, allGroups(graph));
    EXPECT_EQ(closed.nodes.size(), 5U) << "input, features.0, features.1, head, output";
    const auto first = node(graph, u"relu"_s);
    EXPECT_EQ(graph.nodes[static_cast<size_t>(first)].pattern, u"aten.relu.default"_s);
}

TEST(NetworkGraph, AttributesOfEveryKindHaveAText)
{
    EXPECT_EQ(attributeText({}), u"none"_s);
    EXPECT_EQ(attributeText(false), u"false"_s);
    EXPECT_EQ(attributeText(qint64(-3)), u"-3"_s);
    EXPECT_EQ(attributeText(0.1), u"0.1"_s);
    EXPECT_EQ(attributeText(u"SAME"_s), u"SAME"_s);
    EXPECT_EQ(attributeText(std::vector<double>{ 1.5, 2 }), u"[1.5, 2]"_s);
    EXPECT_EQ(attributeText(std::vector<bool>{ true }), u"[true]"_s);
    EXPECT_EQ(attributeText(std::vector<QString>{ u"a"_s, u"b"_s }), u"[a, b]"_s);
    EXPECT_EQ(attributeText(QByteArray(96, 'x')), u"96 bytes"_s);
    const auto longList = attributeText(std::vector<qint64>(5000, 7));
    EXPECT_LT(longList.size(), 100);
    EXPECT_TRUE(longList.endsWith(u"in all]"_s)) << longList.toStdString();
    EXPECT_EQ(tensorText({ .type = ElementType::Int8, .shape = std::vector<qint64>{ 1, -1 } }),
        u"int8 1x?"_s);
    EXPECT_EQ(tensorText({ .type = ElementType::Int8 }), u"int8"_s);
}

TEST(NetworkGraph, AHundredThousandOperatorsTakeNoTime)
{
    Network network{ .format = u"tosa"_s };
    Subgraph main{ .inputs = { 0 }, .outputs = { 100000 } };
    main.tensors.assign(100001, tensor(u"t"_s));
    for (qint32 i = 0; i < 100000; ++i)
        main.operators.push_back({ .type = u"ADD"_s, .inputs = { i, 0 }, .outputs = { i + 1 } });
    network.subgraphs = { main };
    QElapsedTimer timer;
    timer.start();
    const auto graph = networkGraph(network, 0);
    EXPECT_LT(timer.elapsed(), 5000);
    EXPECT_EQ(graph.nodes.size(), 100002U);
}

TEST(NetworkGraph, EverySampleIsDrawn)
{
    TOSAIC_NEED_SAMPLES();
    QDirIterator files(test::samplesDir(),
        { u"*.tosa"_s, u"*.tflite"_s, u"*.pt2"_s, u"*.etrecord"_s }, QDir::Files,
        QDirIterator::Subdirectories);
    int count = 0;
    while (files.hasNext()) {
        const auto path = files.next();
        if (path.contains("/damaged/"_L1) || path.contains("/fail-"_L1))
            continue;
        const auto source = ByteSource::map(path);
        ASSERT_TRUE(source) << path.toStdString();
        const auto network = formats::readNetwork(*source);
        ASSERT_TRUE(network) << path.toStdString() << network.error().toText().toStdString();
        for (size_t i = 0; i < (*network)->subgraphs.size(); ++i) {
            SCOPED_TRACE(path.toStdString());
            const auto &subgraph = (*network)->subgraphs[i];
            const auto graph = networkGraph(**network, static_cast<int>(i));
            expectSound(graph);
            const auto operators = std::count_if(subgraph.operators.begin(),
                subgraph.operators.end(), [](const auto &op) { return !isConstantOperator(op); });
            const auto drawn = std::count_if(graph.nodes.begin(), graph.nodes.end(),
                [](const Node &n) { return n.entity.kind == EntityRef::Kind::Operator; });
            EXPECT_EQ(drawn, operators);
        }
        ++count;
    }
    EXPECT_GT(count, 30);
}

} // namespace tosaic::graph::networkgraphtests
