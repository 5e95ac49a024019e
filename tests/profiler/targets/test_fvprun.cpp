// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytesource.h"
#include "tests/profiler/targets/runwatch.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

using namespace Qt::StringLiterals;

namespace tosaic::test::fvpruntests {

using State = profile::LiveRun::State;

namespace {

/// A request for the stand-in, which prints `console` after its arguments.
profile::RunRequest fvpRequest(const QByteArray &console)
{
    qputenv("TOSAIC_STANDIN_CONSOLE", written(u"fvp.log"_s, console).toUtf8());
    profile::FvpTarget target;
    target.program = standInTarget();
    target.elf = written(u"runner.elf"_s, "elf");
    target.pte = fixturePath(u"add-u55-128/add.pte"_s);
    return { .target = target };
}

profile::FvpTarget &fvpOf(profile::RunRequest &request)
{
    return std::get<profile::FvpTarget>(request.target);
}

} // namespace

TEST(FvpRun, ReadsTheConsoleAndStatesTheConditions)
{
    auto request = fvpRequest("\n    Fast Models [11.27.42 (Sep 27 2024)]\r\n" + completeConsole());
    RunWatch watch(request);
    ASSERT_TRUE(watch.finish());
    EXPECT_EQ(watch.run.state(), State::Complete) << watch.problemId().toStdString();
    const auto conditions = watch.run.conditions();
    EXPECT_EQ(conditions.target, u"ethos-u55-128"_s);
    EXPECT_EQ(conditions.macs, 128U);
    EXPECT_EQ(conditions.mode, QString());
    EXPECT_EQ(conditions.tools.at(u"fvp"_s), u"11.27.42"_s);
    EXPECT_EQ(conditions.artefacts.at(u"elf"_s), sha256Hex("elf"));
    EXPECT_EQ(conditions.artefacts.at(u"pte"_s), sha256Hex(contentOf(fvpOf(request).pte)));
    EXPECT_TRUE(watch.run.files().empty());
    EXPECT_TRUE(watch.heard.contains("argument: --data\n"));
}

TEST(FvpRun, TheTraceIsAFileOfTheRun)
{
    auto request = fvpRequest(completeConsole());
    fvpOf(request).writesPmuTrace = true;
    RunWatch watch(request);
    ASSERT_TRUE(watch.finish());
    const auto files = watch.run.files();
    ASSERT_EQ(files.size(), 1U);
    EXPECT_EQ(files[0].role, u"trace"_s);
    EXPECT_EQ(contentOf(files[0].path), "{\"traceEvents\":[]}");
    EXPECT_EQ(files[0].size, 18U);
    EXPECT_EQ(files[0].sha256, sha256Hex("{\"traceEvents\":[]}"));
    EXPECT_EQ(watch.run.conditions().artefacts.at(u"trace"_s), files[0].sha256);
}

TEST(FvpRun, FastModeIsMarked)
{
    auto request = fvpRequest(completeConsole());
    fvpOf(request).isFast = true;
    RunWatch watch(request);
    ASSERT_TRUE(watch.finish());
    EXPECT_EQ(watch.run.conditions().mode, u"fast"_s);
    EXPECT_TRUE(watch.hasDiagnostic(u"run.fast"_s));
}

TEST(FvpRun, SemihostingGetsProgramAndInputsAndGivesOutputs)
{
    auto request = fvpRequest(completeConsole());
    fvpOf(request).usesSemihosting = true;
    RunWatch watch(request);
    ASSERT_TRUE(watch.finish());
    EXPECT_EQ(watch.run.state(), State::Complete) << watch.problemId().toStdString();
    EXPECT_TRUE(watch.heard.contains("input bytes: ")) << watch.heard.toStdString();
    EXPECT_FALSE(watch.heard.contains("input bytes: 0\n"));
    QStringList roles;
    const auto files = watch.run.files();
    for (const auto &file : files)
        roles += file.role;
    EXPECT_EQ(roles, (QStringList{ u"etdump"_s, u"outputs"_s }));
}

TEST(FvpRun, ItsExitCodeDoesNotDecide)
{
    qputenv("TOSAIC_STANDIN_EXIT", "1");
    RunWatch watch(fvpRequest(completeConsole()));
    const bool hasFinished = watch.finish();
    qunsetenv("TOSAIC_STANDIN_EXIT");
    ASSERT_TRUE(hasFinished);
    EXPECT_EQ(watch.run.state(), State::Complete) << watch.problemId().toStdString();
    EXPECT_TRUE(watch.hasDiagnostic(u"run.exit-code"_s));
}

TEST(FvpRun, ItsOwnTimeLimitIsATimeOut)
{
    RunWatch watch(fvpRequest(completeConsole().left(300)
        + "\nInfo: Simulation is stopping. Reason: CPU time has been exceeded.\n"));
    ASSERT_TRUE(watch.finish());
    EXPECT_EQ(watch.run.state(), State::TimedOut);
    EXPECT_EQ(watch.problemId(), u"run.timeout"_s);
}

TEST(FvpRun, AMissingFvpFails)
{
    auto request = fvpRequest({});
    fvpOf(request).program = u"/no/such/fvp"_s;
    RunWatch watch(request);
    ASSERT_TRUE(watch.finish());
    EXPECT_EQ(watch.run.state(), State::Failed);
    EXPECT_EQ(watch.problemId(), u"run.no-fvp"_s);
}

} // namespace tosaic::test::fvpruntests
