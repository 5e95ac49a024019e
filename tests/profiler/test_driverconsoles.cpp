// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What debug builds of the NPU's driver and profilers of operators print.
#include "profiler/parsers/consoleparser.h"
#include "tests/profiler/runbothways.h"

#include <gtest/gtest.h>

using namespace Qt::StringLiterals;

namespace tosaic::profile::driverconsolestests {
namespace {

std::optional<quint64> counted(const Profile &profile, const QString &name)
{
    const auto *counter = profile.counter(name);
    return counter ? std::optional(counter->value) : std::nullopt;
}

/// Two inferences; counters 0 and 1 are programmed, 2 is not.
const QByteArray Readings = "D: ETHOSU_PMU_Enable(): Enable PMU\n"
                            "D: ETHOSU_PMU_Set_EVTYPER(): num=0, type=5, val=35\n"
                            "D: ETHOSU_PMU_Set_EVTYPER(): num=1, type=40, val=130\n"
                            "D: ETHOSU_PMU_CYCCNT_Reset(): Reset PMU cycle counter\n"
                            "D: ETHOSU_PMU_EVCNTR_ALL_Reset(): Reset all events\n"
                            "D: ETHOSU_PMU_Get_EVCNTR(): num=0, val=12\n"
                            "D: ETHOSU_PMU_Get_CCNTR(): val=20000\n"
                            "D: ETHOSU_PMU_Get_EVCNTR(): num=0, val=19000\n"
                            "D: ETHOSU_PMU_Get_EVCNTR(): num=1, val=4411\n"
                            "D: ETHOSU_PMU_Get_EVCNTR(): num=2, val=0\n"
                            "D: ETHOSU_PMU_EVCNTR_ALL_Reset(): Reset all events\n"
                            "D: ETHOSU_PMU_Get_CCNTR(): val=20001\n"
                            "D: ETHOSU_PMU_Get_EVCNTR(): num=0, val=19001\n"
                            "D: ETHOSU_PMU_Disable(): Disable PMU\n";

TEST(DriverConsoles, ReadingsOfADebugBuildAreMeasurements)
{
    const auto run = runBothWays(Readings);
    EXPECT_EQ(run.family, LogFamily::CoreSoftware);
    EXPECT_EQ(run.status, RunStatus::Complete);
    ASSERT_EQ(run.profiles.size(), 2U);
    EXPECT_EQ(counted(run.profiles[0], u"CYCLE_COUNTER"_s), 20'000U);
    EXPECT_EQ(counted(run.profiles[0], u"NPU_ACTIVE"_s), 19'000U) << "the last reading";
    EXPECT_EQ(run.profiles[0].counter(u"NPU_ACTIVE"_s)->unit, u"cycles"_s);
    EXPECT_EQ(counted(run.profiles[0], u"cntr1"_s), 4'411U) << "130 is another event on each NPU";
    EXPECT_TRUE(run.profiles[0].counter(u"cntr1"_s)->unit.isEmpty());
    EXPECT_EQ(counted(run.profiles[0], u"cntr2"_s), 0U);
    EXPECT_EQ(run.profiles[1].counters.size(), 2U);
    EXPECT_EQ(counted(run.profiles[1], u"CYCLE_COUNTER"_s), 20'001U);
}

/// Where the product is known, so are the events of its ports.
TEST(DriverConsoles, EventsOfPortsHaveTheNamesOfTheProduct)
{
    const QByteArray config = "I: Ethos-U config. product=1, cmd_stream_version=0, macs_per_cc=9\n";
    const auto run = runBothWays(config + Readings);
    ASSERT_EQ(run.profiles.size(), 2U);
    EXPECT_EQ(counted(run.profiles[0], u"AXI0_RD_DATA_BEAT_RECEIVED"_s), 4'411U);
    EXPECT_EQ(run.profiles[0].counter(u"AXI0_RD_DATA_BEAT_RECEIVED"_s)->unit, u"beats"_s);
    auto other = config + Readings;
    other.replace("product=1", "product=2").replace("val=130", "val=391");
    EXPECT_EQ(counted(runBothWays(other).profiles[0], u"EXT_WR_DATA_BEAT_WRITTEN"_s), 4'411U);
}

TEST(DriverConsoles, ReadingsBelongToTheMeasurementsThatLackCounters)
{
    const auto timed = runBothWays(Readings + "Inference time: 5 ms\nInference time: 6 ms\n");
    ASSERT_EQ(timed.profiles.size(), 2U);
    EXPECT_EQ(timed.profiles[1].timeNs, 6'000'000U);
    EXPECT_EQ(counted(timed.profiles[1], u"CYCLE_COUNTER"_s), 20'001U);
    const auto reported
        = runBothWays(Readings + "ethosu_pmu_cycle_cntr : 40001\nethosu_pmu_cntr0 : 38001\n");
    ASSERT_EQ(reported.profiles.size(), 1U) << "a report of the same readings";
    EXPECT_EQ(counted(reported.profiles[0], u"CYCLE_COUNTER"_s), 40'001U);
}

/// Programs read the counters before they start as well.
TEST(DriverConsoles, ReadingsBeforeAnInferenceAreNone)
{
    const auto run = runBothWays("D: ETHOSU_PMU_EVCNTR_ALL_Reset(): Reset all events\n"
                                 "D: ETHOSU_PMU_Get_EVCNTR(): num=0, val=0\n"
                                 "D: ETHOSU_PMU_Get_CCNTR(): val=0\n"
                                 "D: ethosu_invoke_async(): COMMAND_STREAM\n"
                                 "I: handle_command_stream: cmd_stream=0x70e7, cms_length 60\n");
    EXPECT_EQ(run.status, RunStatus::Truncated);
    EXPECT_TRUE(run.profiles.empty());
}

TEST(DriverConsoles, AFaultAloneDoesNotTellTheFamily)
{
    const auto run = runBothWays("IRQ received but qread (8) not at end of stream (90).\n");
    EXPECT_EQ(run.family, LogFamily::Other);
    EXPECT_EQ(run.status, RunStatus::Failed);
    EXPECT_EQ(run.errors.size(), 1U);
}

TEST(DriverConsoles, OldRunnersSaySuccess)
{
    const auto run = runBothWays("Initialize Arm Ethos-U\nInference status: success\n");
    EXPECT_EQ(run.status, RunStatus::Complete);
    EXPECT_TRUE(run.errors.empty());
}

TEST(DriverConsoles, TableOfTheProfilerOfTensorFlowLiteMicro)
{
    const QByteArray table = "\"Event\",\"Tag\",\"Ticks\"\n0,QUANTIZE,10\n1,ethos-u,13285\n"
                             "2,PAD,7\n3,ethos-u,100\n4,DEQUANTIZE,11\n";
    const auto run = runBothWays("Loading\n" + table + "Done\n" + table);
    EXPECT_EQ(run.status, RunStatus::Complete);
    ASSERT_EQ(run.profiles.size(), 2U);
    const auto &profile = run.profiles[0];
    ASSERT_EQ(profile.counters.size(), 4U);
    EXPECT_EQ(counted(profile, u"ethos-u"_s), 13'385U);
    EXPECT_TRUE(profile.counter(u"ethos-u"_s)->isDerived) << "a sum of two rows";
    EXPECT_EQ(profile.counter(u"PAD"_s)->unit, u"ticks"_s);
    EXPECT_FALSE(profile.counter(u"PAD"_s)->isDerived);
}

TEST(DriverConsoles, TableOfTheKindsOfOperatorsWithTheirTotal)
{
    const QByteArray setUp = "\"Unique Tag\",\"Total ticks across all events with that tag.\"\n"
                             "tflite::GetModel, 4\n\"total number of ticks\", 4\n";
    const QByteArray table = "\"Unique Tag\",\"Total ticks across all events with that tag.\"\n"
                             "ethos-u, 700\nSOFTMAX, 30\n\"total number of ticks\", 730\n";
    const auto run = runBothWays(setUp + table + table);
    ASSERT_EQ(run.profiles.size(), 2U);
    EXPECT_EQ(counted(run.profiles[0], u"ethos-u"_s), 700U);
    EXPECT_EQ(counted(run.profiles[0], u"SOFTMAX"_s), 30U);
    EXPECT_EQ(counted(run.profiles[0], u"total number of ticks"_s), 730U);
    EXPECT_EQ(run.status, RunStatus::Complete);
    auto wrong = table;
    wrong.replace("730", "731");
    EXPECT_TRUE(runBothWays(wrong).profiles.empty()) << "a row is missing";
    const auto both
        = runBothWays("ethos-u took 700 ticks (1 ms).\nSOFTMAX took 30 ticks (0 ms).\n" + table);
    EXPECT_EQ(both.profiles.size(), 1U) << "the same twice";
}

TEST(DriverConsoles, TimesOfRenesasDemonstrations)
{
    const auto run = runBothWays("Processing time:\n"
                                 "  Camera image capture vsync period :   18 ms,   55 fps\n"
                                 "  AI inference time (Ethos-U55)     : 5800 us,  172 fps\n");
    ASSERT_EQ(run.profiles.size(), 1U);
    EXPECT_EQ(run.profiles[0].timeNs, 5'800'000U);
    ASSERT_TRUE(run.npu);
    EXPECT_EQ(run.npu->product, u"U55"_s);
}

TEST(DriverConsoles, TablesOfTicksWithGapsAreNone)
{
    const QByteArray head = "Ethos-U rev 1\n\"Event\",\"Tag\",\"Ticks\"\n0,PAD,10\n";
    EXPECT_TRUE(runBothWays(head + "2,ethos-u,5\n").profiles.empty());
    EXPECT_TRUE(runBothWays(head + "1,ethos-u,99999999999999999999\n").profiles.empty());
    const auto cut = runBothWays(head + "1,ethos-u,5\n2,ethos-u,13");
    ASSERT_EQ(cut.profiles.size(), 1U);
    EXPECT_EQ(counted(cut.profiles[0], u"PAD"_s), 10U);
    EXPECT_FALSE(cut.profiles[0].counter(u"ethos-u"_s)) << "digits may be missing";
    EXPECT_FALSE(parseConsole("\"Event\",\"Tag\",\"Ticks\"\n0,CONV_2D,10\n1,SOFTMAX,2\nend\n"))
        << "without an NPU";
}

TEST(DriverConsoles, BannersOfOtherPrograms)
{
    const auto spaced = runBothWays("Ethos-U version info:\n\tArch: 1 1 0 \n\tDriver: 0 16 0\n"
                                    "\tMACs/cc:    128 \n\tCmd stream: 0 \n");
    ASSERT_TRUE(spaced.npu);
    EXPECT_EQ(spaced.npu->archVersion, u"1.1.0"_s);
    EXPECT_EQ(spaced.npu->driverVersion, u"0.16.0"_s);
    EXPECT_EQ(spaced.npu->product, u"U55"_s);
    const auto named = runBothWays("ExecuTorch faces (long, a8w8): 2100 byte program\n"
                                   "Test_result: PASS\n");
    ASSERT_TRUE(named.model);
    EXPECT_EQ(named.model->pteBytes, 2'100U);
    const auto score = runBothWays("INFO - Creating allocator using tensor arena at 0x31000000\n"
                                   "Total iterations : 10 iterations\n"
                                   "Score            : 607.506470 AudioMarks\n");
    EXPECT_EQ(score.status, RunStatus::Complete);
}

/// Two programs in one console: no number is of both.
TEST(DriverConsoles, ProgramsOfDifferentSizesAreToldApart)
{
    const auto program = [](const QByteArray &bytes, const QByteArray &cycles) {
        return "I [executorch:arm_executor_runner.cpp:414] Model PTE file loaded. Size: " + bytes
            + " bytes.\nI [executorch:arm_executor_runner.cpp:460] Setting up planned buffer 0, "
              "size "
            + bytes + ".\nNPU Inferences : 1\nethosu_pmu_cycle_cntr : " + cycles
            + "\nmethod_allocator_used:     " + bytes + " / 90000  free: 1\n";
    };
    const auto run = runBothWays(program("800", "10") + program("900", "20"));
    ASSERT_EQ(run.profiles.size(), 2U);
    EXPECT_EQ(run.profiles[0].label, u"PTE of 800 bytes"_s);
    EXPECT_EQ(run.profiles[1].label, u"PTE of 900 bytes"_s);
    EXPECT_FALSE(run.model && run.model->pteBytes);
    EXPECT_FALSE(run.memory.methodAllocator);
    EXPECT_FALSE(run.memory.plannedBytes);
    ASSERT_EQ(run.diagnostics.size(), 1U);
    EXPECT_EQ(run.diagnostics[0].id, u"log.programs"_s);
    const auto same = runBothWays(program("800", "10") + program("800", "20"));
    EXPECT_TRUE(same.profiles.at(0).label.isEmpty()) << "repeats of one program";
    EXPECT_EQ(same.model->pteBytes, 800U);
}

TEST(DriverConsoles, EventsOfTwoProductsNameNone)
{
    const auto run = runBothWays("INFO - Profile for Inference:\n"
                                 "INFO - NPU: EXT_RD_DATA_BEAT_RECEIVED: 3 beats\n"
                                 "INFO - Profile for Inference:\n"
                                 "INFO - NPU: AXI0_RD_DATA_BEAT_RECEIVED: 4 beats\n");
    EXPECT_FALSE(run.npu);
}

TEST(DriverConsoles, CountersOfCommandStreamsInOneLine)
{
    const auto run = runBothWays("PMU={cycleCount=900, events=[7, 0, 65, 1200]}\n"
                                 "PMU={cycleCount=901, events=[8, 0, 66, 1201]}\n");
    ASSERT_EQ(run.profiles.size(), 2U);
    EXPECT_EQ(counted(run.profiles[0], u"CYCLE_COUNTER"_s), 900U);
    EXPECT_EQ(counted(run.profiles[0], u"cntr3"_s), 1'200U);
    EXPECT_EQ(counted(run.profiles[1], u"cntr0"_s), 8U);
    EXPECT_EQ(run.profiles[1].counters.size(), 5U);
}

TEST(DriverConsoles, OutputsOfZephyrsSample)
{
    const QByteArray tag = "I [executorch:arm_executor_runner.cpp:481 main()] ";
    const auto run = runBothWays(tag + "Model executed successfully.\n" + tag
        + "  output[0]: tensor scalar_type=Float numel=2\n" + tag + "    [0] = 4.000000\n" + tag
        + "    [1] = 4.500000\n" + tag + "SUCCESS: Program complete, exiting.\n");
    ASSERT_EQ(run.outputs.size(), 1U);
    EXPECT_EQ(run.outputs[0].values, (std::vector<double>{ 4, 4.5 }));
}

TEST(DriverConsoles, QuotedConsolesSayTheSame)
{
    const auto run = runBothWays("> INFO - Profile for Inference:\n> INFO - NPU TOTAL: 700 cycles\n"
                                 "> INFO - Total number of inferences: 1\n");
    EXPECT_EQ(run.family, LogFamily::Mlek);
    ASSERT_EQ(run.profiles.size(), 1U);
    EXPECT_EQ(counted(run.profiles[0], u"CYCLE_COUNTER"_s), 700U);
}

/// Lines of a log that somebody quotes in a document.
TEST(DriverConsoles, QuotedLinesNameTheirOperator)
{
    const auto run = runBothWays("- `ethos-u : cycle_cnt : 50 cycles (50.00 per inference)`\n"
                                 "- `ethosu_pmu_cycle_cntr : 70 (70.00 per inference)`\n");
    ASSERT_EQ(run.profiles.size(), 1U);
    EXPECT_EQ(run.profiles[0].cpuCycles.byOperator.at(u"ethos-u"_s), 50U);
    EXPECT_EQ(counted(run.profiles[0], u"CYCLE_COUNTER"_s), 70U);
}

} // namespace
} // namespace tosaic::profile::driverconsolestests
