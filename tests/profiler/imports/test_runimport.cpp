// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/imports/comparableruns.h"
#include "profiler/imports/runimport.h"
#include "profiler/parsers/etdumpreader.h"
#include "profiler/parsers/gzipreader.h"
#include "profiler/store/runvalues.h"
#include "tests/profiler/gzipped.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QFile>

#include <algorithm>
#include <span>

namespace tosaic::test::runimporttests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::profile;
using workspace::Workspace;

namespace {

QString write(const QString &name, const QByteArray &bytes)
{
    const auto path = test::temporaryDir() + u'/' + name;
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(bytes);
    return path;
}

std::unique_ptr<Workspace> freshWorkspace()
{
    return *Workspace::create(test::temporaryDir() + u"/w.tosaic"_s);
}

std::optional<double> valueOf(const MeasuredRun &run, const QString &kind, const QString &name)
{
    for (const auto &value : run.values) {
        if (value.kind == kind && value.name == name)
            return value.value;
    }
    return {};
}

} // namespace

TEST(RunImport, ReadsWhatGzipCompressed)
{
    const QByteArray text = "INFO - Profile for Inference:\n"
                            "INFO - NPU ACTIVE cycles: 900\n"
                            "INFO - NPU TOTAL cycles: 1000\n";
    const auto packed = gzipped(text);
    const auto path = write(u"ci.log.gz"_s, packed);
    EXPECT_EQ(runFileKind(**ByteSource::map(path)), RunFileKind::Console);
    const auto run = readRunFile(path);
    ASSERT_TRUE(run) << qPrintable(run.error().toText());
    EXPECT_EQ(run->run->profiles.at(0).counters.size(), 2U);
    EXPECT_EQ(run->console->bytes(), text);
    EXPECT_EQ(run->name, u"ci.log.gz"_s);
    EXPECT_EQ(run->sha256, sha256Hex(packed)) << "of the file";
    const auto file = freshWorkspace();
    EXPECT_TRUE(storeRun(*file, *run));

    const auto cut = readRunFile(write(u"cut.log.gz"_s, packed.chopped(9)));
    ASSERT_FALSE(cut);
    EXPECT_TRUE(cut.error().detail.contains(u"gzip"_s)) << qPrintable(cut.error().detail);
    for (const auto &other : { gzipped(text), QByteArray(64, '\x01') }) {
        const auto foreign = readRunFile(write(u"foreign.gz"_s, gzipped(other)));
        ASSERT_FALSE(foreign);
        EXPECT_TRUE(foreign.error().detail.contains(u"a gzip-compressed file"_s))
            << qPrintable(foreign.error().detail);
    }
    EXPECT_EQ(gzipHead(packed, 4), text.first(4));
    const auto blanks = gzipped(QByteArray(16 << 20, ' ')); // members behind each other are one
    EXPECT_EQ(gunzipped(blanks.repeated(20)).error().code, ErrorCode::LimitExceeded);
}

TEST(RunImport, KeepsAnEtDumpWithItsEventsAsRepeats)
{
    TOSAIC_NEED_SAMPLES();
    const auto path
        = test::samplesDir() + u"/generated/host/etdump/cnn_py_20.etdp"_s; // 20 executions
    const auto read = readRunFile(path);
    ASSERT_TRUE(read) << qPrintable(read.error().toText());
    const auto file = freshWorkspace();
    const auto id = storeRun(*file, *read);
    ASSERT_TRUE(id);
    const auto run = *RunStore(*file).load(*id);
    EXPECT_EQ(run.kind, u"etdump"_s);
    EXPECT_EQ(run.values, valuesOf(*readEtDump(*ByteSource::map(path))));
    EXPECT_EQ(file->runFileBytes(*id, u"source"_s)->size(), QFile(path).size());
    double total = 0;
    quint64 executions = 0;
    for (const auto &value : run.values) {
        if (value.name == u"Method::execute"_s) {
            total += value.value;
            EXPECT_EQ(value.repeat, executions++);
        }
    }
    EXPECT_EQ(executions, 20U);
    EXPECT_EQ(total, 7'526'473);
    EXPECT_FALSE(run.console) << "a dump has none";
}

