// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/compile/compilecontroller.h"
#include "app/shell/frame/actionregistry.h"
#include "app/shell/frame/noticebar.h"
#include "app/shell/window/docks.h"
#include "app/shell/workspace/workspacecontroller.h"
#include "core/formats/zip/ziparchive.h"
#include "tests/app/windowfixture.h"
#include "tests/support/processes.h"
#include "tests/support/samples.h"
#include "views/jobs/jobspanel.h"
#include "views/models/jobsmodel.h"
#include "views/widgets/datatable.h"

#include <QAction>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QProcess>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTextBlock>
#include <QToolButton>
#include <QTreeView>

#include <algorithm>
#include <csignal>
#include <sys/mount.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

// Everything that can go wrong with a tool, through the window, with a tool that misbehaves on
// request (tosaic-faketool).
namespace tosaic::test::jobstests {

using shell::Mode;
using views::JobActions;

namespace {

constexpr int Patience = 60'000; // ms, for a machine under load

class Jobs : public WindowTest
{
protected:
    void SetUp() override
    {
        // The tools are looked for while they still behave.
        settings->set(Setting<QString>{ "tools/python", {} }, programPath(u"tosaic-faketool"_s));
        settings->set(Setting<QString>{ "compile/outputFolder", {} }, dir + u"/out"_s);
        settings->set(Setting<int>{ "jobs/parallel", 0 }, 1);
        qputenv("TOSAIC_FAKE_MODE", "ok");
        restart();
        window->resize(1280, 800);
        ASSERT_TRUE(window->compile().tools().environment())
            << window->compile().tools().sentence().toStdString();
    }
    void TearDown() override { qunsetenv("TOSAIC_FAKE_MODE"); }

    QString write(const QString &name, const QByteArray &bytes)
    {
        QFile file(dir + u'/' + name);
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(bytes);
        return file.fileName();
    }
    void useTosa()
    {
        session->setCompileInput(write(u"model.tosa"_s, QByteArray("\x10\0\0\0TOSA....", 12)));
    }
    static void behave(const char *mode) { qputenv("TOSAIC_FAKE_MODE", mode); }
    void compile() { trigger(u"compile.run"_s); }
    const JobRecord &last() { return session->jobs().records().back(); }
    bool waitForEnd(int timeout = Patience)
    {
        return QTest::qWaitFor(
            [this] {
                const auto &all = session->jobs().records();
                return session->jobs().isIdle() && !all.empty()
                    && std::all_of(all.begin(), all.end(),
                        [](const JobRecord &record) { return record.hasEnded(); });
            },
            timeout);
    }
    bool waitForContents(const std::function<bool(const workspace::Contents &)> &condition)
    {
        return QTest::qWaitFor(
            [&] {
                const auto contents = window->workspace().store().contents();
                return contents && condition(*contents);
            },
            Patience);
    }
    QStringList errors()
    {
        QStringList ids;
        for (const auto &problem : last().problems) {
            if (problem.severity == Severity::Error)
                ids.append(problem.id);
        }
        return ids;
    }
    void compileAndExpect(const char *mode, const QString &error)
    {
        useTosa();
        behave(mode);
        compile();
        ASSERT_TRUE(waitForEnd());
        EXPECT_EQ(last().state, JobRecord::State::Failed);
        EXPECT_EQ(errors(), QStringList{ error });
        EXPECT_FALSE(last().nextStep.isEmpty());
        EXPECT_EQ(window->notices().current(), u"compile.failed"_s);
        EXPECT_GT(session->problems().count(Severity::Error), 0);
    }
    views::JobsPanel &panel() { return *window->docks().jobsPanel(); }
    QAction &action(JobActions::Kind kind) { return *panel().actions().action(kind); }
};

} // namespace

TEST_F(Jobs, ACrashedToolIsAProblemAndKeepsABundle)
{
    compileAndExpect("crash", u"tool.crashed"_s);
    const auto bundle = last().folder + u"/repro.zip"_s;
    const auto source = ByteSource::map(bundle);
    ASSERT_TRUE(source);
    auto archive = formats::ZipArchive::open(*source);
    ASSERT_TRUE(archive);
    EXPECT_TRUE(archive->find(u"README.txt"_s));
    EXPECT_TRUE(last().log.contains(u"before the crash"_s));
}

TEST_F(Jobs, AHungToolIsStoppedByTheTimeLimit)
{
    auto limits = session->queue().limits();
    limits.timeLimitMs = 500;
    session->queue().setLimits(limits);
    compileAndExpect("hang", u"tool.timeout"_s);
}

TEST_F(Jobs, AHungToolEndsWithCancelAndAllItStarted)
{
    useTosa();
    behave("runaways");
    compile();
    const auto children = [this] {
        std::vector<qint64> ids;
        for (const auto &line : last().log) {
            if (line.startsWith(u"child "_s))
                ids.push_back(line.sliced(6).toLongLong());
        }
        return ids;
    };
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return !session->jobs().records().empty() && children().size() == 3; }, Patience));
    auto *cancel = panel().findChild<QPushButton *>(u"jobCancel"_s);
    ASSERT_TRUE(cancel->isVisible());
    QElapsedTimer clock;
    clock.start();
    QTest::mouseClick(cancel, Qt::LeftButton);
    const auto ids = children();
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return std::none_of(ids.begin(), ids.end(), isAlive); }, 2000));
    ASSERT_TRUE(waitForEnd());
    EXPECT_LT(clock.elapsed(), 4000);
    EXPECT_EQ(last().state, JobRecord::State::Cancelled);
}

