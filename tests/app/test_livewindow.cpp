// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// A run on a target in the window: a script stands in for the board.
#include "app/shell/frame/actionregistry.h"
#include "app/shell/frame/noticebar.h"
#include "app/shell/window/docks.h"
#include "app/shell/workspace/workspacecontroller.h"
#include "core/workspace/settingkeys.h"
#include "core/workspace/workspace.h"
#include "tests/app/windowfixture.h"
#include "tests/support/samples.h"
#include "views/plots/plotspage.h"
#include "views/plots/plotview.h"
#include "views/target/runpanel.h"
#include "views/widgets/statestack.h"

#include <QAction>
#include <QDir>
#include <QDockWidget>
#include <QFile>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTableView>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::test::livewindowtests {

using shell::Mode;

namespace {

constexpr int Patience = 60'000; // ms, for a machine under load

class LiveWindow : public WindowTest
{
protected:
    LiveWindow()
    {
        window->resize(1280, 800);
        settings->set(Setting<QString>{ "compile/outputFolder", {} }, dir + u"/out"_s);
    }

    views::RunPanel &panel() { return window->docks().runPanel(); }
    /// Prints two consoles; the second when the test lets it.
    QString slowRunner()
    {
        const auto console = writeConsole(dir);
        return script("cat " + console.toUtf8() + "\nwhile test ! -e " + go().toUtf8()
            + "; do sleep 0.05; done\ncat " + console.toUtf8());
    }
    QString script(const QByteArray &text)
    {
        const auto path = dir + u"/runner.sh"_s;
        QFile file(path);
        EXPECT_TRUE(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write("#!/bin/sh\n" + text + "\n");
        file.setPermissions(file.permissions() | QFile::ExeOwner);
        return path;
    }
    QString go() const { return dir + u"/go"_s; }
    void letGo()
    {
        QFile file(go());
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
    }
    /// As a person does: open the panel, choose the target, write the program.
    void choose(const QString &program)
    {
        trigger(u"run.panel"_s);
        panel().setTarget(u"command"_s);
        auto *line = find<QLineEdit>(u"commandProgram"_s);
        line->setFocus();
        line->selectAll();
        QTest::keyClicks(line, program);
    }
    const std::vector<profile::MeasuredRun> &runs() { return session->runs().runs(); }
    bool waitForProfiles(size_t count)
    {
        return QTest::qWaitFor(
            [&] { return !runs().empty() && runs().back().run->profiles.size() == count; },
            Patience);
    }
    bool waitForEnd()
    {
        return QTest::qWaitFor([&] { return !runs().empty() && !runs().back().isLive; }, Patience)
            && waitForIdle(Patience);
    }
    const JobRecord &job() { return session->jobs().records().back(); }
    std::vector<workspace::RunRecord> stored(const QString &path)
    {
        auto file = workspace::Workspace::open(path);
        EXPECT_TRUE(file);
        return file ? (*file)->runs().value_or(std::vector<workspace::RunRecord>())
                    : std::vector<workspace::RunRecord>();
    }
    void keepPictures(const QString &name)
    {
        const auto folder = qEnvironmentVariable("TOSAIC_PICTURES");
        if (folder.isEmpty())
            return;
        for (const auto &size : { QSize(1280, 800), QSize(900, 560) }) {
            window->resize(size);
            for (const auto mode : { views::ThemeMode::Dark, views::ThemeMode::Light }) {
                theme.apply(*qApp, mode);
                QTest::qWait(200); // for what is laid out later
                const auto end = mode == views::ThemeMode::Dark ? u"dark"_s : u"light"_s;
                EXPECT_TRUE(window->grab().save(
                    u"%1/%2-%3-%4.png"_s.arg(folder, name).arg(size.width()).arg(end)));
            }
        }
    }
};

} // namespace

TEST_F(LiveWindow, ARunIsListedAndPlottedWhileItGoesOn)
{
    choose(slowRunner());
    views::PlotsPage plots(session->runs(), session->selection(), theme);
    plots.resize(800, 500);
    key(Qt::Key_F5, {});
    ASSERT_TRUE(waitForProfiles(1));
    EXPECT_TRUE(runs().back().isLive);
    EXPECT_EQ(runs().back().name, u"runner.sh"_s);
    EXPECT_EQ(window->modes().current(), Mode::Runs);
    auto *shown = window->pages().page(Mode::Runs)->findChild<views::PlotsPage *>();
    EXPECT_TRUE(
        QTest::qWaitFor([&] { return QApplication::focusWidget() == &shown->plot(); }, Patience))
        << "its keys work as soon as there are numbers";
    EXPECT_EQ(job().state, JobRecord::State::Running);
    EXPECT_FALSE(session->jobs().isIdle());
    EXPECT_TRUE(window->actions().action(u"run.stop"_s)->isEnabled());
    ASSERT_TRUE(QTest::qWaitFor([&] { return plots.plot().subject().source != nullptr; }));
    EXPECT_EQ(plots.plot().subject().source->sampleCount(0), 1U);
    EXPECT_TRUE(find<QLabel>(u"runFigures"_s)->text().contains(u"CYCLE_COUNTER"_s));
    EXPECT_TRUE(find<QPlainTextEdit>(u"runConsole"_s)
                    ->toPlainText()
                    .contains(u"ethosu_pmu_cycle_cntr : 5920305"_s));
    keepPictures(u"live"_s);
    letGo();
    ASSERT_TRUE(waitForEnd());
    const auto &run = runs().back();
    EXPECT_EQ(run.run->profiles.size(), 2U);
    EXPECT_EQ(run.run->status, profile::RunStatus::Complete);
    ASSERT_TRUE(run.arrivals);
    EXPECT_EQ(run.arrivals->size(), 2U);
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return plots.plot().subject().source->sampleCount(0) == 2U; }, Patience));
    EXPECT_EQ(job().state, JobRecord::State::Succeeded);
    EXPECT_FALSE(window->actions().action(u"run.stop"_s)->isEnabled());
    // No workspace yet: it can be kept, and its raw console is on the disk.
    EXPECT_TRUE(session->hasUnsaved());
    QFile console(run.path);
    ASSERT_TRUE(console.open(QIODevice::ReadOnly));
    EXPECT_EQ(console.readAll().count("ethosu_pmu_cycle_cntr"), 2);
    session->setUnsaved(false);
}

