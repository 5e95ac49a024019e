// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The panels of the Run menu, a program without a delegate, and what changed, in the window.
#include "app/shell/compile/compilecontroller.h"
#include "app/shell/frame/actionregistry.h"
#include "app/shell/frame/pages.h"
#include "app/shell/frame/shellsettings.h"
#include "app/shell/window/docks.h"
#include "tests/app/windowfixture.h"
#include "tests/support/samples.h"
#include "views/graph/graphpage.h"
#include "views/reference/referencepanel.h"
#include "views/runner/runnerpanel.h"

#include <QAction>
#include <QDir>
#include <QDockWidget>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::test::toolpanelstests {

using shell::Mode;

namespace {

constexpr int Patience = 60'000; // ms, for a machine under load

void writeScript(const QString &path, const QByteArray &text)
{
    QDir().mkpath(QFileInfo(path).absolutePath());
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("#!/bin/sh\n" + text + "\n");
    file.setPermissions(file.permissions() | QFile::ExeOwner);
}

class ToolPanels : public WindowTest
{
protected:
    ToolPanels() { window->resize(1280, 800); }

    /// For the eye, in both themes: TOSAIC_PICTURES names a folder for them.
    void keepPictures(const QString &name)
    {
        const auto folder = qEnvironmentVariable("TOSAIC_PICTURES");
        if (folder.isEmpty())
            return;
        for (const auto mode : { views::ThemeMode::Dark, views::ThemeMode::Light }) {
            theme.apply(*qApp, mode);
            QTest::qWait(300); // for what is laid out later
            const auto end = mode == views::ThemeMode::Dark ? u"-dark.png"_s : u"-light.png"_s;
            EXPECT_TRUE(window->grab().save(folder + u'/' + name + end));
        }
    }
    bool waitForEnd()
    {
        return QTest::qWaitFor(
            [this] {
                const auto &all = session->jobs().records();
                return !all.empty() && all.back().hasEnded();
            },
            Patience);
    }
    const JobRecord &last() { return session->jobs().records().back(); }
    void click(const QString &name)
    {
        auto *button = find<QPushButton>(name);
        ASSERT_TRUE(button->isVisible()) << name.toStdString();
        ASSERT_TRUE(button->isEnabled()) << name.toStdString();
        QTest::mouseClick(button, Qt::LeftButton);
    }
    QString text(const QString &label) { return find<QLabel>(label)->text(); }
};

/// A checkout whose scripts write down that they ran, and a compiler that is only there.
class RunnerWindow : public ToolPanels
{
protected:
    void SetUp() override
    {
        const auto compiler = dir + u"/bin/arm-none-eabi-gcc"_s;
        writeScript(compiler, "exit 0");
        qputenv("PATH", (dir + u"/bin:"_s).toLocal8Bit() + m_path);
        behave("exit 0");
        settings->set(shell::settings::ExecuTorchCheckout, checkout());
        restart();
        window->resize(1280, 800);
        open(fixturePath(u"softmax-cpu/softmax.pte"_s));
        trigger(u"run.runner"_s);
    }
    void TearDown() override { qputenv("PATH", m_path); }

    QString checkout() const { return dir + u"/executorch"_s; }
    void behave(const QByteArray &body)
    {
        for (const auto &name :
            { u"build_executorch.sh"_s, u"build_executor_runner.sh"_s, u"run_fvp.sh"_s })
            writeScript(checkout() + u"/backends/arm/scripts/"_s + name,
                "echo \"$(basename $0) $@\" | tee -a calls.txt\n" + body);
    }
    QStringList calls() const
    {
        QFile file(checkout() + u"/calls.txt"_s);
        return file.open(QIODevice::ReadOnly)
            ? QString::fromUtf8(file.readAll()).split(u'\n', Qt::SkipEmptyParts)
            : QStringList();
    }

private:
    QByteArray m_path = qgetenv("PATH");
};

class ReferenceWindow : public ToolPanels
{
protected:
    void SetUp() override
    {
        if (qEnvironmentVariableIsEmpty("TOSAIC_PYTHON"))
            GTEST_SKIP() << "TOSAIC_PYTHON is not set: no TOSA reference model";
        open(fixturePath(u"add-u55-128/partition0/partition.tosa"_s));
        trigger(u"run.reference"_s);
    }
    void run(int seed)
    {
        find<QSpinBox>(u"referenceSeed"_s)->setValue(seed);
        click(u"referenceRun"_s);
        ASSERT_TRUE(waitForEnd());
        ASSERT_EQ(last().state, JobRecord::State::Succeeded)
            << last().log.join(u'\n').toStdString();
    }
    const views::ArraysModel &arrays() { return window->docks().referencePanel().arrays(); }
};

} // namespace

