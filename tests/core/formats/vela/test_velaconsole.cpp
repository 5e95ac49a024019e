// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/registry.h"
#include "core/formats/vela/consolereader.h"
#include "core/inspect/veladescription.h"
#include "tests/core/formats/vela/velafiles.h"

#include <gtest/gtest.h>

#include <QJsonArray>

#include <limits>

namespace tosaic::test::velaconsoletests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::test;
using formats::FileKind;

TEST(VelaConsoleText, ReadsWhatIsPrinted)
{
    const auto text = formats::vela::readConsoleText(sourceOf(consoleText()));
    ASSERT_TRUE(text);
    ASSERT_EQ(text->summaries.size(), 1U);
    const auto &summary = text->summaries[0];
    EXPECT_EQ(summary.network, u"two_parts"_s);
    EXPECT_EQ(summary.accelerator, u"Ethos_U55_128"_s);
    EXPECT_EQ(summary.clockMHz, 500.0);
    EXPECT_EQ(summary.memories.at(u"SRAM"_s).usedKiB, 12.5);
    EXPECT_EQ(summary.memories.at(u"SRAM"_s).inputMb, 0.04);
    EXPECT_FALSE(summary.memories.at(u"SRAM"_s).totalMb) << "only 'per input' was printed";
    EXPECT_EQ(summary.cpuOperators, 1U);
    EXPECT_EQ(summary.npuOperators, 8U);
    EXPECT_EQ(summary.cycles.at(u"Off-chip Flash Access"_s), 2960);
    const auto json = inspect::describeVelaConsole(*text).json;
    EXPECT_EQ(json[u"summary"_s][u"sramBytes"_s].toInteger(), 12800);
    EXPECT_EQ(json[u"summary"_s][u"cyclesTotal"_s].toInteger(), 28277);
    EXPECT_EQ(json[u"summary"_s][u"macs"_s].toInteger(), 802816);
    EXPECT_DOUBLE_EQ(json[u"summary"_s][u"inferenceTimeS"_s].toDouble(), 6e-5);
    EXPECT_FALSE(json[u"summary"_s].toObject().contains(u"dramBytes"_s));
    EXPECT_FALSE(json.contains(u"vela"_s)) << "no version was printed";
}

/// "inferences" behind a time that is missing is not "inf".
TEST(VelaConsoleText, AWordThatBeginsLikeANumberIsNone)
{
    auto bytes = consoleText();
    const auto line = bytes.indexOf("Batch Inference time");
    ASSERT_GE(line, 0);
    bytes = bytes.first(line) + "Batch Inference time         inferences/s (batch size 1)\n";
    const auto cut = formats::vela::readConsoleText(sourceOf(bytes));
    ASSERT_TRUE(cut);
    EXPECT_FALSE(cut->summaries[0].inferenceMs);
    bytes.replace("        inferences/s", "  inf ms, 0.00 inferences/s");
    const auto infinite = formats::vela::readConsoleText(sourceOf(bytes));
    ASSERT_TRUE(infinite);
    EXPECT_EQ(infinite->summaries[0].inferenceMs, std::numeric_limits<double>::infinity());
}

