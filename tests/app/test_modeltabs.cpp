// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Several models in one window: what belongs to a model stays with it.
#include "app/shell/frame/actionregistry.h"
#include "app/shell/frame/noticebar.h"
#include "app/shell/frame/pages.h"
#include "app/shell/models/keptmodels.h"
#include "app/shell/models/modeltabs.h"
#include "app/shell/workspace/workspacecontroller.h"
#include "core/compiled/resultreader.h"
#include "core/workspace/compiledetails.h"
#include "profiler/session/workspacefile.h"
#include "tests/app/windowfixture.h"
#include "tests/support/samples.h"
#include "views/graph/graphpage.h"
#include "views/graph/graphview.h"

#include <QAction>
#include <QDesktopServices>
#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTabBar>
#include <QTextBrowser>
#include <QUrl>

using namespace Qt::StringLiterals;

namespace tosaic::test::modeltabstests {

namespace {

const auto Two = u"two_partitions-u55-128"_s;
const auto Add = u"add-u65-256"_s;

class ModelTabsTest : public WindowTest
{
protected:
    QTabBar &bar() { return *find<QTabBar>(u"modelTabs"_s); }
    QStringList names()
    {
        QStringList names;
        for (int index = 0; index < bar().count(); ++index)
            names << bar().tabText(index);
        return names;
    }
    void click(int tab)
    {
        QTest::mouseClick(&bar(), Qt::LeftButton, {}, bar().tabRect(tab).center());
        EXPECT_TRUE(waitForIdle());
    }
    void save(const QString &path)
    {
        window->workspace().saveAs(path);
        ASSERT_TRUE(QTest::qWaitFor(
            [this] { return window->workspace().store().contents() != nullptr; }, 20'000));
        ASSERT_TRUE(waitForIdle());
    }
    const spec::CompileSpec &spec() { return session->spec().spec(); }
};

} // namespace

/// The second compile came into the workspace after the models were kept, or from elsewhere.
TEST(KeptModels, CompilesThatNobodyComparedStandSideBySide)
{
    std::vector<ResultsDocument::Item> results;
    for (const auto &folder : { u"/first"_s, u"/failed"_s, u"/second"_s, u"/third"_s }) {
        compiled::CompileResult result;
        result.folder = folder;
        result.sourceName = u"add.py"_s;
        result.status
            = folder == u"/failed"_s ? compiled::Status::Failed : compiled::Status::Succeeded;
        results.push_back(std::make_shared<const compiled::CompileResult>(result));
    }
    const auto sides = [&](const QByteArray &kept) {
        const auto models
            = shell::keptModelsFrom(QString::fromUtf8("{\"models\":[{\"path\":\"a.pte\","
                                                      "\"input\":\"add.py\","
                                        + kept + "}]}"),
                results);
        const auto &state = models->models.front().results;
        EXPECT_EQ(models->models.front().toOpen, state.newSide->folder) << "its file is gone";
        EXPECT_EQ(state.results, results) << "oldest first";
        return QStringList{ state.oldSide->folder, state.newSide->folder };
    };
    const QStringList newest{ u"/second"_s, u"/third"_s };
    EXPECT_EQ(sides(R"("compiles":["/third"],"old":"","new":"/third")"), newest);
    EXPECT_EQ(sides(R"("compiles":["/first"],"old":"","new":"/first")"), newest);
    EXPECT_EQ(sides(R"("compiles":[],"old":"","new":"")"), newest);
    EXPECT_EQ(sides(R"("compiles":["/first","/second"],"old":"/second","new":"/first")"),
        (QStringList{ u"/second"_s, u"/first"_s }))
        << "what was chosen stays";
}

TEST_F(ModelTabsTest, SpecPinsResultsAndSelectionStayWithTheirModel)
{
    open(fixturePath(Two));
    EXPECT_FALSE(bar().isVisible()) << "one model needs no tabs";
    spec::KeepOnCpu pins;
    pins.nodes << u"aten_add_tensor"_s;
    session->spec().keepOnCpu(pins);
    const auto first = model::EntityRef::instruction(0, 0);
    session->selection().select(first);
    const auto target = spec().target;

    open(fixturePath(Add));
    EXPECT_TRUE(bar().isVisible());
    EXPECT_EQ(names(), (QStringList{ u"two_partitions.pte"_s, u"add.pte"_s }));
    EXPECT_TRUE(spec().keepOnCpu.nodes.isEmpty()) << "pins of the other model";
    EXPECT_EQ(spec().target, u"ethos-u65-256"_s);
    EXPECT_FALSE(session->spec().canUndo());
    EXPECT_TRUE(session->selection().current().isEmpty());
    EXPECT_EQ(session->results().results().size(), 1U);
    EXPECT_FALSE(session->results().oldSide()) << "nothing of this model to compare with";

    click(0);
    EXPECT_EQ(QFileInfo(session->model().path()).fileName(), u"two_partitions.pte"_s);
    EXPECT_EQ(spec().keepOnCpu.nodes, QStringList{ u"aten_add_tensor"_s });
    EXPECT_EQ(spec().target, target);
    EXPECT_TRUE(session->spec().isModified());
    EXPECT_EQ(session->selection().current(), first);
    const auto isOffered = [this] { return window->notices().current() == u"compile.keep"_s; };
    EXPECT_TRUE(QTest::qWaitFor(isOffered)) << "its pins still differ from what was compiled";
    click(1);
    EXPECT_TRUE(QTest::qWaitFor([&] { return !isOffered(); })) << "those of the other do not";
    click(0);
    trigger(u"spec.undo"_s);
    EXPECT_TRUE(spec().keepOnCpu.nodes.isEmpty());
    trigger(u"spec.redo"_s);
    EXPECT_EQ(spec().keepOnCpu.nodes.size(), 1);
}

TEST_F(ModelTabsTest, AnotherCompileOfTheSameModelIsComparedInItsPlace)
{
    open(fixturePath(u"add-u55-128"_s));
    open(fixturePath(Two));
    open(fixturePath(Add)); // compiled from add.py too
    EXPECT_EQ(bar().count(), 2);
    EXPECT_EQ(bar().currentIndex(), 0);
    ASSERT_TRUE(session->results().oldSide());
    EXPECT_EQ(session->results().oldSide()->spec.target, u"ethos-u55-128"_s);
    EXPECT_EQ(session->results().newSide()->spec.target, u"ethos-u65-256"_s);
}

TEST_F(ModelTabsTest, KeysLeadFromOneToTheOtherAndClosingShowsItsNeighbour)
{
    open(fixturePath(Two));
    open(fixturePath(Add));
    open(fixturePath(u"softmax-u85-256"_s));
    ASSERT_EQ(bar().count(), 3);
    trigger(u"view.nextModel"_s);
    EXPECT_EQ(bar().currentIndex(), 0);
    trigger(u"view.previousModel"_s);
    EXPECT_EQ(bar().currentIndex(), 2);
    trigger(u"view.previousModel"_s);
    ASSERT_EQ(bar().currentIndex(), 1);
    auto *close = bar().tabButton(1, QTabBar::RightSide);
    QTest::mouseClick(close, Qt::LeftButton);
    EXPECT_EQ(names(), (QStringList{ u"two_partitions.pte"_s, u"softmax.pte"_s }));
    EXPECT_EQ(QFileInfo(session->model().path()).fileName(), u"softmax.pte"_s);
    trigger(u"file.close"_s);
    EXPECT_FALSE(bar().isVisible());
    EXPECT_EQ(QFileInfo(session->model().path()).fileName(), u"two_partitions.pte"_s);
    EXPECT_FALSE(window->actions().action(u"view.nextModel"_s)->isEnabled());
}

TEST_F(ModelTabsTest, AProgramIsSavedElsewhereAndItsFolderShown)
{
    EXPECT_FALSE(window->actions().action(u"file.saveProgram"_s)->isEnabled());
    open(fixturePath(Add));
    const auto path = dir + u"/mine.pte"_s;
    trigger(u"file.saveProgram"_s);
    chooseFile(u"saveProgramDialog"_s, path);
    ASSERT_TRUE(waitForIdle());
    const auto read = [](const QString &name) {
        QFile file(name);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    EXPECT_EQ(read(path), read(session->model().path()));
    ASSERT_EQ(window->notices().current(), u"file.saved"_s);
    QTextBrowser outside; // gets what would be opened by the desktop
    QDesktopServices::setUrlHandler(u"file"_s, &outside, "setSource");
    clickNotice(0);
    EXPECT_EQ(outside.source().toLocalFile(), dir);
    trigger(u"file.showInFolder"_s);
    EXPECT_EQ(outside.source().toLocalFile(), QFileInfo(session->model().path()).absolutePath());
    QDesktopServices::unsetUrlHandler(u"file"_s);

    trigger(u"file.saveProgram"_s); // where nothing can be written
    chooseFile(u"saveProgramDialog"_s, u"/proc/mine.pte"_s);
    ASSERT_TRUE(waitForIdle());
    EXPECT_EQ(window->notices().current(), u"file.saved"_s);
    EXPECT_FALSE(QFileInfo::exists(u"/proc/mine.pte"_s));
}

TEST_F(ModelTabsTest, ADamagedFileChangesNothing)
{
    open(fixturePath(Two));
    const auto path = dir + u"/damaged.pte"_s;
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("\x10\0\0\0ET12 but nothing else", 26);
    file.close();
    open(path);
    EXPECT_EQ(bar().count(), 1);
    EXPECT_EQ(QFileInfo(session->model().path()).fileName(), u"two_partitions.pte"_s);
    EXPECT_GT(session->problems().count(Severity::Error), 0);
}

TEST_F(ModelTabsTest, AWorkspaceThatWasLeftInRunsOpensThere)
{
    const auto path = dir + u"/work.tosaic"_s;
    open(fixturePath(Two));
    window->show(shell::Mode::Runs);
    save(path);
    window->close();
    restart();
    open(path);
    ASSERT_TRUE(waitForIdle());
    EXPECT_EQ(window->modes().current(), shell::Mode::Runs);
    EXPECT_TRUE(session->model().program());
    EXPECT_EQ(window->windowTitle(), u"two_partitions.pte - work.tosaic - Tosaic"_s);
}

TEST_F(ModelTabsTest, AWorkspaceIsWhereItWasLeft)
{
    const auto path = dir + u"/work.tosaic"_s;
    open(fixturePath(Two));
    spec::KeepOnCpu pins;
    pins.nodes << u"aten_add_tensor"_s;
    session->spec().keepOnCpu(pins);
    open(fixturePath(Add));
    window->show(shell::Mode::Memory);
    save(path);
    window->close();
    restart();
    open(path);
    ASSERT_TRUE(waitForIdle());
    EXPECT_EQ(names(), (QStringList{ u"two_partitions.pte"_s, u"add.pte"_s }));
    EXPECT_EQ(bar().currentIndex(), 1);
    EXPECT_EQ(window->modes().current(), shell::Mode::Memory);
    EXPECT_EQ(spec().target, u"ethos-u65-256"_s);
    EXPECT_EQ(session->results().results().size(), 1U);
    EXPECT_TRUE(session->model().program());

    click(0);
    ASSERT_TRUE(QTest::qWaitFor([this] { return session->model().program() != nullptr; }, 20'000));
    EXPECT_EQ(QFileInfo(session->model().path()).fileName(), u"two_partitions.pte"_s);
    EXPECT_EQ(spec().keepOnCpu.nodes, QStringList{ u"aten_add_tensor"_s });
    EXPECT_EQ(session->results().results().size(), 1U);
    ASSERT_TRUE(QTest::qWaitFor([this] {
        return window->notices().current() == u"compile.keep"_s;
    })) << "also after a new start";
    ASSERT_TRUE(session->spec().canUndo()) << "edits can be taken back after a reopening";
    EXPECT_FALSE(session->spec().canRedo());
    trigger(u"spec.undo"_s);
    EXPECT_TRUE(spec().keepOnCpu.isEmpty());
    trigger(u"spec.redo"_s);
    EXPECT_EQ(spec().keepOnCpu.nodes, QStringList{ u"aten_add_tensor"_s });
    ASSERT_TRUE(
        QTest::qWaitFor([this] { return window->notices().current() == u"compile.keep"_s; }));
    clickNotice(1); // as it was compiled: the edit is taken back
    EXPECT_TRUE(spec().keepOnCpu.isEmpty());
    trigger(u"spec.redo"_s);

    // Another's idea of what was open is no reason to fail.
    ASSERT_TRUE((*workspace::Workspace::open(path))
                    ->setSetting(OpenModelsKey, u"{\"models\":[{\"spec\":3},7],\"current\":9}"_s));
    restart();
    open(path);
    EXPECT_EQ(bar().count(), 2);
    EXPECT_EQ(session->results().results().size(), 2U);
}

TEST_F(ModelTabsTest, WhatCouldNotBeWrittenIsAProblemOfItsModel)
{
    open(fixturePath(Two));
    for (const auto &source : { u"report"_s, u"export"_s })
        session->problems().set(source, { Diagnostic{ u"io.write"_s, Severity::Error, {}, {} } });
    open(fixturePath(Add));
    EXPECT_TRUE(session->problems().of(u"report"_s).empty());
    EXPECT_TRUE(session->problems().of(u"export"_s).empty());
    click(0);
    EXPECT_EQ(session->problems().of(u"report"_s).size(), 1U);
    EXPECT_EQ(session->problems().of(u"export"_s).size(), 1U);
}

TEST_F(ModelTabsTest, EachModelIsFoundWhereItsGraphWasLeft)
{
    open(fixturePath(u"mobilenet_v2-u55-128"_s));
    window->show(shell::Mode::Model);
    ASSERT_TRUE(waitForIdle());
    auto &graph = window->pages().graph();
    const auto closed = graph.viewState().closedGroups;
    ASSERT_FALSE(closed.isEmpty());
    graph.collapseAll();
    ASSERT_TRUE(waitForIdle());
    const auto collapsed = graph.viewState().closedGroups;
    ASSERT_NE(collapsed, closed);
    graph.expandAll();
    ASSERT_TRUE(waitForIdle());
    const auto &nodes = session->model().compileResult()->nodes;
    const auto selected = model::EntityRef::node(nodes[nodes.size() / 2].name);
    session->selection().select(selected);
    QTest::qWait(400); // the camera moves there
    graph.view()->zoomTo(0.8);
    auto left = graph.viewState();
    const auto isStill = [&] {
        QTest::qWait(400);
        const auto before = std::exchange(left, graph.viewState());
        return before.anchor == left.anchor && before.fromAnchor == left.fromAnchor;
    };
    ASSERT_TRUE(QTest::qWaitFor(isStill, 30'000));
    ASSERT_FALSE(left.anchor.isEmpty());

    open(fixturePath(Two));
    window->show(shell::Mode::Model);
    ASSERT_TRUE(waitForIdle());
    EXPECT_TRUE(graph.view()->isFitted());
    // Columns may be others; what stood next to the middle of the window still does.
    const auto away = [&] {
        const auto *scene = graph.view()->graphScene();
        const auto anchor = scene->rectOf(scene->targetOf(left.anchor)).center();
        return (graph.view()->visibleScene().center() - anchor - left.fromAnchor).manhattanLength();
    };
    const auto isLeft = [&] { return std::abs(graph.view()->zoom() - 0.8) < 0.01 && away() < 5; };
    click(0);
    EXPECT_TRUE(QTest::qWaitFor(isLeft)) << graph.view()->zoom() << ' ' << away();
    EXPECT_EQ(session->selection().current(), selected);
    EXPECT_TRUE(graph.viewState().closedGroups.isEmpty()) << "all of it was open";
    click(1);
    EXPECT_TRUE(QTest::qWaitFor([&] { return graph.view()->isFitted(); }));

    click(0);
    ASSERT_TRUE(QTest::qWaitFor(isLeft));
    const auto path = dir + u"/views.tosaic"_s;
    save(path);
    window->close();
    restart();
    open(path);
    window->show(shell::Mode::Model);
    ASSERT_TRUE(waitForIdle());
    auto &again = window->pages().graph();
    EXPECT_TRUE(QTest::qWaitFor([&] { return std::abs(again.view()->zoom() - 0.8) < 0.01; }))
        << again.view()->zoom();
    EXPECT_TRUE(again.viewState().closedGroups.isEmpty());
    EXPECT_EQ(session->selection().current(), selected);
    const auto *scene = again.view()->graphScene();
    EXPECT_TRUE(again.view()->visibleScene().intersects(scene->rectOf(scene->targetOf(selected))))
        << "what was in sight is";
}

TEST_F(ModelTabsTest, AReopenedWorkspaceComparesWhatItCompared)
{
    const auto path = dir + u"/sides.tosaic"_s;
    open(fixturePath(u"add-u55-128"_s));
    open(fixturePath(Add));
    ASSERT_TRUE(session->results().oldSide());
    save(path);
    window->close();
    restart();
    open(path);
    ASSERT_TRUE(waitForIdle());
    ASSERT_TRUE(session->results().oldSide());
    EXPECT_EQ(session->results().oldSide()->spec.target, u"ethos-u55-128"_s);
    ASSERT_TRUE(session->results().newSide());
    EXPECT_EQ(session->results().newSide()->spec.target, u"ethos-u65-256"_s);
    EXPECT_EQ(session->results().results().size(), 2U);
}

/// On another machine, or cleaned up: the workspace has all that the folders had.
TEST_F(ModelTabsTest, AWorkspaceComesBackWithoutTheFoldersOfItsCompiles)
{
    const auto path = dir + u"/sent.tosaic"_s;
    const QStringList folders{ dir + u"/first"_s, dir + u"/second"_s };
    {
        const auto file = *workspace::Workspace::create(path);
        for (const auto &folder : folders) {
            ASSERT_EQ(QProcess::execute(u"cp"_s, { u"-r"_s, fixturePath(Add), folder }), 0);
            const auto result = compiled::readCompileResult(folder);
            ASSERT_TRUE(result);
            ASSERT_TRUE(file->addCompile(*result, workspace::compileDetails(*result, {}, {})));
        }
    }
    open(path);
    ASSERT_TRUE(waitForIdle());
    ASSERT_TRUE(session->results().oldSide());
    save(path);
    for (const auto &folder : folders)
        ASSERT_TRUE(QDir(folder).removeRecursively());
    restart();
    open(path);
    ASSERT_TRUE(waitForIdle());
    EXPECT_TRUE(session->model().program());
    EXPECT_TRUE(session->results().oldSide() && session->results().newSide());
    EXPECT_EQ(session->problems().count(Severity::Error), 0);
}

TEST_F(ModelTabsTest, WhatAWorkspaceSaysOfAViewIsTakenOnlyWhereTheModelHasIt)
{
    const auto path = dir + u"/odd.tosaic"_s;
    open(fixturePath(Two));
    save(path);
    auto text = QString();
    {
        auto kept = *workspace::Workspace::open(path);
        text = *kept->setting(OpenModelsKey);
        auto json = QJsonDocument::fromJson(text.toUtf8()).object();
        auto models = json[u"models"].toArray();
        auto first = models[0].toObject();
        first[u"selected"] = QJsonObject{ { u"kind"_s, u"instruction"_s }, { u"index"_s, 99'999 } };
        first[u"view"] = QJsonObject{
            { u"path"_s,
                QJsonArray{ QJsonObject{ { u"level"_s, u"runtime"_s }, { u"method"_s, 99 } } } },
            { u"zoom"_s, 1e300 }
        };
        models[0] = first;
        json[u"models"] = models;
        ASSERT_TRUE(
            kept->setSetting(OpenModelsKey, QString::fromUtf8(QJsonDocument(json).toJson())));
    }
    restart();
    open(path);
    window->show(shell::Mode::Model);
    ASSERT_TRUE(waitForIdle());
    QTest::qWait(100);
    EXPECT_TRUE(session->selection().current().isEmpty());
    EXPECT_EQ(window->pages().graph().level(), views::GraphLevel::Operators);
    EXPECT_FALSE(window->pages().graph().shownGraph().nodes.empty());
}

TEST_F(ModelTabsTest, ACompileIsRecordedWithTheTimeOfItsResult)
{
    const auto folder = fixturePath(Add);
    const auto written = QFileInfo(folder + u"/result.json"_s).lastModified();
    open(folder);
    save(dir + u"/work.tosaic"_s);
    const auto &jobs = window->workspace().store().contents()->jobs;
    ASSERT_EQ(jobs.size(), 1U);
    EXPECT_LT(std::abs(jobs.front().ended.secsTo(written)), 2);
}

} // namespace tosaic::test::modeltabstests