TEST_F(LiveWindow, TheWorkspaceHasItWhileItGoesOn)
{
    const auto path = dir + u"/live.tosaic"_s;
    window->workspace().saveAs(path);
    ASSERT_TRUE(waitForIdle());
    choose(slowRunner());
    key(Qt::Key_F5, {});
    ASSERT_TRUE(waitForProfiles(1));
    // What a crash now would leave.
    ASSERT_TRUE(QTest::qWaitFor(
        [&] {
            const auto now = stored(path);
            return !now.empty() && now.front().console.contains("ethosu_pmu_cycle_cntr");
        },
        Patience));
    EXPECT_EQ(stored(path).front().status, u"running"_s);
    letGo();
    ASSERT_TRUE(QTest::qWaitFor([&] { return runs().back().stored.isValid(); }, Patience));
    ASSERT_TRUE(waitForIdle(Patience));
    const auto all = stored(path);
    ASSERT_EQ(all.size(), 1U) << "once, not a copy beside it";
    EXPECT_EQ(all.front().status, u"complete"_s);
    EXPECT_EQ(all.front().id, runs().back().stored);
    EXPECT_EQ(all.front().console.count("ethosu_pmu_cycle_cntr"), 2);
    auto file = workspace::Workspace::open(path);
    ASSERT_TRUE(file);
    EXPECT_FALSE((*file)->runValues(all.front().id)->empty());
    const auto series = *(*file)->series(all.front().id);
    const auto cycles
        = std::ranges::find(series, u"CYCLE_COUNTER"_s, &workspace::SeriesRecord::name);
    ASSERT_NE(cycles, series.end());
    EXPECT_EQ(cycles->count, 2U);
    EXPECT_EQ(cycles->timeUnit, u"ms"_s);
    EXPECT_FALSE(session->hasUnsaved());
    // Saving again does not make another one of it.
    trigger(u"workspace.save"_s);
    ASSERT_TRUE(waitForIdle(Patience));
    EXPECT_EQ(stored(path).size(), 1U);
}

