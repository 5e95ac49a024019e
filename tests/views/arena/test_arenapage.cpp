// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/columns.h"
#include "tests/support/samples.h"
#include "tests/views/canvaskeys.h"
#include "tests/views/pages/pagefixtures.h"
#include "views/arena/alivemodel.h"
#include "views/arena/arenaadvice.h"
#include "views/arena/arenapage.h"
#include "views/arena/arenasources.h"
#include "views/arena/arenaview.h"
#include "views/widgets/datatable.h"
#include "views/widgets/statestack.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QElapsedTimer>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::test::arenapagetests {

using namespace tosaic::model;

namespace {

using views::Arena;
using views::ArenaBuffer;

ArenaBuffer buffer(const QString &name, qsizetype first, qsizetype last, quint64 offset,
    std::optional<quint64> bytes, std::vector<qsizetype> users = {})
{
    ArenaBuffer made;
    made.name = name;
    made.entity
        = EntityRef::value(0, static_cast<int>(name.size() * 100) + static_cast<int>(offset));
    made.first = first;
    made.last = made.lastUse = last;
    made.offset = offset;
    made.bytes = bytes;
    made.users = users.empty() ? std::vector{ first, last } : std::move(users);
    return made;
}

/// a: steps 0-1, b: 1-3 waiting at 2, c: 2-2 (the largest), d: 3-4 of unknown size.
Arena smallArena()
{
    Arena arena;
    arena.title = u"small"_s;
    arena.owner = EntityRef::ofMethod(0);
    for (const auto *step : { "#0 load", "#1 split", "#2 conv", "#3 add", "#4 store" })
        arena.steps.push_back(QString::fromLatin1(step));
    arena.buffers = { buffer(u"a"_s, 0, 1, 0, 1024), buffer(u"b"_s, 1, 3, 1024, 2048),
        buffer(u"c"_s, 2, 2, 4096, 4096), buffer(u"d"_s, 3, 4, 0, std::nullopt) };
    arena.liveBytes = views::liveBytesOf(arena);
    arena.peakStep = 2;
    arena.peakBytes = 6144;
    arena.highWater = 8192;
    arena.capacity = 8192;
    arena.unknownBuffers = 1;
    return arena;
}

class Picture : public PageTest
{
protected:
    void SetUp() override
    {
        PageTest::SetUp();
        arena = std::make_shared<Arena>(smallArena());
        view.setArena(arena);
        view.resize(900, 500);
        view.show();
    }
    QPoint centre(size_t index) const { return view.bufferRect(index).center().toPoint(); }

    std::shared_ptr<const Arena> arena;
    views::ArenaView view{ theme };
};

class ArenaPageTest : public PageTest
{
protected:
    void open(const QString &name)
    {
        QSignalSpy analysed(&document, &ModelDocument::streamsChanged);
        openFixture(document, name);
        ASSERT_TRUE(QTest::qWaitFor([&] { return !analysed.isEmpty(); }));
        auto *states = child<views::StateStack>(page, u"arenaStates"_s);
        ASSERT_TRUE(QTest::qWaitFor([&] { return states->isContentShown(); }));
    }
    void SetUp() override
    {
        PageTest::SetUp();
        page.resize(1280, 720);
        page.show();
        view = child<views::ArenaView>(page, u"arenaView"_s);
        chooser = child<QComboBox>(page, u"arenaChooser"_s);
        table = child<views::DataTable>(page, u"aliveTable"_s);
    }
    int arenaNamed(const QString &part) const
    {
        for (int i = 0; i < chooser->count(); ++i) {
            if (chooser->itemText(i).contains(part))
                return i;
        }
        return -1;
    }
    void choose(int index)
    {
        chooser->setCurrentIndex(index);
        Q_EMIT chooser->activated(index);
    }
    QString text(const QString &name) { return child<QLabel>(page, name)->text(); }

    views::ArenaPage page{ document, selection, theme };
    views::ArenaView *view = nullptr;
    QComboBox *chooser = nullptr;
    views::DataTable *table = nullptr;
};

} // namespace

