// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/toolchain/driverworker.h"
#include "tests/core/toolchain/standin.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QJsonArray>
#include <QJsonDocument>
#include <QProcess>
#include <QSignalSpy>
#include <QTest>

#include <csignal>

using namespace Qt::StringLiterals;

namespace tosaic::toolchain::driverworkertests {

namespace {

using test::Patience;

class DriverWorkerTest : public testing::Test
{
protected:
    DriverWorkerTest()
    {
        QObject::connect(&worker, &DriverWorker::answered, &worker, [this](const QJsonObject &e) {
            linesAtAnswer = lines.size();
            answers.push_back(e);
        });
        QObject::connect(&worker, &DriverWorker::lost, &worker,
            [this](const DriverWorker::Loss &loss) { losses.push_back(loss); });
        QObject::connect(&worker, &DriverWorker::lineRead, &worker,
            [this](const QString &line) { lines.append(line); });
        QObject::connect(&worker, &DriverWorker::eventRead, &worker,
            [this](const QJsonObject &event) { events.push_back(event); });
        QObject::connect(&worker, &DriverWorker::problemFound, &worker,
            [this](const Diagnostic &problem) { problems.push_back(problem); });
    }
    ~DriverWorkerTest() override { qunsetenv("TOSAIC_STANDIN_MODE"); }

    void use(const char *mode)
    {
        qputenv("TOSAIC_STANDIN_MODE", mode);
        worker.setProgram({ test::python(), test::standInDir() + u"/tosaic_vela.py"_s });
    }
    QJsonObject request(int id) const
    {
        return { { u"id"_s, id }, { u"input"_s, input },
            { u"arguments"_s, QJsonArray{ u"--accelerator-config=ethos-u55-128"_s } },
            { u"outputDir"_s, test::temporaryDir() + u"/out"_s } };
    }
    bool waitForAnswers(std::size_t count)
    {
        return QTest::qWaitFor([&] { return answers.size() >= count; }, Patience);
    }
    bool waitForLoss()
    {
        return QTest::qWaitFor([&] { return !losses.empty(); }, Patience);
    }
    static bool isGone(qint64 process) { return ::kill(static_cast<pid_t>(process), 0) != 0; }

