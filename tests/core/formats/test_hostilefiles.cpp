// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Small files that ask for much: tables and vectors that are shared on every level, so that 8 KB
// stand for millions of values. The program itself, in the limits that are promised for any file:
// 1 GB and 10 s.
#include "program_generated.h"
#include "tests/core/formats/tflite/tflitebuilder.h"
#include "tests/profiler/gzipped.h"
#include "tests/support/limitedrun.h"
#include "tests/support/samples.h"
#include "tosa_generated.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QThread>
#include <QXmlStreamReader>

#include <functional>
#include <string>
#include <vector>

using namespace Qt::StringLiterals;

namespace tosaic::test::hostilefilestests {

namespace {

namespace pte = tosaic::pte::fb;
namespace tosa = tosaic::tosa::fb;
using flatbuffers::FlatBufferBuilder;

struct Shared
{
    size_t plans;
    size_t chains;
    size_t instructions;
    size_t arguments;
};

QByteArray bytesOf(const FlatBufferBuilder &fbb)
{
    return { reinterpret_cast<const char *>(fbb.GetBufferPointer()), qsizetype(fbb.GetSize()) };
}

/// Every method has the same values and chains, every chain the same instructions.
QByteArray sharedProgram(const Shared &shared, const std::string &name)
{
    FlatBufferBuilder fbb;
    const auto text = fbb.CreateString(name);
    const std::vector<qint32> arguments(shared.arguments, 0);
    const auto call = pte::CreateKernelCall(fbb, 0, fbb.CreateVector(arguments));
    const auto instruction
        = pte::CreateInstruction(fbb, pte::InstructionArguments::KernelCall, call.Union());
    const auto instructions = fbb.CreateVector(std::vector(shared.instructions, instruction));
    const auto frame = pte::CreateFrame(fbb, text, 1, text, text);
    const auto frames
        = pte::CreateFrameList(fbb, fbb.CreateVector(std::vector(shared.arguments, frame)));
    const auto traces = fbb.CreateVector(std::vector(shared.instructions, frames));
    const auto chain = pte::CreateChain(fbb, 0, 0, instructions, traces);
    const auto chains = fbb.CreateVector(std::vector(shared.chains, chain));
    const auto number = pte::CreateInt(fbb, 7);
    const auto value = pte::CreateEValue(fbb, pte::KernelTypes::Int, number.Union());
    const auto values = fbb.CreateVector(std::vector(shared.instructions, value));
    const auto op = pte::CreateOperator(fbb, text, text);
    const auto operators = fbb.CreateVector(std::vector(shared.arguments, op));
    const auto buffers = fbb.CreateVector(std::vector<int64_t>(shared.arguments, 4096));
    const auto plan
        = pte::CreateExecutionPlan(fbb, text, 0, values, 0, 0, chains, operators, 0, buffers);
    const auto plans = fbb.CreateVector(std::vector(shared.plans, plan));
    fbb.Finish(pte::CreateProgram(fbb, 0, plans), "ET12");
    return bytesOf(fbb);
}

QByteArray sharedGraph(const Shared &shared, const std::string &name)
{
    FlatBufferBuilder fbb;
    const auto text = fbb.CreateString(name);
    const auto names = fbb.CreateVector(std::vector(shared.arguments, text));
    const auto attribute = tosa::CreateAnyAttribute(fbb);
    const auto op = tosa::CreateOperator(fbb, 10, 0, attribute, names, names);
    const auto operators = fbb.CreateVector(std::vector(shared.instructions, op));
    const auto shape = fbb.CreateVector(std::vector<qint32>(shared.arguments, 1));
    const auto tensor = tosa::CreateTensor(fbb, text, shape, 4);
    const auto tensors = fbb.CreateVector(std::vector(shared.instructions, tensor));
    const auto block = tosa::CreateBasicBlock(fbb, text, operators, tensors, names, names);
    const auto blocks = fbb.CreateVector(std::vector(shared.chains, block));
    const auto region = tosa::CreateRegion(fbb, text, blocks);
    const auto regions = fbb.CreateVector(std::vector(shared.plans, region));
    const auto version = tosa::CreateVersion(fbb, 1, 0, 0, true);
    fbb.Finish(tosa::CreateGraph(fbb, version, regions), "TOSA");
    return bytesOf(fbb);
}

/// Custom operators and tensors of that name.
QByteArray namedNetwork(const Shared &, const std::string &name)
{
    TfLiteBuilder builder;
    for (int i = 0; i < 2; ++i)
        builder.addTensor({ .name = name.c_str() });
    builder.addOperator(builder.addCustomCode(name.c_str()), { 0 }, { 1 });
    builder.closeSubgraph({ 0 }, { 1 }, name.c_str());
    return builder.finish();
}

using Maker = std::function<QByteArray(const Shared &, const std::string &)>;

struct Attack
{
    const char *name;
    Maker make;
    Shared shared;
    size_t nameLength;
};

const std::vector<Attack> Attacks{
    { "small.pte", sharedProgram, { 200, 200, 200, 200 }, 16 },
    { "long-names.pte", sharedProgram, { 500, 20, 20, 20 }, 100'000 },
    { "large.pte", sharedProgram, { 50'000, 20'000, 20'000, 20'000 }, 16 },
    { "small.tosa", sharedGraph, { 200, 200, 200, 2 }, 16 },
    { "regions.tosa", sharedGraph, { 2'000, 2'000, 2'000, 2 }, 16 },
    { "large.tosa", sharedGraph, { 50'000, 50'000, 50'000, 2 }, 16 },
    { "one-list.tosa", sharedGraph, { 1, 1, 20'000, 100'000 }, 16 },
    { "long-names.tosa", sharedGraph, { 1'000, 20, 20, 2 }, 100'000 },
};

} // namespace

TEST(HostileFiles, StayInTheBudgetOfAnyFile)
{
    const auto folder = temporaryDir();
    for (const auto &attack : Attacks) {
        SCOPED_TRACE(attack.name);
        const auto path = folder + u'/' + QLatin1StringView(attack.name);
        QFile file(path);
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        const auto bytes = attack.make(attack.shared, std::string(attack.nameLength, 'n'));
        file.write(bytes);
        file.close();
        for (const auto &more : { QStringList{ u"--json"_s }, QStringList{} }) {
            const auto ended = runLimited(QStringList{ u"inspect"_s, path } + more);
            EXPECT_TRUE(ended.exitCode == 0 || ended.exitCode == 1)
                << ended.exitCode << ' ' << ended.err.right(500).toStdString();
            EXPECT_LT(ended.seconds, 10);
            EXPECT_LT(ended.out.size(), 64'000'000);
            if (ended.exitCode == 1) {
                EXPECT_TRUE(
                    ended.err.contains("limit.exceeded") || ended.err.contains("format.damaged"))
                    << ended.err.toStdString();
            }
        }
    }
}

/// What lies beside the opened file is looked at to find where it comes from; it must not stop it.
TEST(HostileFiles, BesideAProgramDoNotStopIt)
{
    const auto folder = temporaryDir() + u"/beside"_s;
    ASSERT_TRUE(QDir().mkpath(folder));
    const auto program = folder + u"/add.pte"_s;
    ASSERT_TRUE(QFile::copy(fixturePath(u"add-u55-128/add.pte"_s), program));
    for (const auto &attack : Attacks) {
        QFile file(folder + u'/' + QLatin1StringView(attack.name));
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(attack.make(attack.shared, std::string(attack.nameLength, 'n')));
    }
    const auto report = runLimited({ u"report"_s, program, u"-o"_s, folder + u"/report.md"_s });
    EXPECT_EQ(report.exitCode, 0) << report.err.toStdString();
    EXPECT_LT(report.seconds, 10 * double(Attacks.size())) << "the budget of each";
}

/// 0.5 MB of gzip that become 1.5 GB of counters, twenty values in each event. A command that wants
/// none of them does not read them.
TEST(HostileFiles, ACompressedTraceIsReadToItsLimits)
{
    constexpr double Seconds = 30; // without optimisation; with it a third of that
    QByteArray event = R"({"ph":"C","ts":1,"name":"b","args":{)";
    for (int i = 0; i < 20; ++i)
        event += (i ? ",\"" : "\"") + QByteArray::number(i) + "\":1";
    event += "}},";
    const auto member = gzipped(event.repeated((1 << 20) / event.size()));
    const auto path = temporaryDir() + u"/bomb.json.gz"_s;
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(gzipped("{\"traceEvents\":[") + member.repeated(1500));
    file.close();
    const auto metrics = runLimited({ u"metrics"_s, path });
    EXPECT_EQ(metrics.exitCode, 1);
    EXPECT_TRUE(metrics.err.contains("pmu-trace")) << metrics.err.toStdString();
    EXPECT_LT(metrics.seconds, 2);
    const auto inspect = runLimited({ u"inspect"_s, path });
    EXPECT_EQ(inspect.exitCode, 0) << inspect.err.right(500).toStdString();
    EXPECT_TRUE(inspect.err.contains("pmutrace.limit")) << inspect.err.right(500).toStdString();
    EXPECT_LT(inspect.seconds, Seconds);
    // It ends when it is told to, also while it reads.
    QProcess reading;
    reading.start(programPath(u"tosaic-cli"_s), { u"inspect"_s, path });
    ASSERT_TRUE(reading.waitForStarted());
    QThread::msleep(500);
    ASSERT_EQ(reading.state(), QProcess::Running);
    QElapsedTimer timer;
    timer.start();
    reading.terminate();
    EXPECT_TRUE(reading.waitForFinished(10'000));
    EXPECT_LT(timer.elapsed(), 2000) << "one second, on a busy machine";
}

/// 0.3 MB that become millions of slices at one time: each used to be held against every row.
TEST(HostileFiles, MillionsAtOneTimeAreNoTimelineOfMinutes)
{
    const QByteArray event = R"({"ph":"X","ts":1,"dur":1},)";
    const auto path = temporaryDir() + u"/once.json.gz"_s;
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(gzipped("{\"traceEvents\":["));
    file.write(gzipped(event.repeated(10'000)).repeated(300));
    file.close();
    const auto timeline = runLimited({ u"timeline"_s, path });
    EXPECT_EQ(timeline.exitCode, 0) << timeline.err.right(500).toStdString();
    EXPECT_TRUE(timeline.err.contains("timeline.depth")) << timeline.err.right(500).toStdString();
    EXPECT_LT(timeline.seconds, 10);
}

/// What is read where it is touched may go while it is read.
TEST(HostileFiles, ALargeFileThatShrinksIsAnErrorOfEveryCommand)
{
    const auto path = temporaryDir() + u"/large.json"_s;
    const auto fill = [&] {
        QFile file(path);
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write("{\"traceEvents\":[");
        const auto piece = QByteArray(R"({"ph":"X","ts":1,"dur":1},)").repeated(40'000);
        for (int i = 0; i < 100; ++i)
            file.write(piece);
    };
    for (const auto &command : { QStringList{ u"timeline"_s, path }, { u"inspect"_s, path },
             { u"import"_s, path, u"--workspace"_s, temporaryDir() + u"/w.tosaic"_s } }) {
        SCOPED_TRACE(command.front().toStdString());
        fill();
        QProcess reading;
        reading.start(programPath(u"tosaic-cli"_s), command);
        ASSERT_TRUE(reading.waitForStarted());
        QThread::msleep(300);
        ASSERT_TRUE(QFile::resize(path, 4096));
        ASSERT_TRUE(reading.waitForFinished(60'000));
        EXPECT_EQ(reading.exitStatus(), QProcess::NormalExit);
        EXPECT_EQ(reading.exitCode(), 1);
        const auto told = reading.readAllStandardError();
        EXPECT_TRUE(told.contains("io.read") && told.contains("large.json")) << told.toStdString();
    }
}

/// Names that would steer whatever shows them are written out, in every form of output.
TEST(HostileFiles, NamesSteerNoTerminalAndNoDocument)
{
    const auto folder = temporaryDir();
    const std::string name = "conv\x1b[2J\x07\x08\xe2\x80\xae<script>";
    QStringList written;
    for (const auto &[ending, make] : { std::pair<QString, Maker>{ u"pte"_s, sharedProgram },
             { u"tosa"_s, sharedGraph }, { u"tflite"_s, namedNetwork } }) {
        const auto path = folder + u"/named."_s + ending;
        QFile file(path);
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(make({ 1, 1, 2, 2 }, name));
        file.close();
        for (const auto &arguments :
            { QStringList{ u"inspect"_s, path, u"--json"_s }, QStringList{ u"inspect"_s, path } }) {
            const auto ended = runLimited(arguments);
            for (const auto *steering : { "\x1b", "\x07", "\x08", "\xe2\x80\xae" })
                EXPECT_FALSE((ended.out + ended.err).contains(steering)) << ended.out.toStdString();
            EXPECT_TRUE((ended.out + ended.err).contains("u001b[2J")) << ended.out.toStdString();
        }
        for (const auto &form : { u".svg"_s, u".md"_s, u".csv"_s, u".html"_s }) {
            const auto output = path + form;
            const auto command = form == ".svg"_L1 ? u"graph"_s : u"report"_s;
            if (runLimited({ command, path, u"-o"_s, output }).exitCode == 0)
                written << output;
        }
    }
    EXPECT_GE(written.size(), 4);
    for (const auto &ending : { u"pte"_s, u"tosa"_s, u"tflite"_s })
        EXPECT_TRUE(written.contains(folder + u"/named."_s + ending + u".svg"_s))
            << ending.toStdString();
    for (const auto &path : written) {
        QFile file(path);
        ASSERT_TRUE(file.open(QIODevice::ReadOnly));
        const auto text = file.readAll();
        for (const auto *steering : { "\x1b", "\x07", "\x08", "\xe2\x80\xae" })
            EXPECT_FALSE(text.contains(steering)) << path.toStdString();
        const bool isPage = path.endsWith(".html"_L1); // which has one script, its own
        EXPECT_TRUE(path.endsWith(".csv"_L1) || text.count("<script>") == int(isPage))
            << path.toStdString();
        EXPECT_TRUE(!isPage || text.contains("&lt;script&gt;")) << path.toStdString();
        if (path.endsWith(".svg"_L1)) {
            QXmlStreamReader reader(text);
            while (!reader.atEnd())
                reader.readNext();
            EXPECT_FALSE(reader.hasError()) << reader.errorString().toStdString();
        }
    }
}

} // namespace tosaic::test::hostilefilestests