/// A compile waits behind another one, and its file becomes another one meanwhile.
TEST_F(Jobs, WhatWaitsRunsWhatWasApprovedOrNothing)
{
    useTosa();
    behave("hang");
    compile();
    const auto path = write(u"model.py"_s, "ModelUnderTest = None\n");
    session->setCompileInput(path);
    ASSERT_TRUE(session->approvals().approve(modelSubject(path)));
    compile();
    ASSERT_TRUE(
        QTest::qWaitFor([this] { return session->jobs().records().size() == 2; }, Patience));
    ASSERT_TRUE(
        QTest::qWaitFor([this] { return last().state == JobRecord::State::Waiting; }, Patience));
    write(u"model.py"_s, "print('somebody else')\n");
    behave("ok");
    session->jobs().cancel(session->jobs().records().front().id);
    ASSERT_TRUE(waitForEnd());
    EXPECT_EQ(last().state, JobRecord::State::Failed);
    EXPECT_EQ(errors(), QStringList{ u"trust.changed"_s });
}

TEST_F(Jobs, AToolThatIsGoneOrLacksVelaSaysSo)
{
    useTosa();
    auto request = toolchain::CompileRequest{ .input = session->compileInput(),
        .spec = session->spec().spec(),
        .interpreter = u"/nonexistent/python"_s };
    window->compile().compile(request);
    ASSERT_TRUE(waitForEnd());
    EXPECT_EQ(errors().value(0), u"tool.missing"_s);
    behave("probe-no-vela");
    compile();
    ASSERT_TRUE(waitForEnd());
    EXPECT_EQ(errors(), QStringList{ u"tool.missing"_s });
    EXPECT_TRUE(last().problems.front().text.contains(u"pip install"_s));
}

TEST_F(Jobs, AToolOfAnotherVersionIsToldOf)
{
    behave("probe-old");
    const auto input = write(u"model.py"_s, "ModelUnderTest = None\n");
    window->compile().runner().start({ .input = input,
        .spec = session->spec().spec(),
        .interpreter = programPath(u"tosaic-faketool"_s),
        .trusted = true });
    ASSERT_TRUE(waitForEnd());
    const auto &problems = last().problems;
    EXPECT_TRUE(std::any_of(problems.begin(), problems.end(),
        [](const Diagnostic &d) { return d.id.startsWith("tool."_L1); }));
}

