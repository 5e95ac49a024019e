// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/zip/ziparchive.h"
#include "core/toolchain/pathmask.h"
#include "core/toolchain/reprobundle.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QSignalSpy>
#include <QTest>

#include <map>

using namespace Qt::StringLiterals;

namespace tosaic::toolchain::reprobundletests {

namespace {

constexpr int Patience = 60000; // ms, for a machine under load

using Files = std::map<QString, QByteArray>;

/// Read back with the reader that opens other people's archives.
Files unpack(const QString &path)
{
    Files files;
    const auto source = ByteSource::map(path);
    EXPECT_TRUE(source) << path.toStdString();
    auto archive = source ? formats::ZipArchive::open(*source) : fail(source.error());
    EXPECT_TRUE(archive);
    for (size_t i = 0; archive && i < archive->members().size(); ++i) {
        const auto bytes = archive->read(i, 1 << 30);
        EXPECT_TRUE(bytes);
        files[archive->members()[i].name] = (*bytes)->bytes().toByteArray();
    }
    return files;
}

class ReproBundle : public testing::Test
{
protected:
    ReproBundle()
    {
        request.interpreter = test::programPath(u"tosaic-faketool"_s);
        request.spec.target = u"ethos-u55-128"_s;
        request.outputFolder = folder + u"/out"_s;
        request.input = write(u"model.tosa"_s, QByteArray("\x10\0\0\0TOSA....", 12));
    }
    ~ReproBundle() override { qunsetenv("TOSAIC_FAKE_MODE"); }

    QString write(const QString &name, const QByteArray &bytes)
    {
        QFile file(folder + u'/' + name);
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(bytes);
        return file.fileName();
    }
    void compile(const char *mode)
    {
        qputenv("TOSAIC_FAKE_MODE", mode);
        CompileJob job(request);
        QObject::connect(&job, &CompileJob::finished, &job,
            [&](const std::shared_ptr<const compiled::CompileResult> &done) { result = *done; });
        QSignalSpy spy(&job, &CompileJob::finished);
        job.start();
        ASSERT_TRUE(spy.wait(Patience));
        environment = job.environment();
    }
    QString kept() const { return request.outputFolder + u"/repro.zip"_s; }