TEST_F(LiveWindow, StopKeepsWhatWasRead)
{
    choose(slowRunner());
    key(Qt::Key_F5, {});
    ASSERT_TRUE(waitForProfiles(1));
    key(Qt::Key_F5, Qt::ShiftModifier);
    ASSERT_TRUE(waitForEnd());
    EXPECT_EQ(runs().back().run->profiles.size(), 1U);
    EXPECT_EQ(job().state, JobRecord::State::Cancelled);
    EXPECT_TRUE(find<QLabel>(u"runState"_s)->text().startsWith(u"Stopped after"_s));
    session->setUnsaved(false);
}

TEST_F(LiveWindow, ASecondRunIsRefusedPolitely)
{
    choose(slowRunner());
    key(Qt::Key_F5, {});
    ASSERT_TRUE(waitForProfiles(1));
    trigger(u"run.start"_s);
    EXPECT_EQ(window->notices().current(), u"run.busy"_s);
    EXPECT_EQ(runs().size(), 1U);
    EXPECT_TRUE(runs().back().isLive);
    clickNotice(0); // Stop it
    ASSERT_TRUE(waitForEnd());
    EXPECT_NE(window->notices().current(), u"run.busy"_s);
    // Now there is room for the next one.
    letGo();
    key(Qt::Key_F5, {});
    ASSERT_TRUE(QTest::qWaitFor([&] { return runs().size() == 2; }, Patience));
    ASSERT_TRUE(waitForEnd());
    EXPECT_EQ(runs().back().run->profiles.size(), 2U);
    session->setUnsaved(false);
}

TEST_F(LiveWindow, AFailureSaysWhy)
{
    choose(script("echo nothing to see; exit 3"));
    key(Qt::Key_F5, {});
    ASSERT_TRUE(waitForEnd());
    EXPECT_EQ(job().state, JobRecord::State::Failed);
    EXPECT_GT(session->problems().count(Severity::Error), 0);
    EXPECT_TRUE(find<QLabel>(u"runProblem"_s)->isVisible());
    EXPECT_TRUE(find<QLabel>(u"runState"_s)->text().startsWith(u"Failed after"_s));
    keepPictures(u"failed"_s);
    session->setUnsaved(false);
}

TEST_F(LiveWindow, ATimeLimitEndsIt)
{
    choose(slowRunner());
    find<QSpinBox>(u"runTimeLimit"_s)->setValue(1);
    key(Qt::Key_F5, {});
    ASSERT_TRUE(waitForEnd());
    EXPECT_EQ(job().state, JobRecord::State::Failed);
    EXPECT_TRUE(job().stage.startsWith(u"Timed out"_s)) << job().stage.toStdString();
    EXPECT_FALSE(job().nextStep.isEmpty());
    EXPECT_EQ(runs().back().run->profiles.size(), 1U) << "what was read stays";
    session->setUnsaved(false);
}

TEST_F(LiveWindow, WhatCannotRunIsNotBegun)
{
    choose(dir + u"/nowhere"_s);
    key(Qt::Key_F5, {});
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return session->problems().count(Severity::Error) > 0; }, Patience));
    ASSERT_TRUE(waitForIdle());
    EXPECT_TRUE(runs().empty());
    EXPECT_TRUE(window->docks().dock(u"run"_s)->isVisible());
    const auto findings = window->findChildren<QLabel *>(u"runFinding"_s);
    ASSERT_FALSE(findings.empty());
    EXPECT_TRUE(findings.first()->text().contains(u"cannot be started"_s));
    EXPECT_FALSE(find<QPushButton>(u"runStart"_s)->isEnabled());
}

