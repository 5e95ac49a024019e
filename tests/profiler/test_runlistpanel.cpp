// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/samples.h"
#include "tests/views/canvaskeys.h"
#include "views/runs/runlistmodel.h"
#include "views/runs/runlistpanel.h"
#include "views/runs/runordermodel.h"
#include "views/runs/runtrends.h"
#include "views/runs/trendplot.h"

#include <gtest/gtest.h>

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QInputDialog>
#include <QLineEdit>
#include <QListView>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;

namespace tosaic::views::runlistpaneltests {
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

TEST_F(RunListPanelTest, GroupsAreSelectedByTheirTitle)
{
    for (int i = 0; i < 6; ++i)
        runs.add({ .name = u"run-%1"_s.arg(i),
            .run = std::make_shared<const profile::Run>(),
            .origin = i % 2 == 0 ? std::optional(Origin::Board)
                : i == 5         ? std::nullopt
                                 : std::optional(Origin::Fvp) });
    auto *groups = panel->findChild<QComboBox *>(u"runGroups"_s);
    ASSERT_TRUE(groups->isVisible());
    groups->setCurrentIndex(groups->findText(u"By origin"_s));
    QCoreApplication::processEvents();
    const auto *model = list->model();
    QStringList names;
    QStringList titles;
    for (int row = 0; row < model->rowCount(); ++row) {
        names << model->index(row, 0).data().toString();
        titles << model->index(row, 0).data(RunOrderModel::GroupRole).toString();
    }
    EXPECT_EQ(names,
        (QStringList{ u"run-0"_s, u"run-2"_s, u"run-4"_s, u"run-1"_s, u"run-3"_s, u"run-5"_s }));
    EXPECT_EQ(
        titles, (QStringList{ u"board (3)"_s, {}, {}, u"FVP (2)"_s, {}, u"Not known (1)"_s }));
    const auto first = list->visualRect(model->index(3, 0));
    const auto second = list->visualRect(model->index(4, 0));
    EXPECT_GT(first.height(), second.height()) << "the title has room";
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, first.topLeft() + QPoint(20, 5));
    EXPECT_EQ(panel->selectedRuns(), (QList<int>{ 1, 3 })) << "indices, not places";
    EXPECT_EQ(runs.currentIndex(), 1);
    click(1);
    EXPECT_EQ(panel->selectedRuns(), QList<int>{ 2 });
    EXPECT_EQ(runs.currentIndex(), 2);

    auto *filter = panel->findChild<QLineEdit *>(u"runFilter"_s);
    filter->setFocus();
    QTest::keyClicks(filter, u"run-4"_s);
    EXPECT_EQ(model->index(2, 0).data(RunOrderModel::GroupRole).toString(), u"board (1)"_s)
        << "the first that is shown has the title";
}

TEST_F(RunListPanelTest, OneNoteIsWrittenOnAllThatAreSelected)
{
    add(3);
    const auto height = list->visualRect(list->model()->index(0, 0)).height();
    click(0);
    click(2, Qt::ControlModifier);
    list->setFocus();
    QTest::keyClick(list, Qt::Key_F2, Qt::ShiftModifier);
    auto *dialog = panel->findChild<QInputDialog *>(u"runNoteDialog"_s);
    ASSERT_TRUE(dialog);
    auto *text = dialog->findChild<QPlainTextEdit *>();
    ASSERT_TRUE(text);
    QTest::keyClicks(text, u"before the fan was mended"_s);
    dialog->accept();
    QCoreApplication::processEvents();
    EXPECT_EQ(runs.runs()[0].note, u"before the fan was mended"_s);
    EXPECT_EQ(runs.runs()[2].note, u"before the fan was mended"_s);
    EXPECT_TRUE(runs.runs()[1].note.isEmpty());
    const auto index = list->model()->index(0, 0);
    EXPECT_GT(list->visualRect(index).height(), height) << "it is seen";
    EXPECT_TRUE(index.data(Qt::AccessibleTextRole).toString().contains(u"before the fan"_s));
    auto *filter = panel->findChild<QLineEdit *>(u"runFilter"_s);
    filter->setFocus();
    QTest::keyClicks(filter, u"fan"_s);
    EXPECT_TRUE(list->isRowHidden(1)) << "and found";
    EXPECT_FALSE(list->isRowHidden(2));
}

TEST_F(RunListPanelTest, TheTotalOfLikeRunsIsPlottedOverTheDays)
{
    const auto measured = [](const QString &name, quint64 cycles, int day, Origin origin) {
        profile::Run told{ .status = profile::RunStatus::Complete };
        told.model.emplace().name = u"kws"_s;
        told.profiles.push_back({});
        told.profiles[0].counters = { { u"CYCLE_COUNTER"_s, cycles, u"cycles"_s } };
        profile::MeasuredRun run{
            .name = name, .run = std::make_shared<const profile::Run>(told), .origin = origin
        };
        run.conditions.target = u"ethos-u55-128"_s;
        run.imported = QDateTime({ 2026, 3, day }, { 12, 0 });
        return run;
    };
    runs.add(measured(u"third"_s, 1200, 9, Origin::Board));
    runs.add(measured(u"first"_s, 1000, 2, Origin::Board));
    runs.add(measured(u"simulated"_s, 900, 3, Origin::Fvp));
    runs.add(measured(u"second"_s, 1010, 4, Origin::Board));
    auto *trends = panel->findChild<RunTrends *>();
    ASSERT_TRUE(trends);
    ASSERT_TRUE(QTest::qWaitFor([&] { return trends->shown() != nullptr; }));
    EXPECT_TRUE(trends->isVisible());
    ASSERT_EQ(trends->shown()->points.size(), 3U) << "the simulator is no board";
    EXPECT_EQ(trends->shown()->points.front().run, 1U) << "by time";
    EXPECT_EQ(trends->shown()->points.back().value, 1200);
    auto *plot = panel->findChild<TrendPlot *>();
    EXPECT_LT(plot->pointRect(0).center().x(), plot->pointRect(1).center().x());
    EXPECT_GT(plot->pointRect(0).center().y(), plot->pointRect(2).center().y()) << "more is higher";
    QTest::mouseClick(plot->viewport(), Qt::LeftButton, {}, plot->pointRect(2).center().toPoint());
    EXPECT_EQ(runs.currentIndex(), 0) << "a dot is a run";
    const auto target = qEnvironmentVariable("TOSAIC_SCREENSHOTS", test::temporaryDir());
    QDir().mkpath(target);
    EXPECT_TRUE(panel->grab().save(target + u"/runlist-trend.png"_s));
    runs.setCurrentIndex(2);
    EXPECT_FALSE(trends->isVisible()) << "nothing is like it";
}

TEST_F(RunListPanelTest, TheTrendAnswersTheKeysOfAllPictures)
{
    TrendPlot plot(theme);
    RunTrend trend{ .metric = u"CYCLE_COUNTER"_s, .unit = u"cycles"_s };
    QStringList names;
    for (int i = 0; i < 12; ++i) {
        trend.points.push_back(
            { size_t(i), QDateTime({ 2026, 3, 1 + i }, { 12, 0 }), 1000.0 + i * i });
        names << QString::number(i);
    }
    plot.resize(300, 200);
    plot.set(trend, names, 0);
    QObject::connect(
        &plot, &TrendPlot::runChosen, &plot, [&](int run) { plot.set(trend, names, run); });
    plot.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&plot));
    test::CanvasKeys(plot).expectAll();
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
} // namespace tosaic::views::runlistpaneltests
