// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/etdumpreader.h"
#include "profiler/parsers/pmutrace.h"
#include "profiler/timeline/etdumptimeline.h"
#include "profiler/timeline/tracetimeline.h"
#include "tests/profiler/timeline/timelinesamples.h"
#include "tests/support/samples.h"
#include "tests/views/canvaskeys.h"
#include "tests/views/pages/pagefixtures.h"
#include "views/timeline/rangemodels.h"
#include "views/timeline/timelineoverview.h"
#include "views/timeline/timelinepage.h"
#include "views/timeline/timelineview.h"
#include "views/timeline/timelinewords.h"
#include "views/widgets/datatable.h"

#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::test::timelinepagetests {

using namespace tosaic::model;

namespace {

using profile::TimelineTrack;
using views::TimelinePlace;
using views::TimelineView;

/// A page over two inferences of a real compile, in a window.
class Page : public PageTest
{
protected:
    void SetUp() override
    {
        PageTest::SetUp();
        page = std::make_unique<views::TimelinePage>(profile, selection, theme);
        page->resize(1280, 800);
        page->show();
        view = child<TimelineView>(*page, u"timelineView"_s);
    }

    static std::shared_ptr<ProfileSubject> subjectOf(const TimelineSample &sample)
    {
        auto subject = std::make_shared<ProfileSubject>();
        subject->title = u"trace.json.gz"_s;
        subject->table = sample.table;
        subject->slices = sample.slices;
        subject->clockHz = 500'000'000;
        for (size_t i = 0; i < sample.table->operations.size(); ++i)
            subject->entities.push_back({ EntityRef::npuOperation(EntityRef::file(), int(i)) });
        subject->timeline = std::make_shared<profile::Timeline>(profile::timelineOf(sample.trace,
            { .table = sample.table.get(), .slices = sample.slices, .clockHz = 500'000'000 }));
        return subject;
    }
    void open() { open(subjectOf(joinedSample())); }
    void open(const std::shared_ptr<const ProfileSubject> &subject)
    {
        profile.set(subject);
        ASSERT_TRUE(QTest::qWaitFor(
            [&] { return view->isVisible() && view->data() && view->data()->subject == subject; }));
        QApplication::processEvents();
    }
    size_t trackNamed(const QString &name) const
    {
        const auto &tracks = view->data()->timeline().tracks;
        const auto at = std::ranges::find(tracks, name, &TimelineTrack::name);
        EXPECT_NE(at, tracks.end());
        return size_t(at - tracks.begin());
    }
    /// The longest slice of a track: something that can be hit.
    TimelinePlace longest(size_t number) const
    {
        const auto &track = view->data()->track(number);
        size_t best = 0;
        for (size_t i = 0; i < track.starts.size(); ++i) {
            if (track.ends[i] - track.starts[i] > track.ends[best] - track.starts[best])
                best = i;
        }
        return { number, best };
    }
    void click(const QPointF &at, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::mouseClick(view->viewport(), Qt::LeftButton, modifiers, at.toPoint());
    }
    void drag(const QPoint &from, const QPoint &to, Qt::MouseButton button = Qt::LeftButton,
        Qt::KeyboardModifiers modifiers = {})
    {
        QTest::mousePress(view->viewport(), button, modifiers, from);
        for (int i = 1; i <= 4; ++i) {
            const auto at = from + (to - from) * i / 4;
            QMouseEvent move(QEvent::MouseMove, at, view->viewport()->mapToGlobal(at), Qt::NoButton,
                button, modifiers);
            QApplication::sendEvent(view->viewport(), &move);
        }
        QTest::mouseRelease(view->viewport(), button, modifiers, to);
    }
    void wheel(const QPoint &at, int notches, Qt::KeyboardModifiers modifiers)
    {
        QWheelEvent event(at, view->viewport()->mapToGlobal(at), {}, { 0, notches * 120 },
            Qt::NoButton, modifiers, Qt::NoScrollPhase, false);
        QApplication::sendEvent(view->viewport(), &event);
    }
    void key(int which, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::keyClick(view, Qt::Key(which), modifiers);
    }
    double width() const { return view->axis().to - view->axis().from; }

