// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/frame/actionregistry.h"
#include "app/shell/frame/noticebar.h"
#include "app/shell/frame/shellsettings.h"
#include "app/shell/workspace/workspacecontroller.h"
#include "core/base/bytesource.h"
#include "core/compiled/resultreader.h"
#include "core/documents/openmodel.h"
#include "core/spec/specjson.h"
#include "core/workspace/cleaning.h"
#include "profiler/session/workspacefile.h"
#include "tests/app/windowfixture.h"
#include "tests/support/samples.h"
#include "views/graph/graphpage.h"
#include "views/graph/graphview.h"
#include "views/workspace/provenanceview.h"
#include "views/workspace/workspacepanel.h"

#include <QAction>
#include <QDir>
#include <QElapsedTimer>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QTableView>
#include <QTreeView>

#include <SQLiteCpp/SQLiteCpp.h>

using namespace Qt::StringLiterals;

namespace tosaic::test::workspacewindowtests {

namespace {

const auto Fixture = u"two_partitions-u55-128"_s;

QString copyFolder(const QString &from, const QString &to)
{
    QDir().mkpath(to);
    const QDir source(from);
    for (const auto &entry : source.entryInfoList(QDir::Files))
        QFile::copy(entry.absoluteFilePath(), to + u'/' + entry.fileName());
    for (const auto &entry : source.entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot))
        copyFolder(entry.absoluteFilePath(), to + u'/' + entry.fileName());
    return to;
}

class WorkspaceWindow : public WindowTest
{
protected:
    /// A compile was opened and the session saved.
    void saveSession()
    {
        compile = copyFolder(fixturePath(Fixture), dir + u"/compile"_s);
        open(compile);
        path = dir + u"/work.tosaic"_s;
        window->workspace().saveAs(path);
        ASSERT_TRUE(waitFor([this] { return window->workspace().store().contents() != nullptr; }));
        ASSERT_TRUE(waitForIdle());
    }
    bool waitFor(const std::function<bool()> &condition)
    {
        return QTest::qWaitFor(condition, 20'000);
    }
    const workspace::Contents &contents() { return *window->workspace().store().contents(); }

    QString compile;
    QString path;
};

} // namespace

TEST_F(WorkspaceWindow, BookmarksGoWithTheModelAndItsNextCompile)
{
    open(fixturePath(Fixture));
    const auto entity = model::EntityRef::node(session->model().compileResult()->nodes[2].name);
    session->selection().select(entity);
    trigger(u"go.bookmark"_s); // before there is a workspace
    saveSession();
    ASSERT_TRUE(waitFor([this] { return contents().settings.contains(u"bookmarks"_s); }));
    EXPECT_TRUE(contents().settings.at(u"bookmarks"_s).contains(entity.name));
    settings->set(Setting<QString>{ "files/bookmarks", {} }, QString());
    restart();
    open(path);
    ASSERT_TRUE(waitForIdle());
    open(compile);
    session->selection().clear();
    trigger(u"go.nextBookmark"_s);
    EXPECT_EQ(session->selection().current(), entity);
}

TEST_F(WorkspaceWindow, AProgramOpenedAloneGetsItsCompileFromTheWorkspaceByContent)
{
    saveSession();
    const auto alone = dir + u"/renamed elsewhere.pte"_s;
    ASSERT_TRUE(QFile::copy(compile + u"/two_partitions.pte"_s, alone));
    ASSERT_TRUE(QDir(compile).removeRecursively());
    open(alone);
    EXPECT_EQ(session->model().path(), alone);
    const auto result = session->model().compileResult();
    ASSERT_TRUE(result) << "the workspace knows this program";
    EXPECT_EQ(result->partitions.size(), 2U);
    for (const auto &kind : { u"tosa"_s, u"vela-debug-db"_s })
        EXPECT_TRUE(QFileInfo(result->artefactPath(kind)).isFile()) << qPrintable(kind);
    ASSERT_TRUE(waitFor([this] { return session->model().relatedNetworks().size() == 2; }));
    EXPECT_EQ(
        session->model().relatedNetworks().front().confidence, RelatedNetwork::Confidence::Certain);
}

TEST_F(WorkspaceWindow, ShowsTheProvenanceOfTheOpenProgram)
{
    saveSession();
    trigger(u"workspace.provenance"_s);
    auto &view = window->findChild<views::WorkspacePanel *>()->provenance();
    ASSERT_TRUE(waitFor([&] { return !view.isEmpty(); }));
}

TEST_F(WorkspaceWindow, NoticesWhatAnotherWindowWrites)
{
    saveSession();
    {
        const auto other = *workspace::Workspace::open(path);
        ASSERT_TRUE(other->addNote({}, u"from another window"_s));
    }
    EXPECT_TRUE(waitFor([this] { return contents().notes.size() == 1; }));
}

TEST_F(WorkspaceWindow, ALockedFileDoesNotFreezeTheWindow)
{
    saveSession();
    SQLite::Database other(path.toStdString(), SQLite::OPEN_READWRITE);
    other.exec("BEGIN EXCLUSIVE");
    QElapsedTimer timer;
    timer.start();
    window->workspace().store().setSetting(u"board"_s, u"E7"_s);
    EXPECT_LT(timer.elapsed(), 500);
    EXPECT_EQ(window->workspace().store().setting(u"board"_s), u"E7"_s);
    // Events are still handled while the writer waits.
    QTest::qWait(300);
    EXPECT_LT(timer.elapsed(), 3000);
    other.exec("COMMIT");
    EXPECT_TRUE(waitFor([this] {
        const auto now = window->workspace().store().contents();
        return now && now->settings.contains(u"board"_s);
    }));
}

TEST_F(WorkspaceWindow, ADamagedWorkspaceIsShownAndSavedAnew)
{
    saveSession();
    {
        const auto file = *workspace::Workspace::open(path);
        ASSERT_TRUE(file->addNote({}, u"worth keeping"_s));
    }
    window->workspace().setPath({});
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::ReadWrite));
    auto bytes = file.readAll();
    for (qsizetype i = bytes.size() - 4096; i < bytes.size(); ++i)
        bytes[i] = '\x5a';
    file.seek(0);
    file.write(bytes);
    file.close();
    open(path);
    ASSERT_TRUE(waitFor([this] { return window->workspace().store().isReadOnly(); }));
    EXPECT_EQ(window->notices().current(), u"workspace.damaged"_s);
    EXPECT_FALSE(window->actions().action(u"workspace.clean"_s)->isEnabled());
    const auto saved = dir + u"/saved.tosaic"_s;
    window->workspace().save();
    chooseFile(u"salvageDialog"_s, saved);
    ASSERT_TRUE(waitFor([&] {
        const auto &store = window->workspace().store();
        return store.path() == saved && store.contents() && !store.isReadOnly();
    }));
    ASSERT_TRUE(waitForIdle());
    EXPECT_TRUE((*workspace::Workspace::open(saved))->verify());
    QFile damaged(path);
    ASSERT_TRUE(damaged.open(QIODevice::ReadOnly));
    EXPECT_EQ(damaged.readAll(), bytes) << "the damaged file is not changed";
}

