// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/samples.h"
#include "views/graph/graphview.h"
#include "views/graph/hovercard.h"
#include "views/twographs/furthergraphs.h"
#include "views/twographs/mergedview.h"
#include "views/twographs/twographspage.h"
#include "views/widgets/datatable.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

namespace tosaic::test::twographspagetests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::views;
using graph::Difference;

namespace {

class TwoGraphsTest : public testing::Test
{
protected:
    TwoGraphsTest() : page(jobs, theme)
    {
        theme.apply(*qApp, ThemeMode::Light);
        page.resize(1280, 800);
        page.QWidget::show();
        EXPECT_TRUE(QTest::qWaitForWindowExposed(&page));
    }

    void show(const QString &left, const QString &right)
    {
        page.show(test::fixturePath(left), test::fixturePath(right));
        waitUntilCompared();
    }

    void waitUntilCompared()
    {
        ASSERT_TRUE(QTest::qWaitFor([&] { return page.diff() && jobs.isIdle(); }, 30000));
        QTest::qWait(20);
    }

    template <typename Widget>
    Widget *find(const QString &name)
    {
        auto *widget = page.findChild<Widget *>(name);
        EXPECT_TRUE(widget) << name.toStdString();
        return widget;
    }

    int shownRows() { return find<DataTable>(u"differenceTable"_s)->model()->rowCount(); }

    const GraphOverlay &overlay(int side)
    {
        return page.pane(side).page().view()->graphScene()->overlay();
    }

    JobList jobs;
    Theme theme;
    TwoGraphsPage page;
};

} // namespace

TEST_F(TwoGraphsTest, APinIsColouredOnBothSidesAndListed)
{
    show(u"mobilenet_v2-u55-128"_s, u"mobilenet_v2-u55-128-conv_on_cpu"_s);
    ASSERT_FALSE(page.diff()->isSame());
    EXPECT_EQ(
        size_t(shownRows()), page.diff()->pairs.size() - page.diff()->count(Difference::Same));
    for (int side = 0; side < 2; ++side)
        EXPECT_TRUE(overlay(side).isShown()) << side;
    EXPECT_TRUE(page.sentence().contains(u"moved"_s)) << page.sentence().toStdString();
    if (const auto folder = qEnvironmentVariable("TOSAIC_PICTURES"); !folder.isEmpty())
        page.grab().save(folder + u"/two-light.png"_s);
}

TEST_F(TwoGraphsTest, TheLegendFiltersByClick)
{
    show(u"mobilenet_v2-u55-128"_s, u"mobilenet_v2-u55-128-conv_on_cpu"_s);
    const auto before = shownRows();
    auto *moved = find<QToolButton>(u"difference.moved"_s);
    ASSERT_TRUE(moved->isChecked());
    QTest::mouseClick(moved, Qt::LeftButton);
    EXPECT_EQ(size_t(before - shownRows()), page.diff()->count(Difference::Moved));
    EXPECT_FALSE(find<QToolButton>(u"difference.same"_s)->isChecked());
    QTest::mouseClick(find<QToolButton>(u"difference.same"_s), Qt::LeftButton);
    EXPECT_GT(shownRows(), before - int(page.diff()->count(Difference::Moved)));
}

TEST_F(TwoGraphsTest, SelectingAndTheTableLeadToBothSides)
{
    show(u"two_partitions-u55-128"_s, u"two_partitions-u65-256-shared"_s);
    auto &left = page.pane(0);
    auto &right = page.pane(1);
    const auto &nodes = left.page().shownGraph().nodes;
    const auto node = std::ranges::find_if(nodes, [](const graph::Node &one) {
        return one.entity.kind == model::EntityRef::Kind::Node
            && one.placement == graph::Placement::Npu;
    });
    ASSERT_NE(node, nodes.end());
    const GraphTarget target{ .node = int(node - nodes.begin()) };
    auto *view = left.page().view();
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {},
        view->mapFromScene(view->graphScene()->rectOf(target).center()));
    EXPECT_EQ(left.selection().current(), node->entity);
    EXPECT_EQ(right.selection().current(), node->entity); // the same name in the same model
    // From the table.
    QTest::mouseClick(find<QToolButton>(u"difference.same"_s), Qt::LeftButton);
    auto *table = find<DataTable>(u"differenceTable"_s);
    const auto last = table->model()->index(table->model()->rowCount() - 1, 0);
    table->scrollTo(last);
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(last).center());
    const auto &pair = page.diff()->pairs[size_t(table->currentSourceRow())];
    ASSERT_TRUE(pair.before && pair.after);
    EXPECT_FALSE(left.selection().current().isEmpty());
    EXPECT_FALSE(right.selection().current().isEmpty());
    EXPECT_NE(left.selection().current(), node->entity);
}