    QString input = test::writeTemporary(u"a.tosa"_s, "12345");
    DriverWorker worker;
    std::vector<QJsonObject> answers;
    std::vector<QJsonObject> events;
    std::vector<DriverWorker::Loss> losses;
    std::vector<Diagnostic> problems;
    QStringList lines;
    qsizetype linesAtAnswer = 0;
};

} // namespace

#define TOSAIC_NEED_PYTHON()                                                                       \
    do {                                                                                           \
        if (tosaic::test::python().isEmpty())                                                      \
            GTEST_SKIP() << "no python3 on PATH";                                                  \
    } while (false)

TEST_F(DriverWorkerTest, OneProcessAnswersAllRequests)
{
    TOSAIC_NEED_PYTHON();
    use("ok");
    worker.send(request(1));
    EXPECT_TRUE(worker.isBusy());
    ASSERT_TRUE(waitForAnswers(1));
    EXPECT_FALSE(worker.isBusy());
    EXPECT_EQ(worker.tools().value(u"vela"_s), u"5.1.0"_s);
    const auto process = worker.processId();
    worker.send(request(2));
    ASSERT_TRUE(waitForAnswers(2));
    EXPECT_EQ(worker.processId(), process);
    EXPECT_EQ(answers[1].value(u"id"_s), 2);
    EXPECT_TRUE(losses.empty());
}

TEST_F(DriverWorkerTest, ConsoleComesBeforeTheAnswer)
{
    TOSAIC_NEED_PYTHON();
    use("chatty");
    worker.send(request(1));
    ASSERT_TRUE(waitForAnswers(1));
    EXPECT_EQ(linesAtAnswer, 2);
    ASSERT_EQ(lines.size(), 2);
    EXPECT_EQ(lines[0], u"compiling a.tosa"_s);
    ASSERT_EQ(events.size(), 1u);
    EXPECT_EQ(events[0].value(u"event"_s), u"note"_s);
}

TEST_F(DriverWorkerTest, StartsWithoutARequest)
{
    TOSAIC_NEED_PYTHON();
    use("ok");
    QSignalSpy ready(&worker, &DriverWorker::ready);
    worker.start();
    ASSERT_TRUE(ready.wait(Patience));
    EXPECT_TRUE(worker.isReady());
    EXPECT_FALSE(worker.isBusy());
}

TEST_F(DriverWorkerTest, CrashLosesTheRequestAndTheNextOneGetsANewProcess)
{
    TOSAIC_NEED_PYTHON();
    use("crash");
    worker.send(request(1));
    ASSERT_TRUE(waitForLoss());
    EXPECT_EQ(losses[0].end.kind, ToolProcess::End::Crashed);
    EXPECT_EQ(losses[0].end.detail, u"SIGSEGV"_s);
    EXPECT_TRUE(losses[0].wasReady);
    EXPECT_FALSE(worker.isBusy());
    qputenv("TOSAIC_STANDIN_MODE", "ok");
    worker.send(request(2));
    ASSERT_TRUE(waitForAnswers(1));
    EXPECT_EQ(losses.size(), 1u);
}

TEST_F(DriverWorkerTest, HangIsEndedAfterItsTimeLimit)
{
    TOSAIC_NEED_PYTHON();
    use("hang");
    worker.start();
    ASSERT_TRUE(QTest::qWaitFor([&] { return worker.isReady(); }, Patience));
    const auto process = worker.processId();
    worker.send(request(1), 50);
    ASSERT_TRUE(waitForLoss());
    EXPECT_EQ(losses[0].end.kind, ToolProcess::End::TimedOut);
    EXPECT_TRUE(isGone(process));
}

TEST_F(DriverWorkerTest, TellsWhyItCannotServe)
{
    TOSAIC_NEED_PYTHON();
    use("missing");
    worker.send(request(1));
    ASSERT_TRUE(waitForLoss());
    EXPECT_FALSE(losses[0].wasReady);
    EXPECT_EQ(losses[0].end.exitCode, 3);
    ASSERT_EQ(losses[0].problems.size(), 1u);
    EXPECT_EQ(losses[0].problems[0].id, u"tool.missing"_s);
}

TEST_F(DriverWorkerTest, TellsOfAStartThatFailsWithoutARequest)
{
    TOSAIC_NEED_PYTHON();
    use("exits");
    worker.start();
    ASSERT_TRUE(waitForLoss());
    EXPECT_EQ(losses[0].end.exitCode, 7);
    EXPECT_EQ(losses[0].lastLine, u"last words"_s);
}

TEST_F(DriverWorkerTest, WaitsForReadinessOnlySoLong)
{
    TOSAIC_NEED_PYTHON();
    use("never-ready");
    worker.setLimits(50, 0);
    worker.send(request(1));
    ASSERT_TRUE(waitForLoss());
    EXPECT_EQ(losses[0].end.kind, ToolProcess::End::TimedOut);
    EXPECT_FALSE(losses[0].wasReady);
}

TEST_F(DriverWorkerTest, MissingInterpreterIsALoss)
{
    worker.setProgram({ u"/nowhere/python"_s, u"/nowhere/driver.py"_s });
    worker.send(request(1));
    ASSERT_TRUE(waitForLoss());
    EXPECT_EQ(losses[0].end.kind, ToolProcess::End::NotStarted);
}

TEST_F(DriverWorkerTest, GarbageOnTheEventChannelDoesNoHarm)
{
    TOSAIC_NEED_PYTHON();
    use("garbage");
    worker.send(request(1));
    ASSERT_TRUE(waitForAnswers(1));
    ASSERT_EQ(problems.size(), 1u); // those before it was ready are told with a loss only
    EXPECT_EQ(problems[0].id, u"tool.bad-event"_s);
}

TEST_F(DriverWorkerTest, RecycledProcessIsReplacedWithoutALoss)
{
    TOSAIC_NEED_PYTHON();
    use("recycles");
    QObject::connect(&worker, &DriverWorker::answered, &worker, [this] {
        if (answers.size() < 3) // at once, before the end of the process can be known
            worker.send(request(static_cast<int>(answers.size()) + 1));
    });
    worker.send(request(1));
    ASSERT_TRUE(waitForAnswers(3));
    EXPECT_TRUE(losses.empty());
}

TEST_F(DriverWorkerTest, StopDropsTheRequestAndASendBehindItGoesToANewProcess)
{
    TOSAIC_NEED_PYTHON();
    use("slow");
    worker.send(request(1));
    ASSERT_TRUE(QTest::qWaitFor([&] { return worker.isReady(); }, Patience));
    worker.stop();
    ASSERT_TRUE(waitForLoss());
    EXPECT_EQ(losses[0].end.kind, ToolProcess::End::Cancelled);
    worker.start();
    ASSERT_TRUE(QTest::qWaitFor([&] { return worker.isReady(); }, Patience));
    worker.stop(); // idle: nothing is lost
    worker.send(request(2));
    ASSERT_TRUE(waitForAnswers(1));
    EXPECT_EQ(answers[0].value(u"id"_s), 2);
    EXPECT_EQ(losses.size(), 1u);
}

TEST_F(DriverWorkerTest, GivesItsMemoryBackWhenItIdles)
{
    TOSAIC_NEED_PYTHON();
    use("ok");
    worker.setLimits(Patience, 20);
    worker.send(request(1));
    ASSERT_TRUE(waitForAnswers(1));
    ASSERT_TRUE(QTest::qWaitFor([&] { return worker.processId() == 0; }, Patience));
    EXPECT_TRUE(losses.empty());
    worker.send(request(2));
    EXPECT_TRUE(waitForAnswers(2));
}

TEST_F(DriverWorkerTest, EndsWithItsOwner)
{
    TOSAIC_NEED_PYTHON();
    qputenv("TOSAIC_STANDIN_MODE", "hang");
    auto own = std::make_unique<DriverWorker>();
    own->setProgram({ test::python(), test::standInDir() + u"/tosaic_vela.py"_s });
    own->send(request(1));
    ASSERT_TRUE(QTest::qWaitFor([&] { return own->isReady(); }, Patience));
    const auto process = own->processId();
    own.reset();
    EXPECT_TRUE(isGone(process));
}

TEST_F(DriverWorkerTest, NothingIsLeftWhenItsOwnerIsKilled)
{
    TOSAIC_NEED_PYTHON();
    const auto log = test::temporaryDir() + u"/runs"_s;
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"TOSAIC_STANDIN_MODE"_s, u"hang"_s);
    environment.insert(u"TOSAIC_STANDIN_LOG"_s, log);
    QProcess host;
    host.setProcessEnvironment(environment);
    host.start(test::programPath(u"tosaic-warmhost"_s),
        { test::python(), test::standInDir() + u"/tosaic_vela.py"_s,
            QString::fromUtf8(QJsonDocument(request(1)).toJson(QJsonDocument::Compact)) });
    const auto started = [&]() -> qint64 {
        QFile file(log);
        return file.open(QIODevice::ReadOnly) ? file.readAll().split(' ').first().toLongLong() : 0;
    };
    ASSERT_TRUE(QTest::qWaitFor([&] { return started() != 0; }, Patience));
    const auto process = started();
    EXPECT_FALSE(isGone(process));
    host.kill();
    EXPECT_TRUE(QTest::qWaitFor([&] { return isGone(process); }, 2000)) << "2 s later";
    host.waitForFinished();
}

} // namespace tosaic::toolchain::driverworkertests