/// As reports of builds list it: without its title, each line a list item.
TEST(VelaConsoleText, ReadsSummariesThatPeopleKeep)
{
    const QByteArray list
        = "# Build\n\n**Vela:**\n"
          "  - Accelerator configuration               Ethos_U85_256\n"
          "  - Memory mode                               Shared_Sram\n"
          "  - Total SRAM used                                 96.50 KiB\n"
          "  - CPU operators = 0 (0.0%)\n  - NPU operators = 7 (100.0%)\n"
          "  - Info: The numbers below are internal compiler estimates.\n"
          "  - Total cycles                                    81234 cycles/batch\n"
          "  - Batch Inference time                 0.20 ms, 4924.05 inferences/s\n"
          "\n## Rest\n- **Build Type:** `Release`\n";
    const QByteArray labels = "* **Accelerator configuration:** Ethos_U85_256\n"
                              "* **Memory mode**: Shared_Sram\n* Total SRAM used: 96.50 KiB\n"
                              "* NPU operators = 7 (100.0%)\n* CPU operators = 0 (0.0%)\n"
                              "* Total cycles: 81234 cycles/batch\n"
                              "* Batch Inference time: 0.20 ms\n";
    for (const auto &bytes : { list, labels }) {
        EXPECT_EQ(formats::recognise(bytes), FileKind::VelaConsole) << bytes.toStdString();
        const auto text = formats::vela::readConsoleText(sourceOf(bytes));
        ASSERT_TRUE(text);
        ASSERT_EQ(text->summaries.size(), 1U) << bytes.toStdString();
        const auto &summary = text->summaries[0];
        EXPECT_EQ(summary.accelerator, u"Ethos_U85_256"_s);
        EXPECT_EQ(summary.memoryMode, u"Shared_Sram"_s);
        EXPECT_EQ(summary.memories.at(u"SRAM"_s).usedKiB, 96.5);
        EXPECT_EQ(summary.cpuOperators, 0U);
        EXPECT_EQ(summary.npuOperators, 7U);
        EXPECT_EQ(summary.cycles.at(u"Total"_s), 81'234);
        EXPECT_EQ(summary.inferenceMs, 0.2);
        const auto both = formats::vela::readConsoleText(sourceOf(bytes + bytes));
        ASSERT_TRUE(both);
        EXPECT_EQ(both->summaries.size(), 2U) << "another list is another compile";
    }
    EXPECT_EQ(formats::recognise("- Accelerator configuration: see Ethos_U55 in chapter 2\n"),
        FileKind::Text);
}

/// Code of a document is indented, and build servers put the time before every line.
TEST(VelaConsoleText, ReadsWhatIsIndentedOrStampedWithATime)
{
    for (const QByteArray before : { "    ", "2026-01-02T03:04:05.1234567Z ", "> " }) {
        auto bytes = consoleText();
        bytes.replace("\n", "\n" + before);
        bytes.prepend(before);
        EXPECT_EQ(formats::recognise(bytes), FileKind::VelaConsole) << before.toStdString();
        const auto text = formats::vela::readConsoleText(sourceOf(bytes));
        ASSERT_TRUE(text);
        ASSERT_EQ(text->summaries.size(), 1U);
        const auto &summary = text->summaries[0];
        EXPECT_EQ(summary.network, u"two_parts"_s);
        EXPECT_EQ(summary.accelerator, u"Ethos_U55_128"_s);
        EXPECT_EQ(summary.memories.at(u"SRAM"_s).usedKiB, 12.5);
        EXPECT_EQ(summary.npuOperators, 8U);
    }
}

/// Small numbers are padded.
TEST(VelaConsoleText, InferencesPerSecondOfAnyWidth)
{
    for (const auto *rate : { ",   29.13 inferences/s", ", 29.13 inference/s" }) {
        auto bytes = consoleText();
        bytes = bytes.first(bytes.indexOf("Batch Inference time"))
            + "Batch Inference time                34.33 ms" + rate + " (batch size 1)\n";
        const auto text = formats::vela::readConsoleText(sourceOf(bytes));
        ASSERT_TRUE(text);
        EXPECT_EQ(text->summaries[0].inferenceMs, 34.33);
        EXPECT_EQ(text->summaries[0].inferencesPerS, 29.13) << rate;
    }
}

TEST(VelaConsoleText, EarlyReleasesCountOperatorsOtherwise)
{
    const auto countsOf = [](const QByteArray &line) {
        auto bytes = consoleText();
        bytes.replace("CPU operators = 1 (11.1%)\n", line);
        bytes.replace("NPU operators = 8 (88.9%)\n", "");
        const auto text = formats::vela::readConsoleText(sourceOf(bytes));
        EXPECT_TRUE(text && text->summaries.size() == 1);
        const auto &summary = text->summaries[0];
        return std::pair(summary.cpuOperators, summary.npuOperators);
    };
    const auto printed
        = countsOf("12 passes fused into 9\n2/20 (10.0%) operations falling back to the CPU\n");
    EXPECT_EQ(printed.first, 2U);
    EXPECT_EQ(printed.second, 18U);
    const auto impossible = countsOf("21/20 (105.0%) operations falling back to the CPU\n");
    EXPECT_FALSE(impossible.first);
    EXPECT_FALSE(impossible.second);
}

TEST(VelaConsoleText, CollectsProblemsOfBothCores)
{
    auto bytes = consoleText();
    bytes += "Traceback (most recent call last):\n"
             "  File \"x/ethosu/vela/vela.py\", line 1219, in main\n"
             "RuntimeError: Compilation failed: Validation error:\nAdd:\n - Invalid\n";
    const auto text = formats::vela::readConsoleText(sourceOf(bytes));
    ASSERT_TRUE(text);
    ASSERT_EQ(text->problems.size(), 4U);
    EXPECT_EQ(text->problems[0].id, u"vela.warning"_s);
    EXPECT_EQ(text->problems[1].id, u"vela.cpu-operator"_s);
    EXPECT_EQ(text->problems[1].location.entity, u"win, dow"_s);
    EXPECT_TRUE(text->problems[1].text.contains(u"Unsupported opType"_s));
    EXPECT_TRUE(text->problems[2].text.contains(u"Kernel too large 77"_s));
    EXPECT_EQ(text->problems[3].severity, Severity::Error);
    EXPECT_TRUE(text->problems[3].text.endsWith(u"- Invalid"_s)) << "all lines of the error";
    const auto json = inspect::describeVelaConsole(*text).json[u"problems"_s].toArray();
    EXPECT_EQ(json[3][u"severity"_s].toString(), u"error"_s);
    EXPECT_EQ(json[1][u"tensor"_s].toString(), u"win, dow"_s);
}

TEST(VelaConsoleText, IsRecognisedByContentAndRunsAreNot)
{
    EXPECT_EQ(formats::recognise(consoleText()), FileKind::VelaConsole);
    EXPECT_EQ(
        formats::recognise(QByteArray(200'000, 'x') + '\n' + consoleText()), FileKind::VelaConsole)
        << "the summary of a verbose run stands at its end";
    EXPECT_EQ(formats::recognise("usage: vela\nvela: error: unrecognized arguments: --x\n"),
        FileKind::VelaConsole);
    EXPECT_EQ(formats::recognise("I talk about the Network summary for x.\n"), FileKind::Text);
    EXPECT_EQ(formats::recognise("Traceback (most recent call last):\n  File \"a.py\", line 1\n"
                                 "RuntimeError: no\n"),
        FileKind::Text);
    EXPECT_EQ(formats::recognise(consoleText()
                  + "I [executorch:arm_executor_runner.cpp:1] ethosu_pmu_cycle_cntr : 5\n"),
        FileKind::Text)
        << "a log of a build and the run after it belongs to the run";
    EXPECT_EQ(formats::recognise(consoleText()
                  + "# ./label_image -m net_vela.tflite\n"
                    "INFO: Ethosu delegate: device_name set to /dev/ethosu0.\n"
                    "INFO: average time: 3.5 ms\n"),
        FileKind::Text)
        << "also on a board with Linux";
}

TEST(VelaConsoleText, HostileTextStaysBounded)
{
    const auto text
        = formats::vela::readConsoleText(sourceOf(QByteArray("Warning: x\n").repeated(50'000)
            + QByteArray("Network summary for n\n").repeated(5'000)
            + QByteArray("Warning (supported operators) operator: A, ofm: 'b'\n")
            + QByteArray("reason\n").repeated(1'000) + QByteArray(1 << 20, 'E')));
    ASSERT_TRUE(text);
    EXPECT_LE(text->problems.size(), 100U);
    EXPECT_EQ(text->summaries.size(), 1000U);
}

TEST(VelaConsoleText, RoundedNumbersAreMarked)
{
    const auto textOf = [](QByteArray bytes) {
        const auto text = formats::vela::readConsoleText(sourceOf(bytes));
        return descriptionText({}, inspect::describeVelaConsole(*text).sections);
    };
    const auto whole = formats::vela::readConsoleText(sourceOf(consoleText()));
    EXPECT_TRUE(inspect::describeVelaConsole(*whole).json[u"summary"_s][u"rounded"_s].toBool());
    const auto none = formats::vela::readConsoleText(sourceOf("CPU operators = 1 (100.0%)\n"));
    EXPECT_FALSE(
        inspect::describeVelaConsole(*none).json[u"summary"_s].toObject().contains(u"rounded"_s));
    EXPECT_TRUE(textOf(consoleText()).contains(u"about"_s));

    auto fast = consoleText();
    fast.replace("0.06 ms", "0.00 ms");
    EXPECT_TRUE(textOf(fast).contains(u"below 0.01 ms as printed"_s));
    auto idle = fast;
    idle.replace("28277 cycles", "    0 cycles");
    EXPECT_TRUE(textOf(idle).contains(u"Not known (nothing runs on the NPU)"_s))
        << textOf(idle).toStdString();
}

} // namespace tosaic::test::velaconsoletests
