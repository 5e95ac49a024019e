// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What commands print for people fits the terminal: no line is wider.
#include "app/cli/frame/commands.h"
#include "core/workspace/workspace.h"
#include "tests/app/cli/commandoutcome.h"
#include "tests/profiler/joinsamples.h"
#include "tests/profiler/tracegenerator.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QDirIterator>
#include <QFile>

using namespace Qt::StringLiterals;

namespace tosaic::test::tablewidthstests {

namespace {

struct Call
{
    cli::Command command;
    QStringList arguments;
};

/// A path or a hash stays whole, so that it can be copied.
bool isLongWord(const QString &line, int width)
{
    return line.section(u' ', -1).size() > width - 40;
}

const auto Compiled = u"mobilenet_v2-u55-128"_s;

QString tracePath()
{
    for (const auto &sample : fixtureJoins()) {
        if (sample.name.section(u'/', 0, 0) != Compiled)
            continue;
        const auto &facts = sample.streams.front();
        const auto made = generateTrace(rowsOf(facts), facts.stream.get(), { .seed = 3 });
        QFile file(temporaryDir() + u"/trace.json"_s);
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(traceJson(made.reads));
        return file.fileName();
    }
    return {};
}

QByteArray consoleOf(int cycles)
{
    QByteArray text;
    const auto add = [&](const QByteArray &line) {
        text += "I [executorch:arm_perf_monitor.cpp:168] " + line + '\n';
    };
    add("NPU Inferences : 1");
    add("Ethos-U PMU report:");
    add("ethosu_pmu_cycle_cntr : " + QByteArray::number(cycles));
    add("ethosu_pmu_cntr0 : " + QByteArray::number(cycles - 100));
    add("ethosu_pmu_cntr1 : " + QByteArray::number(cycles / 2));
    add("Ethos-U PMU Events:[ETHOSU_PMU_NPU_ACTIVE, ETHOSU_PMU_AXI0_RD_DATA_BEAT_RECEIVED]");
    return text + "I [executorch:arm_executor_runner.cpp:900] Program complete, exiting.\n";
}

/// Counters, and what they are of: formulas with numbers are the longest lines.
QString consolePath()
{
    QFile log(temporaryDir() + u"/console.log"_s);
    EXPECT_TRUE(log.open(QIODevice::WriteOnly));
    log.write(consoleOf(1000));
    return log.fileName();
}

/// With two runs, a compile, a spec of two versions and a target that it would run on.
QString workspacePath()
{
    const auto path = temporaryDir() + u"/widths.tosaic"_s;
    auto file = workspace::Workspace::openOrCreate(path);
    EXPECT_TRUE(file);
    workspace::JobRecord job{ .kind = u"vela"_s,
        .status = u"failed"_s,
        .started = QDateTime::currentDateTimeUtc(),
        .sourceName = u"a-model-with-a-long-name-as-people-give-them.tosa"_s,
        .folder = temporaryDir() + u"/somewhere/deep/below/the/folder/of/results"_s,
        .spec = { { u"target"_s, u"ethos-u85-256"_s } } };
    EXPECT_TRUE((*file)->beginJob(job));
    EXPECT_TRUE((*file)->saveSpec(u"small"_s, { { u"target"_s, u"ethos-u55-64"_s } }));
    EXPECT_TRUE((*file)->saveSpec(u"small"_s,
        { { u"target"_s, u"ethos-u55-128"_s }, { u"memoryMode"_s, u"Shared_Sram"_s },
            { u"systemConfig"_s, u"Ethos_U55_High_End_Embedded"_s } }));
    EXPECT_TRUE((*file)->setSetting(u"tools.interpreter"_s,
        u"/home/somebody/with/a/very/long/path/to/an/environment/of/python/bin/python3.11"_s));
    const auto conditions = QStringList{ u"--workspace"_s, path, u"--origin"_s, u"board"_s,
        u"--target"_s, u"ethos-u55-128"_s, u"--npu-clock"_s, u"500000000"_s, u"--tool"_s,
        u"vela=5.1.0"_s, u"--tool"_s, u"compiler=arm-none-eabi-gcc-13.3.rel1"_s };
    for (const int cycles : { 1000, 1200 }) {
        QFile log(temporaryDir() + u"/a-console-with-a-long-name-of-%1-cycles.log"_s.arg(cycles));
        EXPECT_TRUE(log.open(QIODevice::WriteOnly));
        log.write(consoleOf(cycles));
        log.close();
        EXPECT_EQ(
            outcomeOf(cli::importCommand(), QStringList{ log.fileName() } + conditions).exitCode,
            cli::Fine);
    }
    return path;
}

std::vector<Call> calls()
{
    const auto folder = fixturePath(Compiled);
    const auto program = folder + u'/' + QDir(folder).entryList({ u"*.pte"_s }).value(0);
    const auto trace = tracePath();
    const auto file = workspacePath();
    const QStringList in{ u"--workspace"_s, file };
    std::vector<Call> all{ { cli::operatorsCommand(), { program } },
        { cli::operatorsCommand(), { program, u"--by"_s, u"kind"_s } },
        { cli::operatorsCommand(), { program, u"--trace"_s, trace } },
        { cli::budgetCommand(), { u"--list"_s } },
        { cli::budgetCommand(), { program, u"--board"_s, u"corstone-300"_s } },
        { cli::disasmCommand(), { program } }, { cli::partitionCommand(), { folder } },
        { cli::timelineCommand(), { trace } },
        { cli::timelineCommand(), { trace, u"--program"_s, program } },
        { cli::workspaceCommand(), QStringList{ u"jobs"_s } + in },
        { cli::workspaceCommand(), QStringList{ u"specs"_s } + in },
        { cli::workspaceCommand(), QStringList{ u"specs"_s, u"small"_s } + in },
        { cli::trustCommand(), QStringList{ u"show"_s } + in }, { cli::runsCommand(), in },
        { cli::compareCommand(), QStringList{ u"1"_s, u"2"_s } + in },
        { cli::findingsCommand(), { folder, u"--no-advice"_s } },
        { cli::diffCommand(), { folder, folder + u"-conv_on_cpu"_s } },
        { cli::diffCommand(), { folder, QString(folder).replace(u"u55-128"_s, u"u85-256"_s) } } };
    all.push_back(
        { cli::metricsCommand(), { consolePath(), u"--clock"_s, u"500000000"_s, u"--merge"_s } });
    for (const auto &log : { u"01-et-u85-mv2-pmu-report.log"_s, u"08-mlek-u55-kws.log"_s }) {
        if (const auto path = samplesDir() + u"/logs/"_s + log; QFile::exists(path))
            all.push_back({ cli::metricsCommand(), { path } });
    }
    QDirIterator it(fixturePath(u"."_s), QDir::Files, QDirIterator::Subdirectories);
    while (it.hasNext()) {
        const auto path = it.next();
        if (QStringList{ u"pte"_s, u"tosa"_s, u"tflite"_s, u"csv"_s, u"xml"_s, u"npz"_s, u"ini"_s,
                u"etdp"_s, u"pt2"_s }
                .contains(it.fileInfo().suffix()))
            all.push_back({ cli::inspectCommand(), { path } });
    }
    return all;
}

} // namespace

TEST(TableWidths, NoLineIsWiderThanTheTerminal)
{
    const auto all = calls();
    ASSERT_GT(all.size(), 30U);
    for (const int width : { 80, 120 }) {
        for (const auto &[command, arguments] : all) {
            SCOPED_TRACE((command.name + u' ' + arguments.join(u' ')).toStdString());
            const auto outcome = outcomeOf(command, arguments, { width });
            EXPECT_TRUE(outcome.exitCode == cli::Fine || outcome.exitCode == cli::BadInput);
            EXPECT_TRUE(outcome.exitCode != cli::Fine || !outcome.out.isEmpty())
                << outcome.err.toStdString();
            for (const auto &line : outcome.out.split(u'\n'))
                EXPECT_TRUE(line.size() <= width || isLongWord(line, width)) << line.toStdString();
        }
    }
}

TEST(TableWidths, WideShowsAllColumns)
{
    const auto all = calls();
    const auto &[command, arguments] = all.front();
    const auto narrow = outcomeOf(command, arguments, { 80 });
    const auto wide = outcomeOf(command, arguments + QStringList{ u"--wide"_s }, { 80 });
    EXPECT_TRUE(narrow.out.contains(u"--wide"_s)) << "it says what is missing";
    EXPECT_FALSE(wide.out.contains(u"--wide"_s));
    EXPECT_TRUE(wide.out.contains(u"confidence"_s));
}

TEST(TableWidths, HelpFitsEightyColumns)
{
    std::vector<Call> all;
    for (const auto &command : cli::allCommands())
        all.push_back({ command, { u"--help"_s } });
    for (const auto &kind :
        { u"here"_s, u"fvp"_s, u"serial"_s, u"tcp"_s, u"command"_s, u"this-machine"_s })
        all.push_back({ cli::runCommand(), { kind, u"--help"_s } });
    for (const auto &[command, arguments] : all) {
        SCOPED_TRACE((command.name + u' ' + arguments.join(u' ')).toStdString());
        const auto help = outcomeOf(command, arguments);
        EXPECT_EQ(help.exitCode, cli::Fine);
        for (const auto &line : help.out.split(u'\n'))
            EXPECT_LE(line.size(), 80) << line.toStdString();
    }
}

} // namespace tosaic::test::tablewidthstests
