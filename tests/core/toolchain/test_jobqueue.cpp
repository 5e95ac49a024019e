// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/toolchain/jobqueue.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QProcess>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <csignal>

using namespace Qt::StringLiterals;

namespace tosaic::toolchain::jobqueuetests {

namespace {

constexpr quint64 Gigabyte = 1'000'000'000;

/// A job that ends when the test says so.
class HandJob : public QueuedJob
{
public:
    HandJob(QString name, QStringList &log, QString kind = u"vela"_s, quint64 modelBytes = 0)
        : m_name(std::move(name)), m_kind(std::move(kind)), m_modelBytes(modelBytes), m_log(log)
    {
    }
    QString kind() const override { return m_kind; }
    QString model() const override { return m_name; }
    quint64 modelBytes() const override { return m_modelBytes; }
    void start() override { m_log << u"start "_s + m_name; }
    void cancel() override
    {
        m_log << u"cancel "_s + m_name;
        QMetaObject::invokeMethod(this, &QueuedJob::finished, Qt::QueuedConnection);
    }
    std::optional<quint64> peakMemoryBytes() const override { return peak; }

    std::optional<quint64> peak;

private:
    QString m_name;
    QString m_kind;
    quint64 m_modelBytes;
    QStringList &m_log;
};

class JobQueueTest : public testing::Test
{
protected:
    JobQueueTest()
    {
        queue.setLimits({ .jobs = 1 });
        queue.setMemorySource([this] { return available; });
        QObject::connect(&queue, &JobQueue::ended, &queue,
            [this](QueuedJobId id, JobQueue::State state) { ends.emplace_back(id, state); });
    }
    QueuedJobId add(const QString &name, const QString &kind = u"vela"_s, quint64 modelBytes = 0,
        std::optional<int> limit = {})
    {
        auto job = std::make_unique<HandJob>(name, log, kind, modelBytes);
        jobs.push_back(job.get());
        return queue.add(std::move(job), limit);
    }
    static void settle()
    {
        for (int i = 0; i < 5; ++i)
            QTest::qWait(0);
    }

