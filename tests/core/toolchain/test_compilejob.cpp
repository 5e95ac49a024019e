// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/approvals.h"
#include "core/base/bytesource.h"
#include "core/compiled/resultreader.h"
#include "core/toolchain/compilejob.h"
#include "core/toolchain/preflight.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::toolchain::compilejobtests {

namespace {

constexpr int Patience = 60000; // ms, for a machine under load

/// One compile with the fake tools, in a mode of theirs.
class CompileJobTest : public testing::Test
{
protected:
    CompileJobTest()
    {
        request.interpreter = test::programPath(u"tosaic-faketool"_s);
        request.spec.target = u"ethos-u55-128"_s;
        request.outputFolder = folder + u"/out"_s;
        request.input = write(u"model.tosa"_s, QByteArray("\x10\0\0\0TOSA....", 12));
    }
    ~CompileJobTest() override { qunsetenv("TOSAIC_FAKE_MODE"); }

    QString write(const QString &name, const QByteArray &bytes)
    {
        QFile file(folder + u'/' + name);
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(bytes);
        return file.fileName();
    }
    QString pythonModel() { return write(u"model.py"_s, "ModelUnderTest = None\n"); }

    void begin(const char *mode)
    {
        qputenv("TOSAIC_FAKE_MODE", mode);
        job = std::make_unique<CompileJob>(request);
        QObject::connect(job.get(), &CompileJob::finished, job.get(),
            [this](const std::shared_ptr<const compiled::CompileResult> &done) { result = done; });
        QObject::connect(job.get(), &CompileJob::logLine, job.get(),
            [this](const QString &line) { log.append(line); });
        QObject::connect(job.get(), &CompileJob::stageChanged, job.get(),
            [this](const QString &name, int, int) { stages.append(name); });
        job->start();
    }
    const compiled::CompileResult &compile(const char *mode)
    {
        begin(mode);
        EXPECT_TRUE(QTest::qWaitFor([this] { return result != nullptr; }, Patience));
        static const compiled::CompileResult none;
        return result ? *result : none;
    }
    QStringList errors() const
    {
        QStringList ids;
        for (const auto &problem : result->problems) {
            if (problem.severity == Severity::Error)
                ids.append(problem.id);
        }
        return ids;
    }
    bool has(const QString &id) const
    {
        return std::any_of(result->problems.begin(), result->problems.end(),
            [&](const Diagnostic &d) { return d.id == id; });
    }
    QJsonObject resultFile() const
    {
        QFile file(request.outputFolder + u"/result.json"_s);
        return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object()
                                              : QJsonObject();
    }
    QString statusOnDisk() const { return resultFile().value(u"status"_s).toString(); }

