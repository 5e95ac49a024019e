// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What is found, listed and joined; the keys of all pictures.
#include "tests/views/canvaskeys.h"
#include "tests/views/graph/graphpagefixture.h"
#include "tests/views/graph/networkgraphs.h"
#include "views/graph/graphhitlist.h"
#include "views/widgets/datatable.h"

#include <QAction>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QProxyStyle>
#include <QTest>

using namespace Qt::StringLiterals;

namespace tosaic::views::graphfindingtests {

class StillStyle : public QProxyStyle
{
public:
    int styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget,
        QStyleHintReturn *answer) const override
    {
        return hint == SH_Widget_Animation_Duration
            ? 0
            : QProxyStyle::styleHint(hint, option, widget, answer);
    }
};

class GraphFinding : public GraphPageTest
{
protected:
    void show(int blocks)
    {
        document.set({ .path = u"/stages.tflite"_s, .network = test::stages(blocks) });
        waitUntilShown();
        waitForCamera();
    }
    GraphHitList &list() { return *page.findChild<GraphHitList *>(); }
    DataTable &table() { return *page.findChild<DataTable *>(u"graphHits"_s); }
    QStringList listed()
    {
        QStringList names;
        for (const auto &hit : list().hits())
            names += hit.name;
        return names;
    }
    void clickRow(int row)
    {
        const auto index = table().model()->index(row, 0);
        QTest::mouseClick(
            table().viewport(), Qt::LeftButton, {}, table().visualRect(index).center());
    }
    QString selectedTitle() const
    {
        const auto node = page.view()->graphScene()->selected().node;
        return node < 0 ? QString()
                        : graph::nameOf(page.shownGraph().nodes[static_cast<size_t>(node)]);
    }
    int drawnName(const QString &name) const
    {
        const auto &nodes = page.shownGraph().nodes;
        for (size_t i = 0; i < nodes.size(); ++i) {
            if (graph::nameOf(nodes[i]) == name)
                return static_cast<int>(i);
        }
        return -1;
    }
    void trigger(const GraphTarget &target, const QString &action)
    {
        const auto place = placeOf(target);
        QContextMenuEvent event(
            QContextMenuEvent::Mouse, place, page.view()->viewport()->mapToGlobal(place));
        QApplication::sendEvent(page.view()->viewport(), &event);
        auto *menu = page.findChild<QMenu *>(u"graphMenu"_s);
        ASSERT_TRUE(menu);
        auto *chosen = menu->findChild<QAction *>(action);
        ASSERT_TRUE(chosen && chosen->isEnabled()) << qPrintable(action);
        chosen->trigger();
        menu->close();
        QCoreApplication::sendPostedEvents(menu, QEvent::DeferredDelete);
    }
};

TEST_F(GraphFinding, AnotherSearchHasTheSameColumns)
{
    show(20);
    page.openFind();
    auto *line = page.findChild<QLineEdit *>(u"graphFindLine"_s);
    const auto shown = [this] {
        const auto count = table().model()->columnCount();
        return count - table().horizontalHeader()->hiddenSectionCount();
    };
    const auto columnsOf = [&](const QString &query) {
        line->clear();
        QTest::keyClicks(line, query);
        return shown();
    };
    const auto columns = columnsOf(u"kind:conv"_s);
    EXPECT_GT(columns, 1);
    columnsOf(u"stage1"_s);
    EXPECT_EQ(columnsOf(u"kind:conv"_s), columns);
    columnsOf(u"kind:add"_s);
    EXPECT_EQ(columnsOf(u"kind:conv"_s), columns);
}

TEST_F(GraphFinding, HitsAreListedAndAClickOpensWhatTheyStandIn)
{
    show(200);
    page.openFind();
    auto *line = page.findChild<QLineEdit *>(u"graphFindLine"_s);
    QTest::keyClicks(line, u"kind:conv module:stage7"_s);
    ASSERT_TRUE(list().isVisible());
    EXPECT_EQ(list().sentence(), u"10 found."_s);
    ASSERT_EQ(listed().size(), 10);
    EXPECT_EQ(listed().constFirst(), u"stage7/block0/conv_2d"_s);
    EXPECT_EQ(list().hits().front().tensor, u"int8 1x4"_s);
    EXPECT_EQ(page.view()->graphScene()->bestMatch(), node(u"stage7"_s)) << "closed: its box";
    clickRow(4);
    waitUntilShown();
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return selectedTitle() == u"stage7/block4/conv_2d"_s; }, 10000));
    waitForCamera();
    EXPECT_TRUE(page.view()->visibleScene().contains(
        page.view()->graphScene()->rectOf(page.view()->graphScene()->selected())));
    const auto *count = page.findChild<QLabel *>(u"graphFindCount"_s);
    EXPECT_EQ(count->text(), u"5 of 10"_s) << "opening it does not lead back to the first";
    QTest::keyClick(line, Qt::Key_Return);
    EXPECT_EQ(count->text(), u"6 of 10"_s);
    EXPECT_EQ(table().currentSourceRow(), 5);
    QTest::keyClick(line, Qt::Key_Down);
    EXPECT_TRUE(table().hasFocus());
    if (const auto folder = qEnvironmentVariable("TOSAIC_PICTURES"); !folder.isEmpty()) {
        page.grab().save(folder + u"/find-light.png"_s);
        theme.apply(*qApp, ThemeMode::Dark);
        page.grab().save(folder + u"/find-dark.png"_s);
        theme.apply(*qApp, ThemeMode::Light);
    }
    QTest::keyClick(line, Qt::Key_Escape);
    EXPECT_FALSE(list().isVisible());
}

