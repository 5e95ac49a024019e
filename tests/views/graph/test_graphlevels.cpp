// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/repeats.h"
#include "tests/views/graph/graphpagefixture.h"
#include "tests/views/graph/networkgraphs.h"
#include "views/graph/legend.h"

#include <QLabel>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;

namespace tosaic::views::graphlevelstests {

class GraphLevels : public GraphPageTest
{
protected:
    void show(int blocks, bool alike = false)
    {
        document.set({ .path = u"/stages.tflite"_s, .network = test::stages(blocks, alike) });
        waitUntilShown();
        waitForCamera();
    }
    void waitForNext(QSignalSpy &shown)
    {
        if (shown.isEmpty()) {
            ASSERT_TRUE(shown.wait(60000));
        }
        waitForCamera();
    }
    /// Middles of what is drawn, px, by name.
    QHash<QString, QPointF> onScreen()
    {
        QHash<QString, QPointF> places;
        const auto &nodes = page.shownGraph().nodes;
        for (size_t i = 0; i < nodes.size(); ++i)
            places.insert(graph::nameOf(nodes[i]),
                page.view()->viewportTransform().map(
                    page.view()->graphScene()->rectOf({ .node = static_cast<int>(i) }).center()));
        return places;
    }
    /// How far half of what is still drawn has moved at most, as a share of the view.
    double medianShift(const QHash<QString, QPointF> &before, size_t least)
    {
        const auto after = onScreen();
        std::vector<double> moves;
        for (auto it = before.cbegin(); it != before.cend(); ++it) {
            if (after.contains(it.key()))
                moves.push_back(QLineF(*it, after[it.key()]).length());
        }
        EXPECT_GE(moves.size(), least);
        if (moves.empty())
            return 1;
        std::sort(moves.begin(), moves.end());
        return moves[moves.size() / 2] / page.view()->viewport()->width();
    }
};

TEST_F(GraphLevels, ALargeNetworkOpensAtADepthThatCanBeRead)
{
    show(200);
    EXPECT_LE(page.shownGraph().nodes.size(), 40U);
    EXPECT_GE(node(u"stage3"_s), 0);
    EXPECT_GT(page.view()->zoom(), 0.2);
    const auto legend = page.findChild<QWidget *>(u"graphLegend"_s)->accessibleName();
    EXPECT_TRUE(legend.contains(u"Convolution"_s) && legend.contains(u"Activation"_s))
        << "what is in the closed groups: " << legend.toStdString();
}

/// Of groups by names nobody else knows anything; the next key is for what stands there now.
TEST_F(GraphLevels, WhatBackspaceClosedIsSelected)
{
    show(200);
    QSignalSpy shown(&page, &GraphPage::shown);
    const GraphTarget stage{ .node = node(u"stage3"_s) };
    ASSERT_GE(stage.node, 0);
    page.view()->reveal(stage);
    waitForCamera();
    QTest::mouseDClick(page.view()->viewport(), Qt::LeftButton, {}, placeOf(stage));
    waitForNext(shown);
    const auto &nodes = page.shownGraph().nodes;
    const auto inner = std::ranges::find_if(nodes, [this](const graph::Node &one) {
        return one.group && page.shownGraph().groups[one.group.value].title == "stage3"_L1;
    });
    ASSERT_NE(inner, nodes.end());
    const GraphTarget chosen{ .node = static_cast<int>(inner - nodes.begin()) };
    page.view()->reveal(chosen);
    waitForCamera();
    click(chosen);
    shown.clear();
    key(Qt::Key_Backspace);
    waitForNext(shown);
    const auto selected = page.view()->graphScene()->selected();
    ASSERT_GE(selected.node, 0);
    EXPECT_EQ(
        graph::nameOf(page.shownGraph().nodes[static_cast<size_t>(selected.node)]), u"stage3"_s);
}

/// Switched at run time the text is laid out again: its links keep a colour of their own.
TEST_F(GraphLevels, LinksBelowTheGraphFollowTheTheme)
{
    show(200);
    auto *said = page.findChild<QLabel *>(u"graphLeftOut"_s);
    ASSERT_TRUE(said && said->isVisible());
    for (const auto mode : { ThemeMode::Dark, ThemeMode::Light, ThemeMode::Dark }) {
        theme.apply(*qApp, mode);
        const auto image = said->grab().toImage();
        qsizetype link = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x)
                link += image.pixelColor(x, y) == theme.colors().accent;
        }
        EXPECT_GT(link, 20) << "letters and the line below them";
    }
}