    ProfileDocument profile;
    std::unique_ptr<views::TimelinePage> page;
    TimelineView *view = nullptr;
};

TEST_F(Page, EmptySaysWhatFillsItAndAsksForIt)
{
    auto *button = child<QPushButton>(*page, u"emptyAction"_s);
    ASSERT_TRUE(button && button->isVisible());
    QSignalSpy opened(page.get(), &views::TimelinePage::openRequested);
    QTest::mouseClick(button, Qt::LeftButton);
    EXPECT_EQ(opened.size(), 1);
    picture(*page, u"timeline-empty"_s);
    profile.set(std::make_shared<ProfileSubject>()); // something is open, without times
    EXPECT_TRUE(button->isVisible());
}

TEST_F(Page, ShowsEverythingAndComesBackToNothing)
{
    open();
    EXPECT_EQ(view->axis().from, double(view->data()->timeline().range->first));
    EXPECT_EQ(view->axis().to, double(view->data()->timeline().range->second));
    picture(*page, u"timeline"_s);
    profile.set(nullptr);
    EXPECT_FALSE(view->data());
    EXPECT_TRUE(child<QPushButton>(*page, u"emptyAction"_s)->isVisible());
}

TEST_F(Page, ClickSelectsTheOperationEverywhere)
{
    open();
    const auto place = longest(trackNamed(u"NPU operations"_s));
    click(view->sliceRect(place).center());
    EXPECT_EQ(view->selected(), place);
    const auto operation = view->data()->operation(place);
    EXPECT_EQ(selection.current(), EntityRef::npuOperation(EntityRef::file(), operation));
    EXPECT_TRUE(view->accessibleDescription().contains(view->data()->label(place)));
    EXPECT_TRUE(child<QLabel>(*page, u"timelineDetails"_s)->toolTip().contains(u"Inference"_s));
    picture(*page, u"timeline-selected"_s);
}

TEST_F(Page, FollowsTheSelection)
{
    open();
    const auto place = longest(trackNamed(u"NPU operations"_s));
    view->setWindow(0, 2000);
    selection.select(EntityRef::npuOperation(EntityRef::file(), view->data()->operation(place)));
    ASSERT_TRUE(view->selected());
    EXPECT_EQ(view->data()->operation(*view->selected()), view->data()->operation(place));
    EXPECT_TRUE(
        view->viewport()->rect().intersects(view->sliceRect(*view->selected()).toAlignedRect()));
    selection.clear();
    EXPECT_FALSE(view->selected());
}

TEST_F(Page, KeysZoomPanAndFit)
{
    open();
    view->setFocus();
    const auto whole = width();
    key(Qt::Key_W);
    EXPECT_LT(width(), whole);
    const auto from = view->axis().from;
    const auto zoomed = width();
    key(Qt::Key_A);
    EXPECT_LT(view->axis().from, from);
    key(Qt::Key_D);
    EXPECT_NEAR(view->axis().from, from, 1e-6);
    key(Qt::Key_S);
    EXPECT_GT(width(), zoomed);
    key(Qt::Key_W);
    key(Qt::Key_F);
    EXPECT_EQ(width(), whole);
}

TEST_F(Page, WheelZoomsAtThePointerAndPans)
{
    open();
    const QPoint at(700, 200);
    const auto before = view->axis().timeAt(at.x());
    wheel(at, 3, Qt::ControlModifier);
    EXPECT_NEAR(view->axis().timeAt(at.x()), before, view->axis().perPixel());
    const auto from = view->axis().from;
    wheel(at, -1, Qt::ShiftModifier);
    EXPECT_GT(view->axis().from, from);
    page->resize(1280, 360);
    QApplication::processEvents();
    wheel(at, -2, {});
    EXPECT_GT(view->verticalScrollBar()->value(), 0);
}

TEST_F(Page, AnswersTheKeysOfAllPictures)
{
    open();
    CanvasKeys(*view).expectAll();
}

TEST_F(Page, MiddleButtonShiftAndSpacePan)
{
    open();
    view->zoom(8);
    view->setFocus();
    for (const int how : { 0, 1, 2 }) {
        const auto from = view->axis().from;
        const auto time = view->axis().timeAt(800);
        if (how == 2)
            QTest::keyPress(view, Qt::Key_Space);
        drag({ 800, 200 }, { 700, 200 }, how == 0 ? Qt::MiddleButton : Qt::LeftButton,
            how == 1 ? Qt::ShiftModifier : Qt::NoModifier);
        if (how == 2)
            QTest::keyRelease(view, Qt::Key_Space);
        EXPECT_GT(view->axis().from, from) << how;
        EXPECT_NEAR(view->axis().timeAt(700), time, view->axis().perPixel()) << how;
    }
    EXPECT_FALSE(profile.range());
}

TEST_F(Page, DragChoosesARangeWithStatistics)
{
    open();
    drag({ 500, 200 }, { 800, 200 });
    ASSERT_TRUE(profile.range());
    const auto chosen = *profile.range();
    EXPECT_NEAR(double(chosen.first), view->axis().timeAt(500), 1);
    EXPECT_NEAR(double(chosen.second), view->axis().timeAt(800), 1);
    auto *panel = child<QWidget>(*page, u"timelineRangePanel"_s);
    ASSERT_TRUE(QTest::qWaitFor([&] { return panel->isVisible(); }));
    auto *table = child<views::DataTable>(*page, u"timelineRangeLabels"_s);
    ASSERT_TRUE(QTest::qWaitFor([&] { return table->model()->rowCount() > 3; }));
    picture(*page, u"timeline-range"_s);
    // The edge can be moved.
    drag({ 800, 200 }, { 900, 200 });
    EXPECT_EQ(profile.range()->first, chosen.first);
    EXPECT_GT(profile.range()->second, chosen.second);
    // A name leads to its first slice in the range.
    table->selectRow(0);
    ASSERT_TRUE(view->selected());
    EXPECT_EQ(
        table->model()->index(0, 0).data().toString(), view->data()->label(*view->selected()));
    view->setFocus();
    key(Qt::Key_Escape);
    EXPECT_FALSE(profile.range());
    EXPECT_FALSE(panel->isVisible());
    EXPECT_TRUE(view->selected());
    key(Qt::Key_Escape);
    EXPECT_FALSE(view->selected());
}

TEST_F(Page, TakesTheRangeOfTheDocument)
{
    open();
    profile.setRange(ProfileDocument::Range{ 1000, 5000 });
    EXPECT_EQ(view->range(), profile.range());
    auto *panel = child<QWidget>(*page, u"timelineRangePanel"_s);
    EXPECT_TRUE(QTest::qWaitFor([&] { return panel->isVisible(); }));
    QApplication::processEvents();
    QTest::mouseClick(child<QToolButton>(*page, u"timelineRangeZoom"_s), Qt::LeftButton);
    EXPECT_LT(width(), 8000);
    QTest::mouseClick(child<QToolButton>(*page, u"timelineRangeClear"_s), Qt::LeftButton);
    EXPECT_FALSE(profile.range());
    EXPECT_FALSE(panel->isVisible());
}

TEST_F(Page, ArrowsWalkSlicesAndTracks)
{
    open();
    view->setFocus();
    key(Qt::Key_Right);
    ASSERT_TRUE(view->selected());
    const auto first = *view->selected();
    key(Qt::Key_Right);
    EXPECT_EQ(view->selected()->slice, first.slice + 1);
    key(Qt::Key_Left);
    EXPECT_EQ(*view->selected(), first);
    key(Qt::Key_Down);
    EXPECT_GT(view->selected()->track, first.track);
    key(Qt::Key_End);
    EXPECT_EQ(
        view->selected()->slice, view->data()->track(view->selected()->track).starts.size() - 1);
    key(Qt::Key_Home);
    EXPECT_EQ(view->selected()->slice, 0);
    key(Qt::Key_Up);
    EXPECT_EQ(view->selected()->track, first.track);
    key(Qt::Key_Return);
    EXPECT_LT(width(), double(view->data()->timeline().range->second));
}

TEST_F(Page, MakesTheSliceTheRange)
{
    open();
    const auto place = longest(trackNamed(u"NPU operations"_s));
    click(view->sliceRect(place).center());
    key(Qt::Key_M);
    ASSERT_TRUE(profile.range());
    EXPECT_EQ(profile.range()->first, view->data()->start(place));
    EXPECT_EQ(profile.range()->second, view->data()->end(place));
}

TEST_F(Page, DoubleClickZoomsToTheSlice)
{
    open();
    const auto place = longest(trackNamed(u"NPU operations"_s));
    QTest::mouseDClick(
        view->viewport(), Qt::LeftButton, {}, view->sliceRect(place).center().toPoint());
    EXPECT_LT(width(), 2.0 * double(view->data()->end(place) - view->data()->start(place)));
    EXPECT_GT(view->sliceRect(place).width(), 400);
    picture(*page, u"timeline-zoomed"_s);
}

TEST_F(Page, GroupsCollapseAndOpenForTheSelection)
{
    open();
    const auto place = longest(trackNamed(u"NPU operations"_s));
    const auto rows = view->rows().rows().size();
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {},
        QPoint(60, view->rowRect(place.track - 1).top() - 10));
    EXPECT_TRUE(view->isCollapsed(u"NPU"_s));
    EXPECT_LT(view->rows().rows().size(), rows);
    EXPECT_TRUE(view->rowRect(place.track).isEmpty());
    picture(*page, u"timeline-collapsed"_s);
    selection.select(EntityRef::npuOperation(EntityRef::file(), view->data()->operation(place)));
    EXPECT_FALSE(view->isCollapsed(u"NPU"_s));
    EXPECT_EQ(view->rows().rows().size(), rows);
    // By keys: Backspace closes the group of the slice, Enter and * open.
    view->setFocus();
    key(Qt::Key_Backspace);
    EXPECT_TRUE(view->isCollapsed(u"NPU"_s));
    key(Qt::Key_Return);
    EXPECT_FALSE(view->isCollapsed(u"NPU"_s));
    key(Qt::Key_Backspace);
    key(Qt::Key_Asterisk, Qt::ShiftModifier);
    EXPECT_FALSE(view->isCollapsed(u"NPU"_s));
}