TEST_F(Jobs, AFullDiskIsAProblem)
{
    // A limit on file sizes fails a write as a full disk does, and needs no privilege.
    compileAndExpect("disk-full", u"io.disk-full"_s);
    if (::geteuid() != 0)
        return;
    const auto place = dir + u"/small"_s;
    ASSERT_TRUE(QDir().mkpath(place));
    if (::mount("tmpfs", qPrintable(place), "tmpfs", 0, "size=16k") != 0)
        GTEST_SKIP() << "cannot mount a small file system here";
    QFile filler(place + u"/filler"_s);
    ASSERT_TRUE(filler.open(QIODevice::WriteOnly | QIODevice::Unbuffered));
    while (filler.write(QByteArray(4096, 'x')) == 4096) { }
    filler.close();
    settings->set(Setting<QString>{ "compile/outputFolder", {} }, place);
    behave("ok");
    compile();
    EXPECT_TRUE(waitForEnd());
    EXPECT_EQ(last().state, JobRecord::State::Failed);
    EXPECT_TRUE(errors().contains(u"io.disk-full"_s)) << errors().join(u' ').toStdString();
    EXPECT_EQ(::umount2(qPrintable(place), MNT_DETACH), 0);
}

TEST_F(Jobs, AFolderThatCannotBeWrittenIsAProblem)
{
    settings->set(Setting<QString>{ "compile/outputFolder", {} }, write(u"a-file"_s, "x"));
    compileAndExpect("ok", u"io.write"_s);
}

TEST_F(Jobs, SeveralCompilesWaitForTheirTurnAndTheLastOneOpens)
{
    useTosa();
    behave("hang");
    compile();
    ASSERT_TRUE(QTest::qWaitFor([this] { return last().state == JobRecord::State::Running; }));
    compile();
    EXPECT_TRUE(window->actions().action(u"compile.run"_s)->isEnabled());
    compile();
    const auto third = last().id;
    EXPECT_EQ(last().state, JobRecord::State::Waiting);
    EXPECT_FALSE(last().stage.isEmpty());
    // Plurals come from the translation, which tests do not load.
    EXPECT_TRUE(find<QToolButton>(u"statusJobs"_s)->text().startsWith(u"3 job"_s));
    EXPECT_TRUE(panel().findChild<QLabel *>(u"jobCounts"_s)->text().contains(u"2"_s));

    panel().showJob(third);
    ASSERT_TRUE(action(JobActions::Kind::RunNext).isEnabled());
    action(JobActions::Kind::RunNext).trigger();
    const auto second = session->jobs().records()[1].id;
    session->jobs().cancel(second);
    EXPECT_EQ(session->jobs().record(second)->state, JobRecord::State::Cancelled);
    EXPECT_FALSE(QFileInfo::exists(session->jobs().record(second)->folder));
    behave("ok");
    session->jobs().cancel(session->jobs().records()[0].id);
    ASSERT_TRUE(waitForEnd());
    EXPECT_EQ(session->jobs().record(third)->state, JobRecord::State::Succeeded);
    EXPECT_EQ(
        QFileInfo(session->model().path()).absolutePath(), session->jobs().record(third)->folder);
}

TEST_F(Jobs, WhatTheUserOpenedMeanwhileStays)
{
    useTosa();
    session->queue().pause();
    compile();
    const auto path = fixturePath(u"mobilenet_v2-u55-128/mobilenet_v2.pte"_s);
    window->open({ path });
    ASSERT_TRUE(QTest::qWaitFor([&] { return session->model().path() == path; }, Patience));
    session->queue().resume();
    ASSERT_TRUE(waitForEnd());
    EXPECT_EQ(last().state, JobRecord::State::Succeeded);
    EXPECT_EQ(session->model().path(), path);
    ASSERT_EQ(window->notices().current(), u"compile.aside"_s);
    clickNotice(0);
    EXPECT_TRUE(QTest::qWaitFor([&] { return session->model().path() != path; }, Patience));
}

