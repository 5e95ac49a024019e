// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/consoleparser.h"
#include "profiler/parsers/eventtable.h"
#include "profiler/parsers/runjson.h"
#include "tests/profiler/runbothways.h"

#include <gtest/gtest.h>

#include <QRandomGenerator>

#include <algorithm>

using namespace Qt::StringLiterals;

// Forms of single families that the real logs at hand do not have.
namespace tosaic::profile::consoleformstests {
namespace {

/// Pieces of any size give the run that the whole text gives.
void expectSameAtAnyCuts(const QByteArray &text)
{
    const auto whole = parseConsole(text);
    ASSERT_TRUE(whole);
    QRandomGenerator random(17);
    for (int round = 0; round < 20; ++round) {
        ConsoleParser parser;
        for (qsizetype at = 0; at < text.size();) {
            const auto size = std::min<qsizetype>(text.size() - at, 1 + random.bounded(60));
            parser.feed(QByteArrayView(text).sliced(at, size));
            at += size;
        }
        const auto pieces = parser.finish();
        ASSERT_TRUE(pieces);
        EXPECT_EQ(runToJson(*whole), runToJson(*pieces));
    }
}

quint64 valueOf(const Profile &profile, const QString &name)
{
    const auto *counter = profile.counter(name);
    EXPECT_TRUE(counter) << name.toStdString();
    return counter ? counter->value : 0;
}

const QByteArray MetricsJson = R"([{"profiling_group": "Inference", "count": 1, "samples": [
{"name": "NPU ACTIVE", "value": [413814]}, {"name": "NPU IDLE", "value": [358]},
{"name": "NPU ETHOSU_PMU_SRAM_RD_DATA_BEAT_RECEIVED", "value": [12]},
{"name": "NPU TOTAL", "value": [414172]}, {"name": "CPU TOTAL", "value": [7]},
{"name": "NPU WD_ACTIVE", "value": [1, 2]}, {"name": "NPU MAC_ACTIVE", "value": ["x"]}]}])";

/// Each line with something before and behind it.
QByteArray wrapped(const QByteArray &text, const QByteArray &before, const QByteArray &behind)
{
    auto lines = text.split('\n');
    for (auto &line : lines.first(lines.size() - 1))
        line = before + line + behind;
    return lines.join('\n');
}

bool hasProblem(const Run &run, const QString &id)
{
    return std::ranges::any_of(
        run.diagnostics, [&](const Diagnostic &problem) { return problem.id == id; });
}

const QByteArray EvaluationKit = "INFO - Model info:\nINFO - Model OUTPUT tensors:\n"
                                 "INFO - \ttensor type is INT8\nINFO - \ttensor occupies 12 bytes "
                                 "with dimensions\nINFO - \t\t0:   1\nINFO - \t\t1:  12\n"
                                 "INFO - Final results:\nERROR - something went wrong\n"
                                 "INFO - Profile for Inference:\nINFO - NPU ACTIVE: 600 cycles\n"
                                 "INFO - NPU IDLE: 100 cycles\nINFO - NPU TOTAL: 700 cycles\n";

/// Nor what a terminal program puts before every line, nor blanks at its end, change what it says.
TEST(ConsoleForms, CapturesOfTerminalProgramsSayTheSame)
{
    const QByteArray runner = "I [executorch:arm_executor_runner.cpp:1 main()] Model run: 1\n"
                              "Output[0][0]: 0.5\nOutput[0][1]: -2\n...(Skipped)\n"
                              "I [executorch:x.cpp:2 f()] ethosu_pmu_cycle_cntr : 12\n";
    for (const auto &text : { EvaluationKit, runner }) {
        for (int count : { 1, 3 }) { // shapes that are known by then
            const auto plain = runToJson(runBothWays(text.repeated(count)));
            for (const QByteArray before :
                { "", "[00:00:01.000] ", "uart0: ", "12:00:01.123 -> ", "2025-01-02T03:04:05.000Z ",
                    "[2025-01-02 03:04:05.000] ", "[uart1] ", "[00:00:01.000] COM3: " }) {
                for (const QByteArray behind : { "", "\t", "  ", " \t\r" })
                    EXPECT_EQ(runToJson(runBothWays(wrapped(text.repeated(count), before, behind))),
                        plain)
                        << before.constData() << '|' << behind.toPercentEncoding().constData();
            }
        }
    }
    EXPECT_EQ(
        runBothWays(EvaluationKit).model->outputs.front().shape, (std::vector<qint64>{ 1, 12 }));
}