    QString folder = test::temporaryDir();
    CompileRequest request;
    std::unique_ptr<CompileJob> job;
    std::shared_ptr<const compiled::CompileResult> result;
    QStringList log;
    QStringList stages;
};

TEST_F(CompileJobTest, VelaRunBecomesAResult)
{
    const auto &done = compile("ok");
    EXPECT_EQ(done.status, compiled::Status::Succeeded);
    EXPECT_EQ(done.tools.at(u"vela"_s), u"5.1.0"_s);
    EXPECT_EQ(done.summary.cyclesTotal, 100.0);
    EXPECT_EQ(done.summary.cyclesNpu, 90.5);
    EXPECT_EQ(done.summary.macs, 1000U);
    EXPECT_EQ(done.summary.sramBytes, 22016U); // 21.5 KiB
    EXPECT_EQ(done.summary.offChipFlashBytes, 2048U);
    EXPECT_FALSE(done.summary.onChipFlashBytes) << "nan is not a number of bytes";
    EXPECT_EQ(done.summary.npuOperators, 9U);
    EXPECT_EQ(done.summary.cpuOperators, 1U);
    EXPECT_TRUE(QFileInfo::exists(done.artefactPath(u"vela-npz"_s)));
    EXPECT_TRUE(QFileInfo::exists(done.artefactPath(u"vela-debug-db"_s)));
    EXPECT_TRUE(QFileInfo::exists(done.artefactPath(u"console"_s)));
    EXPECT_EQ(done.sourceSha256.size(), 64);
    EXPECT_EQ(done.resolvedSpec.memoryMode, u"Shared_Sram"_s);
    EXPECT_TRUE(has(u"vela.cpu-operator"_s));
    EXPECT_TRUE(has(u"vela.over-limit"_s)) << "21.5 KiB are used, 16 allowed";
    EXPECT_EQ(statusOnDisk(), u"succeeded"_s);
    EXPECT_TRUE(log.contains(u"CPU operators = 1 (10.0%)"_s));

    const auto read = compiled::readCompileResult(request.outputFolder);
    ASSERT_TRUE(read);
    EXPECT_EQ(read->summary.sramBytes, done.summary.sramBytes);
    EXPECT_EQ(read->artefacts.size(), done.artefacts.size());
    EXPECT_EQ(read->spec, done.spec);
}

TEST_F(CompileJobTest, DriverRunBecomesAResultAndKeepsWhatTheDriverWrote)
{
    request.input = pythonModel();
    request.trusted = true;
    const auto &done = compile("unknown-event");
    EXPECT_EQ(done.status, compiled::Status::Succeeded);
    EXPECT_EQ(stages, QStringList{ u"import"_s });
    EXPECT_TRUE(has(u"delegate.none"_s));
    EXPECT_TRUE(QFileInfo::exists(done.artefactPath(u"pte"_s)));
    EXPECT_TRUE(QFileInfo::exists(done.artefactPath(u"log"_s)));
    EXPECT_TRUE(resultFile().contains(u"fromANewerDriver"_s));
}

TEST_F(CompileJobTest, CodeOfOthersRunsOnlyWhenTrusted)
{
    request.input = pythonModel();
    const auto &done = compile("ok");
    EXPECT_EQ(done.status, compiled::Status::Failed);
    EXPECT_EQ(errors(), QStringList{ u"trust.needed"_s });
    EXPECT_FALSE(QFileInfo::exists(request.outputFolder + u"/model.pte"_s));
}

/// Its pickled parts run when it is loaded: the tool is not even asked for its version.
TEST_F(CompileJobTest, AnExportedProgramIsCodeToo)
{
    request.input = write(u"model.pt2"_s, "PK\x03\x04....");
    EXPECT_EQ(compile("ok").status, compiled::Status::Failed);
    EXPECT_EQ(errors(), QStringList{ u"trust.needed"_s });
    EXPECT_TRUE(result->tools.empty()) << "nothing was started";
}

/// A compile that waited in a queue runs what was approved, or nothing.
TEST_F(CompileJobTest, CodeThatHasChangedSinceItWasApprovedIsNotRun)
{
    request.input = pythonModel();
    request.trusted = true;
    request.trustedContent = modelSubject(request.input).content;
    EXPECT_EQ(compile("ok").status, compiled::Status::Succeeded)
        << errors().join(u' ').toStdString();
    result.reset();
    request.outputFolder = folder + u"/later"_s;
    write(u"model.py"_s, "print('somebody else')\n");
    EXPECT_EQ(compile("ok").status, compiled::Status::Failed);
    EXPECT_EQ(errors(), QStringList{ u"trust.changed"_s });
    EXPECT_TRUE(result->tools.empty()) << "nothing was started";
}

TEST_F(CompileJobTest, ASpecDoesNotWriteOutsideOfTheOutputFolder)
{
    request.input = pythonModel();
    request.trusted = true;
    ASSERT_TRUE(QDir().mkpath(folder + u"/elsewhere"_s));
    ASSERT_TRUE(QDir().mkpath(request.outputFolder));
    ASSERT_TRUE(QFile::link(folder + u"/elsewhere"_s, request.outputFolder + u"/link"_s));
    for (const auto &place : { folder + u"/elsewhere"_s, u"../elsewhere"_s, u"a/../../x"_s,
             u"link/deep"_s, request.outputFolder + u"-beside"_s }) {
        request.spec.intermediatesFolder = place;
        EXPECT_FALSE(folderOutside(request).isEmpty()) << qPrintable(place);
    }
    for (const auto &place : { u"dump"_s, u"a/./b"_s, request.outputFolder + u"/dump"_s }) {
        request.spec.intermediatesFolder = place;
        EXPECT_TRUE(folderOutside(request).isEmpty()) << qPrintable(place);
    }
    request.spec.intermediatesFolder = folder + u"/elsewhere"_s;
    EXPECT_EQ(compile("ok").status, compiled::Status::Failed);
    EXPECT_EQ(errors(), QStringList{ u"trust.folder"_s });
    EXPECT_TRUE(result->tools.empty()) << "nothing was started";
    request.mayWriteOutside = true;
    result.reset();
    EXPECT_EQ(compile("ok").status, compiled::Status::Succeeded);
}

TEST_F(CompileJobTest, WhatVelaAloneDoesNotObeyIsSaid)
{
    request.spec.delegate = false;
    request.spec.keepOnCpu.operators = { u"aten.relu.default"_s };
    request.spec.integerIo = true;
    QStringList entities;
    for (const auto &problem : compile("ok").problems) {
        if (problem.id == "spec.no-effect"_L1)
            entities += problem.location.entity;
        EXPECT_FALSE(problem.text.contains(u"stays on the CPU already"_s))
            << "the NPU runs what it can";
    }
    EXPECT_EQ(entities, (QStringList{ u"partition.keepOnCpu"_s, u"delegate"_s, u"integerIo"_s }));
}

TEST_F(CompileJobTest, WrongSpecStopsBeforeAnyToolRuns)
{
    request.spec.target = u"ethos-u55-100"_s;
    const auto &done = compile("ok");
    EXPECT_EQ(done.status, compiled::Status::Failed);
    EXPECT_EQ(errors(), QStringList{ u"spec.target"_s });
    EXPECT_EQ(statusOnDisk(), u"failed"_s);
    EXPECT_TRUE(stages.isEmpty());
}

TEST_F(CompileJobTest, MissingInterpreterAndPackagesTellTheNextStep)
{
    request.interpreter.clear();
    compile("ok");
    EXPECT_EQ(errors(), QStringList{ u"tool.missing"_s });
    EXPECT_TRUE(result->problems.back().text.contains("-m venv"_L1));
}

TEST_F(CompileJobTest, OnlyWhatTheInputNeedsIsMissing)
{
    compile("probe-system");
    EXPECT_EQ(errors(), QStringList{ u"tool.missing"_s }) << "Vela alone";
    const auto text = result->problems.back().text;
    EXPECT_TRUE(text.startsWith("ethos-u-vela is not installed"_L1)) << qPrintable(text);
    EXPECT_TRUE(text.contains(request.interpreter + u" -m venv "_s)) << qPrintable(text);
    EXPECT_FALSE(text.contains(request.interpreter + u" -m pip"_s)) << "it would be refused";

    request.input = pythonModel();
    request.trusted = true;
    request.outputFolder = folder + u"/python"_s;
    result.reset();
    compile("probe-system");
    EXPECT_GT(errors().size(), 3);
}

TEST_F(CompileJobTest, ToolsThatAreNotWhatTheySeem)
{
    const struct
    {
        const char *mode;
        QString interpreter;
        QString id;
        QString says;
    } cases[] = {
        { "ok", u"/nonexistent/python"_s, u"tool.missing"_s, u"does not start"_s },
        { "probe-garbage", request.interpreter, u"tool.failed"_s, u"not the interpreter"_s },
        { "probe-no-vela", request.interpreter, u"tool.missing"_s, u"pip install"_s },
    };
    for (const auto &one : cases) {
        result.reset();
        request.interpreter = one.interpreter;
        request.outputFolder = folder + u"/out-"_s + QString::fromLatin1(one.mode);
        compile(one.mode);
        ASSERT_TRUE(result);
        EXPECT_EQ(result->status, compiled::Status::Failed);
        ASSERT_FALSE(errors().isEmpty()) << one.mode;
        EXPECT_EQ(errors().first(), one.id);
        EXPECT_TRUE(result->problems.front().text.contains(one.says))
            << qPrintable(result->problems.front().text);
        EXPECT_EQ(statusOnDisk(), u"failed"_s);
    }
}

TEST_F(CompileJobTest, CompilerErrorsCrashesAndSilence)
{
    const std::pair<const char *, QString> cases[] = { { "error", u"compile.refused"_s },
        { "crash", u"tool.crashed"_s }, { "no-output", u"vela.no-output"_s },
        { "fail", u"tool.failed"_s }, { "disk-full", u"io.disk-full"_s } };
    for (const auto &[mode, id] : cases) {
        result.reset();
        request.outputFolder = folder + u"/out-"_s + QString::fromLatin1(mode);
        const auto &done = compile(mode);
        EXPECT_EQ(done.status, compiled::Status::Failed) << mode;
        EXPECT_EQ(errors(), QStringList{ id }) << mode;
        EXPECT_EQ(statusOnDisk(), u"failed"_s) << mode;
        EXPECT_TRUE(QFileInfo::exists(done.artefactPath(u"console"_s))) << mode;
        EXPECT_TRUE(done.artefactPath(u"vela-npz"_s).isEmpty()) << mode;
        EXPECT_FALSE(QFileInfo::exists(request.outputFolder + u"/model_vela.npz"_s)) << mode;
    }
}

TEST_F(CompileJobTest, DriverThatCrashesInTheMiddleOfAnEvent)
{
    request.input = pythonModel();
    request.trusted = true;
    const auto &done = compile("events-truncated");
    EXPECT_EQ(done.status, compiled::Status::Failed);
    EXPECT_EQ(errors(), QStringList{ u"tool.crashed"_s });
    EXPECT_TRUE(has(u"tool.bad-event"_s));
    EXPECT_EQ(statusOnDisk(), u"failed"_s);
}

TEST_F(CompileJobTest, HangIsStoppedByTheTimeLimit)
{
    request.timeLimitMs = 500;
    const auto &done = compile("hang");
    EXPECT_EQ(done.status, compiled::Status::Failed);
    EXPECT_EQ(errors(), QStringList{ u"tool.timeout"_s });
    EXPECT_EQ(statusOnDisk(), u"failed"_s);
}

TEST_F(CompileJobTest, CancelLeavesAResultThatSaysSo)
{
    begin("hang");
    ASSERT_TRUE(QTest::qWaitFor([this] { return !log.isEmpty(); }, Patience));
    job->cancel();
    ASSERT_TRUE(QTest::qWaitFor([this] { return result != nullptr; }, 4000));
    EXPECT_EQ(result->status, compiled::Status::Cancelled);
    EXPECT_TRUE(has(u"cancelled"_s));
    EXPECT_EQ(statusOnDisk(), u"cancelled"_s);
}

/// The file may be another one before the end.
TEST_F(CompileJobTest, TheHashIsThatOfWhatRan)
{
    const auto ran = sha256Hex(QByteArray("\x10\0\0\0TOSA....", 12));
    begin("hang");
    ASSERT_TRUE(QTest::qWaitFor([this] { return !log.isEmpty(); }, Patience));
    write(u"model.tosa"_s, QByteArray("\x10\0\0\0TOSA----", 12));
    job->cancel();
    ASSERT_TRUE(QTest::qWaitFor([this] { return result != nullptr; }, Patience));
    EXPECT_EQ(result->sourceSha256, ran);
    EXPECT_TRUE(has(u"input.changed"_s));
    EXPECT_EQ(resultFile()[u"source"_s][u"sha256"_s].toString(), ran);
}

TEST_F(CompileJobTest, CancelDuringTheProbe)
{
    begin("probe-hang");
    ASSERT_TRUE(QTest::qWaitFor(
        [this] { return QFileInfo::exists(request.outputFolder + u"/console.txt"_s); }, Patience));
    job->cancel();
    ASSERT_TRUE(QTest::qWaitFor([this] { return result != nullptr; }, 4000));
    EXPECT_EQ(result->status, compiled::Status::Cancelled);
}

TEST_F(CompileJobTest, AnEarlierResultIsNeverOverwritten)
{
    compile("ok");
    const auto before = resultFile();
    result.reset();
    const auto &done = compile("ok");
    EXPECT_EQ(done.status, compiled::Status::Failed);
    EXPECT_EQ(errors(), QStringList{ u"output.exists"_s });
    EXPECT_EQ(resultFile(), before);
}

TEST_F(CompileJobTest, WhatFailedOrWasCancelledMakesRoom)
{
    request.input = pythonModel();
    EXPECT_EQ(compile("ok").status, compiled::Status::Failed); // trust.needed
    EXPECT_EQ(statusOnDisk(), u"failed"_s);
    const auto notes = write(u"out/notes.txt"_s, "mine");
    result.reset();
    request.trusted = true;
    begin("hang");
    ASSERT_TRUE(QTest::qWaitFor([this] { return !log.isEmpty(); }, Patience));
    EXPECT_FALSE(QFileInfo::exists(request.outputFolder + u"/repro.zip"_s));
    job->cancel();
    ASSERT_TRUE(QTest::qWaitFor([this] { return result != nullptr; }, Patience));
    EXPECT_EQ(statusOnDisk(), u"cancelled"_s);
    result.reset();
    EXPECT_EQ(compile("ok").status, compiled::Status::Succeeded)
        << errors().join(u' ').toStdString();
    EXPECT_EQ(statusOnDisk(), u"succeeded"_s);
    EXPECT_TRUE(QFileInfo::exists(notes));
}

TEST_F(CompileJobTest, OfAFailedResultOnlyItsOwnUnchangedFilesAreReplaced)
{
    ASSERT_TRUE(QDir().mkpath(request.outputFolder));
    ASSERT_TRUE(QDir().mkpath(folder + u"/elsewhere"_s));
    ASSERT_TRUE(QFile::link(folder + u"/elsewhere"_s, request.outputFolder + u"/partition0"_s));
    const auto away = write(u"elsewhere/a.tosa"_s, "a");
    const auto mine = write(u"out/edited.csv"_s, "edited");
    const auto sha256OfA = u"ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"_s;
    const auto stale = write(u"out/stale.csv"_s, "a");
    write(u"out/result.json"_s,
        u"{\"formatVersion\":1,\"status\":\"failed\",\"spec\":{\"target\":\"ethos-u55-128\"},"
        "\"artefacts\":[{\"kind\":\"tosa\",\"path\":\"partition0/a.tosa\",\"sha256\":\"%1\"},"
        "{\"kind\":\"log\",\"path\":\"edited.csv\",\"sha256\":\"%1\"},"
        "{\"kind\":\"log\",\"path\":\"stale.csv\",\"sha256\":\"%1\"}]}"_s.arg(sha256OfA)
            .toUtf8());
    EXPECT_EQ(compile("ok").status, compiled::Status::Succeeded);
    EXPECT_TRUE(QFileInfo::exists(away));
    EXPECT_TRUE(QFileInfo::exists(mine));
    EXPECT_FALSE(QFileInfo::exists(stale));
}

TEST_F(CompileJobTest, AResultOfAnotherProgramIsLeftAlone)
{
    ASSERT_TRUE(QDir().mkpath(request.outputFolder));
    write(u"out/result.json"_s, "{\"status\":\"failed\"}");
    compile("ok");
    EXPECT_EQ(errors(), QStringList{ u"output.exists"_s });
    EXPECT_EQ(resultFile(), QJsonObject({ { u"status"_s, u"failed"_s } }));
}

TEST_F(CompileJobTest, ACancelledDriverJobStillSaysWhatItWas)
{
    request.input = pythonModel();
    request.trusted = true;
    begin("cancelled-result");
    ASSERT_TRUE(QTest::qWaitFor([this] { return !log.isEmpty(); }, Patience));
    job->cancel();
    ASSERT_TRUE(QTest::qWaitFor([this] { return result != nullptr; }, Patience));
    EXPECT_EQ(result->status, compiled::Status::Cancelled);
    EXPECT_EQ(result->sourceName, u"model.py"_s);
    EXPECT_EQ(result->sourceSha256.size(), 64);
    EXPECT_EQ(result->resolvedSpec.target, u"ethos-u55-128"_s);
    EXPECT_TRUE(result->tools.contains(u"executorch"_s));
    const auto read = compiled::readCompileResult(request.outputFolder);
    ASSERT_TRUE(read);
    EXPECT_EQ(read->status, compiled::Status::Cancelled);
    EXPECT_EQ(read->sourceName, u"model.py"_s);
    EXPECT_EQ(read->resolvedSpec.target, u"ethos-u55-128"_s);
}

TEST_F(CompileJobTest, FolderThatCannotBeMadeIsAProblem)
{
    request.outputFolder = write(u"a-file"_s, "x") + u"/out"_s;
    const auto &done = compile("ok");
    EXPECT_EQ(done.status, compiled::Status::Failed);
    EXPECT_EQ(errors(), QStringList{ u"io.write"_s });
}

TEST_F(CompileJobTest, InputsAreKnownByContent)
{
    EXPECT_EQ(*inputKindOf(request.input), InputKind::Tosa);
    EXPECT_EQ(*inputKindOf(write(u"a"_s, "\x1c\x01\x02\x03TFL3...")), InputKind::Tflite);
    EXPECT_EQ(*inputKindOf(write(u"b"_s, "PK\x03\x04....")), InputKind::ExportedProgram);
    EXPECT_EQ(*inputKindOf(pythonModel()), InputKind::PythonModel);
    const auto unknown = inputKindOf(write(u"notes.tflite"_s, "some text"));
    ASSERT_FALSE(unknown);
    EXPECT_EQ(unknown.error().code, ErrorCode::FormatUnknown);
    EXPECT_EQ(inputKindOf(folder + u"/none.tosa"_s).error().code, ErrorCode::IoOpen);
    EXPECT_FALSE(inputKindOf(write(u"empty"_s, "")));
}

/// They are ZIP archives as .pt2 files are.
TEST_F(CompileJobTest, RecordsAndResultsOfCompilesAreNoInputs)
{
    TOSAIC_NEED_SAMPLES();
    for (const auto &name :
        { u"/executorch/etrecord.bin"_s, u"/generated/aot/kws-int8-u55-128/model.etrecord"_s }) {
        const auto kind = inputKindOf(test::samplesDir() + name);
        ASSERT_FALSE(kind) << qPrintable(name);
        EXPECT_EQ(kind.error().code, ErrorCode::FormatUnsupported);
        EXPECT_TRUE(kind.error().detail.startsWith(u"an ETRecord, not a model"_s))
            << qPrintable(kind.error().detail);
    }
}

} // namespace

} // namespace tosaic::toolchain::compilejobtests