TEST(RunImport, StatedWarmUpsAreLeftOutOfTheNumbersAndTheDumpIsKeptWhole)
{
    TOSAIC_NEED_SAMPLES();
    const auto path
        = test::samplesDir() + u"/generated/host/etdump/cnn_py_20.etdp"_s; // 20 executions
    const auto dump = *readEtDump(*ByteSource::map(path));
    ASSERT_EQ(executionsOf(dump), 20U);
    const auto read = readRunFile(path, 5);
    ASSERT_TRUE(read) << qPrintable(read.error().toText());
    const auto file = freshWorkspace();
    const auto id = storeRun(*file, *read);
    ASSERT_TRUE(id);
    auto run = *RunStore(*file).load(*id);
    EXPECT_EQ(run.conditions.warmups, 5U);
    EXPECT_EQ(run.values, valuesOf(dump, 5));
    EXPECT_EQ(file->runFileBytes(*id, u"source"_s)->size(), QFile(path).size());
    // Stated otherwise later, with the numbers that follow; other facts leave the numbers alone.
    run.conditions.warmups = 2;
    run.values = valuesOf(dump, 2);
    ASSERT_TRUE(RunStore(*file).saveFacts(run));
    MeasuredRun facts{ .name = u"named"_s, .stored = *id };
    facts.conditions = run.conditions;
    ASSERT_TRUE(RunStore(*file).saveFacts(facts));
    const auto again = *RunStore(*file).load(*id);
    EXPECT_EQ(again.name, u"named"_s);
    EXPECT_EQ(again.conditions.warmups, 2U);
    EXPECT_EQ(again.values, valuesOf(dump, 2));
    const auto none = readRunFile(path, 20);
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().code, ErrorCode::FormatUnsupported);
    EXPECT_FALSE(
        readRunFile(write(u"a.log"_s, "INFO - NPU ACTIVE cycles: 9\n"), 3)->conditions.warmups);
}

TEST(RunImport, WarmUpsOfADumpInAConsoleAreLeftOutToo)
{
    TOSAIC_NEED_SAMPLES();
    const auto source
        = *ByteSource::map(test::samplesDir() + u"/generated/host/etdump/cnn_py_20.etdp"_s);
    const auto console = "INFO - NPU ACTIVE cycles: 9\necho \""
        + source->bytes().toByteArray().toBase64() + "\" | base64 -d >etdump.bin\n";
    const auto path = write(u"board.log"_s, console);
    const auto read = readRunFile(path, 5);
    ASSERT_TRUE(read) << qPrintable(read.error().toText());
    ASSERT_TRUE(read->run->etdump);
    const auto file = freshWorkspace();
    const auto run = *RunStore(*file).load(*storeRun(*file, *read));
    const auto isWhole = [](const auto &value) { return value.name == u"Method::execute"_s; };
    EXPECT_EQ(std::ranges::count_if(*file->runValues(run.stored), isWhole), 15);
    const auto compared = comparableRun(std::span(&run, 1));
    const auto whole = std::ranges::find_if(compared.values, isWhole);
    ASSERT_NE(whole, compared.values.end());
    EXPECT_EQ(whole->repeats.size(), 15U);
    EXPECT_FALSE(readRunFile(path, 21));
}

TEST(RunImport, ReadsVelasReportsAsEstimates)
{
    TOSAIC_NEED_SAMPLES();
    const auto folder = test::samplesDir() + u"/generated/vela/twoparts-u55-128/"_s;
    const auto summary
        = readRunFile(folder + u"two_partitions_int8_summary_Ethos_U55_High_End_Embedded.csv"_s);
    ASSERT_TRUE(summary) << qPrintable(summary.error().toText());
    EXPECT_EQ(summary->origin, Origin::Estimate);
    EXPECT_EQ(summary->conditions.target, u"ethos-u55-128"_s);
    EXPECT_TRUE(valueOf(*summary, u"counter"_s, u"total cycles"_s));
    const auto layers = readRunFile(folder + u"two_partitions_int8_per-layer.csv"_s);
    ASSERT_TRUE(layers);
    double cycles = 0;
    for (const auto &value : layers->values)
        cycles += value.value;
    EXPECT_GT(cycles, 0);
    const auto file = freshWorkspace();
    EXPECT_TRUE(storeRun(*file, *summary));
    EXPECT_TRUE(storeRun(*file, *layers));
}

TEST(RunImport, ATraceBecomesSeriesOfSamples)
{
    const auto path = write(u"trace.json"_s, R"({"traceEvents":[
        {"ph":"C","pid":"DMA","tid":"0","name":"beats","ts":"20","args":{"beats":"5"}},
        {"ph":"C","pid":"DMA","tid":"0","name":"beats","ts":"10","args":{"beats":"7"}},
        {"ph":"X","pid":"NPU","tid":"mac","name":"busy","ts":"1","dur":"4"},
        {"ph":"X","pid":"NPU","tid":"mac","name":"busy","ts":"8","dur":"6"}]})");
    const auto read = readRunFile(path);
    ASSERT_TRUE(read) << qPrintable(read.error().toText());
    EXPECT_EQ(read->origin, Origin::Fvp);
    EXPECT_EQ(valueOf(*read, u"counter"_s, u"NPU/mac/busy"_s), 10);
    const auto file = freshWorkspace();
    const auto id = storeRun(*file, *read);
    ASSERT_TRUE(id) << qPrintable(id.error().toText());
    const auto series = *file->series(*id);
    ASSERT_EQ(series.size(), 1U);
    EXPECT_EQ(series[0].name, u"DMA/0/beats"_s);
    EXPECT_EQ(
        *file->samples(series[0].id), (std::vector<workspace::Sample>{ { 10, 7 }, { 20, 5 } }));
}