TEST_F(Jobs, PauseHoldsAndRunAgainRepeats)
{
    useTosa();
    auto *pause = panel().findChild<QToolButton *>(u"jobsPause"_s);
    pause->click();
    compile();
    EXPECT_TRUE(QTest::qWaitFor([this] { return last().stage == u"Paused"_s; }));
    pause->click();
    ASSERT_TRUE(waitForEnd());
    ASSERT_TRUE(action(JobActions::Kind::RunAgain).isEnabled());
    action(JobActions::Kind::RunAgain).trigger();
    ASSERT_TRUE(
        QTest::qWaitFor([this] { return session->jobs().records().size() == 2; }, Patience));
    ASSERT_TRUE(waitForEnd());
    EXPECT_EQ(last().state, JobRecord::State::Succeeded);
    EXPECT_NE(last().folder, session->jobs().records()[0].folder);

    write(u"model.tosa"_s, QByteArray("\x10\0\0\0TOSA.....changed", 20));
    action(JobActions::Kind::RunAgain).trigger();
    ASSERT_TRUE(QTest::qWaitFor(
        [this] { return window->notices().current() == u"jobs.changed"_s; }, Patience));
    clickNotice(1);
    EXPECT_EQ(session->jobs().records().size(), 2U);
}

TEST_F(Jobs, ABundleIsSavedAndSourceOnlyWhenAgreed)
{
    const auto input = write(u"model.py"_s, "SecretModel = None\n");
    behave("crash");
    window->compile().runner().start({ .input = input,
        .spec = session->spec().spec(),
        .interpreter = programPath(u"tosaic-faketool"_s),
        .trusted = true });
    ASSERT_TRUE(waitForEnd());
    action(JobActions::Kind::SaveBundle).trigger();
    ASSERT_EQ(window->notices().current(), u"jobs.bundle"_s);
    clickNotice(0); // without source
    const auto path = dir + u"/mine.zip"_s;
    chooseFile(u"bundleDialog"_s, path);
    ASSERT_TRUE(QTest::qWaitFor([&] { return QFile::exists(path); }, Patience));
    const auto source = ByteSource::map(path);
    ASSERT_TRUE(source);
    auto archive = formats::ZipArchive::open(*source);
    ASSERT_TRUE(archive);
    EXPECT_FALSE(archive->find(u"inputs/model.py"_s));
}

TEST_F(Jobs, AProblemLeadsToTheLineOfTheSource)
{
    const auto input = write(u"model.py"_s, "first\nsecond\nthird line is wrong\nfourth\n");
    session->jobs().add({ .title = u"Compile model.py"_s,
        .state = JobRecord::State::Failed,
        .problems = { { u"model.import-failed"_s, Severity::Error,
            { .file = u"model.py"_s, .line = 3 }, u"wrong"_s } },
        .input = input,
        .folder = dir });
    auto *tabs = panel().findChild<QTabWidget *>(u"jobTabs"_s);
    EXPECT_EQ(tabs->tabText(1), u"Problems (1)"_s);
    tabs->setCurrentIndex(1);
    auto *tree = panel().findChild<QTreeView *>(u"jobProblems"_s);
    tree->setCurrentIndex(tree->model()->index(0, 0));
    auto *text = panel().findChild<QPlainTextEdit *>(u"jobSource"_s);
    ASSERT_TRUE(QTest::qWaitFor(
        [text] { return text->toPlainText().contains(u"third line is wrong"_s); }, Patience));
    EXPECT_TRUE(text->textCursor().block().text().contains(u"third line"_s));
}

