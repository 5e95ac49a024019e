// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/samples.h"
#include "views/runs/runlistmodel.h"
#include "views/runs/runlistpanel.h"

#include <gtest/gtest.h>

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;

namespace tosaic::views {
namespace {

class RunListPanelTest : public testing::Test
{
protected:
    void SetUp() override
    {
        theme.apply(*qApp, ThemeMode::Light);
        panel = std::make_unique<RunListPanel>(runs, theme);
        panel->resize(220, 560);
        panel->show();
        ASSERT_TRUE(QTest::qWaitForWindowExposed(panel.get()));
        list = panel->findChild<QListView *>(u"runList"_s);
        ASSERT_NE(list, nullptr);
    }

    void add(int count)
    {
        for (int i = 0; i < count; ++i)
            runs.add({ .name = u"run-%1.log"_s.arg(i),
                .run = std::make_shared<const profile::Run>(
                    profile::Run{ .status = profile::RunStatus::Complete }) });
        QCoreApplication::processEvents();
    }
    void click(int row, Qt::KeyboardModifiers modifiers = {})
    {
        const auto index = list->model()->index(row, 0);
        list->scrollTo(index);
        QTest::mouseClick(
            list->viewport(), Qt::LeftButton, modifiers, list->visualRect(index).center());
    }
    QPushButton *button(const QString &name) { return panel->findChild<QPushButton *>(name); }
    void trigger(const QString &name) { panel->findChild<QAction *>(name)->trigger(); }