TEST(ConsoleForms, NumbersThatAreNoneAreSaidAndLeftOut)
{
    for (const QByteArray number : { "18446744073709551606", "9223372036854775808", "-10",
             "1,23,567", "1234.5", "99999999999999999999999" }) {
        const auto kit = runBothWays("INFO - Profile for Inference:\nINFO - NPU ACTIVE: 5 cycles\n"
                                     "INFO - NPU IDLE: "
            + number + " cycles\nINFO - NPU TOTAL: 7 cycles\n");
        ASSERT_EQ(kit.profiles.size(), 1U);
        EXPECT_EQ(kit.profiles[0].counters.size(), 2U) << number.constData();
        EXPECT_TRUE(hasProblem(kit, u"log.number"_s)) << number.constData();
        const auto runner = runBothWays("I [executorch:x.cpp:2 f()] ethosu_pmu_cycle_cntr : "
            + number + "\nI [executorch:x.cpp:2 f()] ethosu_pmu_cntr0 : 3\n");
        EXPECT_FALSE(runner.profiles.front().counter(CycleCounter.toString()));
        EXPECT_TRUE(hasProblem(runner, u"log.number"_s)) << number.constData();
    }
    const auto largest = runBothWays("INFO - NPU ACTIVE: 9223372036854775807 cycles\n");
    EXPECT_EQ(valueOf(largest.profiles[0], u"NPU_ACTIVE"_s), 9223372036854775807U);
    EXPECT_TRUE(largest.diagnostics.empty());
    // What a C library cannot print is a known case and no problem of the log.
    EXPECT_FALSE(hasProblem(runBothWays("INFO - NPU ACTIVE: 5 cycles\n"
                                        "I [executorch:x.cpp:2 f()] ethosu_pmu_cntr0 : lu\n"),
        u"log.number"_s));
}

/// A sum that lost a digit, or was cut by a blank, has a mean behind it that tells.
TEST(ConsoleForms, SumsThatTheirMeansContradictAreSaidAndLeftOut)
{
    const auto read = [](const QByteArray &counter) {
        return runBothWays("NPU Inferences : 10\nethosu_pmu_cycle_cntr : " + counter
            + "\nethosu_pmu_cntr0 : 30 (3.00 per "
              "inference)\n");
    };
    for (const QByteArray right :
        { "1200000 (120000.00 per inference)", "1234567", "7 (0.70 per inference)" }) {
        const auto run = read(right);
        EXPECT_TRUE(run.diagnostics.empty()) << right.constData();
        EXPECT_TRUE(run.profiles.front().counter(CycleCounter.toString())) << right.constData();
    }
    for (const QByteArray wrong :
        { "120000 (120000.00 per inference)", "1 20000 (120000.00 per inference)" }) {
        const auto run = read(wrong);
        EXPECT_FALSE(run.profiles.front().counter(CycleCounter.toString())) << wrong.constData();
        EXPECT_EQ(valueOf(run.profiles.front(), u"cntr0"_s), 30U);
        EXPECT_TRUE(hasProblem(run, u"log.number"_s)) << wrong.constData();
    }
}

TEST(ConsoleForms, MessagesThatRunIntoEachOtherAreTwo)
{
    const auto run = runBothWays("INFO - Profile for Inference:\n"
                                 "INFO - NPU ACTIVE: 600 cyclesINFO - NPU TOTAL: 700 cycles\n");
    EXPECT_EQ(valueOf(run.profiles[0], u"NPU_ACTIVE"_s), 600U);
    EXPECT_EQ(valueOf(run.profiles[0], CycleCounter.toString()), 700U);
    const auto cut = runBothWays("INFO - NPU ACTIVE: 60INFO - boot ok\n0 cycles\n");
    EXPECT_TRUE(hasProblem(cut, u"log.number"_s));
}

