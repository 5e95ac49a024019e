// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/columns.h"
#include "core/layout/helper/graphvizengine.h"
#include "core/layout/helper/ranks.h"

#include <gtest/gtest.h>

#include <QElapsedTimer>

#include <algorithm>

namespace tosaic::layout::graphvizenginetests {

namespace {

/// 0 -> 1 -> ... -> count-1, all in one cluster except the first and the last.
Request chain(int count)
{
    Request request;
    request.clusters.push_back({ -1, { 300, 30 } });
    for (int i = 0; i < count; ++i) {
        request.nodes.push_back({ { 120, 40 }, i == 0 || i == count - 1 ? -1 : 0 });
        if (i > 0)
            request.links.push_back({ i - 1, i });
    }
    return request;
}

QRectF boxOf(const Request &request, const Layout &layout, size_t node)
{
    QRectF box({}, request.nodes[node].size);
    box.moveCenter(layout.centres[node]);
    return box;
}

void expectNoOverlap(const Request &request, const Layout &layout)
{
    for (size_t a = 0; a < request.nodes.size(); ++a) {
        for (size_t b = a + 1; b < request.nodes.size(); ++b)
            EXPECT_FALSE(boxOf(request, layout, a).intersects(boxOf(request, layout, b)))
                << a << " and " << b;
    }
}

// One engine for the program, as in the helper: contexts leak.
GraphvizEngine &engine()
{
    static GraphvizEngine instance;
    return instance;
}

} // namespace

TEST(GraphvizEngine, DrawsAChainDownwardsInsideItsHull)
{
    const auto request = chain(6);
    const auto layout = engine().layout(request);
    ASSERT_TRUE(layout);
    expectNoOverlap(request, *layout);
    for (size_t i = 1; i < 6; ++i)
        EXPECT_GT(layout->centres[i].y(), layout->centres[i - 1].y());
    const auto hull = layout->clusterRects[0];
    EXPECT_GE(hull.width(), 300 - 1) << "the title has to fit";
    for (size_t i = 1; i < 5; ++i)
        EXPECT_TRUE(hull.contains(boxOf(request, *layout, i)));
    EXPECT_GE(boxOf(request, *layout, 1).top() - hull.top(), 30) << "room for the title bar";
    EXPECT_FALSE(hull.intersects(boxOf(request, *layout, 0)));
    EXPECT_FALSE(hull.intersects(boxOf(request, *layout, 5)));
    EXPECT_TRUE(layout->bounds.contains(hull));
    for (const auto &spline : layout->splines) {
        EXPECT_EQ(spline.points.size() % 3, 1U);
        EXPECT_TRUE(spline.hasArrow);
    }
}

TEST(GraphvizEngine, EdgesThatRunBackDoNotTurnTheGraphRound)
{
    auto request = chain(4);
    request.links.push_back({ 3, 0, false });
    const auto layout = engine().layout(request);
    ASSERT_TRUE(layout);
    EXPECT_LT(layout->centres[0].y(), layout->centres[3].y());
}

TEST(GraphvizEngine, SelfLoopsParallelEdgesAndNestedOrEmptyClustersAreDrawn)
{
    auto request = chain(4);
    request.clusters.push_back({ 0, { 90, 30 } });
    request.clusters.push_back({ -1, { 90, 30 } });
    request.nodes[2].cluster = 1;
    request.links.push_back({ 1, 1 });
    request.links.push_back({ 1, 2 });
    const auto layout = engine().layout(request);
    ASSERT_TRUE(layout);
    ASSERT_EQ(layout->clusterRects.size(), 3U);
    EXPECT_TRUE(layout->clusterRects[0].contains(layout->clusterRects[1]));
    EXPECT_TRUE(layout->clusterRects[2].isNull());
    EXPECT_EQ(layout->splines.size(), request.links.size());
}

TEST(GraphvizEngine, EdgesOverManyRanksAreLeftOutOfLargeGraphs)
{
    auto request = chain(400);
    request.links.push_back({ 0, 399 });
    request.links.push_back({ 10, 20 });
    const auto isLong = longLinks(request, 60);
    EXPECT_TRUE(isLong[399]);
    EXPECT_FALSE(isLong[400]);
    EXPECT_FALSE(isLong[0]);
    const auto layout = engine().layout(request);
    ASSERT_TRUE(layout);
    EXPECT_TRUE(layout->splines[399].points.empty());
    EXPECT_FALSE(layout->splines[400].points.empty());
}

TEST(Columns, WhatNothingJoinsToTheRestHasTheLastColumn)
{
    auto request = chain(80);
    for (int i = 0; i < 3; ++i)
        request.nodes.push_back(request.nodes[0]);
    request.links.push_back({ 80, 81 }); // an island of two, and a node alone
    const auto tall = engine().layout(request);
    ASSERT_TRUE(tall);
    const auto folded = inColumns(request, *tall, QSizeF(1200, 800));
    ASSERT_FALSE(folded.cuts.empty());
    expectNoOverlap(request, folded);
    double rest = 0;
    for (size_t i = 0; i < 80; ++i)
        rest = std::max(rest, boxOf(request, folded, i).right());
    for (size_t i = 80; i < 83; ++i)
        EXPECT_GT(boxOf(request, folded, i).left(), rest) << i;
    EXPECT_LT(boxOf(request, folded, 80).bottom(), boxOf(request, folded, 81).top());
}

/// Groups of which nothing is drawn take no room above the columns.
TEST(Columns, OnlyHullsThatAreDrawnTakeRoom)
{
    auto request = chain(80);
    request.clusters.clear();
    for (auto &node : request.nodes)
        node.cluster = -1;
    const auto tall = engine().layout(request);
    ASSERT_TRUE(tall);
    const QSizeF window(1200, 800);
    const auto plain = inColumns(request, *tall, window);
    for (int parent = -1; parent < 6; ++parent)
        request.clusters.push_back({ .parent = parent, .titleSize = { 200, 26 } });
    const auto closed = inColumns(request, *tall, window);
    ASSERT_FALSE(closed.cuts.empty());
    EXPECT_EQ(closed.bounds, plain.bounds);
    for (const auto &spline : plain.splines) {
        for (const auto &point : spline.points)
            EXPECT_TRUE(plain.bounds.contains(point)) << "lines between columns stay on the sheet";
    }
}

/// What stands far aside makes a drawing wide, not its columns.
TEST(Columns, AreAsManyAsTheirOwnWidthAllows)
{
    constexpr int Count = 120;
    Request request = chain(Count);
    request.clusters.clear();
    for (auto &node : request.nodes)
        node.cluster = -1;
    Layout diagonal{ .bounds = QRectF(0, 0, 2400, 70.0 * Count) };
    for (int i = 0; i < Count; ++i)
        diagonal.centres.emplace_back(60 + i * (2400.0 - 120) / (Count - 1), 20 + 70.0 * i);
    for (size_t i = 0; i < request.links.size(); ++i) {
        const auto from = diagonal.centres[i] + QPointF(0, 20);
        const auto to = diagonal.centres[i + 1] - QPointF(0, 20);
        diagonal.splines.push_back(
            { .points = { from, from + (to - from) / 3, from + (to - from) * 2 / 3, to },
                .arrowTip = to });
    }
    const auto folded = inColumns(request, diagonal, QSizeF(1200, 400));
    EXPECT_GE(folded.cuts.size(), 6U);
    expectNoOverlap(request, folded);
    EXPECT_LT(folded.bounds.height(), folded.bounds.width() / 1.5) << "as the window";
}

TEST(Columns, WhatRunsBackPassesNoNode)
{
    auto request = chain(80);
    request.links.push_back({ 70, 2, false });
    const auto tall = engine().layout(request);
    ASSERT_TRUE(tall);
    const auto folded = inColumns(request, *tall, QSizeF(1200, 800));
    ASSERT_FALSE(folded.cuts.empty());
    const auto &points = folded.splines.back().points;
    ASSERT_GT(points.size(), 3U);
    for (size_t i = 0; i < 80; ++i) {
        if (i == 70 || i == 2)
            continue;
        const auto box = boxOf(request, folded, i).adjusted(1, 1, -1, -1);
        for (const auto &point : points)
            EXPECT_FALSE(box.contains(point)) << i;
    }
}

/// A gap between two ranks may be higher than where the way around the columns turns.
TEST(Columns, NoLineGoesOnBehindItsTurn)
{
    const Request request{ .nodes = { { { 120, 40 } }, { { 120, 40 } } }, .links = { { 0, 1 } } };
    const QPointF from(60, 40);
    const QPointF to(60, 400);
    const Layout tall{ .centres = { { 60, 20 }, { 60, 420 } },
        .splines = { { .points = { from, from + (to - from) / 3, from + (to - from) * 2 / 3, to },
            .arrowTip = to } },
        .bounds = QRectF(0, 0, 120, 440) };
    const auto folded = inColumns(request, tall, std::vector<double>{ 400 });
    ASSERT_EQ(folded.cuts.size(), 1U);
    ASSERT_EQ(folded.splines.size(), 1U);
    const auto &points = folded.splines[0].points;
    ASSERT_EQ(points.size() % 3, 1U);
    for (size_t i = 1; i + 1 < points.size(); ++i) {
        const auto before = points[i] - points[i - 1];
        const auto after = points[i + 1] - points[i];
        EXPECT_FALSE(
            std::abs(before.x()) + std::abs(after.x()) < 0.1 && before.y() * after.y() < -0.1)
            << "back on itself at " << points[i].y();
    }
}

TEST(Columns, FoldATallDrawingForAWideWindow)
{
    auto request = chain(80);
    request.links.push_back({ 38, 44 });
    const auto tall = engine().layout(request);
    ASSERT_TRUE(tall);
    const auto folded = inColumns(request, *tall, QSizeF(1200, 800));
    EXPECT_LT(folded.bounds.height(), tall->bounds.height() / 2);
    expectNoOverlap(request, folded);
    ASSERT_EQ(folded.clusterPieces.size(), 1U);
    EXPECT_GT(folded.clusterPieces[0].size(), 1U);
    for (size_t i = 1; i + 1 < request.nodes.size(); ++i) {
        int holders = 0;
        for (const auto &piece : folded.clusterPieces[0])
            holders += piece.contains(boxOf(request, folded, i));
        EXPECT_EQ(holders, 1) << i;
    }
    for (size_t a = 0; a < folded.clusterPieces[0].size(); ++a) {
        for (size_t b = a + 1; b < folded.clusterPieces[0].size(); ++b)
            EXPECT_FALSE(folded.clusterPieces[0][a].intersects(folded.clusterPieces[0][b]));
    }
    for (size_t i = 0; i < request.links.size(); ++i) {
        EXPECT_EQ(folded.splines[i].points.size() % 3, 1U);
        const auto to = static_cast<size_t>(request.links[i].to);
        EXPECT_TRUE(
            boxOf(request, folded, to).adjusted(-8, -8, 8, 8).contains(folded.splines[i].arrowTip))
            << i;
    }
}

TEST(Columns, AHullWithinAnotherLeavesItsTitleFree)
{
    auto request = chain(80);
    const auto title = request.clusters[0].titleSize;
    ASSERT_FALSE(title.isEmpty());
    request.clusters.push_back({ .parent = 0, .titleSize = title });
    for (size_t i = 1; i < 60; ++i)
        request.nodes[i].cluster = 1;
    const auto tall = engine().layout(request);
    ASSERT_TRUE(tall);
    const auto folded = inColumns(request, *tall, QSizeF(1200, 800));
    ASSERT_EQ(folded.clusterPieces.size(), 2U);
    ASSERT_GT(folded.clusterPieces[1].size(), 1U);
    for (const auto &inner : folded.clusterPieces[1]) {
        const auto holder = std::ranges::find_if(folded.clusterPieces[0],
            [&inner](const QRectF &outer) { return outer.contains(inner); });
        ASSERT_NE(holder, folded.clusterPieces[0].end());
        EXPECT_GE(inner.top(), holder->top() + title.height());
        EXPECT_GE(inner.top(), folded.bounds.top());
    }
}

TEST(Columns, LeaveSmallAndWideDrawingsAlone)
{
    const auto small = chain(5);
    const auto layout = engine().layout(small);
    ASSERT_TRUE(layout);
    EXPECT_EQ(inColumns(small, *layout, QSizeF(1200, 800)).centres, layout->centres);
    Request wide;
    for (int i = 0; i < 30; ++i)
        wide.nodes.push_back({ { 120, 40 } });
    const auto row = engine().layout(wide);
    ASSERT_TRUE(row);
    EXPECT_EQ(inColumns(wide, *row, QSizeF(1200, 800)).centres, row->centres);
}

} // namespace tosaic::layout::graphvizenginetests
