// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytesource.h"
#include "core/layout/processlayoutengine.h"
#include "tests/support/samples.h"
#include "tests/views/graph/graphpagefixture.h"
#include "views/graph/graphexport.h"
#include "views/graph/graphheader.h"
#include "views/graph/hovercard.h"
#include "views/widgets/statestack.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace tosaic::views::graphpagetests {

using namespace std::chrono_literals;

namespace {

class FailingEngine : public layout::LayoutEngine
{
public:
    void layout(const layout::Request &, Done done) override
    {
        QMetaObject::invokeMethod(
            this,
            [done] {
                done(fail(ErrorCode::ToolTimeout,
                    u"The layout program did not answer and was stopped"_s));
            },
            Qt::QueuedConnection);
    }
    void cancel() override { }
};

class SilentEngine : public layout::LayoutEngine
{
public:
    void layout(const layout::Request &, Done) override { }
    void cancel() override { wasCancelled = true; }
    bool wasCancelled = false;
};

} // namespace

class TwoPartitionsPage : public GraphPageTest
{
protected:
    TwoPartitionsPage()
    {
        openFixture(u"two_partitions-u55-128"_s, u"two_partitions.pte"_s);
        waitForCamera();
    }

    QMenu *openMenu(const GraphTarget &target)
    {
        const auto place = placeOf(target);
        QContextMenuEvent event(
            QContextMenuEvent::Mouse, place, page.view()->viewport()->mapToGlobal(place));
        QApplication::sendEvent(page.view()->viewport(), &event);
        return page.findChild<QMenu *>(u"graphMenu"_s);
    }

    spec::KeepOnCpu choose(const GraphTarget &target, const QString &action)
    {
        QSignalSpy spy(&page, &GraphPage::keepOnCpuRequested);
        auto *menu = openMenu(target);
        EXPECT_TRUE(menu);
        auto *chosen = menu ? menu->findChild<QAction *>(action) : nullptr;
        EXPECT_TRUE(chosen) << qPrintable(action);
        if (chosen)
            chosen->trigger();
        if (menu)
            menu->close();
        return spy.isEmpty() ? spec::KeepOnCpu() : spy[0][0].value<spec::KeepOnCpu>();
    }
};

TEST_F(GraphPageTest, StartsEmptyWithTheOneActionThatFillsIt)
{
    QSignalSpy spy(&page, &GraphPage::openRequested);
    auto *button = page.findChild<QPushButton *>(u"emptyAction"_s);
    ASSERT_TRUE(button && button->isVisible());
    QTest::mouseClick(button, Qt::LeftButton);
    EXPECT_EQ(spy.size(), 1);
}

TEST_F(TwoPartitionsPage, FirstPictureAnswersWhatRunsOnTheNpu)
{
    EXPECT_EQ(page.level(), GraphPage::Level::Operators);
    EXPECT_TRUE(page.sentence().startsWith(u"3 of 4 operator"_s)) << qPrintable(page.sentence());
    EXPECT_TRUE(page.sentence().contains(u"Ethos-U55-128"_s));
    EXPECT_GE(node(u"sort"_s), 0);
    EXPECT_TRUE(page.view()->visibleScene().contains(page.view()->graphScene()->bounds()));
}

TEST_F(TwoPartitionsPage, AClickSelectsAndEscClears)
{
    const GraphTarget sort{ .node = node(u"sort"_s) };
    click(sort);
    EXPECT_EQ(selection.current(), page.view()->graphScene()->entityOf(sort));
    EXPECT_EQ(page.view()->graphScene()->selected(), sort);
    key(Qt::Key_Escape);
    EXPECT_TRUE(selection.current().isEmpty());
    EXPECT_TRUE(page.view()->graphScene()->selected().isEmpty());
    click({ .group = 0 });
    EXPECT_EQ(selection.current(), model::EntityRef::partition(0));
}

TEST_F(TwoPartitionsPage, SelectionFromElsewhereMovesTheCameraThere)
{
    page.view()->zoomTo(3);
    waitForCamera();
    page.view()->centreOn(page.view()->graphScene()->bounds().topLeft() - QPointF(800, 800));
    const GraphTarget sort{ .node = node(u"sort"_s) };
    const auto rect = page.view()->graphScene()->rectOf(sort);
    ASSERT_FALSE(page.view()->visibleScene().contains(rect));
    selection.select(page.view()->graphScene()->entityOf(sort));
    waitForCamera();
    EXPECT_TRUE(page.view()->visibleScene().contains(rect));
    EXPECT_EQ(page.view()->graphScene()->selected(), sort);
}

