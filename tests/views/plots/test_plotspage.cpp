// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/canvaskeys.h"
#include "tests/views/widgettest.h"
#include "views/plots/plotspage.h"
#include "views/plots/plotview.h"
#include "views/plots/seriesmodel.h"
#include "views/widgets/statestack.h"

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::views::plotspagetests {

namespace {

const QStringList Counters{ u"CYCLE_COUNTER"_s, u"NPU_IDLE"_s, u"AXI0_RD_DATA_BEAT_RECEIVED"_s,
    u"AXI1_RD_DATA_BEAT_RECEIVED"_s };

/// Numbers are made up; the tenth inference is far from the others.
profile::MeasuredRun runWith(
    int inferences, bool isLive = false, qsizetype counterCount = Counters.size())
{
    profile::Run run;
    run.family = profile::LogFamily::ExecutorchRunner;
    for (int i = 0; i < inferences; ++i) {
        profile::Profile profile;
        quint64 scale = 1'000'000;
        for (const auto &name : Counters.first(counterCount)) {
            const auto wave = static_cast<quint64>(20 * (1 + std::sin(i * 0.4 + double(scale))));
            const auto unit = name.contains(u"BEAT"_s) ? u"beats"_s : u"cycles"_s;
            profile.counters.push_back(
                { name, scale + scale / 100 * wave + (i == 9 ? scale : 0), unit });
            scale /= 3;
        }
        run.profiles.push_back(profile);
    }
    profile::MeasuredRun named{ .name = u"run"_s,
        .run = std::make_shared<const profile::Run>(run) };
    named.origin = Origin::Fvp;
    named.isLive = isLive;
    return named;
}

class PlotsPageTest : public testing::Test
{
protected:
    PlotsPageTest()
    {
        theme.apply(*qApp, ThemeMode::Light);
        page.resize(1060, 700);
        page.show();
        EXPECT_TRUE(QTest::qWaitForWindowExposed(&page));
    }
    template <typename Widget>
    Widget &child(const QString &name)
    {
        return test::childOf<Widget>(page, name);
    }
    StateStack &states() { return child<StateStack>(u"plotsStates"_s); }
    bool waitForContent()
    {
        return QTest::qWaitFor([this] { return states().isContentShown(); });
    }
    /// Waits until the plot has so many inferences.
    bool waitForCount(quint64 count)
    {
        return QTest::qWaitFor([&] {
            const auto &source = page.plot().subject().source;
            return source && source->sampleCount(0) == count;
        });
    }
    void add(const profile::MeasuredRun &run)
    {
        runs.add(run);
        ASSERT_TRUE(waitForContent());
        ASSERT_TRUE(waitForCount(run.run->profiles.size()));
    }
    void keepPicture(const QString &name) { test::keepPictures(page, theme, name); }
    void wheel(const QPoint &at, int delta, Qt::KeyboardModifiers modifiers = {})
    {
        auto *viewport = page.plot().viewport();
        QWheelEvent event(at, viewport->mapToGlobal(at), {}, { 0, delta }, Qt::NoButton, modifiers,
            Qt::NoScrollPhase, false);
        QApplication::sendEvent(viewport, &event);
    }

    Theme theme;
    RunsDocument runs;
    SelectionContext selection;
    PlotsPage page{ runs, selection, theme };
};

} // namespace

TEST_F(PlotsPageTest, WithoutARunItOffersOne)
{
    EXPECT_FALSE(states().isContentShown());
    const QSignalSpy asked(&page, &PlotsPage::runRequested);
    for (auto *button : states().currentWidget()->findChildren<QPushButton *>())
        QTest::mouseClick(button, Qt::LeftButton);
    EXPECT_EQ(asked.count(), 1);
    keepPicture(u"plots-empty"_s);
}

TEST_F(PlotsPageTest, ARunWithoutCountersSaysSo)
{
    runs.add(runWith(0));
    auto &title = child<QLabel>(u"emptyTitle"_s);
    ASSERT_TRUE(QTest::qWaitFor([&] { return title.text().contains(u"run has no counters"_s); }));
    runs.add(runWith(0, true));
    ASSERT_TRUE(QTest::qWaitFor([&] { return title.text().contains(u"Waiting"_s); }));
}

TEST_F(PlotsPageTest, ALaneForEachCounter)
{
    add(runWith(40));
    EXPECT_EQ(page.plot().shown().size(), Counters.size());
    EXPECT_EQ(page.plot().range(), (PlotRange{ 0.5, 40.5 }));
    EXPECT_EQ(child<QLabel>(u"plotCount"_s).text(), u"4 of 4"_s);
    // The outlier is marked: its lane has a ring in the colour of what is worse.
    const auto &series = page.plot().subject().source->series()[0];
    ASSERT_FALSE(series.outliers.empty());
    EXPECT_EQ(series.outliers.front().time, 10);
    const auto picture = page.plot().viewport()->grab().toImage();
    const auto ring = theme.colors().worse.rgb();
    bool found = false;
    const auto curve = page.plot().curveRect(0);
    const int x = static_cast<int>(page.plot().pixelOf(10));
    for (int dx = -8; dx <= 8; ++dx) {
        for (int y = curve.top(); y < curve.bottom(); ++y)
            found |= picture.pixel(x + dx, y) == ring;
    }
    EXPECT_TRUE(found);
    keepPicture(u"plots"_s);
}

TEST_F(PlotsPageTest, ListAndFilterChooseLanes)
{
    add(runWith(5));
    auto &list = child<QListView>(u"plotSeries"_s);
    const QAbstractItemModelTester tester(
        page.findChild<SeriesModel *>(), QAbstractItemModelTester::FailureReportingMode::Fatal);
    list.setFocus();
    list.setCurrentIndex(list.model()->index(1, 0));
    QTest::keyClick(&list, Qt::Key_Space);
    EXPECT_EQ(page.plot().shown(), (std::vector<size_t>{ 0, 2, 3 }));
    QTest::keyClicks(&child<QLineEdit>(u"plotFilter"_s), u"axi"_s);
    EXPECT_EQ(list.model()->rowCount(), 2);
    QTest::mouseClick(&child<QPushButton>(u"plotNone"_s), Qt::LeftButton);
    EXPECT_EQ(page.plot().shown(), (std::vector<size_t>{ 0 }));
    // What is hidden stays hidden in the next run.
    runs.add(runWith(7));
    ASSERT_TRUE(waitForCount(7));
    EXPECT_EQ(page.plot().shown(), (std::vector<size_t>{ 0 }));
    child<QLineEdit>(u"plotFilter"_s).clear();
    QTest::mouseClick(&child<QPushButton>(u"plotAll"_s), Qt::LeftButton);
    EXPECT_EQ(page.plot().shown().size(), 4U);
}

TEST_F(PlotsPageTest, ZoomsAndPansWithWheelDragAndKeys)
{
    add(runWith(100));
    auto &plot = page.plot();
    const auto curve = plot.curveRect(0);
    const QPoint at(curve.left() + curve.width() / 4, curve.center().y());
    const auto place = plot.placeOf(at.x());
    wheel(at, 120, Qt::ControlModifier);
    EXPECT_LT(plot.range().width(), 100);
    EXPECT_NEAR(plot.placeOf(at.x()), place, 1e-6) << "what is below the mouse stays there";
    const auto before = plot.range();
    wheel(at, -120, Qt::ShiftModifier);
    EXPECT_GT(plot.range().from, before.from);
    EXPECT_NEAR(plot.range().width(), before.width(), 1e-9);
    plot.setFocus();
    QTest::keyClick(&plot, Qt::Key_F);
    EXPECT_EQ(plot.range(), (PlotRange{ 0.5, 100.5 }));
    QTest::keyClick(&plot, Qt::Key_W);
    EXPECT_NEAR(plot.range().width(), 50, 1e-9);
    const auto middle = plot.range().from;
    QTest::keyClick(&plot, Qt::Key_D);
    EXPECT_NEAR(plot.range().from, middle + 10, 1e-9);
    QTest::keyClick(&plot, Qt::Key_A);
    QTest::keyClick(&plot, Qt::Key_S);
    EXPECT_EQ(plot.range(), (PlotRange{ 0.5, 100.5 }));
    // A drag zooms to what it covers.
    const auto left = plot.placeOf(curve.left() + 100);
    const auto right = plot.placeOf(curve.left() + 300);
    QTest::mousePress(plot.viewport(), Qt::LeftButton, {}, { curve.left() + 100, at.y() });
    QTest::mouseMove(plot.viewport(), { curve.left() + 300, at.y() });
    QTest::mouseRelease(plot.viewport(), Qt::LeftButton, {}, { curve.left() + 300, at.y() });
    EXPECT_NEAR(plot.range().from, left, 1e-6);
    EXPECT_NEAR(plot.range().to, right, 1e-6);
    // The middle button takes the picture along.
    QTest::mousePress(plot.viewport(), Qt::MiddleButton, {}, at);
    QTest::mouseMove(plot.viewport(), at + QPoint(50, 0));
    QTest::mouseRelease(plot.viewport(), Qt::MiddleButton, {}, at + QPoint(50, 0));
    EXPECT_LT(plot.range().from, left);
    QTest::mouseDClick(plot.viewport(), Qt::LeftButton, {}, at);
    EXPECT_EQ(plot.range(), (PlotRange{ 0.5, 100.5 }));
}

TEST_F(PlotsPageTest, AnswersTheKeysOfAllPictures)
{
    add(runWith(100));
    test::CanvasKeys(page.plot()).expectAll();
}

TEST_F(PlotsPageTest, TheLineSaysTheValuesOfAllLanes)
{
    add(runWith(20));
    auto &plot = page.plot();
    plot.setFocus();
    plot.setCursor(3);
    QTest::keyClick(&plot, Qt::Key_Right);
    EXPECT_EQ(plot.cursor(), 4);
    QTest::keyClick(&plot, Qt::Key_C, Qt::ControlModifier);
    const auto copied = QApplication::clipboard()->text();
    EXPECT_TRUE(copied.startsWith(u"Inference 4\nCYCLE_COUNTER\t"_s)) << copied.toStdString();
    EXPECT_EQ(copied.count(u'\n'), 4);
    EXPECT_TRUE(plot.accessibleDescription().contains(u"NPU_IDLE"_s));
    keepPicture(u"plots-cursor"_s);
    QTest::keyClick(&plot, Qt::Key_Escape);
    EXPECT_FALSE(plot.cursor());
}

TEST_F(PlotsPageTest, ALaneAndTheListOfCountersShareTheSelection)
{
    add(runWith(20));
    auto &plot = page.plot();
    const auto curve = plot.curveRect(1);
    QTest::mouseClick(plot.viewport(), Qt::LeftButton, {},
        { static_cast<int>(plot.pixelOf(7)), curve.center().y() });
    EXPECT_EQ(selection.current(), model::EntityRef::counter(6, u"NPU_IDLE"_s));
    selection.select(model::EntityRef::counter(2, u"CYCLE_COUNTER"_s));
    EXPECT_EQ(plot.current(), u"CYCLE_COUNTER"_s);
    EXPECT_EQ(plot.cursor(), 3);
}

TEST_F(PlotsPageTest, FollowsTheNewestUnlessTheUserLooksElsewhere)
{
    add(runWith(50, true));
    auto &plot = page.plot();
    auto &follow = child<QCheckBox>(u"plotFollow"_s);
    EXPECT_TRUE(follow.isVisible());
    EXPECT_TRUE(follow.isChecked());
    runs.update(0, runWith(60, true));
    ASSERT_TRUE(waitForCount(60));
    EXPECT_EQ(plot.range(), (PlotRange{ 0.5, 60.5 })) << "all of it stays all of it";
    plot.setRange({ 40.5, 60.5 });
    runs.update(0, runWith(70, true));
    ASSERT_TRUE(waitForCount(70));
    EXPECT_EQ(plot.range(), (PlotRange{ 50.5, 70.5 })) << "a part follows";
    plot.setFocus();
    QTest::keyClick(&plot, Qt::Key_A);
    EXPECT_FALSE(follow.isChecked());
    const auto there = plot.range();
    runs.update(0, runWith(80, true));
    ASSERT_TRUE(waitForCount(80));
    EXPECT_EQ(plot.range(), there);
    QTest::mouseClick(&follow, Qt::LeftButton, {}, { 8, follow.height() / 2 });
    EXPECT_EQ(plot.range().to, 80.5);
    EXPECT_EQ(child<QComboBox>(u"plotSubjects"_s).currentText(), u"Counters by inference"_s);
}

/// A console names its counters one after the other.
TEST_F(PlotsPageTest, CountersThatComeLaterJoinUnderTheCursor)
{
    const auto all = static_cast<size_t>(Counters.size());
    add(runWith(1, true, 1));
    auto &plot = page.plot();
    plot.setCursor(1);
    ASSERT_EQ(plot.cursorTable().count(u'\n'), 0);
    runs.update(0, runWith(1, true));
    ASSERT_TRUE(QTest::qWaitFor([&] { return plot.subject().source->series().size() == all; }));
    EXPECT_EQ(plot.shown().size(), all);
    EXPECT_EQ(plot.cursorTable().count(u'\n'), Counters.size() - 1);
    runs.update(0, runWith(1, true, 2));
    ASSERT_TRUE(QTest::qWaitFor([&] { return plot.subject().source->series().size() == 2; }));
    EXPECT_EQ(plot.shown().size(), 2U);
    EXPECT_EQ(plot.cursorTable().count(u'\n'), 1);
}

TEST_F(PlotsPageTest, GapsInTimeAreGaps)
{
    auto run = runWith(21);
    auto times = std::make_shared<std::vector<qint64>>();
    for (int i = 0; i < 21; ++i)
        times->push_back(i * 100 + (i > 10 ? 8000 : 0));
    run.arrivals = times;
    add(run);
    child<QComboBox>(u"plotSubjects"_s).setCurrentIndex(1);
    auto &plot = page.plot();
    ASSERT_EQ(plot.subject().axis, PlotAxis::Arrival);
    ASSERT_EQ(plot.range(), (PlotRange{ 0, 10'000 }));
    plot.setShown({ 1 });
    const auto picture = plot.viewport()->grab().toImage();
    const auto curve = plot.curveRect(1);
    const auto paintedAt = [&](double time) {
        const auto x = static_cast<int>(plot.pixelOf(time));
        for (int y = curve.top(); y < curve.bottom(); ++y) {
            if (picture.pixel(x, y) == theme.colors().npu.rgb())
                return true;
        }
        return false;
    };
    EXPECT_TRUE(paintedAt(450));
    EXPECT_FALSE(paintedAt(5000)) << "nothing is known there";
    EXPECT_TRUE(paintedAt(9750));
    keepPicture(u"plots-gap"_s);
}

} // namespace tosaic::views::plotspagetests
