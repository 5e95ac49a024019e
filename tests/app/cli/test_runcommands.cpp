// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/commands.h"
#include "core/workspace/workspace.h"
#include "tests/app/cli/commandoutcome.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QProcess>

#include <deque>

namespace tosaic::test::runcommandstests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::cli;
using test::outcomeOf;

namespace {

/// A console of ExecuTorch's runner.
QByteArray console(int cycles, int active)
{
    const auto line = [](const QByteArray &text) {
        return "I [executorch:arm_perf_monitor.cpp:168] " + text + '\n';
    };
    return line("NPU Inferences : 1") + line("Ethos-U PMU report:")
        + line("ethosu_pmu_cycle_cntr : " + QByteArray::number(cycles))
        + line("ethosu_pmu_cntr0 : " + QByteArray::number(active))
        + line("Ethos-U PMU Events:[ETHOSU_PMU_NPU_ACTIVE]")
        + "I [executorch:arm_executor_runner.cpp:900] Program complete, exiting.\n";
}

class RunCommands : public testing::Test
{
protected:
    void SetUp() override
    {
        m_dir = test::temporaryDir();
        m_workspace = m_dir + u"/w.tosaic"_s;
    }

    QString write(const QString &name, const QByteArray &bytes)
    {
        const auto path = m_dir + u'/' + name;
        QFile file(path);
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(bytes);
        return path;
    }

    test::Outcome import(const QStringList &arguments)
    {
        return outcomeOf(
            importCommand(), arguments + QStringList{ u"--workspace"_s, m_workspace, u"--json"_s });
    }

    test::Outcome compare(const QStringList &arguments)
    {
        return outcomeOf(
            compareCommand(), arguments + QStringList{ u"--workspace"_s, m_workspace });
    }

    static QJsonObject counterOf(const QJsonObject &json, const QString &name)
    {
        for (const auto &one : json.value(u"counters"_s).toArray()) {
            if (one.toObject().value(u"name"_s) == name)
                return one.toObject();
        }
        ADD_FAILURE() << "no counter " << qPrintable(name);
        return {};
    }

    QString m_dir;
    QString m_workspace;
};

} // namespace

/// Each transaction waits for the disk: many runs share one, and a file that is none takes nothing
/// with it.
TEST_F(RunCommands, AConsoleInWhichNothingIsMeasuredIsKeptAndSaidToBeSo)
{
    const auto silent = import({ write(u"silent.log"_s, "ERROR - Failed to load the model\n") });
    EXPECT_EQ(silent.exitCode, Fine) << silent.err.toStdString();
    EXPECT_TRUE(silent.err.contains(u"import.nothing-measured"_s)) << silent.err.toStdString();
    const auto measured = import({ write(u"a.log"_s, console(1000, 900)) });
    EXPECT_FALSE(measured.err.contains(u"import.nothing-measured"_s)) << measured.err.toStdString();
}

TEST_F(RunCommands, ManyRunsAreOneTransaction)
{
    ASSERT_EQ(import({ write(u"first.log"_s, console(1, 1)) }).exitCode, Fine);
    QStringList files;
    for (int i = 0; i < 40; ++i)
        files.append(write(u"%1.log"_s.arg(i), console(1000 + i, 900)));
    files.insert(20, write(u"empty.log"_s, "nothing is known here\n"));
    const auto before = workspace::Workspace::changeCounter(m_workspace);
    const auto outcome = import(files);
    EXPECT_EQ(outcome.exitCode, BadInput) << "one is no measurement";
    EXPECT_EQ(outcome.json()[u"runs"_s].toArray().size(), 40);
    EXPECT_LE(workspace::Workspace::changeCounter(m_workspace) - before, 2U);
    const auto listed
        = outcomeOf(runsCommand(), { u"--workspace"_s, m_workspace, u"--json"_s }).json();
    EXPECT_EQ(listed[u"runs"_s].toArray().size(), 41);
    EXPECT_EQ(compare({ u"2"_s, u"3"_s }).exitCode, Fine);
    EXPECT_NE(compare({ u"2"_s, u"300"_s }).exitCode, Fine);
}