TEST_F(GraphFinding, WhoTypesHasNotChosenYet)
{
    show(60); // open
    ASSERT_TRUE(page.view()->isFitted());
    const auto before = page.view()->visibleScene();
    page.openFind();
    auto *line = page.findChild<QLineEdit *>(u"graphFindLine"_s);
    QTest::keyClicks(line, u"module:stage5 kind:conv"_s);
    waitForCamera();
    auto *scene = page.view()->graphScene();
    const auto best = drawnName(u"stage5/block0/conv_2d"_s);
    EXPECT_EQ(scene->bestMatch(), best);
    EXPECT_TRUE(page.view()->visibleScene().contains(scene->rectOf({ .node = best })));
    EXPECT_TRUE(selection.current().isEmpty() && scene->selected().isEmpty());
    EXPECT_FALSE(selection.canGoBack());
    QTest::keyClicks(line, u"x"_s); // nothing is found
    QTest::keyClick(line, Qt::Key_Escape);
    waitForCamera();
    EXPECT_TRUE(page.view()->isFitted());
    EXPECT_EQ(page.view()->visibleScene(), before);
    EXPECT_EQ(scene->bestMatch(), -1);
    // From a place that is not fitted, with something selected.
    const GraphTarget conv{ .node = drawnName(u"stage2/block1/conv_2d"_s) };
    ASSERT_GE(conv.node, 0);
    page.view()->reveal(conv);
    waitForCamera();
    click(conv);
    const auto there = page.view()->visibleScene();
    const auto selected = selection.current();
    page.openFind();
    QTest::keyClicks(line, u"module:stage5 kind:conv"_s);
    waitForCamera();
    EXPECT_NE(page.view()->visibleScene(), there);
    QTest::keyClick(line, Qt::Key_Escape);
    EXPECT_EQ(page.view()->visibleScene(), there);
    EXPECT_EQ(selection.current(), selected);
    // Taken, it stays.
    page.openFind();
    QTest::keyClick(line, Qt::Key_Return);
    EXPECT_EQ(selectedTitle(), u"stage5/block0/conv_2d"_s) << "what was shown";
    QTest::keyClick(line, Qt::Key_Return);
    EXPECT_EQ(selectedTitle(), u"stage5/block1/conv_2d"_s);
    waitForCamera();
    QTest::keyClick(line, Qt::Key_Escape);
    EXPECT_EQ(selectedTitle(), u"stage5/block1/conv_2d"_s);
    EXPECT_TRUE(page.view()->visibleScene().contains(scene->rectOf(scene->selected())));
}

TEST_F(GraphFinding, TheBestHitIsShownBesideTheListOrBelowIt)
{
    show(60);
    page.openFind();
    auto *line = page.findChild<QLineEdit *>(u"graphFindLine"_s);
    for (const auto width : { 1000, 500 }) {
        page.resize(width, 700);
        for (const auto *words : { "stage0/block0", "stage3 kind:conv" }) {
            line->selectAll();
            QTest::keyClicks(line, QString::fromLatin1(words));
            waitForCamera();
            const GraphTarget best{ .node = page.view()->graphScene()->bestMatch() };
            const auto place = page.view()->viewport()->mapTo(page.view(), placeOf(best));
            EXPECT_TRUE(page.view()->rect().contains(place)) << width << ' ' << words;
            EXPECT_FALSE(list().geometry().contains(place)) << width << ' ' << words;
        }
    }
    line->selectAll();
    QTest::keyClicks(line, u"no such thing"_s);
    QCoreApplication::processEvents();
    const auto *count = page.findChild<QLabel *>(u"graphFindCount"_s);
    EXPECT_GE(count->width(), count->sizeHint().width()) << "all of \"Nothing found\"";
    EXPECT_FALSE(count->geometry().intersects(line->geometry()));
}

TEST_F(GraphFinding, EnterOpensWhatAHitStandsInAsAClickDoes)
{
    show(200); // closed
    page.openFind();
    auto *line = page.findChild<QLineEdit *>(u"graphFindLine"_s);
    QTest::keyClicks(line, u"kind:conv module:stage7"_s);
    EXPECT_TRUE(selection.current().isEmpty());
    QTest::keyClick(line, Qt::Key_Return);
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return selectedTitle() == u"stage7/block0/conv_2d"_s; }, 10000));
    EXPECT_EQ(selection.current().kind, model::EntityRef::Kind::Operator);
}

