// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/frame/noticebar.h"
#include "app/shell/frame/smallwindow.h"
#include "app/shell/spec/keepcontroller.h"
#include "app/shell/window/docks.h"
#include "app/shell/workspace/workspacecontroller.h"
#include "tests/app/windowfixture.h"
#include "tests/support/samples.h"
#include "views/graph/graphpage.h"
#include "views/graph/graphview.h"

#include <QComboBox>
#include <QDataStream>
#include <QDockWidget>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QSplitter>
#include <QTabBar>
#include <QToolButton>

#include <algorithm>

using namespace Qt::StringLiterals;

// How the window is arranged goes with the workspace.
namespace tosaic::test::windowlayouttests {

namespace {

const auto MovedDock = u"problems"_s;
const auto Splitter = u"workspaceSplitter"_s;

class WindowLayout : public WindowTest
{
protected:
    void SetUp() override
    {
        path = dir + u"/work.tosaic"_s;
        ASSERT_TRUE(workspace::Workspace::create(path));
        window->resize(1400, 900);
    }
    bool openWorkspace()
    {
        open(path);
        return QTest::qWaitFor(
            [this] { return window->workspace().store().contents() != nullptr; }, 20'000);
    }
    /// Closes the window, and waits until the workspace has its arrangement.
    QByteArray close()
    {
        session->setUnsaved(false);
        EXPECT_TRUE(window->close());
        QByteArray state;
        EXPECT_TRUE(QTest::qWaitFor(
            [&] {
                state = *(*workspace::Workspace::open(path))->layout(u"window"_s);
                return !state.isEmpty();
            },
            20'000));
        return state;
    }
    void setLayout(const QByteArray &state)
    {
        ASSERT_TRUE((*workspace::Workspace::open(path))->setLayout(u"window"_s, state));
    }
    void move(Qt::DockWidgetArea area)
    {
        auto *dock = window->docks().dock(MovedDock);
        ASSERT_TRUE(dock);
        window->addDockWidget(area, dock);
    }
    Qt::DockWidgetArea area() { return window->dockWidgetArea(window->docks().dock(MovedDock)); }
    /// Nothing the user needs has shrunk away.
    void expectUsable()
    {
        EXPECT_TRUE(window->centralWidget()->isVisible());
        EXPECT_GT(window->centralWidget()->width(), 200);
        EXPECT_GT(window->centralWidget()->height(), 100);
        const auto docks = window->findChildren<QDockWidget *>();
        for (const auto *dock : docks) {
            if (!dock->isVisible() || dock->visibleRegion().isEmpty())
                continue;
            EXPECT_TRUE(window->rect().contains(dock->geometry()))
                << dock->objectName().toStdString();
        }
    }

    QString path;
};

} // namespace

TEST_F(WindowLayout, ComesBackWithItsWorkspace)
{
    ASSERT_TRUE(openWorkspace());
    move(Qt::RightDockWidgetArea);
    window->docks().raise(u"workspace"_s);
    auto *splitter = find<QSplitter>(Splitter);
    ASSERT_TRUE(QTest::qWaitFor([&] { return splitter->width() > 400; }));
    splitter->setSizes({ splitter->width() - 200, 200 });
    const auto share = splitter->sizes();
    close();

    // Meanwhile without a workspace, the user likes it otherwise.
    restart();
    window->resize(1400, 900);
    move(Qt::BottomDockWidgetArea);
    window->docks().raise(u"workspace"_s);
    find<QSplitter>(Splitter)->setSizes({ 200, 800 });
    ASSERT_EQ(area(), Qt::BottomDockWidgetArea);
    ASSERT_TRUE(openWorkspace());
    ASSERT_TRUE(QTest::qWaitFor([&] { return area() == Qt::RightDockWidgetArea; }));
    window->docks().raise(u"workspace"_s);
    EXPECT_TRUE(QTest::qWaitFor([&] {
        const auto now = find<QSplitter>(Splitter)->sizes();
        return now[0] > now[1] && std::abs(now[1] - share[1]) < 100;
    })) << find<QSplitter>(Splitter)->sizes()[1];

    // What is moved later is not put back while the same workspace stays open.
    move(Qt::BottomDockWidgetArea);
    window->workspace().store().setSetting(u"board"_s, u"E7"_s);
    ASSERT_TRUE(QTest::qWaitFor([this] {
        const auto now = window->workspace().store().contents();
        return now && now->settings.contains(u"board"_s);
    }));
    EXPECT_EQ(area(), Qt::BottomDockWidgetArea);
}

TEST_F(WindowLayout, DamagedStatesChangeNothing)
{
    ASSERT_TRUE(openWorkspace());
    move(Qt::RightDockWidgetArea);
    const auto whole = close();
    QByteArray nonsense;
    {
        QDataStream stream(&nonsense, QIODevice::WriteOnly);
        stream << 1 << QByteArray("no state of a window")
               << QVariantMap{ { Splitter, QByteArray("no sizes") },
                      { u"workspaceTree/columns"_s, QByteArray(40, '\xff') },
                      { u"outlineTree"_s, 7 } };
    }
    QByteArray newer;
    {
        QDataStream stream(&newer, QIODevice::WriteOnly);
        stream << 99 << QByteArray("from a newer program") << QVariantMap();
    }
    for (const auto &state : { QByteArray("\x01"), whole.first(whole.size() / 2), whole.first(12),
             QByteArray(64, '\xff'), nonsense, newer }) {
        setLayout(state);
        restart();
        window->resize(1400, 900);
        move(Qt::BottomDockWidgetArea);
        ASSERT_TRUE(openWorkspace());
        EXPECT_TRUE(waitForIdle());
        QTest::qWait(50);
        EXPECT_EQ(area(), Qt::BottomDockWidgetArea) << state.toHex().left(40).toStdString();
        expectUsable();
    }
    setLayout(whole);
    restart();
    ASSERT_TRUE(openWorkspace());
    EXPECT_TRUE(QTest::qWaitFor([&] { return area() == Qt::RightDockWidgetArea; }))
        << "the whole one still works";
}

TEST_F(WindowLayout, OfALargeScreenFitsIntoASmallWindow)
{
    window->resize(2400, 1500);
    ASSERT_TRUE(openWorkspace());
    open(fixturePath(u"add-u55-128/add.pte"_s));
    move(Qt::RightDockWidgetArea);
    window->docks().raise(MovedDock);
    window->resizeDocks({ window->docks().dock(MovedDock) }, { 1200 }, Qt::Horizontal);
    QTest::qWait(50);
    close();

    restart();
    window->resize(1000, 640);
    ASSERT_TRUE(openWorkspace());
    ASSERT_TRUE(QTest::qWaitFor([&] { return area() == Qt::RightDockWidgetArea; }));
    QTest::qWait(50);
    EXPECT_LE(window->width(), 1000);
    EXPECT_LE(window->height(), 640);
    expectUsable();
}

TEST_F(WindowLayout, FactsOfTheStatusBarStayApartWhenTheThemeChanges)
{
    theme.apply(*qApp, views::ThemeMode::Dark);
    QTest::qWait(0);
    open(fixturePath(u"mobilenet_v2-u55-128"_s));
    QTest::qWait(0);
    const auto textOf = [this](const QString &name) {
        const auto *label = find<QLabel>(name);
        return label->contentsRect().translated(label->pos());
    };
    EXPECT_GE(textOf(u"statusSize"_s).left() - textOf(u"statusFile"_s).right(), 10);
    EXPECT_GE(textOf(u"statusFormat"_s).left() - textOf(u"statusSize"_s).right(), 10);
    theme.apply(*qApp, views::ThemeMode::Light);
}

/// A page that needs much room, such as the spec, takes it only while it is in front.
TEST_F(WindowLayout, PanelsKeepTheirWidthsThroughAllModes)
{
    window->resize(1280, 800);
    open(fixturePath(u"mobilenet_v2-u55-128"_s));
    window->show(shell::Mode::Model);
    QTest::qWait(50);
    const auto *outline = window->docks().dock(u"outline"_s);
    const auto *inspector = window->docks().dock(u"inspector"_s);
    const auto widths = [&] { return std::pair(outline->width(), inspector->width()); };
    const auto before = widths();
    EXPECT_GT(before.first, 250);
    for (const auto mode : shell::AllModes) {
        window->show(mode);
        QTest::qWait(50);
        window->show(shell::Mode::Model);
        QTest::qWait(50);
        EXPECT_EQ(widths(), before) << "after " << shell::modeId(mode).toStdString();
    }
}

/// The findings are one line there until somebody wants them, which is kept for low windows alone.
/// What somebody looks at is there again after a look at another mode: the place in the graph, and
/// the panel below.
TEST_F(WindowLayout, ComesBackToTheSamePlaceFromAnotherMode)
{
    window->resize(1280, 800);
    open(fixturePath(u"mobilenet_v2-u55-128"_s));
    window->show(shell::Mode::Model);
    auto *graph = window->findChild<views::GraphPage *>()->view();
    ASSERT_TRUE(QTest::qWaitFor([&] { return graph->zoom() > 0 && graph->isVisible(); }));
    graph->returnTo(graph->graphScene()->bounds().center(), 0.8);
    window->docks().raise(u"disassembly"_s);
    const auto isInFront = [this](const QString &id) {
        return QTest::qWaitFor(
            [&] { return !window->docks().dock(id)->visibleRegion().isEmpty(); });
    };
    ASSERT_TRUE(isInFront(u"disassembly"_s));
    const auto zoom = graph->zoom();
    const auto centre = graph->visibleScene().center();
    for (int i = 0; i < 3; ++i) {
        window->show(shell::Mode::Spec);
        EXPECT_TRUE(waitForIdle());
        window->show(shell::Mode::Model);
        EXPECT_TRUE(waitForIdle());
        EXPECT_TRUE(isInFront(u"disassembly"_s));
        EXPECT_NEAR(graph->zoom(), zoom, 1e-6);
        EXPECT_LT(QLineF(centre, graph->visibleScene().center()).length() * zoom, 2);
    }
    window->docks().raise(u"jobs"_s);
    window->show(shell::Mode::Partition);
    EXPECT_TRUE(isInFront(u"jobs"_s)) << "also where the other mode has it";
}

/// The usual loop: a program is built anew in a terminal while it is open here.
TEST_F(WindowLayout, AProgramThatIsBuiltAnewIsOffered)
{
    const auto path = dir + u"/model.pte"_s;
    const auto put = [&path](const QString &fixture) {
        QFile::remove(path);
        QFile from(fixturePath(fixture));
        QFile to(path);
        ASSERT_TRUE(from.open(QIODevice::ReadOnly) && to.open(QIODevice::WriteOnly));
        to.write(from.readAll());
    };
    const auto notice = [this] { return window->notices().current(); };
    const auto operators
        = [this] { return session->model().program()->methods.front().delegates.size(); };
    put(u"softmax-cpu/softmax.pte"_s);
    open(path);
    EXPECT_EQ(operators(), 0U);
    QTest::qWait(1100); // a time that differs on any file system
    put(u"softmax-cpu/softmax.pte"_s);
    EXPECT_FALSE(QTest::qWaitFor([&] { return !notice().isEmpty(); }, 2500)) << "the same bytes";
    put(u"two_partitions-u55-128/two_partitions.pte"_s);
    ASSERT_TRUE(QTest::qWaitFor([&] { return notice() == u"open.changed"_s; }, 10'000));
    EXPECT_EQ(operators(), 0U) << "what was read stays until somebody wants the other";
    clickNotice(0);
    ASSERT_TRUE(QTest::qWaitFor([&] { return operators() == 2U; }, 10'000));
    EXPECT_TRUE(notice().isEmpty());
    EXPECT_EQ(window->findChild<QTabBar *>(u"modelTabs"_s)->count(), 1) << "in its place";
    QFile::remove(path);
    ASSERT_TRUE(QTest::qWaitFor([&] { return notice() == u"open.changed"_s; }, 10'000));
    EXPECT_TRUE(session->model().program());
    EXPECT_TRUE(window->actions().action(u"file.reload"_s)->isEnabled());
}

TEST_F(WindowLayout, AnOfferTakesBackWhatItIsAbout)
{
    open(fixturePath(u"two_partitions-u55-128"_s));
    auto &spec = session->spec();
    const auto compiled = spec.spec();
    const auto isOffered = [this] {
        return QTest::qWaitFor([this] { return window->notices().current() == u"compile.keep"_s; });
    };
    auto proposed = compiled;
    proposed.extraFlags = { u"--optimise"_s, u"Size"_s };
    window->findChild<shell::KeepController *>()->propose(proposed);
    ASSERT_TRUE(isOffered());
    clickNotice(1);
    EXPECT_EQ(spec.spec(), compiled) << "a whole proposal in one step";
    spec.keepOnCpu({ .nodes = { u"aten_add_tensor"_s } });
    spec.setTarget(u"ethos-u55-256"_s);
    ASSERT_TRUE(isOffered());
    clickNotice(1);
    EXPECT_EQ(spec.spec().keepOnCpu, compiled.keepOnCpu);
    EXPECT_EQ(spec.spec().target, u"ethos-u55-256"_s) << "an edit that it says nothing of stays";
}

TEST_F(WindowLayout, KeysLeadFromPanelToPanel)
{
    open(fixturePath(u"add-u55-128"_s));
    window->show(shell::Mode::Model);
    window->docks().raise(u"hex"_s);
    const auto isIn
        = [](const QWidget *pane) { return pane->isAncestorOf(QApplication::focusWidget()); };
    const std::vector<const QWidget *> panes{ window->centralWidget(),
        window->docks().dock(u"outline"_s), window->docks().dock(u"inspector"_s),
        window->docks().dock(u"hex"_s) };
    ASSERT_TRUE(QTest::qWaitFor([&] { return isIn(panes[3]) || isIn(panes[0]); }));
    size_t met = 0;
    for (size_t i = 0; i < panes.size(); ++i) {
        trigger(u"view.nextPanel"_s);
        met += size_t(std::ranges::count_if(panes, isIn));
    }
    EXPECT_EQ(met, panes.size()) << "always in one of them";
    const auto *start = QApplication::focusWidget();
    trigger(u"view.nextPanel"_s);
    EXPECT_NE(QApplication::focusWidget(), start);
    trigger(u"view.previousPanel"_s);
    EXPECT_EQ(QApplication::focusWidget(), start);
}

TEST_F(WindowLayout, ClosesWhenWhatWasToBeKeptIsSaved)
{
    const auto question = [this] {
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        window->close();
        return window->findChild<QMessageBox *>(u"closeQuestion"_s);
    };
    const auto press = [](QMessageBox *box, QMessageBox::StandardButton button) {
        QTest::mouseClick(box->button(button), Qt::LeftButton);
    };
    const auto job = session->jobs().start(u"Compile model.py"_s);
    auto *box = question();
    ASSERT_TRUE(box) << "it would be stopped";
    EXPECT_TRUE(box->text().contains(u"1 job"_s)) << box->text().toStdString();
    EXPECT_FALSE(box->button(QMessageBox::Save)) << "nothing is to be saved";
    press(box, QMessageBox::Cancel);
    EXPECT_TRUE(window->isVisible());
    session->jobs().end(job, JobRecord::State::Succeeded, {});
    ASSERT_TRUE(openWorkspace());
    session->setUnsaved(true);
    box = question();
    ASSERT_TRUE(box);
    EXPECT_FALSE(box->text().contains(u"job"_s));
    press(box, QMessageBox::Save);
    EXPECT_TRUE(QTest::qWaitFor([this] { return !window->isVisible(); }, 20'000));
    EXPECT_FALSE(session->hasUnsaved());
}

/// It would compile another spec than the one in sight.
TEST_F(WindowLayout, NothingIsCompiledWhileTheSpecCannotBeRead)
{
    open(fixturePath(u"add-u55-128/partition0/partition.tosa"_s));
    session->spec().setDraft(u"specJson"_s, u"{ garbage"_s);
    trigger(u"compile.run"_s);
    EXPECT_EQ(window->notices().current(), u"compile.spec"_s);
    EXPECT_EQ(window->modes().current(), shell::Mode::Spec);
    EXPECT_TRUE(session->jobs().records().empty());
}

TEST_F(WindowLayout, FindingsLeaveTheGraphHalfOfALowWindow)
{
    open(fixturePath(u"mobilenet_v2-u55-128"_s));
    window->show(shell::Mode::Model);
    const auto resize = [this](const QSize &size) {
        window->resize(size);
        QTest::qWait(50);
        EXPECT_EQ(window->size(), size);
    };
    const auto isFolded = [this] { return find<QWidget>(u"findingsRows"_s)->isHidden(); };
    const auto click
        = [this] { QTest::mouseClick(find<QToolButton>(u"findingsFold"_s), Qt::LeftButton); };
    EXPECT_FALSE(isFolded());
    resize({ 900, 560 });
    EXPECT_TRUE(isFolded());
    EXPECT_GE(find<QWidget>(u"graphView"_s)->height(), 280);
    EXPECT_TRUE(find<QWidget>(u"findingsHead"_s)->isVisible()) << "the first sentence stays";
    click();
    EXPECT_FALSE(isFolded());
    resize({ 1400, 900 });
    EXPECT_FALSE(isFolded());
    click();
    EXPECT_TRUE(isFolded());
    resize({ 900, 560 });
    EXPECT_FALSE(isFolded()) << "as it was left in a low window";
    restart();
    open(fixturePath(u"mobilenet_v2-u55-128"_s));
    resize({ 1400, 900 });
    EXPECT_TRUE(isFolded());
    resize({ 900, 560 });
    EXPECT_FALSE(isFolded());
}

/// The smallest window: nothing of the graph's tools is clipped, and the graph has room.
TEST_F(WindowLayout, GivesWayInASmallWindow)
{
    open(fixturePath(u"mobilenet_v2-u55-128"_s));
    window->show(shell::Mode::Model);
    window->resize(900, 560);
    ASSERT_TRUE(waitForIdle());
    QTest::qWait(100);
    EXPECT_EQ(window->size(), QSize(900, 560));
    expectUsable();
    const auto *header = find<QWidget>(u"graphHeader"_s);
    const auto controls = header->findChildren<QWidget *>();
    for (const auto *control : controls) {
        const bool isControl = qobject_cast<const QToolButton *>(control)
            || qobject_cast<const QComboBox *>(control);
        if (!isControl || !control->isVisible())
            continue;
        EXPECT_EQ(control->visibleRegion(), QRegion(control->rect()))
            << control->objectName().toStdString();
        EXPECT_GE(control->width(), control->sizeHint().width())
            << control->objectName().toStdString();
    }
    EXPECT_GT(find<QWidget>(u"graphView"_s)->height(), 220);

    // Tabs only; a click on one shows its panel, another puts it away.
    auto &small = window->docks().smallWindow();
    ASSERT_TRUE(small.isFolded());
    auto *bar = [this] {
        for (auto *each : window->findChildren<QTabBar *>(Qt::FindDirectChildrenOnly)) {
            if (each->isVisible() && each->tabText(0) == u"Problems"_s)
                return each;
        }
        return static_cast<QTabBar *>(nullptr);
    }();
    ASSERT_TRUE(bar);
    const auto *jobs = window->docks().dock(u"jobs"_s);
    EXPECT_LE(jobs->widget()->height(), 1);
    QTest::mouseClick(bar, Qt::LeftButton, {}, bar->tabRect(1).center());
    EXPECT_TRUE(QTest::qWaitFor([&] { return jobs->widget()->height() >= 96; }));
    QTest::mouseClick(bar, Qt::LeftButton, {}, bar->tabRect(1).center());
    EXPECT_TRUE(QTest::qWaitFor([&] { return jobs->widget()->height() <= 1; }));
    trigger(u"view.foldPanels"_s);
    EXPECT_TRUE(QTest::qWaitFor([&] { return jobs->widget()->height() >= 96; }));
    trigger(u"view.foldPanels"_s);

    // A panel that is asked for opens.
    window->docks().raise(u"hex"_s);
    EXPECT_FALSE(small.isFolded());

    auto *inspector = window->docks().dock(u"inspector"_s);
    EXPECT_EQ(window->dockWidgetArea(inspector), Qt::LeftDockWidgetArea);
    window->resize(1400, 900);
    EXPECT_TRUE(QTest::qWaitFor(
        [&] { return window->dockWidgetArea(inspector) == Qt::RightDockWidgetArea; }));
    EXPECT_FALSE(small.isFolded());
    expectUsable();
}

/// What a small window took is given back: panels stay folded, and the docks are as wide as before.
TEST_F(WindowLayout, IsAsBeforeWhenItWasSmallForAWhile)
{
    open(fixturePath(u"mobilenet_v2-u55-128"_s));
    window->show(shell::Mode::Model);
    window->resize(1280, 800);
    ASSERT_TRUE(waitForIdle());
    auto &small = window->docks().smallWindow();
    small.setFolded(true);
    const auto *inspector = window->docks().dock(u"inspector"_s);
    const auto *outline = window->docks().dock(u"outline"_s);
    QTest::qWait(50);
    const auto widths = std::pair(outline->width(), inspector->width());
    window->resize(900, 560);
    ASSERT_TRUE(QTest::qWaitFor([&] { return small.isStacked(); }));
    QTest::qWait(50);
    window->resize(1280, 800);
    EXPECT_TRUE(QTest::qWaitFor([&] {
        return std::pair(outline->width(), inspector->width()) == widths;
    })) << outline->width()
        << ' ' << inspector->width() << ", not " << widths.first << ' ' << widths.second;
    EXPECT_TRUE(small.isFolded());
}

/// With a panel open below, the graph's tools and its legend are whole still.
TEST_F(WindowLayout, ClipsNothingAroundTheGraphAboveAPanel)
{
    open(fixturePath(u"mobilenet_v2-u55-128-conv_on_cpu"_s));
    window->show(shell::Mode::Model);
    window->resize(900, 560);
    ASSERT_TRUE(waitForIdle());
    window->docks().raise(u"hex"_s);
    ASSERT_FALSE(window->docks().smallWindow().isFolded());
    QTest::qWait(100);
    for (const auto *bar : { find<QWidget>(u"graphHeader"_s), find<QWidget>(u"graphFooter"_s) }) {
        EXPECT_GE(bar->height(), bar->heightForWidth(bar->width()));
        const auto parts = bar->findChildren<QWidget *>();
        for (const auto *part : parts) {
            if (part->isVisible())
                EXPECT_EQ(part->visibleRegion(), QRegion(part->rect()))
                    << part->objectName().toStdString();
        }
    }
    const auto *magnifier = find<QWidget>(u"graphFind"_s);
    const auto *copy = find<QWidget>(u"graphCopy"_s);
    EXPECT_EQ(copy->geometry().center().y(), magnifier->geometry().center().y()) << "one row";
    EXPECT_GE(find<QWidget>(u"graphView"_s)->height(), 60);

    // Where there is room the list says what its names are.
    const auto *metrics = find<QComboBox>(u"graphMetric"_s);
    EXPECT_EQ(metrics->currentText(), u"Placement"_s);
    window->resize(1400, 900);
    EXPECT_TRUE(QTest::qWaitFor([&] { return metrics->currentText() == u"Colour: Placement"_s; }));
}

/// Tab goes round the window through what can be seen only.
TEST_F(WindowLayout, TabPassesPanelsThatStandBehindOthers)
{
    open(fixturePath(u"mobilenet_v2-u55-128"_s));
    window->show(shell::Mode::Model);
    window->activateWindow();
    ASSERT_TRUE(waitForIdle());
    find<QToolButton>(u"compileButton"_s)->setFocus();
    QSet<QString> docks;
    for (int i = 0; i < 80; ++i) {
        QTest::keyClick(window->focusWidget(), Qt::Key_Tab);
        ASSERT_TRUE(window->focusWidget());
        for (const QWidget *at = window->focusWidget(); at; at = at->parentWidget()) {
            if (!qobject_cast<const QDockWidget *>(at))
                continue;
            docks << at->objectName();
            EXPECT_FALSE(at->visibleRegion().isEmpty())
                << at->objectName().toStdString() << ' '
                << window->focusWidget()->objectName().toStdString();
        }
    }
    EXPECT_TRUE(docks.contains(u"outline"_s));
    EXPECT_TRUE(docks.contains(u"inspector"_s));
}

/// Where the user put a panel stays, also in a small window and after it.
TEST_F(WindowLayout, LeavesMovedPanelsWhereTheyAre)
{
    auto *inspector = window->docks().dock(u"inspector"_s);
    move(Qt::RightDockWidgetArea);
    window->addDockWidget(Qt::LeftDockWidgetArea, inspector);
    window->resize(900, 560);
    QTest::qWait(50);
    EXPECT_EQ(area(), Qt::RightDockWidgetArea);
    EXPECT_GT(window->docks().dock(MovedDock)->widget()->maximumHeight(), 1000);
    window->resize(1400, 900);
    QTest::qWait(50);
    EXPECT_EQ(area(), Qt::RightDockWidgetArea);
    EXPECT_EQ(window->dockWidgetArea(inspector), Qt::LeftDockWidgetArea);
}

/// The button in the tool bar is the one that stands out; a notice beside it does not compete.
TEST_F(WindowLayout, OneActionStandsOut)
{
    const auto loud = [this] {
        QStringList names;
        const auto buttons = window->findChildren<QAbstractButton *>();
        for (const auto *button : buttons) {
            if (button->isVisible() && button->property("role") == u"primary"_s)
                names << button->objectName();
        }
        return names;
    };
    open(fixturePath(u"add-u55-128"_s));
    session->setUnsaved(true);
    ASSERT_EQ(window->notices().current(), u"workspace.offer"_s);
    EXPECT_EQ(loud(), QStringList{ u"compileButton"_s });
}

} // namespace tosaic::test::windowlayouttests