TEST(ConsoleForms, ADumpThatTheLogStopsInIsSaid)
{
    const QByteArray log = "I [executorch:x.cpp:1 main()] Model run: 1\n";
    const auto base64 = QByteArray(300, 'x').toBase64();
    for (const auto &end : { QByteArray(), QByteArray("\n"), QByteArray("\" | base") }) {
        const auto run = runBothWays(log + "echo \"" + base64 + end);
        EXPECT_FALSE(run.etdump);
        EXPECT_TRUE(hasProblem(run, u"etdump.damaged"_s)) << end.constData();
    }
    for (const QByteArray echo : { "echo \"hello\"\n", "echo \"hello\n", "echo \"a b c d e f" })
        EXPECT_FALSE(hasProblem(runBothWays(log + echo), u"etdump.damaged"_s)) << echo.constData();
}

TEST(ConsoleForms, MetricsForProgramsAreAProfile)
{
    const auto run
        = runBothWays("INFO - Running\n<metrics>" + MetricsJson.toBase64() + "</metrics>\n");
    EXPECT_EQ(run.family, LogFamily::Mlek);
    EXPECT_EQ(run.status, RunStatus::Complete);
    ASSERT_EQ(run.profiles.size(), 1U);
    const auto &profile = run.profiles[0];
    EXPECT_EQ(profile.label, u"Inference"_s);
    EXPECT_EQ(profile.inferences, 1U);
    ASSERT_EQ(profile.counters.size(), 4U); // a list of two values is no value
    EXPECT_EQ(valueOf(profile, u"NPU_ACTIVE"_s), 413814U);
    EXPECT_EQ(valueOf(profile, u"CYCLE_COUNTER"_s), 414172U);
    EXPECT_EQ(valueOf(profile, u"SRAM_RD_DATA_BEAT_RECEIVED"_s), 12U);
    EXPECT_TRUE(profile.counter(u"NPU_IDLE"_s)->isDerived);
    EXPECT_EQ(profile.counter(u"NPU_ACTIVE"_s)->unit, u"cycles"_s);
    EXPECT_EQ(profile.cpuCycles.inference, 7U);
}

TEST(ConsoleForms, MetricsMayBeOnSeveralLines)
{
    const auto text = MetricsJson.toBase64();
    const auto run = runBothWays("INFO - <metrics>\r\n" + text.first(100) + "\r\n"
        + text.sliced(100) + "\r\n</metrics>\r\nINFO - done\r\n");
    ASSERT_EQ(run.profiles.size(), 1U);
    EXPECT_EQ(valueOf(run.profiles[0], u"NPU_ACTIVE"_s), 413814U);
}

TEST(ConsoleForms, MetricsThatRepeatTheSectionBeforeAreNoSecondProfile)
{
    const QByteArray section = "INFO - Profile for Inference:\nINFO - NPU ACTIVE: 413814 cycles\n";
    const QByteArray json = R"([{"profiling_group": "Inference", "count": 1, "samples": [
{"name": "NPU ACTIVE", "value": [413814]}]}])";
    EXPECT_EQ(
        runBothWays(section + "<metrics>" + json.toBase64() + "</metrics>\n").profiles.size(), 1U);
    auto other = json;
    other.replace("413814", "413815");
    EXPECT_EQ(
        runBothWays(section + "<metrics>" + other.toBase64() + "</metrics>\n").profiles.size(), 2U);
}

TEST(ConsoleForms, DamagedMetricsAreSaidAndHideNothing)
{
    for (const auto *text : { "<metrics>AAA</metrics>\n", "<metrics>W3\n", "<metrics>!</metrics>\n",
             "<metrics>\nW10=\n" }) {
        const auto run = runBothWays(text
            + QByteArray("INFO - Profile for Inference:\n"
                         "INFO - NPU ACTIVE: 3 cycles\n"));
        ASSERT_EQ(run.profiles.size(), 1U) << text;
        EXPECT_EQ(valueOf(run.profiles[0], u"NPU_ACTIVE"_s), 3U);
        EXPECT_TRUE(std::ranges::any_of(run.diagnostics,
            [](const Diagnostic &diagnostic) { return diagnostic.id == u"metrics.damaged"_s; }));
    }
}