TEST_F(LiveWindow, TheTargetIsRemembered)
{
    choose(u"/bin/echo"_s);
    ASSERT_TRUE(QTest::qWaitFor([&] {
        return settings->value(Setting<QString>{ "run/targets", {} }).contains(u"/bin/echo"_s);
    }));
    restart();
    EXPECT_EQ(panel().targetId(), u"command"_s);
    EXPECT_EQ(std::get<profile::CommandTarget>(panel().request().target).program, u"/bin/echo"_s);
}

/// A workspace of somebody else: its command is shown, not run, and what it says is not changed.
TEST_F(LiveWindow, AForeignWorkspacesCommandRunsOnlyWhenApproved)
{
    const auto mark = dir + u"/has-run"_s;
    const auto program = script("touch " + mark.toUtf8());
    const auto path = dir + u"/foreign.tosaic"_s;
    // Spacing and a key of a later version: any rewriting would show.
    const auto text = u"{ \"target\":\"command\", \"later\":{\"a\":1}, \"timeLimit\":7,\n"
                      "\"command\":{\"program\":\"%1\",\"arguments\":\"-x\"} }"_s.arg(program);
    {
        const auto file = workspace::Workspace::openOrCreate(path);
        ASSERT_TRUE(file && (*file)->setSetting(workspace::RunTargetsKey, text));
    }
    const auto storedText = [&] {
        const auto file = workspace::Workspace::open(path);
        return file ? (*file)->setting(workspace::RunTargetsKey).value_or(QString()) : QString();
    };
    open(path);
    ASSERT_TRUE(QTest::qWaitFor([&] { return panel().targetId() == "command"_L1; }, Patience));
    QTest::qWait(1200); // changes are kept after half a second
    ASSERT_TRUE(waitForIdle());
    EXPECT_EQ(storedText(), text) << "opening changes nothing";
    EXPECT_EQ(std::get<profile::CommandTarget>(panel().request().target).program, program);
    EXPECT_FALSE(QFile::exists(mark));

    const auto asked = [&] {
        trigger(u"run.start"_s);
        return QTest::qWaitFor(
            [&] { return window->notices().current() == "run.trust"_L1; }, Patience);
    };
    ASSERT_TRUE(asked());
    EXPECT_TRUE(find<QLabel>(u"noticeText"_s)->text().contains(program + u" -x"_s));
    EXPECT_TRUE(runs().empty());
    clickNotice(1); // do not run
    QTest::qWait(300);
    EXPECT_TRUE(runs().empty());
    EXPECT_FALSE(QFile::exists(mark));
    // Changing something beside it does not make it the user's own.
    find<QSpinBox>(u"runTimeLimit"_s)->setValue(9);
    ASSERT_TRUE(QTest::qWaitFor([&] { return storedText() != text; }, Patience));
    EXPECT_FALSE(settings->value(Setting<QString>{ "run/targets", {} }).contains(program));
    ASSERT_TRUE(asked());
    clickNotice(0); // approve
    ASSERT_TRUE(QTest::qWaitFor([&] { return !runs().empty(); }, Patience));
    ASSERT_TRUE(waitForEnd());
    EXPECT_TRUE(QFile::exists(mark));

    // The very thing was approved: it runs again, another content is asked about.
    ASSERT_TRUE(QFile::remove(mark));
    trigger(u"run.start"_s);
    ASSERT_TRUE(QTest::qWaitFor([&] { return QFile::exists(mark); }, Patience));
    ASSERT_TRUE(waitForEnd());
    ASSERT_TRUE(QFile::remove(mark));
    script("touch " + mark.toUtf8() + "; echo changed");
    ASSERT_TRUE(asked());
    EXPECT_FALSE(QFile::exists(mark));
    session->setUnsaved(false);
}

