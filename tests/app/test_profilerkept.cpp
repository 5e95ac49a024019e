// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What a workspace keeps of runs of every kind, and of one that goes on.
#include "app/shell/window/docks.h"
#include "app/shell/workspace/workspacecontroller.h"
#include "core/workspace/workspace.h"
#include "profiler/parsers/etdump.h"
#include "profiler/parsers/pmutrace.h"
#include "profiler/session/workspaceruns.h"
#include "tests/app/profilerfixture.h"
#include "tests/support/samples.h"
#include "views/operations/operationspage.h"
#include "views/plots/plotspage.h"
#include "views/plots/plotview.h"
#include "views/target/runpanel.h"
#include "views/timeline/timelineview.h"
#include "views/widgets/datatable.h"

#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLineEdit>
#include <QListView>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::test::profilerkepttests {

namespace {

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << path.toStdString();
    return file.readAll();
}

class ProfilerKept : public ProfilerTest
{
protected:
    ProfilerKept() : path(dir + u"/work.tosaic"_s) { }

    const std::vector<profile::MeasuredRun> &runs() { return session->runs().runs(); }
    bool areKept(size_t count)
    {
        return runs().size() == count
            && std::ranges::all_of(runs(), [this](const profile::MeasuredRun &run) {
                   return run.stored && run.storedIn == path;
               });
    }
    std::vector<profile::MeasuredRun> listed()
    {
        const auto file = workspace::Workspace::open(path);
        EXPECT_TRUE(file);
        return file ? listRuns(**file).value_or(std::vector<profile::MeasuredRun>())
                    : std::vector<profile::MeasuredRun>();
    }
    void reopen()
    {
        ASSERT_TRUE(waitForIdle(Patience));
        restart();
        window->resize(1280, 800);
        open(path);
    }
    /// A copy that can be taken away.
    QString copyOf(const QString &sample)
    {
        const auto copy = dir + u'/' + QFileInfo(sample).fileName();
        EXPECT_TRUE(QFile::copy(samplesDir() + u'/' + sample, copy));
        return copy;
    }

    QString path;
};

} // namespace