TEST(ConsoleForms, LayerRowsHaveAnyTag)
{
    const auto run
        = runBothWays("I: Ethos-U version: 1.0.6\nPLPROF: layer, cycles, macs\n"
                      "PLPROF: 0, 100, 7\nPLPROF: 1, 200, 8\n[PLPROF] 0, 5\n[PLPROF] 1, 6\n"
                      "Inference completed in 30 ms\n");
    ASSERT_FALSE(run.profiles.empty());
    ASSERT_TRUE(run.profiles.back().layers);
    EXPECT_EQ(
        run.profiles.back().layers->rows, (std::vector<std::vector<qint64>>{ { 0, 5 }, { 1, 6 } }));
}

const QByteArray LayerRows = "INFO - PROF: layer, cycles\nINFO - PROF: 0, 100\n"
                             "INFO - PROF: 1, 200\nINFO - PROF: 2, 300\n";

/// Rows inside a block are its own, wherever they stand between its lines, however it is fed.
TEST(ConsoleForms, LayerRowsInsideASectionLeaveItWhole)
{
    const QByteArrayList lines{ "INFO - Profile for Inference:\n",
        "INFO - NPU AXI0_RD_DATA_BEAT_RECEIVED: 7 beats\n", "INFO - NPU ACTIVE: 600 cycles\n",
        "INFO - NPU IDLE: 100 cycles\n", "INFO - NPU TOTAL: 700 cycles\n",
        "INFO - CPU TOTAL: 9 cycles\n" };
    for (qsizetype place = 1; place <= lines.size(); ++place) {
        const auto text = lines.first(place).join() + LayerRows + lines.sliced(place).join();
        const auto run = runBothWays(text);
        ASSERT_EQ(run.profiles.size(), 1U) << text.constData();
        const auto &profile = run.profiles.front();
        EXPECT_EQ(profile.label, u"Inference"_s);
        EXPECT_EQ(profile.counters.size(), 4U);
        EXPECT_EQ(profile.cpuCycles.inference, 9U);
        ASSERT_TRUE(profile.layers) << text.constData();
        EXPECT_EQ(profile.layers->columns, (std::vector<QString>{ u"layer"_s, u"cycles"_s }));
        EXPECT_EQ(profile.layers->rows.size(), 3U);
        expectSameAtAnyCuts(text.repeated(3));
    }
}

/// One section for each inference, each with its rows: in the section, or before it.
TEST(ConsoleForms, EverySectionHasItsOwnLayerRows)
{
    const QByteArray heading = "INFO - Profile for Inference:\nINFO - NPU ACTIVE: 600 cycles\n";
    const QByteArray total = "INFO - NPU TOTAL: 700 cycles\n";
    for (const auto &text : { heading + LayerRows + total, LayerRows + heading + total }) {
        QByteArray all;
        for (const char digit : { '1', '2', '3' }) {
            auto one = text;
            all += one.replace("1, 200", QByteArray("1, 20") + digit);
        }
        const auto run = runBothWays(all);
        ASSERT_EQ(run.profiles.size(), 3U) << text.constData();
        for (size_t i = 0; i < 3; ++i) {
            ASSERT_TRUE(run.profiles[i].layers);
            EXPECT_EQ(run.profiles[i].layers->rows[1],
                (std::vector<qint64>{ 1, 201 + static_cast<qint64>(i) }));
            EXPECT_EQ(run.profiles[i].counters.size(), 2U);
        }
        expectSameAtAnyCuts(all);
    }
}

/// Times of single inferences make their block only when they have all come.
TEST(ConsoleForms, LayerRowsBeforeASeriesOfTimesAreKept)
{
    const auto run = runBothWays(LayerRows
        + "Inference Run #1, inference time: 2ms\nInference Run #2, inference time: 4ms\n"
          "Average inference time: 3ms over 2 runs\n");
    ASSERT_EQ(run.profiles.size(), 1U);
    EXPECT_EQ(run.profiles[0].runNs.size(), 2U);
    EXPECT_TRUE(run.profiles[0].layers);
}

TEST(ConsoleForms, SeveralInferencesOfServerModeAreSeveralProfiles)
{
    const QByteArray block
        = "NPU Inferences : 1\nethosu_pmu_cycle_cntr : 10\nethosu_pmu_cntr0 : 1\n"
          "Ethos-U PMU Events:[ETHOSU_PMU_NPU_IDLE]\nSERVER_INFERENCE_DONE 1\n";
    const auto run = runBothWays(block + block + block);
    ASSERT_EQ(run.profiles.size(), 3U);
    EXPECT_EQ(run.inferences, 3U);
    for (const auto &profile : run.profiles)
        EXPECT_EQ(valueOf(profile, u"NPU_IDLE"_s), 1U);
}

