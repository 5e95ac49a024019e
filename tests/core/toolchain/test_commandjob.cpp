// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/toolchain/commandjob.h"
#include "tests/core/toolchain/standin.h"

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;

namespace tosaic::toolchain::commandjobtests {

namespace {

class CommandJobTest : public testing::Test
{
protected:
    void add(const QString &title, const QString &script)
    {
        commands.push_back({ title, u"/bin/sh"_s, { u"-c"_s, script }, folder });
    }
    void begin()
    {
        job = std::make_unique<CommandJob>(u"test"_s, commands);
        finished = std::make_unique<QSignalSpy>(job.get(), &QueuedJob::finished);
        QObject::connect(job.get(), &CommandJob::logLine, job.get(),
            [this](const QString &line) { log += line; });
        QObject::connect(job.get(), &CommandJob::stageChanged, job.get(),
            [this](const QString &title, int index, int count) {
                stages += u"%1 %2/%3"_s.arg(title).arg(index).arg(count);
            });
        job->start();
        EXPECT_EQ(finished->count(), 0); // never from inside start()
    }
    QString end()
    {
        EXPECT_TRUE(QTest::qWaitFor([this] { return finished->count() > 0; }, test::Patience));
        EXPECT_EQ(finished->count(), 1);
        return job->problem() ? job->problem()->id : QString();
    }
    QString run()
    {
        begin();
        return end();
    }

    QString folder = test::temporaryDir();
    std::vector<CommandJob::Command> commands;
    QStringList log;
    QStringList stages;
    std::unique_ptr<CommandJob> job;
    std::unique_ptr<QSignalSpy> finished;
};

} // namespace

TEST_F(CommandJobTest, RunsOneAfterTheOtherInTheirFolder)
{
    add(u"first"_s, u"echo one > made; echo to the console"_s);
    add(u"second"_s, u"cat made; pwd"_s);
    EXPECT_EQ(run(), QString());
    EXPECT_EQ(log, (QStringList{ u"to the console"_s, u"one"_s, folder }));
    EXPECT_EQ(stages, (QStringList{ u"first 0/2"_s, u"second 1/2"_s }));
}

TEST_F(CommandJobTest, TheFirstThatFailsIsTheLast)
{
    add(u"first"_s, u"echo no rule; echo; exit 3"_s);
    add(u"second"_s, u"echo never"_s);
    EXPECT_EQ(run(), u"tool.failed"_s);
    EXPECT_FALSE(log.contains(u"never"_s));
    EXPECT_EQ(job->problem()->location.entity, u"first"_s);
    EXPECT_TRUE(job->problem()->text.contains(u"exit code 3: no rule"_s))
        << job->problem()->text.toStdString();
}

TEST_F(CommandJobTest, AProgramThatIsNotThereOrCrashesIsNamed)
{
    commands = { { u"first"_s, u"/nowhere/build.sh"_s, {}, folder } };
    EXPECT_EQ(run(), u"tool.missing"_s);
    commands.clear();
    add(u"first"_s, u"kill -SEGV $$"_s);
    EXPECT_EQ(run(), u"tool.crashed"_s);
}

TEST_F(CommandJobTest, CancelEndsTheOneThatRunsAndStartsNoOther)
{
    add(u"first"_s, u"echo ready; sleep 600"_s);
    add(u"second"_s, u"echo never"_s);
    begin();
    ASSERT_TRUE(QTest::qWaitFor([this] { return log.contains(u"ready"_s); }, test::Patience));
    EXPECT_NE(job->processId(), 0);
    job->cancel();
    EXPECT_EQ(end(), u"cancelled"_s);
    EXPECT_EQ(job->processId(), 0);
    EXPECT_FALSE(log.contains(u"never"_s));
}

TEST_F(CommandJobTest, CancelBeforeItRunsStartsNothing)
{
    add(u"first"_s, u"echo never"_s);
    begin();
    job->cancel();
    EXPECT_EQ(end(), u"cancelled"_s);
    EXPECT_TRUE(log.isEmpty());
}

TEST_F(CommandJobTest, NothingToDoIsDone)
{
    EXPECT_EQ(run(), QString());
}

} // namespace tosaic::toolchain::commandjobtests
