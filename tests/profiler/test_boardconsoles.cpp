// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Consoles of boards and tools that no sample at hand has, in the forms of their sources.
#include "profiler/parsers/consoleparser.h"
#include "tests/profiler/runbothways.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::profile::boardconsolestests {
namespace {

quint64 valueOf(const Profile &profile, const QString &name)
{
    const auto *counter = profile.counter(name);
    EXPECT_TRUE(counter) << name.toStdString();
    return counter ? counter->value : 0;
}

bool tellsRounding(const Run &run)
{
    return std::ranges::any_of(
        run.diagnostics, [](const Diagnostic &problem) { return problem.id == u"log.rounded"_s; });
}

/// The evaluation kit wrote its profiles otherwise in its first releases.
TEST(BoardConsoles, FirstReleasesOfTheEvaluationKit)
{
    const auto run = runBothWays("[INFO] Running inference on image 0 => one.bmp\n"
                                 "[INFO] Profile for Inference:\n"
                                 "\tActive NPU cycles: 54003\n"
                                 "\tIdle NPU cycles:   71\n"
                                 "\tActive CPU cycles: 9001 (approx)\n"
                                 "\tTime in ms:        21\n"
                                 "\n[INFO] For timestamp: 0.0 (inference #: 0); threshold: 0.9\n");
    EXPECT_EQ(run.family, LogFamily::Mlek);
    EXPECT_EQ(run.status, RunStatus::Complete);
    ASSERT_EQ(run.profiles.size(), 1U);
    const auto &profile = run.profiles[0];
    EXPECT_EQ(profile.label, u"Inference"_s);
    EXPECT_EQ(valueOf(profile, u"NPU_ACTIVE"_s), 54'003U);
    EXPECT_EQ(valueOf(profile, u"NPU_IDLE"_s), 71U);
    EXPECT_TRUE(profile.counter(u"NPU_IDLE"_s)->isDerived);
    EXPECT_FALSE(profile.counter(u"CYCLE_COUNTER"_s)) << "no total is printed";
    EXPECT_EQ(profile.cpuCycles.active, 9'001U);
    EXPECT_EQ(profile.timeNs, 21'000'000U);
}

/// Of several samples they print the total and a mean with six digits.
TEST(BoardConsoles, MeansOfTheFirstReleasesComeFromTheirTotals)
{
    const auto run = runBothWays("[INFO] Profile for Inference: \n\tSamples: 3\n"
                                 "\t                            Total / Avg./ Min / Max\n"
                                 "\tActive NPU cycles:          30000031 / 1e+07 / 9 / 10\n"
                                 "\tIdle NPU cycles:            30 / 10 / 9 / 12\n"
                                 "\tTime in ms:                 63 / 21 / 20 / 22\n");
    ASSERT_EQ(run.profiles.size(), 1U);
    EXPECT_EQ(run.profiles[0].inferences, 3U);
    EXPECT_EQ(valueOf(run.profiles[0], u"NPU_ACTIVE"_s), 10'000'010U);
    EXPECT_EQ(valueOf(run.profiles[0], u"NPU_IDLE"_s), 10U);
    EXPECT_EQ(run.profiles[0].timeNs, 21'000'000U);
    EXPECT_FALSE(parseConsole("Samples: 12\nTime in ms: 4\n")) << "of whatever";
}

TEST(BoardConsoles, TheTotalOfTheEvaluationKitInSmallLetters)
{
    const auto run = runBothWays("INFO - Profile for Inference:\nINFO - NPU ACTIVE cycles: 600\n"
                                 "INFO - NPU IDLE cycles: 100\nINFO - NPU total cycles: 700\n");
    ASSERT_EQ(run.profiles.size(), 1U);
    EXPECT_EQ(valueOf(run.profiles[0], u"CYCLE_COUNTER"_s), 700U);
}

TEST(BoardConsoles, TimesOfInferencesInOtherLetters)
{
    for (const auto *line : { "Inference Time: 31 us", "  inference time = 31 us",
             "Inference latency : 0.031 ms", "Inference Latency: 31 us" }) {
        const auto run = parseConsole(QByteArray(line) + "\n");
        ASSERT_TRUE(run) << line;
        ASSERT_EQ(run->profiles.size(), 1U) << line;
        EXPECT_EQ(run->profiles[0].timeNs, 31'000U) << line;
    }
}

TEST(BoardConsoles, MeansOfModusToolboxWithTheClockOfTheProcessor)
{
    const auto run = runBothWays(
        "PROFILE_INFO, MTB ML model profile, avg_cpu_cyc=7000.50   , peak_cpu_cyc=7100, "
        "peak_cpu_frame=3, cpu_freq_Mhz=200\n"
        "PROFILE_INFO, MTB ML model profile, avg_npu_cyc=3000.00   , peak_npu_cyc=3100, "
        "peak_npu_frame=3, npu_freq_Mhz=400\n");
    EXPECT_EQ(run.status, RunStatus::Complete);
    ASSERT_EQ(run.profiles.size(), 1U);
    EXPECT_EQ(valueOf(run.profiles[0], u"CYCLE_COUNTER"_s), 3'000U);
    EXPECT_EQ(run.profiles[0].cpuCycles.inference, 7'001U);
    EXPECT_EQ(run.cpuClockHz, 200'000'000U);
    EXPECT_EQ(run.npuClockHz, 400'000'000U);
    EXPECT_TRUE(tellsRounding(run));
    EXPECT_FALSE(parseConsole("PROFILE_INFO, MTB ML model profile, avg_cpu_cyc=7.00 \n"))
        << "of a processor alone";
}

/// Preparing and judging the data are no inference.
TEST(BoardConsoles, TicksOfWiseEye2ByModel)
{
    const auto run = runBothWays("Tick for Invoke for uint8toint8 for FACE:[500]\r\n\r\n"
                                 "Tick for Invoke for FACE:[9000]\r\n\r\n"
                                 "Tick for Invoke for FACE_post_processing:[700]\r\n\r\n"
                                 "Tick for invoke of yolo pose:[12000]\r\n"
                                 "Tick for TOTAL time: [30000]\r\n");
    EXPECT_EQ(run.status, RunStatus::Complete);
    ASSERT_EQ(run.profiles.size(), 2U);
    EXPECT_EQ(run.profiles[0].label, u"FACE"_s);
    EXPECT_EQ(run.profiles[0].cpuCycles.inference, 9'000U);
    EXPECT_EQ(run.profiles[1].label, u"yolo pose"_s);
    EXPECT_EQ(run.profiles[1].cpuCycles.inference, 12'000U);
}

/// One program of the two ran without the delegate; the names tell them apart.
TEST(BoardConsoles, TimesOfLinuxBoardsHaveTheirModel)
{
    const auto run = runBothWays(
        "INFO: Loaded model ./net.tflite\nINFO: invoked\nINFO: average time: 51.5 ms\n"
        "INFO: Loaded model out/net_vela.tflite\n"
        "INFO: EthosuDelegate: 1 nodes delegated out of 1 nodes with 1 partitions.\n"
        "INFO: invoked\nINFO: average time: 3.5 ms\n");
    ASSERT_EQ(run.profiles.size(), 2U);
    EXPECT_EQ(run.profiles[0].label, u"net.tflite"_s);
    EXPECT_EQ(run.profiles[0].timeNs, 51'500'000U);
    EXPECT_EQ(run.profiles[1].label, u"net_vela.tflite"_s);
    EXPECT_EQ(run.profiles[1].timeNs, 3'500'000U);
}

TEST(BoardConsoles, InferenceRunnerOfLinuxBoards)
{
    const QByteArray head = "Capabilities:\n\tversion_status:1\n"
                            "\tproduct:{ major=6, minor=0, patch=0 }\n"
                            "\tarchitecture:{ major=1, minor=0, patch=6 }\n"
                            "\tdriver:{ major=0, minor=16, patch=0 }\n\tmacs_per_cc:8\n"
                            "\tcmd_stream_version:0\n\tcustom_dma:false\nCreate network\n"
                            "Create inference\nWait for inferences\nInference status: running\n"
                            "Wait for inference\n";
    const auto run = runBothWays(head + "Inference status: ok\nOFM size: 10\n");
    EXPECT_EQ(run.status, RunStatus::Complete) << "also without counters";
    ASSERT_TRUE(run.npu);
    EXPECT_EQ(run.npu->macs, 256U);
    EXPECT_EQ(run.npu->archVersion, u"1.0.6"_s);
    EXPECT_EQ(run.npu->driverVersion, u"0.16.0"_s);
    EXPECT_EQ(run.npu->commandStreamVersion, 0U);
    const auto failed = runBothWays(head + "Inference status: error\n");
    EXPECT_EQ(failed.status, RunStatus::Failed);
    EXPECT_EQ(failed.errors.size(), 1U);
    EXPECT_EQ(runBothWays(head).status, RunStatus::Truncated);
}

/// What the interpreter says has no level in front, and must be among the errors all the same.
TEST(BoardConsoles, ErrorsOfTensorFlowLiteAtTheOperatorOfTheNpu)
{
    const auto micro = runBothWays("W: IRQ received but qread (8) not at end of stream (90).\n"
                                   "Node ethos-u (number 2) failed to invoke with status 1\n"
                                   "Invoke failed\n");
    EXPECT_EQ(micro.status, RunStatus::Failed);
    EXPECT_EQ(micro.errors.size(), 2U);
    const QByteArray noDriver = "INFO: Ethosu delegate: device_name set to /dev/ethosu0.\n"
                                "ERROR: Failed to create ethos_u driver.\n"
                                "ERROR: Node number 3 (EthosuDelegate) failed to prepare.\n";
    const auto compiled = runBothWays(noDriver
        + "ERROR: Encountered unresolved custom op: ethos-u.\n"
          "ERROR: Node number 0 (ethos-u) failed to prepare.\n");
    EXPECT_EQ(compiled.status, RunStatus::Failed);
    EXPECT_EQ(compiled.errors.size(), 4U);
    const auto onCpu = runBothWays(noDriver + "INFO: invoked\nINFO: average time: 51.5 ms\n");
    EXPECT_EQ(onCpu.status, RunStatus::Complete) << "by the interpreter itself";
    EXPECT_EQ(onCpu.errors.size(), 2U);
}

/// Of a lowering and a run in one file, most bytes can be those of a table's frame.
TEST(BoardConsoles, FramesOfTablesAreText)
{
    const auto frame = QByteArray("\xe2\x94\x9c\xe2\x94\x80\xe2\x94\xa4").repeated(20) + "\n";
    const QByteArray counter
        = "I [executorch:arm_perf_monitor.cpp:181] ethosu_pmu_cycle_cntr : 77\n";
    for (const int lines : { 10, 1'000 }) { // shorter and longer than the head that is judged
        const auto run = runBothWays(frame.repeated(lines) + counter);
        ASSERT_EQ(run.profiles.size(), 1U) << lines;
        EXPECT_EQ(valueOf(run.profiles[0], u"CYCLE_COUNTER"_s), 77U);
    }
    const auto noCharacters = QByteArray("\xe2\x94\x94\x9c\xff\xe2").repeated(30) + "\n";
    for (const int lines : { 10, 1'000 })
        EXPECT_FALSE(parseConsole(noCharacters.repeated(lines) + counter)) << lines;
}

const QByteArray PreparingTicks
    = "\"Unique Tag\",\"Total ticks across all events with that tag.\"\n"
      "tflite::GetModel, 4\n\"total number of ticks\", 4\n";

TEST(BoardConsoles, TicksOfMicroBenchmarksAreNoCycles)
{
    const QByteArray text = "Configured arena size = 4096\n" + PreparingTicks
        + "\nethos-u took 900 ticks (0 ms).\nSOFTMAX took 70 ticks (0 ms).\n"
          "ethos-u took 30 ticks (0 ms).\n"
          "\n\"Unique Tag\",\"Total ticks across all events with that tag.\"\n"
          "ethos-u, 930\nSOFTMAX, 70\n\"total number of ticks\", 1000\n"
          "\n[[ Table ]]: Arena\n        Arena   Bytes   % Arena\n"
          "        Total |  3072 |   100.00\nNonPersistent |  2048 |    66.67\n";
    const auto run = runBothWays(text);
    EXPECT_EQ(run.status, RunStatus::Complete);
    ASSERT_EQ(run.profiles.size(), 1U) << "setting up is no inference";
    const auto &profile = run.profiles[0];
    EXPECT_EQ(valueOf(profile, u"ethos-u"_s), 930U);
    EXPECT_EQ(valueOf(profile, u"SOFTMAX"_s), 70U);
    EXPECT_EQ(valueOf(profile, u"total number of ticks"_s), 1'000U);
    EXPECT_EQ(profile.counter(u"ethos-u"_s)->unit, u"ticks"_s);
    EXPECT_FALSE(profile.counter(u"CYCLE_COUNTER"_s));
    EXPECT_FALSE(profile.cpuCycles.inference);
    EXPECT_EQ(run.memory.arenaTotalBytes, 4'096U);
    EXPECT_EQ(run.memory.arenaBytes, 3'072U);
}

/// Each total is that of what stands before it; a line that is missing makes it another's.
TEST(BoardConsoles, TotalsOfTicksThatDoNotFitAreLeftOut)
{
    const auto run = runBothWays("ethos-u took 900 ticks (0 ms).\n\"total number of ticks\", 1000\n"
                                 "ethos-u took 50 ticks (0 ms).\n\"total number of ticks\", 50\n");
    ASSERT_EQ(run.profiles.size(), 1U);
    EXPECT_EQ(valueOf(run.profiles[0], u"total number of ticks"_s), 50U);
    EXPECT_FALSE(parseConsole("CONV_2D took 900 ticks (0 ms).\n\"total number of ticks\", 900\n"))
        << "without the NPU";
}

} // namespace
} // namespace tosaic::profile::boardconsolestests
