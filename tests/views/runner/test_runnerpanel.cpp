// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/widgettest.h"
#include "views/runner/runnerpanel.h"
#include "views/widgets/statestack.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

namespace tosaic::test::runnerpaneltests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::views;

namespace {

using analysis::ProgramPlacement;
using analysis::RunnerPlan;
using analysis::RunnerStep;

RunnerPlan plan()
{
    RunnerPlan plan;
    plan.selectOps = { u"aten::_softmax.out"_s, u"aten::add.out"_s };
    plan.cpu = u"cortex-m55"_s;
    plan.scratchBytes = 3 << 20;
    plan.steps = { { RunnerStep::Kind::BuildLibraries, u"$EXECUTORCH/build_executorch.sh"_s,
                       { u"--target_cpu=cortex-m55"_s }, {} },
        { RunnerStep::Kind::BuildRunner, u"$EXECUTORCH/build_executor_runner.sh"_s,
            { u"--target=ethos-u55-128"_s }, {} },
        { RunnerStep::Kind::RunFvp, u"$EXECUTORCH/run_fvp.sh"_s, {}, {} } };
    return plan;
}

Diagnostic finding(const QString &id, Severity severity, const QString &text)
{
    return { id, severity, {}, text };
}

class RunnerPanelTest : public testing::Test
{
protected:
    RunnerPanelTest()
    {
        panel.resize(700, 300);
        panel.show();
        EXPECT_TRUE(QTest::qWaitForWindowExposed(&panel));
    }
    template <typename Widget>
    Widget &child(const QString &name)
    {
        return test::childOf<Widget>(panel, name);
    }
    void click(const QString &name)
    {
        QTest::mouseClick(&child<QPushButton>(name), Qt::LeftButton);
    }

    RunnerPanel panel;
};

} // namespace

TEST_F(RunnerPanelTest, WithoutAProgramItOffersToOpenOne)
{
    auto &states = *panel.findChild<StateStack *>();
    EXPECT_FALSE(states.isContentShown());
    const QSignalSpy asked(&panel, &RunnerPanel::openRequested);
    for (auto *button : states.currentWidget()->findChildren<QPushButton *>()) {
        if (button->isVisible())
            QTest::mouseClick(button, Qt::LeftButton);
    }
    EXPECT_EQ(asked.count(), 1);
    panel.showPlan(u"add.pte"_s, plan(), {});
    EXPECT_TRUE(states.isContentShown());
    panel.showEmpty();
    EXPECT_FALSE(states.isContentShown());
}

TEST_F(RunnerPanelTest, ShowsKernelsCommandsAndMemory)
{
    panel.showPlan(u"add.pte"_s, plan(), {});
    EXPECT_EQ(child<QLineEdit>(u"runnerKernels"_s).text(), u"aten::_softmax.out,aten::add.out"_s);
    const auto commands = child<QPlainTextEdit>(u"runnerCommands"_s).toPlainText();
    EXPECT_EQ(commands.count(u"# "_s), 3); // a title for each command
    // Continued lines: a shell takes it as it is.
    EXPECT_TRUE(commands.contains(
        u"\"$EXECUTORCH\"/build_executor_runner.sh \\\n    --target=ethos-u55-128"_s))
        << commands.toStdString();
    EXPECT_TRUE(child<QLabel>(u"runnerTitle"_s).text().contains(u"add.pte"_s));
    EXPECT_TRUE(child<QLabel>(u"runnerNotes"_s).text().contains(u"3.00 MiB"_s));
    auto none = plan();
    none.scratchBytes.reset();
    none.selectOps.clear();
    panel.showPlan(u"add.pte"_s, none, {});
    EXPECT_FALSE(child<QWidget>(u"runnerNotesArea"_s).isVisible()); // nothing to note
    EXPECT_FALSE(child<QLineEdit>(u"runnerKernels"_s).placeholderText().isEmpty());
    EXPECT_FALSE(child<QPushButton>(u"runnerCopyKernels"_s).isEnabled());
}