TEST_F(WorkspaceWindow, ASpecIsSavedUnderANameAndLoadedBack)
{
    saveSession();
    const auto before = session->spec().spec();
    trigger(u"workspace.saveSpec"_s);
    auto *dialog = window->findChild<QInputDialog *>(u"specNameDialog"_s);
    ASSERT_TRUE(dialog);
    dialog->setTextValue(u"first try"_s);
    dialog->accept();
    ASSERT_TRUE(waitFor([this] {
        const auto now = window->workspace().store().contents();
        return now && now->specs.size() == 2;
    }));
    auto other = before;
    other.target = u"ethos-u85-256"_s;
    session->spec().setSpec(other, {});
    auto *panel = window->findChild<views::WorkspacePanel *>();
    const auto named = std::find_if(contents().specs.begin(), contents().specs.end(),
        [](const auto &spec) { return spec.name == u"first try"_s; });
    ASSERT_NE(named, contents().specs.end());
    Q_EMIT panel->loadSpecRequested(named->spec);
    EXPECT_EQ(session->spec().spec(), before);
}

TEST_F(WorkspaceWindow, AnEarlierVersionOfASpecIsUsedAndCanBeUndone)
{
    saveSession();
    auto first = session->spec().spec();
    first.target = u"ethos-u65-256"_s;
    auto second = first;
    second.memoryMode = u"Dedicated_Sram"_s;
    {
        const auto other = *workspace::Workspace::open(path);
        ASSERT_TRUE(other->saveSpec(u"tried"_s, spec::toJson(first)));
        ASSERT_TRUE(other->saveSpec(u"tried"_s, spec::toJson(second)));
    }
    ASSERT_TRUE(waitFor([this] { return contents().specVersions.size() == 2; }));
    const auto before = session->spec().spec();
    auto &tree = *find<QTreeView>(u"workspaceTree"_s);
    const auto rows = tree.model()->match(tree.model()->index(0, 0), Qt::DisplayRole,
        u"Version 1 of"_s, 1, Qt::MatchRecursive | Qt::MatchStartsWith);
    ASSERT_EQ(rows.size(), 1);
    tree.setCurrentIndex(rows.front());
    find<QAction>(u"workspaceCompareSpecs"_s)->trigger();
    const auto &fields = *find<QTableView>(u"specDifferenceFields"_s);
    EXPECT_GT(fields.model()->rowCount(), 0);
    find<QAction>(u"workspaceOpen"_s)->trigger();
    EXPECT_EQ(session->spec().spec(), first);
    session->spec().undo();
    EXPECT_EQ(session->spec().spec(), before);
}

