// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/imports/runimport.h"
#include "profiler/store/runfromvalues.h"
#include "tests/columns.h"
#include "tests/support/samples.h"
#include "tests/views/canvaskeys.h"
#include "views/models/rundrag.h"
#include "views/runcompare/runchangemodel.h"
#include "views/runcompare/runchangewords.h"
#include "views/runcompare/runcomparepage.h"
#include "views/runcompare/runside.h"
#include "views/runcompare/waterfallchart.h"
#include "views/widgets/datatable.h"

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QDoubleSpinBox>
#include <QDragEnterEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTest>
#include <QTimer>
#include <QToolButton>

namespace tosaic::test::runcomparepagetests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::views;

namespace {

using workspace::RunValue;

/// A Vela report of three operators and two totals.
profile::MeasuredRun estimate(const QString &name, double first, double second, double macs = 1000)
{
    profile::MeasuredRun run{
        .name = name, .origin = Origin::Estimate, .kind = u"vela-per-layer"_s
    };
    run.values = { RunValue{ u"operator"_s, {}, u"conv_1"_s, u"cycles"_s, 0, first },
        RunValue{ u"operator"_s, {}, u"conv_2"_s, u"cycles"_s, 0, second },
        RunValue{ u"operator"_s, {}, u"add"_s, u"cycles"_s, 0, 50 },
        RunValue{ u"counter"_s, {}, u"total cycles"_s, u"cycles"_s, 0, first + second + 50 },
        RunValue{ u"counter"_s, {}, u"MACs"_s, u"MACs"_s, 0, macs } };
    run.run = std::make_shared<const profile::Run>(profile::runFromValues(run.values));
    return run;
}

/// A console with one counter.
profile::MeasuredRun console(const QString &name, quint64 active, const QString &mode = {})
{
    profile::Run run{ .status = profile::RunStatus::Complete };
    run.profiles.push_back({ .label = u"Inference"_s });
    run.profiles[0].counters
        = { { u"NPU_ACTIVE"_s, active, u"cycles"_s }, { u"NPU_IDLE"_s, 40, u"cycles"_s } };
    profile::MeasuredRun named{
        .name = name, .run = std::make_shared<const profile::Run>(run), .origin = Origin::Fvp
    };
    named.conditions.mode = mode;
    return named;
}

class RunComparePageTest : public testing::Test
{
protected:
    void SetUp() override
    {
        m_theme.apply(*qApp, ThemeMode::Light);
        m_page = std::make_unique<RunComparePage>(m_runs, m_selection, m_theme);
        m_page->resize(900, 560);
        m_page->show();
    }

    void compare(const QList<int> &oldRuns, const QList<int> &newRuns)
    {
        QSignalSpy shown(m_page.get(), &RunComparePage::shown);
        m_page->compare(oldRuns, newRuns);
        ASSERT_TRUE(shown.size() > 0 || shown.wait());
    }

    /// Five repeats before and five after, all slower.
    void addRepeats()
    {
        for (const quint64 value : { 1000U, 1004U, 998U, 1001U, 1003U })
            m_runs.add(console(u"before %1"_s.arg(value), value));
        for (const quint64 value : { 1100U, 1103U, 1098U, 1105U, 1101U })
            m_runs.add(console(u"after %1"_s.arg(value), value));
    }

    template <typename T>
    T *find(const QString &name)
    {
        auto *widget = m_page->findChild<T *>(name);
        EXPECT_NE(widget, nullptr) << qPrintable(name);
        return widget;
    }

    int column(const QString &table, QStringView key)
    {
        return find<DataTable>(table)->columnOf(key);
    }
    QString cell(const QString &table, int row, QStringView key)
    {
        return cell(table, row, column(table, key));
    }
    QString cell(const QString &table, int row, int column)
    {
        return find<DataTable>(table)->model()->index(row, column).data().toString();
    }

    /// For the eye, where a folder is given.
    void grab(const QString &name)
    {
        const auto folder = qEnvironmentVariable("TOSAIC_PICTURES");
        if (!folder.isEmpty())
            m_page->grab().save(folder + u'/' + name + u".png"_s);
    }

    Theme m_theme;
    RunsDocument m_runs;
    SelectionContext m_selection;
    std::unique_ptr<RunComparePage> m_page;
};

} // namespace

