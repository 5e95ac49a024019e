// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/layered/layeredengine.h"
#include "core/layout/layered/layeredlayout.h"
#include "tests/bench/samplegraphs.h"
#include "tests/core/layout/drawingquality.h"

#include <gtest/gtest.h>

#include <QElapsedTimer>
#include <QTest>

#include <random>

namespace tosaic::layout::layeredlayouttests {

namespace {

Request graphOf(int nodes, const std::vector<std::pair<int, int>> &links)
{
    Request request;
    request.nodes.assign(static_cast<size_t>(nodes), { { 100, 40 } });
    for (const auto &[from, to] : links)
        request.links.push_back({ from, to });
    return request;
}

/// Everything that holds of every drawing.
void expectSound(const Request &request, const Layout &layout)
{
    ASSERT_EQ(layout.centres.size(), request.nodes.size());
    ASSERT_EQ(layout.splines.size(), request.links.size());
    ASSERT_EQ(layout.clusterRects.size(), request.clusters.size());
    const auto quality = qualityOf(request, layout);
    EXPECT_EQ(quality.overlaps, 0U);
    EXPECT_EQ(quality.throughNodes, 0U);
    EXPECT_EQ(quality.strays, 0U);
    const auto bounds = layout.bounds.adjusted(-1, -1, 1, 1);
    for (size_t i = 0; i < request.nodes.size(); ++i) {
        QRectF box({}, request.nodes[i].size);
        box.moveCenter(layout.centres[i]);
        EXPECT_TRUE(bounds.contains(box)) << i;
    }
    for (size_t i = 0; i < layout.splines.size(); ++i) {
        const auto &spline = layout.splines[i];
        if (spline.points.empty())
            continue;
        EXPECT_EQ(spline.points.size() % 3, 1U);
        QRectF to({}, request.nodes[static_cast<size_t>(request.links[i].to)].size);
        to.moveCenter(layout.centres[static_cast<size_t>(request.links[i].to)]);
        EXPECT_TRUE(to.adjusted(-1, -1, 1, 1).contains(spline.arrowTip)) << i;
    }
}

} // namespace

TEST(LayeredLayout, NothingOverlapsAndNoEdgePassesThroughANode)
{
    for (const auto family : bench::Families) {
        for (const int count : { 60, 290, 1200 }) {
            for (const bool named : { false, true }) {
                SCOPED_TRACE(std::string(bench::nameOf(family)) + std::to_string(count)
                    + (named ? " named" : " flat"));
                const auto request = bench::sampleRequest(bench::sampleGraph(family, count), named);
                const auto layout = layeredLayout(request);
                ASSERT_TRUE(layout);
                expectSound(request, *layout);
            }
        }
    }
}

TEST(LayeredLayout, IsAsReadableAsGraphviz)
{
    std::vector<double> lengths;
    std::vector<double> crossings;
    for (const auto family : bench::Families) {
        for (const int count : { 60, 100, 200, 280 }) {
            for (const bool named : { false, true }) {
                const auto both = besideGraphviz(
                    bench::sampleRequest(bench::sampleGraph(family, count), named));
                ASSERT_TRUE(both);
                EXPECT_EQ(both->own.stubs, both->graphviz.stubs);
                lengths.push_back(both->own.length / both->graphviz.length);
                crossings.push_back(
                    double(both->own.crossings + 1) / double(both->graphviz.crossings + 1));
            }
        }
    }
    EXPECT_LE(median(lengths), 1.1);
    EXPECT_LE(median(crossings), 1.1);
}

TEST(LayeredLayout, IsTheSameForTheSameRequest)
{
    const auto request
        = bench::sampleRequest(bench::sampleGraph(bench::Family::Inception, 500), true);
    const auto first = layeredLayout(request);
    const auto second = layeredLayout(request);
    ASSERT_TRUE(first && second);
    EXPECT_EQ(first->centres, second->centres);
    EXPECT_EQ(first->clusterRects, second->clusterRects);
}

TEST(LayeredLayout, EdgesLeadDownwardsAndAChainIsAStraightLine)
{
    const auto request = graphOf(5, { { 0, 1 }, { 1, 2 }, { 2, 3 }, { 3, 4 }, { 0, 4 } });
    const auto layout = layeredLayout(request);
    ASSERT_TRUE(layout);
    expectSound(request, *layout);
    for (size_t i = 1; i < 5; ++i)
        EXPECT_GT(layout->centres[i].y(), layout->centres[i - 1].y());
    EXPECT_NEAR(layout->centres[1].x(), layout->centres[2].x(), 0.5);
    EXPECT_NEAR(layout->centres[2].x(), layout->centres[3].x(), 0.5);
    for (const auto &point : layout->splines[4].points)
        EXPECT_NEAR(point.x(), layout->centres[0].x(), 0.5) << "the long edge is straight";
}

/// Each operator takes its weights from a transfer of its own: they stand beside the trunk.
TEST(LayeredLayout, WhatOneOperatorTakesPushesNoTrunkAside)
{
    constexpr int Length = 20;
    std::vector<std::pair<int, int>> edges;
    for (int i = 1; i < Length; ++i) {
        edges.emplace_back(i - 1, i);
        edges.emplace_back(Length - 1 + i, i);
    }
    const auto request = graphOf(2 * Length - 1, edges);
    const auto layout = layeredLayout(request);
    ASSERT_TRUE(layout);
    expectSound(request, *layout);
    for (size_t i = 2; i < Length; ++i)
        EXPECT_NEAR(layout->centres[i].x(), layout->centres[1].x(), 0.5) << i;
}

TEST(LayeredLayout, CirclesLoopsParallelEdgesIslandsAndLoneNodesAreDrawn)
{
    auto request = graphOf(
        9, { { 0, 1 }, { 1, 2 }, { 2, 0 }, { 3, 3 }, { 4, 5 }, { 4, 5 }, { 5, 4 }, { 6, 7 } });
    const auto layout = layeredLayout(request);
    ASSERT_TRUE(layout);
    expectSound(request, *layout);
    for (const auto &spline : layout->splines)
        EXPECT_FALSE(spline.points.empty());
    EXPECT_NE(layout->splines[4].points, layout->splines[5].points) << "each its own line";
    EXPECT_LT(layout->splines[2].arrowTip.y(), layout->splines[2].points.front().y())
        << "the edge that closes the circle runs upwards";
    EXPECT_TRUE(layeredLayout(graphOf(1, {})));
    const auto nothing = layeredLayout(Request());
    ASSERT_TRUE(nothing);
    EXPECT_TRUE(nothing->bounds.isEmpty());
}

TEST(LayeredLayout, EdgesThatRunBackDoNotTurnTheGraphRound)
{
    auto request = graphOf(4, { { 0, 1 }, { 1, 2 }, { 2, 3 } });
    request.links.push_back({ 3, 0, false });
    const auto layout = layeredLayout(request);
    ASSERT_TRUE(layout);
    expectSound(request, *layout);
    EXPECT_LT(layout->centres[0].y(), layout->centres[3].y());
}

TEST(LayeredLayout, ManyNodesWithoutEdgesFillASheet)
{
    const auto layout = layeredLayout(graphOf(1000, {}));
    ASSERT_TRUE(layout);
    EXPECT_LT(layout->bounds.width() / layout->bounds.height(), 3);
    EXPECT_GT(layout->bounds.width() / layout->bounds.height(), 0.5);
}

TEST(LayeredLayout, HullsNestAndKeepRoomForTheirTitles)
{
    auto request = graphOf(6, { { 0, 1 }, { 1, 2 }, { 2, 3 }, { 3, 4 }, { 0, 5 }, { 5, 4 } });
    request.clusters = { { 1, { 90, 30 } }, { -1, { 400, 30 } }, { -1, { 90, 30 } } };
    request.nodes[1].cluster = 1;
    request.nodes[2].cluster = 0;
    request.nodes[3].cluster = 0;
    const auto layout = layeredLayout(request);
    ASSERT_TRUE(layout);
    expectSound(request, *layout);
    EXPECT_TRUE(layout->clusterRects[1].contains(layout->clusterRects[0]));
    EXPECT_GE(layout->clusterRects[1].width(), 400);
    EXPECT_GE(layout->centres[1].y() - 20 - layout->clusterRects[1].top(), 30);
    EXPECT_TRUE(layout->clusterRects[2].isNull()) << "nothing stands in it";
}

TEST(LayeredLayout, HullsThatAreLeftAndEnteredAgainAreDrawn)
{
    auto request = graphOf(5, { { 0, 1 }, { 1, 2 }, { 2, 3 }, { 3, 4 }, { 1, 3 } });
    request.clusters = { { -1, { 90, 30 } } };
    request.nodes[1].cluster = 0;
    request.nodes[3].cluster = 0; // 2 stands outside, between the two
    const auto layout = layeredLayout(request);
    ASSERT_TRUE(layout);
    expectSound(request, *layout);
    for (const auto &spline : layout->splines)
        EXPECT_FALSE(spline.points.empty());
}

TEST(LayeredLayout, RandomGraphsWithRandomHullsAreSound)
{
    for (quint32 seed = 1; seed <= 40; ++seed) {
        std::mt19937 engine(seed);
        const auto random = [&] { return static_cast<quint32>(engine()); };
        auto request = graphOf(5 + static_cast<int>(random() % 30), {});
        const auto count = static_cast<quint32>(request.nodes.size());
        for (quint32 i = random() % 5; i > 0; --i)
            request.clusters.push_back(
                { static_cast<int>(random() % (request.clusters.size() + 1)) - 1, { 120, 30 } });
        for (auto &node : request.nodes) {
            node.size = { 40.0 + random() % 200, 20.0 + random() % 60 };
            node.cluster = static_cast<int>(random() % (request.clusters.size() + 1)) - 1;
        }
        for (quint32 i = random() % (2 * count); i > 0; --i)
            request.links.push_back({ static_cast<int>(random() % count),
                static_cast<int>(random() % count), random() % 8 != 0 });
        const auto layout = layeredLayout(request);
        ASSERT_TRUE(layout);
        SCOPED_TRACE(seed);
        expectSound(request, *layout);
    }
}

TEST(LayeredLayout, LongEdgesOfLargeGraphsAreLeftOut)
{
    const auto request
        = bench::sampleRequest(bench::sampleGraph(bench::Family::Decoder, 2000), false);
    const auto layout = layeredLayout(request);
    ASSERT_TRUE(layout);
    size_t stubs = 0;
    for (size_t i = 0; i < request.links.size(); ++i) {
        stubs += layout->splines[i].points.empty();
        if (layout->splines[i].points.empty()) {
            EXPECT_LT(request.links[i].from, 3) << "only mask, cosine and sine lead far";
        }
    }
    EXPECT_GT(stubs, 300U);
}

TEST(LayeredLayout, WhatManyTakeIsDrawnOnlyToThoseNearby)
{
    auto request = graphOf(12, {});
    for (int i = 1; i < 12; ++i)
        request.links.push_back({ i - 1, i });
    for (int i = 2; i < 12; ++i)
        request.links.push_back({ 0, i }); // a mask
    const auto layout = layeredLayout(request);
    ASSERT_TRUE(layout);
    for (size_t i = 0; i < 11; ++i)
        EXPECT_FALSE(layout->splines[i].points.empty());
    EXPECT_FALSE(layout->splines[11].points.empty()) << "two layers";
    EXPECT_TRUE(layout->splines[12].points.empty());
    for (const auto &centre : layout->centres)
        EXPECT_NEAR(centre.x(), layout->centres[11].x(), 70) << "the chain stays straight";
}

TEST(LayeredLayout, AMillionEdgesBetweenFewNodesOrFromOneEndInTimeAndMemory)
{
    auto few = graphOf(3, {});
    for (int i = 0; i < 1000000; ++i)
        few.links.push_back({ i % 2, 2 });
    const auto drawn = layeredLayout(few);
    ASSERT_TRUE(drawn);
    EXPECT_LT(drawn->bounds.width(), 1000);
    auto star = graphOf(20001, {});
    for (int i = 0; i < 20000; ++i)
        star.links.push_back({ 0, i + 1 });
    EXPECT_TRUE(layeredLayout(star));
}

TEST(LayeredEngine, AnswersLaterAndOnlyTheLastQuestion)
{
    LayeredEngine engine;
    int answered = 0;
    size_t nodes = 0;
    const auto done = [&](const Result<Layout> &layout) {
        ASSERT_TRUE(layout);
        nodes = layout->centres.size();
        ++answered;
    };
    engine.layout(graphOf(2, { { 0, 1 } }), done);
    engine.layout(graphOf(3, { { 0, 1 } }), done);
    EXPECT_EQ(answered, 0);
    ASSERT_TRUE(QTest::qWaitFor([&] { return answered > 0; }, 10000));
    QTest::qWait(20);
    EXPECT_EQ(answered, 1);
    EXPECT_EQ(nodes, 3U);
}

TEST(LayeredEngine, CancellingEndsTheWork)
{
    const auto request
        = bench::sampleRequest(bench::sampleGraph(bench::Family::Inception, 30000), false);
    int asked = 0;
    const auto layout = layeredLayout(request, [&] { return ++asked > 5; });
    ASSERT_FALSE(layout);
    EXPECT_EQ(layout.error().code, ErrorCode::Cancelled);
    EXPECT_LT(asked, 100) << "it went on for long";
    LayeredEngine engine;
    bool answered = false;
    engine.layout(request, [&](const Result<Layout> &) { answered = true; });
    engine.cancel();
    QTest::qWait(50);
    EXPECT_FALSE(answered);
}

} // namespace tosaic::layout::layeredlayouttests
