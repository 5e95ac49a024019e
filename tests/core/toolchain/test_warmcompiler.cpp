// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compiled/resultreader.h"
#include "core/toolchain/compilejob.h"
#include "core/toolchain/warmcompiler.h"
#include "tests/core/toolchain/standin.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFileInfo>
#include <QTest>

#include <algorithm>
#include <csignal>

using namespace Qt::StringLiterals;

namespace tosaic::toolchain::warmcompilertests {

namespace {

using test::Patience;

/// An interpreter whose probe finds all tools; everything else is Python.
QByteArray interpreterScript()
{
    return "#!/bin/sh\n"
           "case \"$1\" in\n"
           "*tosaic_probe.py) echo probe >> \"$TOSAIC_STANDIN_LOG\"\n"
           "echo "
           "'{\"python\":\"3.11.2\",\"packages\":{\"executorch\":\"1.5.1\",\"torch\":\"2.13.0\","
           "\"torchao\":\"0.18.0\",\"ethos-u-vela\":\"5.1.0\",\"tosa-tools\":\"2026.5.0\"},"
           "\"problems\":[]}' ;;\n"
           "*) exec python3 \"$@\" ;;\n"
           "esac\n";
}

class WarmCompilerTest : public testing::Test
{
protected:
    WarmCompilerTest()
    {
        qputenv("TOSAIC_STANDIN_LOG", log.toUtf8());
        QFile::setPermissions(interpreter, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }
    ~WarmCompilerTest() override
    {
        qunsetenv("TOSAIC_STANDIN_MODE");
        qunsetenv("TOSAIC_STANDIN_LOG");
    }
    void SetUp() override
    {
        if (test::python().isEmpty())
            GTEST_SKIP() << "no python3 on PATH";
    }

    std::unique_ptr<CompileJob> begin(const QString &name, int timeLimitMs = 0)
    {
        CompileRequest request;
        request.input = test::writeTemporary(name + u".py"_s, "ModelUnderTest = None\n");
        request.spec.target = u"ethos-u55-128"_s;
        request.outputFolder = test::temporaryDir() + u"/out"_s;
        request.interpreter = interpreter;
        request.trusted = true;
        request.timeLimitMs = timeLimitMs;
        request.drivers = test::standInDir();
        return begin(request);
    }
    std::unique_ptr<CompileJob> begin(const CompileRequest &request)
    {
        auto job = std::make_unique<CompileJob>(request);
        job->setWarmCompiler(&warm);
        QObject::connect(job.get(), &CompileJob::finished, &warm,
            [this](const std::shared_ptr<const compiled::CompileResult> &done) {
                results.push_back(done);
            });
        QObject::connect(job.get(), &CompileJob::stageChanged, &warm,
            [this](const QString &stage, int, int) { stages.append(stage); });
        job->start();
        return job;
    }
    const compiled::CompileResult &wait(std::size_t count = 1)
    {
        EXPECT_TRUE(QTest::qWaitFor([&] { return results.size() >= count; }, Patience));
        return results.empty() ? nothing : *results.back();
    }
    const compiled::CompileResult &compile(const QString &name, int timeLimitMs = 0)
    {
        const auto job = begin(name, timeLimitMs);
        return wait(results.size() + 1);
    }
    /// "warm 123 compile add"; "probe".
    QStringList runs(const QString &first = {}) const
    {
        QFile file(log);
        const auto lines = file.open(QIODevice::ReadOnly)
            ? QString::fromUtf8(file.readAll()).split(u'\n', Qt::SkipEmptyParts)
            : QStringList();
        return lines.filter(QRegularExpression(u'^' + first));
    }
    QString process(int run) const { return runs(u"warm"_s).value(run).section(u' ', 1, 1); }
    bool waitForRun()
    {
        return QTest::qWaitFor([&] { return !runs(u"warm"_s).isEmpty(); }, Patience);
    }
    static bool hasProblem(const compiled::CompileResult &result, const QString &id)
    {
        return std::any_of(result.problems.begin(), result.problems.end(),
            [&](const Diagnostic &d) { return d.id == id; });
    }

    QString log = test::temporaryDir() + u"/runs"_s;
    QString interpreter = test::writeTemporary(u"python"_s, interpreterScript());
    WarmCompiler warm;
    std::vector<std::shared_ptr<const compiled::CompileResult>> results;
    QStringList stages;
    compiled::CompileResult nothing;
};

} // namespace

TEST_F(WarmCompilerTest, CompilesShareOneProcessAndOneProbe)
{
    const auto &first = compile(u"a"_s);
    EXPECT_EQ(first.status, compiled::Status::Succeeded);
    EXPECT_EQ(stages, QStringList{ u"lower"_s });
    QFile console(first.folder + u"/console.txt"_s);
    ASSERT_TRUE(console.open(QIODevice::ReadOnly));
    EXPECT_EQ(console.readAll(), "console of a\n");
    const auto read = compiled::readCompileResult(first.folder);
    ASSERT_TRUE(read);
    EXPECT_TRUE(std::any_of(read->artefacts.begin(), read->artefacts.end(),
        [](const compiled::Artefact &a) { return a.kind == u"log"_s; }));
    compile(u"b"_s);
    ASSERT_EQ(runs(u"warm"_s).size(), 2);
    EXPECT_EQ(process(0), process(1));
    EXPECT_EQ(runs(u"probe"_s).size(), 1);
    EXPECT_TRUE(warm.isWarm());
}

TEST_F(WarmCompilerTest, FailedCompileKeepsTheWorker)
{
    const auto &refused = compile(u"refused"_s);
    EXPECT_EQ(refused.status, compiled::Status::Failed);
    EXPECT_TRUE(hasProblem(refused, u"model.lower-failed"_s));
    compile(u"b"_s);
    EXPECT_EQ(process(0), process(1));
}

TEST_F(WarmCompilerTest, SecondJobAtTheSameTimeRunsInAProcessOfItsOwn)
{
    const auto a = begin(u"a"_s);
    const auto b = begin(u"b"_s);
    wait(2);
    EXPECT_EQ(runs(u"warm"_s).size(), 1);
    EXPECT_EQ(runs(u"cold"_s).size(), 1);
    EXPECT_TRUE(warm.isFree());
}

TEST_F(WarmCompilerTest, CancelKillsTheWorkerAndLeavesNothingHalfDone)
{
    const auto job = begin(u"hang"_s);
    ASSERT_TRUE(waitForRun());
    job->cancel();
    const auto &result = wait();
    EXPECT_EQ(result.status, compiled::Status::Cancelled);
    EXPECT_TRUE(hasProblem(result, u"cancelled"_s));
    EXPECT_NE(::kill(process(0).toInt(), 0), 0) << "it still runs";
    const auto left = QDir(result.folder).entryList(QDir::AllEntries | QDir::NoDotAndDotDot);
    EXPECT_EQ(left, (QStringList{ u"console.txt"_s, u"result.json"_s }));
    EXPECT_EQ(compile(u"b"_s).status, compiled::Status::Succeeded);
    EXPECT_NE(process(0), process(1));
}

TEST_F(WarmCompilerTest, DestroyedJobKillsTheWorker)
{
    auto job = begin(u"hang"_s);
    ASSERT_TRUE(waitForRun());
    job.reset();
    EXPECT_TRUE(warm.isFree());
    EXPECT_EQ(compile(u"b"_s).status, compiled::Status::Succeeded);
    EXPECT_NE(process(0), process(1));
}

TEST_F(WarmCompilerTest, CrashIsAProblemAndTheNextJobGetsANewWorker)
{
    const auto &result = compile(u"crash"_s);
    EXPECT_EQ(result.status, compiled::Status::Failed);
    EXPECT_TRUE(hasProblem(result, u"tool.crashed"_s));
    EXPECT_FALSE(QFileInfo::exists(result.folder + u"/crash.pte"_s)) << "half a program";
    EXPECT_EQ(compile(u"b"_s).status, compiled::Status::Succeeded);
}

TEST_F(WarmCompilerTest, TimeLimitHolds)
{
    const auto &result = compile(u"hang"_s, 300);
    EXPECT_EQ(result.status, compiled::Status::Failed);
    EXPECT_TRUE(hasProblem(result, u"tool.timeout"_s));
}

TEST_F(WarmCompilerTest, RecycledWorkerIsReplaced)
{
    qputenv("TOSAIC_STANDIN_MODE", "recycles");
    for (const auto &name : { u"a"_s, u"b"_s, u"c"_s })
        EXPECT_EQ(compile(name).status, compiled::Status::Succeeded);
    EXPECT_EQ(runs(u"warm"_s).size(), 3);
    EXPECT_NE(process(0), process(1));
    EXPECT_NE(process(1), process(2));
}

TEST_F(WarmCompilerTest, FallsBackToAColdDriver)
{
    qputenv("TOSAIC_STANDIN_MODE", "no-serve");
    EXPECT_EQ(compile(u"a"_s).status, compiled::Status::Succeeded);
    EXPECT_EQ(compile(u"b"_s).status, compiled::Status::Succeeded);
    EXPECT_EQ(runs(u"cold"_s).size(), 2);
    EXPECT_TRUE(runs(u"warm"_s).isEmpty());
}

TEST_F(WarmCompilerTest, ChangedEnvironmentReplacesTheWorker)
{
    compile(u"a"_s);
    // As an install does: another time of the interpreter's files.
    QFile file(interpreter);
    ASSERT_TRUE(file.open(QIODevice::Append));
    file.write("#\n");
    ASSERT_TRUE(file.setFileTime(
        QDateTime::currentDateTime().addSecs(5), QFileDevice::FileModificationTime));
    file.close();
    compile(u"b"_s);
    EXPECT_NE(process(0), process(1));
    EXPECT_EQ(runs(u"probe"_s).size(), 2);
}

TEST_F(WarmCompilerTest, WorkerOfAnotherVersionIsReplaced)
{
    qputenv("TOSAIC_STANDIN_MODE", "other-version");
    compile(u"a"_s);
    qputenv("TOSAIC_STANDIN_MODE", "ok");
    compile(u"b"_s);
    EXPECT_NE(process(0), process(1));
    compile(u"c"_s);
    EXPECT_EQ(process(1), process(2));
}

TEST_F(WarmCompilerTest, GivesItsMemoryBackWhenItIdles)
{
    compile(u"a"_s);
    ASSERT_TRUE(warm.isWarm());
    warm.setIdleLimit(20);
    EXPECT_TRUE(QTest::qWaitFor([&] { return warm.workerProcessId() == 0; }, Patience));
}

TEST_F(WarmCompilerTest, OwnerThatGoesEndsTheJob)
{
    auto own = std::make_unique<WarmCompiler>();
    auto job = begin(u"hang"_s); // takes `warm`
    job->setWarmCompiler(own.get());
    ASSERT_TRUE(waitForRun());
    own.reset();
    EXPECT_EQ(wait().status, compiled::Status::Cancelled);
}

TEST_F(WarmCompilerTest, ExchangeOfPayloadsIsAJobOfTheSameWorker)
{
    compile(u"a"_s);
    CompileRequest request;
    request.input = test::writeTemporary(u"old.pte"_s, "pte");
    request.keptTosa = { u"/kept/partition.tosa"_s };
    request.spec.target = u"ethos-u55-256"_s;
    request.outputFolder = test::temporaryDir() + u"/out"_s;
    request.interpreter = interpreter;
    request.drivers = test::standInDir();
    const auto job = begin(request);
    const auto &result = wait(2);
    EXPECT_EQ(result.status, compiled::Status::Succeeded);
    EXPECT_TRUE(runs(u"warm"_s).value(1).endsWith(u"respec old"_s));
    EXPECT_FALSE(result.artefactPath(u"pte"_s).isEmpty());
}

} // namespace tosaic::toolchain::warmcompilertests