TEST_F(RunComparePageTest, WithoutTwoRunsItAsksForThem)
{
    QSignalSpy asked(m_page.get(), &RunComparePage::importRequested);
    for (auto *button : m_page->findChildren<QPushButton *>(u"emptyAction"_s)) {
        if (button->isVisible())
            button->click();
    }
    EXPECT_EQ(asked.size(), 1);
    EXPECT_FALSE(m_page->comparison());
    grab(u"compare-empty"_s);
}

TEST_F(RunComparePageTest, WithTwoRunsOneClickComparesTheNewest)
{
    m_runs.add(estimate(u"a"_s, 100, 200));
    m_runs.add(estimate(u"b"_s, 150, 200));
    grab(u"compare-choose"_s);
    QSignalSpy shown(m_page.get(), &RunComparePage::shown);
    for (auto *button : m_page->findChildren<QPushButton *>(u"emptyAction"_s)) {
        if (button->isVisible())
            button->click();
    }
    ASSERT_TRUE(shown.wait());
    ASSERT_TRUE(m_page->comparison());
    EXPECT_EQ(m_page->comparison()->operators[0].name, u"conv_1"_s);
    EXPECT_EQ(cell(u"operatorChanges"_s, 0, u"difference"), u"+50"_s);
    EXPECT_EQ(cell(u"operatorChanges"_s, 0, u"relative"), u"+50.0 %"_s);
    EXPECT_EQ(cell(u"operatorChanges"_s, 0, u"verdict"), u"worse"_s);
    const auto title = find<DataTable>(u"operatorChanges"_s)
                           ->model()
                           ->headerData(column(u"operatorChanges"_s, u"old"), Qt::Horizontal);
    EXPECT_EQ(title.toString(), u"Old (est)"_s);
}

TEST_F(RunComparePageTest, RepeatsTellADifferenceFromChance)
{
    addRepeats();
    compare({ 0, 1, 2, 3, 4 }, { 5, 6, 7, 8, 9 });
    ASSERT_TRUE(m_page->comparison());
    const auto &change = m_page->comparison()->counters[0];
    EXPECT_EQ(change.name, u"NPU_ACTIVE"_s);
    EXPECT_EQ(change.significance, profile::Significance::Significant);
    EXPECT_EQ(cell(u"counterChanges"_s, 0, u"significance"), u"5 and 5 repeats; p = 0.0079"_s);
    compare({ 0 }, { 5 });
    EXPECT_EQ(cell(u"counterChanges"_s, 0, u"significance"), u"not enough repeats"_s);
    compare({ 0, 2, 4, 6, 8 }, { 1, 3, 5, 7, 9 });
    grab(u"compare-repeats"_s);
}

TEST_F(RunComparePageTest, TheLimitSaysWhatTheCommandLineWould)
{
    addRepeats();
    compare({ 0 }, { 5 });
    auto *verdict = find<QLabel>(u"limitVerdict"_s);
    EXPECT_TRUE(verdict->text().contains(u"would fail: 1 value"_s)) << qPrintable(verdict->text());
    find<QDoubleSpinBox>(u"limit"_s)->setValue(15);
    EXPECT_TRUE(verdict->text().contains(u"would pass"_s));
    // Operators are judged only if asked for.
    m_runs.add(estimate(u"a"_s, 100, 200));
    m_runs.add(estimate(u"b"_s, 150, 150));
    compare({ 10 }, { 11 });
    EXPECT_TRUE(verdict->text().contains(u"would pass"_s));
    find<QCheckBox>(u"judgesOperators"_s)->setChecked(true);
    EXPECT_TRUE(verdict->text().contains(u"would fail"_s));
}

TEST_F(RunComparePageTest, FastModeIsNotComparable)
{
    m_runs.add(console(u"a"_s, 100, u"fast"_s));
    m_runs.add(console(u"b"_s, 100, u"fast"_s));
    compare({ 0 }, { 1 });
    EXPECT_EQ(m_page->comparison()->comparability, profile::Comparability::NotComparable);
    EXPECT_TRUE(find<QLabel>(u"outcome"_s)->text().contains(u"cannot be compared"_s));
    EXPECT_TRUE(find<QLabel>(u"limitVerdict"_s)->text().contains(u"would fail"_s));
    find<QTabWidget>(u"compareTabs"_s)->setCurrentIndex(3);
    EXPECT_TRUE(cell(u"conditionChanges"_s, 0, test::column<ConditionModel>(u"meaning"))
                    .contains(u"fast mode"_s));
    grab(u"compare-fast"_s);
}

