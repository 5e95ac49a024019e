// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/toolchain/toolprocess.h"
#include "tests/support/processes.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QFileInfo>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <csignal>

using namespace Qt::StringLiterals;

namespace tosaic::toolchain::toolprocesstests {

namespace {

using test::isAlive;

constexpr int Patience = 60000; // ms, for a machine under load

/// Runs the fake tool in one mode and keeps what it said.
struct ToolRun
{
    explicit ToolRun(const QString &mode, bool withEvents = false)
    {
        command.program = test::programPath(u"tosaic-faketool"_s);
        command.arguments = { mode };
        command.hasEvents = withEvents;
        if (withEvents)
            command.arguments.append(u"%EVENTS_FD%"_s);
        QObject::connect(process.get(), &ToolProcess::lineRead, process.get(),
            [this](const QString &line) { lines.append(line); });
        QObject::connect(process.get(), &ToolProcess::eventRead, process.get(),
            [this](const QJsonObject &event) { events.push_back(event); });
        QObject::connect(process.get(), &ToolProcess::problemFound, process.get(),
            [this](const Diagnostic &problem) { problems.push_back(problem); });
    }
    bool finish()
    {
        QSignalSpy spy(process.get(), &ToolProcess::finished);
        process->start(command);
        return spy.wait(Patience);
    }
    std::vector<qint64> children() const
    {
        std::vector<qint64> ids;
        for (const auto &line : lines) {
            if (line.startsWith(u"child "_s))
                ids.push_back(line.sliced(6).toLongLong());
        }
        return ids;
    }
    /// Id of the child that the tool left, once it has said so.
    qint64 childId() const
    {
        for (const auto &line : lines) {
            if (line.startsWith(u"child "_s))
                return line.sliced(6).toLongLong();
        }
        return 0;
    }

