// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/commands.h"
#include "tests/app/cli/commandoutcome.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace tosaic::test::runnercommandtests {

namespace {

/// A folder that looks like an ExecuTorch checkout; its scripts write down how they were called.
QString standInCheckout(const QByteArray &lastLine)
{
    const auto root = temporaryDir() + u"/executorch"_s;
    const auto scripts = root + u"/backends/arm/scripts"_s;
    QDir().mkpath(scripts);
    for (const auto *name : { "build_executorch.sh", "build_executor_runner.sh", "run_fvp.sh" }) {
        QFile script(scripts + u'/' + QLatin1StringView(name));
        if (script.open(QIODevice::WriteOnly))
            script.write("#!/bin/sh\necho \"$(basename $0) $@\" >> calls.txt\n" + lastLine + "\n");
        script.setPermissions(script.permissions() | QFile::ExeOwner);
    }
    return root;
}

QStringList calls(const QString &checkout)
{
    QFile file(checkout + u"/calls.txt"_s);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    return QString::fromUtf8(file.readAll()).split(u'\n', Qt::SkipEmptyParts);
}

} // namespace

TEST(RunnerCommand, ListsTheKernelsOfANonDelegatedProgram)
{
    const auto outcome = outcomeOf(cli::runnerCommand(),
        { fixturePath(u"softmax-cpu/softmax.pte"_s), u"--placement"_s, u"semihosting"_s,
            u"--json"_s });
    ASSERT_EQ(outcome.exitCode, cli::Fine) << outcome.err.toStdString();
    const auto json = outcome.json();
    EXPECT_EQ(json["selectOpsList"_L1].toString(), u"aten::_softmax.out"_s);
    EXPECT_EQ(json["steps"_L1].toArray().size(), 3);
    EXPECT_FALSE(json.contains("scratchBytes"_L1));
}

TEST(RunnerCommand, TakesTargetAndMemoryFromTheProgram)
{
    const auto outcome
        = outcomeOf(cli::runnerCommand(), { fixturePath(u"add-u55-128-sram_only/add.pte"_s) });
    ASSERT_EQ(outcome.exitCode, cli::Fine) << outcome.err.toStdString();
    EXPECT_TRUE(outcome.out.contains(u"--memory_mode=Sram_Only"_s)) << outcome.out.toStdString();
    EXPECT_TRUE(outcome.err.contains(u"runner.model-in-dram"_s));
}

TEST(RunnerCommand, ATargetThatIsNotTheDelegatesIsSaidToHaveNoEffect)
{
    const QStringList asked{ fixturePath(u"add-u55-128/add.pte"_s), u"--target"_s };
    const auto other = outcomeOf(cli::runnerCommand(), asked + QStringList{ u"ethos-u85-256"_s });
    EXPECT_EQ(other.exitCode, cli::Fine);
    EXPECT_TRUE(other.out.contains(u"--target=ethos-u55-128"_s));
    EXPECT_TRUE(other.err.contains(u"info: runner.target-ignored: ethos-u85-256"_s))
        << other.err.toStdString();
    const auto same = outcomeOf(cli::runnerCommand(), asked + QStringList{ u"ethos-u55-128"_s });
    EXPECT_FALSE(same.err.contains(u"runner.target-ignored"_s));
}

TEST(RunnerCommand, RunsTheCheckoutsScriptsInOrder)
{
    const auto checkout = standInCheckout("exit 0");
    const auto outcome = outcomeOf(cli::runnerCommand(),
        { fixturePath(u"softmax-cpu/softmax.pte"_s), u"--checkout"_s, checkout, u"--toolchain"_s,
            u"sh"_s, u"--run"_s });
    ASSERT_EQ(outcome.exitCode, cli::Fine) << outcome.err.toStdString();
    const auto made = calls(checkout);
    ASSERT_EQ(made.size(), 2);
    EXPECT_TRUE(made[0].startsWith(u"build_executorch.sh "_s));
    EXPECT_TRUE(made[1].contains(u"--target=ethos-u55-128"_s));
}

TEST(RunnerCommand, AFailedBuildStopsThereAndSaysWhy)
{
    const auto checkout = standInCheckout("echo no rule to make target; exit 7");
    const auto outcome = outcomeOf(cli::runnerCommand(),
        { fixturePath(u"softmax-cpu/softmax.pte"_s), u"--checkout"_s, checkout, u"--toolchain"_s,
            u"sh"_s, u"--run"_s });
    EXPECT_EQ(outcome.exitCode, cli::ToolFailed);
    EXPECT_EQ(calls(checkout).size(), 1);
    EXPECT_TRUE(outcome.err.contains(u"exit code 7"_s)) << outcome.err.toStdString();
    EXPECT_TRUE(outcome.err.contains(u"no rule to make target"_s));
}

TEST(RunnerCommand, WithoutACheckoutNothingRuns)
{
    const auto outcome = outcomeOf(
        cli::runnerCommand(), { fixturePath(u"softmax-cpu/softmax.pte"_s), u"--run"_s });
    EXPECT_EQ(outcome.exitCode, cli::ToolFailed);
    EXPECT_TRUE(outcome.err.contains(u"runner.no-checkout"_s));
    EXPECT_EQ(outcomeOf(cli::runnerCommand(), {}).exitCode, cli::Usage);
    EXPECT_EQ(outcomeOf(cli::runnerCommand(), { fixturePath(u"MANIFEST.json"_s) }).exitCode,
        cli::BadInput);
}

} // namespace tosaic::test::runnercommandtests