TEST_F(RunComparePageTest, OtherProgramsAndConditionsAreSaidWhereTheNumbersAre)
{
    auto before = console(u"before"_s, 100);
    before.modelSha256 = u"aa"_s;
    before.conditions.target = u"ethos-u55-128"_s;
    before.conditions.repeats = 3;
    auto now = console(u"now"_s, 120);
    now.conditions.artefacts = { { u"pte"_s, u"bb"_s } }; // as a target tells what it ran
    now.conditions.target = u"ethos-u55-256"_s;
    now.conditions.repeats = 5;
    auto same = console(u"same"_s, 100);
    same.modelSha256 = u"aa"_s;
    for (const auto &run : { before, now, same })
        m_runs.add(run);
    compare({ 0 }, { 1 });
    ASSERT_TRUE(m_page->comparison()->areOtherPrograms);
    const auto *note = find<QLabel>(u"differenceNote"_s);
    EXPECT_TRUE(note->isVisible());
    EXPECT_EQ(note->text(),
        u"The two sides ran different programs: operators are compared by kernel, not by their "
        "number. Differences may come from: Target. Also different: Inferences."_s);
    find<QPushButton>(u"showConditions"_s)->click();
    EXPECT_EQ(find<QTabWidget>(u"compareTabs"_s)->currentIndex(), 3);
    grab(u"compare-other-programs"_s);
    compare({ 0 }, { 2 }); // one side does not state its conditions: nothing is known to differ
    EXPECT_FALSE(note->isVisible()) << qPrintable(note->text());
}

TEST_F(RunComparePageTest, RunsThatOthersKeepChangeNothingThatIsLookedAt)
{
    m_runs.add(estimate(u"a"_s, 100, 200));
    m_runs.add(estimate(u"b"_s, 150, 210));
    compare({ 0 }, { 1 });
    auto *table = find<DataTable>(u"operatorChanges"_s);
    table->setCurrentSourceRow(1);
    QSignalSpy shown(m_page.get(), &RunComparePage::shown);
    m_runs.append({ estimate(u"c"_s, 1, 2) });
    EXPECT_FALSE(shown.wait(200));
    EXPECT_EQ(table->currentSourceRow(), 1);
    auto *menu = find<QMenu>(u"newSideMenu"_s);
    Q_EMIT menu->aboutToShow();
    EXPECT_EQ(menu->actions().size(), 3) << "it can be chosen";
}

TEST_F(RunComparePageTest, TheWaterfallLeadsFromOldToNew)
{
    m_runs.add(estimate(u"a"_s, 100, 200));
    m_runs.add(estimate(u"b"_s, 160, 180));
    compare({ 0 }, { 1 });
    auto *chart = find<WaterfallChart>(u"waterfallChart"_s);
    const auto &waterfall = chart->waterfall();
    EXPECT_EQ(waterfall.oldTotal, 350);
    EXPECT_EQ(waterfall.newTotal, 390);
    ASSERT_EQ(waterfall.steps.size(), 2U);
    EXPECT_EQ(waterfall.steps[0].to, 410);
    EXPECT_EQ(waterfall.steps[1].to, waterfall.newTotal);
    find<QTabWidget>(u"compareTabs"_s)->setCurrentIndex(2);
    QSignalSpy selected(chart, &WaterfallChart::stepSelected);
    QTest::keyClick(chart, Qt::Key_Down);
    ASSERT_EQ(selected.size(), 1);
    EXPECT_EQ(selected[0][0].toString(), u"conv_1"_s);
    EXPECT_EQ(find<DataTable>(u"operatorChanges"_s)->currentSourceRow(), 0);
    grab(u"compare-waterfall"_s);
}

TEST_F(RunComparePageTest, TheWaterfallAnswersTheKeysOfAllPictures)
{
    m_runs.add(estimate(u"a"_s, 100, 200));
    m_runs.add(estimate(u"b"_s, 160, 180));
    compare({ 0 }, { 1 });
    find<QTabWidget>(u"compareTabs"_s)->setCurrentIndex(2);
    test::CanvasKeys(*find<WaterfallChart>(u"waterfallChart"_s)).expectAll();
}