    ToolProcess::Command command;
    std::unique_ptr<ToolProcess> process = std::make_unique<ToolProcess>();
    QStringList lines;
    std::vector<QJsonObject> events;
    std::vector<Diagnostic> problems;
};

TEST(ToolProcess, DeliversOutputAndErrorsByLineInOrder)
{
    ToolRun run(u"ok"_s);
    ASSERT_TRUE(run.finish());
    EXPECT_EQ(run.process->end(), ToolProcess::End::Exited);
    EXPECT_EQ(run.process->exitCode(), 0);
    EXPECT_EQ(run.lines, (QStringList{ u"first line"_s, u"second line"_s, u"no line end"_s }));
}

TEST(ToolProcess, TellsExitCodeCrashAndMissingProgram)
{
    ToolRun failing(u"fail"_s);
    ASSERT_TRUE(failing.finish());
    EXPECT_EQ(failing.process->end(), ToolProcess::End::Exited);
    EXPECT_EQ(failing.process->exitCode(), 7);

    ToolRun crashing(u"crash"_s);
    ASSERT_TRUE(crashing.finish());
    EXPECT_EQ(crashing.process->end(), ToolProcess::End::Crashed);
    EXPECT_EQ(crashing.process->endDetail(), u"SIGSEGV"_s);
    EXPECT_EQ(crashing.lines, QStringList{ u"before the crash"_s });

    ToolRun missing(u"ok"_s);
    missing.command.program = u"/nonexistent/tool"_s;
    ASSERT_TRUE(missing.finish());
    EXPECT_EQ(missing.process->end(), ToolProcess::End::NotStarted);
    EXPECT_FALSE(missing.process->endDetail().isEmpty());
}

TEST(ToolProcess, CancelEndsTheWholeTree)
{
    for (const auto &mode : { u"hang"_s, u"stubborn"_s }) {
        ToolRun run(mode);
        run.command.graceMs = 200;
        QSignalSpy finished(run.process.get(), &ToolProcess::finished);
        run.process->start(run.command);
        ASSERT_TRUE(QTest::qWaitFor([&] { return run.childId() > 0; }, Patience));
        const auto pid = run.process->processId();
        const auto child = run.childId();
        EXPECT_TRUE(isAlive(pid));
        run.process->cancel();
        ASSERT_TRUE(finished.wait(2000));
        EXPECT_EQ(run.process->end(), ToolProcess::End::Cancelled);
        EXPECT_FALSE(isAlive(pid));
        EXPECT_TRUE(QTest::qWaitFor([&] { return !isAlive(child); }, 2000));
    }
}

TEST(ToolProcess, CancelBeforeItStartedIsACancel)
{
    ToolRun run(u"hang"_s);
    QSignalSpy finished(run.process.get(), &ToolProcess::finished);
    run.process->start(run.command);
    run.process->cancel();
    ASSERT_TRUE(finished.wait(2000));
    EXPECT_EQ(run.process->end(), ToolProcess::End::Cancelled);
}

TEST(ToolProcess, TimeLimitStopsATool)
{
    ToolRun run(u"stubborn"_s);
    run.command.timeLimitMs = 300;
    run.command.graceMs = 100;
    ASSERT_TRUE(run.finish());
    EXPECT_EQ(run.process->end(), ToolProcess::End::TimedOut);
}

TEST(ToolProcess, NothingOutlivesItsOwnerOrItsLeader)
{
    ToolRun destroyed(u"stubborn"_s);
    destroyed.process->start(destroyed.command);
    ASSERT_TRUE(QTest::qWaitFor([&] { return destroyed.childId() > 0; }, Patience));
    const auto pid = destroyed.process->processId();
    destroyed.process.reset();
    EXPECT_FALSE(isAlive(pid));
    EXPECT_TRUE(QTest::qWaitFor([&] { return !isAlive(destroyed.childId()); }, 2000));

    ToolRun left(u"leave-child"_s);
    ASSERT_TRUE(left.finish());
    ASSERT_GT(left.childId(), 0);
    EXPECT_TRUE(QTest::qWaitFor([&] { return !isAlive(left.childId()); }, 2000));
}

TEST(ToolProcess, ChildrenInSessionsOfTheirOwnEndWithIt)
{
    ToolRun cancelled(u"runaways"_s);
    cancelled.command.graceMs = 200;
    cancelled.process->start(cancelled.command);
    ASSERT_TRUE(QTest::qWaitFor([&] { return cancelled.children().size() == 3; }, Patience));
    QSignalSpy finished(cancelled.process.get(), &ToolProcess::finished);
    cancelled.process->cancel();
    ASSERT_TRUE(finished.wait(2000));
    for (const auto child : cancelled.children())
        EXPECT_FALSE(isAlive(child));

    ToolRun left(u"leave-runaways"_s);
    ASSERT_TRUE(left.finish());
    EXPECT_EQ(left.process->end(), ToolProcess::End::Exited);
    EXPECT_EQ(left.process->exitCode(), 0);
    ASSERT_EQ(left.children().size(), 3U);
    for (const auto child : left.children())
        EXPECT_FALSE(isAlive(child));
}

/// A program that runs the tool as we do, killed as we may be. One thread of it forks, another one
/// ends: the tool must not end with that.
TEST(ToolProcess, NothingOutlivesUsWhenWeAreKilled)
{
    for (const auto &mode : { u"runaways"_s, u"stubborn"_s }) {
        QProcess host;
        host.start(test::programPath(u"tosaic-toolhost"_s),
            { test::programPath(u"tosaic-faketool"_s), mode });
        QByteArray said;
        const auto expected = mode == u"runaways"_s ? 3 : 1;
        ASSERT_TRUE(QTest::qWaitFor(
            [&] {
                said += host.readAllStandardOutput();
                return said.count("child ") == expected && said.count("root ") == 1
                    && said.endsWith('\n');
            },
            Patience));
        std::vector<qint64> ids;
        for (const auto &line : said.split('\n')) {
            if (line.contains(' '))
                ids.push_back(line.split(' ').last().toLongLong());
        }
        ASSERT_EQ(ids.size(), static_cast<size_t>(expected) + 1);
        for (const auto id : ids)
            EXPECT_TRUE(isAlive(id)) << said.toStdString();
        ::kill(static_cast<pid_t>(host.processId()), SIGKILL);
        EXPECT_TRUE(
            QTest::qWaitFor([&] { return std::none_of(ids.begin(), ids.end(), isAlive); }, 2000))
            << said.toStdString();
        host.waitForFinished();
    }
}

TEST(ToolProcess, MeasuresTheLargestProcess)
{
    ToolRun run(u"memory"_s);
    ASSERT_TRUE(run.finish());
    ASSERT_TRUE(run.process->peakMemoryBytes());
    EXPECT_GT(*run.process->peakMemoryBytes(), 60'000'000U);
    EXPECT_LT(*run.process->peakMemoryBytes(), 100'000'000U);
}

TEST(ToolProcess, SurvivesAFloodAndAnEndlessLine)
{
    ToolRun flood(u"flood"_s);
    ASSERT_TRUE(flood.finish());
    EXPECT_EQ(flood.lines.size(), 200000);
    EXPECT_EQ(flood.lines.last(), u"line 199999 of a flood"_s);

    ToolRun longLine(u"long-line"_s);
    ASSERT_TRUE(longLine.finish());
    ASSERT_EQ(longLine.lines.size(), 2);
    EXPECT_LT(longLine.lines[0].size(), 100000);
    EXPECT_TRUE(longLine.lines[0].endsWith(u"[...]"_s));
    EXPECT_EQ(longLine.lines[1], u"after"_s);
}

TEST(ToolProcess, GivesEveryToolATemporaryFolderAndRemovesIt)
{
    ToolRun run(u"tmpdir"_s);
    ASSERT_TRUE(run.finish());
    ASSERT_EQ(run.lines.size(), 1);
    EXPECT_TRUE(QFileInfo::exists(run.lines[0] + u"/left-behind"_s));
    run.process.reset();
    EXPECT_FALSE(QFileInfo::exists(run.lines[0]));
}

TEST(ToolProcess, ReadsEventsFromAChannelOfTheirOwn)
{
    ToolRun run(u"events"_s, true);
    ASSERT_TRUE(run.finish());
    ASSERT_EQ(run.events.size(), 2U);
    EXPECT_EQ(run.events[0].value(u"name"_s).toString(), u"load"_s);
    EXPECT_EQ(run.events[1].value(u"fraction"_s).toDouble(), 0.5);
    EXPECT_TRUE(run.problems.empty());
    EXPECT_TRUE(run.lines.isEmpty());
}

TEST(ToolProcess, GarbageEventsAreProblemsAndTheRestIsRead)
{
    ToolRun garbage(u"events-garbage"_s, true);
    ASSERT_TRUE(garbage.finish());
    ASSERT_EQ(garbage.events.size(), 1U);
    EXPECT_EQ(garbage.events[0].value(u"name"_s).toString(), u"after"_s);
    ASSERT_EQ(garbage.problems.size(), 2U);
    EXPECT_EQ(garbage.problems[0].id, u"tool.bad-event"_s);

    ToolRun longEvent(u"events-long"_s, true);
    ASSERT_TRUE(longEvent.finish());
    EXPECT_EQ(longEvent.events.size(), 1U);
    EXPECT_EQ(longEvent.problems.size(), 1U);
}

TEST(ToolProcess, AnEventCutByACrashIsAProblem)
{
    ToolRun run(u"events-truncated"_s, true);
    ASSERT_TRUE(run.finish());
    EXPECT_EQ(run.process->end(), ToolProcess::End::Crashed);
    EXPECT_EQ(run.process->endDetail(), u"SIGKILL"_s);
    EXPECT_EQ(run.events.size(), 1U);
    EXPECT_EQ(run.problems.size(), 1U);
}

} // namespace

} // namespace tosaic::toolchain::toolprocesstests