TEST_F(GraphFinding, OfManyHitsTheFirstAreListedAndItSaysSo)
{
    show(400);
    page.openFind();
    page.find(u"stage"_s);
    EXPECT_EQ(list().hits().size(), 1000u);
    EXPECT_TRUE(list().sentence().contains(u"1201 found. The first 1000"_s))
        << list().sentence().toStdString();
    page.find(u"kind:softmax"_s);
    EXPECT_FALSE(list().isVisible());
    const auto *count = page.findChild<QLabel *>(u"graphFindCount"_s);
    EXPECT_EQ(count->text(), u"Nothing found"_s);
    EXPECT_EQ(page.find(u"/stage(/"_s), 0);
    EXPECT_EQ(count->text(), u"Not valid"_s) << "which is another thing";
    EXPECT_TRUE(count->toolTip().contains(u"parenthesis"_s)) << count->toolTip().toStdString();
}

TEST_F(GraphFinding, WhatIsJoinedToAnOperatorIsMarkedAndListed)
{
    show(20);
    page.expandAll();
    waitUntilShown();
    waitForCamera();
    const GraphTarget mul{ .node = drawnName(u"stage0/block1/mul"_s) };
    ASSERT_GE(mul.node, 0);
    page.view()->reveal(mul);
    waitForCamera();
    trigger(mul, u"graphProducers"_s);
    EXPECT_TRUE(list().isVisible());
    EXPECT_EQ(listed(), (QStringList{ u"mask"_s, u"stage0/block1/conv_2d"_s }));
    trigger(mul, u"graphConsumers"_s);
    EXPECT_EQ(listed(), QStringList{ u"stage0/block1/relu"_s });
    page.showRelated(graph::Relation::Ancestors);
    EXPECT_EQ(listed().size(), 6) << listed().join(u' ').toStdString();
    page.showRelated(graph::Relation::Descendants);
    EXPECT_GT(listed().size(), 50);
    EXPECT_TRUE(table().hasFocus()) << "its keys work without a click";
    QTest::keyClick(&table(), Qt::Key_Down);
    EXPECT_EQ(selectedTitle(), listed().constFirst());
    QTest::keyClick(&table(), Qt::Key_Escape);
    EXPECT_FALSE(list().isVisible());
    selection.clear();
    page.showRelated(graph::Relation::Producers);
    EXPECT_TRUE(list().sentence().startsWith(u"Select an operator"_s));
}

TEST_F(GraphFinding, TheWayBetweenTwoIsFoundInEitherDirection)
{
    show(200); // closed: a group stands for all in it
    const GraphTarget from{ .node = node(u"stage3"_s) };
    const GraphTarget to{ .node = node(u"stage5"_s) };
    page.endPath();
    EXPECT_TRUE(list().sentence().contains(u"where the way begins"_s));
    click(to);
    page.beginPath();
    EXPECT_TRUE(list().sentence().contains(u"begins at stage5"_s));
    trigger(from, u"graphPathEnd"_s);
    EXPECT_TRUE(list().sentence().contains(u"from stage3 to stage5"_s))
        << list().sentence().toStdString();
    ASSERT_EQ(listed().size(), 32) << "the last of one, thirty, the first of the other";
    EXPECT_EQ(listed().constFirst(), u"stage3/block9/relu"_s);
    EXPECT_EQ(listed().constLast(), u"stage5/block0/conv_2d"_s);
    const auto *scene = page.view()->graphScene();
    const auto steps = [&] {
        QStringList names;
        for (const auto edge : scene->way()) {
            const auto &ends = scene->graph().edges[static_cast<size_t>(edge)];
            names += scene->graph().nodes[ends.from.value].title + u" > "_s
                + scene->graph().nodes[ends.to.value].title;
        }
        return names;
    };
    EXPECT_EQ(steps(), (QStringList{ u"stage3 > stage4"_s, u"stage4 > stage5"_s }));
    page.setCollapsed(
        scene->graph().nodes[static_cast<size_t>(node(u"stage4"_s))].collapsed, false);
    waitUntilShown();
    EXPECT_EQ(steps().size(), 11) << "into, through ten closed blocks, out of: "
                                  << steps().join(u", "_s).toStdString();
    page.setBookmarks({ model::EntityRef::networkOperator(0, 125) });
    if (const auto folder = qEnvironmentVariable("TOSAIC_PICTURES"); !folder.isEmpty()) {
        page.fit();
        waitForCamera();
        page.grab().save(folder + u"/way-light.png"_s);
    }
    key(Qt::Key_Escape);
    EXPECT_FALSE(list().isVisible());
    EXPECT_TRUE(scene->way().empty());
}

TEST_F(GraphFinding, TheGraphAnswersTheKeysOfAllPictures)
{
    show(20);
    page.expandAll();
    waitUntilShown();
    waitForCamera();
    const auto still = std::make_unique<StillStyle>(); // as users who want no motion have it
    page.view()->setStyle(still.get());
    test::CanvasKeys(*page.view()).expectAll();
    page.view()->setStyle(nullptr);
}

} // namespace tosaic::views::graphfindingtests
