// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/frame/noticebar.h"
#include "app/shell/frame/smallwindow.h"
#include "app/shell/window/docks.h"
#include "core/documents/modeldocument.h"
#include "tests/app/windowfixture.h"
#include "tests/support/samples.h"
#include "views/graph/graphpage.h"
#include "views/graph/graphview.h"
#include "views/home/homepage.h"
#include "views/models/roles.h"
#include "views/widgets/statestack.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDirIterator>
#include <QDockWidget>
#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QStatusBar>
#include <QTabBar>
#include <QTreeView>

#include <algorithm>
#include <sys/stat.h>

using namespace Qt::StringLiterals;

namespace tosaic::test::windowtests {

using shell::Mode;

namespace {

QString mobileNet()
{
    return fixturePath(u"mobilenet_v2-u55-128/mobilenet_v2.pte"_s);
}

class Window : public WindowTest
{
};

} // namespace

TEST_F(Window, StartsAtHomeWithNothingOpen)
{
    EXPECT_EQ(window->modes().current(), Mode::Home);
    EXPECT_FALSE(session->model().program());
    EXPECT_TRUE(find<QPushButton>(u"homeOpen"_s)->isVisible());
    EXPECT_FALSE(window->pages().isBuilt(Mode::Report)) << "pages are built when they are shown";
}

TEST_F(Window, OpensAProgramWithTheCompileBesideIt)
{
    open(mobileNet());
    ASSERT_TRUE(session->model().program());
    ASSERT_TRUE(session->model().compileResult()) << "joined by the hash of the payload";
    EXPECT_EQ(window->modes().current(), Mode::Model);
    EXPECT_EQ(session->spec().spec().target, u"ethos-u55-128"_s);
    EXPECT_EQ(find<QLabel>(u"statusNpu"_s)->text(), u"Ethos-U55-128"_s);
    EXPECT_EQ(find<QLabel>(u"statusFormat"_s)->text(), u"ET12"_s);
    EXPECT_TRUE(
        QTest::qWaitFor([this] { return !window->pages().graph().shownGraph().nodes.empty(); }));
    EXPECT_TRUE(window->windowTitle().startsWith(u"mobilenet_v2.pte"_s));
}

TEST_F(Window, OpensByDropAnywhere)
{
    drop({ mobileNet() });
    EXPECT_TRUE(session->model().program());
}

TEST_F(Window, TheOpenDialogShowsTracesToo)
{
    trigger(u"file.open"_s);
    const auto filters = find<QFileDialog>(u"openDialog"_s)->nameFilters();
    for (const auto &file : { u"pmu.json.gz"_s, u"pmu.json"_s, u"model.pte"_s, u"board.log"_s }) {
        const auto patterns = filters.first().section(u'(', 1).chopped(1).split(u' ');
        EXPECT_TRUE(QDir::match(patterns, file)) << file.toStdString();
    }
}

/// No page to look for a second button on.
TEST_F(Window, ChoosingAnEnvironmentAsksOnce)
{
    find<QPushButton>(u"chooseEnvironment"_s)->click();
    EXPECT_EQ(window->modes().current(), Mode::Spec);
    EXPECT_TRUE(find<QFileDialog>(u"interpreterDialog"_s)->isVisible());
}

TEST_F(Window, ListsRecentFilesInMenuAndHome)
{
    open(mobileNet());
    restart();
    auto *menu = window->actions().menu(u"file.recent"_s);
    Q_EMIT menu->aboutToShow();
    ASSERT_FALSE(menu->actions().isEmpty());
    EXPECT_EQ(menu->actions().front()->text(), mobileNet());
    auto *link = find<QPushButton>(u"recentFile"_s);
    QTest::mouseClick(link, Qt::LeftButton);
    EXPECT_TRUE(waitForIdle());
    EXPECT_TRUE(session->model().program());
}

/// The models of ExecuTorch's tutorials, each a click away, with cycles on every operator.
TEST_F(Window, HomeStartsWithThreeModels)
{
    QStringList names;
    for (int i = 0; i < 3; ++i) {
        window->show(Mode::Home);
        const auto links = window->findChildren<QPushButton *>(u"sampleFile"_s);
        ASSERT_EQ(links.size(), 3);
        names << links[i]->text();
        QTest::mouseClick(links[i], Qt::LeftButton);
        EXPECT_TRUE(waitForIdle());
        ASSERT_TRUE(session->model().program()) << names.back().toStdString();
        ASSERT_TRUE(session->model().compileResult()) << names.back().toStdString();
        EXPECT_EQ(session->problems().count(Severity::Error), 0);
        const auto &graph = window->pages().graph();
        EXPECT_TRUE(graph.knows(views::GraphMetric::Cycles)) << names.back().toStdString();
        EXPECT_TRUE(QFileInfo(session->compileInput()).exists()) << "it can be compiled again";
    }
    EXPECT_EQ(names, (QStringList{ u"mobilenet_v2.pte"_s, u"softmax.pte"_s, u"add.pte"_s }));
}

TEST_F(Window, RemembersTheLastPlaceOfAFile)
{
    open(mobileNet());
    key(Qt::Key_3);
    EXPECT_EQ(window->modes().current(), Mode::Partition);
    restart();
    open(mobileNet());
    EXPECT_EQ(window->modes().current(), Mode::Partition);
}

TEST_F(Window, OpensEveryProgramOfTheSamplesOrSaysWhyNot)
{
    TOSAIC_NEED_SAMPLES();
    QDirIterator files(samplesDir(), { u"*.pte"_s }, QDir::Files, QDirIterator::Subdirectories);
    int count = 0;
    while (files.hasNext()) {
        const auto path = files.next();
        window->open({ path });
        ASSERT_TRUE(waitForIdle()) << path.toStdString();
        const bool isOpen = session->model().program() && session->model().path() == path;
        if (path.contains("/damaged/"_L1))
            EXPECT_TRUE(isOpen || session->problems().count(Severity::Error) > 0)
                << path.toStdString();
        else
            EXPECT_TRUE(isOpen) << path.toStdString();
        ++count;
    }
    EXPECT_GT(count, 100);
}

TEST_F(Window, DamagedFileShowsWhereAndWhy)
{
    QFile original(mobileNet());
    ASSERT_TRUE(original.open(QIODevice::ReadOnly));
    const auto path = dir + u"/cut.pte"_s;
    QFile cut(path);
    ASSERT_TRUE(cut.open(QIODevice::WriteOnly));
    cut.write(original.read(200));
    cut.close();
    open(path);
    EXPECT_FALSE(session->model().program());
    EXPECT_GT(session->problems().count(Severity::Error), 0);
    auto *page = find<QWidget>(u"centreStates"_s);
    auto *title = page->findChild<QLabel *>(u"errorTitle"_s);
    ASSERT_TRUE(title);
    EXPECT_TRUE(title->isVisible());
    EXPECT_TRUE(title->text().contains(u"cut.pte"_s)) << title->text().toStdString();
    auto *copy = page->findChild<QPushButton *>(u"errorCopy"_s);
    ASSERT_TRUE(copy);
    QTest::mouseClick(copy, Qt::LeftButton);
    const auto text = QApplication::clipboard()->text();
    EXPECT_TRUE(text.contains(u"Cause:"_s)) << text.toStdString();
    EXPECT_TRUE(text.contains(u"Next step:"_s)) << text.toStdString();
    QTest::keyClick(window.get(), Qt::Key_Escape);
    EXPECT_TRUE(QTest::qWaitFor([&] { return !title->isVisible(); })) << "closing it leads back";
}

/// A file too large to be kept in memory goes away under the window, which keeps all else.
TEST_F(Window, ALargeFileThatShrinksIsSaidAndCanBeOpenedAgain)
{
    const auto path = dir + u"/large.tosa"_s;
    const auto fill = [&] {
        QFile::remove(path);
        ASSERT_TRUE(
            QFile::copy(test::fixturePath(u"add-u55-128/partition0/partition.tosa"_s), path));
        QFile(path).setPermissions(QFile::ReadOwner | QFile::WriteOwner);
        ASSERT_TRUE(QFile::resize(path, qint64(70) << 20));
    };
    fill();
    open(path);
    ASSERT_TRUE(session->model().network());
    ASSERT_TRUE(QFile::resize(path, 4096));
    const auto &notices = window->notices();
    ASSERT_TRUE(QTest::qWaitFor([&] { return notices.current() == u"open.changed"_s; }, 10'000));
    EXPECT_TRUE(session->model().network()) << "what was read stays";
    EXPECT_EQ(session->problems().of(u"changed-files"_s).size(), 1U);
    fill();
    clickNotice(0);
    ASSERT_TRUE(waitForIdle());
    EXPECT_TRUE(notices.current().isEmpty() && session->model().network());
    EXPECT_TRUE(session->problems().of(u"changed-files"_s).empty());
}

TEST_F(Window, AMissingFileIsAProblemRow)
{
    open(dir + u"/nowhere.pte"_s);
    ASSERT_EQ(session->problems().count(Severity::Error), 1);
    EXPECT_EQ(session->problems().all().front().diagnostic.id, u"io.open"_s);
}

TEST_F(Window, SelectingInTheOutlineSelectsEverywhere)
{
    open(mobileNet());
    auto *tree = find<QTreeView>(u"outlineTree"_s);
    const auto found = tree->model()->match(tree->model()->index(0, 0), Qt::DisplayRole,
        u"EthosUBackend"_s, 1, Qt::MatchContains | Qt::MatchRecursive);
    ASSERT_FALSE(found.isEmpty());
    tree->scrollTo(found.front());
    QTest::mouseClick(
        tree->viewport(), Qt::LeftButton, {}, tree->visualRect(found.front()).center());
    EXPECT_EQ(session->selection().current(), model::EntityRef::delegate(0, 0));

    session->selection().select(model::EntityRef::payloadBlock(0, 0, 0));
    EXPECT_EQ(tree->currentIndex().data(views::EntityRole).value<model::EntityRef>(),
        model::EntityRef::payloadBlock(0, 0, 0))
        << "the outline follows";
    key(Qt::Key_Left, Qt::AltModifier);
    EXPECT_EQ(session->selection().current(), model::EntityRef::delegate(0, 0)) << "back";
    key(Qt::Key_Right, Qt::AltModifier);
    EXPECT_EQ(session->selection().current(), model::EntityRef::payloadBlock(0, 0, 0)) << "forward";
}

TEST_F(Window, FiltersTheOutline)
{
    open(mobileNet());
    auto *panel = find<QWidget>(u"outlinePanel"_s);
    auto *line = panel->findChild<QLineEdit *>(u"searchLine"_s);
    auto *tree = find<QTreeView>(u"outlineTree"_s);
    const auto rows = [tree] {
        return tree->model()
            ->match(tree->model()->index(0, 0), Qt::DisplayRole, u"convolution"_s, -1,
                Qt::MatchContains | Qt::MatchRecursive)
            .size();
    };
    ASSERT_GT(rows(), 10);
    const auto badge = tree->fontMetrics().horizontalAdvance(u"Boundary"_s) + 40; // with its mark
    EXPECT_LE(tree->columnWidth(1), badge) << "hidden titles take no room from the names";
    QTest::keyClicks(line, u"no such thing"_s);
    EXPECT_EQ(tree->model()->rowCount(), 0);
    QTest::keyClick(line, Qt::Key_Escape);
    EXPECT_GT(rows(), 10);
}

TEST_F(Window, KeysSwitchModesAndPanelsFollow)
{
    open(mobileNet());
    const std::array keys{ Qt::Key_1, Qt::Key_2, Qt::Key_3, Qt::Key_4, Qt::Key_5, Qt::Key_6,
        Qt::Key_7, Qt::Key_8 };
    static_assert(keys.size() == shell::AllModes.size());
    for (size_t i = 0; i < keys.size(); ++i) {
        key(keys[i]);
        EXPECT_EQ(window->modes().current(), shell::AllModes[i]);
        EXPECT_TRUE(window->pages().page(shell::AllModes[i])->isVisible());
    }
    key(Qt::Key_2);
    EXPECT_TRUE(window->docks().dock(u"outline"_s)->isVisible());
    key(Qt::Key_1);
    EXPECT_FALSE(window->docks().dock(u"outline"_s)->isVisible());
    EXPECT_TRUE(waitForIdle());
}

TEST_F(Window, ModesRememberWhichPanelsWereClosed)
{
    open(mobileNet());
    window->docks().dock(u"inspector"_s)->toggleViewAction()->trigger();
    key(Qt::Key_1);
    key(Qt::Key_2);
    EXPECT_FALSE(window->docks().dock(u"inspector"_s)->isVisible());
    window->close();
    restart();
    key(Qt::Key_2);
    EXPECT_FALSE(window->docks().dock(u"inspector"_s)->isVisible());
    EXPECT_TRUE(window->docks().dock(u"outline"_s)->isVisible());
    trigger(u"view.resetLayout"_s);
    EXPECT_TRUE(window->docks().dock(u"inspector"_s)->isVisible());
}

TEST_F(Window, SwitchesTheThemeAndRemembersIt)
{
    trigger(u"view.theme.dark"_s);
    EXPECT_TRUE(theme.isDark());
    restart();
    EXPECT_TRUE(window->actions().action(u"view.theme.dark"_s)->isChecked());
    trigger(u"view.theme.light"_s);
    EXPECT_FALSE(theme.isDark());
}

TEST_F(Window, FindGoesToTheView)
{
    open(mobileNet());
    key(Qt::Key_F);
    auto *focus = QApplication::focusWidget();
    ASSERT_TRUE(focus);
    EXPECT_TRUE(qobject_cast<QLineEdit *>(focus)) << focus->metaObject()->className();
    EXPECT_TRUE(window->pages().graph().isAncestorOf(focus));
}

TEST_F(Window, APythonModelAsksForTrustAndBecomesWhatIsCompiled)
{
    const auto path = sourcePath(u"tests/fixtures/models/add.py"_s);
    open(path);
    EXPECT_EQ(session->compileInput(), path);
    EXPECT_EQ(window->modes().current(), Mode::Spec);
    ASSERT_EQ(window->notices().current(), u"compile.trust"_s);
    EXPECT_TRUE(find<QLabel>(u"noticeText"_s)->text().contains(u"runs the code"_s));
    clickNotice(0);
    EXPECT_EQ(window->notices().current(), QString());
    open(path);
    EXPECT_EQ(window->notices().current(), QString()) << "asked once for each content";
}

TEST_F(Window, KeepingAnOperatorOnTheCpuOffersToCompile)
{
    open(mobileNet());
    session->selection().select(model::EntityRef::node(u"aten_convolution_default_2"_s));
    trigger(u"compile.keepOnCpu"_s);
    EXPECT_EQ(
        session->spec().spec().keepOnCpu.nodes, QStringList{ u"aten_convolution_default_2"_s });
    ASSERT_EQ(window->notices().current(), u"compile.keep"_s);
    EXPECT_EQ(find<QLabel>(u"noticeText"_s)->text(),
        u"1 operator(s) kept on the CPU. Compile to see what changes."_s);
    const auto mark = [this] {
        const auto &nodes = window->pages().graph().shownGraph().nodes;
        const auto node = std::ranges::find_if(nodes,
            [](const auto &one) { return one.entity.name == u"aten_convolution_default_2"_s; });
        return node == nodes.end() ? graph::Change::None : node->change;
    };
    EXPECT_EQ(mark(), graph::Change::ToCpu) << "marked on the node before anything is compiled";
    const auto *legend = find<QWidget>(u"graphLegend"_s);
    EXPECT_TRUE(QTest::qWaitFor([legend] { // it may still be laid out
        return legend->accessibleName().contains(u"Preview: changes"_s);
    })) << legend->accessibleName().toStdString();
    clickNotice(1);
    EXPECT_TRUE(session->spec().spec().keepOnCpu.isEmpty()) << "undone";
    EXPECT_EQ(mark(), graph::Change::None);
}

TEST_F(Window, PinsOfTheSpecFormAndOfItsTextAreOfferedToo)
{
    open(mobileNet());
    auto spec = session->spec().spec();
    spec.keepOnCpu.operators = { u"aten.add.Tensor"_s };
    session->spec().setSpec(spec, u"partition.keepOnCpu.operators"_s);
    ASSERT_TRUE(
        QTest::qWaitFor([this] { return window->notices().current() == u"compile.keep"_s; }));
    spec.keepOnCpu = {};
    session->spec().setSpec(spec);
    EXPECT_TRUE(QTest::qWaitFor([this] { return window->notices().current().isEmpty(); }))
        << "nothing differs any more";
}

TEST_F(Window, ImportsAConsoleByAction)
{
    open(mobileNet());
    trigger(u"run.import"_s);
    chooseFile(u"openDialog"_s, writeConsole(dir));
    ASSERT_EQ(session->runs().runs().size(), 1U);
    EXPECT_EQ(window->modes().current(), Mode::Runs);
    EXPECT_EQ(window->notices().current(), u"workspace.offer"_s) << "there is something to keep";
}

TEST_F(Window, APipeInTheFolderDoesNotHangTheDialog)
{
    ASSERT_EQ(::mkfifo((dir + u"/pipe"_s).toLocal8Bit().constData(), 0600), 0);
    trigger(u"file.open"_s);
    chooseFile(u"openDialog"_s, writeConsole(dir));
    EXPECT_EQ(session->runs().runs().size(), 1U);
}

TEST_F(Window, KeepsItsWorkInAWorkspace)
{
    open(mobileNet());
    open(writeConsole(dir));
    const auto path = dir + u"/work.tosaic"_s;
    trigger(u"workspace.saveAs"_s);
    chooseFile(u"workspaceDialog"_s, path);
    EXPECT_TRUE(QFile::exists(path));
    EXPECT_FALSE(session->hasUnsaved());
    restart();
    open(path);
    ASSERT_TRUE(session->model().program());
    EXPECT_EQ(session->results().results().size(), 1U);
    ASSERT_EQ(session->runs().runs().size(), 1U);
    EXPECT_FALSE(session->runs().runs().front().run->profiles.empty());
}

TEST_F(Window, SaysWhenAWorkspaceCannotBeSaved)
{
    open(mobileNet());
    trigger(u"workspace.saveAs"_s);
    chooseFile(u"workspaceDialog"_s, u"/proc/nowhere.tosaic"_s);
    EXPECT_EQ(window->notices().current(), u"workspace.failed"_s);
    EXPECT_GT(session->problems().count(Severity::Error), 0);
}

TEST_F(Window, AsksBeforeUnsavedWorkIsClosed)
{
    open(writeConsole(dir));
    ASSERT_TRUE(session->hasUnsaved());
    window->close();
    EXPECT_TRUE(window->isVisible());
    EXPECT_TRUE(window->findChild<QWidget *>(u"closeQuestion"_s));
}

TEST_F(Window, EveryPageAndPanelIsNamedForScreenReaders)
{
    open(mobileNet());
    for (const auto mode : shell::AllModes) {
        window->show(mode);
        auto *page = window->pages().page(mode);
        EXPECT_FALSE(page->accessibleName().isEmpty()) << shell::modeId(mode).toStdString();
        EXPECT_FALSE(page->objectName().isEmpty());
    }
    for (auto *dock : window->findChildren<QDockWidget *>()) {
        EXPECT_FALSE(dock->accessibleName().isEmpty());
        EXPECT_FALSE(dock->widget()->accessibleName().isEmpty())
            << dock->objectName().toStdString();
    }
    EXPECT_TRUE(waitForIdle());
}

/// Nothing jumps at a click on a tab, and every panel can be read.
TEST_F(Window, PanelsBelowHaveOneHeight)
{
    window->resize(1280, 800);
    open(mobileNet());
    QTest::qWait(0); // sizes are given after the layout
    auto &docks = window->docks();
    const auto height = [&docks](const QString &id) { return docks.dock(id)->height(); };
    EXPECT_TRUE(docks.smallWindow().isFolded()) << "nothing to say";
    EXPECT_GE(window->centralWidget()->height(), 600);
    docks.raise(u"problems"_s);
    ASSERT_TRUE(QTest::qWaitFor([&] { return height(u"problems"_s) > 120; }));
    const auto usual = height(u"problems"_s);
    EXPECT_GE(usual, 200);
    EXPECT_GE(window->centralWidget()->height(), 400);

    auto tabs = window->findChildren<QTabBar *>();
    const auto bottom = std::ranges::find_if(tabs, [](const QTabBar *bar) {
        return bar->isVisible() && bar->count() > 2 && bar->tabText(1) == u"Jobs"_s;
    });
    ASSERT_NE(bottom, tabs.end());
    for (const int tab : { 2, 1, 4, 3, 0 }) {
        QTest::mouseClick(*bottom, Qt::LeftButton, {}, (*bottom)->tabRect(tab).center());
        QTest::qWait(20);
        for (auto *dock : window->findChildren<QDockWidget *>()) {
            if (window->dockWidgetArea(dock) == Qt::BottomDockWidgetArea
                && !dock->visibleRegion().isEmpty()) {
                EXPECT_EQ(dock->height(), usual) << dock->objectName().toStdString();
            }
        }
    }
    window->resizeDocks({ docks.dock(u"problems"_s) }, { 180 }, Qt::Vertical);
    EXPECT_TRUE(QTest::qWaitFor([&] { return height(u"problems"_s) < 200; }));
    const auto chosen = height(u"problems"_s);
    for (const auto &id : { u"values"_s, u"hex"_s, u"disassembly"_s, u"problems"_s }) {
        docks.raise(id);
        QTest::qWait(20);
        EXPECT_EQ(height(id), chosen) << "the user's own height stays: " << id.toStdString();
    }
}

TEST_F(Window, TheLogThatACompileRaisesCanBeRead)
{
    window->resize(1280, 800);
    window->show(shell::Mode::Spec); // where compiling begins
    auto &docks = window->docks();
    docks.raise(u"jobs"_s);
    EXPECT_TRUE(QTest::qWaitFor([&] { return docks.dock(u"jobs"_s)->height() >= 200; }))
        << docks.dock(u"jobs"_s)->height();
    EXPECT_GE(window->centralWidget()->height(), 160);
}

/// A message of an action takes the place of the facts; what changes meanwhile stays behind it.
TEST_F(Window, TheStatusBarNeverPrintsOneTextOverAnother)
{
    auto *bar = window->statusBar();
    bar->showMessage(u"Show what is selected in the hex view"_s);
    open(mobileNet());
    for (const auto &name : { u"statusFile"_s, u"statusSize"_s, u"statusNpu"_s, u"statusArena"_s })
        EXPECT_FALSE(find<QLabel>(name)->isVisible()) << name.toStdString();
    bar->clearMessage();
    for (const auto &name : { u"statusFile"_s, u"statusSize"_s, u"statusNpu"_s, u"statusArena"_s })
        EXPECT_TRUE(find<QLabel>(name)->isVisible()) << name.toStdString();
}

TEST_F(Window, ATosaFileShowsItsGraphAndIsWhatIsCompiled)
{
    const auto path = fixturePath(u"two_partitions-u55-128/partition0/partition.tosa"_s);
    open(path);
    ASSERT_TRUE(session->model().network());
    EXPECT_EQ(session->model().network()->format, u"tosa"_s);
    EXPECT_EQ(window->modes().current(), Mode::Model);
    EXPECT_EQ(session->compileInput(), path) << "Compile still takes it";
    EXPECT_TRUE(
        QTest::qWaitFor([this] { return !window->pages().graph().shownGraph().nodes.empty(); }));
    EXPECT_TRUE(find<QLabel>(u"statusFormat"_s)->text().startsWith(u"TOSA 1."_s));
    EXPECT_EQ(find<QLabel>(u"inputSentence"_s)->text(), u"Compiles partition.tosa"_s);
    EXPECT_TRUE(window->actions().action(u"compile.run"_s)->isEnabled());
    auto *tree = find<QTreeView>(u"outlineTree"_s);
    const auto found = tree->model()->match(tree->model()->index(0, 0), Qt::DisplayRole,
        u"CONV2D"_s, 1, Qt::MatchContains | Qt::MatchRecursive);
    ASSERT_FALSE(found.isEmpty());
    tree->scrollTo(found.front());
    QTest::mouseClick(
        tree->viewport(), Qt::LeftButton, {}, tree->visualRect(found.front()).center());
    EXPECT_EQ(session->selection().current().kind, model::EntityRef::Kind::Operator);
    EXPECT_GE(window->pages().graph().view()->graphScene()->selected().node, 0);
}

TEST_F(Window, AnExportedProgramShowsItsGraph)
{
    const auto path = fixturePath(u"two_partitions-u55-128/two_partitions.pt2"_s);
    drop({ path });
    ASSERT_TRUE(session->model().network());
    EXPECT_EQ(session->model().network()->format, u"pt2"_s);
    EXPECT_EQ(session->compileInput(), path);
    EXPECT_EQ(window->modes().current(), Mode::Model);
}

TEST_F(Window, WhatTheCompilerWroteDescribesItself)
{
    const auto folder = fixturePath(u"two_partitions-u55-128/partition0/"_s);
    for (const auto &[name, format] : { std::pair(u"summary.csv"_s, u"vela-summary"_s),
             std::pair(u"per-layer.csv"_s, u"vela-per-layer"_s),
             std::pair(u"debug.xml"_s, u"vela-debug-db"_s),
             std::pair(u"vela.npz"_s, u"vela-npz"_s) }) {
        open(folder + name);
        ASSERT_TRUE(session->model().description()) << name.toStdString();
        EXPECT_EQ(session->model().description()->format, format);
        EXPECT_EQ(window->modes().current(), Mode::Model);
        EXPECT_TRUE(find<QWidget>(u"filePage"_s)->isVisible()) << name.toStdString();
        EXPECT_FALSE(window->pages().graph().isVisible());
        EXPECT_TRUE(session->compileInput().isEmpty());
    }
    EXPECT_EQ(session->model().streams().size(), 1U) << "the command stream in the npz";
    open(mobileNet());
    EXPECT_TRUE(window->pages().graph().isVisible()) << "a program has a graph again";
}

TEST_F(Window, ADamagedNetworkSaysWhere)
{
    QFile original(fixturePath(u"two_partitions-u55-128/partition0/partition.tosa"_s));
    ASSERT_TRUE(original.open(QIODevice::ReadOnly));
    const auto path = dir + u"/cut.tosa"_s;
    QFile cut(path);
    ASSERT_TRUE(cut.open(QIODevice::WriteOnly));
    cut.write(original.read(200));
    cut.close();
    open(path);
    EXPECT_FALSE(session->model().network());
    ASSERT_GT(session->problems().count(Severity::Error), 0);
    const auto diagnostic = session->problems().all().front().diagnostic;
    EXPECT_EQ(diagnostic.location.file, path);
    EXPECT_TRUE(diagnostic.location.offset || !diagnostic.location.section.isEmpty())
        << diagnostic.toText().toStdString();
}

TEST_F(Window, GoesInsideADelegateAndShowsItsOperationsEverywhere)
{
    open(fixturePath(u"two_partitions-u55-128/two_partitions.pte"_s));
    ASSERT_EQ(session->model().streams().size(), 2U);
    const auto owner = model::EntityRef::delegate(0, 0);
    auto &graph = window->pages().graph();
    graph.enter(owner);
    ASSERT_TRUE(waitForIdle());
    EXPECT_EQ(graph.level(), views::GraphLevel::NpuOperations);
    const auto operation = model::EntityRef::npuOperation(owner, 0);
    session->selection().select(operation);
    auto *tree = find<QTreeView>(u"outlineTree"_s);
    EXPECT_EQ(tree->currentIndex().data(views::EntityRole).value<model::EntityRef>(), operation);
    EXPECT_EQ(find<QLabel>(u"inspectorKind"_s)->text().section(u',', 0, 0), u"NPU operation"_s);
    key(Qt::Key_4);
    EXPECT_EQ(window->modes().current(), Mode::Memory);
    EXPECT_EQ(session->selection().current(), operation) << "one selection in all modes";
}

} // namespace tosaic::test::windowtests