TEST(ConsoleForms, PerDelegateBlocksKeepTheirDelegate)
{
    const auto run
        = runBothWays("NPU Inferences : 4\nethosu_pmu_cycle_cntr : 11 (2.75 per inference)\n"
                      "Ethos-U per-delegate PMU report:\n"
                      "Ethos-U delegate 0: 1 backend invocations, 1 NPU invocations\n"
                      "Ethos-U delegate 0 PMU cycles: 5\nEthos-U delegate 0 PMU counter 0: 7\n"
                      "Ethos-U delegate 1: 1 backend invocations, 1 NPU invocations\n"
                      "Ethos-U delegate 1 PMU cycles: 6\n");
    ASSERT_EQ(run.profiles.size(), 3U);
    EXPECT_EQ(run.profiles[1].label, u"delegate 0"_s);
    for (const auto &profile : run.profiles)
        EXPECT_EQ(profile.inferences, 4U) << "they are sums over those of the report";
    EXPECT_EQ(valueOf(run.profiles[1], u"cntr0"_s), 7U);
    EXPECT_EQ(valueOf(run.profiles[2], u"CYCLE_COUNTER"_s), 6U);
}

/// What the reference lists as worth a diagnosis; the code is that of the error table.
TEST(ConsoleForms, FailuresOfEveryKindAreErrors)
{
    const auto run = runBothWays(
        "I [executorch:a.cpp:1 main()] Model buffer loaded, has 1 methods\n"
        "E [executorch:a.cpp:2 allocate()] Memory allocation failed: 64B requested (adjusted for "
        "alignment), 8B available\n"
        "E [executorch:a.cpp:3 f()] Missing operator: [0] aten::add.out\n"
        "E: NPU config mismatch. npu.macs_per_cc=8 optimizer.macs_per_cc=7\n"
        "E: bus_status_error: 0x1\nE: NPU timeout\n"
        "I [executorch:a.cpp:4 main()] Loading of method forward failed with status 0x21\n");
    EXPECT_EQ(run.status, RunStatus::Failed);
    ASSERT_EQ(run.errors.size(), 6U);
    EXPECT_EQ(run.errors[5].code, u"0x21"_s);
    EXPECT_EQ(run.errors[1].text, u"Missing operator: [0] aten::add.out"_s);
    ASSERT_TRUE(run.npu && run.npu->macs && run.model && run.model->compiledFor);
    EXPECT_EQ(run.npu->macs, 256U);
    EXPECT_EQ(run.model->compiledFor->macs, 128U);
}

/// Counts are whole, so separators at thousands cannot be decimal points.
TEST(ConsoleForms, CountsInGroupsOfThousandsAndHexadecimalAreRead)
{
    for (const auto &[printed, value] : { std::pair("1,234,567", 1234567U),
             std::pair("12'345", 12345U), std::pair("1.234.567", 1234567U),
             std::pair("0x1A2B", 0x1A2BU), std::pair("0X00ff", 0xFFU) }) {
        const auto run = runBothWays(QByteArray("NPU Inferences : 1\nethosu_pmu_cycle_cntr : ")
            + printed + "\nethosu_pmu_cntr0 : " + printed + " (" + QByteArray::number(value)
            + ".00 per inference)\n" + "Total CPU cycles: " + printed + "\n");
        ASSERT_EQ(run.profiles.size(), 1U) << printed;
        EXPECT_EQ(valueOf(run.profiles[0], CycleCounter.toString()), value) << printed;
        EXPECT_EQ(valueOf(run.profiles[0], u"cntr0"_s), value) << printed;
        EXPECT_EQ(run.profiles[0].cpuCycles.inference, value) << printed;
        EXPECT_TRUE(run.diagnostics.empty()) << printed;
    }
    // A terminal's edge in front of a separator.
    const auto cut = runBothWays("NPU Inferences : 1\nethosu_pmu_cycle_cntr : 1,234\n,567 "
                                 "(1234567.00 per inference)\n");
    EXPECT_FALSE(valueOf(cut.profiles[0], CycleCounter.toString()) == 1234U);
}