TEST(ArenaData, CountsOverlapsOnce)
{
    auto arena = smallArena();
    EXPECT_EQ(arena.liveBytes, (std::vector<quint64>{ 1024, 3072, 6144, 2048, 0 }));
    arena.buffers.push_back(buffer(u"over"_s, 2, 2, 5000, 4096)); // 904 bytes beyond c
    EXPECT_EQ(views::liveBytesOf(arena)[2], 6144U + 904U);
    EXPECT_EQ(views::liveBytesOf(arena, { 2 })[2], 2048U + 4096U);
    EXPECT_EQ(arena.aliveAt(3), (std::vector<size_t>{ 3, 1 })) << "unknown sizes stand first";
}

TEST(ArenaData, SaysWhatWouldLowerThePeak)
{
    const auto text = views::peakAdvice(smallArena()).join(u'\n');
    EXPECT_TRUE(
        text.contains(u"4 KiB and 2 KiB: c (only at #2 conv), and b (from #1 split to #3 add)"_s))
        << text.toStdString();
    EXPECT_TRUE(text.contains(u"Without c the peak would be 3 KiB (3 KiB less), at #1 split"_s));
    EXPECT_FALSE(text.contains(u"only wait there"_s)) << "b waits for one step only";
    EXPECT_TRUE(text.contains(u"8 KiB, which is 2 KiB above the peak"_s));
    EXPECT_TRUE(text.contains(u"no known size"_s));
    auto refused = smallArena();
    refused.peakStep = -1;
    EXPECT_TRUE(views::peakAdvice(refused).first().startsWith(u"The peak is not known"_s));
}

TEST(ArenaData, NamesBuffersThatOnlyWait)
{
    Arena arena;
    for (int i = 0; i < 8; ++i)
        arena.steps.push_back(u"#%1 op"_s.arg(i));
    arena.buffers = { buffer(u"skip"_s, 0, 7, 0, 512, { 0, 7 }), buffer(u"x"_s, 2, 3, 512, 512) };
    arena.liveBytes = views::liveBytesOf(arena);
    arena.peakStep = 2;
    arena.peakBytes = 1024;
    arena.highWater = 1024;
    arena.capacityNote = u"why"_s;
    arena.gaps = { u"gap"_s };
    const auto advice = views::peakAdvice(arena);
    const auto text = advice.join(u'\n');
    EXPECT_TRUE(text.contains(u"The largest, skip, is needed next by #7 op"_s))
        << text.toStdString();
    EXPECT_TRUE(text.contains(u"1 other step(s) need as much"_s)) << text.toStdString();
    EXPECT_EQ(advice.last(), u"gap"_s);
    EXPECT_TRUE(advice.contains(u"why"_s));
}

TEST(ArenaData, CountsWholeQuanta)
{
    Arena arena;
    arena.steps = { u"#0"_s };
    arena.buffers = { buffer(u"a"_s, 0, 0, 8, 10) };
    arena.quantum = 16;
    EXPECT_EQ(views::liveBytesOf(arena), (std::vector<quint64>{ 32 }));
}

TEST(ArenaData, ListsWhatIsAliveLargestFirst)
{
    views::AliveModel model;
    const ModelCheck check(model);
    const auto arena = std::make_shared<Arena>(smallArena());
    model.set(arena, 1);
    ASSERT_EQ(model.rowCount(), 2);
    EXPECT_EQ(model.index(0, 0).data().toString(), u"b"_s);
    EXPECT_EQ(
        model.index(1, test::column<views::AliveModel>(u"size")).data().toString(), u"1 KiB"_s);
    model.set(arena, 4);
    EXPECT_EQ(
        model.index(0, test::column<views::AliveModel>(u"size")).data().toString(), u"Not known"_s);
    model.set(nullptr, -1);
    EXPECT_EQ(model.rowCount(), 0);
}