TEST_F(ProfilerKept, RunsOfEveryKindComeBackWithWhatWasStated)
{
    TOSAIC_NEED_SAMPLES();
    saveWorkspace(path);
    const QStringList files{ copyOf(u"logs/01-et-u85-mv2-pmu-report.log"_s),
        copyOf(u"generated/host/etdump/cnn_py_20.etdp"_s),
        copyOf(u"generated/vela/kws-u55-128-v5.2.0/kws_ref_model_per-layer.csv"_s), makeTrace() };
    for (const auto &file : files) {
        open(file);
        ASSERT_TRUE(waitFor([&] { return areKept(static_cast<size_t>(files.indexOf(file)) + 1); }))
            << file.toStdString();
    }
    auto &document = session->runs();
    const QStringList names{ u"board"_s, u"kernels"_s, u"estimate"_s, u"simulated"_s };
    for (int i = 0; i < 4; ++i)
        document.setName(i, names[i]);
    document.setOrigin(0, Origin::Board);
    document.setClock(0, 1'000'000'000U);
    document.setMacs(0, 256U, 300'000'000U);
    document.setOrigin(1, Origin::ThisMachine);
    document.setClock(3, 500'000'000U);
    ASSERT_TRUE(waitFor([&] {
        const auto now = listed();
        return now.size() == 4 && now[3].clockHz == 500'000'000U && now[0].conditions.modelMacs;
    }));
    for (const auto &file : files)
        ASSERT_TRUE(QFile::remove(file));
    reopen();
    ASSERT_EQ(runs().size(), 4U);
    const QStringList kinds{ u"console"_s, u"etdump"_s, u"vela-per-layer"_s, u"pmu-trace"_s };
    for (size_t i = 0; i < 4; ++i) {
        EXPECT_EQ(runs()[i].name, names[static_cast<qsizetype>(i)]);
        EXPECT_EQ(runs()[i].kind, kinds[static_cast<qsizetype>(i)]);
    }
    EXPECT_EQ(runs()[0].origin, Origin::Board);
    EXPECT_EQ(runs()[0].clockHz, 1'000'000'000U);
    EXPECT_EQ(runs()[0].conditions.macs, 256U);
    EXPECT_EQ(runs()[0].conditions.modelMacs, 300'000'000U);
    EXPECT_EQ(runs()[0].run->profiles.front().counter(u"NPU_IDLE"_s)->value, 503U);
    EXPECT_EQ(runs()[1].origin, Origin::ThisMachine);
    EXPECT_EQ(runs()[2].origin, Origin::Estimate);
    EXPECT_FALSE(runs()[2].values.empty());
    EXPECT_EQ(runs()[3].origin, Origin::Fvp);
    EXPECT_EQ(runs()[3].clockHz, 500'000'000U);
    // The files themselves, of the copies in the workspace.
    auto *list = inRuns<QListView>(u"runList"_s);
    clickRow(*list, 3);
    ASSERT_TRUE(waitFor([&] { return runs()[3].trace != nullptr; }));
    EXPECT_FALSE(runs()[3].trace->queueReads.empty());
    clickRow(*list, 1);
    ASSERT_TRUE(waitFor([&] { return runs()[1].etdump != nullptr; }));
    EXPECT_EQ(runs()[1].etdump->runs.size(), 21U);
    showTab(6);
    auto *kernels = inRuns<views::DataTable>(u"kernelsTable"_s);
    // The dump is read beside the window: for a moment the table is there without its rows.
    EXPECT_TRUE(waitFor([&] {
        return kernels->isVisible() && textOf(*kernels->model()).contains(u"addmm"_s);
    })) << textOf(*kernels->model()).toStdString();
}

TEST_F(ProfilerKept, ATraceOfAWorkspaceIsJoinedWhenItIsOpened)
{
    saveWorkspace(path);
    open(program());
    ASSERT_TRUE(waitForOrigin(Origin::Estimate));
    const auto trace = makeTrace();
    open(trace);
    ASSERT_TRUE(waitForOrigin(Origin::Fvp));
    ASSERT_TRUE(waitFor([&] { return areKept(1); }));
    const auto inferences = subject()->table->inferences.size();
    ASSERT_TRUE(QFile::remove(trace));
    reopen();
    ASSERT_TRUE(session->model().program());
    ASSERT_TRUE(waitForOrigin(Origin::Fvp));
    EXPECT_EQ(subject()->table->inferences.size(), inferences);
    showTab(2);
    auto *view = inRuns<views::TimelineView>(u"timelineView"_s);
    EXPECT_TRUE(waitFor([&] { return view->isVisible() && view->data().has_value(); }));
    showTab(3);
    auto *page = inRuns<views::OperationsPage>(u"operationsPage"_s);
    ASSERT_TRUE(waitFor([&] { return page->operations() != nullptr; }));
    EXPECT_EQ(page->operations()->origin, Origin::Fvp);
    keepPicture(u"reopened"_s);
}

TEST_F(ProfilerKept, AnImportedTraceAndDumpAreReadWithoutAWorkspace)
{
    TOSAIC_NEED_SAMPLES();
    open(program());
    ASSERT_TRUE(waitForOrigin(Origin::Estimate));
    trigger(u"run.importToWorkspace"_s);
    chooseFile(u"importRunsDialog"_s, makeTrace());
    ASSERT_TRUE(waitForOrigin(Origin::Fvp));
    EXPECT_TRUE(runs().back().trace);
    trigger(u"run.importToWorkspace"_s);
    chooseFile(u"importRunsDialog"_s, copyOf(u"generated/host/etdump/cnn_py_20.etdp"_s));
    EXPECT_TRUE(waitFor([&] { return runs().size() == 2 && runs().back().etdump; }));
    session->setUnsaved(false);
}

TEST_F(ProfilerKept, ADumpThatABoardPrintsShowsItsKernels)
{
    TOSAIC_NEED_SAMPLES();
    saveWorkspace(path);
    const auto dump = contentOf(samplesDir() + u"/generated/host/etdump/cnn_py_20.etdp"_s);
    const auto console = writeConsole(dir);
    {
        QFile file(console);
        ASSERT_TRUE(file.open(QIODevice::Append));
        file.write("echo \"" + dump.toBase64() + "\" | base64 -d >etdump.bin\n");
    }
    open(console);
    ASSERT_TRUE(waitFor([&] { return areKept(1); }));
    const auto showsKernels = [this] {
        showTab(6);
        auto *kernels = inRuns<views::DataTable>(u"kernelsTable"_s);
        return waitFor(
            [&] { return kernels->isVisible() && textOf(*kernels->model()).contains(u"addmm"_s); });
    };
    EXPECT_TRUE(showsKernels());
    EXPECT_EQ(runs().front().run->profiles.size(), 1U) << "it is a console all the same";
    reopen();
    ASSERT_EQ(runs().size(), 1U);
    EXPECT_TRUE(showsKernels());
}

TEST_F(ProfilerKept, TwoWindowsOnOneWorkspaceKeepTheRunsOfBoth)
{
    saveWorkspace(path);
    SettingsStore otherSettings(dir + u"/other.ini"_s);
    shell::Session other(otherSettings);
    shell::MainWindow otherWindow(other, theme);
    otherWindow.show();
    otherWindow.open({ path });
    ASSERT_TRUE(
        waitFor([&] { return other.jobs().isIdle() && otherWindow.workspace().path() == path; }));
    open(writeConsole(dir, u"first.log"_s));
    const auto second = writeConsole(dir, u"second.log"_s);
    QFile file(second);
    ASSERT_TRUE(file.open(QIODevice::Append));
    file.write("another one\n");
    file.close();
    otherWindow.open({ second });
    // Each lists what the other keeps.
    const auto placeOf = [](const RunsDocument &document, const QString &name) {
        const auto &all = document.runs();
        const auto found = std::ranges::find(all, name, &profile::MeasuredRun::name);
        return found == all.end() || !found->stored ? -1 : static_cast<int>(found - all.begin());
    };
    for (const auto *document : { &session->runs(), &other.runs() })
        ASSERT_TRUE(waitFor([&] {
            return document->runs().size() == 2 && placeOf(*document, u"first.log"_s) >= 0
                && placeOf(*document, u"second.log"_s) >= 0;
        }));
    session->runs().setName(placeOf(session->runs(), u"first.log"_s), u"mine"_s);
    other.runs().setName(placeOf(other.runs(), u"second.log"_s), u"theirs"_s);
    ASSERT_TRUE(waitFor([&] {
        QStringList names;
        for (const auto &run : listed())
            names << run.name;
        names.sort();
        return names == QStringList{ u"mine"_s, u"theirs"_s };
    }));
    EXPECT_TRUE(waitFor([&] { return other.jobs().isIdle() && session->jobs().isIdle(); }));
    EXPECT_EQ(listed().size(), 2U) << "none twice";
    // What the one states the other shows, and does not overwrite.
    ASSERT_TRUE(waitFor([&] { return placeOf(other.runs(), u"mine"_s) >= 0; }));
    other.runs().setOrigin(placeOf(other.runs(), u"mine"_s), Origin::Board);
    ASSERT_TRUE(waitFor([&] {
        const auto index = placeOf(session->runs(), u"mine"_s);
        return index >= 0
            && session->runs().runs()[static_cast<size_t>(index)].origin == Origin::Board;
    }));
    EXPECT_EQ(session->runs().runs().size(), 2U);
    EXPECT_EQ(other.runs().runs().size(), 2U);
    // What the one removes leaves the other's list, too, and nothing else does.
    session->runs().remove(placeOf(session->runs(), u"theirs"_s));
    EXPECT_TRUE(waitFor([&] { return other.runs().runs().size() == 1; }));
    EXPECT_GE(placeOf(other.runs(), u"mine"_s), 0);
    EXPECT_TRUE(waitFor([&] { return other.jobs().isIdle() && session->jobs().isIdle(); }));
    EXPECT_EQ(listed().size(), 1U);
    EXPECT_EQ(session->runs().runs().size(), 1U);
}

TEST_F(ProfilerKept, ALiveRunIsFollowedAndItsConsoleKeptByteForByte)
{
    TOSAIC_NEED_SAMPLES();
    saveWorkspace(path);
    const auto log = samplesDir() + u"/logs/01-et-u85-mv2-pmu-report.log"_s;
    const auto standIn
        = QDir(QCoreApplication::applicationDirPath()).filePath(u"tosaic-standintarget"_s);
    ASSERT_TRUE(QFileInfo::exists(standIn));
    // Piece by piece, twice, the second time when the test lets it.
    const auto go = dir + u"/go"_s;
    const auto runner = dir + u"/runner.sh"_s;
    {
        QFile script(runner);
        ASSERT_TRUE(script.open(QIODevice::WriteOnly));
        const auto print = standIn.toUtf8() + " pieces " + log.toUtf8() + '\n';
        script.write("#!/bin/sh\n" + print + "while test ! -e " + go.toUtf8()
            + "; do sleep 0.05; done\n" + print);
        script.setPermissions(script.permissions() | QFile::ExeOwner);
    }
    trigger(u"run.panel"_s);
    window->docks().runPanel().setTarget(u"command"_s);
    auto *line = find<QLineEdit>(u"commandProgram"_s);
    line->setFocus();
    line->selectAll();
    QTest::keyClicks(line, runner);
    type(Qt::Key_F5);
    const auto profiles
        = [this] { return runs().empty() ? size_t(0) : runs().back().run->profiles.size(); };
    // The names of the events come last.
    const auto seen = [&] {
        return profiles() == 1 && runs().back().run->profiles.front().counter(u"NPU_IDLE"_s);
    };
    ASSERT_TRUE(waitFor(seen));
    EXPECT_TRUE(runs().back().isLive);
    EXPECT_EQ(area().currentTab(), u"time"_s);
    auto *plots = inRuns<views::PlotsPage>(u"plotsPage"_s);
    ASSERT_TRUE(waitFor([&] { return plots->plot().subject().source != nullptr; }));
    EXPECT_EQ(plots->plot().subject().source->sampleCount(0), 1U);
    // A counter is looked at while the run goes on.
    showTab(1);
    auto *counters = inRuns<views::DataTable>(u"countersTable"_s);
    const auto row = rowNamed(*counters->model(), 0, u"NPU_IDLE"_s);
    ASSERT_GE(row, 0);
    clickRow(*counters, row);
    {
        QFile file(go);
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    }
    ASSERT_TRUE(waitFor([&] { return profiles() == 2 && !runs().back().isLive; }));
    ASSERT_TRUE(waitFor([&] { return runs().back().stored.isValid(); }));
    ASSERT_TRUE(waitForIdle(Patience));
    const auto chosen = counters->selectionModel()->selectedRows();
    ASSERT_EQ(chosen.size(), 1) << "the selection is lost";
    EXPECT_EQ(chosen.front().data().toString(), u"NPU_IDLE"_s);
    EXPECT_EQ(inRuns<QComboBox>(u"profileCombo"_s)->currentIndex(), 0);
    EXPECT_EQ(inRuns<QComboBox>(u"profileCombo"_s)->count(), 2);
    ASSERT_TRUE(waitFor([&] { return plots->plot().subject().source->sampleCount(0) == 2U; }));
    // Every byte of it, in the folder of the run and in the workspace.
    const auto printed = contentOf(log) + contentOf(log);
    EXPECT_EQ(contentOf(runs().back().path), printed);
    auto file = workspace::Workspace::open(path);
    ASSERT_TRUE(file);
    const auto kept = (*file)->run(runs().back().stored);
    ASSERT_TRUE(kept);
    EXPECT_EQ(kept->console, printed);
    EXPECT_EQ(kept->status, u"complete"_s);
    session->runs().setName(0, u"the slow one"_s);
    EXPECT_TRUE(waitFor([&] { return listed().front().name == u"the slow one"_s; }));
}

TEST_F(ProfilerKept, AStoppedRunKeepsAllThatWasPrinted)
{
    saveWorkspace(path);
    const auto standIn
        = QDir(QCoreApplication::applicationDirPath()).filePath(u"tosaic-standintarget"_s);
    const auto log = writeConsole(dir);
    trigger(u"run.panel"_s);
    window->docks().runPanel().setTarget(u"command"_s);
    for (const auto &[name, text] : { std::pair(u"commandProgram"_s, standIn),
             std::pair(u"commandArguments"_s, u"hang "_s + log) }) {
        auto *line = find<QLineEdit>(name);
        line->setFocus();
        line->selectAll();
        QTest::keyClicks(line, text);
    }
    type(Qt::Key_F5);
    ASSERT_TRUE(waitFor([&] {
        return !runs().empty() && runs().back().run->profiles.size() == 1
            && runs().back().run->profiles.front().counters.size() == 3;
    }));
    type(Qt::Key_F5, Qt::ShiftModifier);
    ASSERT_TRUE(waitFor([&] { return !runs().back().isLive && runs().back().stored.isValid(); }));
    ASSERT_TRUE(waitForIdle(Patience));
    auto file = workspace::Workspace::open(path);
    ASSERT_TRUE(file);
    const auto kept = (*file)->run(runs().back().stored);
    ASSERT_TRUE(kept);
    EXPECT_EQ(kept->console, contentOf(log));
    EXPECT_EQ(kept->status, u"cancelled"_s);
    reopen();
    ASSERT_EQ(runs().size(), 1U);
    EXPECT_EQ(runs().front().run->profiles.front().counters.size(), 3U);
}

TEST_F(ProfilerKept, TheTraceOfASimulatedRunComesBackWithItsConsole)
{
    open(program());
    ASSERT_TRUE(waitForOrigin(Origin::Estimate));
    saveWorkspace(path);
    // As a run on an FVP is kept: its console, and the trace beside it.
    {
        auto file = workspace::Workspace::open(path);
        ASSERT_TRUE(file);
        workspace::RunRecord record{ .name = u"on the FVP"_s };
        record.console = contentOf(writeConsole(dir));
        record.origin = u"fvp"_s;
        record.status = u"complete"_s;
        ASSERT_TRUE((*file)->addRun(record, {}, { { .role = u"trace"_s, .path = makeTrace() } }));
    }
    reopen();
    ASSERT_EQ(runs().size(), 1U);
    EXPECT_EQ(runs().front().kind, u"console"_s);
    EXPECT_TRUE(waitFor([&] { return runs().front().trace != nullptr; }));
    EXPECT_TRUE(waitForOrigin(Origin::Fvp));
    EXPECT_EQ(runs().front().run->profiles.size(), 1U);
}

} // namespace tosaic::test::profilerkepttests
