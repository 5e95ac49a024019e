// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/session/graphcosts.h"

#include "core/graph/graphbuilder.h"
#include "core/graph/graphtransform.h"
#include "core/graph/networkgraph.h"
#include "profiler/session/profileassembly.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDir>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::graphcoststests {
namespace {

struct Opened
{
    OpenedModel model;
    std::shared_ptr<const ProfileSubject> subject;
};

Opened opened(const QString &path)
{
    auto model = openDocument(path);
    EXPECT_TRUE(model) << path.toStdString();
    Opened result{ .model = model ? *model : OpenedModel() };
    result.subject = assembleProfile(profileMaterial(result.model));
    return result;
}

/// Every compile that succeeded on the NPU, and the bundled sample.
QStringList compiledPrograms()
{
    QStringList programs{ test::sourcePath(u"resources/samples/mobilenet_v2/mobilenet_v2.pte"_s) };
    const QDir generated(test::fixturePath(QString()));
    for (const auto &name : generated.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        const QDir folder(generated.filePath(name));
        const auto files = folder.entryList({ u"*.pte"_s });
        if (files.size() == 1 && folder.exists(u"partition0/debug.xml"_s))
            programs << folder.absoluteFilePath(files.front());
    }
    return programs;
}

double sumOf(const GraphCosts &costs, const profile::OperationTable &table)
{
    double sum = 0;
    for (const auto &cost : costs.nodes)
        sum += cost.cycles.value_or(0);
    for (const auto extra : costs.extra)
        sum += table.operations[extra].cycles()->value;
    return sum;
}

TEST(GraphCosts, NodesAndExtraRowsAddUpToVelasSummary)
{
    const auto programs = compiledPrograms();
    EXPECT_GE(programs.size(), 14);
    for (const auto &path : programs) {
        SCOPED_TRACE(path.toStdString());
        const auto [model, subject] = opened(path);
        ASSERT_TRUE(model.result && subject && subject->table);
        const auto total = model.result->summary.cyclesTotal.value_or(-1);
        const auto full = graph::buildResultGraph(*model.result);
        const auto folded = graph::foldQuantisation(full);
        const auto closed = graph::collapseGroups(folded, graph::allGroups(folded));
        const auto runtime = graph::buildProgramGraph(
            *model.program, graph::largestMethod(*model.program), model.result.get());
        for (const auto &graph : { full, folded, closed, runtime }) {
            const auto costs = costsOf(graph, *subject, *subject->table);
            EXPECT_EQ(costs.origin, Origin::Estimate);
            EXPECT_EQ(costs.total, total);
            EXPECT_EQ(sumOf(costs, *subject->table), total);
            for (const auto &cost : costs.nodes) {
                const auto told
                    = (cost.cycles ? 1 : 0) + (cost.in ? 1 : 0) + (cost.unknown ? 1 : 0);
                EXPECT_EQ(told, cost.isOperator ? 1 : 0);
                if (cost.in) {
                    EXPECT_TRUE(costs.nodes[cost.in->value].cycles);
                }
            }
        }
    }
}

TEST(GraphCosts, EveryOperatorOnTheNpuHasCyclesOrSaysWhichNodeHasThem)
{
    for (const auto &path : compiledPrograms()) {
        SCOPED_TRACE(path.toStdString());
        const auto [model, subject] = opened(path);
        ASSERT_TRUE(model.result && subject && subject->table);
        const auto graph = graph::foldQuantisation(graph::buildResultGraph(*model.result));
        const auto costs = costsOf(graph, *subject, *subject->table);
        for (size_t i = 0; i < graph.nodes.size(); ++i) {
            if (graph.nodes[i].placement != graph::Placement::Npu)
                continue;
            EXPECT_TRUE(costs.nodes[i].cycles || costs.nodes[i].in)
                << graph.nodes[i].name.toStdString();
        }
        for (const auto extra : costs.extra) {
            const auto &operation = subject->table->operations[extra];
            EXPECT_TRUE(operation.origin.isLayoutChange) << operation.name.toStdString();
        }
    }
}

TEST(GraphCosts, ConvolutionsOfTheBundledSampleAreTheHottestAndCarryTheirActivations)
{
    const auto [model, subject] = opened(compiledPrograms().front());
    const auto graph = graph::foldQuantisation(graph::buildResultGraph(*model.result));
    const auto costs = costsOf(graph, *subject, *subject->table);
    size_t hottest = 0;
    for (size_t i = 0; i < costs.nodes.size(); ++i) {
        if (costs.nodes[i].cycles.value_or(0) > costs.nodes[hottest].cycles.value_or(0))
            hottest = i;
        const auto &node = graph.nodes[i];
        if (node.pattern == u"aten.hardtanh.default"_s) {
            ASSERT_TRUE(costs.nodes[i].in) << node.name.toStdString();
            const auto &carrier = graph.nodes[costs.nodes[i].in->value];
            EXPECT_EQ(carrier.pattern, u"aten.convolution.default"_s);
            EXPECT_EQ(carrier.module.section(u'.', 0, -2), node.module.section(u'.', 0, -2));
        }
    }
    EXPECT_EQ(graph.nodes[hottest].name, u"aten_convolution_default_3"_s);
    EXPECT_EQ(graph.nodes[hottest].module, u"features.2.conv.0.0"_s);
    EXPECT_EQ(costs.nodes[hottest].cycles, 111632.0);
    // The selection leads from it to the TOSA operator and to the command stream, and back.
    const auto relatives = subject->relativesOf(graph.nodes[hottest].entity);
    const auto has = [&](model::EntityRef::Kind kind) {
        return std::ranges::any_of(
            relatives, [kind](const auto &entity) { return entity.kind == kind; });
    };
    EXPECT_TRUE(has(model::EntityRef::Kind::Operator));
    EXPECT_TRUE(has(model::EntityRef::Kind::NpuOperation));
    for (const auto &relative : relatives) {
        const auto back = subject->relativesOf(relative);
        EXPECT_TRUE(std::ranges::find(back, graph.nodes[hottest].entity) != back.end());
    }
}

TEST(GraphCosts, FoldedOperatorsOfANetworkSayWhichOperatorHasTheirCycles)
{
    const auto [model, subject]
        = opened(test::fixturePath(u"mobilenet_v2-u55-128/partition0/partition.tosa"_s));
    ASSERT_TRUE(model.network && subject && subject->table);
    const auto graph = graph::networkGraph(*model.network, 0);
    const auto costs = costsOf(graph, *subject, *subject->table);
    EXPECT_EQ(sumOf(costs, *subject->table), 902227.0);
    EXPECT_TRUE(costs.extra.empty());
    size_t folded = 0;
    for (size_t i = 0; i < graph.nodes.size(); ++i) {
        const auto &node = graph.nodes[i];
        if (node.title != u"RESCALE"_s || costs.nodes[i].cycles)
            continue;
        ASSERT_TRUE(costs.nodes[i].in) << node.name.toStdString();
        ++folded;
        if (node.name == u"tosa_rescale_default_3"_s) {
            EXPECT_EQ(graph.nodes[costs.nodes[i].in->value].name, u"tosa_conv2d_default_2"_s);
        }
    }
    EXPECT_GT(folded, 40u);
}

TEST(GraphCosts, WithoutReportsEveryOperatorSaysSo)
{
    const auto model = openDocument(test::fixturePath(u"softmax-cpu/softmax.pte"_s));
    ASSERT_TRUE(model && model->result);
    const auto graph = graph::buildResultGraph(*model->result);
    const auto costs = unknownCosts(graph);
    EXPECT_FALSE(costs.origin);
    for (const auto &cost : costs.nodes) {
        if (cost.isOperator) {
            EXPECT_EQ(cost.unknown, CostUnknown::OnCpu);
        }
    }
}

} // namespace
} // namespace tosaic::graphcoststests