TEST_F(TwoPartitionsPage, FoldedStepsAndTheProgramsNamesLeadToWhatIsDrawn)
{
    selection.select(
        model::EntityRef::node(u"quantized_decomposed_dequantize_per_tensor_default"_s));
    EXPECT_GE(page.view()->graphScene()->selected().node, 0);
    selection.select(model::EntityRef::delegate(0, 1));
    EXPECT_EQ(page.view()->graphScene()->selected().group, 1);
    selection.select(model::EntityRef::payloadBlock(0, 0, 2));
    EXPECT_EQ(page.view()->graphScene()->selected().group, 0);
    page.setLevel(GraphPage::Level::Runtime);
    waitUntilShown();
    selection.select(model::EntityRef::partition(1));
    EXPECT_EQ(page.view()->graphScene()->selected().group, 1);
}

TEST_F(TwoPartitionsPage, TheSwitchShowsTheRuntimeInstructions)
{
    auto *runtime = page.findChild<QToolButton *>(u"graphRuntime"_s);
    ASSERT_TRUE(runtime && runtime->isVisible());
    QSignalSpy shown(&page, &GraphPage::shown);
    QTest::mouseClick(runtime, Qt::LeftButton);
    ASSERT_TRUE(shown.wait(60000));
    EXPECT_EQ(page.level(), GraphPage::Level::Runtime);
    EXPECT_GE(node(u"input 0"_s), 0);
}

TEST_F(TwoPartitionsPage, ArrowKeysWalkAlongEdges)
{
    click({ .node = node(u"sort"_s) });
    key(Qt::Key_Down);
    // Past the tuple access, which is no step of its own.
    EXPECT_EQ(selection.current().name, u"quantized_decomposed_quantize_per_tensor_default_2"_s);
    key(Qt::Key_Up);
    EXPECT_EQ(page.view()->graphScene()->selected().node, node(u"sort"_s));
}

TEST_F(TwoPartitionsPage, FindCountsHighlightsAndWalks)
{
    EXPECT_TRUE(page.openFind()); // Ctrl+F is the window's
    auto *line = page.findChild<QLineEdit *>(u"graphFindLine"_s);
    ASSERT_TRUE(line && line->isVisible());
    QTest::keyClicks(line, u"convolution"_s);
    auto *count = page.findChild<QLabel *>(u"graphFindCount"_s);
    EXPECT_EQ(count->text(), u"1 of 2"_s);
    QTest::keyClick(line, Qt::Key_Return);
    EXPECT_EQ(count->text(), u"1 of 2"_s) << "what is shown is taken first";
    const auto first = page.view()->graphScene()->selected().node;
    QTest::keyClick(line, Qt::Key_Return);
    EXPECT_EQ(count->text(), u"2 of 2"_s);
    EXPECT_NE(page.view()->graphScene()->selected().node, first);
    QTest::keyClick(line, Qt::Key_Return, Qt::ShiftModifier);
    EXPECT_EQ(page.view()->graphScene()->selected().node, first);
    EXPECT_EQ(page.find(u"not marked as quantized"_s), 1) << "reasons are searched, too";
    EXPECT_EQ(page.find(u"no such thing"_s), 0);
    QTest::keyClick(line, Qt::Key_Escape);
    EXPECT_FALSE(line->isVisible());
}

TEST_F(TwoPartitionsPage, WhatChangedIsMarkedWithoutMovingAnything)
{
    const auto before = page.shownLayout().centres;
    const auto plain = page.view()->viewport()->grab().toImage();
    const auto name = page.shownGraph().nodes[static_cast<size_t>(node(u"sort"_s))].entity.name;
    page.setChanges({ { name, graph::Change::ToCpu } });
    EXPECT_EQ(
        page.shownGraph().nodes[static_cast<size_t>(node(u"sort"_s))].change, graph::Change::ToCpu);
    EXPECT_EQ(page.shownLayout().centres, before);
    EXPECT_NE(page.view()->viewport()->grab().toImage(), plain);
    const auto *legend = page.findChild<QWidget *>(u"graphLegend"_s);
    EXPECT_TRUE(legend->accessibleName().contains(u"Changed since the compile before"_s));
    page.setChanges({});
    EXPECT_EQ(page.view()->viewport()->grab().toImage(), plain);
    EXPECT_FALSE(legend->accessibleName().contains(u"Changed since"_s));
}