TEST_F(WorkspaceWindow, TheProvenanceOfACompileIsRecorded)
{
    saveSession();
    ASSERT_EQ(contents().jobs.size(), 1U);
    const auto &job = contents().jobs.front();
    EXPECT_FALSE(job.spec.isEmpty());
    EXPECT_FALSE(job.resolvedSpec.isEmpty());
    EXPECT_FALSE(job.tools.empty());
    ASSERT_FALSE(job.sources.empty());
    EXPECT_EQ(job.sources.front().role, u"model"_s);
}

TEST_F(WorkspaceWindow, ACompileInACleanedFolderIsRecordedAnew)
{
    const auto folder = copyFolder(fixturePath(Fixture), dir + u"/compiles/one"_s);
    const auto result = compiled::readCompileResult(folder);
    ASSERT_TRUE(result);
    const auto file = dir + u"/cleaned.tosaic"_s;
    const auto jobsAfterWriting = [&] {
        WorkspaceContent content;
        content.compiles
            = { { std::make_shared<const compiled::CompileResult>(*result), {}, {}, {} } };
        EXPECT_TRUE(writeWorkspaceFile(file, content));
        return (*workspace::Workspace::open(file))->jobs()->size();
    };
    EXPECT_EQ(jobsAfterWriting(), 1U);
    EXPECT_EQ(jobsAfterWriting(), 1U);
    {
        const auto opened = *workspace::Workspace::open(file);
        const auto plan = workspace::planCleaning(
            *opened, { .keepPerModel = 0, .outputRoots = { dir + u"/compiles"_s } });
        ASSERT_TRUE(plan && workspace::clean(*opened, *plan));
    }
    EXPECT_EQ(jobsAfterWriting(), 1U) << "what was cleaned up comes back";
    copyFolder(fixturePath(Fixture), folder);
    EXPECT_EQ(jobsAfterWriting(), 2U);
    EXPECT_EQ(jobsAfterWriting(), 2U);
}

TEST_F(WorkspaceWindow, WhatCannotBeReadIsNamedWhereNothingElseCanBeCleanedUp)
{
    saveSession();
    const auto folder = copyFolder(fixturePath(Fixture), dir + u"/compiles/old"_s);
    const auto program = folder + u"/two_partitions.pte"_s;
    {
        const auto file = *workspace::Workspace::open(path);
        const auto job
            = file->beginJob({ .kind = u"vela"_s, .status = u"failed"_s, .folder = folder });
        ASSERT_TRUE(
            file->addArtefact(*job, { .kind = u"pte"_s, .path = u"two_partitions.pte"_s }, folder));
    }
    ASSERT_TRUE(QFile::remove(program) && QDir().mkdir(program));
    session->settings().set(shell::settings::OutputFolder, dir + u"/compiles"_s);
    trigger(u"workspace.clean"_s);
    ASSERT_TRUE(waitFor([&] { return window->notices().current() == u"workspace.said"_s; }));
    EXPECT_TRUE(find<QLabel>(u"noticeText"_s)->text().contains(program))
        << find<QLabel>(u"noticeText"_s)->text().toStdString();
}

TEST_F(WorkspaceWindow, WhatWasChosenForTheReportIsKept)
{
    const auto author = [this] {
        trigger(u"report.show"_s);
        return find<QLineEdit>(u"reportAuthor"_s);
    };
    open(fixturePath(Fixture));
    QTest::keyClicks(author(), u"A. Author"_s);
    saveSession();
    auto &store = window->workspace().store();
    ASSERT_TRUE(waitFor([&] { return !store.setting(u"report.template"_s).isEmpty(); }))
        << "typed before there was a workspace";
    EXPECT_EQ(author()->text(), u"A. Author"_s);
    QTest::keyClicks(author(), u" jr."_s);
    ASSERT_TRUE(waitFor([&] { return store.isCurrent(); }));
    restart();
    open(path);
    EXPECT_TRUE(waitFor([&] { return author()->text() == u"A. Author jr."_s; }))
        << author()->text().toStdString();
}

TEST_F(WorkspaceWindow, ZoomAndSelectionOfAFileAreRemembered)
{
    const auto file = fixturePath(Fixture) + u"/two_partitions.pte"_s;
    open(file);
    auto &graph = window->pages().graph();
    ASSERT_TRUE(waitFor([&] { return !graph.shownGraph().nodes.empty(); }));
    ASSERT_TRUE(waitForIdle());
    session->selection().select(model::EntityRef::delegate(0, 1));
    graph.view()->returnTo({ 120, 80 }, 1.7);
    ASSERT_TRUE(waitFor([&] { return graph.view()->zoom() > 1.6; }));
    window->close();
    restart();
    open(file);
    EXPECT_TRUE(waitFor(
        [this] { return session->selection().current() == model::EntityRef::delegate(0, 1); }));
    EXPECT_TRUE(waitFor([this] {
        return std::abs(window->pages().graph().view()->zoom() - 1.7) < 0.05;
    })) << window->pages().graph().view()->zoom();
}

} // namespace tosaic::test::workspacewindowtests