TEST_F(RunnerPanelTest, CopiesKernelsAndCommands)
{
    panel.showPlan(u"add.pte"_s, plan(), {});
    click(u"runnerCopyKernels"_s);
    EXPECT_EQ(QGuiApplication::clipboard()->text(), u"aten::_softmax.out,aten::add.out"_s);
    click(u"runnerCopyCommands"_s);
    EXPECT_EQ(QGuiApplication::clipboard()->text(),
        child<QPlainTextEdit>(u"runnerCommands"_s).toPlainText());
}

TEST_F(RunnerPanelTest, AnAddressIsAskedForOnlyWhereItCounts)
{
    panel.showPlan(u"add.pte"_s, plan(), {});
    auto &address = child<QLineEdit>(u"runnerAddress"_s);
    auto &placement = child<QComboBox>(u"runnerPlacement"_s);
    EXPECT_FALSE(address.isVisible());
    const QSignalSpy changed(&panel, &RunnerPanel::choicesChanged);
    placement.setFocus();
    QTest::keyClick(&placement, Qt::Key_Down);
    EXPECT_EQ(changed.count(), 1);
    EXPECT_TRUE(address.isVisible());
    EXPECT_EQ(panel.choices().placement, ProgramPlacement::Address);
    EXPECT_EQ(panel.choices().address, 0x38000000U);
    address.selectAll();
    QTest::keyClicks(&address, u"0x7000 0000zz"_s); // what is no hexadecimal digit is not taken
    EXPECT_EQ(address.text(), u"0x70000000"_s);
    EXPECT_EQ(panel.choices().address, 0x70000000U);
    address.setText(u"0x"_s);
    EXPECT_EQ(panel.choices().address, 0U); // not written in full
    QTest::keyClick(&placement, Qt::Key_Down);
    EXPECT_FALSE(address.isVisible());
    EXPECT_EQ(panel.choices().placement, ProgramPlacement::Semihosting);
}

TEST_F(RunnerPanelTest, KeepsWhatItIsToldAndTellsWhatIsChosen)
{
    const QSignalSpy changed(&panel, &RunnerPanel::choicesChanged);
    panel.setChoices({ .checkout = u"/src/executorch"_s,
        .toolchain = u"arm-zephyr-eabi-gcc"_s,
        .placement = ProgramPlacement::Address,
        .address = 0x70000000,
        .recordsEtdump = true });
    EXPECT_EQ(changed.count(), 0); // nobody has chosen anything
    const auto choices = panel.choices();
    EXPECT_EQ(choices.checkout, u"/src/executorch"_s);
    EXPECT_EQ(choices.toolchain, u"arm-zephyr-eabi-gcc"_s);
    EXPECT_EQ(choices.address, 0x70000000U);
    EXPECT_TRUE(choices.recordsEtdump);
    panel.setChoices({}); // nothing was ever chosen: the first compiler stays
    EXPECT_FALSE(panel.choices().toolchain.isEmpty());
    panel.showPlan(u"add.pte"_s, plan(), {});
    child<QCheckBox>(u"runnerEtdump"_s).click();
    EXPECT_EQ(changed.count(), 1);
    EXPECT_TRUE(panel.choices().recordsEtdump);
}

TEST_F(RunnerPanelTest, AFolderCanBeChosen)
{
    panel.showPlan(u"add.pte"_s, plan(), {});
    const QSignalSpy changed(&panel, &RunnerPanel::choicesChanged);
    click(u"runnerChooseCheckout"_s);
    auto *dialog = panel.findChild<QFileDialog *>();
    ASSERT_TRUE(dialog);
    dialog->setDirectory(QDir::rootPath());
    dialog->selectFile(QDir::tempPath());
    QMetaObject::invokeMethod(dialog, "accept");
    EXPECT_EQ(changed.count(), 1);
    EXPECT_EQ(panel.choices().checkout, QDir::tempPath());
}

