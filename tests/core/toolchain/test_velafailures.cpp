// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/spectext.h"
#include "core/toolchain/compilejob.h"
#include "core/toolchain/velaconsole.h"
#include "tests/core/toolchain/realtools.h"
#include "tests/support/samples.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

// The runs of the samples that fail: by hand with Vela itself, whose words must be the recorded
// ones, and as a compile of the same spec, which must tell the same.

namespace tosaic::toolchain::velafailurestests {

namespace {

struct Failing
{
    const char *run;
    const char *wordsId; ///< of what Vela itself says
    const char *id; ///< of the compile's error; null: the spec cannot say what the command said
    const char *file; ///< name of its location.file
    int line; ///< 0: none
    const char *entity;
    const char *text; ///< in the compile's error
};

const Failing Failures[] = {
    { "fail-allocator-limit", "compile.refused", "compile.refused", "", 0, "",
        "Memory used 664928, limit 393216" },
    { "fail-config-without-names", "spec.config-ini", nullptr, "", 0, "", "" },
    { "fail-dedicated-on-flash", "spec.memory-mode-system", "spec.memory-mode-system", "", 0,
        "memoryMode", "second memory of Ethos_U55_High_End_Embedded, and that is flash" },
    { "fail-float-tosa", "compile.refused", "compile.refused", "", 0, "Add",
        "Input data type not supported for this operator" },
    { "fail-ini-forward-inherit", "spec.config-ini", "spec.config-ini", "board.ini", 27, "",
        "Feature Map memory not configured" },
    { "fail-ini-hash-comment", "spec.config-ini", "spec.config-ini", "board.ini", 1, "",
        "Feature Map memory not configured" },
    { "fail-ini-zero-clock-after-output", "spec.config-ini", "spec.config-ini", "board.ini", 3, "",
        "ZeroDivisionError: float division by zero" },
    { "fail-missing-file", "io.open", "io.open", "no_such_model.tflite", 0, "",
        "No such file or directory" },
    { "fail-not-a-model", "compile.refused", "format.unknown", "notes.tflite", 0, "",
        "not a model that can be compiled" },
    { "fail-optimise-lower-case", "spec.flag-value", "spec.flag-value", "", 0, "extraFlags[0]",
        "'size'" },
    // Of a .tflite a compile makes a .tflite, in which operators may stay on the CPU.
    { "fail-raw-with-cpu-ops", "compile.refused", nullptr, "", 0, "", "" },
    { "fail-show-cpu-ops-crash-after-output", "spec.flag-refused", "spec.flag-refused", "", 0,
        "extraFlags", "KeyError: '0'" },
    { "fail-truncated-tflite-segfault", "compile.refused", "compile.refused", "", 0, "",
        "Buffer contents inconsistent with generated schema." },
    { "fail-u85-operator-on-u55", "compile.refused", "compile.refused", "", 0, "Gather",
        "Non-passthrough operation (Gather) could not run on NPU" },
    { "fail-unknown-accelerator", "spec.flag-refused", "spec.target", "", 0, "target",
        "'ethos-u85-64'" },
    { "fail-unknown-memory-mode", "spec.memory-mode", "spec.memory-mode", "", 0, "memoryMode",
        "'Dedicated_Sram_1MB'" },
    { "fail-unknown-system-config", "spec.system-config", "spec.system-config", "", 0,
        "systemConfig", "'Ethos_U55_Board'" },
};

QByteArray bytesOf(const QString &path)
{
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << qPrintable(path);
    return file.readAll();
}

QString nameOf(const Failing &failing)
{
    return QString::fromLatin1(failing.run);
}

class VelaFailures : public testing::Test
{
protected:
    void SetUp() override
    {
        TOSAIC_NEED_TOOLS();
        TOSAIC_NEED_SAMPLES();
        root.setPath(test::samplesDir() + u"/generated/vela"_s);
    }
    QString command(const Failing &failing) const
    {
        return QString::fromUtf8(
            bytesOf(root.filePath(nameOf(failing) + u"/command.txt"_s)).trimmed());
    }
    std::shared_ptr<const compiled::CompileResult> compile(const spec::SpecReading &reading) const
    {
        CompileRequest request;
        request.input = QDir::cleanPath(root.filePath(reading.input));
        request.spec = reading.spec;
        if (request.spec.configIni && root.exists(*request.spec.configIni))
            request.spec.configIni = QDir::cleanPath(root.filePath(*request.spec.configIni));
        request.outputFolder = test::temporaryDir() + u"/out"_s;
        request.interpreter = test::toolPython();
        CompileJob job(request);
        std::shared_ptr<const compiled::CompileResult> result;
        QObject::connect(&job, &CompileJob::finished, &job,
            [&](const std::shared_ptr<const compiled::CompileResult> &done) { result = done; });
        job.start();
        EXPECT_TRUE(QTest::qWaitFor([&] { return result != nullptr; }, test::RealPatience));
        return result ? result : std::make_shared<compiled::CompileResult>();
    }