TEST_F(Page, HeaderIsResized)
{
    open();
    const auto before = view->headerWidth();
    drag({ before, 300 }, { before + 60, 300 });
    EXPECT_EQ(view->headerWidth(), before + 60);
    EXPECT_EQ(view->axis().left, before + 60);
}

TEST_F(Page, FindsByName)
{
    open();
    view->setFocus();
    auto *line = child<QLineEdit>(*page, u"timelineFindLine"_s);
    EXPECT_TRUE(page->openFind()); // Ctrl+F is the window's
    ASSERT_TRUE(line->isVisible());
    const auto wanted = view->data()->label(longest(trackNamed(u"NPU operations"_s)));
    const auto before = selection.current();
    QTest::keyClicks(line, wanted);
    ASSERT_TRUE(view->selected());
    EXPECT_EQ(view->data()->label(*view->selected()), wanted);
    EXPECT_EQ(selection.current(), before) << "typing shows, and selects nothing";
    const auto first = *view->selected();
    QTest::keyClick(line, Qt::Key_Return);
    EXPECT_EQ(*view->selected(), first) << "what is shown";
    QTest::keyClick(line, Qt::Key_Return);
    EXPECT_NE(*view->selected(), first); // the other inference
    EXPECT_EQ(view->data()->label(*view->selected()), wanted);
    QTest::keyClick(line, Qt::Key_Return, Qt::ShiftModifier);
    EXPECT_EQ(*view->selected(), first);
    EXPECT_TRUE(child<QLabel>(*page, u"timelineFindCount"_s)->text().contains(u"slice"_s));
    picture(*page, u"timeline-find"_s);
    line->selectAll();
    QTest::keyClicks(line, u"inference"_s);
    EXPECT_NE(*view->selected(), first);
    QTest::keyClick(line, Qt::Key_Escape);
    EXPECT_FALSE(line->isVisible());
    EXPECT_EQ(*view->selected(), first) << "nothing was chosen";
}