TEST(ConsoleForms, TimesMayHaveADecimalComma)
{
    for (const auto &[printed, nanoseconds] : { std::pair("3,5", std::optional<quint64>(3'500'000)),
             std::pair("0,750", std::optional<quint64>(750'000)),
             std::pair("1,234.5", std::optional<quint64>(1'234'500'000)),
             std::pair("1.234,5", std::optional<quint64>(1'234'500'000)),
             std::pair("68,750", std::optional<quint64>()) }) { // 68.75 or 68750
        const auto run = runBothWays(
            "Model being executed: a\nInference time: " + QByteArray(printed) + " ms\n");
        EXPECT_EQ(run.status, RunStatus::Complete) << printed;
        const auto time = run.profiles.empty() ? std::optional<quint64>() : run.profiles[0].timeNs;
        EXPECT_EQ(time, nanoseconds) << printed;
    }
}

TEST(ConsoleForms, EachMeasurementHasTheModelThatIsNamedBeforeIt)
{
    const auto measured = [](const QByteArray &ms) {
        return "Inference Run #1, inference time: " + ms
            + "ms\nInference Run #2, inference time: " + ms + "ms\n";
    };
    const auto run = runBothWays("Model: a\n" + measured("2") + "Model: b\n" + measured("4")
        + "Model: c\nInference time: 7 ms\n");
    ASSERT_EQ(run.profiles.size(), 3U);
    EXPECT_EQ(run.profiles[0].label, u"a"_s);
    EXPECT_EQ(run.profiles[0].runNs, (std::vector<quint64>{ 2'000'000, 2'000'000 }));
    EXPECT_EQ(run.profiles[1].label, u"b"_s);
    EXPECT_EQ(run.profiles[2].label, u"c"_s);
    // Names behind what they name, or before it? It cannot be told.
    const auto behind = runBothWays(measured("2") + "Model: a\n" + measured("4") + "Model: b\n");
    ASSERT_EQ(behind.profiles.size(), 2U);
    EXPECT_EQ(behind.profiles[0].label, QString());
    EXPECT_EQ(behind.profiles[1].label, QString());
}

TEST(ConsoleForms, CyclesAndTimesOfOneBlockAreOneMeasurement)
{
    const QByteArray times = "Inference Run #1, inference time: 2ms\n"
                             "Inference Run #2, inference time: 4ms\n"
                             "Average inference time: 3ms over 2 runs\n";
    const QByteArray cycles = "Total CPU cycles: 77\n";
    for (const auto &text : { times + cycles, cycles + times }) {
        const auto run = runBothWays("Model: a\n" + text + "Model: b\n" + text);
        ASSERT_EQ(run.profiles.size(), 2U);
        for (const auto &profile : run.profiles) {
            EXPECT_EQ(profile.timeNs, 3'000'000U);
            EXPECT_EQ(profile.runNs.size(), 2U);
            EXPECT_EQ(profile.cpuCycles.inference, 77U);
        }
    }
    // One count of cycles for each run: the times of all of them belong to none of these.
    const auto each = runBothWays("Inference Run #1, inference time: 2ms\n" + cycles
        + "Inference Run #2, inference time: 4ms\n" + cycles);
    ASSERT_EQ(each.profiles.size(), 3U);
}

/// Before "Inference finished successfully" drivers said only that they let go of the NPU.
TEST(ConsoleForms, ARunOfAnOldDriverThatReleasedTheNpuIsComplete)
{
    const QByteArray start = "ethosu_invoke COMMAND_STREAM\n"
                             "handle_command_stream: cmd_stream=0x61025be0, cms_length 1181\n"
                             "Interrupt. status=0xffff0022, qread=4724\n";
    const QByteArray released = "ethosu_release_driver - Driver 0x20000de8 released\n";
    EXPECT_EQ(runBothWays(start + released).status, RunStatus::Complete);
    EXPECT_EQ(runBothWays(start).status, RunStatus::Truncated);
    EXPECT_EQ(runBothWays(released + start).status, RunStatus::Truncated);
    EXPECT_EQ(runBothWays(start + "E: NPU timeout\n" + released).status, RunStatus::Failed);
}

TEST(ConsoleForms, PlannedBuffersOfSeveralStartsAreNotSummed)
{
    const QByteArray boot = "I [executorch:x.cpp:1 main()] Setting up planned buffer 0, size 64.\n"
                            "I [executorch:x.cpp:1 main()] Setting up planned buffer 1, size 32.\n"
                            "I [executorch:x.cpp:1 main()] Model executed successfully.\n";
    EXPECT_EQ(runBothWays(boot + boot + boot).memory.plannedBytes, 96U);
    // The last start is cut off.
    EXPECT_EQ(runBothWays(boot + boot.first(boot.indexOf('\n') + 1)).memory.plannedBytes, 96U);
    auto other = boot;
    EXPECT_FALSE(runBothWays(boot + other.replace("64", "128")).memory.plannedBytes);
}

TEST(ConsoleForms, TwoDevicesInOneConsoleAreTwoMeasurements)
{
    const auto lines = [](const QByteArray &port, int first) {
        return std::vector<QByteArray>{ port + ": NPU Inferences : 1\n",
            port + ": ethosu_pmu_cycle_cntr : " + QByteArray::number(first) + "\n",
            port + ": ethosu_pmu_cntr0 : " + QByteArray::number(first + 1) + "\n" };
    };
    QByteArray mixed;
    for (int repeat = 0; repeat < 3; ++repeat) { // known shapes, too
        const auto a = lines("uart0", 100 + repeat * 10);
        const auto b = lines("uart1", 500 + repeat * 10);
        for (size_t i = 0; i < a.size(); ++i)
            mixed += a[i] + b[i];
    }
    const auto run = runBothWays(mixed);
    ASSERT_EQ(run.profiles.size(), 6U);
    for (size_t i = 0; i < 6; ++i) {
        const auto first = (i < 3 ? 100U : 500U) + quint64(i % 3) * 10;
        EXPECT_EQ(run.profiles[i].label, i < 3 ? u"uart0"_s : u"uart1"_s);
        EXPECT_EQ(valueOf(run.profiles[i], CycleCounter.toString()), first);
        EXPECT_EQ(valueOf(run.profiles[i], u"cntr0"_s), first + 1);
    }
}

/// The forms of ExecuTorch's runner for computers and Linux boards.
TEST(ConsoleForms, OutputsThatArePrintedAsTensors)
{
    const QByteArray head = "I 00:00:00.1 executorch:executor_runner.cpp:893] 2 outputs: \n";
    const auto run = runBothWays(head
        + "Output 0: tensor(sizes=[2, 2], [3., -0.5, 1e-05, 4.])\n"
          "OutputX 1: tensor(sizes=[1, 6], [\n  1., 2., 3.,\n  4., 5., 6.,\n])\n"
          "I 00:00:00.2 executorch:executor_runner.cpp:899] done\n");
    ASSERT_EQ(run.outputs.size(), 2U);
    EXPECT_EQ(run.outputs[0].count, 4U);
    EXPECT_EQ(run.outputs[0].values, (std::vector<double>{ 3, -0.5, 1e-05, 4 }));
    EXPECT_EQ(run.outputs[1].values, (std::vector<double>{ 1, 2, 3, 4, 5, 6 }));
    EXPECT_FALSE(run.outputs[1].shown);
    const auto abridged = runBothWays(head
        + "OutputX 0: tensor(sizes=[1, 1000], [\n  -0.5, 0.25,\n  ...,\n  0.125, 2.,\n])\n"
          "Ethos-U Linux delegate cycle counter: 88888\n");
    ASSERT_EQ(abridged.outputs.size(), 1U);
    EXPECT_EQ(abridged.outputs[0].count, 1000U);
    EXPECT_EQ(abridged.outputs[0].shown, 4U);
    EXPECT_FALSE(abridged.outputs[0].values);
    EXPECT_EQ(valueOf(abridged.profiles.at(0), CycleCounter.toString()), 88888U);
    // Another message ends it.
    const auto broken = runBothWays(head
        + "OutputX 0: tensor(sizes=[4], [\n  1., 2.,\n"
          "Ethos-U Linux delegate cycle counter: 7\n");
    EXPECT_EQ(broken.outputs.at(0).shown, 2U);
    EXPECT_EQ(valueOf(broken.profiles.at(0), CycleCounter.toString()), 7U);
}

} // namespace
} // namespace tosaic::profile::consoleformstests