TEST_F(LiveWindow, WhatThisUserWroteNeedsNoQuestion)
{
    const auto path = dir + u"/own.tosaic"_s;
    window->workspace().saveAs(path);
    ASSERT_TRUE(waitForIdle());
    const auto mark = dir + u"/has-run"_s;
    const auto program = script("touch " + mark.toUtf8());
    choose(program);
    ASSERT_TRUE(QTest::qWaitFor(
        [&] {
            return window->workspace().store().setting(workspace::RunTargetsKey).contains(program);
        },
        Patience));
    ASSERT_TRUE(waitForIdle());
    settings->set(Setting<QString>{ "run/targets", {} }, QString()); // only the workspace knows
    session->setUnsaved(false);
    restart();
    settings->set(Setting<QString>{ "compile/outputFolder", {} }, dir + u"/out"_s);
    open(path);
    ASSERT_TRUE(QTest::qWaitFor([&] { return panel().targetId() == "command"_L1; }, Patience));
    trigger(u"run.start"_s);
    ASSERT_TRUE(QTest::qWaitFor([&] { return QFile::exists(mark); }, Patience));
    EXPECT_NE(window->notices().current(), u"run.trust"_s);
    ASSERT_TRUE(waitForEnd());
    session->setUnsaved(false);
}

/// What one workspace left in the panel stays foreign in another that says nothing about it.
TEST_F(LiveWindow, AForeignCommandStaysForeignInTheNextWorkspace)
{
    const auto mark = dir + u"/has-run"_s;
    const auto program = script("touch " + mark.toUtf8());
    const auto made = [&](const QString &name, const QString &text) {
        const auto path = dir + u'/' + name;
        const auto file = workspace::Workspace::openOrCreate(path);
        EXPECT_TRUE(file && (*file)->setSetting(workspace::RunTargetsKey, text));
        return path;
    };
    const auto first = made(
        u"a.tosaic"_s, u"{\"target\":\"command\",\"command\":{\"program\":\"%1\"}}"_s.arg(program));
    const auto second = made(u"b.tosaic"_s, u"{\"target\":\"command\",\"timeLimit\":5}"_s);
    open(first);
    ASSERT_TRUE(QTest::qWaitFor([&] { return panel().targetId() == "command"_L1; }, Patience));
    open(second);
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return find<QSpinBox>(u"runTimeLimit"_s)->value() == 5; }, Patience));
    trigger(u"run.start"_s);
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return window->notices().current() == "run.trust"_L1; }, Patience));
    EXPECT_FALSE(QFile::exists(mark));
}

TEST_F(LiveWindow, ThisMachineRunsTheOpenProgram)
{
    if (!restartWithTools())
        GTEST_SKIP() << "TOSAIC_PYTHON is not set: no interpreter with ExecuTorch";
    open(fixturePath(u"softmax-cpu/softmax.pte"_s));
    ASSERT_TRUE(session->model().program());
    trigger(u"run.panel"_s);
    panel().setTarget(u"host"_s);
    find<QLineEdit>(u"hostInterpreter"_s)->setText(qEnvironmentVariable("TOSAIC_PYTHON"));
    find<QSpinBox>(u"hostRepeats"_s)->setValue(4);
    key(Qt::Key_F5, {});
    ASSERT_TRUE(waitForEnd());
    ASSERT_EQ(job().state, JobRecord::State::Succeeded) << job().stage.toStdString();
    const auto &run = runs().back();
    EXPECT_EQ(run.origin, Origin::ThisMachine);
    EXPECT_TRUE(run.etdump);
    ASSERT_EQ(run.run->profiles.size(), 1U);
    EXPECT_EQ(run.run->profiles.front().runNs.size(), 4U);
    trigger(u"runs.counters"_s);
    const auto proof = [this] {
        const auto *label = window->findChild<QLabel *>(u"runProofVerdict"_s);
        return label && label->isVisible() ? label->text() : QString();
    };
    EXPECT_TRUE(QTest::qWaitFor([&] { return proof().startsWith(u"Proven"_s); }, Patience))
        << proof().toStdString();
    keepPictures(u"host"_s);
    session->setUnsaved(false);
}

