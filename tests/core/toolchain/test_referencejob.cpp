// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// ReferenceJob with a driver that stands in for the real one, for an ordinary Python.
#include "core/toolchain/referencejob.h"
#include "tests/core/toolchain/standin.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;

namespace tosaic::toolchain::referencejobtests {

namespace {

const auto Preamble = QByteArray(R"(import argparse, json, os, signal, sys, time
parser = argparse.ArgumentParser()
parser.add_argument("--job")
parser.add_argument("--events-fd", type=int)
arguments = parser.parse_args()
job = json.load(open(arguments.job))
def event(**values):
    os.write(arguments.events_fd, (json.dumps(values) + "\n").encode())
def result(text):
    open(os.path.join(job["outputDir"], "result.json"), "w").write(text)
)");

const auto Succeeds = QByteArray(R"(
print("a line of the console")
result(json.dumps({"formatVersion": 1, "status": "succeeded",
    "inputs": [{"name": "x", "dtype": "INT8", "shape": [1, 4], "path": "inputs/x.npy"}],
    "outputs": [{"name": "y", "dtype": "INT8", "shape": [4], "path": "outputs/y.npy", "sha256": "ab"}],
    "problems": [{"severity": "info", "code": "reference.note", "text": "a note"}]}))
)");

class ReferenceJobTest : public testing::Test
{
protected:
    ReferenceJobTest()
    {
        request = { .tosaPath = u"/models/partition.tosa"_s,
            .outputFolder = folder + u"/out"_s,
            .interpreter = test::python(),
            .drivers = folder };
    }

    void SetUp() override
    {
        if (test::python().isEmpty())
            GTEST_SKIP() << "no python3 is here";
    }

    void useDriver(const QByteArray &body)
    {
        QFile script(folder + u"/tosaic_reference.py"_s);
        ASSERT_TRUE(script.open(QIODevice::WriteOnly));
        script.write(Preamble + body);
    }
    void begin()
    {
        job = std::make_unique<ReferenceJob>(request);
        finished = std::make_unique<QSignalSpy>(job.get(), &QueuedJob::finished);
        QObject::connect(job.get(), &ReferenceJob::logLine, job.get(),
            [this](const QString &line) { log += line; });
        job->start();
        EXPECT_EQ(finished->count(), 0); // never from inside start()
    }
    const ReferenceResult &end()
    {
        EXPECT_TRUE(QTest::qWaitFor([this] { return finished->count() > 0; }, test::Patience));
        EXPECT_EQ(finished->count(), 1);
        return job->result();
    }
    const ReferenceResult &run(const QByteArray &body)
    {
        useDriver(body);
        begin();
        return end();
    }
    QString firstError() const
    {
        for (const auto &problem : job->result().problems) {
            if (problem.severity == Severity::Error)
                return problem.id;
        }
        return {};
    }