TEST_F(Page, HoverCardsTellSlicesCrowdsAndValues)
{
    open();
    const auto place = longest(trackNamed(u"NPU operations"_s));
    const auto card = view->cardAt(view->sliceRect(place).center());
    EXPECT_TRUE(card.contains(view->data()->label(place).toHtmlEscaped())) << card.toStdString();
    EXPECT_TRUE(card.contains(u"% of Inference"_s)) << card.toStdString();
    EXPECT_TRUE(card.contains(u"estimate"_s)) << card.toStdString();
    EXPECT_TRUE(card.contains(u"FVP"_s));
    const auto counter = view->rowRect(trackNamed(u"MAC_ACTIVE"_s)).center();
    EXPECT_TRUE(view->cardAt(counter).contains(u"MAC_ACTIVE"_s));
    QTest::mouseMove(view->viewport(), view->sliceRect(place).center().toPoint());
    EXPECT_TRUE(child<QLabel>(*view, u"timelineCard"_s)->isVisible());
    picture(*page, u"timeline-card"_s);
}

TEST_F(Page, CopiesSlicesAsTableAndThePicture)
{
    open();
    view->setFocus();
    const auto place = longest(trackNamed(u"NPU operations"_s));
    click(view->sliceRect(place).center());
    key(Qt::Key_C, Qt::ControlModifier);
    const auto lines = QApplication::clipboard()->text().split(u'\n', Qt::SkipEmptyParts);
    ASSERT_EQ(lines.size(), 2);
    EXPECT_EQ(lines[1].split(u'\t').at(2), QString::number(view->data()->start(place)));
    QTest::mouseClick(child<QToolButton>(*page, u"timelineCopy"_s), Qt::LeftButton);
    EXPECT_EQ(QApplication::clipboard()->image().width(), view->width());
}