TEST(RunImport, SaysWhatCannotBeMeasurements)
{
    const auto profiler = readRun(ByteSource::fromBytes(
        R"({"schemaVersion": 1, "traceEvents": [{"ph": "X", "cat": "cpu_op", "name": "aten::add",)"
        R"( "pid": 1, "tid": 1, "ts": 55.25, "dur": 2}]})",
        u"torch.json"_s));
    ASSERT_FALSE(profiler) << "microseconds of a processor";
    EXPECT_EQ(profiler.error().code, ErrorCode::FormatUnsupported);
    const auto empty = readRunFile(write(u"empty.log"_s, "a shopping list"));
    ASSERT_FALSE(empty);
    EXPECT_EQ(empty.error().code, ErrorCode::FormatUnknown);
    EXPECT_EQ(readRunFile(u"/nowhere/x.log"_s).error().code, ErrorCode::IoOpen);
    const auto zip = readRunFile(write(u"x.zip"_s, QByteArray("PK\3\4") + QByteArray(100, '\0')));
    EXPECT_FALSE(zip);
}

/// The instructions of one method are not those of another, however they are numbered.
TEST(RunValues, MethodsOfADumpAreApart)
{
    const auto executed = [](const QString &kernel, quint64 ticks) {
        return EtDumpRun{ .name = u"Execute"_s,
            .events = { EtDumpProfileEvent{ .place = { .chain = 0, .instruction = 0 },
                            .name = u"native_call_"_s + kernel,
                            .start = 0,
                            .end = ticks },
                EtDumpProfileEvent{
                    .name = u"Method::execute"_s, .start = 0, .end = 10 * ticks } } };
    };
    EtDump dump{ .runs
        = { executed(u"add.out"_s, 10), executed(u"mul.out"_s, 70), executed(u"add.out"_s, 12) } };
    std::map<QString, std::vector<double>> totals;
    std::map<QString, QStringList> kernels;
    for (const auto &value : valuesOf(dump)) {
        if (value.name == u"Method::execute"_s)
            totals[value.group].push_back(value.value);
        else
            kernels[value.group] << value.name.section(u' ', 0, 0);
    }
    EXPECT_EQ(totals,
        (std::map<QString, std::vector<double>>{
            { u"Execute, method 1"_s, { 100, 120 } }, { u"Execute, method 2"_s, { 700 } } }));
    EXPECT_EQ(kernels.at(u"Execute, method 2"_s), QStringList(u"native_call_mul.out"_s));
    dump.runs.erase(dump.runs.begin() + 1);
    EXPECT_EQ(valuesOf(dump).front().group, u"Execute"_s) << "one needs no number";
}

TEST(RunValues, SumsOfExecuTorchAreComparedPerInference)
{
    profile::Run run{ .family = LogFamily::ExecutorchRunner };
    run.profiles.push_back({ .label = u"a"_s, .inferences = 4U });
    run.profiles[0].counters = { { u"NPU_ACTIVE"_s, 400, u"cycles"_s } };
    EXPECT_EQ(valuesOf(run)[0].value, 400);
    EXPECT_EQ(valuesPerInference(run)[0].value, 100);
    run.family = LogFamily::Mlek; // means already
    EXPECT_EQ(valuesPerInference(run)[0].value, 400);
}

TEST(RunValues, ProfilesWithTheSameLabelAreRepeats)
{
    profile::Run run;
    for (const quint64 value : { 10U, 12U, 11U }) {
        run.profiles.push_back({ .label = u"Inference"_s });
        run.profiles.back().counters = { { u"NPU_ACTIVE"_s, value, u"cycles"_s } };
    }
    const std::vector<MeasuredRun> runs{ { .name = u"a"_s,
        .run = std::make_shared<const profile::Run>(run) } };
    const auto comparable = comparableRun(runs);
    ASSERT_EQ(comparable.values.size(), 1U);
    EXPECT_EQ(comparable.values[0].repeats, (std::vector<double>{ 10, 12, 11 }));
    // Several runs are repeats as well, and conditions in which they differ are all told.
    std::vector<MeasuredRun> several{ runs[0], runs[0] };
    several[0].clockHz = 500U;
    several[1].clockHz = 400U;
    const auto both = comparableRun(several);
    EXPECT_EQ(both.values[0].repeats.size(), 6U);
    EXPECT_EQ(both.conditions.at(Condition::NpuClock), u"500 | 400"_s);
}