TEST_F(ToolPanels, AProgramWithoutADelegateIsUnderstood)
{
    open(fixturePath(u"softmax-cpu/softmax.pte"_s));
    EXPECT_EQ(session->problems().count(Severity::Error), 0);
    window->show(Mode::Partition);
    QStringList texts;
    for (const auto *label : window->pages().page(Mode::Partition)->findChildren<QLabel *>())
        texts += label->text();
    EXPECT_TRUE(texts.join(u'\n').contains(u"Compiled without a delegate: 1 operator"_s))
        << texts.join(u'\n').toStdString();
    trigger(u"run.runner"_s);
    EXPECT_TRUE(window->docks().runnerPanel().isVisible());
    EXPECT_EQ(find<QLineEdit>(u"runnerKernels"_s)->text(), u"aten::_softmax.out"_s);
    EXPECT_FALSE(text(u"runnerNotes"_s).contains(u"scratch"_s));
}

TEST_F(ToolPanels, ACompileWithoutADelegateOpensByItself)
{
    if (qEnvironmentVariableIsEmpty("TOSAIC_PYTHON"))
        GTEST_SKIP() << "TOSAIC_PYTHON is not set: the compilers are not here";
    settings->set(Setting<QString>{ "compile/outputFolder", {} }, dir + u"/out"_s);
    open(sourcePath(u"tests/fixtures/models/softmax.py"_s));
    clickNotice(0); // trust this file
    auto spec = session->spec().spec();
    spec.delegate = false;
    session->spec().setSpec(spec);
    const QSignalSpy finished(&window->compile().runner(), &shell::CompileRunner::finished);
    trigger(u"compile.run"_s);
    ASSERT_TRUE(QTest::qWaitFor([&] { return finished.count() > 0; }, 400'000));
    EXPECT_TRUE(waitForIdle());
    ASSERT_TRUE(session->model().compileResult()) << last().log.join(u'\n').toStdString();
    EXPECT_TRUE(session->model().compileResult()->partitions.empty());
    EXPECT_EQ(find<QLineEdit>(u"runnerKernels"_s)->text(), u"aten::_softmax.out"_s);
}

TEST_F(ToolPanels, TheRunnerIsPlannedForWhatTheProgramWasCompiledFor)
{
    // Away from its result.json, with another target in the editor.
    const auto copy = dir + u"/add.pte"_s;
    ASSERT_TRUE(QFile::copy(fixturePath(u"add-u65-256/add.pte"_s), copy));
    open(copy);
    session->spec().setSpec({ .target = u"ethos-u85-256"_s });
    trigger(u"run.runner"_s);
    const auto commands = find<QPlainTextEdit>(u"runnerCommands"_s)->toPlainText();
    EXPECT_TRUE(commands.contains(u"--target=ethos-u65-256"_s)) << commands.toStdString();
    EXPECT_TRUE(find<QPushButton>(u"runnerCopyCommands"_s)->isEnabled());
    EXPECT_FALSE(find<QPushButton>(u"runnerBuild"_s)->isEnabled()); // no checkout
    EXPECT_TRUE(text(u"runnerNotes"_s).contains(u"checkout"_s));
    keepPictures(u"runner"_s);
}

TEST_F(RunnerWindow, ABuildIsAJobWithStagesAndALog)
{
    click(u"runnerBuild"_s);
    ASSERT_TRUE(waitForEnd());
    EXPECT_EQ(last().state, JobRecord::State::Succeeded);
    ASSERT_EQ(calls().size(), 2);
    EXPECT_TRUE(calls()[0].startsWith(u"build_executorch.sh "_s));
    EXPECT_TRUE(calls()[1].startsWith(u"build_executor_runner.sh "_s));
    EXPECT_TRUE(last().log.contains(calls()[1]));
    EXPECT_EQ(last().stages.size(), 2U);
    EXPECT_TRUE(find<QPushButton>(u"runnerBuild"_s)->isEnabled());
}

TEST_F(RunnerWindow, AFailedBuildSaysWhereAndWhatToDo)
{
    behave("echo no rule to make target; exit 2");
    click(u"runnerBuild"_s);
    ASSERT_TRUE(waitForEnd());
    EXPECT_EQ(last().state, JobRecord::State::Failed);
    EXPECT_EQ(calls().size(), 1);
    EXPECT_FALSE(last().nextStep.isEmpty());
    ASSERT_EQ(last().problems.size(), 1U);
    EXPECT_EQ(last().problems[0].id, u"tool.failed"_s);
    EXPECT_TRUE(last().problems[0].text.contains(u"no rule to make target"_s));
}

TEST_F(RunnerWindow, ABuildCanBeCancelled)
{
    behave("sleep 600");
    click(u"runnerBuild"_s);
    ASSERT_TRUE(QTest::qWaitFor([this] { return calls().size() == 1; }, Patience));
    EXPECT_FALSE(find<QPushButton>(u"runnerBuild"_s)->isEnabled());
    session->jobs().cancel(last().id);
    ASSERT_TRUE(waitForEnd());
    EXPECT_EQ(last().state, JobRecord::State::Cancelled);
    EXPECT_EQ(calls().size(), 1);
    EXPECT_TRUE(find<QPushButton>(u"runnerBuild"_s)->isEnabled());
}

TEST_F(RunnerWindow, TheTimeLimitOfJobsCounts)
{
    behave("sleep 600");
    const auto shorten = [this] { // the settings know whole minutes only
        auto limits = session->queue().limits();
        limits.timeLimitMs = 300;
        session->queue().setLimits(limits);
    };
    QObject::connect(settings.get(), &SettingsStore::changed, window.get(), shorten);
    shorten();
    click(u"runnerBuild"_s);
    ASSERT_TRUE(waitForEnd());
    EXPECT_EQ(last().state, JobRecord::State::Failed);
    EXPECT_FALSE(last().nextStep.isEmpty());
}

TEST_F(ReferenceWindow, RunsShowsAndCompares)
{
    run(0);
    ASSERT_GT(arrays().rowCount(), 1);
    const auto output = arrays().rows()[0];
    EXPECT_EQ(output.role, views::ArrayRow::Role::Output);
    EXPECT_FALSE(output.array.shape.empty());
    auto *values = find<QPlainTextEdit>(u"referenceValues"_s);
    EXPECT_TRUE(QTest::qWaitFor([&] { return !values->toPlainText().isEmpty(); }));
    run(0);
    click(u"referenceComparePrevious"_s);
    ASSERT_TRUE(QTest::qWaitFor([this] { return arrays().rows()[0].difference.has_value(); }));
    EXPECT_TRUE(arrays().rows()[0].difference->isWithin());
    run(7);
    click(u"referenceComparePrevious"_s);
    ASSERT_TRUE(QTest::qWaitFor([this] { return arrays().rows()[0].difference.has_value(); }));
    EXPECT_FALSE(arrays().rows()[0].difference->isWithin());
    EXPECT_TRUE(text(u"referenceSummary"_s).contains(u"differ"_s));
    // Of three runs the panel uses two; the arrays of the first are gone.
    const auto used = window->docks().referencePanel().folders();
    ASSERT_EQ(used.size(), 2);
    EXPECT_EQ(QDir(QFileInfo(used[0]).absolutePath()).entryList({ u"run*"_s }).size(), 2);
    keepPictures(u"reference"_s);
}

TEST_F(ReferenceWindow, AnInputThatDoesNotFitIsAProblem)
{
    const auto file = dir + u"/nonsense.npy"_s;
    writeScript(file, "no array");
    window->docks().referencePanel().setInputFiles({ file });
    click(u"referenceRun"_s);
    ASSERT_TRUE(waitForEnd());
    EXPECT_EQ(last().state, JobRecord::State::Failed);
    EXPECT_TRUE(text(u"referenceSummary"_s).startsWith(u"The run failed"_s));
    EXPECT_GT(session->problems().count(Severity::Error), 0);
}

TEST_F(ToolPanels, WhatMovedSinceTheCompileBeforeIsMarked)
{
    open(fixturePath(u"mobilenet_v2-u55-128/mobilenet_v2.pte"_s));
    open(fixturePath(u"mobilenet_v2-u55-128-conv_on_cpu/mobilenet_v2.pte"_s));
    window->show(Mode::Model);
    ASSERT_TRUE(waitForIdle());
    const auto marked = [this] {
        const auto &nodes = window->pages().graph().shownGraph().nodes;
        return std::count_if(nodes.begin(), nodes.end(), [](const graph::Node &node) {
            return node.change != graph::Change::None || node.changesInside > 0;
        });
    };
    EXPECT_TRUE(QTest::qWaitFor([&] { return marked() > 0; }));
    keepPictures(u"changes"_s);
    window->show(Mode::Compare);
    keepPictures(u"compare"_s);
    window->show(Mode::Model);
    trigger(u"view.changes"_s);
    EXPECT_EQ(marked(), 0);
    trigger(u"view.changes"_s);
    EXPECT_GT(marked(), 0);
    // Another model has nothing to do with the two.
    open(fixturePath(u"softmax-cpu/softmax.pte"_s));
    EXPECT_EQ(marked(), 0);
}

/// From why an operator is not on the NPU to the line it was written in.
TEST_F(ToolPanels, AReasonLeadsToTheLineOfTheModel)
{
    open(fixturePath(u"two_partitions-u55-128/two_partitions.pte"_s));
    session->setCompileInput(sourcePath(u"tests/fixtures/models/two_partitions.py"_s));
    window->show(Mode::Partition);
    auto *line = find<QPushButton>(u"reasonSource0"_s);
    ASSERT_TRUE(line->isVisible());
    EXPECT_TRUE(line->text().startsWith(u"two_partitions.py:"_s)) << qPrintable(line->text());
    QTest::mouseClick(line, Qt::LeftButton);
    const auto *text = find<QPlainTextEdit>(u"sourceText"_s);
    const auto number = line->text().section(u':', -1).toInt();
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return text->isVisible() && text->textCursor().blockNumber() + 1 == number; },
        Patience))
        << text->textCursor().blockNumber();
    keepPictures(u"reason-source"_s);
}

/// Its work would go on without the session that it reports to.
TEST_F(ToolPanels, APageThatNobodyLookedAtGoesWithItsWindow)
{
    window->show(Mode::Spec);
    QPointer<QWidget> page = window->pages().page(Mode::Compare);
    ASSERT_FALSE(page->parent());
    window.reset();
    EXPECT_FALSE(page);
}

} // namespace tosaic::test::toolpanelstests