TEST_F(Picture, RectanglesStandWhereTimeAndAddressPutThem)
{
    const auto a = view.bufferRect(0);
    const auto b = view.bufferRect(1);
    const auto c = view.bufferRect(2);
    EXPECT_NEAR(a.top(), b.bottom(), 0.01) << "b begins at the address where a ends";
    EXPECT_GT(c.height(), b.height());
    EXPECT_LT(c.top(), b.top()) << "addresses grow upwards";
    EXPECT_NEAR(a.right(), c.left(), 0.01) << "c begins in the step after a's last one";
    EXPECT_NEAR(b.width(), 3 * c.width(), 0.01);
    EXPECT_DOUBLE_EQ(view.bufferRect(3).height(), views::ArenaView::UnknownHeight);
    picture(view, u"arena-small"_s);
}

TEST_F(Picture, ClicksSelectBuffersAndSteps)
{
    QSignalSpy buffers(&view, &views::ArenaView::bufferSelected);
    QSignalSpy steps(&view, &views::ArenaView::stepSelected);
    QSignalSpy activated(&view, &views::ArenaView::bufferActivated);
    QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, centre(2));
    ASSERT_EQ(buffers.size(), 1);
    EXPECT_EQ(buffers.takeFirst().first().toInt(), 2);
    EXPECT_EQ(view.selectedBuffer(), 2);
    const auto column = view.stepRect(4);
    QTest::mouseClick(
        view.viewport(), Qt::LeftButton, {}, QPoint(static_cast<int>(column.center().x()), 30));
    ASSERT_EQ(steps.size(), 1);
    EXPECT_EQ(steps.first().first().toLongLong(), 4);
    QTest::mouseDClick(view.viewport(), Qt::LeftButton, {}, centre(1));
    ASSERT_EQ(activated.size(), 1);
    EXPECT_EQ(activated.first().first().toInt(), 1);
}

TEST_F(Picture, KeysWalkThroughTimeAndAddress)
{
    QTest::keyClick(&view, Qt::Key_Right);
    EXPECT_EQ(view.selectedBuffer(), 0);
    QTest::keyClick(&view, Qt::Key_Right);
    EXPECT_EQ(view.selectedBuffer(), 1);
    QTest::keyClick(&view, Qt::Key_Up);
    EXPECT_EQ(view.selectedBuffer(), 2) << "the neighbour above that lives at the same time";
    QTest::keyClick(&view, Qt::Key_Down);
    EXPECT_EQ(view.selectedBuffer(), 1);
    QTest::keyClick(&view, Qt::Key_Left);
    EXPECT_EQ(view.selectedBuffer(), 0);
    QSignalSpy steps(&view, &views::ArenaView::stepSelected);
    QTest::keyClick(&view, Qt::Key_P);
    ASSERT_EQ(steps.size(), 1);
    EXPECT_EQ(steps.first().first().toLongLong(), arena->peakStep);
    QSignalSpy activated(&view, &views::ArenaView::bufferActivated);
    QTest::keyClick(&view, Qt::Key_Return);
    EXPECT_EQ(activated.size(), 1);
}