TEST_F(Page, ExportsWhatPerfettoOpens)
{
    open();
    const auto path = temporaryDir() + u"/page.json.gz"_s;
    page->exportTo(path, false);
    ASSERT_TRUE(QTest::qWaitFor([&] { return QFile::exists(path); }));
    const auto source = ByteSource::map(path);
    ASSERT_TRUE(source);
    const auto read = profile::readPmuTrace(*source);
    ASSERT_TRUE(read && read->isComplete);
    auto *button = child<QToolButton>(*page, u"timelineExport"_s);
    EXPECT_TRUE(QTest::qWaitFor([&] { return button->isEnabled(); }));
    EXPECT_TRUE(child<QLabel>(*page, u"timelineDetails"_s)->toolTip().contains(u"written"_s));
}

TEST_F(Page, KeepsItsPlaceWhenTheSameRunGoesOn)
{
    open();
    view->setWindow(20000, 60000);
    const auto again = std::make_shared<ProfileSubject>(*profile.subject());
    open(again);
    EXPECT_NEAR(view->axis().from, 20000, 1);
    EXPECT_NEAR(view->axis().to, 60000, 1);
    const auto other = std::make_shared<ProfileSubject>(*again);
    other->title = u"another.json"_s;
    open(other);
    EXPECT_GT(width(), 60000);
}

TEST_F(Page, OverviewMovesTheWindow)
{
    open();
    view->zoom(10);
    auto *strip = child<views::TimelineOverview>(*page, u"timelineOverview"_s);
    const auto before = view->axis().from;
    QTest::mouseClick(strip, Qt::LeftButton, {}, QPoint(strip->width() - 30, 15));
    EXPECT_GT(view->axis().from, before);
    EXPECT_GT(strip->windowRect().center().x(), strip->width() * 0.8);
}