TEST_F(GraphLevels, KeysOpenToADepth)
{
    show(200);
    QSignalSpy shown(&page, &GraphPage::shown);
    key(Qt::Key_2);
    waitForNext(shown);
    EXPECT_GE(node(u"stage3.block4"_s), 0);
    EXPECT_EQ(node(u"stage3"_s), -1);
    shown.clear();
    key(Qt::Key_9);
    waitForNext(shown);
    EXPECT_EQ(page.shownGraph().nodes.size(), 603U);
    shown.clear();
    key(Qt::Key_1);
    waitForNext(shown);
    EXPECT_LE(page.shownGraph().nodes.size(), 40U);
}

TEST_F(GraphLevels, BlocksAlikeAreDrawnOnceUntilAllAreAskedFor)
{
    show(200, true);
    const auto conv = node(u"CONV_2D"_s);
    ASSERT_GE(conv, 0) << "one of the twenty stages, with all that is in it";
    EXPECT_EQ(page.shownGraph().nodes[static_cast<size_t>(conv)].copies, 20U);
    EXPECT_EQ(page.shownGraph().nodes.size(), 33U);
    EXPECT_EQ(page.leftOut().blocks, 19U);
    // Whatever is chosen of a stage that is not drawn is marked where it looks like this.
    selection.select(model::EntityRef::networkOperator(0, 570), nullptr);
    EXPECT_EQ(page.view()->graphScene()->selected().node, conv);
    EXPECT_EQ(page.find(u"kind:conv"_s), 200) << "all are hits";
    auto *said = page.findChild<QLabel *>(u"graphLeftOut"_s);
    ASSERT_TRUE(said && said->isVisible());
    EXPECT_TRUE(said->text().contains(u"19 block"_s)) << said->text().toStdString();
    QSignalSpy shown(&page, &GraphPage::shown);
    said->setFocus();
    QTest::keyClick(said, Qt::Key_Tab); // to the link
    QTest::keyClick(said, Qt::Key_Return);
    waitForNext(shown);
    EXPECT_GE(node(u"stage3"_s), 0) << "all stages, closed";
    EXPECT_EQ(page.leftOut().blocks, 0U);
    EXPECT_EQ(page.leftOut().operators, 600U);
    shown.clear();
    page.setUnfolded(*graph::repeatsOf(page.wholeGraph()).begin(), false);
    waitForNext(shown);
    EXPECT_EQ(page.shownGraph().nodes.size(), 33U);
    shown.clear();
    page.expandAll();
    waitForNext(shown);
    EXPECT_EQ(page.shownGraph().nodes.size(), 603U);
    EXPECT_EQ(page.leftOut().blocks + page.leftOut().operators, 0U);
}

TEST_F(GraphLevels, WhatIsInSightStaysWhereItIsWhenAGroupOpens)
{
    show(200);
    const auto before = onScreen();
    QSignalSpy shown(&page, &GraphPage::shown);
    QTest::mouseDClick(page.view()->viewport(), Qt::LeftButton, Qt::NoModifier,
        placeOf({ .node = node(u"stage9"_s) }));
    waitForNext(shown);
    ASSERT_EQ(node(u"stage9"_s), -1) << "it is open";
    EXPECT_LE(medianShift(before, 16), 0.05);
}

TEST_F(GraphLevels, FiltersAndEditsLeaveWhatIsInSightWhereItIs)
{
    show(60); // all of it is drawn
    auto before = onScreen();
    page.find(u"kind:conv"_s);
    for (auto *key : page.findChildren<LegendButton *>()) {
        QTest::mouseClick(key, Qt::LeftButton);
        EXPECT_EQ(medianShift(before, 180), 0) << key->text().toStdString();
        QTest::mouseClick(key, Qt::LeftButton);
    }
    key(Qt::Key_Escape);
    const auto edited = [&](auto edit) {
        auto network = *test::stages(60);
        edit(network.subgraphs[0]);
        before = onScreen();
        QSignalSpy shown(&page, &GraphPage::shown);
        document.set({ .path = document.path(),
            .network = std::make_shared<const model::Network>(std::move(network)) });
        waitForNext(shown);
        return medianShift(before, 170);
    };
    for (const auto zoom : { 0.0, 0.8 }) { // all of it, and a place in the middle
        SCOPED_TRACE(zoom);
        if (zoom > 0)
            page.view()->returnTo(page.view()->graphScene()->bounds().center(), zoom);
        waitForCamera();
        EXPECT_LE(edited([](model::Subgraph &main) { // without an activation
            main.operators[93].inputs[0] = main.operators[91].outputs[0];
            main.operators.erase(main.operators.begin() + 92);
        }),
            0.05);
        EXPECT_LE(edited([](model::Subgraph &) {}), 0.05) << "and back";
        EXPECT_LE(edited([](model::Subgraph &main) { // another kernel and another shape
            main.operators[90].type = u"DEPTHWISE_CONV_2D"_s;
            main.tensors[static_cast<size_t>(main.operators[90].outputs[0])].shape
                = std::vector<qint64>{ 1, 1024, 1024, 512 };
        }),
            0.05);
    }
}