TEST_F(RunComparePageTest, AnOperatorIsTheSameOneEverywhere)
{
    ProfileDocument profile;
    auto subject = std::make_shared<ProfileSubject>();
    auto table = std::make_shared<profile::OperationTable>();
    table->operations.push_back({ .name = u"conv_2"_s });
    subject->table = table;
    subject->entities = { { model::EntityRef::networkOperator(0, 7) } };
    profile.set(subject);
    m_page->setProfile(&profile);
    m_runs.add(estimate(u"a"_s, 100, 200));
    m_runs.add(estimate(u"b"_s, 150, 210));
    compare({ 0 }, { 1 });
    auto *operators = find<DataTable>(u"operatorChanges"_s);
    find<QTabWidget>(u"compareTabs"_s)->setCurrentIndex(1);
    const auto place = operators->visualRect(operators->model()->index(1, 0)).center();
    QTest::mouseClick(operators->viewport(), Qt::LeftButton, Qt::NoModifier, place);
    EXPECT_EQ(m_selection.current(), model::EntityRef::networkOperator(0, 7));
    operators->setCurrentSourceRow(-1);
    m_selection.clear();
    m_selection.select(model::EntityRef::networkOperator(0, 7));
    EXPECT_EQ(operators->currentSourceRow(), 1);
}

TEST_F(RunComparePageTest, SidesKeepTheirRunsWhenOthersGo)
{
    m_runs.add(console(u"x"_s, 5));
    m_runs.add(console(u"a"_s, 100));
    m_runs.add(console(u"b"_s, 110));
    compare({ 1 }, { 2 });
    QSignalSpy shown(m_page.get(), &RunComparePage::shown);
    m_runs.remove(0);
    ASSERT_TRUE(shown.wait());
    EXPECT_EQ(find<RunSide>(u"oldSide"_s)->chosen(), QList<int>{ 0 });
    EXPECT_EQ(find<RunSide>(u"newSide"_s)->chosen(), QList<int>{ 1 });
    EXPECT_EQ(m_page->comparison()->counters[0].oldValue, 100);
    m_page->swapSides();
    ASSERT_TRUE(shown.wait());
    EXPECT_EQ(m_page->comparison()->counters[0].oldValue, 110);
    m_runs.clear();
    EXPECT_FALSE(m_page->comparison());
}

TEST_F(RunComparePageTest, ChipsAndTheMenuChooseRuns)
{
    m_runs.add(console(u"a"_s, 100));
    m_runs.add(console(u"b"_s, 110));
    m_runs.add(console(u"c"_s, 120));
    compare({ 0 }, { 1 });
    auto *side = find<RunSide>(u"newSide"_s);
    QSignalSpy shown(m_page.get(), &RunComparePage::shown);
    auto *menu = find<QMenu>(u"newSideMenu"_s);
    Q_EMIT menu->aboutToShow();
    ASSERT_EQ(menu->actions().size(), 3);
    menu->actions()[2]->trigger();
    ASSERT_TRUE(shown.wait());
    EXPECT_EQ(side->chosen(), (QList<int>{ 1, 2 }));
    EXPECT_EQ(m_page->comparison()->counters[0].newRepeats.size(), 2U);
    find<QToolButton>(u"newSideChip1"_s)->click();
    EXPECT_EQ(side->chosen(), (QList<int>{ 2 }));
}

TEST_F(RunComparePageTest, WhatDoesNotCountIsSettable)
{
    m_runs.add(console(u"a"_s, 1000));
    m_runs.add(console(u"b"_s, 1010));
    compare({ 0 }, { 1 });
    EXPECT_EQ(m_page->comparison()->counters[0].verdict(), Verdict::Worse);
    auto *least = find<QDoubleSpinBox>(u"leastEffect"_s);
    QSignalSpy sides(m_page.get(), &RunComparePage::sidesChanged);
    QSignalSpy shown(m_page.get(), &RunComparePage::shown);
    least->setFocus();
    least->selectAll();
    QTest::keyClicks(least, u"2"_s);
    QTest::keyClick(least, Qt::Key_Return);
    ASSERT_TRUE(shown.wait());
    EXPECT_EQ(m_page->comparison()->counters[0].verdict(), Verdict::Same);
    EXPECT_EQ(sides.back().at(2).toDouble(), 0.02) << "the report is told";
    EXPECT_TRUE(find<QLabel>(u"outcome"_s)->text().contains(u"below 2\u00a0%"_s));
    find<QDoubleSpinBox>(u"limit"_s)->setValue(1);
    EXPECT_LE(least->value(), 1) << "what does not count cannot fail";
}