TEST_F(Jobs, TheLogFollowsUnlessScrolledAndCanBeSearched)
{
    const auto id = session->jobs().start(u"Talk"_s);
    window->docks().raise(u"jobs"_s);
    for (int i = 0; i < 500; ++i)
        session->jobs().appendLog(id, u"line %1"_s.arg(i));
    auto *log = panel().findChild<QPlainTextEdit *>(u"jobLog"_s);
    auto *bar = log->verticalScrollBar();
    EXPECT_EQ(bar->value(), bar->maximum());
    bar->setValue(10);
    session->jobs().appendLog(id, u"news"_s);
    EXPECT_EQ(bar->value(), 10);

    log->setFocus();
    QTest::keyClick(log, Qt::Key_F, Qt::ControlModifier);
    auto *search = panel().findChild<QLineEdit *>(u"jobLogSearch"_s);
    ASSERT_TRUE(QTest::qWaitFor([search] { return search->isVisible(); }));
    search->setText(u"line 49"_s);
    EXPECT_EQ(log->textCursor().selectedText(), u"line 49"_s);
    EXPECT_TRUE(panel().findChild<QLabel *>(u"jobLogHits"_s)->text().startsWith(u"11 hit"_s));
    QTest::keyClick(search, Qt::Key_Return);
    EXPECT_EQ(log->textCursor().blockNumber(), 490);
}

TEST_F(Jobs, RowsOfAnEarlierSessionAreThereAndCanBeRemoved)
{
    useTosa();
    compile();
    ASSERT_TRUE(waitForEnd());
    const auto folder = last().folder;
    session->addRecent(session->compileInput());
    session->setUnsaved(false);
    restart();
    open(folder);
    ASSERT_EQ(session->jobs().records().size(), 1U);
    EXPECT_TRUE(last().isEarlier);
    EXPECT_EQ(last().state, JobRecord::State::Succeeded);
    EXPECT_EQ(last().rerun, JobRecord::Rerun::Same);
    EXPECT_FALSE(last().log.isEmpty());
    auto *list = panel().findChild<views::DataTable *>(u"jobsList"_s);
    list->setFocus();
    const auto lines = list->selectionAsTsv().split(u'\n');
    ASSERT_EQ(lines.size(), 2) << "the titles and the job, as in every table";
    EXPECT_EQ(lines[0].split(u'\t').mid(5), (QStringList{ u"Time (s)"_s, u"Memory (bytes)"_s }));
    EXPECT_TRUE(lines[1].contains(last().title));
    action(JobActions::Kind::Remove).trigger();
    EXPECT_TRUE(session->jobs().records().empty());
    EXPECT_TRUE(QFileInfo::exists(folder)) << "its files stay";
}

/// .py and .pt2 files are programs of somebody: opening one runs nothing, compiling one asks.
TEST_F(Jobs, OpeningAModelThatRunsCodeRunsNothing)
{
    const auto mark = dir + u"/has-run"_s;
    const auto python = write(u"evil.py"_s, "open('" + mark.toUtf8() + "', 'w')\n");
    behave("crash"); // any start of the tool would be a job
    open(python);
    ASSERT_EQ(window->notices().current(), u"compile.trust"_s);
    EXPECT_TRUE(session->jobs().records().empty());
    clickNotice(1); // decide later
    compile();
    ASSERT_TRUE(QTest::qWaitFor(
        [this] { return window->notices().current() == u"compile.trust"_s; }, Patience));
    EXPECT_TRUE(session->jobs().records().empty());
    EXPECT_TRUE(session->queue().isIdle());
    EXPECT_FALSE(QFile::exists(mark));
}

