// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/jobslot.h"

#include <gtest/gtest.h>

#include <QSemaphore>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;

namespace tosaic::jobslottests {

TEST(JobSlot, DeliversTheResultOnTheOwnersThread)
{
    JobSlot slot;
    int answer = 0;
    QThread *thread = nullptr;
    slot.start(
        u"sum"_s, [](JobControl) -> Result<int> { return 42; },
        [&](Result<int> result) {
            answer = result.value();
            thread = QThread::currentThread();
        });
    EXPECT_TRUE(slot.isRunning());
    ASSERT_TRUE(QTest::qWaitFor([&] { return answer == 42; }));
    EXPECT_EQ(thread, QThread::currentThread());
    EXPECT_FALSE(slot.isRunning());
}

TEST(JobSlot, LatestWins)
{
    JobSlot slot;
    QSemaphore gate;
    std::vector<int> answers;
    const auto take = [&](Result<int> result) { answers.push_back(result.value()); };
    slot.start(
        u"old"_s,
        [&gate](JobControl control) -> Result<int> {
            gate.acquire();
            return control.isCancelled() ? -1 : 1;
        },
        take);
    slot.start(
        u"new"_s, [](JobControl) -> Result<int> { return 2; }, take);
    gate.release();
    ASSERT_TRUE(QTest::qWaitFor([&] { return !answers.empty(); }));
    QTest::qWait(20); // room for the late one to appear, which it must not
    EXPECT_EQ(answers, std::vector<int>{ 2 });
}

TEST(JobSlot, CancelDropsTheResultAndTellsTheComputation)
{
    JobSlot slot;
    QSemaphore seen;
    bool delivered = false;
    slot.start(
        u"long"_s,
        [&seen](JobControl control) -> Result<int> {
            while (!control.isCancelled())
                QThread::yieldCurrentThread();
            seen.release();
            return 1;
        },
        [&](Result<int>) { delivered = true; });
    slot.cancel();
    EXPECT_FALSE(slot.isRunning());
    ASSERT_TRUE(seen.tryAcquire(1, 5000));
    QTest::qWait(20);
    EXPECT_FALSE(delivered);
}

TEST(JobSlot, IsListedWhileItRuns)
{
    JobList jobs;
    JobSlot slot(&jobs);
    QSignalSpy idle(&jobs, &JobList::idle);
    slot.start(
        u"Read model"_s, [](JobControl) -> Result<int> { return 1; }, [](Result<int>) {});
    ASSERT_EQ(jobs.running().size(), 1U);
    EXPECT_EQ(jobs.running().front()->title, u"Read model"_s);
    ASSERT_TRUE(idle.wait());
    EXPECT_TRUE(jobs.isIdle());
}

TEST(JobSlot, CanBeCancelledFromTheList)
{
    JobList jobs;
    JobSlot slot(&jobs);
    QSemaphore seen;
    slot.start(
        u"long"_s,
        [&seen](JobControl control) -> Result<int> {
            while (!control.isCancelled())
                QThread::yieldCurrentThread();
            seen.release();
            return 1;
        },
        [](Result<int>) {});
    jobs.cancel(jobs.running().front()->id);
    EXPECT_TRUE(seen.tryAcquire(1, 5000));
}

TEST(JobSlot, DestructionCancelsAndWaits)
{
    std::atomic<bool> ended = false;
    {
        JobSlot slot;
        slot.start(
            u"long"_s,
            [&ended](JobControl control) -> Result<int> {
                while (!control.isCancelled())
                    QThread::yieldCurrentThread();
                ended = true;
                return 1;
            },
            [](Result<int>) {});
    }
    EXPECT_TRUE(ended);
}

} // namespace tosaic::jobslottests
