// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/captureprefix.h"
#include "tests/profiler/runbothways.h"
#include "tests/support/samples.h"

#include <QDir>
#include <QFile>

// What terminal programs, viewers and log services put before every line changes nothing of what
// the lines say.
namespace tosaic::profile::captureprefixtests {
namespace {

const std::vector<QByteArray> Prefixes{
    "12:00:01.123 -> ", // Arduino
    "16:06:00.123 > ", // PlatformIO
    "16:06:00:123 -> ", // Serial Monitor of an editor
    "[16:06:00.123] ", // tio, CuteCom
    "[2026-03-30 16:06:42] ", // minicom
    "[Mon Mar 30 16:06:42.123 2026] ", // Tera Term
    "Mar 30 16:06:00 ", // ts
    "Mar  3 16:06:00 ",
    "2026-03-30 16:06:00 ", // ts '%F %T'
    "1790000000.123456 ", // ts '%.s'
    "[    0.123456] ", // dmesg
    "[0.123456 0.000012] ", // grabserial
    "00> ", // J-Link RTT
    "16:06:00.123: 00> ", // the same with a time
    "2026-03-30T16:06:00+02:00 ",
    "2026-03-30T16:06:00.1234567Z ", // raw log of a CI job
    "uart0 | ",
    "fvp-1  | ", // docker compose
    "fvp-1  | 2026-03-30T16:06:00.123456789Z ",
    "Mar 30 16:06:00 board ser2net[812]: ", // journalctl
    "2026-03-30T16:06:00+0200 board python3[812]: ",
    "Mar 30 16:06:00 host kernel: [    0.123456] ",
    "[ttyUSB0] ",
    "> ",
};

QByteArray prefixed(const QByteArray &text, const QByteArray &prefix)
{
    auto lines = text.split('\n');
    for (auto &line : lines.first(lines.size() - (text.endsWith('\n') ? 1 : 0)))
        line = prefix + line;
    return lines.join('\n');
}

void expectSame(const QByteArray &text, const char *name)
{
    const auto plain = parseConsole(text);
    ASSERT_TRUE(plain) << name;
    for (const auto &prefix : Prefixes)
        EXPECT_EQ(runToJson(runBothWays(prefixed(text, prefix))), runToJson(*plain))
            << name << " behind " << prefix.constData();
}

TEST(CapturePrefix, ConsolesOfEveryFamilySayTheSameBehindIt)
{
    expectSame("I [executorch:arm_executor_runner.cpp:1 main()] Model run: 1\n"
               "I [executorch:x.cpp:2 f()] NPU Inferences : 2\n"
               "I [executorch:x.cpp:2 f()] ethosu_pmu_cycle_cntr : 12\n"
               "I [executorch:x.cpp:2 f()] ethosu_pmu_cntr0 : 3\n...(Skipped)\n"
               "Output[0][0]: 0.5\nOutput[0][1]: -2\n"
               "E [executorch:x.cpp:3 g()] Missing operator\n",
        "executorch");
    expectSame("INFO - Ethos-U version info:\nINFO - \tArch:       v1.1.0\n"
               "INFO - \tDriver:     v0.16.0\nINFO - \tMACs/cc:    128\n"
               "INFO - Model OUTPUT tensors:\nINFO - \ttensor type is INT8\n"
               "INFO - \t\t0:   1\nINFO - \t\t1:  12\nERROR - something went wrong\n"
               "INFO - Profile for Inference:\nINFO - NPU ACTIVE: 600 cycles\n"
               "INFO - NPU IDLE: 100 cycles\nINFO - NPU TOTAL: 700 cycles\n",
        "mlek");
    expectSame("runner 0: Running inference job. job=0x1, name=mobilenet\n"
               "sender 0: Sending inference. job=0x1, name=mobilenet\n"
               "[00:00:00.001,000] <inf> ethos_u: NPU ready\n"
               "[00:00:00.002,000] <err> ethos_u: NPU fault\n"
               "ethosu_pmu_cycle_cntr : 134869\n",
        "zephyr");
    expectSame("[0.000] Info: Starting the Ethos-U firmware...\n"
               "[0.003] Error [remoteproc.cpp:init:124]: no memory\n"
               "[0.005] Info: New NPU driver registered (handle: 0x1, NPU: 0x2)\n",
        "remoteproc");
    expectSame("2026-03-30 16:06:42,259 INFO -  Model being executed: net\n"
               "2026-03-30 16:06:42,415 INFO -  Inference Run #1, inference time: 68.9ms\n",
        "linux");
    expectSame("12 345 [main] [INFO] NPU config mismatch: npu.macs_per_cc=8 "
               "optimizer.macs_per_cc=7\nE: NPU config mismatch\nEthos-U PMU report:\n"
               "ethosu_pmu_cycle_cntr : 134869\nethosu_pmu_cntr0 : 133577\n",
        "core driver");
}

TEST(CapturePrefix, SampleLogsSayTheSameBehindIt)
{
    TOSAIC_NEED_SAMPLES();
    const QDir dir(test::samplesDir() + QStringLiteral("/logs"));
    for (const auto &name : dir.entryList({ QStringLiteral("*.log") })) {
        QFile file(dir.filePath(name));
        ASSERT_TRUE(file.open(QIODevice::ReadOnly));
        expectSame(file.readAll(), qPrintable(name));
    }
}

/// A time does not make a kit's console that of another family, nor a logger's that of a kit.
TEST(CapturePrefix, ATimeLeavesTheFamilyAsItIs)
{
    const QByteArray line = "INFO - NPU TOTAL: 700 cycles\n";
    EXPECT_EQ(runBothWays("2026-03-30T16:06:00.1234567Z " + line).family, LogFamily::Mlek);
    EXPECT_EQ(runBothWays("2026-03-30 16:06:00 " + line).family, LogFamily::Mlek);
    EXPECT_EQ(runBothWays("2026-03-30 16:06:42,259 " + line).family, LogFamily::Other);
}

TEST(CapturePrefix, LinesThatADevicePrintsSoHaveNone)
{
    for (const QByteArray line :
        { "12: 3", "0, 100, 200", "[12] = 0.5", "[12] text", "12 345 [main] text", "0.5", "0.5, 1,",
            "[0.000] Info: text", "2026-03-30 16:06:42,259 INFO - text", "2026-03-30 text",
            "Total | 100", "Output[0][0]: 1", "March: 5", "com: 5", "NPU: TOTAL: 5", "1.2.3 text" })
        EXPECT_EQ(capturePrefixOf(line).size, 0) << line.constData();
    EXPECT_EQ(capturePrefixOf("12:00:01   indented").size, 9) << "one blank is not the line's";
}

/// Several devices behind one log service are told apart, also by numbers that wait for more.
TEST(CapturePrefix, PortsInItAreToldApart)
{
    const auto run = runBothWays("uart0 | NPU Inferences : 1\nuart1 | NPU Inferences : 1\n"
                                 "uart0 | ethosu_pmu_cycle_cntr : 12\n"
                                 "uart1 | ethosu_pmu_cycle_cntr : 34\n");
    ASSERT_EQ(run.profiles.size(), 2U);
    EXPECT_EQ(run.profiles[0].label, QStringLiteral("uart0"));
    EXPECT_EQ(run.profiles[1].label, QStringLiteral("uart1"));
}

} // namespace
} // namespace tosaic::profile::captureprefixtests
