// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What works long ends when it is told to, with what it started.
#include "core/inspect/openstreams.h"
#include "core/npu/disassemble.h"
#include "tests/app/cli/places.h"
#include "tests/core/formats/tflite/tflitebuilder.h"
#include "tests/profiler/gzipped.h"

#include <QElapsedTimer>
#include <QThread>
#include <QtEndian>

#include <algorithm>
#include <csignal>

namespace tosaic::terminationtests {

namespace {

constexpr int Works = 700; // ms until a command is in the middle of it
constexpr int Promised = 1000; // ms
constexpr int Busy = 1000; // ms that a machine with other work may take beyond

class Termination : public Places
{
protected:
    void ends(const QStringList &arguments)
    {
        SCOPED_TRACE(arguments.join(u' ').toStdString());
        QProcess process;
        process.setProcessEnvironment(environment);
        process.setWorkingDirectory(folder);
        process.start(cli, arguments);
        ASSERT_TRUE(process.waitForStarted());
        QThread::msleep(Works);
        ASSERT_FALSE(process.waitForFinished(0))
            << "it does not work long: " << process.readAllStandardError().constData();
        QElapsedTimer timer;
        timer.start();
        process.terminate();
        ASSERT_TRUE(process.waitForFinished(20'000));
        EXPECT_LT(timer.elapsed(), Promised + Busy);
        if (process.exitStatus() == QProcess::NormalExit)
            EXPECT_EQ(process.exitCode(), 130) << process.readAllStandardError().constData();
    }
};

/// NPU_OP_CONV, DEPTHWISE, POOL or ELEMENTWISE: what computes.
bool isKernel(const npu::Command &command)
{
    return !command.hasPayload
        && (command.opcode == 2 || command.opcode == 3 || command.opcode == 5
            || command.opcode == 6);
}

/// A program of Ethos-U85 whose stream goes round in a circle, its first kernel in it, so that it
/// takes hours to reach the limit of commands.
QByteArray endlessProgram()
{
    const auto file
        = *ByteSource::map(test::fixturePath(u"transformer_block-u85-256/transformer_block.pte"_s));
    auto bytes = file->bytes().toByteArray();
    const auto opened = inspect::openStreams(file);
    const auto placed = npu::disassembleAll(*opened->source, opened->places).front();
    const auto &commands = placed.stream->commands;
    const auto first = std::ranges::find(commands, true, &npu::Command::hasPayload);
    const auto kernel = std::ranges::find_if(commands, isKernel);
    const auto command = std::find_if(
        kernel, commands.end(), [](const npu::Command &one) { return one.hasPayload; });
    auto *words = bytes.data() + placed.place.driverPayload.offset + placed.stream->streamOffset
        + command->offset;
    constexpr quint32 BranchAlways = 0x4100;
    qToLittleEndian(BranchAlways, words);
    qToLittleEndian(first->offset, words + sizeof BranchAlways);
    return bytes;
}

/// Takes seconds to lay out.
QByteArray largeNetwork()
{
    constexpr qint32 Operators = 60'000;
    test::TfLiteBuilder builder;
    const auto code = builder.addCode(tflite::fb::BuiltinOperator::ADD);
    for (qint32 i = 0; i <= Operators; ++i)
        builder.addTensor({ .shape = { 1, 8 }, .name = "t" });
    for (qint32 i = 0; i < Operators; ++i)
        builder.addOperator(code, { i, std::max(i - 7, 0) }, { i + 1 });
    builder.closeSubgraph({ 0 }, { Operators });
    return builder.finish();
}

/// A trace of 300 MB of JSON in 1 MB: each command that reads traces has work for seconds.
TEST_F(Termination, OfEveryCommandThatReadsALongFile)
{
    const QByteArray event = R"({"ph":"i","ts":1},)";
    const auto member = test::gzipped(event.repeated((1 << 20) / event.size()));
    write(u"long.json.gz"_s, test::gzipped("{\"traceEvents\":[") + member.repeated(400));
    for (const auto &arguments :
        { QStringList{ u"inspect"_s, u"long.json.gz"_s }, { u"timeline"_s, u"long.json.gz"_s },
            { u"timeline"_s, u"long.json.gz"_s, u"-o"_s, u"t.json"_s },
            { u"operators"_s, result, u"--trace"_s, u"long.json.gz"_s },
            { u"findings"_s, result, u"--trace"_s, u"long.json.gz"_s },
            { u"import"_s, u"long.json.gz"_s, u"--workspace"_s, u"w.tosaic"_s } })
        ends(arguments);
}

TEST_F(Termination, OfWhatComputesLong)
{
    write(u"endless.pte"_s, endlessProgram());
    write(u"large.tflite"_s, largeNetwork());
    for (const auto &arguments : { QStringList{ u"run"_s, u"here"_s, u"endless.pte"_s },
             { u"debug"_s, u"endless.pte"_s, u"--break"_s, u"op:3"_s },
             { u"graph"_s, u"large.tflite"_s, u"--expand"_s, u"all"_s, u"-o"_s, u"large.svg"_s } })
        ends(arguments);
}

/// The terminal is closed: as if it were told to end, so that the compile says so and leaves
/// nothing else. Whoever said nohup meant it to go on.
TEST_F(Termination, OfACompileWhoseTerminalIsClosed)
{
    environment.insert(u"TOSAIC_FAKE_MODE"_s, u"hang"_s);
    environment.insert(u"TMPDIR"_s, folder + u"/temporary"_s);
    ASSERT_TRUE(QDir(folder).mkpath(u"temporary"_s));
    QProcess process;
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(folder);
    process.setReadChannel(QProcess::StandardError);
    process.start(cli, compileTo(u"out"_s));
    QByteArray told;
    while (!told.contains("[1/2]") && process.waitForReadyRead(PatienceMs))
        told += process.readAllStandardError();
    QThread::msleep(Works);
    ::kill(static_cast<pid_t>(process.processId()), SIGHUP);
    ASSERT_TRUE(process.waitForFinished(20'000));
    EXPECT_EQ(process.exitStatus(), QProcess::NormalExit);
    EXPECT_EQ(process.exitCode(), 130) << process.readAllStandardError().constData();
    EXPECT_TRUE(read(u"out/result.json"_s).contains("cancelled"));
    EXPECT_TRUE(QDir(folder + u"/temporary"_s).isEmpty());
    process.start(u"nohup"_s, QStringList{ cli } + compileTo(u"deaf"_s));
    ASSERT_TRUE(process.waitForStarted());
    QThread::msleep(Works);
    ::kill(static_cast<pid_t>(process.processId()), SIGHUP);
    EXPECT_FALSE(process.waitForFinished(Works));
    process.terminate();
    ASSERT_TRUE(process.waitForFinished(20'000));
    EXPECT_EQ(process.exitCode(), 130);
}

TEST_F(Termination, OfEveryCommandWhoseToolDoesNotEnd)
{
    environment.insert(u"TOSAIC_FAKE_MODE"_s, u"hang"_s);
    for (const auto &arguments : { compileTo(u"out"_s),
             { u"respec"_s, program, u"--spec"_s, u"spec.json"_s, u"-o"_s, u"n.pte"_s },
             { u"gate"_s, u"model.tosa"_s, u"--spec"_s, u"spec.json"_s, u"--store"_s, u"s.tosaic"_s,
                 u"--baseline"_s, u"b"_s },
             { u"run"_s, u"command"_s, u"--"_s, u"sleep"_s, u"60"_s } })
        ends(arguments);
    // An interpreter that never says a word.
    const auto silent = folder + u"/silent"_s;
    write(u"silent"_s, "#!/bin/sh\nexec sleep 60\n");
    ASSERT_TRUE(QFile::setPermissions(silent, QFile::ReadOwner | QFile::ExeOwner));
    environment.insert(u"TOSAIC_PYTHON"_s, silent);
    for (const auto &arguments :
        { QStringList{ u"estimate"_s, result, u"--spec"_s, u"spec.json"_s },
            { u"accuracy"_s, result },
            { u"reference"_s, result + u"/partition0/partition.tosa"_s, u"-o"_s, u"ref"_s },
            { u"sweep"_s, result, u"--grid"_s, u"spec.json"_s, u"-o"_s, u"sweep"_s },
            { u"doctor"_s } })
        ends(arguments);
}

} // namespace

} // namespace tosaic::terminationtests
