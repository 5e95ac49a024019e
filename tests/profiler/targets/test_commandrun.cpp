// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/consoleparser.h"
#include "profiler/parsers/runjson.h"
#include "tests/profiler/targets/runwatch.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QElapsedTimer>

using namespace Qt::StringLiterals;

namespace tosaic::test::commandruntests {

using profile::LiveRun;
using State = LiveRun::State;

namespace {

bool isAlive(qint64 pid)
{
    QFile stat(u"/proc/%1/stat"_s.arg(pid));
    if (pid <= 0 || !stat.open(QIODevice::ReadOnly))
        return false;
    const auto text = stat.readAll();
    return text.sliced(text.lastIndexOf(')') + 2).front() != 'Z';
}

} // namespace

TEST(CommandRun, KeepsTheRawConsoleAndReadsIt)
{
    const QByteArray oddities("\0\x1b[31mred\x1b[0m\r\n\xff\r", 17);
    const auto text = oddities + completeConsole() + "no line end";
    RunWatch watch(commandRequest(u"console"_s, written(u"console.log"_s, text)));
    ASSERT_TRUE(watch.finish());
    EXPECT_EQ(watch.run.state(), State::Complete) << watch.problemId().toStdString();
    EXPECT_EQ(watch.run.console(), text);
    EXPECT_EQ(watch.heard, text);
    EXPECT_EQ(contentOf(watch.run.consolePath()), text);
    ASSERT_TRUE(watch.run.run());
    ASSERT_EQ(watch.run.run()->profiles.size(), 1U);
    EXPECT_EQ(watch.run.run()->profiles[0].counter(u"NPU_IDLE"_s)->value, 1234U);
    EXPECT_EQ(watch.states, (std::vector{ State::Starting, State::Running, State::Complete }));
    EXPECT_EQ(watch.finished.count(), 1);
}

TEST(CommandRun, ARealConsoleInPiecesGivesWhatTheFileGives)
{
    TOSAIC_NEED_SAMPLES();
    for (const auto &name : { u"01-et-u85-mv2-pmu-report.log"_s, u"08-mlek-u55-kws.log"_s }) {
        const auto path = samplesDir() + u"/logs/"_s + name;
        const auto whole = profile::parseConsole(contentOf(path));
        ASSERT_TRUE(whole);
        RunWatch watch(commandRequest(u"pieces"_s, path));
        watch.run.setLimits({ .snapshotMs = 5 });
        ASSERT_TRUE(watch.finish());
        EXPECT_EQ(watch.run.console(), contentOf(path));
        ASSERT_TRUE(watch.run.run());
        EXPECT_EQ(profile::runToJson(*watch.run.run()), profile::runToJson(*whole));
        EXPECT_GT(watch.changes, 1) << "live values came only at the end";
    }
}

TEST(CommandRun, AnExitCodeIsAFailureAndTheConsoleStays)
{
    RunWatch watch(commandRequest(u"exit"_s, written(u"console.log"_s, completeConsole())));
    ASSERT_TRUE(watch.finish());
    EXPECT_EQ(watch.run.state(), State::Failed);
    EXPECT_EQ(watch.problemId(), u"run.exit-code"_s);
    EXPECT_TRUE(watch.run.problem()->text.contains(u'7'));
    ASSERT_TRUE(watch.run.run());
    EXPECT_EQ(watch.run.run()->profiles.size(), 1U);
}

TEST(CommandRun, ACrashIsSaidWithItsSignal)
{
    RunWatch watch(commandRequest(u"crash"_s, written(u"console.log"_s, "before\n")));
    ASSERT_TRUE(watch.finish());
    EXPECT_EQ(watch.run.state(), State::Failed);
    EXPECT_EQ(watch.problemId(), u"run.crashed"_s);
    EXPECT_TRUE(watch.run.problem()->text.contains(u"SIGSEGV"_s));
    EXPECT_EQ(watch.run.console(), "before\n");
}

TEST(CommandRun, WhatTheConsoleReportsIsTheProblem)
{
    const auto text = "I [executorch:runner.cpp:10 main()] Model buffer loaded, has 1 methods\n"
                      "E [executorch:memory_allocator.h:85 allocate()] Memory allocation failed: "
                      "2048B requested (adjusted for alignment), 16B available\n"
                      "I [executorch:runner.cpp:20 main()] Loading of method forward failed with "
                      "status 0x21\n";
    RunWatch watch(commandRequest(u"console"_s, written(u"console.log"_s, text)));
    ASSERT_TRUE(watch.finish());
    EXPECT_EQ(watch.run.state(), State::Failed);
    EXPECT_EQ(watch.problemId(), u"run.failed"_s);
    EXPECT_TRUE(watch.run.problem()->text.contains(u"Memory allocation failed"_s));
    EXPECT_EQ(watch.run.problem()->location.line, 2);
}

TEST(CommandRun, AProgramThatPrintsNothingOrNothingOfNoteHasNotRunAnything)
{
    RunWatch silent(commandRequest(u"nothing"_s));
    ASSERT_TRUE(silent.finish());
    EXPECT_EQ(silent.run.state(), State::Failed);
    EXPECT_EQ(silent.problemId(), u"run.no-inference"_s);
    RunWatch cut(
        commandRequest(u"console"_s, written(u"console.log"_s, completeConsole().left(150))));
    ASSERT_TRUE(cut.finish());
    EXPECT_EQ(cut.problemId(), u"run.truncated"_s);
}

TEST(CommandRun, AMissingProgramIsAProblemNotACrash)
{
    RunWatch watch({ .target = profile::CommandTarget{ .program = u"/no/such/program"_s } });
    ASSERT_TRUE(watch.finish());
    EXPECT_EQ(watch.run.state(), State::Failed);
    EXPECT_EQ(watch.problemId(), u"run.not-started"_s);
}

TEST(CommandRun, ARelativePathMeansOurFolderWhereverItRuns)
{
    const auto here = QDir::currentPath();
    auto request = commandRequest(u"console"_s, written(u"console.log"_s, completeConsole()));
    auto &target = std::get<profile::CommandTarget>(request.target);
    target.program = QDir(here).relativeFilePath(standInTarget());
    target.workingFolder = temporaryDir();
    if (!target.program.contains(u'/'))
        target.program.prepend(u"./"_s);
    EXPECT_TRUE(profile::checkRequest(request).empty());
    RunWatch watch(request);
    ASSERT_TRUE(watch.finish());
    EXPECT_EQ(watch.run.state(), State::Complete) << watch.problemId().toStdString();
}

TEST(CommandRun, TheTimeLimitEndsAProgramThatHangs)
{
    auto request = commandRequest(u"hang"_s, written(u"console.log"_s, completeConsole()));
    request.timeLimitSeconds = 1;
    RunWatch watch(request);
    ASSERT_TRUE(watch.finish());
    EXPECT_EQ(watch.run.state(), State::TimedOut);
    EXPECT_EQ(watch.problemId(), u"run.timeout"_s);
    EXPECT_EQ(watch.run.console(), completeConsole());
    ASSERT_TRUE(watch.run.run());
}

TEST(CommandRun, StopKeepsWhatWasRead)
{
    RunWatch watch(commandRequest(u"hang"_s, written(u"console.log"_s, completeConsole())));
    watch.run.start();
    ASSERT_TRUE(watch.hear("Program complete"));
    watch.run.stop();
    ASSERT_TRUE(watch.finish());
    EXPECT_EQ(watch.run.state(), State::Stopped);
    EXPECT_FALSE(watch.run.problem());
    EXPECT_EQ(watch.run.console(), completeConsole());
    ASSERT_TRUE(watch.run.run());
    EXPECT_EQ(watch.run.run()->profiles.size(), 1U);
}

TEST(CommandRun, AProgramThatIgnoresTerminateEndsWithItsChildren)
{
    RunWatch watch(commandRequest(u"stubborn"_s));
    watch.run.start();
    ASSERT_TRUE(watch.hear("\n"));
    const auto child = watch.heard.mid(6).trimmed().toLongLong();
    ASSERT_TRUE(isAlive(child));
    watch.run.stop();
    ASSERT_TRUE(watch.finish());
    EXPECT_EQ(watch.run.state(), State::Stopped);
    EXPECT_FALSE(isAlive(child));
}

TEST(CommandRun, NothingIsLeftWhenTheRunIsDestroyed)
{
    qint64 child = 0;
    {
        RunWatch watch(commandRequest(u"stubborn"_s));
        watch.run.start();
        ASSERT_TRUE(watch.hear("\n"));
        child = watch.heard.mid(6).trimmed().toLongLong();
    }
    EXPECT_TRUE(QTest::qWaitFor([&] { return !isAlive(child); }, Patience));
}

TEST(CommandRun, EndlessGarbageIsCutAtTheLimit)
{
    RunWatch watch(commandRequest(u"endless"_s));
    watch.run.setLimits({ .consoleBytes = 300'000 });
    QSignalSpy added(&watch.run, &LiveRun::consoleAdded);
    ASSERT_TRUE(watch.finish());
    EXPECT_EQ(watch.run.state(), State::Failed);
    EXPECT_EQ(watch.problemId(), u"run.console-limit"_s);
    EXPECT_EQ(watch.run.consoleBytes(), 300'000U);
    EXPECT_EQ(watch.run.console().size(), 300'000);
}

TEST(CommandRun, SendReachesStandardInput)
{
    RunWatch watch(commandRequest(u"echo"_s));
    watch.run.start();
    ASSERT_TRUE(watch.reach(State::Running));
    watch.run.send("hello board\n");
    ASSERT_TRUE(watch.finish());
    EXPECT_EQ(watch.run.console(), "hello board\n");
}

TEST(CommandRun, AFolderThatIsNamedKeepsTheConsole)
{
    auto request = commandRequest(u"console"_s, written(u"console.log"_s, completeConsole()));
    request.folder = temporaryDir() + u"/runs/one"_s;
    {
        RunWatch watch(request);
        ASSERT_TRUE(watch.finish());
    }
    EXPECT_EQ(contentOf(request.folder + u"/console.txt"_s), completeConsole());
    RunWatch again(request);
    ASSERT_TRUE(again.finish());
    EXPECT_EQ(again.problemId(), u"io.open"_s);
    EXPECT_EQ(contentOf(request.folder + u"/console.txt"_s), completeConsole()) << "written over";
    EXPECT_EQ(again.run.console(), QByteArray()) << "the console of the other run";
    request.folder = written(u"console.log"_s, "a file, not a folder");
    RunWatch watch(request);
    ASSERT_TRUE(watch.finish());
    EXPECT_EQ(watch.run.state(), State::Failed);
    EXPECT_EQ(watch.problemId(), u"io.open"_s);
}

TEST(CommandRun, ALongConsoleStaysCheapWhileItGrows)
{
    // Many profiles, which every snapshot has to copy: the time must not grow with their square.
    const auto text = completeConsole().repeated(20'000); // 20 MB
    RunWatch watch(commandRequest(u"console"_s, written(u"console.log"_s, text)));
    watch.run.setLimits({ .snapshotMs = 1 });
    QElapsedTimer clock;
    clock.start();
    ASSERT_TRUE(watch.finish());
    EXPECT_EQ(watch.run.consoleBytes(), static_cast<quint64>(text.size()));
    ASSERT_TRUE(watch.run.run());
    EXPECT_EQ(watch.run.run()->profiles.size(), 10'000U); // the parser's limit
    EXPECT_LT(clock.elapsed(), 60'000);
}

} // namespace tosaic::test::commandruntests