/// A fresh installation needs nothing else: F5 runs the open program, delegates simulated.
TEST_F(LiveWindow, RunsTheOpenProgramHere)
{
    const auto program = fixturePath(u"softmax-u85-256/softmax.pte"_s);
    open(program);
    ASSERT_TRUE(session->model().program());
    EXPECT_TRUE(panel().isHere());
    const auto *verdict = find<QLabel>(u"hereVerdict"_s);
    const auto runUntil = [&](const QString &begin) {
        trigger(u"run.start"_s); // a dialog that has closed leaves no active window here
        EXPECT_TRUE(QTest::qWaitFor([&] { return verdict->text().startsWith(begin); }, Patience))
            << verdict->text().toStdString();
        EXPECT_TRUE(waitForIdle());
    };
    runUntil(u"Finished, not judged"_s);
    EXPECT_EQ(verdict->property("verdict").toString(), u"bad"_s) << "red until proven";
    EXPECT_GT(find<QTableView>(u"hereValues"_s)->model()->rowCount(), 0);
    EXPECT_EQ(find<QTableView>(u"hereLargest"_s)->model()->rowCount(), 4) << "all that there are";
    EXPECT_EQ(session->jobs().records().back().state, JobRecord::State::Succeeded);
    EXPECT_TRUE(runs().empty()) << "nothing was measured";
    keepPictures(u"here"_s);

    const auto expected = dir + u"/right.npy"_s;
    QTest::mouseClick(find<QPushButton>(u"hereSave"_s), Qt::LeftButton);
    chooseFile(u"hereSaveDialog"_s, expected);
    ASSERT_TRUE(QFileInfo::exists(expected));
    auto *line = find<QLineEdit>(u"hereExpected"_s);
    line->setText(expected);
    runUntil(u"Pass"_s);
    EXPECT_EQ(verdict->property("verdict").toString(), u"good"_s);
    QFile file(expected);
    ASSERT_TRUE(file.open(QIODevice::ReadWrite));
    auto bytes = file.readAll();
    bytes.back() = char(bytes.back() ^ 0x40); // the exponent of the last number
    ASSERT_TRUE(file.seek(0));
    file.write(bytes);
    file.close();
    runUntil(u"Fail"_s);
    EXPECT_EQ(session->jobs().records().back().state, JobRecord::State::Failed);
    line->setText(dir + u"/missing.npy"_s);
    trigger(u"run.start"_s);
    EXPECT_TRUE(
        QTest::qWaitFor([&] { return session->problems().count(Severity::Error) > 0; }, Patience));
    line->setText(fixturePath(u"softmax-u85-256/softmax.pte"_s));
    runUntil(u"It could not be run"_s);
}

/// A bundle brings inputs and what they should give; a picture is scaled to the input.
TEST_F(LiveWindow, RunsABundleAndAPictureHere)
{
    TOSAIC_NEED_SAMPLES();
    open(fixturePath(u"mobilenet_v2-u55-128/mobilenet_v2.pte"_s));
    trigger(u"run.panel"_s);
    panel().setTarget(u"here"_s);
    const auto *verdict = find<QLabel>(u"hereVerdict"_s);
    const auto *facts = find<QLabel>(u"hereFacts"_s);
    const auto runUntil = [&](const QString &begin) {
        trigger(u"run.start"_s);
        EXPECT_TRUE(QTest::qWaitFor([&] { return verdict->text().startsWith(begin); }, Patience))
            << verdict->text().toStdString() << facts->text().toStdString();
        EXPECT_TRUE(waitForIdle(Patience));
    };
    QImage image(31, 17, QImage::Format_RGB888);
    image.fill(Qt::red);
    ASSERT_TRUE(image.save(dir + u"/cat.png"_s));
    find<QLineEdit>(u"hereInputs"_s)->setText(dir + u"/cat.png"_s);
    auto *mean = find<QLineEdit>(u"hereMean"_s);
    QTest::keyClicks(mean, u"0.5"_s);
    runUntil(u"Finished"_s);
    EXPECT_TRUE(
        facts->text().contains(u"picture scaled"_s) && facts->text().contains(u"less 0.5"_s))
        << facts->text().toStdString();
    keepPictures(u"here-picture"_s);
    QTest::keyClicks(mean, u",1"_s); // two numbers are for no picture
    trigger(u"run.start"_s);
    EXPECT_TRUE(
        QTest::qWaitFor([&] { return session->problems().count(Severity::Error) > 0; }, Patience));
    mean->clear();
    find<QLineEdit>(u"hereInputs"_s)->clear();
    find<QLineEdit>(u"herePte"_s)
        ->setText(samplesDir() + u"/generated/aot/rescnn-int8-u55-128-debug/model.bpte"_s);
    runUntil(u"Pass: all outputs"_s);
    EXPECT_EQ(verdict->property("verdict").toString(), u"good"_s);
    EXPECT_TRUE(facts->text().contains(u"2 case"_s)) << facts->text().toStdString();
}