TEST_F(RunnerPanelTest, BuildsWhenAllIsThere)
{
    panel.showPlan(u"add.pte"_s, plan(), {});
    const QSignalSpy asked(&panel, &RunnerPanel::buildRequested);
    click(u"runnerBuild"_s);
    click(u"runnerRun"_s);
    ASSERT_EQ(asked.count(), 2);
    EXPECT_FALSE(asked[0][0].toBool());
    EXPECT_TRUE(asked[1][0].toBool());
    panel.setRunning(true);
    EXPECT_FALSE(child<QPushButton>(u"runnerBuild"_s).isEnabled());
    EXPECT_FALSE(child<QPushButton>(u"runnerRun"_s).isEnabled());
    panel.setRunning(false);
    EXPECT_TRUE(child<QPushButton>(u"runnerBuild"_s).isEnabled());
}

TEST_F(RunnerPanelTest, WhatIsMissingDisablesTheButtonsAndIsSaid)
{
    const auto &build = child<QPushButton>(u"runnerBuild"_s);
    const auto &run = child<QPushButton>(u"runnerRun"_s);
    const auto &notes = child<QLabel>(u"runnerNotes"_s);
    panel.showPlan(
        u"add.pte"_s, plan(), { finding(u"runner.no-checkout"_s, Severity::Error, u"English"_s) });
    EXPECT_FALSE(build.isEnabled());
    EXPECT_FALSE(run.isEnabled());
    EXPECT_TRUE(notes.isVisible());
    EXPECT_TRUE(notes.text().contains(u"checkout"_s)) << notes.text().toStdString();
    // Without the simulator the runner can still be built.
    panel.showPlan(
        u"add.pte"_s, plan(), { finding(u"runner.no-fvp"_s, Severity::Warning, u"English"_s) });
    EXPECT_TRUE(build.isEnabled());
    EXPECT_FALSE(run.isEnabled());
    // What the runner's CMake refuses needs no try.
    auto refused = plan();
    refused.diagnostics = { finding(u"runner.mode-refused"_s, Severity::Error, u"refuses"_s) };
    panel.showPlan(u"add.pte"_s, refused, {});
    EXPECT_FALSE(build.isEnabled());
    EXPECT_FALSE(run.isEnabled());
    EXPECT_TRUE(notes.text().contains(u"refuses"_s));
}

TEST_F(RunnerPanelTest, AKernelThatIsMissingIsNamed)
{
    auto lacking = plan();
    lacking.diagnostics = { { u"runner.no-kernel"_s, Severity::Warning,
        Location{ .entity = u"aten::linear.out"_s }, u"English"_s } };
    panel.showPlan(u"add.pte"_s, lacking, {});
    EXPECT_TRUE(child<QLabel>(u"runnerNotes"_s).text().contains(u"aten::linear.out "_s));
    EXPECT_TRUE(child<QPushButton>(u"runnerBuild"_s).isEnabled());
}

TEST_F(RunnerPanelTest, EverythingIsReachedByKeyAndHasAName)
{
    panel.setChoices({ .placement = ProgramPlacement::Address });
    panel.showPlan(u"add.pte"_s, plan(), {});
    panel.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&panel));
    child<QLineEdit>(u"runnerCheckout"_s).setFocus();
    const auto reached = test::reachedByTab(30);
    for (const auto &name : { u"runnerCheckout"_s, u"runnerChooseCheckout"_s, u"runnerToolchain"_s,
             u"runnerPlacement"_s, u"runnerAddress"_s, u"runnerEtdump"_s, u"runnerKernels"_s,
             u"runnerCopyKernels"_s, u"runnerCommands"_s, u"runnerCopyCommands"_s, u"runnerBuild"_s,
             u"runnerRun"_s })
        EXPECT_TRUE(reached.contains(name)) << name.toStdString();
}

} // namespace tosaic::test::runnerpaneltests