TEST_F(TwoGraphsTest, OneOverTheOtherShowsBothAndLeadsToTheTable)
{
    show(u"mobilenet_v2-u55-128"_s, u"mobilenet_v2-u55-128-conv_on_cpu"_s);
    auto *merged = find<MergedView>(u"mergedGraphs"_s);
    QSignalSpy drawn(merged, &MergedView::drawn);
    QTest::mouseClick(find<QCheckBox>(u"mergeGraphs"_s), Qt::LeftButton);
    ASSERT_TRUE(merged->isVisible());
    ASSERT_TRUE(drawn.size() || drawn.wait(60000));
    const auto *scene = merged->view().graphScene();
    EXPECT_TRUE(scene->overlay().isShown());
    if (const auto folder = qEnvironmentVariable("TOSAIC_PICTURES"); !folder.isEmpty())
        page.grab().save(folder + u"/merged-light.png"_s);
    // Everything that differs is drawn by itself, and a row of the table leads there.
    size_t differing = 0;
    for (const auto &mark : scene->overlay().nodes)
        differing += mark && mark->color.isValid() && !mark->number.isEmpty();
    EXPECT_GE(differing, page.diff()->count(Difference::Moved));
    auto *table = find<DataTable>(u"differenceTable"_s);
    const auto first = table->model()->index(0, 0);
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(first).center());
    ASSERT_TRUE(QTest::qWaitFor([&] { return scene->selected().node >= 0 && jobs.isIdle(); }));
    const auto chosen = scene->selected();
    // And back: a click on another one chooses its row and both sides.
    const auto row = table->currentSourceRow();
    const auto &nodes = merged->shownGraph().nodes;
    int other = -1;
    for (size_t i = 0; i < nodes.size(); ++i) {
        if (int(i) != chosen.node && !nodes[i].collapsed && scene->overlay().nodes[i]
            && !scene->overlay().nodes[i]->number.isEmpty())
            other = int(i);
    }
    ASSERT_GE(other, 0);
    merged->view().returnTo(scene->rectOf({ .node = other }).center(), 1);
    QTest::mouseClick(merged->view().viewport(), Qt::LeftButton, {},
        merged->view().mapFromScene(scene->rectOf({ .node = other }).center()));
    EXPECT_NE(table->currentSourceRow(), row);
    auto *card = merged->findChild<HoverCard *>();
    EXPECT_FALSE(card->isVisible());
    Q_EMIT merged->view().hovered({ .node = other }, merged->mapToGlobal(QPoint(50, 50)));
    EXPECT_TRUE(card->isVisible()) << "says what became of it and why";
    EXPECT_FALSE(page.pane(0).selection().current().isEmpty()
        && page.pane(1).selection().current().isEmpty());
    QTest::mouseClick(find<QCheckBox>(u"mergeGraphs"_s), Qt::LeftButton);
    EXPECT_FALSE(merged->isVisible());
}