    QStringList log;
    std::vector<HandJob *> jobs;
    std::optional<quint64> available = 16 * Gigabyte;
    std::vector<std::pair<QueuedJobId, JobQueue::State>> ends;
    JobQueue queue;
};

TEST_F(JobQueueTest, RunsInOrderAsManyAsAllowed)
{
    EXPECT_GE(JobQueue::defaultJobs(), 1);
    queue.setLimits({ .jobs = 2 });
    add(u"a"_s);
    add(u"b"_s);
    const auto third = add(u"c"_s);
    EXPECT_TRUE(log.isEmpty()) << "nothing starts from inside add()";
    settle();
    EXPECT_EQ(log, (QStringList{ u"start a"_s, u"start b"_s }));
    EXPECT_EQ(queue.runningCount(), 2);
    EXPECT_EQ(queue.waitReason(third), JobQueue::WaitReason::Turn);
    Q_EMIT jobs[0]->finished();
    settle();
    EXPECT_EQ(log.last(), u"start c"_s);
    Q_EMIT jobs[1]->finished();
    Q_EMIT jobs[2]->finished();
    EXPECT_TRUE(queue.isIdle());
    ASSERT_EQ(ends.size(), 3U);
    EXPECT_EQ(ends[0].second, JobQueue::State::Finished);
}

TEST_F(JobQueueTest, OneCanBeMovedToTheFront)
{
    add(u"a"_s);
    const auto b = add(u"b"_s);
    const auto c = add(u"c"_s);
    settle();
    queue.moveToFront(c);
    EXPECT_EQ(queue.waiting(), (std::vector{ c, b }));
    Q_EMIT jobs[0]->finished();
    settle();
    EXPECT_EQ(log.last(), u"start c"_s);
}

TEST_F(JobQueueTest, CancelsWhatWaitsAndWhatRuns)
{
    const auto a = add(u"a"_s);
    const auto b = add(u"b"_s);
    settle();
    queue.cancel(b);
    ASSERT_EQ(ends.size(), 1U);
    EXPECT_EQ(ends[0], std::pair(b, JobQueue::State::Cancelled));
    queue.cancel(a);
    queue.cancel(a);
    settle();
    EXPECT_EQ(log, (QStringList{ u"start a"_s, u"cancel a"_s }));
    EXPECT_EQ(ends.back(), std::pair(a, JobQueue::State::Cancelled));
    EXPECT_FALSE(queue.state(a));
}

TEST_F(JobQueueTest, PauseLetsWhatRunsGoOn)
{
    add(u"a"_s);
    const auto b = add(u"b"_s);
    settle();
    queue.pause();
    Q_EMIT jobs[0]->finished();
    settle();
    EXPECT_EQ(log, QStringList{ u"start a"_s });
    EXPECT_EQ(queue.waitReason(b), JobQueue::WaitReason::Paused);
    queue.resume();
    settle();
    EXPECT_EQ(log.last(), u"start b"_s);
}

TEST_F(JobQueueTest, MemoryLimitsWhatRunsTogetherButNeverTheOnlyOne)
{
    queue.setLimits({ .jobs = 4 });
    available = 1 * Gigabyte; // 75 % of it is room for one ExecuTorch compile
    const auto a = add(u"a"_s, u"executorch"_s);
    const auto b = add(u"b"_s, u"executorch"_s);
    const auto c = add(u"c"_s, u"vela"_s);
    settle();
    EXPECT_EQ(log, QStringList{ u"start a"_s });
    EXPECT_EQ(queue.waitReason(b), JobQueue::WaitReason::Memory);
    EXPECT_EQ(queue.waitReason(c), JobQueue::WaitReason::Turn) << "order is kept";
    available = 4 * Gigabyte; // read again before each start
    ASSERT_TRUE(QTest::qWaitFor([this] { return log.size() == 3; }, 5000));

    available = Gigabyte / 10;
    for (const auto id : { c, b, a })
        queue.cancel(id);
    settle();
    add(u"huge"_s, u"executorch"_s, 100 * Gigabyte);
    settle();
    EXPECT_EQ(log.last(), u"start huge"_s);
}

TEST_F(JobQueueTest, LearnsFromTheLastPeak)
{
    EXPECT_EQ(MemoryExpectation::guess(u"vela"_s, 1'000'000), 106'000'000U);
    EXPECT_GT(MemoryExpectation::guess(u"executorch"_s, 0), 500'000'000U);
    add(u"a"_s);
    settle();
    jobs[0]->peak = 3 * Gigabyte;
    Q_EMIT jobs[0]->finished();
    const auto again = add(u"a"_s);
    EXPECT_EQ(queue.expectedMemory(again), 3 * Gigabyte);
    EXPECT_EQ(queue.expectedMemory(add(u"other"_s)), 3 * Gigabyte);
    EXPECT_LT(queue.expectedMemory(add(u"x"_s, u"respec"_s)), Gigabyte);
}

TEST_F(JobQueueTest, ATimeLimitCancelsAndSaysSo)
{
    queue.setLimits({ .jobs = 2, .timeLimitMs = 60'000 });
    const auto a = add(u"a"_s, u"vela"_s, 0, 20);
    add(u"b"_s);
    ASSERT_TRUE(QTest::qWaitFor([this] { return !ends.empty(); }, 5000));
    EXPECT_EQ(ends[0], std::pair(a, JobQueue::State::TimedOut));
    EXPECT_EQ(log.last(), u"cancel a"_s);
    EXPECT_EQ(queue.runningCount(), 1);
}

TEST(MemoryUse, ReadsWhatTheSystemSays)
{
    ASSERT_TRUE(availableMemoryBytes());
    EXPECT_GT(*availableMemoryBytes(), 1'000'000U);
    const auto own = treeMemoryBytes(QCoreApplication::applicationPid());
    ASSERT_TRUE(own);
    EXPECT_GT(*own, 1'000'000U);
    QProcess child;
    child.start(test::programPath(u"tosaic-faketool"_s), { u"hang"_s });
    ASSERT_TRUE(child.waitForReadyRead());
    EXPECT_GT(*treeMemoryBytes(QCoreApplication::applicationPid()), *own);
    EXPECT_TRUE(treeMemoryBytes(child.processId()));
    // What "hang" started would stay.
    const auto grandchild = child.readAll().split(' ').value(1).trimmed().toInt();
    ::kill(grandchild, SIGKILL);
    child.kill();
    child.waitForFinished();
    EXPECT_FALSE(treeMemoryBytes(child.processId()));
    EXPECT_FALSE(treeMemoryBytes(-1));
}

} // namespace

} // namespace tosaic::toolchain::jobqueuetests