TEST_F(Page, ShowsAnEtDumpInNanosecondsAndInTheDark)
{
    TOSAIC_NEED_SAMPLES();
    theme.apply(
        *qobject_cast<QApplication *>(QCoreApplication::instance()), views::ThemeMode::Dark);
    auto subject = std::make_shared<ProfileSubject>();
    const auto source = ByteSource::map(samplesDir() + u"/generated/host/etdump/cnn_py_20.etdp"_s);
    ASSERT_TRUE(source);
    subject->title = u"cnn_py_20.etdp"_s;
    const auto dump = profile::readEtDump(*source);
    ASSERT_TRUE(dump);
    subject->timeline = std::make_shared<profile::Timeline>(
        profile::timelineOf(*dump, { .unit = u"ns"_s, .origin = Origin::ThisMachine }));
    open(subject);
    picture(*page, u"timeline-etdump-dark"_s);
    open(subjectOf(joinedSample()));
    picture(*page, u"timeline-dark"_s);
    view->setWindow(20000, 60000);
    drag({ 500, 200 }, { 800, 200 });
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return child<QWidget>(*page, u"timelineRangePanel"_s)->isVisible(); }));
    const auto inView
        = view->data()->index->firstEndingAfter(trackNamed(u"NPU operations"_s), 40000);
    click(view->sliceRect({ trackNamed(u"NPU operations"_s), inView }).center());
    page->resize(900, 560);
    picture(*page, u"timeline-small-dark"_s);
    theme.apply(
        *qobject_cast<QApplication *>(QCoreApplication::instance()), views::ThemeMode::Light);
}

TEST(RangeModels, AreSoundWithAndWithoutRows)
{
    auto subject = std::make_shared<ProfileSubject>();
    subject->timeline = randomTimeline(500);
    const views::TimelineData data{ subject, profile::TimelineIndex::build(subject->timeline) };
    views::RangeLabelsModel labels;
    views::RangeTracksModel tracks;
    const ModelCheck first(labels);
    const ModelCheck second(tracks);
    const auto statistics = profile::statisticsOf(*data.index, 0, 500);
    labels.set(data, *statistics);
    tracks.set(data, *statistics);
    const QAbstractItemModel &heads = labels;
    EXPECT_EQ(
        heads.headerData(labels.columnOf(u"share"), Qt::Horizontal).toString(), u"Share of time"_s);
    EXPECT_EQ(labels.rowCount(), int(statistics->labels.size()));
    EXPECT_EQ(tracks.rowCount(), 2);
    EXPECT_FALSE(labels.index(0, labels.columnOf(u"share")).data().toString().isEmpty());
    labels.set(data, {});
    EXPECT_EQ(labels.rowCount(), 0);
}

TEST(TimelineWordsOf, TimesAreStatedAtTheClock)
{
    profile::Timeline timeline;
    EXPECT_EQ(views::TimelineWords::amountAndTime(timeline, 1000),
        QLocale().toString(1000) + u" cycles"_s);
    timeline.clockHz = 500'000'000;
    EXPECT_EQ(views::TimelineWords::amountAndTime(timeline, 1000),
        QLocale().toString(1000) + u" cycles (2.00 µs)"_s);
    timeline.timeUnit = u"ns"_s;
    EXPECT_EQ(views::TimelineWords::amountAndTime(timeline, 1500), u"1.50 µs"_s);
}

TEST(TimelineTicks, AreRoundAndApart)
{
    const views::TimelineAxis axis{ 12345, 99999, 200, 1000 };
    const auto ticks = views::unitTicks(axis, 110);
    ASSERT_GT(ticks.size(), 3);
    for (size_t i = 1; i < ticks.size(); ++i)
        EXPECT_GE(axis.xOf(ticks[i].time) - axis.xOf(ticks[i - 1].time), 110 - 1e-6);
    EXPECT_EQ(ticks.front().text, QLocale().toString(20000));
    const auto times = views::clockTicks(axis, 2e-9, 110);
    EXPECT_EQ(times.front().text, u"40 µs"_s);
}

} // namespace
} // namespace tosaic::test::timelinepagetests