    QString folder = test::temporaryDir();
    CompileRequest request;
    compiled::CompileResult result;
    ToolEnvironment environment;
};

} // namespace

TEST(PathMask, ReplacesWholeFoldersLongestFirst)
{
    PathMask mask;
    mask.add(u"/home/ann"_s, u"{HOME}"_s);
    mask.add(u"/home/ann/out"_s, u"{OUTPUT}"_s);
    mask.add(u"/"_s, u"{ROOT}"_s);
    mask.add({}, u"{NONE}"_s);
    EXPECT_EQ(
        mask.apply(u"/home/ann/out/a.txt:3 and '/home/ann'"_s), u"{OUTPUT}/a.txt:3 and '{HOME}'"_s);
    EXPECT_EQ(mask.apply(u"/home/anna /srv/home/ann"_s), u"/home/anna /srv/home/ann"_s);
}

TEST_F(ReproBundle, AFailedCompileKeepsOne)
{
    compile("error");
    ASSERT_EQ(result.status, compiled::Status::Failed);
    const auto files = unpack(kept());
    for (const auto &name : { u"README.txt"_s, u"spec.json"_s, u"spec-resolved.json"_s,
             u"command.txt"_s, u"console.txt"_s, u"result.json"_s, u"problems.txt"_s,
             u"inputs.json"_s, u"inputs/model.tosa"_s, u"environment.txt"_s, u"platform.json"_s })
        EXPECT_TRUE(files.contains(name)) << name.toStdString();
    EXPECT_EQ(files.at(u"inputs/model.tosa"_s), QByteArray("\x10\0\0\0TOSA....", 12));
    EXPECT_TRUE(files.at(u"environment.txt"_s).contains("ethos-u-vela==5.1.0"));
    EXPECT_TRUE(files.at(u"README.txt"_s).contains("compile.refused"));
    EXPECT_TRUE(files.at(u"console.txt"_s).contains("Validation error"));
    const auto platform = QJsonDocument::fromJson(files.at(u"platform.json"_s)).object();
    EXPECT_GT(platform.value(u"cpus"_s).toInt(), 0);
    EXPECT_GT(platform.value(u"memoryBytes"_s).toDouble(), 1e6);
    EXPECT_TRUE(platform.value(u"environment"_s).toObject().contains(u"PYTHONUTF8"_s));
    for (const auto &[name, text] : files)
        EXPECT_FALSE(text.contains(folder.toUtf8())) << name.toStdString();
}

TEST_F(ReproBundle, OthersKeepNoneUnlessAsked)
{
    compile("ok");
    ASSERT_EQ(result.status, compiled::Status::Succeeded);
    EXPECT_FALSE(QFile::exists(kept()));
    const auto path = folder + u"/asked.zip"_s;
    ASSERT_TRUE(writeReproBundle(path, { request, result, environment }));
    EXPECT_TRUE(unpack(path).contains(u"inputs/model.tosa"_s));
    EXPECT_EQ(
        writeReproBundle(u"/proc/none/x.zip"_s, { request, result, environment }).error().code,
        ErrorCode::IoWrite);
}

TEST_F(ReproBundle, SourceLeavesTheMachineOnlyWhenAgreed)
{
    request.input = write(u"model.py"_s, "import secret_blocks\nModelUnderTest = None\n");
    write(u"secret_blocks.py"_s, "from other import x\n");
    write(u"unrelated.py"_s, "");
    request.trusted = true;
    compile("crash");
    const auto local = unpack(kept());
    EXPECT_TRUE(local.contains(u"inputs/model.py"_s)) << "it stays here";
    EXPECT_TRUE(local.contains(u"inputs/secret_blocks.py"_s));
    EXPECT_FALSE(local.contains(u"inputs/unrelated.py"_s));
    EXPECT_TRUE(local.at(u"README.txt"_s).contains("ARE included"));
    EXPECT_TRUE(local.contains(u"job.json"_s));

    const auto path = folder + u"/asked.zip"_s;
    ASSERT_TRUE(writeReproBundle(path, { request, result, environment }));
    const auto given = unpack(path);
    for (const auto &[name, text] : given)
        EXPECT_FALSE(text.contains("import secret_blocks")) << name.toStdString();
    EXPECT_TRUE(given.at(u"README.txt"_s).contains("not included"));
    const auto inputs
        = QJsonDocument::fromJson(given.at(u"inputs.json"_s)).object().value(u"inputs"_s).toArray();
    ASSERT_EQ(inputs.size(), 2);
    EXPECT_EQ(inputs[0].toObject().value(u"sha256"_s).toString().size(), 64);
    EXPECT_FALSE(inputs[0].toObject().value(u"included"_s).toBool());
}

TEST_F(ReproBundle, LargeInputsAreNamedByHash)
{
    QFile large(request.input);
    ASSERT_TRUE(large.open(QIODevice::ReadWrite));
    ASSERT_TRUE(large.resize(static_cast<qint64>(ReproInputLimit) + 1));
    large.close();
    compile("error");
    const auto files = unpack(kept());
    EXPECT_FALSE(files.contains(u"inputs/model.tosa"_s));
    EXPECT_TRUE(files.at(u"inputs.json"_s).contains("33554433"));
}

TEST_F(ReproBundle, PicturesThatCalibrateComeAlongAllOrNone)
{
    const QDir pictures(folder + u"/my pictures"_s);
    ASSERT_TRUE(pictures.mkpath(u"."_s));
    for (int i = 0; i < 201; ++i)
        write(u"my pictures/%1.png"_s.arg(i, 3, 10, QChar(u'0')), QByteArray::number(i));
    request.spec.calibration = spec::Calibration{};
    request.spec.calibration->images.folder = u"./my pictures/"_s;
    compile("error");
    auto files = unpack(kept());
    EXPECT_EQ(files.at(u"inputs/my pictures/007.png"_s), "7");
    EXPECT_FALSE(files.contains(u"inputs/my pictures/200.png"_s)) << "200 calibrate";
    const auto spec = QJsonDocument::fromJson(files.at(u"spec.json"_s)).object();
    EXPECT_EQ(spec[u"calibration"_s][u"images"_s][u"folder"_s].toString(), u"my pictures"_s)
        << "beside the model of the bundle";
    ASSERT_TRUE(QFile::resize(pictures.filePath(u"003.png"_s), qint64(ReproInputLimit)));
    compile("error");
    files = unpack(kept());
    EXPECT_FALSE(files.contains(u"inputs/my pictures/007.png"_s));
    EXPECT_TRUE(files.at(u"inputs.json"_s).contains("my pictures/007.png"))
        << "named with its hash all the same";
}

/// What is promised: unpacked and run as command.txt says, Vela fails in the same words.
TEST_F(ReproBundle, RealVelaFailsTheSameWayAgain)
{
    TOSAIC_NEED_SAMPLES();
    request.interpreter = qEnvironmentVariable("TOSAIC_PYTHON");
    if (request.interpreter.isEmpty())
        GTEST_SKIP() << "TOSAIC_PYTHON is not set: the compilers are not here";
    const auto samples = test::samplesDir() + u"/generated/vela/fail-ini-hash-comment/"_s;
    ASSERT_TRUE(QFile::copy(samples + u"board.ini"_s, folder + u"/board.ini"_s));
    request.input = test::samplesDir() + u"/models/tflite/kws_ref_model.tflite"_s;
    request.spec.configIni = folder + u"/board.ini"_s;
    request.spec.systemConfig = u"Ethos_U55_Board"_s;
    request.spec.memoryMode = u"Board_Shared"_s;
    compile("unused");
    ASSERT_EQ(result.status, compiled::Status::Failed);
    EXPECT_EQ(result.problems.back().location.file, u"board.ini"_s);
    EXPECT_EQ(result.problems.back().location.line, 1);

    const auto place = folder + u"/unpacked"_s;
    for (const auto &[name, bytes] : unpack(kept())) {
        const QFileInfo info(place + u'/' + name);
        QDir().mkpath(info.absolutePath());
        QFile file(info.absoluteFilePath());
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }
    QString script;
    QFile commands(place + u"/command.txt"_s);
    ASSERT_TRUE(commands.open(QIODevice::ReadOnly));
    for (const auto &line : QString::fromUtf8(commands.readAll()).split(u'\n')) {
        if (line.startsWith("mkdir"_L1) || line.contains("-m ethosu.vela"_L1))
            script = line.startsWith("mkdir"_L1) ? line : script + u"\n"_s + line;
    }
    QProcess shell;
    auto variables = QProcessEnvironment::systemEnvironment();
    variables.insert(u"PYTHON"_s, request.interpreter);
    shell.setProcessEnvironment(variables);
    shell.setWorkingDirectory(place);
    shell.setProcessChannelMode(QProcess::MergedChannels);
    shell.start(u"sh"_s, { u"-c"_s, script });
    ASSERT_TRUE(shell.waitForFinished(Patience));
    EXPECT_EQ(shell.exitCode(), 1);
    const auto said = shell.readAll();
    EXPECT_TRUE(said.contains("Feature Map memory not configured")) << said.toStdString();
}

} // namespace tosaic::toolchain::reprobundletests