    QDir root;
};

QString problemsOf(const compiled::CompileResult &result)
{
    QStringList texts;
    for (const auto &problem : result.problems)
        texts.append(problem.toText());
    return texts.join(u'\n');
}

} // namespace

TEST_F(VelaFailures, AllRunsAreHere)
{
    QStringList known;
    for (const auto &failing : Failures)
        known.append(nameOf(failing));
    EXPECT_EQ(root.entryList({ u"fail-*"_s }, QDir::Dirs, QDir::Name), known);
}

TEST_F(VelaFailures, VelasOwnWordsAreTheRecordedOnesAndUnderstood)
{
    const auto expected = QJsonDocument::fromJson(bytesOf(root.filePath(u"expected.json"_s)));
    const auto output = test::temporaryDir();
    QJsonArray jobs;
    for (const auto &failing : Failures) {
        // Everything is as recorded but the output folder, which is the last argument.
        auto words = command(failing).split(u' ').mid(1);
        ASSERT_EQ(words.value(words.size() - 2), u"--output-dir"_s);
        const auto folder = output + u'/' + nameOf(failing);
        words.last() = folder;
        jobs.append(QJsonObject{
            { u"folder"_s, folder }, { u"arguments"_s, QJsonArray::fromStringList(words) } });
    }
    QProcess python;
    python.setWorkingDirectory(root.path());
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"PYTHONUNBUFFERED"_s, u"1"_s); // the last words before a crash
    python.setProcessEnvironment(environment);
    python.start(test::toolPython(), { test::sourcePath(u"tests/core/toolchain/velaruns.py"_s) });
    python.write(QJsonDocument(jobs).toJson());
    python.closeWriteChannel();
    ASSERT_TRUE(python.waitForFinished(test::RealPatience));
    const auto codes = QJsonDocument::fromJson(python.readAllStandardOutput()).array();
    ASSERT_EQ(codes.size(), jobs.size()) << python.readAllStandardError().constData();
    const auto site = QRegularExpression(u"'[^']*/(?=lib/python)"_s); // recorded as VENV/
    for (qsizetype i = 0; i < codes.size(); ++i) {
        const auto &failing = Failures[i];
        SCOPED_TRACE(failing.run);
        const auto recorded = expected[nameOf(failing)].toObject();
        const auto code = recorded.value(u"exitCode"_s).toInt();
        const bool isCrash = code > 128;
        EXPECT_EQ(codes[i].toInt(), isCrash ? 128 - code : code);
        VelaConsole console;
        const auto said
            = QString::fromUtf8(bytesOf(output + u'/' + nameOf(failing) + u"/console.txt"_s));
        for (const auto &line : said.split(u'\n'))
            console.feed(line);
        const auto problem = isCrash ? console.crash(u"SIGSEGV"_s) : console.failure(code);
        EXPECT_EQ(problem.id, QString::fromLatin1(failing.wordsId)) << qPrintable(problem.toText());
        const auto words
            = recorded.value(isCrash ? u"lastStdoutLine"_s : u"errorText"_s).toString();
        EXPECT_FALSE(words.isEmpty());
        EXPECT_TRUE(QString(problem.text).replace(site, u"'VENV/"_s).contains(words.trimmed()))
            << qPrintable(problem.text);
    }
}

TEST_F(VelaFailures, CompilesOfTheSameSpecTellTheSame)
{
    for (const auto &failing : Failures) {
        SCOPED_TRACE(failing.run);
        const auto reading = spec::fromVelaCommandLine(command(failing));
        ASSERT_TRUE(reading);
        const auto result = compile(*reading);
        if (!failing.id) {
            EXPECT_EQ(result->status, compiled::Status::Succeeded)
                << qPrintable(problemsOf(*result));
            continue;
        }
        EXPECT_EQ(result->status, compiled::Status::Failed);
        const auto problem = std::find_if(result->problems.begin(), result->problems.end(),
            [](const Diagnostic &d) { return d.severity == Severity::Error; });
        ASSERT_NE(problem, result->problems.end());
        EXPECT_EQ(problem->id, QString::fromLatin1(failing.id)) << qPrintable(problem->toText());
        EXPECT_EQ(QFileInfo(problem->location.file).fileName(), QString::fromLatin1(failing.file));
        EXPECT_EQ(problem->location.line.value_or(0), failing.line);
        EXPECT_EQ(problem->location.entity, QString::fromLatin1(failing.entity));
        EXPECT_TRUE(problem->text.contains(QString::fromLatin1(failing.text)))
            << qPrintable(problem->text);
    }
}

/// A command whose fault a spec cannot have: the reader of the command line tells it.
TEST_F(VelaFailures, AnIniWithoutNamesIsToldWhenTheCommandIsRead)
{
    const auto reading = spec::fromVelaCommandLine(command({ .run = "fail-config-without-names" }));
    ASSERT_TRUE(reading);
    EXPECT_EQ(std::count_if(reading->diagnostics.begin(), reading->diagnostics.end(),
                  [](const Diagnostic &d) { return d.id == u"spec.named-together"_s; }),
        2);
}

/// Nothing is lost by the other output: what the recorded run died of are warnings with a place.
TEST_F(VelaFailures, OperatorsThatRawOutputRefusesAreTold)
{
    const auto reading = spec::fromVelaCommandLine(command({ .run = "fail-raw-with-cpu-ops" }));
    ASSERT_TRUE(reading);
    const auto result = compile(*reading);
    const auto problems = problemsOf(*result);
    for (const auto &kind : { "CAST", "CONCATENATION", "CUSTOM", "DIV", "MAXIMUM", "MINIMUM",
             "RESHAPE", "STRIDED_SLICE" })
        EXPECT_TRUE(problems.contains(QString::fromLatin1(kind) + u" stays on the CPU"_s)) << kind;
}

} // namespace tosaic::toolchain::velafailurestests