TEST_F(TwoPartitionsPage, KeepOnCpuNamesWhatWasChosen)
{
    const GraphTarget relu{ .node = node(u"relu"_s) };
    const auto name = page.view()->graphScene()->entityOf(relu).name;
    EXPECT_EQ(choose(relu, u"keepThis"_s), (spec::KeepOnCpu{ .nodes = { name } }));
    EXPECT_EQ(selection.current().name, name) << "the menu belongs to what was clicked";
    const auto pattern = page.shownGraph().nodes[static_cast<size_t>(relu.node)].pattern;
    EXPECT_EQ(choose(relu, u"keepOperatorKind"_s), (spec::KeepOnCpu{ .operators = { pattern } }));
}

TEST_F(TwoPartitionsPage, KeepsALineOrAnIsland)
{
    const GraphTarget relu{ .node = node(u"relu"_s) };
    const auto name = page.view()->graphScene()->entityOf(relu).name;
    EXPECT_TRUE(choose(relu, u"keepLine"_s).nodes.contains(name));
    const auto island = choose(relu, u"keepIsland"_s);
    EXPECT_TRUE(island.nodes.contains(name));
    EXPECT_GT(choose(relu, u"keepNeighbours"_s).nodes.size(), island.nodes.size());
}

TEST_F(TwoPartitionsPage, ReleasesWhatThePinsHold)
{
    const GraphTarget relu{ .node = node(u"relu"_s) };
    const auto name = page.view()->graphScene()->entityOf(relu).name;
    const spec::KeepOnCpu pin{ .nodes = { name } };
    page.setKept(pin);
    QSignalSpy released(&page, &GraphPage::releaseRequested);
    auto *menu = openMenu(relu);
    ASSERT_TRUE(menu);
    auto *release = menu->findChild<QAction *>(u"release"_s);
    ASSERT_TRUE(release);
    release->trigger();
    menu->close();
    ASSERT_EQ(released.size(), 1);
    EXPECT_EQ(released[0][0].value<spec::KeepOnCpu>(), pin);
}

TEST_F(TwoPartitionsPage, KeepOnCpuByPatternAsksForIt)
{
    QSignalSpy spy(&page, &GraphPage::keepOnCpuRequested);
    auto *menu = openMenu({ .node = node(u"relu"_s) });
    ASSERT_TRUE(menu);
    menu->findChild<QAction *>(u"graphKeepPattern"_s)->trigger();
    menu->close();
    auto *dialog = page.findChild<QInputDialog *>(u"graphPatternDialog"_s);
    ASSERT_TRUE(dialog);
    EXPECT_EQ(dialog->textValue(), u"*relu*"_s);
    dialog->setTextValue(u"*conv*"_s);
    dialog->accept();
    ASSERT_EQ(spy.size(), 1);
    EXPECT_EQ(spy[0][0].value<spec::KeepOnCpu>().patterns, QStringList{ u"*conv*"_s });
}

TEST_F(TwoPartitionsPage, CopyNameAndShowBytes)
{
    auto *menu = openMenu({ .node = node(u"sort"_s) });
    ASSERT_TRUE(menu);
    menu->findChild<QAction *>(u"graphMenuCopyName"_s)->trigger();
    EXPECT_EQ(QApplication::clipboard()->text(), selection.current().name);
    menu->close();
    QSignalSpy bytes(&page, &GraphPage::bytesRequested);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    menu = openMenu({ .group = 0 });
    ASSERT_TRUE(menu);
    menu->findChild<QAction *>(u"graphMenuBytes"_s)->trigger();
    menu->close();
    EXPECT_EQ(bytes.size(), 1);
}