/// Nothing of what names the sides, or says how it ended, is cut in a narrow window.
TEST_F(RunComparePageTest, SidesAndVerdictAreReadInANarrowWindow)
{
    m_runs.add(console(u"t1.json"_s, 1000));
    m_runs.add(console(u"t2.json"_s, 1100));
    m_page->resize(604, 300); // the room in a window of 900x560
    compare({ 0 }, { 1 });
    QCoreApplication::processEvents();
    for (const auto &name : { u"oldSideChip0"_s, u"newSideChip1"_s, u"judgesOperators"_s,
             u"limitVerdict"_s, u"oldSideAllLike"_s }) {
        const auto *widget = find<QWidget>(name);
        EXPECT_GE(widget->width(), widget->sizeHint().width()) << name.toStdString();
        EXPECT_TRUE(widget->parentWidget()->rect().contains(widget->geometry()))
            << name.toStdString();
    }
    const auto bottomOf = [this](const QString &name) {
        const auto *widget = find<QWidget>(name);
        return widget->mapTo(m_page.get(), widget->rect().bottomLeft()).y();
    };
    const auto *tabs = find<QTabWidget>(u"compareTabs"_s);
    EXPECT_LT(bottomOf(u"limitVerdict"_s), tabs->mapTo(m_page.get(), QPoint()).y());
}

/// Five repeats are ticked in one menu, or taken at once; their chips tell them apart.
TEST_F(RunComparePageTest, RepeatsAreTickedWithoutOpeningTheMenuAgain)
{
    const auto longName = u"a-console-with-a-very-long-name-that-all-of-them-share-%1-of-the-day"_s;
    for (int i = 0; i < 4; ++i)
        m_runs.add(console(longName.arg(i), 100 + quint64(i)));
    m_runs.add(console(u"another"_s, 200));
    compare({ 4 }, {});
    auto *side = find<RunSide>(u"newSide"_s);
    auto *menu = find<QMenu>(u"newSideMenu"_s);
    menu->popup(m_page->mapToGlobal(QPoint(10, 10)));
    ASSERT_TRUE(QTest::qWaitForWindowExposed(menu));
    const auto click = [menu](int row) {
        QTest::mouseClick(menu, Qt::LeftButton, Qt::NoModifier,
            menu->actionGeometry(menu->actions()[row]).center());
    };
    click(0);
    click(1);
    EXPECT_TRUE(menu->isVisible()) << "one menu for all of them";
    EXPECT_EQ(side->chosen(), (QList<int>{ 0, 1 }));
    EXPECT_NE(
        find<QToolButton>(u"newSideChip0"_s)->text(), find<QToolButton>(u"newSideChip1"_s)->text());
    menu->setActiveAction(menu->actions()[1]);
    QTest::keyClick(menu, Qt::Key_Space);
    EXPECT_TRUE(menu->isVisible());
    EXPECT_EQ(side->chosen(), (QList<int>{ 0 }));
    menu->close();
    auto *like = find<QToolButton>(u"newSideAllLike"_s);
    QTest::mouseClick(like, Qt::LeftButton);
    EXPECT_EQ(side->chosen(), (QList<int>{ 0, 1, 2, 3 })) << "not the one that is named otherwise";
    EXPECT_TRUE(like->isHidden()) << "there are no more";
}

TEST_F(RunComparePageTest, RunsAreDraggedOntoASide)
{
    addRepeats();
    auto *side = find<RunSide>(u"oldSide"_s);
    const auto drop = [&](const QList<int> &runs, Qt::KeyboardModifiers modifiers) {
        const auto data = runDrag(runs);
        QDragEnterEvent enter(QPoint(4, 4), Qt::CopyAction, data.get(), Qt::LeftButton, modifiers);
        QApplication::sendEvent(side, &enter);
        EXPECT_TRUE(enter.isAccepted());
        QDropEvent event(QPointF(4, 4), Qt::CopyAction, data.get(), Qt::LeftButton, modifiers);
        QApplication::sendEvent(side, &event);
    };
    drop({ 0, 1 }, {});
    EXPECT_EQ(side->chosen(), (QList<int>{ 0, 1 }));
    drop({ 1, 2, 99 }, {});
    EXPECT_EQ(side->chosen(), (QList<int>{ 0, 1, 2 })) << "added; what is no run is not";
    drop({ 4 }, Qt::ShiftModifier);
    EXPECT_EQ(side->chosen(), QList<int>{ 4 }) << "in their place";
    QMimeData other;
    other.setText(u"3"_s);
    QDragEnterEvent enter(QPoint(4, 4), Qt::CopyAction, &other, Qt::LeftButton, {});
    enter.ignore();
    QApplication::sendEvent(side, &enter);
    EXPECT_FALSE(enter.isAccepted());
    compare({ 4 }, { 5 });
    ASSERT_TRUE(m_page->comparison());
}