    Theme theme;
    RunsDocument runs;
    std::unique_ptr<RunListPanel> panel;
    QListView *list = nullptr;
};

TEST_F(RunListPanelTest, IsEmptyWithTheActionThatFillsIt)
{
    EXPECT_FALSE(list->isVisible());
    QSignalSpy spy(panel.get(), &RunListPanel::openRequested);
    QTest::mouseClick(button(u"openLogButton"_s), Qt::LeftButton);
    EXPECT_EQ(spy.count(), 1);
    add(1);
    EXPECT_TRUE(list->isVisible());
}

TEST_F(RunListPanelTest, AFilterLeavesWhatHasAllItsWords)
{
    add(12);
    runs.append({ { .name = u"board mv2"_s, .origin = Origin::Board } });
    auto *filter = panel->findChild<QLineEdit *>(u"runFilter"_s);
    ASSERT_TRUE(filter->isVisible());
    filter->setFocus();
    QTest::keyClicks(filter, u"BOARD mv2"_s);
    for (int row = 0; row < 12; ++row)
        EXPECT_TRUE(list->isRowHidden(row)) << row;
    EXPECT_FALSE(list->isRowHidden(12));
    runs.append({ { .name = u"later"_s }, { .name = u"mv2 again"_s, .origin = Origin::Board } });
    EXPECT_TRUE(list->isRowHidden(13)) << "those that come later, too";
    EXPECT_FALSE(list->isRowHidden(14));
    QTest::keyClick(filter, Qt::Key_Escape);
    EXPECT_FALSE(list->isRowHidden(0));
}

TEST_F(RunListPanelTest, RunsThatOthersKeepComeBehindAndNothingMoves)
{
    add(40);
    click(10);
    click(12, Qt::ControlModifier);
    list->scrollTo(list->model()->index(11, 0), QAbstractItemView::PositionAtTop);
    const auto scrolled = list->verticalScrollBar()->value();
    ASSERT_GT(scrolled, 0);
    QSignalSpy reset(list->model(), &QAbstractItemModel::modelReset);
    runs.append({ { .name = u"one"_s }, { .name = u"two"_s } });
    QCoreApplication::processEvents();
    EXPECT_TRUE(reset.isEmpty());
    EXPECT_EQ(list->model()->rowCount(), 42);
    EXPECT_EQ(list->model()->index(41, 0).data().toString(), u"two"_s);
    EXPECT_EQ(panel->selectedRuns(), (QList<int>{ 10, 12 }));
    EXPECT_EQ(runs.currentIndex(), 12);
    EXPECT_EQ(list->verticalScrollBar()->value(), scrolled);
}

TEST_F(RunListPanelTest, AClickChoosesTheRun)
{
    add(3);
    EXPECT_EQ(list->currentIndex().row(), 2);
    click(0);
    EXPECT_EQ(runs.currentIndex(), 0);
    runs.setCurrentIndex(1);
    EXPECT_EQ(list->currentIndex().row(), 1);
}

/// The log of a run that was killed or ran into its time limit may look complete.
TEST_F(RunListPanelTest, ARecordingThatDidNotEndWellIsNotComplete)
{
    add(6);
    const QStringList states{ u"complete"_s, u"failed"_s, u"cancelled"_s, u"running"_s,
        u"cut-off"_s, QString() };
    for (int i = 0; i < 6; ++i) {
        auto run = runs.runs()[static_cast<size_t>(i)];
        run.status = states[i];
        runs.update(i, std::move(run));
    }
    using profile::RunStatus;
    const std::vector<std::pair<RunStatus, QString>> expected{
        { RunStatus::Complete, u"Complete"_s }, { RunStatus::Failed, u"Failed"_s },
        { RunStatus::Truncated, u"Cancelled"_s }, { RunStatus::Truncated, u"Being recorded"_s },
        { RunStatus::Truncated, u"Cut off"_s }, { RunStatus::Complete, u"Complete"_s }
    };
    for (int i = 0; i < 6; ++i) {
        const auto index = list->model()->index(i, 0);
        const auto &[status, word] = expected[static_cast<size_t>(i)];
        EXPECT_EQ(index.data(RunListModel::StatusRole).toInt(), static_cast<int>(status)) << i;
        EXPECT_TRUE(index.data(RunListModel::DetailRole).toString().startsWith(word)) << i;
        EXPECT_TRUE(index.data(Qt::AccessibleTextRole).toString().contains(word)) << i;
    }
}

TEST_F(RunListPanelTest, ARunInFastModeIsMarked)
{
    add(2);
    auto run = runs.runs()[1];
    run.conditions.mode = u"fast"_s;
    runs.update(1, std::move(run));
    const auto fast = list->model()->index(1, 0);
    EXPECT_TRUE(fast.data(RunListModel::FastRole).toBool());
    EXPECT_TRUE(fast.data(RunListModel::DetailRole).toString().contains(u"timing not valid"_s));
    EXPECT_FALSE(list->model()->index(0, 0).data(RunListModel::FastRole).toBool());
}

TEST_F(RunListPanelTest, RemovesRunsWithTheKeyboard)
{
    add(3);
    list->setFocus();
    QTest::keyClick(list, Qt::Key_Up);
    EXPECT_EQ(runs.currentIndex(), 1);
    QTest::keyClick(list, Qt::Key_Delete);
    ASSERT_EQ(runs.runs().size(), 2U);
    EXPECT_EQ(runs.runs()[1].name, u"run-2.log"_s);
    click(0);
    click(1, Qt::ControlModifier);
    QTest::keyClick(list, Qt::Key_Delete);
    EXPECT_TRUE(runs.isEmpty());
}

TEST_F(RunListPanelTest, RenamesWithF2)
{
    add(2);
    click(0);
    list->setFocus();
    QTest::keyClick(list, Qt::Key_F2);
    auto *editor = list->findChild<QLineEdit *>();
    ASSERT_NE(editor, nullptr);
    editor->selectAll();
    QTest::keyClicks(editor, u"baseline"_s);
    QTest::keyClick(editor, Qt::Key_Return);
    EXPECT_TRUE(QTest::qWaitFor([&] { return runs.runs()[0].name == u"baseline"_s; }))
        << runs.runs()[0].name.toStdString();
}

TEST_F(RunListPanelTest, TwoSelectedRunsAreComparedOldFirst)
{
    add(3);
    QSignalSpy spy(panel.get(), &RunListPanel::compareRequested);
    EXPECT_FALSE(button(u"compareRunsButton"_s)->isVisible());
    click(2);
    click(0, Qt::ControlModifier);
    ASSERT_TRUE(button(u"compareRunsButton"_s)->isVisible());
    QTest::mouseClick(button(u"compareRunsButton"_s), Qt::LeftButton);
    ASSERT_EQ(spy.count(), 1);
    EXPECT_EQ(spy[0][0].value<QList<int>>(), QList<int>{ 0 });
    EXPECT_EQ(spy[0][1].value<QList<int>>(), QList<int>{ 2 });
}

TEST_F(RunListPanelTest, MarkedRunsAreTheOldSide)
{
    add(4);
    QSignalSpy spy(panel.get(), &RunListPanel::compareRequested);
    click(0);
    click(1, Qt::ShiftModifier);
    trigger(u"markOldAction"_s);
    EXPECT_FALSE(button(u"compareRunsButton"_s)->isEnabled()) << "only old ones are selected";
    click(2);
    click(3, Qt::ShiftModifier);
    ASSERT_TRUE(button(u"compareRunsButton"_s)->isEnabled());
    EXPECT_TRUE(button(u"compareRunsButton"_s)->text().contains(u"2 old"));
    QTest::mouseClick(button(u"compareRunsButton"_s), Qt::LeftButton);
    ASSERT_EQ(spy.count(), 1);
    EXPECT_EQ(spy[0][0].value<QList<int>>(), (QList<int>{ 0, 1 }));
    EXPECT_EQ(spy[0][1].value<QList<int>>(), (QList<int>{ 2, 3 }));
}

TEST_F(RunListPanelTest, SelectedRunsAreMerged)
{
    add(3);
    QSignalSpy spy(panel.get(), &RunListPanel::mergeRequested);
    click(0);
    EXPECT_FALSE(button(u"mergeRunsButton"_s)->isVisible());
    click(2, Qt::ShiftModifier);
    QTest::mouseClick(button(u"mergeRunsButton"_s), Qt::LeftButton);
    ASSERT_EQ(spy.count(), 1);
    EXPECT_EQ(spy[0][0].value<QList<int>>(), (QList<int>{ 0, 1, 2 }));
}

TEST_F(RunListPanelTest, ALiveRunKeepsTheSelection)
{
    add(3);
    click(0);
    click(1, Qt::ControlModifier);
    auto live = runs.runs()[2];
    live.isLive = true;
    runs.update(2, live);
    EXPECT_EQ(panel->selectedRuns(), (QList<int>{ 0, 1 }));
    runs.remove(2);
    EXPECT_EQ(panel->selectedRuns(), (QList<int>{ 0, 1 }));
}

TEST_F(RunListPanelTest, RendersBadgesOfAllKinds)
{
    const auto target = qEnvironmentVariable("TOSAIC_SCREENSHOTS", test::temporaryDir());
    QDir().mkpath(target);
    add(1);
    const auto run = std::make_shared<const profile::Run>();
    runs.add({ .name = u"corstone-320-mv2-a-long-name.log"_s,
        .run = run,
        .origin = Origin::Fvp,
        .isLive = true });
    runs.add({ .name = u"trace.json.gz"_s, .origin = Origin::Fvp, .kind = u"pmu-trace"_s });
    runs.add({ .name = u"host.etdp"_s, .origin = Origin::ThisMachine, .kind = u"etdump"_s });
    click(0);
    trigger(u"markOldAction"_s);
    click(2, Qt::ControlModifier);
    for (const auto mode : { ThemeMode::Light, ThemeMode::Dark }) {
        theme.apply(*qApp, mode);
        QCoreApplication::processEvents();
        const auto name = mode == ThemeMode::Dark ? u"dark"_s : u"light"_s;
        EXPECT_TRUE(panel->grab().save(u"%1/runlist-%2.png"_s.arg(target, name)));
    }
}

} // namespace
} // namespace tosaic::views
