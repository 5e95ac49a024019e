// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/commands.h"
#include "core/base/bytesource.h"
#include "core/workspace/workspace.h"
#include "profiler/store/runstore.h"
#include "tests/app/cli/commandoutcome.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace tosaic::test::metricscommandtests {
namespace {

Outcome metrics(const QStringList &arguments)
{
    return outcomeOf(cli::metricsCommand(), arguments);
}

/// A console of ML-EK in the format it had until 2023.
QString consoleWith(const QString &name, int active, int idle, int readBeats)
{
    const auto path = temporaryDir() + u'/' + name;
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(QStringLiteral("INFO - Profile for Inference:\n"
                              "INFO - NPU AXI0_RD_DATA_BEAT_RECEIVED beats: %1\n"
                              "INFO - NPU ACTIVE cycles: %2\n"
                              "INFO - NPU IDLE cycles: %3\n"
                              "INFO - NPU TOTAL cycles: %4\n")
                   .arg(readBeats)
                   .arg(active)
                   .arg(idle)
                   .arg(active + idle)
                   .toUtf8());
    return path;
}

QJsonObject named(const QJsonArray &list, const QString &key, const QString &value)
{
    for (const auto &one : list) {
        if (one.toObject().value(key) == value)
            return one.toObject();
    }
    ADD_FAILURE() << "no " << value.toStdString();
    return {};
}

TEST(MetricsCommand, GivesValuesWithFormulasAndReasons)
{
    const auto log = consoleWith(u"a.log"_s, 900, 100, 50);
    const auto outcome = metrics({ log, u"--json"_s, u"--clock"_s, u"500000000"_s });
    ASSERT_EQ(outcome.exitCode, cli::Fine) << outcome.err.toStdString();
    const auto runs = outcome.json().value(u"runs"_s).toArray();
    ASSERT_EQ(runs.size(), 1);
    const auto all = runs[0].toObject().value(u"metrics"_s).toArray();
    const auto active = named(all, u"id"_s, u"npu.active-share"_s);
    EXPECT_DOUBLE_EQ(active.value(u"value"_s).toDouble(), 0.9);
    EXPECT_EQ(active.value(u"formula"_s), u"A / T"_s);
    EXPECT_EQ(active.value(u"withNumbers"_s), u"900 / 1000"_s);
    EXPECT_EQ(active.value(u"unit"_s), u"share"_s);
    const auto time = named(all, u"id"_s, u"npu.time"_s);
    EXPECT_DOUBLE_EQ(time.value(u"value"_s).toDouble(), 2e-6);
    EXPECT_EQ(time.value(u"group"_s), u"time"_s);
    const auto utilisation = named(all, u"id"_s, u"mac.utilisation"_s);
    EXPECT_FALSE(utilisation.contains(u"value"_s));
    EXPECT_EQ(utilisation.value(u"whyNot"_s), u"M, P are not known"_s);
    EXPECT_EQ(utilisation.value(u"missing"_s).toArray().size(), 2);
    EXPECT_FALSE(outcome.json().contains(u"merged"_s)) << "one measurement";
}

/// A simulation without valid timing looks like any other in its numbers.
TEST(MetricsCommand, FastModeIsSaidInTextAndList)
{
    const auto path = temporaryDir() + u"/fast.tosaic"_s;
    profile::MeasuredRun run{ .name = u"quick"_s };
    run.console = *ByteSource::map(consoleWith(u"fast.log"_s, 900, 100, 50));
    run.conditions.mode = u"fast"_s;
    {
        const auto file = workspace::Workspace::create(path);
        ASSERT_TRUE(file);
        ASSERT_TRUE(profile::RunStore(**file).save(run));
    }
    const auto told = metrics({ u"1"_s, u"--workspace"_s, path });
    ASSERT_EQ(told.exitCode, cli::Fine) << told.err.toStdString();
    EXPECT_TRUE(told.out.contains(u"metrics.no-timing"_s)) << told.out.toStdString();
    const auto listed = outcomeOf(cli::runsCommand(), { u"--workspace"_s, path });
    EXPECT_TRUE(listed.out.contains(u"fast mode: timing not valid"_s)) << listed.out.toStdString();
    EXPECT_FALSE(metrics({ consoleWith(u"true.log"_s, 900, 100, 50) }).out.contains(u"fast"_s));
}

TEST(MetricsCommand, TakesWhatIsStated)
{
    const auto log = consoleWith(u"b.log"_s, 1000, 0, 50);
    const auto outcome = metrics({ log, u"--json"_s, u"--macs"_s, u"128"_s, u"--model-macs"_s,
        u"64000"_s, u"--origin"_s, u"fvp"_s });
    ASSERT_EQ(outcome.exitCode, cli::Fine);
    const auto run = outcome.json().value(u"runs"_s).toArray()[0].toObject();
    const auto utilisation
        = named(run.value(u"metrics"_s).toArray(), u"id"_s, u"mac.utilisation"_s);
    EXPECT_DOUBLE_EQ(utilisation.value(u"value"_s).toDouble(), 0.5);
    EXPECT_EQ(utilisation.value(u"origin"_s), u"fvp"_s);
}

TEST(MetricsCommand, MergesSeveralFilesWithTheirSpread)
{
    QStringList logs;
    for (const int active : { 1000, 1010, 990, 1005, 4000 })
        logs.append(consoleWith(u"repeat-%1.log"_s.arg(active), active, 100, 50));
    const auto outcome = metrics(logs + QStringList{ u"--merge"_s, u"--json"_s });
    ASSERT_EQ(outcome.exitCode, cli::Fine) << outcome.err.toStdString();
    const auto merged = outcome.json().value(u"merged"_s).toObject();
    EXPECT_EQ(merged.value(u"runs"_s).toArray().size(), 5);
    const auto active = named(merged.value(u"counters"_s).toArray(), u"name"_s, u"NPU_ACTIVE"_s);
    EXPECT_EQ(active.value(u"median"_s).toDouble(), 1005);
    EXPECT_EQ(active.value(u"mad"_s).toDouble(), 5);
    EXPECT_EQ(active.value(u"outliers"_s).toArray(), QJsonArray{ 4 });
    EXPECT_EQ(active.value(u"unit"_s), u"cycles"_s);
    EXPECT_TRUE(merged.value(u"unverified"_s).toArray().contains(u"origin"_s));
    const auto share = named(merged.value(u"metrics"_s).toArray(), u"id"_s, u"npu.active-share"_s);
    EXPECT_EQ(share.value(u"withNumbers"_s), u"1005 / 1105"_s);
    const auto text = metrics(logs).out;
    EXPECT_TRUE(text.contains(u"NPU_ACTIVE: median 1005 cycles")) << text.toStdString();
    EXPECT_TRUE(text.contains(u"outlier 4000"));
}

TEST(MetricsCommand, WhatContradictsHasItsReason)
{
    const auto text = metrics({ consoleWith(u"wrapped.log"_s, 900, 100, 5000) }).out;
    EXPECT_TRUE(text.contains(u"AXI0_RD_DATA_BEAT_RECEIVED is more than one beat a cycle"_s))
        << text.toStdString();
    EXPECT_FALSE(text.contains(u"missing: AXI0"_s)) << "it is there";
}

TEST(MetricsCommand, WhatIsNotKnownIsOneLineBehindWhatIs)
{
    const auto text = metrics({ consoleWith(u"short.log"_s, 900, 100, 50) }).out;
    EXPECT_EQ(text.count(u"Not known: "_s), 1) << text.toStdString();
    EXPECT_FALSE(text.contains(u"are not known"_s));
    EXPECT_TRUE(text.contains(u"; missing: "_s));
    EXPECT_LT(text.indexOf(u"NPU active"_s), text.indexOf(u"Not known: "_s));
}

TEST(MetricsCommand, WhatCannotBeMergedIsSaid)
{
    TOSAIC_NEED_SAMPLES();
    const auto dir = samplesDir() + u"/logs/"_s;
    const QStringList logs{ dir + u"08-mlek-u55-kws.log"_s,
        dir + u"01-et-u85-mv2-pmu-report.log"_s };
    const auto refused = metrics(logs + QStringList{ u"--merge"_s });
    EXPECT_EQ(refused.exitCode, cli::BadInput);
    EXPECT_TRUE(refused.err.contains(u"differs")) << refused.err.toStdString();
    const auto apart = metrics(logs + QStringList{ u"--json"_s });
    EXPECT_EQ(apart.exitCode, cli::Fine);
    EXPECT_EQ(apart.json().value(u"runs"_s).toArray().size(), 2);
    EXPECT_TRUE(apart.json().value(u"notMerged"_s).toString().contains(u"differs"));
}

TEST(MetricsCommand, ReadsRunsOfAWorkspace)
{
    const auto workspace = temporaryDir() + u"/metrics.tosaic"_s;
    const auto a = consoleWith(u"first.log"_s, 900, 100, 50);
    const auto b = consoleWith(u"second.log"_s, 910, 100, 50);
    ASSERT_EQ(outcomeOf(cli::importCommand(),
                  { a, b, u"--workspace"_s, workspace, u"--origin"_s, u"board"_s })
                  .exitCode,
        cli::Fine);
    const auto outcome = metrics(
        { u"first.log"_s, u"2"_s, u"--workspace"_s, workspace, u"--merge"_s, u"--json"_s });
    ASSERT_EQ(outcome.exitCode, cli::Fine) << outcome.err.toStdString();
    const auto merged = outcome.json().value(u"merged"_s).toObject();
    EXPECT_EQ(merged.value(u"conditions"_s).toObject().value(u"origin"_s), u"board"_s);
    EXPECT_EQ(named(merged.value(u"counters"_s).toArray(), u"name"_s, u"NPU_ACTIVE"_s)
                  .value(u"median"_s)
                  .toDouble(),
        905);
    EXPECT_EQ(metrics({ u"third.log"_s, u"--workspace"_s, workspace }).exitCode, cli::BadInput);
}

/// Bytes need the product: the target says it, of a run or on the command line.
TEST(MetricsCommand, TheTargetTellsTheNpu)
{
    const auto log = consoleWith(u"target.log"_s, 900, 100, 50);
    const auto bytesOf = [](const Outcome &outcome) {
        const auto run = outcome.json().value(u"runs"_s).toArray()[0].toObject();
        const auto bytes = named(
            run.value(u"metrics"_s).toArray(), u"id"_s, u"port.bytes:AXI0_RD_DATA_BEAT_RECEIVED"_s);
        return bytes.value(u"value"_s);
    };
    EXPECT_EQ(bytesOf(metrics({ log, u"--json"_s })), QJsonValue::Undefined);
    EXPECT_EQ(
        bytesOf(metrics({ log, u"--json"_s, u"--target"_s, u"ethos-u55-128"_s })).toDouble(), 400);
    const auto workspace = temporaryDir() + u"/target.tosaic"_s;
    ASSERT_EQ(outcomeOf(cli::importCommand(),
                  { log, u"--workspace"_s, workspace, u"--target"_s, u"ethos-u65-256"_s })
                  .exitCode,
        cli::Fine);
    EXPECT_EQ(
        bytesOf(metrics({ u"1"_s, u"--workspace"_s, workspace, u"--json"_s })).toDouble(), 800);
    EXPECT_EQ(outcomeOf(cli::importCommand(),
                  { log, u"--workspace"_s, workspace, u"--target"_s, u"ethos-u99-1"_s })
                  .exitCode,
        cli::Usage);
}

/// A log of a U85 is not measured with the MACs of a U55.
TEST(MetricsCommand, ATargetThatTheLogContradictsIsNotUsed)
{
    const auto path = temporaryDir() + u"/u85.log"_s;
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("INFO - Profile for Inference:\nINFO - NPU ACTIVE: 1000 cycles\n"
               "INFO - NPU ETHOSU_PMU_SRAM_RD_DATA_BEAT_RECEIVED: 10 beats\n");
    file.close();
    const auto utilisation = [&](const QString &target, QString &problems) {
        const auto outcome
            = metrics({ path, u"--json"_s, u"--model-macs"_s, u"64000"_s, u"--target"_s, target });
        EXPECT_EQ(outcome.exitCode, cli::Fine);
        problems = outcome.err;
        const auto run = outcome.json().value(u"runs"_s).toArray()[0].toObject();
        return named(run.value(u"metrics"_s).toArray(), u"id"_s, u"mac.utilisation"_s)
            .value(u"value"_s);
    };
    QString problems;
    EXPECT_EQ(utilisation(u"ethos-u55-128"_s, problems), QJsonValue::Undefined);
    EXPECT_TRUE(problems.contains(u"metrics.target"_s)) << problems.toStdString();
    EXPECT_TRUE(problems.contains(u"it ran on ethos-u85;"_s)) << problems.toStdString();
    EXPECT_DOUBLE_EQ(utilisation(u"ethos-u85-256"_s, problems).toDouble(), 0.25);
    EXPECT_TRUE(problems.isEmpty()) << problems.toStdString();
    const auto report = outcomeOf(cli::reportCommand(),
        { u"--run"_s, path, u"--target"_s, u"ethos-u55-128"_s, u"-o"_s,
            temporaryDir() + u"/r.json"_s });
    EXPECT_EQ(report.exitCode, cli::BadInput);
    EXPECT_TRUE(report.err.contains(u"ran on ethos-u85"_s)) << report.err.toStdString();
}

/// What the console prints of its program is not overruled: MACs of another one would be wrong.
TEST(MetricsCommand, AProgramThatTheConsoleRefutesIsNotUsed)
{
    const auto program = fixturePath(u"add-u55-128/add.pte"_s);
    const auto log = consoleWith(u"other.log"_s, 900, 100, 50);
    QFile file(log);
    ASSERT_TRUE(file.open(QIODevice::Append));
    file.write("I [executorch:arm_executor_runner.cpp:366] Model PTE file loaded. Size: 50000 "
               "bytes.\n");
    file.close();
    const auto workspace = temporaryDir() + u"/refuted.tosaic"_s;
    const auto imported = outcomeOf(
        cli::importCommand(), { log, u"--workspace"_s, workspace, u"--model"_s, program });
    ASSERT_EQ(imported.exitCode, cli::Fine) << imported.err.toStdString();
    const auto stated = metrics({ log, u"--model"_s, program, u"--json"_s });
    const auto kept = metrics({ u"1"_s, u"--workspace"_s, workspace, u"--json"_s });
    for (const auto &problems : { imported.err, stated.err })
        EXPECT_TRUE(problems.contains(u"add.pte is not used (file: "_s)) << problems.toStdString();
    for (const auto &outcome : { stated, kept }) {
        ASSERT_EQ(outcome.exitCode, cli::Fine) << outcome.err.toStdString();
        const auto run = outcome.json().value(u"runs"_s).toArray()[0].toObject();
        EXPECT_FALSE(run.value(u"conditions"_s).toObject().contains(u"artefact"_s));
        EXPECT_FALSE(named(run.value(u"metrics"_s).toArray(), u"id"_s, u"mac.utilisation"_s)
                         .contains(u"value"_s));
    }
}

/// The program that ran goes with its runs: to their metrics and to the record of all of them.
TEST(MetricsCommand, TheProgramTellsNpuAndMacsAlsoOfWhatIsMerged)
{
    const auto program = fixturePath(u"add-u55-128/add.pte"_s);
    const QStringList logs{ consoleWith(u"one.log"_s, 900, 100, 50),
        consoleWith(u"two.log"_s, 910, 100, 50) };
    const auto workspace = temporaryDir() + u"/program.tosaic"_s;
    ASSERT_EQ(outcomeOf(cli::importCommand(),
                  logs + QStringList{ u"--workspace"_s, workspace, u"--model"_s, program })
                  .exitCode,
        cli::Fine);
    const auto stated = metrics(logs + QStringList{ u"--model"_s, program, u"--json"_s });
    const auto kept = metrics({ u"1"_s, u"2"_s, u"--workspace"_s, workspace, u"--json"_s });
    for (const auto &outcome : { stated, kept }) {
        ASSERT_EQ(outcome.exitCode, cli::Fine) << outcome.err.toStdString();
        const auto merged = outcome.json().value(u"merged"_s).toObject();
        const auto conditions = merged.value(u"conditions"_s).toObject();
        EXPECT_EQ(conditions.value(u"product"_s), u"U55"_s);
        EXPECT_EQ(conditions.value(u"macs"_s).toInt(), 128);
        EXPECT_FALSE(conditions.value(u"artefact"_s).toString().isEmpty());
        for (const auto &all : { merged.value(u"metrics"_s).toArray(),
                 outcome.json()
                     .value(u"runs"_s)
                     .toArray()[0]
                     .toObject()
                     .value(u"metrics"_s)
                     .toArray() })
            EXPECT_EQ(named(all, u"id"_s, u"port.bytes:AXI0_RD_DATA_BEAT_RECEIVED"_s)
                          .value(u"value"_s)
                          .toDouble(),
                400);
    }
}

/// One says board, and two say nothing: that is no record of a board.
TEST(MetricsCommand, AnOriginIsNotInventedForWhatDoesNotStateIt)
{
    const auto workspace = temporaryDir() + u"/origin.tosaic"_s;
    const auto import = [&](const QString &log, const QStringList &more) {
        return outcomeOf(
            cli::importCommand(), QStringList{ log, u"--workspace"_s, workspace } + more)
            .exitCode;
    };
    ASSERT_EQ(import(consoleWith(u"x.log"_s, 900, 100, 50), { u"--origin"_s, u"board"_s }), 0);
    ASSERT_EQ(import(consoleWith(u"y.log"_s, 910, 100, 50), {}), 0);
    ASSERT_EQ(import(consoleWith(u"z.log"_s, 920, 100, 50), {}), 0);
    const auto outcome
        = metrics({ u"1"_s, u"2"_s, u"3"_s, u"--workspace"_s, workspace, u"--json"_s });
    const auto merged = outcome.json().value(u"merged"_s).toObject();
    EXPECT_FALSE(merged.value(u"conditions"_s).toObject().contains(u"origin"_s));
    EXPECT_TRUE(merged.value(u"unverified"_s).toArray().contains(u"origin"_s));
    for (const auto &metric : merged.value(u"metrics"_s).toArray())
        EXPECT_FALSE(metric.toObject().contains(u"origin"_s));
}

TEST(MetricsCommand, PrintsMeasuredTimes)
{
    const auto path = temporaryDir() + u"/time.log"_s;
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("I [executorch:arm_executor_runner.cpp:412 main()] Inference time: 68.795813 ms\n");
    file.close();
    const auto outcome = metrics({ path });
    ASSERT_EQ(outcome.exitCode, cli::Fine) << outcome.err.toStdString();
    EXPECT_TRUE(outcome.out.contains(u"Time: 68.796 ms"_s)) << outcome.out.toStdString();
    EXPECT_FALSE(outcome.out.contains(u"not known"_s)) << "there are no counters at all";
}

/// No formula needs ticks; they are what was measured.
TEST(MetricsCommand, WhatWasCountedStandsBeforeWhatIsNotKnown)
{
    const auto path = temporaryDir() + u"/ticks.log"_s;
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("ethos-u took 500 ticks (1 ms).\n\"total number of ticks\", 500\n");
    file.close();
    const auto text = metrics({ path }).out;
    const auto ticks = text.indexOf(u"ethos-u: 500 ticks"_s);
    EXPECT_GE(ticks, 0) << text.toStdString();
    EXPECT_LT(ticks, text.indexOf(u"Not known"_s));
    const auto run = metrics({ path, u"--json"_s }).json().value(u"runs"_s).toArray().at(0);
    const auto counter = run.toObject().value(u"counters"_s).toArray().at(0).toObject();
    EXPECT_EQ(counter.value(u"name"_s).toString(), u"ethos-u"_s);
    EXPECT_EQ(counter.value(u"median"_s).toInteger(), 500);
    EXPECT_EQ(counter.value(u"unit"_s).toString(), u"ticks"_s);
}

TEST(MetricsCommand, SumsOfAnUnknownNumberAreCalledSo)
{
    const auto path = temporaryDir() + u"/sums.log"_s;
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("I [executorch:arm_perf_monitor.cpp:181] ethosu_pmu_cycle_cntr : 4738932\n");
    file.close();
    const auto text = metrics({ path }).out;
    EXPECT_TRUE(text.contains(u"sums of an unknown number of inferences"_s)) << text.toStdString();
    EXPECT_TRUE(text.contains(u"CYCLE_COUNTER: 4738932 cycles"_s)) << text.toStdString();
}

TEST(MetricsCommand, AClockOfTheConsoleMakesTimesOfCycles)
{
    const auto path = temporaryDir() + u"/clock.log"_s;
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("PROFILE_INFO, MTB ML model profile, avg_npu_cyc=3000.00   , peak_npu_cyc=3100, "
               "peak_npu_frame=3, npu_freq_Mhz=400\n");
    file.close();
    const auto run = metrics({ path, u"--json"_s }).json().value(u"runs"_s).toArray().at(0);
    const auto conditions = run.toObject().value(u"conditions"_s).toObject();
    EXPECT_EQ(conditions.value(u"npuClockHz"_s).toInteger(), 400'000'000);
    EXPECT_TRUE(metrics({ path }).out.contains(u"7.50 µs"_s))
        << metrics({ path }).out.toStdString();
}

/// A soak test of a night: what was not kept is said with its number, and nobody prints a page for
/// each measurement unless it is asked for.
TEST(MetricsCommand, ManyMeasurementsAreSummedUpAndDroppedOnesAreSaid)
{
    const auto path = temporaryDir() + u"/soak.log"_s;
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    for (int i = 0; i < 10'400; ++i)
        file.write("INFO - Profile for Inference:\nINFO - NPU ACTIVE: "
            + QByteArray::number(900 + i % 5) + " cycles\nINFO - NPU TOTAL: 1000 cycles\n");
    file.close();
    const auto said = u"10000 of 10400 measurements were kept"_s;
    const auto outcome = metrics({ path });
    ASSERT_EQ(outcome.exitCode, cli::Fine);
    EXPECT_TRUE(outcome.err.contains(said)) << outcome.err.toStdString();
    EXPECT_LT(outcome.out.count(u'\n'), 60);
    EXPECT_TRUE(outcome.out.contains(u"10000 measurements; --all prints each"_s));
    EXPECT_TRUE(outcome.out.contains(u"NPU_ACTIVE: median 902 cycles"_s))
        << outcome.out.toStdString();
    const auto inspected = outcomeOf(cli::inspectCommand(), { path });
    EXPECT_TRUE(inspected.err.contains(said)) << inspected.err.toStdString();
    const auto report = temporaryDir() + u"/soak.html"_s;
    ASSERT_EQ(outcomeOf(cli::reportCommand(), { u"--run"_s, path, u"-o"_s, report }).exitCode, 0);
    const auto page = *ByteSource::map(report);
    EXPECT_TRUE(QString::fromUtf8(page->bytes()).contains(said));
    EXPECT_LT(page->size(), 2'000'000U);
    QFile few(path);
    ASSERT_TRUE(few.open(QIODevice::WriteOnly));
    for (int i = 0; i < 12; ++i)
        few.write("INFO - Profile for Inference:\nINFO - NPU ACTIVE: 900 cycles\n"
                  "INFO - NPU TOTAL: 1000 cycles\n");
    few.close();
    EXPECT_FALSE(metrics({ path }).out.contains(u"soak.log #12"_s));
    EXPECT_TRUE(metrics({ path, u"--all"_s }).out.contains(u"soak.log #12"_s));
    EXPECT_EQ(metrics({ path, u"--json"_s }).json().value(u"runs"_s).toArray().size(), 12);
}

TEST(MetricsCommand, AConsoleInWhichNothingIsMeasuredHasNone)
{
    const auto silent = temporaryDir() + u"/silent.log"_s;
    QFile file(silent);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("INFO - Initialising Ethos-U NPU\nERROR - Failed to load the model\n");
    file.close();
    for (const auto &more : { QStringList(), { u"--json"_s }, { u"--merge"_s } }) {
        const auto outcome = metrics(QStringList{ silent } + more);
        EXPECT_EQ(outcome.exitCode, cli::BadInput);
        EXPECT_EQ(outcome.out, QString()) << "a list of none would look like a result";
        EXPECT_TRUE(outcome.err.contains(u"silent.log: no measurement has counters or times"_s))
            << outcome.err.toStdString();
    }
    const auto both = metrics({ silent, consoleWith(u"a.log"_s, 900, 100, 50) });
    EXPECT_EQ(both.exitCode, cli::Fine) << both.err.toStdString();
    EXPECT_TRUE(both.err.contains(u"metrics.nothing-measured: silent.log"_s))
        << both.err.toStdString();
}

TEST(MetricsCommand, IsMisusedWithWords)
{
    EXPECT_EQ(metrics({}).exitCode, cli::Usage);
    EXPECT_EQ(metrics({ u"a.log"_s, u"--clock"_s, u"fast"_s }).exitCode, cli::Usage);
    EXPECT_EQ(metrics({ u"a.log"_s, u"--macs"_s, u"0"_s }).exitCode, cli::Usage);
    EXPECT_EQ(metrics({ u"a.log"_s, u"--macs"_s, u"7"_s }).exitCode, cli::Usage);
    EXPECT_EQ(metrics({ u"a.log"_s, u"--target"_s, u"ethos-u99-1"_s }).exitCode, cli::Usage);
    EXPECT_EQ(metrics({ u"a.log"_s, u"--origin"_s, u"moon"_s }).exitCode, cli::Usage);
    EXPECT_EQ(metrics({ u"a.log"_s, u"--model"_s, u"none.pte"_s }).exitCode, cli::BadInput);
    EXPECT_EQ(metrics({ temporaryDir() + u"/none.log"_s }).exitCode, cli::BadInput);
    EXPECT_EQ(metrics({ u"--help"_s }).exitCode, cli::Fine);
}

TEST(MetricsCommand, ARealConsoleHasItsMetrics)
{
    TOSAIC_NEED_SAMPLES();
    const auto outcome = metrics({ samplesDir() + u"/logs/08-mlek-u55-kws.log"_s, u"--json"_s });
    const auto run = outcome.json().value(u"runs"_s).toArray()[0].toObject();
    const auto share = named(run.value(u"metrics"_s).toArray(), u"id"_s, u"npu.active-share"_s);
    EXPECT_DOUBLE_EQ(share.value(u"value"_s).toDouble(), 413814.0 / 414172.0);
}

} // namespace
} // namespace tosaic::test::metricscommandtests