TEST(ComparableRuns, WarmUpsAreNoRepeatsAndTicksOfThisMachineAreNanoseconds)
{
    TOSAIC_NEED_SAMPLES();
    const auto path
        = test::samplesDir() + u"/generated/host/etdump/cnn_py_20.etdp"_s; // 20 executions
    const auto dump = *readEtDump(*ByteSource::map(path));
    MeasuredRun run{ .origin = Origin::ThisMachine, .kind = u"etdump"_s };
    run.values = valuesOf(dump, 5);
    const auto all = valuesOf(dump);
    const auto isWhole = [](const auto &value) { return value.name == u"Method::execute"_s; };
    const auto compared = comparableRun(std::span(&run, 1));
    const auto whole = std::ranges::find_if(compared.values, isWhole);
    ASSERT_NE(whole, compared.values.end());
    EXPECT_EQ(whole->unit, u"ns"_s);
    ASSERT_EQ(whole->repeats.size(), 15U);
    std::vector<double> executions;
    for (const auto &value : all) {
        if (isWhole(value))
            executions.push_back(value.value);
    }
    ASSERT_EQ(executions.size(), 20U);
    EXPECT_TRUE(std::equal(whole->repeats.begin(), whole->repeats.end(), executions.begin() + 5));
    run.origin = Origin::Board;
    const auto board = comparableRun(std::span(&run, 1));
    EXPECT_EQ(std::ranges::find_if(board.values, isWhole)->unit, u"ticks"_s);
}

TEST(ComparableRuns, CountersThatOverflowedAreNotCompared)
{
    const auto path = write(u"ovf.log"_s,
        "WARN - Overflow detected for NPU ACTIVE\nINFO - Profile for Inference:\n"
        "INFO - NPU ACTIVE: 0 cycles\nINFO - NPU TOTAL: 10000 cycles\n");
    const auto read = readRunFile(path);
    ASSERT_TRUE(read) << qPrintable(read.error().toText());
    const auto compared = comparableRun(std::span(&*read, 1));
    EXPECT_EQ(std::ranges::count(compared.values, u"NPU_ACTIVE"_s, &ComparedValue::name), 0);
    EXPECT_EQ(std::ranges::count(compared.values, u"CYCLE_COUNTER"_s, &ComparedValue::name), 1);
}

TEST(ComparableRuns, CpuCyclesOfAnFvpAreNotAccurate)
{
    auto read = readRunFile(write(u"cpu.log"_s,
        "NPU Inferences : 1\nethos-u : cycle_cnt : 500 cycles\n"
        "Inference runtime: 900 CPU cycles total\nethosu_pmu_cycle_cntr : 1000\n"));
    ASSERT_TRUE(read) << qPrintable(read.error().toText());
    const auto inaccurate = [&](std::optional<Origin> origin) {
        read->origin = origin;
        QStringList names;
        for (const auto &value : comparableRun(std::span(&*read, 1)).values) {
            if (!value.isAccurate)
                names += value.name;
        }
        return names;
    };
    EXPECT_EQ(inaccurate(Origin::Fvp), QStringList({ u"CPU inference"_s, u"ethos-u"_s }));
    EXPECT_TRUE(inaccurate(Origin::Board).isEmpty());
    EXPECT_TRUE(inaccurate({}).isEmpty());
}

TEST(RunImport, TellsWhatContradictsTheStatedTarget)
{
    MeasuredRun run;
    run.run = std::make_shared<const profile::Run>(
        profile::Run{ .npu = LogNpu{ .product = u"U85"_s, .macs = 256 } });
    EXPECT_EQ(toldTarget(run, u"ethos-u55-128"_s), u"ethos-u85-256"_s);
    EXPECT_EQ(toldTarget(run, u"ethos-u85-512"_s), u"ethos-u85-256"_s);
    EXPECT_TRUE(toldTarget(run, u"ethos-u85-256"_s).isEmpty());
    EXPECT_TRUE(toldTarget({}, u"ethos-u85-256"_s).isEmpty());
    run.conditions.target = u"ethos-u65-256"_s;
    EXPECT_EQ(toldTarget(run, u"ethos-u85-256"_s), u"ethos-u65-256"_s);
}

} // namespace tosaic::test::runimporttests
