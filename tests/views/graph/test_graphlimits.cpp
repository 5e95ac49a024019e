// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Graphs as no model should be: drawn, walked, searched and exported all the same.
#include "core/model/network.h"
#include "tests/views/graph/graphpagefixture.h"
#include "views/graph/graphexport.h"

#include <QLabel>
#include <QTest>

using namespace Qt::StringLiterals;

namespace tosaic::views::graphlimitstests {

namespace {

struct OddGraph
{
    const char *name;
    std::vector<model::NetworkOperator> operators;
    int tensors;
};

model::NetworkOperator op(
    const QString &type, const std::vector<qint32> &inputs, const std::vector<qint32> &outputs)
{
    return { .type = type, .inputs = inputs, .outputs = outputs };
}

std::vector<OddGraph> oddGraphs()
{
    const auto add = u"ADD"_s;
    std::vector<OddGraph> graphs{
        { "one node", { op(add, {}, { 0 }) }, 1 },
        { "no edges", { op(add, {}, { 0 }), op(add, {}, { 1 }), op(add, {}, { 2 }) }, 3 },
        { "an operator that takes and gives nothing", { op(add, {}, {}) }, 0 },
        { "islands", { op(add, {}, { 0 }), op(add, { 0 }, { 1 }), op(add, {}, { 2 }) }, 3 },
        { "a loop", { op(add, { 0 }, { 0 }) }, 1 },
        { "a circle", { op(add, { 2 }, { 0 }), op(add, { 0 }, { 1 }), op(add, { 1 }, { 2 }) }, 3 },
        { "parallel edges", { op(add, {}, { 0 }), op(add, { 0, 0, 0 }, { 1 }) }, 2 },
        { "unknown operators", { op({}, {}, { 0 }), op(u"?"_s, { 0 }, { 1 }) }, 2 },
        { "tensors that are not there", { op(add, { 77, -1 }, { 0 }), op(add, { 0 }, { 99 }) }, 1 },
        { "two that write one tensor", { op(add, {}, { 0 }), op(add, {}, { 0 }) }, 1 },
        { "a long name", { op(QString(10'000, u'x'), {}, { 0 }), op(add, { 0 }, { 1 }) }, 2 },
    };
    OddGraph many{ "a million edges on one tensor", { op(add, {}, { 0 }) }, 101 };
    for (qint32 i = 1; i <= 100; ++i)
        many.operators.push_back(op(add, std::vector<qint32>(10'000, 0), { i }));
    graphs.push_back(std::move(many));
    return graphs;
}

} // namespace

TEST_F(GraphPageTest, OddGraphsAreDrawnWalkedSearchedAndExported)
{
    for (const auto &odd : oddGraphs()) {
        SCOPED_TRACE(odd.name);
        model::Network network{ .format = u"tflite"_s };
        model::Subgraph main{ .name = u"main"_s };
        for (int i = 0; i < odd.tensors; ++i)
            main.tensors.push_back({ .name = u"t%1"_s.arg(i) });
        main.operators = odd.operators;
        network.subgraphs = { main };
        document.set({ .path = u"/%1.tflite"_s.arg(QLatin1StringView(odd.name)),
            .network = std::make_shared<const model::Network>(std::move(network)) });
        waitUntilShown();
        const auto *scene = page.view()->graphScene();
        ASSERT_GE(scene->graph().nodes.size(), odd.operators.size());
        for (size_t i = 0; i < scene->graph().nodes.size(); ++i) {
            const auto box = scene->rectOf({ .node = static_cast<int>(i) });
            EXPECT_LT(box.width(), 1000) << "of node " << i;
            EXPECT_TRUE(scene->bounds().contains(box));
        }
        for (const auto step :
            { Qt::Key_Home, Qt::Key_Down, Qt::Key_Right, Qt::Key_End, Qt::Key_Up })
            key(step);
        EXPECT_GE(scene->selected().node, 0);
        for (const auto relation : { graph::Relation::Producers, graph::Relation::Descendants })
            page.showRelated(relation);
        page.openFind();
        EXPECT_GE(page.find(u"t0"_s) + page.find(u"add"_s), odd.tensors > 0 ? 1 : 0);
        const auto drawing = page.drawing();
        ASSERT_TRUE(drawing);
        EXPECT_TRUE(graphToSvg(drawing->graph, drawing->layout, drawing->colors));
        key(Qt::Key_Escape);
    }
}

/// Of a TOSA file Vela writes a raw result, which no graph is drawn of.
TEST_F(GraphPageTest, ACompileWithoutAProgramIsNoMethodThatReturnsAConstant)
{
    compiled::CompileResult result{ .status = compiled::Status::Succeeded };
    document.set({}, nullptr, std::make_shared<const compiled::CompileResult>(result));
    auto *text = page.findChild<QLabel *>(u"emptyText"_s);
    ASSERT_TRUE(QTest::qWaitFor([&] { return text && text->text().contains(u"no program"_s); }))
        << (text ? text->text().toStdString() : "no state");
}

} // namespace tosaic::views::graphlimitstests