TEST_F(TwoGraphsTest, IsTakenAlongAsItIsShown)
{
    EXPECT_FALSE(page.drawing());
    show(u"two_partitions-u55-128"_s, u"two_partitions-u65-256-shared"_s);
    const auto both = page.drawing();
    ASSERT_TRUE(both);
    const auto &left = page.pane(0).page().shownGraph();
    const auto &right = page.pane(1).page().shownGraph();
    EXPECT_EQ(both->graph.nodes.size(), left.nodes.size() + right.nodes.size());
    EXPECT_EQ(both->graph.edges.size(), left.edges.size() + right.edges.size());
    EXPECT_TRUE(both->overlay.isShown()) << "what differs has its colour";
    GraphScene scene(both->colors);
    scene.show(both->graph, both->layout);
    std::vector<QRectF> frames;
    for (size_t i = 0; i < both->graph.groups.size(); ++i) {
        if (both->graph.groups[i].parent)
            continue;
        frames.push_back(both->layout.clusterRects[i]);
        EXPECT_TRUE(both->graph.groups[i].title.startsWith(u"two_partitions-u"_s))
            << both->graph.groups[i].title.toStdString();
    }
    ASSERT_EQ(frames.size(), 2u);
    EXPECT_LT(frames[0].right(), frames[1].left());
    for (size_t i = 0; i < both->graph.nodes.size(); ++i)
        EXPECT_TRUE(frames[i < left.nodes.size() ? 0 : 1].contains(
            scene.rectOf({ .node = static_cast<int>(i) })))
            << i;
    const auto svg = graphToSvg(both->graph, both->layout, both->colors, both->overlay);
    ASSERT_TRUE(svg);
    EXPECT_TRUE(svg->contains("sort"));
    if (const auto folder = qEnvironmentVariable("TOSAIC_PICTURES"); !folder.isEmpty()) {
        if (const auto image
            = graphToImage(both->graph, both->layout, both->colors, 1, both->overlay))
            image->save(folder + u"/two-along.png"_s);
    }
    const auto json = both->json().value(u"diff"_s).toObject();
    EXPECT_EQ(json.value(u"sentence"_s).toString(), page.sentence());
    QTest::mouseClick(find<QCheckBox>(u"mergeGraphs"_s), Qt::LeftButton);
    ASSERT_TRUE(QTest::qWaitFor([&] { return page.drawing() && jobs.isIdle(); }, 10000));
    EXPECT_LT(page.drawing()->graph.nodes.size(), both->graph.nodes.size()) << "one over the other";
    EXPECT_TRUE(page.drawing()->json);
}

TEST_F(TwoGraphsTest, FurtherGraphsAreColumnsOfTheTable)
{
    const auto left = u"mobilenet_v2-u55-128"_s;
    const auto pinned = u"mobilenet_v2-u55-128-conv_on_cpu"_s;
    page.setSources(
        { { u"A"_s, test::fixturePath(left) }, { u"C & D"_s, test::fixturePath(pinned) } });
    show(left, left);
    EXPECT_EQ(shownRows(), 0) << "the same twice";
    auto *button = find<QToolButton>(u"furtherGraphs"_s);
    const auto choose = [&](const QString &text) {
        for (auto *action : button->menu()->actions()) {
            if (action->text() == text)
                return action->trigger();
        }
        ADD_FAILURE() << "no " << text.toStdString();
    };
    QSignalSpy changed(static_cast<FurtherButton *>(button), &FurtherButton::changed);
    choose(u"Add C && D"_s);
    ASSERT_TRUE(changed.wait(60000));
    auto *table = find<DataTable>(u"differenceTable"_s);
    const auto column = table->columnOf(u"further0"_s);
    ASSERT_GE(column, 0);
    EXPECT_EQ(table->model()->headerData(column, Qt::Horizontal), u"C & D"_s);
    ASSERT_GT(shownRows(), 0) << "what moved in the third only";
    EXPECT_TRUE(table->model()->index(0, column).data().toString().contains(u"(moved)"_s));
    QTest::mouseClick(find<QToolButton>(u"difference.same"_s), Qt::LeftButton);
    const auto all = shownRows();
    EXPECT_GE(size_t(all), page.diff()->pairs.size());
    const auto last = table->model()->index(all - 1, 0);
    table->scrollTo(last); // only the third has it: chosen, it leads nowhere
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(last).center());
    if (const auto folder = qEnvironmentVariable("TOSAIC_PICTURES"); !folder.isEmpty())
        page.grab().save(folder + u"/further-light.png"_s);
    changed.clear();
    choose(u"Remove C && D"_s);
    ASSERT_TRUE(changed.size() || changed.wait(60000));
    EXPECT_EQ(table->columnOf(u"further0"_s), -1);
    page.addFurther(u"/nonexistent.pte"_s);
    EXPECT_TRUE(QTest::qWaitFor([&] { return page.sentence().contains(u"nonexistent"_s); }, 10000))
        << page.sentence().toStdString();
}