TEST_F(RunComparePageTest, AGroupOfRunsIsTakenToASideAtOnce)
{
    addRepeats();
    for (int run = 5; run < 10; ++run)
        m_runs.setTarget(run, u"ethos-u55-256"_s);
    for (int run = 0; run < 5; ++run)
        m_runs.setTarget(run, u"ethos-u55-128"_s);
    auto *button = find<QToolButton>(u"newSideAdd"_s);
    QTimer::singleShot(0, button, [this] {
        auto *menu = find<QMenu>(u"newSideMenu"_s);
        auto *targets = menu->findChild<QMenu *>(u"newSideBytarget"_s);
        ASSERT_TRUE(targets);
        EXPECT_FALSE(menu->findChild<QMenu *>(u"newSideByorigin"_s)) << "all are alike";
        const auto actions = targets->actions();
        ASSERT_EQ(actions.size(), 2);
        EXPECT_EQ(actions[1]->text(), u"ethos-u55-256 (5)"_s);
        actions[1]->trigger();
        menu->close();
    });
    QTest::mouseClick(button, Qt::LeftButton);
    EXPECT_EQ(find<RunSide>(u"newSide"_s)->chosen(), (QList<int>{ 5, 6, 7, 8, 9 }));
}

TEST_F(RunComparePageTest, FiltersAndCopiesAsTable)
{
    m_runs.add(estimate(u"a"_s, 100, 200));
    m_runs.add(estimate(u"b"_s, 150, 210));
    compare({ 0 }, { 1 });
    find<QTabWidget>(u"compareTabs"_s)->setCurrentIndex(1);
    find<QLineEdit>(u"compareFilter"_s)->setText(u"conv"_s);
    auto *table = find<DataTable>(u"operatorChanges"_s);
    EXPECT_EQ(table->model()->rowCount(), 2);
    find<QToolButton>(u"copyTable"_s)->click();
    const auto lines = QApplication::clipboard()->text().split(u'\n');
    ASSERT_EQ(lines.size(), 3);
    EXPECT_TRUE(lines[0].contains(u"\tRelative (%)\t"_s)) << qPrintable(lines[0]);
    EXPECT_TRUE(lines[1].startsWith(u"conv_1\t100\t150\t50\t50\t"_s)) << qPrintable(lines[1]);
    const QAbstractItemModelTester tester(table->model());
    const QAbstractItemModelTester conditions(find<DataTable>(u"conditionChanges"_s)->model());
}

TEST_F(RunComparePageTest, ComparesTwoCompilersByTheirReports)
{
    TOSAIC_NEED_SAMPLES();
    const auto folder = test::samplesDir() + u"/generated/vela/"_s;
    const QStringList paths{ folder + u"twoparts-u55-128/two_partitions_int8_per-layer.csv"_s,
        folder
            + u"twoparts-u55-128/two_partitions_int8_summary_Ethos_U55_High_End_Embedded.csv"_s };
    for (const auto &path : paths) {
        const auto read = profile::readRunFile(path);
        ASSERT_TRUE(read) << qPrintable(read.error().toText());
        m_runs.add(*read);
    }
    compare({ 0, 1 }, { 0, 1 });
    EXPECT_EQ(m_page->comparison()->worstGrowth(), 0);
    EXPECT_FALSE(m_page->comparison()->operators.empty());
    m_theme.apply(*qApp, ThemeMode::Dark);
    find<QTabWidget>(u"compareTabs"_s)->setCurrentIndex(1);
    grab(u"compare-vela-dark"_s);
}

} // namespace tosaic::test::runcomparepagetests