/// F10 opens the debugger, which takes the inputs of the run before.
TEST_F(LiveWindow, DebugsTheOpenProgram)
{
    EXPECT_FALSE(window->actions().action(u"debug.over"_s)->isEnabled());
    open(fixturePath(u"softmax-u85-256/softmax.pte"_s));
    key(Qt::Key_F5, {});
    EXPECT_TRUE(waitForIdle());
    key(Qt::Key_F10, {});
    const auto *place = find<QLabel>(u"debugPlace"_s);
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return place->text().startsWith(u"Before operation 0"_s); }, Patience))
        << place->text().toStdString();
    EXPECT_FALSE(find<QSpinBox>(u"debugSeed"_s)->isEnabled()) << "the inputs are known";
    key(Qt::Key_F10, {});
    EXPECT_TRUE(QTest::qWaitFor(
        [&] { return place->text().startsWith(u"Before operation 1"_s); }, Patience))
        << place->text().toStdString();
    EXPECT_EQ(session->selection().current().kind, model::EntityRef::Kind::NpuOperation);
    keepPictures(u"debugger"_s);
    key(Qt::Key_F11, Qt::ShiftModifier);
    EXPECT_TRUE(QTest::qWaitFor(
        [&] { return place->text().startsWith(u"Before operation 0"_s); }, Patience));
}

/// Every operator beside what it should compute; without the reference model nothing is claimed.
TEST_F(LiveWindow, MeasuresAccuracyOfTheOpenCompile)
{
    open(fixturePath(u"transformer_block-u85-256/transformer_block.pte"_s));
    ASSERT_TRUE(session->model().compileResult());
    trigger(u"runs.accuracy"_s);
    auto *states = find<views::StateStack>(u"accuracyStates"_s);
    EXPECT_FALSE(states->isContentShown());
    Q_EMIT states->actionTriggered();
    ASSERT_TRUE(QTest::qWaitFor([&] { return states->isContentShown(); }, Patience));
    EXPECT_TRUE(waitForIdle(Patience));
    keepPictures(u"accuracy"_s);
    const auto *verdict = find<QLabel>(u"accuracyVerdict"_s);
    const bool isThere
        = find<QLabel>(u"accuracySides"_s)->text().contains(u"reference: compared"_s);
    EXPECT_EQ(verdict->text().startsWith(u"Nothing breaks"_s), isThere);
    EXPECT_EQ(verdict->text() == u"Nothing was compared"_s, !isThere);
    EXPECT_EQ(verdict->property("verdict").toString(), isThere ? u"good"_s : u"bad"_s);
    EXPECT_EQ(find<QTableView>(u"accuracyTable"_s)->model()->rowCount() > 30, isThere);
}

TEST_F(LiveWindow, FillsThePanelFromTheOpenProgram)
{
    open(fixturePath(u"mobilenet_v2-u85-256/mobilenet_v2.pte"_s));
    ASSERT_TRUE(session->model().program());
    trigger(u"run.panel"_s);
    panel().setTarget(u"fvp"_s);
    const auto request = panel().request();
    const auto &fvp = std::get<profile::FvpTarget>(request.target);
    EXPECT_EQ(fvp.platform, profile::FvpTarget::Platform::Corstone320U85);
    EXPECT_EQ(fvp.macs, 256U);
    keepPictures(u"panel-fvp"_s);
    panel().setTarget(u"host"_s);
    EXPECT_EQ(std::get<profile::HostTarget>(panel().request().target).pte, session->model().path());
    keepPictures(u"panel"_s);
}

} // namespace tosaic::test::livewindowtests