TEST_F(TwoGraphsTest, CamerasMoveTogetherUntilTheyAreUnlinked)
{
    show(u"two_partitions-u55-128"_s, u"two_partitions-u65-256-shared"_s);
    page.fit();
    auto *left = page.pane(0).page().view();
    auto *right = page.pane(1).page().view();
    left->zoomTo(1.3);
    ASSERT_TRUE(QTest::qWaitFor([&] { return std::abs(left->zoom() - 1.3) < 0.01; }, 3000));
    EXPECT_TRUE(
        QTest::qWaitFor([&] { return std::abs(right->zoom() - left->zoom()) < 0.01; }, 3000));
    page.findChild<QWidget *>(u"linkViews"_s)->setFocus();
    QTest::keyClick(page.findChild<QWidget *>(u"linkViews"_s), Qt::Key_Space);
    left->zoomTo(0.7);
    ASSERT_TRUE(QTest::qWaitFor([&] { return std::abs(left->zoom() - 0.7) < 0.01; }, 3000));
    EXPECT_NEAR(right->zoom(), 1.3, 0.01);
}

TEST_F(TwoGraphsTest, OneModelAtTwoLevelsIsJoinedByWhatTheCompileRecorded)
{
    show(u"mobilenet_v2-u55-128"_s, u"mobilenet_v2-u55-128"_s);
    EXPECT_TRUE(page.diff()->isSame());
    QSignalSpy compared(&page, &TwoGraphsPage::compared);
    auto &right = page.pane(1);
    right.page().enter(right.document().delegateOf(0).value_or(model::EntityRef()));
    ASSERT_TRUE(compared.wait(60000));
    EXPECT_EQ(right.page().level(), GraphLevel::NpuOperations);
    EXPECT_GT(page.diff()->matchedBefore, 50U);
    EXPECT_EQ(page.diff()->count(Difference::Added), 0U); // nobody added what NPU operations are
    EXPECT_TRUE(std::ranges::all_of(page.diff()->pairs, [](const graph::NodePair &pair) {
        return !pair.reason || *pair.reason == analysis::MatchReason::Recorded;
    }));
}

TEST_F(TwoGraphsTest, AFileThatIsNoGraphIsSaidAndTheOtherSideStays)
{
    show(u"two_partitions-u55-128"_s, u"two_partitions-u65-256-shared"_s);
    page.pane(1).choose(u"/nonexistent.pte"_s);
    auto *problem = find<QLabel>(u"rightGraphProblem"_s);
    ASSERT_TRUE(QTest::qWaitFor([&] { return problem->isVisible(); }, 10000));
    EXPECT_FALSE(problem->text().isEmpty());
    EXPECT_EQ(page.diff(), nullptr);
    EXPECT_FALSE(page.pane(0).document().isEmpty());
    page.pane(1).choose(test::fixturePath(u"two_partitions-u65-256-shared"_s));
    waitUntilCompared();
    EXPECT_FALSE(problem->isVisible());
}

TEST_F(TwoGraphsTest, ThePickerOffersWhatIsThereAndAsksForFiles)
{
    page.setSources({ { u"one"_s, test::fixturePath(u"add-u55-128"_s) } });
    QSignalSpy wanted(&page, &TwoGraphsPage::fileWanted);
    auto *picker = find<QComboBox>(u"rightGraphPicker"_s);
    ASSERT_EQ(picker->count(), 2);
    picker->setFocus();
    picker->showPopup();
    QTest::keyClick(picker->view(), Qt::Key_End);
    QTest::keyClick(picker->view(), Qt::Key_Return);
    ASSERT_EQ(wanted.size(), 1);
    EXPECT_EQ(wanted.front().front().toInt(), 1);
}

} // namespace tosaic::test::twographspagetests