/// kill -9 while a compile runs and a workspace is to be written.
TEST_F(Jobs, KillingTosaicLeavesNoProcessAndAWorkspaceThatOpens)
{
    useTosa();
    const auto spec = write(u"spec.json"_s, "{\"target\":\"ethos-u55-128\"}");
    const auto workspace = dir + u"/w.tosaic"_s;
    const auto cli = [&](const QString &out) {
        return QStringList{ u"compile"_s, session->compileInput(), u"--spec"_s, spec, u"-o"_s,
            dir + u'/' + out, u"--workspace"_s, workspace, u"--python"_s,
            programPath(u"tosaic-faketool"_s) };
    };
    const auto program = programPath(u"tosaic-cli"_s);
    ASSERT_EQ(QProcess::execute(program, cli(u"first"_s)), 0);

    behave("runaways");
    QProcess killed;
    killed.start(program, cli(u"second"_s));
    const auto fakes = [&] {
        std::vector<qint64> ids;
        for (const auto &name : QDir(u"/proc"_s).entryList(QDir::Dirs)) {
            QFile line(u"/proc/%1/cmdline"_s.arg(name));
            if (name.toLongLong() > 0 && line.open(QIODevice::ReadOnly)) {
                const auto text = line.readAll();
                if (text.contains("tosaic-faketool") && text.contains(dir.toUtf8())
                    && name.toLongLong() != killed.processId() && isAlive(name.toLongLong()))
                    ids.push_back(name.toLongLong());
            }
        }
        return ids;
    };
    // tosaic-supervise, the tool, and three runaways.
    ASSERT_TRUE(QTest::qWaitFor([&] { return fakes().size() >= 5; }, Patience));
    ::kill(static_cast<pid_t>(killed.processId()), SIGKILL);
    EXPECT_TRUE(QTest::qWaitFor([&] { return fakes().empty(); }, 2000));
    killed.waitForFinished();
    open(workspace);
    EXPECT_EQ(session->results().results().size(), 1U);
    EXPECT_NE(window->modes().current(), Mode::Home);
    // The one that was killed is there, too.
    ASSERT_TRUE(waitForContents([](const auto &contents) { return contents.jobs.size() == 2; }));
    EXPECT_EQ(window->workspace().store().contents()->jobs.back().status, u"cut-off"_s);
    EXPECT_TRUE(session->problems().count(Severity::Warning) > 0);
}

TEST_F(Jobs, ACompileIsInTheWorkspaceFromItsStartToItsEnd)
{
    useTosa();
    const auto path = dir + u"/w.tosaic"_s;
    window->workspace().saveAs(path);
    ASSERT_TRUE(waitForContents([](const auto &) { return true; }));
    ASSERT_TRUE(waitForIdle());
    // As another program reads it.
    const auto recorded = [&] { return *(*workspace::Workspace::open(path))->jobs(); };

    behave("hang");
    compile();
    ASSERT_TRUE(waitForContents([](const auto &contents) { return contents.jobs.size() == 1; }));
    EXPECT_EQ(recorded().front().status, u"running"_s);
    EXPECT_EQ(recorded().front().folder, last().folder);
    const auto start = recorded().front().started;
    session->jobs().cancel(last().id);
    ASSERT_TRUE(waitForContents(
        [](const auto &contents) { return contents.jobs.front().status == u"cancelled"_s; }));
    EXPECT_EQ(recorded().front().started, start);

    behave("ok");
    compile();
    ASSERT_TRUE(waitForContents([](const auto &contents) {
        return contents.jobs.size() == 2 && contents.jobs.back().status == u"succeeded"_s;
    }));
    window->workspace().save();
    ASSERT_TRUE(waitForIdle());
    EXPECT_EQ(recorded().size(), 2U) << "saving all of it adds nothing";

    behave("hang");
    compile();
    ASSERT_TRUE(waitForContents([](const auto &contents) { return contents.jobs.size() == 3; }));
    window.reset();
    EXPECT_EQ(recorded().back().status, u"cut-off"_s);
    EXPECT_TRUE(QDir(dir).entryList({ u"*.lock"_s }).isEmpty());
}

} // namespace tosaic::test::jobstests