TEST_F(TwoPartitionsPage, HoverCardListsEveryReason)
{
    const auto place = placeOf({ .node = node(u"sort"_s) });
    QTest::mouseMove(page.view()->viewport(), place + QPoint(2, 2));
    QTest::mouseMove(page.view()->viewport(), place);
    auto *card = page.findChild<HoverCard *>();
    ASSERT_TRUE(QTest::qWaitFor([&] { return card->isVisible(); }, 3000));
    EXPECT_TRUE(card->text().contains(u"Not included in BaseTOSASupportList"_s));
    EXPECT_TRUE(card->text().contains(u"Node was not marked as quantized"_s));
    EXPECT_TRUE(card->text().contains(u"CPU kernel"_s));
}

TEST_F(TwoPartitionsPage, BackspaceCollapsesAndDoubleClickExpands)
{
    click({ .node = node(u"relu"_s) });
    const auto before = page.shownGraph().nodes.size();
    QSignalSpy shown(&page, &GraphPage::shown);
    key(Qt::Key_Backspace);
    ASSERT_TRUE(shown.wait(60000));
    waitForCamera();
    EXPECT_LT(page.shownGraph().nodes.size(), before);
    const GraphTarget hull = page.view()->graphScene()->targetOf(model::EntityRef::partition(0));
    ASSERT_GE(hull.node, 0);
    EXPECT_EQ(page.view()->graphScene()->selected(), hull);
    QTest::mouseDClick(page.view()->viewport(), Qt::LeftButton, Qt::NoModifier, placeOf(hull));
    ASSERT_TRUE(shown.wait(60000));
    EXPECT_EQ(page.shownGraph().nodes.size(), before);
}

