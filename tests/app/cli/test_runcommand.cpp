// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/commands.h"
#include "core/localrun/localrun.h"
#include "profiler/store/runstore.h"
#include "tests/app/cli/commandoutcome.h"
#include "tests/profiler/targets/runwatch.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QJsonArray>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTimer>

#include <csignal>

using namespace Qt::StringLiterals;

namespace tosaic::test::runcommandtests {

namespace {

Outcome runOf(const QStringList &arguments)
{
    return outcomeOf(cli::runCommand(), arguments);
}

QStringList codes(const QJsonObject &json)
{
    QStringList all;
    const auto list = json["diagnostics"_L1].toArray();
    for (const auto &one : list)
        all += one.toObject()["code"_L1].toString();
    return all;
}

} // namespace

TEST(RunCommand, ACommandsConsoleIsReadAndKept)
{
    const auto console = temporaryDir() + u"/kept.txt"_s;
    const auto outcome = runOf({ u"command"_s, u"--json"_s, u"--origin"_s, u"board"_s,
        u"--events"_s, u"ETHOSU_PMU_NPU_IDLE"_s, u"-o"_s, console, u"--"_s, standInTarget(),
        u"console"_s, written(u"run.log"_s, completeConsole()) });
    ASSERT_EQ(outcome.exitCode, cli::Fine) << outcome.err.toStdString();
    const auto json = outcome.json();
    EXPECT_EQ(json["family"_L1], u"executorch-runner"_s);
    EXPECT_EQ(json["status"_L1], u"complete"_s);
    EXPECT_EQ(json["state"_L1], u"complete"_s);
    const auto counters = json["profiles"_L1].toArray()[0].toObject()["counters"_L1].toObject();
    EXPECT_EQ(counters["NPU_IDLE"_L1].toInteger(), 1234);
    const auto target = json["target"_L1].toObject();
    EXPECT_EQ(target["kind"_L1], u"command"_s);
    EXPECT_EQ(target["origin"_L1], u"board"_s);
    EXPECT_EQ(json["conditions"_L1].toObject()["events"_L1].toArray()[0], u"NPU_IDLE"_s);
    EXPECT_EQ(json["console"_L1].toObject()["size"_L1].toInteger(), completeConsole().size());
    EXPECT_EQ(contentOf(console), completeConsole());
    EXPECT_TRUE(outcome.err.contains(u"Program complete"_s)) << "the console is shown as it comes";
    EXPECT_FALSE(json.contains("run"_L1));
}

/// Red until proven: what the console prints is held against the simulator.
TEST(RunCommand, OutputsAreComparedWithTheSimulators)
{
    const auto program = fixturePath(u"add-u55-128/add.pte"_s);
    const QByteArray one("\0\0\x80\x3f", 4);
    const auto right = localrun::runHere(*ByteSource::map(program),
        { .inputs = { { u"0"_s, { model::ScalarType::Float, { 5 }, one.repeated(5) } } } });
    ASSERT_TRUE(right);
    const auto consoleOf = [&](double more) {
        auto console = completeConsole();
        const auto numbers = localrun::numbersOf(right->outputs.front());
        for (size_t i = 0; i < numbers.size(); ++i)
            console += "Output[0][" + QByteArray::number(quint64(i)) + "]: (float) "
                + QByteArray::number(numbers[i] + more, 'f', 6) + '\n';
        return written(u"run.log"_s, console);
    };
    const auto proofOf = [&](const QStringList &options, double more, int exitCode) {
        const auto outcome = runOf(QStringList{ u"command"_s, u"--json"_s } + options
            + QStringList{ u"--"_s, standInTarget(), u"console"_s, consoleOf(more) });
        EXPECT_EQ(outcome.exitCode, exitCode) << outcome.err.toStdString();
        QStringList states;
        for (const auto &step : outcome.json()["proof"_L1]["steps"_L1].toArray())
            states += step["state"_L1].toString();
        return states;
    };
    const auto unproven = u"unproven"_s;
    const auto proven = u"proven"_s;
    EXPECT_EQ(
        proofOf({}, 0, cli::Fine), (QStringList{ proven, unproven, unproven, proven, unproven }));
    const auto known = proofOf({ u"--model"_s, program }, 0, cli::Fine);
    EXPECT_EQ(known.value(4), proven);
    EXPECT_EQ(proofOf({ u"--model"_s, program }, 0.1, cli::BadInput).value(4), u"refuted"_s);
    const auto workspace = temporaryDir() + u"/kept.tosaic"_s;
    proofOf({ u"--model"_s, program, u"--workspace"_s, workspace }, 0, cli::Fine);
    const auto kept = outcomeOf(cli::runsCommand(), { u"--workspace"_s, workspace, u"--json"_s });
    EXPECT_EQ(kept.json()["runs"_L1][0]["program"_L1], u"add.pte"_s);
    const auto imported = [&](double more) {
        return outcomeOf(cli::importCommand(),
            { consoleOf(more), u"--workspace"_s, temporaryDir() + u"/w.tosaic"_s, u"--model"_s,
                program, u"--json"_s });
    };
    const auto sound = imported(0);
    EXPECT_EQ(sound.exitCode, cli::Fine) << sound.err.toStdString();
    EXPECT_EQ(sound.json()["runs"_L1][0]["proof"_L1]["steps"_L1][4]["state"_L1], proven);
    EXPECT_EQ(imported(0.1).exitCode, cli::BadInput);
    EXPECT_EQ(
        runOf({ u"command"_s, u"--model-input"_s, u"x"_s, u"--"_s, standInTarget(), u"nothing"_s })
            .exitCode,
        cli::Usage);
}

/// What a console does not print, or prints in part, proves nothing.
TEST(RunCommand, OutputsThatAreMissingAreNotProven)
{
    const auto program = fixturePath(u"add-u55-128/add.pte"_s);
    const auto outputsWith = [&](const QByteArray &printed) {
        const auto outcome = runOf({ u"command"_s, u"--json"_s, u"--model"_s, program, u"--"_s,
            standInTarget(), u"console"_s, written(u"run.log"_s, completeConsole() + printed) });
        const auto proof = outcome.json()["proof"_L1].toObject();
        EXPECT_NE(proof["state"_L1].toString(), u"proven"_s);
        const auto state = proof["steps"_L1][4]["state"_L1].toString();
        EXPECT_EQ(outcome.exitCode, state == "refuted"_L1 ? cli::BadInput : cli::Fine);
        return state;
    };
    const auto number = [](int index, int element) {
        return "Output[" + QByteArray::number(index) + "][" + QByteArray::number(element)
            + "]: (float) 2.007874\n";
    };
    const auto numbers = [&](std::initializer_list<int> elements) {
        QByteArray lines;
        for (const int element : elements)
            lines += number(0, element);
        return lines;
    };
    EXPECT_EQ(outputsWith({}), u"unproven"_s);
    EXPECT_EQ(outputsWith(numbers({ 0, 1, 3, 4 })), u"unproven"_s) << "a line was lost";
    EXPECT_EQ(outputsWith(numbers({ 1, 2, 3, 4 })), u"unproven"_s);
    EXPECT_EQ(outputsWith(numbers({ 0, 1, 2, 3 })), u"refuted"_s) << "four numbers, not five";
    EXPECT_EQ(outputsWith(number(1, 0)), u"refuted"_s) << "an output that the program lacks";
}

TEST(RunCommand, TheSimulatorReadsThePtdFilesBesideTheProgram)
{
    const auto program = fixturePath(u"two_partitions-u85-256-external/two_partitions.pte"_s);
    // What is left is the sort between both delegates, which would start Python.
    const auto python = qgetenv("TOSAIC_PYTHON");
    qputenv("TOSAIC_PYTHON", "/no/such/python");
    const auto outcome = runOf(
        { u"command"_s, u"--json"_s, u"--model"_s, program, u"--"_s, standInTarget(), u"console"_s,
            written(u"run.log"_s, completeConsole() + "Output[0][0]: (float) 1.0\n") });
    python.isNull() ? qunsetenv("TOSAIC_PYTHON") : qputenv("TOSAIC_PYTHON", python);
    const auto why = outcome.json()["proof"_L1]["steps"_L1][4]["why"_L1].toString();
    EXPECT_TRUE(why.startsWith(u"the program could not be run here"_s)) << why.toStdString();
    EXPECT_FALSE(why.contains(u".ptd"_s)) << why.toStdString();
}

TEST(RunCommand, ExitCodesTellWhoFailed)
{
    const auto log = written(u"run.log"_s, completeConsole());
    EXPECT_EQ(runOf({ u"command"_s, standInTarget(), u"nothing"_s }).exitCode, cli::BadInput);
    EXPECT_EQ(runOf({ u"command"_s, standInTarget(), u"exit"_s, log }).exitCode, cli::ToolFailed);
    EXPECT_EQ(runOf({ u"command"_s, standInTarget(), u"crash"_s, log }).exitCode, cli::ToolFailed);
    EXPECT_EQ(runOf({ u"command"_s, u"/no/such/program"_s }).exitCode, cli::ToolFailed);
    EXPECT_EQ(
        runOf({ u"command"_s, u"--timeout"_s, u"1"_s, standInTarget(), u"silent"_s }).exitCode,
        cli::ToolFailed);
    EXPECT_EQ(runOf({ u"serial"_s, u"/dev/no-such-port"_s }).exitCode, cli::ToolFailed);
    EXPECT_EQ(
        runOf({ u"fvp"_s, u"--elf"_s, u"/no/such.elf"_s, u"--fvp"_s, standInTarget() }).exitCode,
        cli::BadInput);
}

TEST(RunCommand, UsageIsExplained)
{
    for (const auto &arguments : { QStringList(), { u"toaster"_s }, { u"serial"_s },
             { u"tcp"_s, u"localhost"_s }, { u"fvp"_s },
             { u"fvp"_s, u"--elf"_s, u"x"_s, u"--target"_s, u"ethos-u99-1"_s }, { u"command"_s },
             { u"this-machine"_s }, { u"fvp"_s, u"--elf"_s, u"x"_s, u"--pmu-trace"_s },
             { u"serial"_s, u"x"_s, u"--quiet"_s, u"soon"_s },
             { u"command"_s, u"--origin"_s, u"estimate"_s, u"true"_s } }) {
        const auto outcome = runOf(arguments);
        EXPECT_EQ(outcome.exitCode, cli::Usage) << arguments.join(u' ').toStdString();
        EXPECT_TRUE(outcome.err.startsWith(u"error: usage: "_s));
    }
    EXPECT_EQ(runOf({ u"--help"_s }).exitCode, cli::Fine);
    EXPECT_TRUE(runOf({ u"fvp"_s, u"--help"_s }).out.contains(u"--pmu-trace"_s));
}

TEST(RunCommand, TheCommandLineOfAnFvpNeedsNoFvp)
{
    const auto outcome = runOf({ u"fvp"_s, u"--target"_s, u"ethos-u85-256"_s, u"--elf"_s,
        u"arm_executor_runner"_s, u"--pte"_s, u"add.pte"_s, u"--address"_s, u"0x70000000"_s,
        u"--pmu-trace"_s, u"--print-command"_s });
    EXPECT_EQ(outcome.exitCode, cli::Fine) << outcome.err.toStdString();
    EXPECT_EQ(outcome.out,
        u"FVP_Corstone_SSE-320 -C mps4_board.subsystem.ethosu.num_macs=256 "
        "-C mps4_board.visualisation.disable-visualisation=1 "
        "-C vis_hdlcd.disable_visualisation=1 -C mps4_board.telnetterminal0.start_telnet=0 "
        "-C mps4_board.uart0.out_file=- -C mps4_board.uart0.unbuffered_output=1 "
        "-C mps4_board.uart0.shutdown_on_eot=1 "
        "-C 'mps4_board.subsystem.ethosu.extra_args=--pmu-trace pmu_trace.gz' "
        "-a arm_executor_runner --data add.pte@0x70000000 --timelimit 600\n"_s);
}

TEST(RunCommand, APrintedCommandSaysWhichFilesItReads)
{
    const auto outcome = runOf({ u"fvp"_s, u"--elf"_s, written(u"a.elf"_s, "elf"), u"--pte"_s,
        fixturePath(u"add-u55-128/add.pte"_s), u"--semihosting"_s, u"--print-command"_s });
    EXPECT_EQ(outcome.exitCode, cli::Fine) << outcome.err.toStdString();
    EXPECT_TRUE(outcome.err.contains(u"run.semihosting-files"_s)) << outcome.err.toStdString();
    EXPECT_TRUE(outcome.err.contains(u"-m add.pte -i in0.bin"_s)) << outcome.err.toStdString();
}

TEST(RunCommand, TheNpuIsThatOfTheProgramIfNoneIsNamed)
{
    const auto program = fixturePath(u"softmax-u85-256/softmax.pte"_s);
    const auto beside = runOf({ u"fvp"_s, u"--elf"_s, written(u"a.elf"_s, "elf"), u"--pte"_s,
        program, u"--print-command"_s });
    const auto runner = written(u"b.elf"_s,
        QByteArray("\x7f"
                   "ELF")
                .leftJustified(16, 'x')
            + contentOf(program));
    const auto inside = runOf({ u"fvp"_s, u"--elf"_s, runner, u"--print-command"_s });
    for (const auto &outcome : { beside, inside }) {
        EXPECT_EQ(outcome.exitCode, cli::Fine) << outcome.err.toStdString();
        EXPECT_TRUE(outcome.out.startsWith(u"FVP_Corstone_SSE-320 "_s))
            << outcome.out.toStdString();
        EXPECT_TRUE(outcome.out.contains(u"num_macs=256 "_s)) << outcome.out.toStdString();
    }
}

TEST(RunCommand, ACommandThatWouldBeRefusedIsNotPrinted)
{
    const auto program = fixturePath(u"add-u55-128/add.pte"_s);
    const auto printed = [&](const QString &target) {
        return runOf({ u"fvp"_s, u"--target"_s, target, u"--elf"_s, written(u"a.elf"_s, "elf"),
            u"--pte"_s, program, u"--print-command"_s });
    };
    EXPECT_EQ(printed(u"ethos-u55-128"_s).exitCode, cli::Fine);
    for (const auto &[target, id] : { std::pair(u"ethos-u55-256"_s, u"run.mac-mismatch"_s),
             std::pair(u"ethos-u85-256"_s, u"run.product-mismatch"_s),
             std::pair(u"ethos-u65-128"_s, u"run.macs"_s) }) {
        const auto outcome = printed(target);
        EXPECT_EQ(outcome.exitCode, cli::BadInput) << target.toStdString();
        EXPECT_TRUE(outcome.err.contains(id)) << outcome.err.toStdString();
        EXPECT_TRUE(outcome.out.isEmpty());
    }
}

TEST(RunCommand, AFullDiskIsToldAndTheRunGoesOn)
{
    if (!QFile::exists(u"/dev/full"_s))
        GTEST_SKIP() << "there is no /dev/full";
    const auto outcome = runOf({ u"command"_s, u"-o"_s, u"/dev/full"_s, u"--"_s, u"cat"_s,
        written(u"run.log"_s, completeConsole()) });
    EXPECT_EQ(outcome.exitCode, cli::BadInput);
    EXPECT_EQ(outcome.err.count(u"io.disk-full"_s), 1) << outcome.err.toStdString();
    EXPECT_TRUE(outcome.out.contains(u"complete"_s)) << outcome.out.toStdString();
}

TEST(RunCommand, AnFvpRunIsRecordedWithItsTrace)
{
    qputenv("TOSAIC_STANDIN_CONSOLE", written(u"fvp.log"_s, completeConsole()).toUtf8());
    const auto path = temporaryDir() + u"/W.tosaic"_s;
    const auto outcome = runOf({ u"fvp"_s, u"--fvp"_s, standInTarget(), u"--elf"_s,
        written(u"runner.elf"_s, "elf"), u"--pte"_s, fixturePath(u"add-u55-128/add.pte"_s),
        u"--pmu-trace"_s, u"--fast"_s, u"--workspace"_s, path, u"--json"_s });
    ASSERT_EQ(outcome.exitCode, cli::Fine) << outcome.err.toStdString();
    const auto json = outcome.json();
    ASSERT_TRUE(json.contains("run"_L1));
    EXPECT_EQ(json["conditions"_L1].toObject()["mode"_L1], u"fast"_s);
    EXPECT_EQ(json["files"_L1].toArray()[0].toObject()["role"_L1], u"trace"_s);
    EXPECT_TRUE(codes(json).contains(u"run.fast"_s));
    auto file = *workspace::Workspace::open(path);
    const workspace::RunId id(json["run"_L1].toInteger());
    const auto stored = profile::RunStore(*file).load(id);
    ASSERT_TRUE(stored);
    EXPECT_EQ(stored->status, u"complete"_s);
    EXPECT_EQ(stored->conditions.mode, u"fast"_s);
    EXPECT_TRUE(file->runFileBytes(id, u"trace"_s));
}

TEST(RunCommand, AProgramForAnotherNpuIsNotStarted)
{
    const auto outcome = runOf(
        { u"fvp"_s, u"--fvp"_s, standInTarget(), u"--elf"_s, written(u"runner.elf"_s, "elf"),
            u"--pte"_s, fixturePath(u"add-u55-128/add.pte"_s), u"--target"_s, u"ethos-u55-256"_s });
    EXPECT_EQ(outcome.exitCode, cli::BadInput);
    EXPECT_TRUE(outcome.err.contains(u"run.mac-mismatch"_s)) << outcome.err.toStdString();
}

TEST(RunCommand, ATcpConsoleEndsWhenItIsQuiet)
{
    QTcpServer server;
    ASSERT_TRUE(server.listen(QHostAddress::LocalHost));
    QObject::connect(&server, &QTcpServer::newConnection, &server,
        [&] { server.nextPendingConnection()->write(completeConsole()); });
    const auto outcome = runOf({ u"tcp"_s, u"127.0.0.1:%1"_s.arg(server.serverPort()), u"--quiet"_s,
        u"1"_s, u"--timeout"_s, u"20"_s, u"--json"_s });
    EXPECT_EQ(outcome.exitCode, cli::Fine) << outcome.err.toStdString();
    EXPECT_EQ(outcome.json()["state"_L1], u"complete"_s);
}

TEST(RunCommand, ThisMachineRunsAProgramWithoutADelegate)
{
    if (!qEnvironmentVariableIsSet("TOSAIC_PYTHON"))
        GTEST_SKIP() << "TOSAIC_PYTHON is not set: there is no Python with ExecuTorch";
    const auto outcome
        = runOf({ u"this-machine"_s, fixturePath(u"softmax-cpu/softmax.pte"_s), u"--python"_s,
            qEnvironmentVariable("TOSAIC_PYTHON"), u"--repeats"_s, u"3"_s, u"--json"_s });
    ASSERT_EQ(outcome.exitCode, cli::Fine) << outcome.err.toStdString();
    const auto json = outcome.json();
    EXPECT_EQ(json["target"_L1].toObject()["origin"_L1], u"this-machine"_s);
    const auto profiles = json["profiles"_L1].toArray();
    ASSERT_EQ(profiles.size(), 1);
    EXPECT_EQ(profiles[0].toObject()["runNs"_L1].toArray().size(), 3);
    EXPECT_FALSE(json["etdump"_L1].toObject()["runs"_L1].toArray().isEmpty());
    EXPECT_TRUE(outcome.err.contains(u"run.files-dropped"_s));
}

TEST(RunCommand, ThisMachineDoesNotStartWhatItCannotRun)
{
    const auto outcome = runOf({ u"this-machine"_s, fixturePath(u"add-u55-128/add.pte"_s) });
    EXPECT_EQ(outcome.exitCode, cli::BadInput);
    EXPECT_TRUE(outcome.err.contains(u"EthosUBackend"_s)) << outcome.err.toStdString();
}

TEST(RunCommand, AnInterruptStopsAndKeepsWhatWasRead)
{
    const auto console = temporaryDir() + u"/kept.txt"_s;
    QTimer poll;
    QObject::connect(&poll, &QTimer::timeout, &poll, [&] {
        if (contentOf(console) == completeConsole()) {
            poll.stop();
            std::raise(SIGINT);
        }
    });
    poll.start(20);
    const auto outcome = runOf({ u"command"_s, u"--json"_s, u"-o"_s, console, u"--timeout"_s,
        u"60"_s, u"--"_s, standInTarget(), u"hang"_s, written(u"run.log"_s, completeConsole()) });
    EXPECT_EQ(outcome.exitCode, cli::Cancelled);
    EXPECT_EQ(outcome.json()["state"_L1], u"stopped"_s);
    EXPECT_EQ(outcome.json()["profiles"_L1].toArray().size(), 1);
}

} // namespace tosaic::test::runcommandtests
