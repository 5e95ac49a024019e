// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/consoleparser.h"
#include "profiler/parsers/eventtable.h"
#include "tests/profiler/runbothways.h"

#include <gtest/gtest.h>

using namespace Qt::StringLiterals;

// Variants that boards, examples and later versions of the runners print.
namespace tosaic::profile::consolevariantstests {
namespace {

Run runOf(const QByteArray &text)
{
    auto run = parseConsole(text);
    EXPECT_TRUE(run);
    return run ? std::move(*run) : Run();
}

std::optional<quint64> valueOf(const Profile &profile, const QString &name)
{
    const auto *counter = profile.counter(name);
    return counter ? std::optional(counter->value) : std::nullopt;
}

TEST(ConsoleVariants, LayerRowsWhoseTagIsAColumn)
{
    const auto run = runOf("INFO - Profile for Inference:\nINFO - NPU TOTAL: 56460 cycles\n"
                           "PLPROF_BEGIN,3\nPLPROF,0,100,200,0x0010\nPLPROF,1,101,201,0x001F\n"
                           "PLPROF,2,102,202,0x0003\nPLPROF_END\n");
    ASSERT_EQ(run.profiles.size(), 1U);
    ASSERT_TRUE(run.profiles[0].layers);
    EXPECT_EQ(run.profiles[0].layers->rows,
        (std::vector<std::vector<qint64>>{
            { 0, 100, 200, 16 }, { 1, 101, 201, 31 }, { 2, 102, 202, 3 } }));
    EXPECT_TRUE(run.profiles[0].layers->columns.empty());
}

TEST(ConsoleVariants, APeakOfTheTemporaryAllocatorIsNotItsSize)
{
    const auto run = runOf(
        "I [executorch:arm_executor_runner.cpp:381 main()] Starting the model execution...\n"
        "I [executorch:arm_executor_runner.cpp:398 main()] method_allocator_planned:  64 bytes\n"
        "I [executorch:arm_executor_runner.cpp:405 main()] peak_temp_allocator:       12 / 2048 "
        "free: 2048 ( used: 0 % )\n"
        "I [executorch:arm_executor_runner.cpp:424 main()] Model executed successfully.\n");
    EXPECT_EQ(run.status, RunStatus::Complete);
    ASSERT_TRUE(run.memory.tempAllocator);
    EXPECT_EQ(run.memory.tempAllocator->used, 12U);
    EXPECT_EQ(run.memory.tempAllocator->total, 2048U);
    EXPECT_EQ(run.memory.plannedBytes, 64U);
}

TEST(ConsoleVariants, ExecutorchTagsWithATimeOrWithoutALevel)
{
    const auto host
        = runOf("I 00:00:00.001251 executorch:executor_runner.cpp:142] Using method forward\n"
                "I 00:00:00.001280 executorch:executor_runner.cpp:159] Setting up planned buffer "
                "0, size 48.\n"
                "E 00:00:00.001300 executorch:method.cpp:182] Missing operator: [2] x::y.out\n");
    EXPECT_EQ(host.family, LogFamily::ExecutorchRunner);
    EXPECT_EQ(host.memory.plannedBytes, 48U);
    ASSERT_FALSE(host.errors.empty());
    EXPECT_FALSE(host.errors[0].text.contains(u"executorch:"_s));
    const auto board = runOf("[executorch] runtime_init model=tinycnn\n"
                             "[executorch] method=forward\n"
                             "[executorch] execute start n_in=1 n_out=1\n"
                             "[executorch] execute done status=0\n");
    EXPECT_EQ(board.family, LogFamily::ExecutorchRunner);
    EXPECT_EQ(board.status, RunStatus::Complete);
    EXPECT_EQ(runOf("[executorch] execute start n_in=1 n_out=1\n"
                    "[executorch] execute done status=18\n")
                  .status,
        RunStatus::Failed);
}

/// The runner of hosts and of Linux boards: every inference has a time, and the counters of a
/// delegate stand before it.
TEST(ConsoleVariants, TimesOfThePortableExecutorRunner)
{
    const auto runner = [](int iterations, int delegates, bool areTimed) {
        QByteArray text = "I 00:00:00.001251 executorch:executor_runner.cpp:360 main()] Method "
                          "loaded.\n";
        const auto say = [&](const QByteArray &message) {
            text
                += "I 00:00:00.001280 executorch:executor_runner.cpp:766 main()] " + message + '\n';
        };
        for (int i = 1; i <= iterations; ++i) {
            for (int delegate = 0; delegate < delegates; ++delegate)
                say("Ethos-U Linux delegate cycle counter: 100000" + QByteArray::number(i));
            if (areTimed)
                say("Iteration " + QByteArray::number(i) + " of " + QByteArray::number(iterations)
                    + ": 1" + QByteArray::number(i) + ".500000 ms");
        }
        say("Model executed successfully " + QByteArray::number(iterations)
            + " time(s) in 39.250000 ms.");
        return runBothWays(text);
    };
    const auto counted = runner(3, 1, true);
    EXPECT_EQ(counted.inferences, 3U);
    ASSERT_EQ(counted.profiles.size(), 4U);
    for (size_t i = 0; i < 3; ++i)
        EXPECT_EQ(counted.profiles[i].inferences, 1U);
    EXPECT_EQ(
        counted.profiles[3].runNs, (std::vector<quint64>{ 11'500'000, 12'500'000, 13'500'000 }));
    EXPECT_FALSE(counted.profiles[3].timeNs);
    const auto timed = runner(2, 0, true);
    ASSERT_EQ(timed.profiles.size(), 1U);
    EXPECT_EQ(timed.profiles[0].inferences, 2U);
    EXPECT_EQ(timed.profiles[0].runNs, (std::vector<quint64>{ 11'500'000, 12'500'000 }));
    const auto once = runner(1, 1, true);
    ASSERT_EQ(once.profiles.size(), 1U);
    EXPECT_EQ(once.profiles[0].inferences, 1U);
    EXPECT_EQ(once.profiles[0].timeNs, 11'500'000U);
    // Two delegates of one inference: neither block is of the whole inference.
    for (const int count : { 1, 3 }) {
        for (const auto &profile : runner(count, 2, true).profiles)
            EXPECT_EQ(profile.inferences.has_value(), !profile.runNs.empty());
    }
    // Releases without the times of each.
    const auto older = runner(1, 1, false);
    ASSERT_EQ(older.profiles.size(), 1U);
    EXPECT_EQ(older.profiles[0].timeNs, 39'250'000U);
    const auto sum = runner(3, 0, false);
    EXPECT_EQ(sum.inferences, 3U);
    EXPECT_TRUE(sum.profiles.empty());
}

TEST(ConsoleVariants, AnExampleThatTellsItsTestResult)
{
    const auto run = runOf("Ethos-U version info:\n\tArch:       v2.0.0\n\tMACs/cc:    256\n"
                           "ExecuTorch Ethos-U85 example: 8864 byte model\n"
                           "Output: 10 element(s): 0.0187 -0.0204\nTest_result: PASS\n");
    EXPECT_EQ(run.family, LogFamily::ExecutorchRunner);
    EXPECT_EQ(run.status, RunStatus::Complete);
    ASSERT_TRUE(run.model);
    EXPECT_EQ(run.model->pteBytes, 8864U);
}

TEST(ConsoleVariants, MlekWithCyclesOfTheCpuAndATime)
{
    const auto run = runOf("INFO - Profile for Inference:\nINFO - NPU TOTAL cycles: 1081634\n"
                           "INFO - CPU ACTIVE cycles (approx): 993553\nINFO - Time ms: 210\n");
    ASSERT_EQ(run.profiles.size(), 1U);
    EXPECT_EQ(run.profiles[0].cpuCycles.active, 993553U);
    EXPECT_EQ(run.profiles[0].timeNs, 210'000'000U);
}

TEST(ConsoleVariants, CountersBehindATagWithAColon)
{
    const auto run = runOf("NPU: SRAM_RD_DATA_BEAT_RECEIVED: 55\n\rNPU: EXT_RD_DATA_BEAT_RECEIVED: "
                           "66\n\r");
    ASSERT_EQ(run.profiles.size(), 1U);
    EXPECT_EQ(valueOf(run.profiles[0], u"SRAM_RD_DATA_BEAT_RECEIVED"_s), 55U);
    EXPECT_EQ(valueOf(run.profiles[0], u"EXT_RD_DATA_BEAT_RECEIVED"_s), 66U);
}

TEST(ConsoleVariants, MetricsOfSeveralInferencesAreRepeats)
{
    const QByteArray json = R"([{"profiling_group": "Inference", "count": 2, "samples": [
{"name": "NPU ACTIVE", "value": [10, 10]}, {"name": "NPU TOTAL", "value": [12, 12]},
{"name": "NPU WD_ACTIVE", "value": [1, 2, 3]}]}])";
    const auto run = runOf("INFO - <metrics>" + json.toBase64() + "</metrics>\n");
    ASSERT_EQ(run.profiles.size(), 2U);
    for (const auto &profile : run.profiles) {
        EXPECT_EQ(profile.inferences, 1U);
        EXPECT_EQ(valueOf(profile, u"NPU_ACTIVE"_s), 10U);
        EXPECT_EQ(valueOf(profile, CycleCounter.toString()), 12U);
        EXPECT_EQ(profile.counters.size(), 2U); // three values of two inferences are no value
    }
}

} // namespace
} // namespace tosaic::profile::consolevariantstests