    QString folder = test::temporaryDir();
    ReferenceRequest request;
    QStringList log;
    std::unique_ptr<ReferenceJob> job;
    std::unique_ptr<QSignalSpy> finished;
};

} // namespace

TEST_F(ReferenceJobTest, ReadsWhatTheDriverLeaves)
{
    const auto &result = run(Succeeds);
    EXPECT_EQ(result.status, compiled::Status::Succeeded);
    ASSERT_EQ(result.outputs.size(), 1U);
    EXPECT_EQ(result.outputs[0].name, u"y"_s);
    EXPECT_EQ(result.outputs[0].sha256, u"ab"_s);
    EXPECT_EQ(result.absolutePath(result.outputs[0]), folder + u"/out/outputs/y.npy"_s);
    ASSERT_EQ(result.inputs.size(), 1U);
    EXPECT_EQ(result.inputs[0].shape, (std::vector<qint64>{ 1, 4 }));
    EXPECT_TRUE(result.intermediates.empty());
    ASSERT_EQ(result.problems.size(), 1U);
    EXPECT_EQ(result.problems[0].id, u"reference.note"_s);
    EXPECT_TRUE(log.contains(u"a line of the console"_s));
}

TEST_F(ReferenceJobTest, TellsTheDriverWhatIsAsked)
{
    request.seed = 11;
    request.withIntermediates = true;
    request.inputFiles = { { u"x"_s, u"/arrays/x.npy"_s } };
    run("import shutil\n"
        "shutil.copy(arguments.job, os.path.join(os.path.dirname(sys.argv[0]), 'asked'))\n"
        + QByteArray(Succeeds));
    EXPECT_FALSE(QFile::exists(folder + u"/out/job.json"_s)); // the folder is the user's
    QFile file(folder + u"/asked"_s);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    const auto asked = QJsonDocument::fromJson(file.readAll()).object();
    EXPECT_EQ(asked["tosa"_L1].toString(), request.tosaPath);
    EXPECT_EQ(asked["inputs"_L1]["seed"_L1].toInt(), 11);
    EXPECT_EQ(asked["inputs"_L1]["files"_L1]["x"_L1].toString(), u"/arrays/x.npy"_s);
    EXPECT_TRUE(asked["intermediates"_L1].toBool());
    EXPECT_EQ(asked["outputDir"_L1].toString(), folder + u"/out"_s);
}

TEST_F(ReferenceJobTest, ACrashIsAProblemAlsoAfterAnEarlierResult)
{
    run(Succeeds); // its result must not be taken for that of the next run
    const auto &result = run("os.kill(os.getpid(), signal.SIGSEGV)\n");
    EXPECT_EQ(result.status, compiled::Status::Failed);
    EXPECT_EQ(firstError(), u"tool.crashed"_s);
    EXPECT_TRUE(result.outputs.empty());
}

TEST_F(ReferenceJobTest, WhatIsInTheFolderIsLeftToTheDriver)
{
    ASSERT_TRUE(QDir().mkpath(folder + u"/out"_s));
    for (const auto &name : { u"result.json"_s, u"job.json"_s }) {
        QFile file(folder + u"/out/"_s + name);
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(R"({"formatVersion": 1, "status": "succeeded", "spec": {}})");
    }
    const auto &result = run("event(event='problem', severity='error', code='output.exists', "
                             "text='result.json is there.')\nsys.exit(1)\n");
    EXPECT_EQ(result.status, compiled::Status::Failed);
    EXPECT_EQ(firstError(), u"output.exists"_s);
    EXPECT_TRUE(QFile::exists(folder + u"/out/result.json"_s));
    EXPECT_TRUE(QFile::exists(folder + u"/out/job.json"_s));
}

TEST_F(ReferenceJobTest, AResultThatCannotBeReadIsSaidSo)
{
    const auto &result = run("result('{\"status\": ')\n");
    EXPECT_EQ(result.status, compiled::Status::Failed);
    EXPECT_EQ(firstError(), u"tool.failed"_s);
    EXPECT_TRUE(result.problems[0].text.contains(u"result.json"_s))
        << result.problems[0].text.toStdString();
}

TEST_F(ReferenceJobTest, WithoutAResultTheExitCodeIsNamed)
{
    const auto &result = run("sys.exit(9)\n");
    EXPECT_EQ(firstError(), u"tool.failed"_s);
    EXPECT_TRUE(result.problems[0].text.contains(u'9'));
}

TEST_F(ReferenceJobTest, WithoutAResultTheDriversOwnProblemCounts)
{
    const auto &result = run("event(event='problem', severity='error', code='job.invalid', "
                             "text='No job.')\nsys.exit(3)\n");
    EXPECT_EQ(result.status, compiled::Status::Failed);
    ASSERT_EQ(result.problems.size(), 1U);
    EXPECT_EQ(result.problems[0].id, u"job.invalid"_s);
}

TEST_F(ReferenceJobTest, AHungModelIsStoppedByTheTimeLimit)
{
    request.timeLimitMs = 300;
    const auto &result = run("time.sleep(600)\n");
    EXPECT_EQ(result.status, compiled::Status::Failed);
    EXPECT_EQ(firstError(), u"tool.timeout"_s);
    EXPECT_EQ(job->processId(), 0);
}

TEST_F(ReferenceJobTest, CancelEndsWhatRuns)
{
    useDriver("print('ready', flush=True)\ntime.sleep(600)\n");
    begin();
    ASSERT_TRUE(QTest::qWaitFor([this] { return log.contains(u"ready"_s); }, test::Patience));
    EXPECT_NE(job->processId(), 0);
    job->cancel();
    EXPECT_EQ(end().status, compiled::Status::Cancelled);
}

TEST_F(ReferenceJobTest, CancelBeforeItRunsStartsNothing)
{
    useDriver(Succeeds);
    begin();
    job->cancel();
    EXPECT_EQ(end().status, compiled::Status::Cancelled);
    EXPECT_FALSE(QFile::exists(folder + u"/out/result.json"_s));
}

TEST_F(ReferenceJobTest, ToolsAndFoldersThatAreNotThereAreNamed)
{
    request.interpreter.clear();
    begin();
    EXPECT_EQ(end().status, compiled::Status::Failed);
    EXPECT_EQ(firstError(), u"tool.missing"_s);
    request.interpreter = u"/nowhere/python"_s;
    begin();
    end();
    EXPECT_EQ(firstError(), u"tool.missing"_s);
    request.outputFolder = u"/proc/nowhere"_s;
    begin();
    end();
    EXPECT_EQ(firstError(), u"io.write"_s);
}

} // namespace tosaic::toolchain::referencejobtests
