// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Keys in the mode Runs: those of the window and those of the view in front do not take each other.
#include "tests/app/profilerfixture.h"
#include "views/plots/plotspage.h"
#include "views/plots/plotview.h"
#include "views/timeline/timelineview.h"

#include <QLineEdit>
#include <QListView>
#include <QSet>
#include <QTabBar>

using namespace Qt::StringLiterals;

namespace tosaic::test::profilerkeystests {

namespace {

using views::PlotView;
using views::TimelineView;

class ProfilerKeys : public ProfilerTest
{
protected:
    void SetUp() override
    {
        openProgramAndTrace();
        showTab(2);
        ASSERT_TRUE(waitFor(
            [this] { return timeline().data() && timeline().data()->subject == subject(); }));
    }
    TimelineView &timeline() { return *inRuns<TimelineView>(u"timelineView"_s); }
    double width() { return timeline().axis().to - timeline().axis().from; }
    /// Where Ctrl+F leads to on a tab.
    QString findLine(int tab)
    {
        showTab(tab);
        type(Qt::Key_F, Qt::ControlModifier);
        auto *line = qobject_cast<QLineEdit *>(QApplication::focusWidget());
        return line ? line->objectName() : QString();
    }
};

} // namespace

/// As after `tosaic model trace`: nobody has clicked anything.
TEST_F(ProfilerTest, AnOpenedTraceTakesItsKeysAtOnce)
{
    openProgramAndTrace();
    ASSERT_EQ(area().currentTab(), u"timeline"_s);
    auto &view = *inRuns<TimelineView>(u"timelineView"_s);
    ASSERT_TRUE(waitFor([&] { return view.data() && view.data()->subject == subject(); }));
    EXPECT_EQ(QApplication::focusWidget(), &view);
    const auto all = view.axis().to - view.axis().from;
    type(Qt::Key_W);
    EXPECT_LT(view.axis().to - view.axis().from, all);
}

TEST_F(ProfilerKeys, AltAndANumberShowTheTabs)
{
    const auto *bar = inRuns<QTabBar>(u"runsTabs"_s);
    for (const int number : { 7, 1, 6, 2, 5, 3, 4 }) {
        showTab(number);
        EXPECT_EQ(bar->currentIndex(), number - 1);
        EXPECT_TRUE(area().currentPage()->isVisible());
    }
    // Also from another mode, and out of a field that is written in.
    window->show(shell::Mode::Model);
    showTab(3);
    type(Qt::Key_F, Qt::ControlModifier);
    ASSERT_TRUE(qobject_cast<QLineEdit *>(QApplication::focusWidget()));
    showTab(2);
}

TEST_F(ProfilerKeys, TheTimelineTakesItsLettersAndTheWindowItsOwn)
{
    timeline().setFocus();
    const auto all = width();
    type(Qt::Key_W);
    const auto zoomed = width();
    EXPECT_LT(zoomed, all);
    const auto from = timeline().axis().from;
    type(Qt::Key_D);
    EXPECT_GT(timeline().axis().from, from);
    type(Qt::Key_A);
    type(Qt::Key_A);
    EXPECT_LE(timeline().axis().from, from);
    type(Qt::Key_S);
    EXPECT_GT(width(), zoomed);
    type(Qt::Key_W);
    type(Qt::Key_W);
    type(Qt::Key_F); // an action of the window
    EXPECT_DOUBLE_EQ(width(), all);
    type(Qt::Key_Plus);
    EXPECT_LT(width(), all);
    type(Qt::Key_Minus);
    EXPECT_DOUBLE_EQ(width(), all);
    type(Qt::Key_Plus, Qt::ControlModifier);
    EXPECT_LT(width(), all) << "Zoom in of the menu";
    type(Qt::Key_Minus, Qt::ControlModifier);
    EXPECT_DOUBLE_EQ(width(), all);
    // A slice becomes the range, and Esc takes it away, then the selection.
    type(Qt::Key_Down);
    ASSERT_TRUE(timeline().selected());
    type(Qt::Key_M);
    EXPECT_TRUE(session->profile().range());
    type(Qt::Key_Escape);
    EXPECT_FALSE(session->profile().range());
    EXPECT_TRUE(timeline().selected());
    type(Qt::Key_Escape);
    EXPECT_FALSE(timeline().selected());
    // The letters are there for who comes from the list, too: F is the window's.
    type(Qt::Key_W, {});
    inRuns<QListView>(u"runList"_s)->setFocus();
    type(Qt::Key_F);
    EXPECT_DOUBLE_EQ(width(), all);
}

TEST_F(ProfilerKeys, ThePlotTakesItsLetters)
{
    showTab(5);
    auto *plots = inRuns<views::PlotsPage>(u"plotsPage"_s);
    auto &plot = plots->plot();
    ASSERT_TRUE(waitFor([&] { return plot.isVisible() && plot.subject().source; }));
    plot.setFocus();
    const auto all = plot.range();
    type(Qt::Key_W);
    const auto zoomed = plot.range();
    EXPECT_LT(zoomed.width(), all.width());
    type(Qt::Key_D);
    EXPECT_GT(plot.range().from, zoomed.from);
    type(Qt::Key_A);
    EXPECT_NEAR(plot.range().from, zoomed.from, 1);
    type(Qt::Key_S);
    EXPECT_GT(plot.range().width(), zoomed.width());
    type(Qt::Key_W);
    type(Qt::Key_F);
    EXPECT_EQ(plot.range(), all);
    type(Qt::Key_Plus, Qt::ControlModifier);
    EXPECT_LT(plot.range().width(), all.width());
}

TEST_F(ProfilerKeys, FieldsThatAreWrittenInKeepTheLetters)
{
    const auto all = width();
    for (const int tab : { 2, 3, 5 }) {
        SCOPED_TRACE(tab);
        const auto name = findLine(tab);
        ASSERT_FALSE(name.isEmpty());
        auto *line = qobject_cast<QLineEdit *>(QApplication::focusWidget());
        line->clear();
        QTest::keyClicks(line, u"wasdfm+-"_s);
        EXPECT_EQ(line->text(), u"wasdfm+-"_s);
        line->clear();
    }
    EXPECT_DOUBLE_EQ(width(), all);
}

TEST_F(ProfilerKeys, FindLeadsToTheSearchOfTheViewInFront)
{
    EXPECT_EQ(findLine(2), u"timelineFindLine"_s);
    type(Qt::Key_Escape);
    EXPECT_EQ(QApplication::focusWidget(), &timeline());
    EXPECT_FALSE(findLine(3).isEmpty());
    EXPECT_TRUE(inRuns<QWidget>(u"operationsPage"_s)->isAncestorOf(QApplication::focusWidget()));
    EXPECT_EQ(findLine(5), u"plotFilter"_s);
}

TEST_F(ProfilerKeys, TabWalksThroughEveryPageAndLeavesIt)
{
    for (int tab = 1; tab <= 7; ++tab) {
        SCOPED_TRACE(tab);
        showTab(tab);
        inRuns<QListView>(u"runList"_s)->setFocus();
        QSet<QWidget *> seen;
        bool wasInPage = false;
        bool hasLeft = false;
        for (int i = 0; i < 200 && !hasLeft; ++i) {
            type(Qt::Key_Tab);
            auto *now = QApplication::focusWidget();
            ASSERT_TRUE(now);
            EXPECT_TRUE(now->isVisible()) << now->objectName().toStdString();
            const auto isInPage = area().currentPage()->isAncestorOf(now);
            hasLeft = wasInPage && !isInPage;
            wasInPage = wasInPage || isInPage;
            seen.insert(now);
        }
        EXPECT_TRUE(wasInPage) << "no key leads into it";
        EXPECT_TRUE(hasLeft) << "no key leads out of it, after " << seen.size();
    }
}

} // namespace tosaic::test::profilerkeystests