TEST_F(RunCommands, AFamilyInAFileSaysWhatTheLinesMean)
{
    const auto log = write(u"board.txt"_s, "boot\nnpu busy 1200\n");
    const auto family = write(u"family.json"_s,
        R"json({"formatVersion":1,"rules":[{"pattern":"npu busy (\\d+)","field":"cycles"}]})json");
    EXPECT_EQ(import({ log }).exitCode, BadInput);
    const auto outcome = import({ log, u"--family"_s, family });
    qunsetenv("TOSAIC_CONSOLES");
    EXPECT_EQ(outcome.exitCode, Fine) << outcome.err.toStdString();
    EXPECT_EQ(outcome.json()[u"runs"_s].toArray().size(), 1);
    const auto wrong = import(
        { log, u"--family"_s, write(u"wrong.json"_s, R"({"formatVersion":1,"rules":[{}]})") });
    EXPECT_EQ(wrong.exitCode, BadInput);
    EXPECT_TRUE(wrong.err.contains(u"rule 1"_s)) << wrong.err.toStdString();
}

TEST_F(RunCommands, TenProgramsThatMakeAndFillOneWorkspaceAllSucceed)
{
    std::deque<QProcess> programs(10);
    for (size_t i = 0; i < programs.size(); ++i) {
        const auto log = write(u"%1.log"_s.arg(i), console(1000 + int(i), 800));
        programs[i].start(test::programPath(u"tosaic-cli"_s),
            { u"import"_s, log, u"--workspace"_s, m_workspace });
    }
    for (auto &program : programs) {
        ASSERT_TRUE(program.waitForFinished(120'000));
        EXPECT_EQ(program.exitCode(), Fine) << program.readAllStandardError().constData();
    }
    const auto runs
        = outcomeOf(runsCommand(), { u"--workspace"_s, m_workspace, u"--json"_s }).json();
    EXPECT_EQ(runs.value(u"runs"_s).toArray().size(), 10);
    EXPECT_EQ(QDir(m_dir).entryList({ u"w.tosaic*"_s }, QDir::Files), QStringList{ u"w.tosaic"_s });
}

TEST_F(RunCommands, ImportsListsAndCompares)
{
    const auto a = write(u"a.log"_s, console(1000, 800));
    const auto b = write(u"b.log"_s, console(1200, 800));
    const auto imported = import({ a, b, u"--origin"_s, u"fvp"_s, u"--target"_s, u"ethos-u55-128"_s,
        u"--npu-clock"_s, u"500000000"_s, u"--tool"_s, u"vela=5.1.0"_s });
    ASSERT_EQ(imported.exitCode, Fine) << qPrintable(imported.err);
    const auto runs = imported.json().value(u"runs"_s).toArray();
    ASSERT_EQ(runs.size(), 2);
    EXPECT_EQ(runs[0].toObject().value(u"kind"_s).toString(), u"console"_s);
    EXPECT_EQ(runs[0].toObject().value(u"origin"_s).toString(), u"fvp"_s);

    const auto listed
        = outcomeOf(runsCommand(), { u"--workspace"_s, m_workspace, u"--json"_s }).json();
    const auto second = listed.value(u"runs"_s).toArray().at(1).toObject();
    EXPECT_EQ(second.value(u"name"_s).toString(), u"b.log"_s);
    EXPECT_EQ(second.value(u"target"_s).toString(), u"ethos-u55-128"_s);
    EXPECT_EQ(second.value(u"npuClockHz"_s).toInteger(), 500'000'000);
    EXPECT_EQ(second.value(u"tools"_s).toObject().value(u"vela"_s).toString(), u"5.1.0"_s);
    EXPECT_FALSE(second.contains(u"cpuClockHz"_s)); // not known: absent
    EXPECT_TRUE(
        outcomeOf(runsCommand(), { u"--workspace"_s, m_workspace }).out.contains(u"b.log"_s));

    const auto compared = compare({ u"1"_s, u"b.log"_s, u"--json"_s });
    ASSERT_EQ(compared.exitCode, Fine) << qPrintable(compared.err);
    const auto cycles = counterOf(compared.json(), u"CYCLE_COUNTER"_s);
    EXPECT_EQ(cycles.value(u"old"_s).toDouble(), 1000);
    EXPECT_EQ(cycles.value(u"new"_s).toDouble(), 1200);
    EXPECT_DOUBLE_EQ(cycles.value(u"percent"_s).toDouble(), 20);
    EXPECT_EQ(cycles.value(u"verdict"_s).toString(), u"worse"_s);
    EXPECT_EQ(cycles.value(u"significance"_s).toString(), u"not-enough-repeats"_s);
    EXPECT_EQ(
        counterOf(compared.json(), u"NPU_ACTIVE"_s).value(u"verdict"_s).toString(), u"same"_s);
    EXPECT_TRUE(compared.json().value(u"conditions"_s).toArray().isEmpty());
    EXPECT_TRUE(compare({ u"1"_s, u"2"_s }).out.contains(u"not enough repeats"_s));
}

TEST_F(RunCommands, RunsAreGroupedNotedAndEditedTogether)
{
    QStringList files;
    for (int i = 0; i < 4; ++i)
        files << write(u"%1.log"_s.arg(i), console(1000 + 100 * i, 800));
    ASSERT_EQ(import(files).exitCode, Fine);
    const auto runs = [this](const QStringList &arguments) {
        return outcomeOf(
            runsCommand(), arguments + QStringList{ u"--workspace"_s, m_workspace, u"--json"_s });
    };
    const auto edited = runs({ u"1,2"_s, u"4"_s, u"--note"_s, u"on the bench\nwith a fan"_s,
        u"--origin"_s, u"board"_s, u"--target"_s, u"ethos-u55-128"_s });
    ASSERT_EQ(edited.exitCode, Fine) << edited.err.toStdString();
    EXPECT_EQ(edited.json()[u"runs"_s].toArray().size(), 3) << "those that are named";
    const auto grouped = runs({ u"--group"_s, u"origin"_s }).json();
    EXPECT_EQ(grouped[u"groupedBy"_s], u"origin"_s);
    const auto groups = grouped[u"groups"_s].toArray();
    ASSERT_EQ(groups.size(), 2);
    EXPECT_EQ(groups[0][u"name"_s], u"board"_s);
    EXPECT_EQ(groups[0][u"runs"_s].toArray(), (QJsonArray{ 1, 2, 4 }));
    EXPECT_FALSE(groups[1].toObject().contains(u"name"_s)) << "not known comes last";
    const auto listed = grouped[u"runs"_s].toArray();
    EXPECT_EQ(listed[0][u"note"_s], u"on the bench\nwith a fan"_s);
    EXPECT_FALSE(listed[2].toObject().contains(u"note"_s));
    const auto text
        = outcomeOf(runsCommand(), { u"--workspace"_s, m_workspace, u"--group"_s, u"target"_s });
    EXPECT_TRUE(text.out.contains(u"ethos-u55-128 (3):"_s)) << text.out.toStdString();
    EXPECT_TRUE(text.out.contains(u"note: on the bench with a fan"_s)) << text.out.toStdString();
    // A note of the workspace's panel is the same note.
    const auto file = workspace::Workspace::open(m_workspace);
    ASSERT_TRUE(file);
    ASSERT_EQ((*file)->notes()->size(), 3U);
    EXPECT_EQ((*file)->notes()->front().subject, u"run 1"_s);
    // All or none: the last does not take it.
    const auto refused = runs({ u"1"_s, u"3"_s, u"--name"_s, u"x"_s });
    EXPECT_EQ(refused.exitCode, Usage);
    EXPECT_EQ(runs({ u"--note"_s, u"x"_s }).exitCode, Usage) << "of which?";
    EXPECT_EQ(runs({ u"--group"_s, u"colour"_s }).exitCode, Usage);
    EXPECT_EQ(runs({ u"9"_s }).exitCode, BadInput);
    EXPECT_EQ(runs({ u"1"_s, u"--note"_s, {} }).exitCode, Fine);
    EXPECT_FALSE(runs({ u"1"_s }).json()[u"runs"_s][0].toObject().contains(u"note"_s));
    // The number of a run that is gone may come again, its note does not.
    ASSERT_TRUE((*file)->removeRun(workspace::RunId(4)));
    ASSERT_EQ(import({ files.front() }).exitCode, Fine);
    EXPECT_FALSE(runs({ u"4"_s }).json()[u"runs"_s][0].toObject().contains(u"note"_s));
}

TEST_F(RunCommands, TheTrendIsOfRunsThatAreAlike)
{
    QStringList files;
    for (const auto cycles : { 1000, 1100, 990 })
        files << write(u"%1.log"_s.arg(cycles), console(cycles, 800));
    files << write(u"fvp.log"_s, console(500, 400));
    ASSERT_EQ(import(files).exitCode, Fine);
    const auto runs = [this](const QStringList &arguments) {
        return outcomeOf(runsCommand(), arguments + QStringList{ u"--workspace"_s, m_workspace });
    };
    EXPECT_TRUE(runs({ u"--trend"_s, u"--json"_s }).json()[u"trends"_s].toArray().isEmpty())
        << "nobody says where they ran";
    ASSERT_EQ(
        runs({ u"1,2,3"_s, u"--origin"_s, u"board"_s, u"--target"_s, u"ethos-u55-128"_s }).exitCode,
        Fine);
    ASSERT_EQ(runs({ u"4"_s, u"--origin"_s, u"fvp"_s, u"--target"_s, u"ethos-u55-128"_s }).exitCode,
        Fine);
    const auto file = workspace::Workspace::open(m_workspace);
    for (quint32 id = 1; id <= 4; ++id)
        ASSERT_TRUE((*file)->setRunModel(workspace::RunId(id), QString(64, u'a')));
    const auto trends = runs({ u"--trend"_s, u"--json"_s }).json()[u"trends"_s].toArray();
    ASSERT_EQ(trends.size(), 1);
    EXPECT_EQ(trends[0][u"metric"_s], u"CYCLE_COUNTER"_s);
    EXPECT_EQ(trends[0][u"origin"_s], u"board"_s);
    EXPECT_EQ(trends[0][u"unit"_s], u"cycles"_s);
    const auto points = trends[0][u"points"_s].toArray();
    ASSERT_EQ(points.size(), 3);
    EXPECT_EQ(points[1][u"run"_s].toInteger(), 2);
    EXPECT_EQ(points[1][u"value"_s].toDouble(), 1100);
    const auto text = runs({ u"--trend"_s }).out;
    EXPECT_TRUE(text.contains(u"+10.0 %"_s)) << text.toStdString();
}

/// Named once, it is named everywhere.
TEST_F(RunCommands, ACounterWithoutANameIsNamedOnce)
{
    const auto log = write(u"driver.log"_s,
        "ethosu_pmu_cycle_cntr : 1000\nethosu_pmu_cntr0 : 700\nethosu_pmu_cntr1 : 30\n");
    ASSERT_EQ(import({ log }).exitCode, Fine);
    const auto runs = [this](const QStringList &arguments) {
        return outcomeOf(
            runsCommand(), arguments + QStringList{ u"--workspace"_s, m_workspace, u"--json"_s });
    };
    ASSERT_EQ(runs({ u"1"_s, u"--counter"_s, u"cntr0=ETHOSU_PMU_NPU_ACTIVE"_s }).exitCode, Fine);
    const auto listed = runs({}).json();
    const auto run = listed[u"runs"_s][0];
    EXPECT_EQ(run[u"log"_s][u"profiles"_s][0][u"counters"_s][u"NPU_ACTIVE"_s].toInteger(), 700);
    EXPECT_TRUE(run[u"log"_s][u"profiles"_s][0][u"counters"_s].toObject().contains(u"cntr1"_s));
    const auto compared = compare({ u"1"_s, u"1"_s, u"--json"_s });
    EXPECT_EQ(counterOf(compared.json(), u"NPU_ACTIVE"_s)[u"old"_s].toDouble(), 700);
    const auto metrics
        = outcomeOf(metricsCommand(), { u"1"_s, u"--workspace"_s, m_workspace, u"--json"_s });
    EXPECT_TRUE(metrics.out.contains(u"NPU_ACTIVE"_s));
    // Also while a file is read.
    const auto ofFile
        = outcomeOf(metricsCommand(), { log, u"--counter"_s, u"cntr0=NPU_ACTIVE"_s, u"--json"_s });
    EXPECT_TRUE(ofFile.out.contains(u"NPU_ACTIVE"_s)) << ofFile.err.toStdString();
    EXPECT_EQ(import({ log, u"--counter"_s, u"cntr1=NPU_IDLE"_s }).exitCode, Fine);
    EXPECT_EQ(runs({ u"2"_s })
                  .json()[u"runs"_s][0][u"log"_s][u"profiles"_s][0][u"counters"_s][u"NPU_IDLE"_s]
                  .toInteger(),
        30);
    for (const auto &[counter, exitCode] : { std::pair(u"cntr0"_s, Usage),
             std::pair(u"cntr0=NPU_DREAMS"_s, Usage), std::pair(u"cntr7=NPU_IDLE"_s, BadInput),
             std::pair(u"cntr1=NPU_ACTIVE"_s, BadInput) }) {
        const auto refused = runs({ u"1"_s, u"--counter"_s, counter });
        EXPECT_EQ(refused.exitCode, exitCode) << counter.toStdString();
        EXPECT_FALSE(refused.err.isEmpty());
    }
    EXPECT_EQ(runs({}).json()[u"runs"_s][0], run) << "nothing of it was kept";
}

TEST_F(RunCommands, ImportLeavesWarmUpsOfADumpOut)
{
    TOSAIC_NEED_SAMPLES();
    const auto dump = test::samplesDir() + u"/generated/host/etdump/cnn_py_20.etdp"_s;
    const auto imported = import({ dump, u"--warmup"_s, u"5"_s });
    ASSERT_EQ(imported.exitCode, Fine) << qPrintable(imported.err);
    EXPECT_EQ(imported.json().value(u"runs"_s).toArray().at(0)[u"warmups"_s].toInteger(), 5);
    ASSERT_EQ(import({ dump }).exitCode, Fine);
    const auto compared = compare({ u"1"_s, u"2"_s, u"--json"_s }).json();
    const auto whole = counterOf(compared, u"Method::execute"_s);
    EXPECT_EQ(whole.value(u"oldRepeats"_s).toArray().size(), 15);
    EXPECT_EQ(whole.value(u"newRepeats"_s).toArray().size(), 20);
    const auto condition = compared.value(u"conditions"_s).toArray().at(0).toObject();
    EXPECT_EQ(condition.value(u"condition"_s).toString(), u"warmups"_s);
    EXPECT_EQ(condition.value(u"old"_s).toString(), u"5"_s);
    const auto none = import({ dump, u"--warmup"_s, u"20"_s });
    EXPECT_EQ(none.exitCode, BadInput);
    EXPECT_TRUE(none.err.contains(u"20 executions"_s)) << qPrintable(none.err);
    const auto log = import({ write(u"a.log"_s, console(1, 1)), u"--warmup"_s, u"2"_s });
    EXPECT_EQ(log.exitCode, Fine);
    EXPECT_TRUE(log.err.contains(u"import.warmup"_s)) << qPrintable(log.err);
    EXPECT_EQ(import({ dump, u"--warmup"_s, u"few"_s }).exitCode, Usage);
}

TEST_F(RunCommands, FailAboveJudgesTheWorstCounter)
{
    import({ write(u"a.log"_s, console(1000, 800)), write(u"b.log"_s, console(1200, 800)) });
    EXPECT_EQ(compare({ u"1"_s, u"2"_s, u"--fail-above"_s, u"20"_s }).exitCode, Fine);
    const auto failed = compare({ u"1"_s, u"2"_s, u"--fail-above"_s, u"19.9"_s });
    EXPECT_EQ(failed.exitCode, BadInput);
    EXPECT_TRUE(failed.err.contains(u"CYCLE_COUNTER"_s));
    EXPECT_EQ(compare({ u"2"_s, u"1"_s, u"--fail-above"_s, u"0"_s }).exitCode, Fine);
    EXPECT_EQ(compare({ u"1"_s, u"2"_s, u"--fail-above"_s, u"much"_s }).exitCode, Usage);
    EXPECT_EQ(compare({ u"1"_s, u"1"_s, u"--fail-above"_s, u"-1"_s }).exitCode, Usage);
    EXPECT_EQ(compare({ u"1"_s }).exitCode, Usage);
    const auto unknown = compare({ u"1"_s, u"9"_s });
    EXPECT_EQ(unknown.exitCode, BadInput);
    EXPECT_TRUE(unknown.err.contains(u"error: run.unknown: "_s)) << qPrintable(unknown.err);
}

TEST_F(RunCommands, RepeatsAreTestedAndConditionsComeFirst)
{
    QStringList files;
    for (int i = 0; i < 4; ++i)
        files << write(u"a%1.log"_s.arg(i), console(1000 + i, 800));
    ASSERT_EQ(import(files + QStringList{ u"--npu-clock"_s, u"500"_s }).exitCode, Fine);
    files.clear();
    for (int i = 0; i < 4; ++i)
        files << write(u"b%1.log"_s.arg(i), console(1100 + i, 800));
    ASSERT_EQ(import(files + QStringList{ u"--npu-clock"_s, u"400"_s }).exitCode, Fine);
    const auto compared = compare({ u"1,2,3,4"_s, u"5,6,7,8"_s, u"--json"_s }).json();
    const auto cycles = counterOf(compared, u"CYCLE_COUNTER"_s);
    EXPECT_EQ(cycles.value(u"significance"_s).toString(), u"significant"_s);
    EXPECT_NEAR(cycles.value(u"p"_s).toDouble(), 2.0 / 70, 1e-12);
    EXPECT_EQ(cycles.value(u"oldRepeats"_s).toArray().size(), 4);
    const auto first = compared.value(u"conditions"_s).toArray().at(0).toObject();
    EXPECT_EQ(first.value(u"condition"_s).toString(), u"npuClockHz"_s);
    EXPECT_EQ(first.value(u"comparability"_s).toString(), u"warning"_s);
    EXPECT_TRUE(
        compare({ u"1"_s, u"5"_s }).out.startsWith(u"warning: NPU clock, Hz: 500 -> 400"_s));
}

/// Shapes have arrows of their own, and a unit belongs to a number.
TEST_F(RunCommands, WhatOnlyOneSideKnowsReadsAsASentence)
{
    const auto shaped = [this](const QString &name, const QByteArray &size) {
        return write(name,
            "INFO - Model INPUT tensors:\nINFO - \ttensor type is INT8\n"
            "INFO - \ttensor occupies 12 bytes with dimensions\nINFO - \t\t0:  "
                + size
                + "\nINFO - Model OUTPUT tensors:\nINFO - \ttensor type is INT8\n"
                  "INFO - \ttensor occupies 4 bytes with dimensions\nINFO - \t\t0:   4\n"
                  "INFO - Number of operators: 0\nINFO - Profile for Inference:\n"
                  "INFO - NPU TOTAL: 700 cycles\n");
    };
    const auto text = [](const QStringList &sides) {
        return outcomeOf(compareCommand(), sides).out.simplified();
    };
    const auto plain = write(u"plain.log"_s, console(1000, 800));
    const auto old = text({ shaped(u"a.log"_s, "12"), plain });
    EXPECT_TRUE(old.contains(u"outputs of the model: 12 -> 4, not known of the new side"_s))
        << qPrintable(old);
    EXPECT_TRUE(old.contains(u"NPU_ACTIVE 800 cycles, not known of the old side"_s));
    EXPECT_TRUE(text({ shaped(u"a.log"_s, "12"), shaped(u"b.log"_s, "13") })
                    .contains(u"outputs of the model: 12 -> 4 against 13 -> 4"_s));
}

TEST_F(RunCommands, WhatCannotBeReadIsSaidAndTheRestIsImported)
{
    const auto nothing = import({ write(u"notes.txt"_s, "milk, bread") });
    EXPECT_EQ(nothing.exitCode, BadInput);
    EXPECT_TRUE(nothing.out.isEmpty()) << qPrintable(nothing.out);
    EXPECT_FALSE(QFile::exists(m_workspace)) << "nothing to keep makes no workspace";
    const auto outcome = import({ write(u"a.log"_s, console(1, 1)),
        write(u"notes.txt"_s, "milk, bread"), m_dir + u"/none.log"_s });
    EXPECT_EQ(outcome.exitCode, BadInput);
    EXPECT_TRUE(outcome.err.contains(u"format.unknown"_s));
    EXPECT_TRUE(outcome.err.contains(u"io.open"_s));
    EXPECT_EQ(outcome.json().value(u"runs"_s).toArray().size(), 1);
    EXPECT_EQ(import({}).exitCode, Usage);
    EXPECT_EQ(import({ u"x"_s, u"--origin"_s, u"moon"_s }).exitCode, Usage);
    EXPECT_EQ(
        outcomeOf(runsCommand(), { u"--workspace"_s, m_dir + u"/gone"_s }).exitCode, BadInput);
    EXPECT_EQ(outcomeOf(runsCommand(), {}).exitCode, Usage);
}

TEST_F(RunCommands, EverySampleLogBecomesARun)
{
    TOSAIC_NEED_SAMPLES();
    const auto logs = test::samplesDir() + u"/logs/"_s;
    const auto folder = test::samplesDir() + u"/generated/vela/twoparts-u55-128/"_s;
    const auto outcome = import({ logs + u"01-et-u85-mv2-pmu-report.log"_s,
        logs + u"08-mlek-u55-kws.log"_s, logs + u"20-renesas-mera-mv2-ten-runs.log"_s,
        test::samplesDir() + u"/executorch/etdump.etdp"_s,
        folder + u"two_partitions_int8_per-layer.csv"_s, u"--origin"_s, u"board"_s });
    EXPECT_EQ(outcome.exitCode, Fine) << qPrintable(outcome.err);
    const auto runs = outcome.json().value(u"runs"_s).toArray();
    ASSERT_EQ(runs.size(), 5);
    for (const auto &run : runs)
        EXPECT_GT(run.toObject().value(u"values"_s).toInteger(), 0)
            << qPrintable(run.toObject().value(u"name"_s).toString());
    // Vela only estimates, whatever was said.
    EXPECT_EQ(runs[4].toObject().value(u"origin"_s).toString(), u"estimate"_s);
    EXPECT_TRUE(outcome.err.contains(u"import.origin"_s));
}

TEST_F(RunCommands, OperatorsAreJudgedWhenAskedFor)
{
    const QByteArray head = "I: Ethos-U version: 1.0.6\nPLPROF: layer, cycles\n";
    const QByteArray tail = "I: NPU_ACTIVE: 900\n";
    const auto a = write(u"a.log"_s, head + "PLPROF: 0, 100\nPLPROF: 1, 200\n" + tail);
    const auto b = write(u"b.log"_s, head + "PLPROF: 0, 150\nPLPROF: 1, 200\n" + tail);
    ASSERT_EQ(import({ a, b }).exitCode, Fine);
    const auto counters = compare({ u"1"_s, u"2"_s, u"--fail-above"_s, u"5"_s, u"--json"_s });
    const auto limit = counters.json().value(u"failAbove"_s).toObject();
    EXPECT_EQ(limit.value(u"percent"_s).toDouble(), 5);
    EXPECT_FALSE(limit.contains(u"operators"_s));
    const auto operators = compare({ u"1"_s, u"2"_s, u"--fail-above"_s, u"5"_s, u"--operators"_s });
    EXPECT_EQ(operators.exitCode, BadInput);
    EXPECT_TRUE(operators.err.contains(u"operator layer 0, cycles grew by 50.00 %"_s));
    const auto shown = compare({ u"1"_s, u"2"_s, u"--operators"_s });
    EXPECT_TRUE(shown.out.contains(u"layer 0, cycles"_s)) << qPrintable(shown.out);
}

/// Of a network for TFLite Micro, say, nothing is known but that it is this file.
TEST_F(RunCommands, AModelThatIsNoProgramIsNoErrorOfTheRun)
{
    const auto done = import({ write(u"run.log"_s, console(1000, 800)), u"--model"_s,
        write(u"net.txt"_s, "a net"), u"--json"_s });
    EXPECT_EQ(done.exitCode, Fine);
    EXPECT_TRUE(done.err.startsWith(u"warning: format.unknown"_s)) << qPrintable(done.err);
    const auto run = QJsonDocument::fromJson(done.out.toUtf8())[u"runs"_s][0];
    const auto outputs = run[u"proof"_s][u"steps"_s].toArray().last();
    EXPECT_EQ(outputs[u"state"_s].toString(), u"unproven"_s);
    EXPECT_TRUE(outputs[u"why"_s].toString().contains(u"not an ExecuTorch program"_s))
        << qPrintable(done.out);
}

/// What ran has a name wherever its runs are listed, also when its file is gone.
TEST_F(RunCommands, TheNameOfTheProgramIsKept)
{
    const auto program = m_dir + u"/kws.pte"_s;
    ASSERT_TRUE(QFile::copy(test::fixturePath(u"add-u55-128/add.pte"_s), program));
    ASSERT_EQ(
        import({ write(u"run.log"_s, console(1000, 800)), u"--model"_s, program }).exitCode, Fine);
    ASSERT_EQ(import({ write(u"other.log"_s, console(900, 800)) }).exitCode, Fine);
    ASSERT_TRUE(QFile::remove(program));
    const auto runs = [&](const QStringList &more) {
        return outcomeOf(runsCommand(), QStringList{ u"--workspace"_s, m_workspace } + more);
    };
    const auto listed = runs({ u"--json"_s }).json()[u"runs"_s].toArray();
    ASSERT_EQ(listed.size(), 2);
    EXPECT_EQ(listed[0][u"program"_s], u"kws.pte"_s);
    EXPECT_FALSE(listed[1].toObject().contains(u"program"_s));
    EXPECT_TRUE(runs({}).out.contains(u"kws.pte"_s));
    EXPECT_TRUE(runs({ u"--group"_s, u"model"_s }).out.startsWith(u"kws.pte (1):"_s));
    const auto totals = outcomeOf(
        findingsCommand(), { u"1"_s, u"2"_s, u"--workspace"_s, m_workspace, u"--no-advice"_s });
    EXPECT_TRUE(totals.out.section(u'\n', 0, 0).contains(u"Model"_s)) << totals.out.toStdString();
    EXPECT_TRUE(totals.out.contains(u"kws.pte"_s));
}

/// The sentence and the verdict come before any table, in the summary and in the section.
TEST_F(RunCommands, AReportOfTwoRunsSaysFirstWhatItComesTo)
{
    const auto ofProgram = [&](const QString &name, int cycles) {
        const auto log = write(name, console(cycles, 800));
        EXPECT_EQ(import({ log, u"--origin"_s, u"board"_s, u"--model"_s,
                             test::fixturePath(u"add-u55-128/add.pte"_s) })
                      .exitCode,
            Fine);
    };
    ofProgram(u"before.log"_s, 1000);
    ofProgram(u"after.log"_s, 1400);
    const auto out = m_dir + u"/report.json"_s;
    const auto written = outcomeOf(reportCommand(),
        { u"--workspace"_s, m_workspace, u"--compare"_s, u"1"_s, u"2"_s, u"-o"_s, out });
    ASSERT_EQ(written.exitCode, Fine) << qPrintable(written.err);
    QFile file(out);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    const auto sections
        = QJsonDocument::fromJson(file.readAll()).object().value(u"sections"_s).toArray();
    const auto firstOf = [&](const QString &title) {
        for (const auto &section : sections) {
            if (section[u"title"_s].toString().contains(title))
                return QString::fromUtf8(
                    QJsonDocument(section[u"blocks"_s].toArray().at(0).toObject()).toJson());
        }
        return QString();
    };
    for (const auto &title : { u"Summary"_s, u"Comparison of runs"_s }) {
        const auto first = firstOf(title);
        EXPECT_TRUE(first.contains(u"+40"_s)) << title.toStdString() << first.toStdString();
        EXPECT_TRUE(first.contains(u"worse"_s)) << first.toStdString();
        EXPECT_TRUE(first.contains(u"too few repeats"_s)) << first.toStdString();
    }
    const auto all = QString::fromUtf8(QJsonDocument(sections).toJson());
    EXPECT_FALSE(all.contains(u"merged record"_s, Qt::CaseInsensitive)) << "of both sides";
    EXPECT_FALSE(all.contains(u"under the same conditions as one record"_s));
    const auto page = m_dir + u"/report.md"_s;
    const QStringList asked{ u"--workspace"_s, m_workspace, u"--compare"_s, u"1"_s, u"2"_s, u"-o"_s,
        page, u"--least-effect"_s };
    EXPECT_EQ(outcomeOf(reportCommand(), asked + QStringList{ u"x"_s }).exitCode, Usage);
    ASSERT_EQ(outcomeOf(reportCommand(), asked + QStringList{ u"50"_s }).exitCode, Fine);
    QFile settled(page);
    ASSERT_TRUE(settled.open(QIODevice::ReadOnly));
    EXPECT_TRUE(QString::fromUtf8(settled.readAll()).contains(u"below 50 % do not count"_s));
}

TEST_F(RunCommands, VelasReportsOfTwoVersionsAreComparedAndReported)
{
    TOSAIC_NEED_SAMPLES();
    const auto folder = test::samplesDir() + u"/generated/vela/"_s;
    const auto report = u"/kws_ref_model_per-layer.csv"_s;
    const auto database = u"/kws_ref_model_debug.xml"_s;
    ASSERT_EQ(import({ folder + u"kws-u55-128-v4.5.0"_s + report,
                         folder + u"kws-u55-128-v5.2.0"_s + report,
                         folder + u"kws-u55-128-v5.2.0"_s + database,
                         folder + u"kws-u55-128-v5.2.0/console.txt"_s })
                  .exitCode,
        Fine);
    const auto same = compare({ u"2"_s, u"3"_s, u"--operators"_s, u"--fail-above"_s, u"0"_s });
    EXPECT_EQ(same.exitCode, Fine) << qPrintable(same.err); // both say the same of one compile
    const auto out = m_dir + u"/report.json"_s;
    const auto written = outcomeOf(reportCommand(),
        { u"--workspace"_s, m_workspace, u"--compare"_s, u"1"_s, u"2"_s, u"-o"_s, out });
    ASSERT_EQ(written.exitCode, Fine) << qPrintable(written.err);
    QFile file(out);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    const auto text = file.readAll();
    EXPECT_TRUE(text.contains("Comparison of runs"));
    EXPECT_TRUE(text.contains("Vela per layer"));
    EXPECT_EQ(outcomeOf(reportCommand(),
                  { u"--workspace"_s, m_workspace, u"--compare"_s, u"1"_s, u"99"_s, u"-o"_s, out })
                  .exitCode,
        BadInput);
}

} // namespace tosaic::test::runcommandstests