TEST_F(GraphLevels, DepthConstantsAndQuantisationLeaveTheCameraWhereItIs)
{
    show(200);
    QSignalSpy shown(&page, &GraphPage::shown);
    const auto *scene = page.view()->graphScene();
    page.view()->returnTo(scene->rectOf({ .node = node(u"stage5"_s) }).center(), 1);
    waitForCamera();
    const auto zoom = page.view()->zoom();
    const auto placeOnScreen = [&](const model::EntityRef &entity) {
        return page.view()->viewportTransform().map(
            scene->rectOf(scene->targetOf(entity)).center());
    };
    const auto limit = 0.05 * page.view()->viewport()->width();
    key(Qt::Key_2); // blocks
    waitForNext(shown);
    EXPECT_EQ(page.view()->zoom(), zoom);
    ASSERT_GE(node(u"stage5.block4"_s), 0);
    const auto block = page.shownGraph().nodes[static_cast<size_t>(node(u"stage5.block4"_s))];
    EXPECT_TRUE(page.view()->visibleScene().intersects(
        scene->rectOf({ .group = static_cast<int>(block.group.value) })))
        << "what was in the middle is still in sight";
    const auto mark = block.folded.front();
    page.view()->centreOn(scene->rectOf(scene->targetOf(mark)).center());
    waitForCamera();
    const auto before = placeOnScreen(mark);
    shown.clear();
    page.setConstantsShown(true);
    waitForNext(shown);
    EXPECT_EQ(page.view()->zoom(), zoom);
    EXPECT_GE(node(u"stage5.block4"_s), 0) << "groups are as open as before";
    EXPECT_LE(QLineF(before, placeOnScreen(mark)).length(), limit);
    shown.clear();
    page.setQuantisationShown(true);
    waitForNext(shown);
    EXPECT_EQ(page.view()->zoom(), zoom);
    EXPECT_LE(QLineF(before, placeOnScreen(mark)).length(), limit);
}

TEST_F(GraphLevels, FindsInClosedGroups)
{
    show(200);
    EXPECT_EQ(page.find(u"stage3"_s), 30) << "operators, not the box they stand in";
    EXPECT_EQ(page.view()->graphScene()->bestMatch(), node(u"stage3"_s));
    EXPECT_EQ(page.find(u"kind:conv module:stage7"_s), 10);
    EXPECT_EQ(page.find(u"kind:conv dtype:int8 shape:1x4 module:stage7"_s), 10);
    EXPECT_EQ(page.find(u"dtype:int16 module:stage7"_s), 0);
    EXPECT_EQ(page.find(u"name:block4/relu"_s), 20);
    EXPECT_EQ(page.find(u"kind:softmax"_s), 0);
    EXPECT_EQ(page.find(u"/stage1[0-4]/"_s), 150);
}

TEST_F(GraphLevels, AStubNamesItsOtherEndAndLeadsThere)
{
    show(60); // small enough to be open
    const auto mask = node(u"mask"_s);
    ASSERT_GE(mask, 0);
    auto *scene = page.view()->graphScene();
    int taker = -1;
    for (size_t i = 0; i < page.shownGraph().edges.size(); ++i) {
        const auto &edge = page.shownGraph().edges[i];
        if (static_cast<int>(edge.from.value) == mask
            && page.shownLayout().splines[i].points.empty())
            taker = static_cast<int>(edge.to.value);
    }
    ASSERT_GE(taker, 0) << "what many take is a stub far away";
    page.view()->zoomTo(1);
    waitForCamera();
    const auto rect = scene->rectOf({ .node = taker });
    page.view()->centreOn(rect.center());
    waitForCamera();
    const QPointF name(rect.center().x() + 35, rect.top() - 6);
    ASSERT_EQ(scene->stubTargetAt(name).node, mask);
    QTest::mouseClick(
        page.view()->viewport(), Qt::LeftButton, Qt::NoModifier, page.view()->mapFromScene(name));
    EXPECT_EQ(scene->selected().node, mask);
    EXPECT_TRUE(QTest::qWaitFor(
        [&] {
            return page.view()->visibleScene().contains(scene->rectOf({ .node = mask }).center());
        },
        5000));
}

} // namespace tosaic::views::graphlevelstests
