// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compiled/resultreader.h"
#include "core/spec/specjson.h"
#include "core/toolchain/compilejob.h"
#include "core/toolchain/environment.h"
#include "core/toolchain/environmentcreator.h"
#include "core/workspace/workspace.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QProcess>
#include <QTest>

#include <algorithm>
#include <csignal>

using namespace Qt::StringLiterals;

// The real compilers, through CompileJob and through tosaic-cli.

#define TOSAIC_NEED_TOOLS()                                                                        \
    do {                                                                                           \
        if (qEnvironmentVariableIsEmpty("TOSAIC_PYTHON"))                                          \
            GTEST_SKIP() << "TOSAIC_PYTHON is not set: no Python environment with the compilers";  \
    } while (false)

namespace tosaic::toolchain {

namespace {

constexpr int Patience = 400000; // ms: a compile takes 20 to 40 s on an idle machine

QByteArray bytesOf(const QString &path)
{
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << qPrintable(path);
    return file.readAll();
}

bool holdSameArrays(const QString &a, const QString &b)
{
    const auto script = u"import sys, zipfile\n"
                        "read = lambda z: {n: z.read(n) for n in z.namelist()}\n"
                        "a, b = (read(zipfile.ZipFile(p)) for p in sys.argv[1:])\n"
                        "sys.exit(a != b)"_s;
    return QProcess::execute(qEnvironmentVariable("TOSAIC_PYTHON"), { u"-c"_s, script, a, b }) == 0;
}

QString modelPath(const QString &name)
{
    return test::sourcePath(u"tests/fixtures/models/"_s) + name;
}

QString problemsOf(const compiled::CompileResult &result)
{
    QStringList texts;
    for (const auto &problem : result.problems)
        texts.append(problem.toText());
    return texts.join(u'\n');
}

std::shared_ptr<const compiled::CompileResult> compile(CompileRequest request)
{
    request.interpreter = qEnvironmentVariable("TOSAIC_PYTHON");
    request.outputFolder = test::temporaryDir() + u"/out"_s;
    request.trusted = true;
    CompileJob job(request);
    std::shared_ptr<const compiled::CompileResult> result;
    QObject::connect(&job, &CompileJob::finished, &job,
        [&](const std::shared_ptr<const compiled::CompileResult> &done) { result = done; });
    job.start();
    EXPECT_TRUE(QTest::qWaitFor([&] { return result != nullptr; }, Patience));
    return result ? result : std::make_shared<compiled::CompileResult>();
}

struct Finished
{
    int exitCode = -1;
    QByteArray output;
    QByteArray errors;
    QJsonObject json() const { return QJsonDocument::fromJson(output).object(); }
};

Finished run(const QString &program, const QStringList &arguments)
{
    QProcess process;
    process.start(program, arguments);
    EXPECT_TRUE(QTest::qWaitFor([&] { return process.state() == QProcess::NotRunning; }, Patience));
    return { process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
        process.readAllStandardOutput(), process.readAllStandardError() };
}

const auto Cli = test::programPath(u"tosaic-cli"_s);

QString writeSpec(const spec::CompileSpec &spec)
{
    const auto path = test::temporaryDir() + u"/spec.json"_s;
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(QJsonDocument(spec::toJson(spec)).toJson());
    return path;
}

TEST(RealEnvironment, HasThePinnedTools)
{
    TOSAIC_NEED_TOOLS();
    EnvironmentSearch search;
    std::optional<ToolEnvironment> found;
    bool isDone = false;
    QObject::connect(&search, &EnvironmentSearch::finished, &search,
        [&](const std::optional<ToolEnvironment> &environment,
            const std::vector<ToolEnvironment> &) {
            found = environment;
            isDone = true;
        });
    search.start(EnvironmentSearch::Need::ExecuTorch);
    ASSERT_TRUE(QTest::qWaitFor([&] { return isDone; }, Patience));
    ASSERT_TRUE(found);
    EXPECT_EQ(found->origin, u"TOSAIC_PYTHON"_s);
    EXPECT_EQ(found->version(u"ethos-u-vela"_s), u"5.1.0"_s);
}

/// Downloads 2 GB unless pip is told of a near index, so only where it is asked for.
TEST(RealEnvironment, IsMadeByOneAction)
{
    if (qEnvironmentVariableIsEmpty("TOSAIC_TEST_CREATE"))
        GTEST_SKIP() << "TOSAIC_TEST_CREATE is not set: no environment is downloaded";
    EnvironmentCreator creator;
    EnvironmentCreator::Request request;
    request.folder = test::temporaryDir() + u"/environment"_s;
    std::optional<bool> succeeded;
    ToolEnvironment found;
    QObject::connect(&creator, &EnvironmentCreator::finished, &creator,
        [&](bool ok, const ToolEnvironment &environment) {
            found = environment;
            succeeded = ok;
        });
    creator.start(request);
    ASSERT_TRUE(QTest::qWaitFor([&] { return succeeded.has_value(); }, 3 * Patience));
    EXPECT_TRUE(*succeeded);
    for (const auto &problem : found.problems)
        ADD_FAILURE() << qPrintable(problem.toText());
    EXPECT_TRUE(found.hasExecuTorch());
}

TEST(RealVela, GivesTheBytesThatVelaGaveByHand)
{
    TOSAIC_NEED_TOOLS();
    TOSAIC_NEED_SAMPLES();
    const struct
    {
        QString input;
        QString run;
        QString kind;
        spec::CompileSpec spec;
    } cases[] = {
        { u"models/tosa/mv2-u55-part-tag184.tosa"_s, u"mv2part184-u55-128-tosa-raw"_s,
            u"vela-npz"_s, { .target = u"ethos-u55-128"_s } },
        { u"models/tflite/kws_ref_model.tflite"_s, u"kws-u55-128-shared"_s, u"tflite"_s,
            { .target = u"ethos-u55-128"_s } },
        { u"models/tflite/kws_ref_model.tflite"_s, u"kws-u55-128-size"_s, u"tflite"_s,
            { .target = u"ethos-u55-128"_s, .extraFlags = { u"--optimise"_s, u"Size"_s } } },
        { u"models/tflite/person_detect.tflite"_s, u"person-u85-128-sram-only"_s, u"tflite"_s,
            { .target = u"ethos-u85-128"_s,
                .systemConfig = u"Ethos_U85_SYS_Flash_Low"_s,
                .memoryMode = u"Sram_Only"_s } },
    };
    const auto root = test::samplesDir() + u"/generated/vela/"_s;
    const auto expected = QJsonDocument::fromJson(bytesOf(root + u"expected.json"_s)).object();
    for (const auto &one : cases) {
        CompileRequest request;
        request.input = test::samplesDir() + u'/' + one.input;
        request.spec = one.spec;
        const auto result = compile(request);
        ASSERT_EQ(result->status, compiled::Status::Succeeded) << qPrintable(problemsOf(*result));
        const auto made = result->artefactPath(one.kind);
        const auto byHand = root + one.run + u'/' + QFileInfo(made).fileName();
        // The ZIP around arrays depends on Python's patch release, the arrays do not.
        if (one.kind == "vela-npz"_L1)
            EXPECT_TRUE(holdSameArrays(made, byHand)) << qPrintable(one.run);
        else
            EXPECT_EQ(bytesOf(made), bytesOf(byHand)) << qPrintable(one.run);
        const auto summary = expected.value(one.run).toObject().value(u"summary"_s).toObject();
        EXPECT_EQ(result->summary.cyclesTotal, summary.value(u"cyclesTotal"_s).toDouble());
        EXPECT_EQ(result->summary.sramBytes, summary.value(u"sramBytes"_s).toInteger());
        EXPECT_EQ(result->summary.macs, summary.value(u"macs"_s).toInteger());
    }
}

TEST(RealVela, RefusesAndCrashesWithAClearProblem)
{
    TOSAIC_NEED_TOOLS();
    TOSAIC_NEED_SAMPLES();
    const auto root = test::samplesDir() + u"/generated/vela/"_s;
    const std::pair<QString, spec::CompileSpec> cases[] = {
        { root + u"fail-truncated-tflite-segfault/truncated.tflite"_s,
            { .target = u"ethos-u55-128"_s } },
        { root + u"inputs/gather_resize.tosa"_s, { .target = u"ethos-u55-128"_s } },
        { test::samplesDir() + u"/models/tosa/test_add_1x4x4x4_f32.tosa"_s,
            { .target = u"ethos-u85-256"_s } },
    };
    for (const auto &[input, spec] : cases) {
        CompileRequest request;
        request.input = input;
        request.spec = spec;
        const auto result = compile(request);
        EXPECT_EQ(result->status, compiled::Status::Failed);
        ASSERT_FALSE(result->problems.empty());
        EXPECT_EQ(result->problems.back().id, u"compile.refused"_s)
            << qPrintable(problemsOf(*result));
        EXPECT_TRUE(compiled::readCompileResult(result->folder));
    }
}

TEST(RealExecuTorch, AddModuleIsDelegated)
{
    TOSAIC_NEED_TOOLS();
    CompileRequest request;
    request.input = modelPath(u"add.py"_s);
    request.spec.target = u"ethos-u55-128"_s;
    const auto result = compile(request);
    ASSERT_EQ(result->status, compiled::Status::Succeeded) << qPrintable(problemsOf(*result));
    ASSERT_EQ(result->partitions.size(), 1U);
    EXPECT_EQ(result->summary.npuOperators, 1U);
    EXPECT_EQ(result->summary.cpuOperators, 0U);
    EXPECT_TRUE(QFileInfo::exists(result->artefactPath(u"pte"_s)));
    EXPECT_TRUE(QFileInfo::exists(result->artefactPath(u"tosa"_s)));
    EXPECT_TRUE(QFileInfo::exists(result->artefactPath(u"vela-debug-db"_s)));
}

TEST(RealExecuTorch, SoftmaxModuleStaysOnTheCpuWithItsReasons)
{
    TOSAIC_NEED_TOOLS();
    CompileRequest request;
    request.input = modelPath(u"softmax.py"_s);
    request.spec.target = u"ethos-u55-128"_s;
    request.spec.quantizer = spec::Quantizer{ .scheme = u"none"_s };
    const auto result = compile(request);
    ASSERT_EQ(result->status, compiled::Status::Succeeded) << qPrintable(problemsOf(*result));
    EXPECT_TRUE(result->partitions.empty());
    EXPECT_EQ(result->summary.cpuOperators, 1U);
    ASSERT_EQ(result->rejections.size(), 1U);
    EXPECT_FALSE(result->rejections[0].reasons.isEmpty());
}

TEST(RealExecuTorch, AnErrorInTheModelIsToldWithItsLine)
{
    TOSAIC_NEED_TOOLS();
    CompileRequest request;
    request.input = modelPath(u"wrong_shape.py"_s);
    request.spec.target = u"ethos-u55-128"_s;
    const auto result = compile(request);
    EXPECT_EQ(result->status, compiled::Status::Failed);
    const auto found = std::find_if(result->problems.begin(), result->problems.end(),
        [](const Diagnostic &d) { return d.severity == Severity::Error; });
    ASSERT_NE(found, result->problems.end());
    EXPECT_TRUE(found->location.line.has_value()) << qPrintable(found->toText());
}

TEST(CompileCommand, InterruptCancelsWithin130)
{
    TOSAIC_NEED_TOOLS();
    const auto folder = test::temporaryDir() + u"/out"_s;
    QProcess process;
    process.start(Cli,
        { u"compile"_s, modelPath(u"mobilenet_v2.py"_s), u"--trust"_s, u"--json"_s, u"--spec"_s,
            writeSpec({ .target = u"ethos-u55-128"_s }), u"-o"_s, folder });
    QByteArray errors;
    ASSERT_TRUE(QTest::qWaitFor(
        [&] {
            errors += process.readAllStandardError();
            return errors.contains("[2/9] load");
        },
        Patience));
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    ASSERT_TRUE(QTest::qWaitFor([&] { return process.state() == QProcess::NotRunning; }, 15000));
    EXPECT_EQ(process.exitCode(), 130);
    const auto json = QJsonDocument::fromJson(process.readAllStandardOutput()).object();
    EXPECT_EQ(json.value(u"status"_s).toString(), u"cancelled"_s);
    EXPECT_TRUE(QFileInfo::exists(folder + u"/result.json"_s));
}

/// A .pt2 of which the example inputs are a pickle that runs a command when torch loads them.
TEST(CompileCommand, ThePickleOfAnExportedProgramRunsOnlyWhenTrusted)
{
    TOSAIC_NEED_TOOLS();
    const auto folder = test::temporaryDir();
    const auto evil = folder + u"/evil.pt2"_s;
    const auto mark = folder + u"/has-run"_s;
    const auto script = uR"(import sys, zipfile
source, target, mark = sys.argv[1:]
with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
    for entry in old.infolist():
        pickled = b"cos\nsystem\n(S'touch " + mark.encode() + b"'\ntR."
        new.writestr(entry.filename, pickled if entry.filename.endswith("model.pt") else old.read(entry)))"_s;
    ASSERT_EQ(run(qEnvironmentVariable("TOSAIC_PYTHON"),
                  { u"-c"_s, script, test::fixturePath(u"add-u55-128/add.pt2"_s), evil, mark })
                  .exitCode,
        0);
    const auto compiled = [&](const QString &out, const QStringList &more) {
        return run(Cli,
            QStringList{ u"compile"_s, evil, u"--json"_s, u"--spec"_s,
                writeSpec({ .target = u"ethos-u55-128"_s }), u"-o"_s, folder + u'/' + out }
                + more)
            .exitCode;
    };
    EXPECT_EQ(compiled(u"refused"_s, {}), 2);
    EXPECT_FALSE(QFileInfo::exists(mark));
    EXPECT_EQ(compiled(u"trusted"_s, { u"--trust"_s }), 1) << "no inputs came out of it";
    EXPECT_TRUE(QFileInfo::exists(mark)) << "the attack is a real one";
}

/// A model, the convolution of it that is kept on the CPU, and how many operators then run there:
/// an activation that is quantised together with its convolution stays with it.
struct SplitCase
{
    QString model;
    QString target;
    QString kept;
    unsigned cpuOperators = 1;
};

void PrintTo(const SplitCase &split, std::ostream *out)
{
    *out << split.model.toStdString();
}

class RealSplit : public testing::TestWithParam<SplitCase>
{
protected:
    compiled::CompileResult compileWithCli(const spec::CompileSpec &spec, const QString &workspace)
    {
        const auto folder = test::temporaryDir() + u"/out"_s;
        const auto done = run(Cli,
            { u"compile"_s, modelPath(GetParam().model + u".py"_s), u"--trust"_s, u"--json"_s,
                u"--spec"_s, writeSpec(spec), u"-o"_s, folder, u"--workspace"_s, workspace });
        EXPECT_EQ(done.exitCode, 0) << done.errors.constData();
        auto result = compiled::readCompileResult(folder);
        EXPECT_TRUE(result);
        if (!result)
            return {};
        EXPECT_EQ(done.json().value(u"status"_s).toString(), u"succeeded"_s);
        EXPECT_EQ(done.json().value(u"partitions"_s).toArray().size(),
            static_cast<qsizetype>(result->partitions.size()));
        return *result;
    }
};

TEST_P(RealSplit, ConvolutionKeptOnTheCpuSplitsAsExecuTorchSplits)
{
    TOSAIC_NEED_TOOLS();
    const auto workspacePath = test::temporaryDir() + u"/w.tosaic"_s;
    const auto &[model, target, kept, cpuOperators] = GetParam();
    spec::CompileSpec spec{ .target = target };
    spec.keepOnCpu.nodes = { kept };
    const auto split = compileWithCli(spec, workspacePath);
    EXPECT_EQ(split.partitions.size(), 2U);
    EXPECT_EQ(split.summary.cpuOperators, cpuOperators);
    ASSERT_TRUE(split.rejection(kept));
    EXPECT_TRUE(split.rejection(kept)->reasons.first().startsWith("Kept on the CPU"_L1));
    EXPECT_GT(*split.summary.cyclesTotal, 0.0);

    const auto stock = run(qEnvironmentVariable("TOSAIC_PYTHON"),
        { test::sourcePath(u"tests/core/toolchain/stockflow.py"_s), modelPath(model + u".py"_s),
            spec.target, kept });
    ASSERT_EQ(stock.exitCode, 0) << stock.errors.right(2000).constData();
    EXPECT_EQ(stock.json().value(u"delegates"_s).toInteger(),
        static_cast<qint64>(split.partitions.size()));
    QJsonObject outside;
    for (const auto &node : split.nodes) {
        if (node.placement != u"npu"_s && node.target != u"getitem"_s)
            outside.insert(node.target, outside.value(node.target).toInt() + 1);
    }
    EXPECT_EQ(outside, stock.json().value(u"cpuOperators"_s).toObject());
    const auto pte = std::find_if(split.artefacts.begin(), split.artefacts.end(),
        [](const compiled::Artefact &artefact) { return artefact.kind == u"pte"_s; });
    ASSERT_NE(pte, split.artefacts.end());
    EXPECT_EQ(pte->sha256, stock.json().value(u"pteSha256"_s).toString())
        << "the .pte is not that of the stock flow";

    auto workspace = workspace::Workspace::open(workspacePath);
    ASSERT_TRUE(workspace);
    const auto jobs = (*workspace)->jobs();
    ASSERT_TRUE(jobs);
    EXPECT_EQ(jobs->size(), 1U);
    EXPECT_EQ(jobs->back().kind, u"executorch"_s);
}

/// MobileNetV2 and the stock flow beside it take minutes: the small network, unless all is asked
/// for. How MobileNetV2 splits is a fixture (mobilenet_v2-u55-128-conv_on_cpu).
std::vector<SplitCase> splitCases()
{
    std::vector<SplitCase> cases{ { u"keyword_spotter"_s, u"ethos-u55-128"_s,
        u"aten_convolution_default_2"_s, 2 } };
    if (qEnvironmentVariableIsSet("TOSAIC_FULL_MATRIX")) {
        for (const auto &target : { u"ethos-u55-128"_s, u"ethos-u85-256"_s })
            cases.push_back({ u"mobilenet_v2"_s, target, u"aten_convolution_default_23"_s, 1 });
    }
    return cases;
}

INSTANTIATE_TEST_SUITE_P(Cases, RealSplit, testing::ValuesIn(splitCases()), [](const auto &test) {
    return QString(test.param.model + test.param.target.mid(5)).replace(u'-', u'_').toStdString();
});

} // namespace

} // namespace tosaic::toolchain