TEST_F(Picture, ZoomKeepsWhatIsUnderThePointer)
{
    const auto at = view.bufferRect(2).center();
    const auto before = view.bufferRect(2);
    QWheelEvent wheel(at, view.viewport()->mapToGlobal(at), {}, { 0, 240 }, Qt::NoButton,
        Qt::ControlModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(view.viewport(), &wheel);
    const auto after = view.bufferRect(2);
    EXPECT_GT(after.width(), before.width() * 1.4);
    EXPECT_GT(after.height(), before.height() * 1.4);
    EXPECT_NEAR(after.center().x(), at.x(), 2);
    EXPECT_NEAR(after.center().y(), at.y(), 2);
    QTest::keyClick(&view, Qt::Key_F);
    EXPECT_EQ(view.bufferRect(2), before);
    QTest::keyClick(&view, Qt::Key_Plus);
    EXPECT_GT(view.bufferRect(2).width(), before.width());
    QTest::keyClick(&view, Qt::Key_Minus);
    EXPECT_NEAR(view.bufferRect(2).width(), before.width(), 0.5);
}

TEST_F(Picture, AnswersTheKeysOfAllPictures)
{
    CanvasKeys(view).expectAll();
}

TEST_F(Picture, TheCardNamesTheBuffer)
{
    QTest::mouseMove(view.viewport(), centre(1));
    auto *card = child<QLabel>(view, u"arenaCard"_s);
    ASSERT_TRUE(QTest::qWaitFor([&] { return card->isVisible(); }));
    for (const auto *part : { "2 KiB", "2048 bytes", "0x400", "#1 split", "#3 add", "peak" })
        EXPECT_TRUE(card->text().contains(QString::fromLatin1(part))) << part;
    EXPECT_TRUE(view.cardText(3).contains(u"Size not known"_s));
}

TEST_F(Picture, TenThousandBuffersStayFluid)
{
    auto big = std::make_shared<Arena>();
    constexpr qsizetype Steps = 5000;
    for (qsizetype i = 0; i < Steps; ++i)
        big->steps.push_back(QString::number(i));
    for (qsizetype i = 0; i < 10000; ++i) {
        const auto first = i / 2;
        big->buffers.push_back(buffer(QString::number(i), first,
            std::min<qsizetype>(Steps - 1, first + 3), static_cast<quint64>(i % 64) * 4096, 4096));
    }
    big->liveBytes = views::liveBytesOf(*big);
    big->peakStep = 2000;
    big->peakBytes = *std::ranges::max_element(big->liveBytes);
    big->highWater = 64 * 4096;
    view.setArena(big);
    QElapsedTimer clock;
    clock.start();
    for (int i = 0; i < 5; ++i) {
        view.zoom(1.3); // the picture is painted anew
        view.viewport()->repaint();
    }
    EXPECT_LT(clock.elapsed(), 5 * 150) << "ms for five pictures (unoptimised build)";
    clock.restart();
    for (int i = 0; i < 20; ++i) {
        view.setSelectedBuffer(i); // only the overlay
        view.viewport()->repaint();
    }
    EXPECT_LT(clock.elapsed(), 20 * 25) << "ms for twenty selections";
}

TEST_F(ArenaPageTest, EmptyWithoutAModel)
{
    auto *states = child<views::StateStack>(page, u"arenaStates"_s);
    EXPECT_FALSE(states->isContentShown());
    QSignalSpy wanted(&page, &views::ArenaPage::openRequested);
    QTest::mouseClick(child<QPushButton>(page, u"emptyAction"_s), Qt::LeftButton);
    EXPECT_EQ(wanted.size(), 1);
}

TEST_F(ArenaPageTest, OffersTheRegionsOfEachStreamAndThePlannedBuffers)
{
    open(u"mobilenet_v2-u55-128"_s);
    EXPECT_GE(arenaNamed(u"planned buffer 1"_s), 0);
    const auto scratch = arenaNamed(u"region 1"_s);
    ASSERT_GE(scratch, 0);
    choose(scratch);
    const auto &analysis = *document.streams().front();
    const auto peak = std::ranges::find(analysis.dataflow.peaks, 1, &npu::Peak::region);
    ASSERT_NE(peak, analysis.dataflow.peaks.end());
    const auto *shown = view->arena();
    EXPECT_EQ(shown->peakBytes, peak->bytes);
    EXPECT_EQ(shown->liveBytes[peak->operation], peak->bytes) << "counted here and in the core";
    EXPECT_EQ(*std::ranges::max_element(shown->liveBytes), peak->bytes);
    EXPECT_EQ(shown->capacity, analysis.placed.place.payload->arenaBytes);
    EXPECT_EQ(shown->highWater, peak->highWater);
    EXPECT_EQ(table->model()->rowCount(), static_cast<int>(peak->buffers.size()));
    EXPECT_TRUE(text(u"aliveTitle"_s).startsWith(u"At the peak"_s));
    EXPECT_FALSE(text(u"peakAdvice"_s).isEmpty());
    EXPECT_EQ(text(u"arenaOrigin"_s), u"from the file"_s);
    picture(page, u"arena-npu-light"_s);
    view->setSelectedBuffer(3);
    theme.apply(*qApp, views::ThemeMode::Dark);
    picture(page, u"arena-npu-dark"_s);
    theme.apply(*qApp, views::ThemeMode::Light);
    choose(arenaNamed(u"planned buffer 1"_s));
    picture(page, u"arena-cpu-light"_s);
}

TEST_F(ArenaPageTest, FitsBesideTheSidePanelsAndExplainsPaleEnds)
{
    open(u"mobilenet_v2-u55-128"_s);
    EXPECT_LE(page.minimumSizeHint().width(), 608) << "the middle of a window of 1280 px";
    page.resize(920, 560);
    QCoreApplication::processEvents();
    EXPECT_GE(child<QWidget>(page, u"alivePanel"_s)->width(), 320);
    EXPECT_LE(table->columnWidth(0) + table->columnWidth(1), table->viewport()->width());
    const auto *facts = child<QLabel>(page, u"arenaFacts"_s);
    EXPECT_LE(facts->fontMetrics().horizontalAdvance(facts->text()), facts->width());
    const auto &buffers = view->arena()->buffers;
    const bool hasHeld = std::ranges::any_of(
        buffers, [](const auto &buffer) { return buffer.last > buffer.lastUse; });
    EXPECT_EQ(
        child<QWidget>(page, u"arenaLegend"_s)->accessibleDescription().contains(u"Held until"_s),
        hasHeld);
}

TEST_F(ArenaPageTest, SelectionGoesBothWays)
{
    open(u"mobilenet_v2-u55-128"_s);
    choose(arenaNamed(u"region 1"_s));
    const auto owner = document.streams().front()->owner();
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->bufferRect(0).center().toPoint());
    EXPECT_EQ(selection.current(),
        view->arena()->buffers[static_cast<size_t>(view->selectedBuffer())].entity);
    EXPECT_EQ(selection.current().kind, EntityRef::Kind::NpuBuffer);

    selection.select(EntityRef::npuOperation(owner, 5));
    EXPECT_EQ(view->selectedStep(), 5);
    EXPECT_EQ(view->selectedBuffer(), -1);
    EXPECT_TRUE(text(u"aliveTitle"_s).contains(view->arena()->steps[5]));
    EXPECT_EQ(table->model()->rowCount(), static_cast<int>(view->arena()->aliveAt(5).size()));
    const auto command = document.streams().front()->stream()->operations[7].command;
    selection.select(EntityRef::npuCommand(owner, static_cast<int>(command)));
    EXPECT_EQ(view->selectedStep(), 7);

    // A value of the program lives in a planned buffer: the picture goes there.
    choose(arenaNamed(u"planned buffer"_s));
    const auto value = view->arena()->buffers.front().entity;
    choose(arenaNamed(u"region 1"_s));
    selection.select(value);
    EXPECT_TRUE(chooser->currentText().contains(u"planned buffer"_s));
    EXPECT_EQ(view->arena()->buffers[static_cast<size_t>(view->selectedBuffer())].entity, value);
    selection.select(owner);
    EXPECT_TRUE(view->arena()->isNpu);
}

TEST_F(ArenaPageTest, TheTableCopiesBytesAndSelects)
{
    open(u"mobilenet_v2-u55-128"_s);
    choose(arenaNamed(u"region 1"_s));
    table->setFocus();
    QTest::keyClick(table, Qt::Key_Down);
    EXPECT_GE(view->selectedBuffer(), 0);
    EXPECT_EQ(selection.current().kind, EntityRef::Kind::NpuBuffer);
    table->clearSelection();
    const auto lines = table->selectionAsTsv().split(u'\n');
    ASSERT_EQ(lines.size(), table->model()->rowCount() + 1);
    EXPECT_TRUE(lines[0].contains(u"Size (bytes)"_s));
    const auto largest = view->arena()->aliveAt(view->arena()->peakStep).front();
    const auto bytes = view->arena()->buffers[largest].bytes.value_or(0);
    EXPECT_EQ(lines[1].split(u'\t').at(1).toULongLong(), bytes);
    table->sortByColumn(test::column<views::AliveModel>(u"size"), Qt::AscendingOrder);
    EXPECT_EQ(table->selectionAsTsv().split(u'\n').back().split(u'\t').at(1).toULongLong(), bytes);
}

} // namespace tosaic::test::arenapagetests
