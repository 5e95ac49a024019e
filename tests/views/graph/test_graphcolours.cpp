// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/graph/graphpagefixture.h"
#include "views/graph/graphexport.h"
#include "views/graph/graphmetrics.h"
#include "views/graph/legend.h"
#include "views/graph/minimap.h"

#include <QComboBox>
#include <QTest>

using namespace Qt::StringLiterals;

namespace tosaic::views::graphcolourstests {

namespace {

class GraphColoursPage : public GraphPageTest
{
protected:
    void SetUp() override { openFixture(u"two_partitions-u55-128"_s, u"two_partitions.pte"_s); }

    LegendButton *key(const QString &word) const
    {
        const auto buttons = page.findChildren<LegendButton *>();
        const auto found = std::ranges::find_if(
            buttons, [&](const LegendButton *button) { return button->key().word == word; });
        return found == buttons.end() ? nullptr : *found;
    }
    QColor colour(const QString &title) const
    {
        return page.view()->graphScene()->blockColor(node(title));
    }
    const GraphOverlay &overlay() const { return page.view()->graphScene()->overlay(); }
    std::optional<NodeMark> mark(const QString &title) const
    {
        return overlay().nodes[static_cast<size_t>(node(title))];
    }
    QStringList words() const
    {
        QStringList all;
        for (const auto *button : page.findChildren<LegendButton *>())
            all += button->key().word;
        return all;
    }
};

} // namespace

/// Windows take the focus from where one types, even if they are gone in the next moment.
TEST_F(GraphColoursPage, KeysThatAreReplacedBeforeTheyWereShownAreNoWindows)
{
    struct Windows : QObject
    {
        int shown = 0;
        bool eventFilter(QObject *watched, QEvent *event) override
        {
            const auto *button = qobject_cast<LegendButton *>(watched);
            shown += button && button->isWindow() && event->type() == QEvent::Show;
            return false;
        }
    } windows;
    qApp->installEventFilter(&windows);
    auto *metric = page.findChild<QComboBox *>(u"graphMetric"_s);
    ASSERT_TRUE(metric);
    for (int i = 0; i < metric->count(); ++i) { // and no event between them
        metric->setCurrentIndex(i);
        Q_EMIT metric->activated(i);
    }
    QCoreApplication::processEvents();
    EXPECT_EQ(windows.shown, 0);
}

TEST_F(GraphColoursPage, AClickOnTheLegendDimsAllElseAndASecondBringsItBack)
{
    auto *cpu = key(u"CPU kernel"_s);
    ASSERT_TRUE(cpu);
    const auto onNpu = colour(u"convolution"_s);
    const auto onCpu = colour(u"sort"_s);
    const auto picture = page.view()->viewport()->grab().toImage();
    QTest::mouseClick(cpu, Qt::LeftButton);
    EXPECT_TRUE(cpu->isChecked());
    EXPECT_NE(colour(u"convolution"_s), onNpu) << "faded";
    EXPECT_EQ(colour(u"sort"_s), onCpu);
    EXPECT_NE(page.view()->viewport()->grab().toImage(), picture);
    // Another layout keeps it.
    page.setQuantisationShown(true);
    waitUntilShown();
    page.setQuantisationShown(false);
    waitUntilShown();
    cpu = key(u"CPU kernel"_s);
    ASSERT_TRUE(cpu && cpu->isChecked());
    EXPECT_NE(colour(u"convolution"_s), onNpu);
    cpu->setFocus();
    QTest::keyClick(cpu, Qt::Key_Space);
    EXPECT_EQ(colour(u"convolution"_s), onNpu);
    QTest::keyClick(cpu, Qt::Key_Space);
    QTest::mouseClick(key(u"NPU (Ethos-U)"_s), Qt::LeftButton);
    EXPECT_FALSE(key(u"CPU kernel"_s)->isChecked()) << "one at a time";
    EXPECT_EQ(colour(u"convolution"_s), onNpu);
    EXPECT_NE(colour(u"sort"_s), onCpu);
}

TEST_F(GraphColoursPage, ColoursSayWhatTheGraphKnowsByItself)
{
    auto *box = page.findChild<QComboBox *>(u"graphMetric"_s);
    ASSERT_TRUE(box);
    const auto choose = [&](GraphMetric metric) {
        const auto at = box->findData(static_cast<int>(metric));
        ASSERT_GE(at, 0) << metricName(metric).toStdString();
        box->setCurrentIndex(at);
        Q_EMIT box->activated(at);
        EXPECT_EQ(page.shownMetric(), metric);
        EXPECT_EQ(overlay().isShown(), metric != GraphMetric::Placement);
    };
    EXPECT_LT(box->findData(static_cast<int>(GraphMetric::Cycles)), 0) << "nobody says them";
    EXPECT_LT(box->findData(static_cast<int>(GraphMetric::Change)), 0) << "nothing changed";
    choose(GraphMetric::Kind);
    EXPECT_EQ(words().filter(u"Convolution"_s).size(), 1);
    EXPECT_NE(colour(u"convolution"_s), colour(u"relu"_s));
    choose(GraphMetric::Partition);
    EXPECT_TRUE(words().contains(u"Partition 0"_s) && words().contains(u"Partition 1"_s));
    EXPECT_TRUE(words().contains(u"Not known"_s));
    EXPECT_FALSE(mark(u"sort"_s)) << "it is in none";
    EXPECT_EQ(mark(u"relu"_s)->number, u"0"_s) << "not by colour alone";
    QTest::mouseClick(key(u"Partition 1"_s), Qt::LeftButton);
    choose(GraphMetric::Quantisation);
    EXPECT_EQ(mark(u"relu"_s)->number, u"int8"_s);
    choose(GraphMetric::Placement);
    const auto name = page.shownGraph().nodes[static_cast<size_t>(node(u"sort"_s))].entity.name;
    page.setChanges({ { name, graph::Change::ToCpu } });
    choose(GraphMetric::Change);
    EXPECT_TRUE(words().contains(u"Moved off the NPU"_s) && words().contains(u"Not moved"_s));
    EXPECT_NE(colour(u"sort"_s), colour(u"relu"_s));
    page.setChanges({});
    EXPECT_FALSE(overlay().isShown()) << "placements again";
    const auto *legend = page.findChild<QWidget *>(u"graphLegend"_s);
    EXPECT_TRUE(legend->accessibleName().contains(u"CPU kernel"_s));
}

TEST_F(GraphColoursPage, TheMinimapFollowsTheColours)
{
    page.view()->zoomTo(3);
    waitForCamera();
    auto *minimap = page.findChild<Minimap *>();
    ASSERT_TRUE(minimap && minimap->isVisible());
    const auto placements = minimap->grab().toImage();
    page.setMetric(GraphMetric::Kind);
    const auto kinds = minimap->grab().toImage();
    EXPECT_NE(kinds, placements);
    QTest::mouseClick(key(u"Convolution"_s), Qt::LeftButton);
    EXPECT_NE(minimap->grab().toImage(), kinds);
}

TEST(GraphSceneEdges, AValueThatGoesToSeveralPlacesSaysItsShapeOnce)
{
    graph::Graph graph;
    for (const auto &title : { u"conv"_s, u"add"_s, u"mul"_s })
        graph.nodes.push_back({ .title = title });
    for (const quint32 to : { 1U, 2U })
        graph.edges.push_back(
            { .from = graph::NodeId(0), .to = graph::NodeId(to), .label = u"int8 1x4"_s });
    graph.edges.push_back(
        { .from = graph::NodeId(1), .to = graph::NodeId(2), .label = u"int8 1x4"_s });
    const auto layout = layoutNow(graph);
    ASSERT_TRUE(layout);
    GraphScene scene(Theme::lightColors());
    scene.show(graph, *layout);
    EXPECT_TRUE(scene.carriesLabel(0));
    EXPECT_FALSE(scene.carriesLabel(1));
    EXPECT_TRUE(scene.carriesLabel(2)) << "another value of the same shape";
}

/// Two that lead to one: what each carries stands below its own operator.
TEST(GraphSceneEdges, LabelsSideBySideStandApart)
{
    graph::Graph graph;
    const auto tensor = u"int8 1x28x28x96"_s;
    for (const auto &title : { u"conv"_s, u"depthwise"_s, u"add"_s })
        graph.nodes.push_back({ .title = title, .subtitle = tensor });
    for (const quint32 from : { 0U, 1U })
        graph.edges.push_back(
            { .from = graph::NodeId(from), .to = graph::NodeId(2), .label = tensor });
    const auto layout = layoutNow(graph);
    ASSERT_TRUE(layout);
    GraphScene scene(Theme::lightColors());
    scene.show(graph, *layout);
    const auto first = scene.plateOfEdge(0).box;
    const auto second = scene.plateOfEdge(1).box;
    EXPECT_FALSE(first.intersects(second));
    for (int node = 0; node < 3; ++node) {
        EXPECT_FALSE(scene.rectOf({ .node = node }).intersects(first)) << node;
        EXPECT_FALSE(scene.rectOf({ .node = node }).intersects(second)) << node;
    }
}

TEST(GraphSceneEdges, FramesOfGroupsRunThroughNoLabel)
{
    graph::Graph graph;
    graph.groups.push_back({ .title = u"Partition 0"_s });
    graph.nodes.push_back({ .title = u"convolution"_s, .group = graph::GroupId(0) });
    graph.nodes.push_back({ .title = u"dequantize_per_tensor"_s });
    graph.edges.push_back({ .from = graph::NodeId(0),
        .to = graph::NodeId(1),
        .label = u"int8 1x10"_s,
        .crossing = 1 });
    const auto layout = layoutNow(graph);
    ASSERT_TRUE(layout);
    GraphScene scene(Theme::lightColors());
    scene.show(graph, *layout);
    ASSERT_EQ(scene.hulls().size(), 1U);
    const auto hull = scene.hulls().front().second;
    const auto plate = scene.plateOfEdge(0).box;
    EXPECT_TRUE(!hull.intersects(plate) || hull.contains(plate));
    EXPECT_FALSE(scene.rectOf({ .node = 1 }).intersects(plate));
}

TEST(GraphSceneEdges, TitlesOfGroupsHideNoLabel)
{
    graph::Graph graph;
    graph.groups.push_back({ .title = u"Partition 0"_s });
    graph.nodes.push_back({ .title = u"quantize_per_tensor"_s });
    graph.nodes.push_back({ .title = u"convolution"_s, .group = graph::GroupId(0) });
    graph.edges.push_back({ .from = graph::NodeId(0),
        .to = graph::NodeId(1),
        .label = u"int8 1x3x16x16"_s,
        .crossing = 1 });
    const auto layout = layoutNow(graph);
    ASSERT_TRUE(layout);
    GraphScene scene(Theme::lightColors());
    scene.show(graph, *layout);
    const auto plate = scene.plateOfEdge(0).box;
    ASSERT_EQ(scene.hulls().size(), 1U);
    const auto hull = scene.hulls().front().second;
    EXPECT_FALSE(plate.intersects(
        QRectF(hull.topLeft(), QSizeF(hull.width(), GraphMetrics::HullTitleHeight))));
    EXPECT_GT(plate.top(), layout->centres[0].y()) << "it stands on its edge";
    EXPECT_LT(plate.bottom(), layout->centres[1].y());
}

TEST_F(GraphColoursPage, EveryKeyHasANameAndCanBeReachedByKeys)
{
    const auto buttons = page.findChildren<LegendButton *>();
    ASSERT_GE(buttons.size(), 3);
    for (auto *button : buttons) {
        EXPECT_FALSE(button->accessibleName().isEmpty());
        EXPECT_FALSE(button->toolTip().isEmpty());
        EXPECT_TRUE(button->isCheckable());
        EXPECT_TRUE(button->focusPolicy() & Qt::TabFocus);
    }
}

} // namespace tosaic::views::graphcolourstests
