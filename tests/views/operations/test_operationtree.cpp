// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/operations/subjects.h"
#include "views/canvas/axiswindow.h"
#include "views/operations/barlayout.h"
#include "views/operations/metriccolours.h"
#include "views/operations/operationtree.h"
#include "views/widgets/colormap.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

using namespace Qt::StringLiterals;

namespace tosaic::test::operationtreetests {

namespace {

using views::OperationTree;
using views::TileMetric;

double areaOf(const QRectF &area)
{
    return area.width() * area.height();
}

double contrast(const QColor &a, const QColor &b)
{
    const auto luminance = [](const QColor &c) {
        const auto part = [](double v) {
            return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
        };
        return 0.2126 * part(c.redF()) + 0.7152 * part(c.greenF()) + 0.0722 * part(c.blueF());
    };
    const auto [low, high] = std::minmax({ luminance(a), luminance(b) });
    return (high + 0.05) / (low + 0.05);
}

int nodeNamed(const OperationTree &tree, const QString &name)
{
    const auto found = std::ranges::find(tree.nodes, name, &views::TreeNode::name);
    return found == tree.nodes.end() ? -1 : static_cast<int>(found - tree.nodes.begin());
}

} // namespace

TEST(Squarify, LaysOutTheExampleOfThePaper)
{
    const auto placed = views::squarify({ 6, 6, 4, 3, 2, 2, 1 }, QRectF(0, 0, 6, 4));
    EXPECT_EQ(placed[0], QRectF(0, 0, 3, 2));
    EXPECT_EQ(placed[1], QRectF(0, 2, 3, 2));
    EXPECT_NEAR(placed[2].height(), 7.0 / 3, 1e-9);
    EXPECT_NEAR(placed[2].width(), 12.0 / 7, 1e-9);
}

TEST(Squarify, AreasAreSizesAndNothingOverlaps)
{
    std::mt19937 generator(1);
    const auto random = [&](int from, int to) {
        return double(std::uniform_int_distribution(from, to)(generator));
    };
    for (int round = 0; round < 50; ++round) {
        std::vector<double> sizes(static_cast<size_t>(random(1, 60)));
        for (auto &size : sizes)
            size = random(1, 1000);
        std::ranges::sort(sizes, std::ranges::greater());
        const QRectF all(3, 7, random(200, 1000), random(100, 600));
        const auto sum = std::accumulate(sizes.begin(), sizes.end(), 0.0);
        const auto placed = views::squarify(sizes, all);
        for (size_t i = 0; i < placed.size(); ++i) {
            EXPECT_NEAR(areaOf(placed[i]) / areaOf(all), sizes[i] / sum, 1e-9);
            EXPECT_TRUE(all.adjusted(-1e-6, -1e-6, 1e-6, 1e-6).contains(placed[i]));
            for (size_t k = 0; k < i; ++k)
                EXPECT_LT(areaOf(placed[i].intersected(placed[k])), 1e-6);
        }
    }
}

TEST(Squarify, WhatHasNoSizeHasNoArea)
{
    const auto placed = views::squarify({ 5, 0, 0 }, QRectF(0, 0, 10, 10));
    EXPECT_EQ(placed[0], QRectF(0, 0, 10, 10));
    EXPECT_TRUE(placed[1].isEmpty());
    EXPECT_TRUE(views::squarify({ 0, 0 }, QRectF(0, 0, 10, 10))[0].isEmpty());
    EXPECT_TRUE(views::squarify({ 1 }, QRectF(0, 0, 0, 10))[0].isEmpty());
    EXPECT_TRUE(views::squarify({}, QRectF(0, 0, 10, 10)).empty());
}

TEST(OperationTree, ModulesHoldTheirOperators)
{
    const auto data = computed(smallSubject());
    const auto tree = views::treeOf(*data);
    EXPECT_EQ(tree.unsized, 2u) << "relu, which is in conv, and fc";
    EXPECT_DOUBLE_EQ(tree.at(0).cycles, 210);
    const auto features = nodeNamed(tree, u"features"_s);
    ASSERT_GT(features, 0);
    EXPECT_DOUBLE_EQ(tree.at(features).cycles, 190);
    EXPECT_EQ(tree.at(features).leaves, 2u);
    const auto conv = nodeNamed(tree, u"conv"_s);
    EXPECT_EQ(tree.pathOf(conv).front(), features);
    EXPECT_EQ(tree.childToward(0, conv), features);
    EXPECT_EQ(tree.childToward(conv, features), -1);
    EXPECT_EQ(tree.leafOf(0), conv);
    EXPECT_EQ(tree.leafOf(1), -1);
    // Waits belong to no module.
    const auto unknown = nodeNamed(tree, u"Waits for DMA"_s);
    ASSERT_GT(unknown, 0);
    EXPECT_EQ(tree.at(unknown).context, u"Module not known.DMA wait"_s);
    EXPECT_EQ(tree.at(unknown).parent, 0);
    EXPECT_DOUBLE_EQ(tree.at(unknown).cycles, 20);
    for (size_t i = 1; i < tree.nodes.size(); ++i)
        EXPECT_LT(tree.nodes[i].parent, static_cast<int>(i));
}

TEST(OperationTree, ChainsOfOneChildAreJoined)
{
    auto subject = smallSubject();
    auto table = std::make_shared<profile::OperationTable>(*subject->table);
    for (auto &operation : table->operations)
        operation.origin.module = u"net.body.features."_s + operation.origin.name;
    subject->table = table;
    const auto data = computed(subject);
    const auto tree = views::treeOf(*data);
    ASSERT_EQ(tree.at(0).children.size(), 1u);
    EXPECT_EQ(tree.at(tree.at(0).children[0]).name, u"net.body.features"_s);
    const auto conv = nodeNamed(tree, u"conv"_s);
    EXPECT_EQ(tree.at(conv).parent, 1);
    EXPECT_EQ(tree.at(conv).context, u"conv"_s) << "alone in its module";
    EXPECT_EQ(tree.groupOf({ u"net.body.features"_s, u"gone"_s }), 1);
    EXPECT_EQ(tree.groupOf({ u"gone"_s }), 0);
}

TEST(OperationTree, WithoutModulesTheKindsAreTheGroups)
{
    const auto subject = realSubject(u"mobilenet_v2-u85-256/partition0"_s, 1);
    ASSERT_TRUE(subject);
    const auto data = computed(subject);
    const auto tree = views::treeOf(*data);
    EXPECT_GT(nodeNamed(tree, u"Conv2D"_s), 0);
    EXPECT_EQ(nodeNamed(tree, u"Module not known"_s), -1);
    EXPECT_DOUBLE_EQ(tree.at(0).cycles, double(subject->table->inferences[0].attributed));
}

TEST(OperationTree, MetricsOfGroupsAreThoseOfTheirSums)
{
    const auto data = computed(smallSubject());
    const auto tree = views::treeOf(*data);
    const auto &features = tree.at(nodeNamed(tree, u"features"_s));
    EXPECT_DOUBLE_EQ(*views::tileValue(features, TileMetric::Utilisation, 16), 1024.0 / (16 * 190));
    EXPECT_DOUBLE_EQ(*views::tileValue(features, TileMetric::CyclesPerMac, 4), 130.0 / 1024);
    EXPECT_DOUBLE_EQ(*views::tileValue(features, TileMetric::Deviation, 4), -50.0 / 240);
    EXPECT_FALSE(views::tileValue(features, TileMetric::Utilisation, std::nullopt));
    EXPECT_FALSE(views::tileValue(features, TileMetric::Utilisation, 1)) << "more than all of them";
    const auto &add = tree.at(nodeNamed(tree, u"add"_s));
    EXPECT_FALSE(views::tileValue(add, TileMetric::CyclesPerMac, 4)) << "it has no MACs";
}

TEST(OperationTree, TilesLieInTheirGroups)
{
    const auto data = computed(largeSubject(600));
    const auto tree = views::treeOf(*data);
    const QRectF all(0, 0, 700, 500);
    const auto tiles = views::layoutTiles(tree, 0, all);
    size_t leaves = 0;
    for (const auto &tile : tiles) {
        EXPECT_TRUE(all.adjusted(-1e-6, -1e-6, 1e-6, 1e-6).contains(tile.area));
        if (!tile.isOpen())
            leaves += tree.at(tile.node).leaves;
        const auto parent = tree.at(tile.node).parent;
        const auto outer = std::ranges::find(tiles, parent, &views::Tile::node);
        if (parent == 0)
            continue;
        ASSERT_NE(outer, tiles.end());
        EXPECT_TRUE(outer->isOpen());
        EXPECT_TRUE(outer->area.adjusted(-1e-6, -1e-6, 1e-6, 1e-6).contains(tile.area));
        EXPECT_FALSE(outer->title.intersects(tile.area.adjusted(0.01, 0.01, -0.01, -0.01)));
    }
    EXPECT_EQ(leaves, 600u) << "every row is in a tile, alone or with others";
    const auto inside = views::layoutTiles(tree, tree.at(0).children[0], all);
    EXPECT_TRUE(std::ranges::all_of(inside,
        [&](const auto &tile) { return tree.childToward(tree.at(0).children[0], tile.node) > 0; }));
}

TEST(Bars, StandInOrderOfExecutionOrCost)
{
    const auto data = computed(smallSubject());
    EXPECT_EQ(views::orderedRows(*data, { 3, 0, 1 }, views::BarOrder::Execution),
        (std::vector<size_t>{ 0, 1, 3 }));
    EXPECT_EQ(views::orderedRows(*data, allRows(*data), views::BarOrder::Cost),
        (std::vector<size_t>{ 0, 3, 2, 1, 4 }));
    EXPECT_EQ(views::barOrigins(*data), (std::vector{ Origin::Estimate, Origin::Fvp }));
    EXPECT_DOUBLE_EQ(views::largestBar(*data, allRows(*data)), 210);
    EXPECT_EQ(views::barOrigins(*computed(estimatedSubject())), std::vector{ Origin::Estimate });
}

TEST(Bars, TicksAreRoundAndFew)
{
    const auto ticks = [](double largest, int most) {
        return views::ticksBetween(0, largest, views::niceStep(std::max(1.0, largest / most)));
    };
    EXPECT_EQ(ticks(1000, 5), (std::vector<double>{ 0, 200, 400, 600, 800, 1000 }));
    EXPECT_EQ(ticks(73978, 4), (std::vector<double>{ 0, 20000, 40000, 60000 }));
    EXPECT_EQ(ticks(3, 10), (std::vector<double>{ 0, 1, 2, 3 })) << "no half cycles";
    EXPECT_EQ(ticks(0, 5), std::vector<double>{ 0 });
    EXPECT_EQ(views::tickText(20000), u"20 k"_s);
    EXPECT_EQ(views::tickText(1500000), u"1.5 M"_s);
    EXPECT_EQ(views::tickText(500), u"500"_s);
}

TEST(MetricColours, TextCanBeReadOnEveryColour)
{
    for (const auto &colors : { views::Theme::lightColors(), views::Theme::darkColors() }) {
        for (int i = -20; i <= 20; ++i) {
            const auto position = i / 20.0;
            for (const auto &colour : { views::divergingColor(position, colors),
                     views::sequentialColor(std::abs(position), colors) })
                EXPECT_GE(contrast(colour, views::readableOn(colour)), 4.5) << position;
        }
        // More stands out: further from the surface.
        EXPECT_GT(contrast(views::sequentialColor(1, colors), colors.surface),
            contrast(views::sequentialColor(0, colors), colors.surface));
    }
}

TEST(MetricColours, TheScaleCoversTheTilesAndIsCentredOnZero)
{
    const auto data = computed(smallSubject());
    const auto tree = views::treeOf(*data);
    const auto deviation = views::scaleOf(tree, TileMetric::Deviation, 4);
    EXPECT_TRUE(deviation.isKnown);
    EXPECT_DOUBLE_EQ(deviation.highest, 1); // add: 60 instead of 30
    EXPECT_DOUBLE_EQ(deviation.lowest, -1);
    EXPECT_DOUBLE_EQ(deviation.positionOf(0), 0);
    EXPECT_DOUBLE_EQ(deviation.positionOf(7), 1);
    const auto unknown = views::scaleOf(tree, TileMetric::Utilisation, std::nullopt);
    EXPECT_FALSE(unknown.isKnown);
    const auto large = views::treeOf(*computed(largeSubject(100)));
    const auto perMac = views::scaleOf(large, TileMetric::CyclesPerMac, 4);
    EXPECT_DOUBLE_EQ(perMac.positionOf(perMac.lowest), perMac.isLogarithmic ? 0 : 1);
}

} // namespace tosaic::test::operationtreetests