TEST_F(TwoPartitionsPage, ZoomKeysWheelAndFit)
{
    const auto start = page.view()->zoom();
    key(Qt::Key_Plus);
    waitForCamera();
    EXPECT_NEAR(page.view()->zoom(), start * 1.25, 1e-6);
    key(Qt::Key_Minus);
    key(Qt::Key_Minus);
    waitForCamera();
    EXPECT_NEAR(page.view()->zoom(), start / 1.25, 1e-6);
    const QPointF place(300, 200);
    const auto under = page.view()->mapToScene(place.toPoint());
    QWheelEvent wheel(place, page.view()->viewport()->mapToGlobal(place), {}, { 0, 240 },
        Qt::NoButton, Qt::ControlModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(page.view()->viewport(), &wheel);
    const auto after = page.view()->mapToScene(place.toPoint());
    EXPECT_LT(QLineF(under, after).length() * page.view()->zoom(), 3)
        << "what is under the pointer stays there";
    key(Qt::Key_F);
    waitForCamera();
    EXPECT_NEAR(page.view()->zoom(), start, 1e-6);
}

TEST_F(TwoPartitionsPage, MiddleButtonAndSpaceDragPanWithoutSelecting)
{
    auto *port = page.view()->viewport();
    const auto before = page.view()->visibleScene().center();
    QTest::mousePress(port, Qt::MiddleButton, {}, { 200, 200 });
    QTest::mouseMove(port, { 240, 260 });
    QMouseEvent move(QEvent::MouseMove, QPointF(260, 280), port->mapToGlobal(QPointF(260, 280)),
        Qt::NoButton, Qt::MiddleButton, Qt::NoModifier);
    QApplication::sendEvent(port, &move);
    QTest::mouseRelease(port, Qt::MiddleButton, {}, { 260, 280 });
    EXPECT_NE(page.view()->visibleScene().center(), before);
    EXPECT_TRUE(selection.current().isEmpty());
}

TEST_F(TwoPartitionsPage, WhatMovedAlongLooksAsIfPaintedAnew)
{
    auto *port = page.view()->viewport();
    page.resize(
        1000, 800); // no node is cut by the window's edge, where lines are rounded otherwise
    waitForCamera();
    // Always the same place: at some a corner's last bit is rounded otherwise after a move.
    page.view()->returnTo(page.view()->graphScene()->bounds().center(), 0.9);
    port->grab();
    for (const auto &to : { QPoint(237, 214), QPoint(160, 301) }) {
        QTest::mousePress(port, Qt::LeftButton, {}, { 200, 250 });
        QMouseEvent move(QEvent::MouseMove, QPointF(to), port->mapToGlobal(QPointF(to)),
            Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(port, &move);
        QTest::mouseRelease(port, Qt::LeftButton, {}, to);
        const auto moved = port->grab().toImage();
        page.view()->graphScene()->setMatches({}); // another picture, for all it knows
        EXPECT_EQ(port->grab().toImage(), moved);
    }
    EXPECT_TRUE(selection.current().isEmpty()) << "a drag chooses nothing";
}

TEST_F(TwoPartitionsPage, QuantisationStepsAppearOnDemand)
{
    const auto before = page.shownGraph().nodes.size();
    QSignalSpy shown(&page, &GraphPage::shown);
    QTest::mouseClick(page.findChild<QToolButton *>(u"graphQuantisation"_s), Qt::LeftButton);
    ASSERT_TRUE(shown.wait(60000));
    EXPECT_GT(page.shownGraph().nodes.size(), before);
}

TEST_F(TwoPartitionsPage, AFailedLayoutSaysWhyAndCanBeRetried)
{
    page.setLayoutEngine(std::make_unique<FailingEngine>());
    auto *states = page.findChild<StateStack *>();
    ASSERT_TRUE(QTest::qWaitFor([&] { return jobs.isIdle() && !states->isContentShown(); }, 5000));
    bool isSaid = false;
    for (const auto *label : states->findChildren<QLabel *>())
        isSaid = isSaid || (label->isVisible() && label->text().contains(u"did not answer"_s));
    EXPECT_TRUE(isSaid);
    page.setLayoutEngine(std::make_unique<layout::ProcessLayoutEngine>());
    ASSERT_TRUE(QTest::qWaitFor([&] { return states->isContentShown(); }, 10000));
}

TEST_F(TwoPartitionsPage, AWaitShowsProgressAndCanBeCancelled)
{
    auto engine = std::make_unique<SilentEngine>();
    auto *silent = engine.get();
    page.setLayoutEngine(std::move(engine));
    ASSERT_TRUE(QTest::qWaitFor(
        [&] {
            return jobs.running().size() == 1 && jobs.running()[0]->title.contains(u"Laying"_s);
        },
        5000));
    silent->wasCancelled = false;
    jobs.cancel(jobs.running()[0]->id);
    EXPECT_TRUE(silent->wasCancelled);
    EXPECT_TRUE(jobs.isIdle());
}

TEST_F(TwoPartitionsPage, TheThemeReachesEveryPixel)
{
    const auto light = page.grab().toImage();
    theme.apply(*qApp, ThemeMode::Dark);
    const auto dark = page.grab().toImage();
    const auto corner = page.view()->mapTo(&page, QPoint(4, 4));
    EXPECT_EQ(dark.pixelColor(corner), theme.colors().window);
    EXPECT_NE(light.pixelColor(corner), dark.pixelColor(corner));
}

TEST_F(TwoPartitionsPage, EverythingHasANameForScreenReaders)
{
    for (const auto *button : page.findChildren<QToolButton *>()) {
        if (button->objectName().startsWith(u"graph"_s)) {
            EXPECT_FALSE(button->accessibleName().isEmpty()) << qPrintable(button->objectName());
        }
    }
    EXPECT_FALSE(page.view()->accessibleName().isEmpty());
    click({ .node = node(u"sort"_s) });
    EXPECT_EQ(page.view()->accessibleDescription(), u"sort"_s);
}

TEST_F(TwoPartitionsPage, ExportsHoldTheGraph)
{
    const auto colors = Theme::lightColors();
    const auto svg = graphToSvg(page.shownGraph(), page.shownLayout(), colors);
    ASSERT_TRUE(svg);
    EXPECT_TRUE(svg->contains("Partition 0"));
    EXPECT_TRUE(svg->contains("convolution"));
    const auto pdf = graphToPdf(page.shownGraph(), page.shownLayout(), colors);
    ASSERT_TRUE(pdf);
    EXPECT_TRUE(pdf->startsWith("%PDF"));
    const auto png = graphToPng(page.shownGraph(), page.shownLayout(), colors);
    ASSERT_TRUE(png);
    EXPECT_TRUE(png->startsWith("\x89PNG"));
    const auto now = layoutNow(page.shownGraph());
    ASSERT_TRUE(now) << qPrintable(now.error().toText());
    EXPECT_EQ(now->centres.size(), page.shownGraph().nodes.size());
    EXPECT_FALSE(graphToSvg(page.shownGraph(), {}, colors)) << "another graph's layout";
    page.copyPicture();
    EXPECT_FALSE(QApplication::clipboard()->image().isNull());
}

TEST_F(TwoPartitionsPage, CopiesTheColoursAndColumnsThatAreShown)
{
    page.setOverlaySource([](const graph::Graph &shown) {
        GraphOverlay overlay{ .metric = GraphMetric::Share, .title = u"Test"_s };
        overlay.nodes.resize(shown.nodes.size());
        overlay.reasons.resize(shown.nodes.size());
        for (auto &node : overlay.nodes)
            node = NodeMark{ .number = u"1"_s, .color = QColor(255, 0, 255) };
        overlay.known = shown.nodes.size();
        return overlay;
    });
    page.copyPicture();
    const auto image = QApplication::clipboard()->image();
    const auto drawing = page.drawing();
    ASSERT_TRUE(drawing);
    EXPECT_EQ(drawing->layout.bounds, page.view()->graphScene()->bounds());
    EXPECT_EQ(image.size(), pixelsOf(drawing->graph, drawing->layout, drawing->overlay));
    qsizetype coloured = 0;
    for (int y = 0; y < image.height(); y += 4) {
        for (int x = 0; x < image.width(); x += 4)
            coloured += image.pixelColor(x, y) == QColor(255, 0, 255);
    }
    EXPECT_GT(coloured, 100) << "the clipboard has the colours of the screen";
}

TEST(GraphExport, APngLargerThanMemoryAllowsIsPaintedInStripsAndTheClipboardsSmaller)
{
    graph::Graph graph;
    layout::Layout layout;
    for (int i = 0; i < 40; ++i) {
        graph.nodes.push_back({ .title = u"operator %1"_s.arg(i) });
        layout.centres.emplace_back(100, 300.0 * i + 60);
    }
    layout.bounds = { 0, 0, 200, 12000 };
    const auto colors = Theme::lightColors();
    const auto size = pixelsOf(graph, layout);
    EXPECT_GT(size.height(), 24000);
    const auto png = graphToPng(graph, layout, colors);
    ASSERT_TRUE(png) << qPrintable(png.error().toText());
    const auto image = QImage::fromData(*png);
    EXPECT_EQ(image.size(), size) << "never scaled down";
    const auto small = graphToImage(graph, layout, colors);
    ASSERT_TRUE(small);
    EXPECT_LT(small->height(), size.height());
    // The strips join: what is painted in one go looks the same.
    const auto part = graphToImage(graph, layout, colors, 1);
    const auto strips = graphToPng(graph, layout, colors, 1);
    ASSERT_TRUE(part && strips);
    EXPECT_EQ(QImage::fromData(*strips).convertToFormat(QImage::Format_RGB32),
        part->convertToFormat(QImage::Format_RGB32));
    const auto stopped = graphToPng(graph, layout, colors, 2, {}, [] { return true; });
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().code, ErrorCode::Cancelled);
}

TEST_F(GraphPageTest, CloseWhileLayingOutIsSafe)
{
    openFixture(u"two_partitions-u55-128"_s, u"two_partitions.pte"_s);
    page.setLayoutEngine(std::make_unique<SilentEngine>());
    document.clear();
    EXPECT_TRUE(QTest::qWaitFor([&] { return jobs.isIdle(); }, 5000));
}

TEST(GraphHeader, TheSentenceStandsAboveTheToolsWhereItWouldBeSqueezed)
{
    GraphHeader header;
    header.setLevels(true, true, true);
    header.setSentence(u"3 of 3 operators on Ethos-U55-128 in 1 partition"_s);
    auto *sentence = header.findChild<QLabel *>(u"graphSentence"_s);
    auto *levels = header.findChild<QWidget *>(u"graphLevels"_s);
    header.show();
    const auto settle = [&](int width) {
        header.resize(width, 80);
        QTest::qWait(20);
    };
    const auto topOf = [&](QWidget *widget) { return widget->mapTo(&header, QPoint()).y(); };
    settle(560);
    EXPECT_GE(topOf(levels), topOf(sentence) + sentence->height());
    EXPECT_GT(sentence->width(), 500);
    settle(1400);
    EXPECT_LT(topOf(levels), topOf(sentence) + sentence->height());
    EXPECT_GT(levels->mapTo(&header, QPoint()).x(), sentence->x() + sentence->width() - 1);
}

} // namespace tosaic::views::graphpagetests
