// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/consoleparser.h"
#include "profiler/parsers/runjson.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QRandomGenerator>

#include <array>

using namespace Qt::StringLiterals;

// Lines of a shape that was seen before are read without regular expressions, when they come in one
// piece. Read byte by byte, every line goes the long way: both must give the same run.
namespace tosaic::profile::repeatedlinestests {
namespace {

QByteArray jsonOf(const Result<Run> &run)
{
    return run ? QJsonDocument(runToJson(*run)).toJson() : codeText(run.error().code).toUtf8();
}

QByteArray byteByByte(const QByteArray &text)
{
    ConsoleParser parser;
    for (const char c : text)
        parser.feed(QByteArrayView(&c, 1));
    return jsonOf(parser.finish());
}

/// The text several times with other digits in place of those it has. The last digits of numbers
/// change most; half of the digits stay, so that what belongs together often still does.
QByteArray repeated(const QByteArray &text, QRandomGenerator &random)
{
    QByteArray all = text;
    for (int copy = 0; copy < 4; ++copy) {
        auto changed = text;
        for (auto &c : changed) {
            if (c >= '0' && c <= '9' && random.bounded(2) == 0)
                c = static_cast<char>('0' + random.bounded(10));
        }
        all += "\n" + changed;
    }
    return all;
}

/// The text several times with numbers of other lengths, lines of one kind behind each other.
QByteArray stretched(const QByteArray &text, QRandomGenerator &random)
{
    QByteArray all = text;
    for (int copy = 0; copy < 4; ++copy) {
        QByteArray changed;
        for (qsizetype i = 0; i < text.size(); ++i) {
            const bool isDigit = text[i] >= '0' && text[i] <= '9';
            const bool endsNumber
                = isDigit && (i + 1 == text.size() || text[i + 1] < '0' || text[i + 1] > '9');
            const bool beginsNumber = isDigit && (i == 0 || text[i - 1] < '0' || text[i - 1] > '9');
            if (beginsNumber && !endsNumber && random.bounded(8) == 0)
                continue;
            changed += text[i];
            for (auto more = endsNumber && random.bounded(4) == 0 ? random.bounded(22) : 0;
                 more > 0; --more)
                changed += static_cast<char>('0' + random.bounded(10));
        }
        all += "\n" + changed;
    }
    return all;
}

void expectSame(const QByteArray &text)
{
    const auto whole = jsonOf(parseConsole(text));
    EXPECT_EQ(whole, byteByByte(text)) << text.left(2000).constData();
}

/// Lines whose digits decide what they mean, beside lines where they do not.
TEST(RepeatedLines, DigitsMayDecide)
{
    expectSame("Ethos-U55 device\nEthos-U65 device\n");
    expectSame("NPU: Ethos-U11\nNPU: Ethos-U85\nethosu_init\n");
    expectSame("I: bus_status_error: 0x0\nI: bus_status_error: 0x1\n");
    expectSame("I: bus_status_error: 0x1\nI: bus_status_error: 0x0\nInference completed in 3 ms\n");
    expectSame("cmd_parse_error 0x00\ncmd_parse_error 0x10\n");
    expectSame("ethosu_init\na 1, 5\na 0, 5\na 1, 6\na 2, 7\nInference time: 3 ms\n");
    expectSame(
        "ethosu_init\nidx, cycles\n0, 5\n1, 6\nInference time: 3 ms\nidx, cycles\n0, 7\n1, 8\n"
        "Inference time: 4 ms\n");
    expectSame(
        "INFO - Profile for a:\nINFO - NPU ACTIVE: 1 cycles\n0, 5\n1, 6\nINFO - NPU TOTAL: 2 "
        "cycles\nINFO - Profile for a:\nINFO - NPU ACTIVE: 3 cycles\n0, 7\n2, 8\n"
        "INFO - NPU TOTAL: 4 cycles\n0, 5\n1, 6\n");
    expectSame("Output[0][0]: 1.5\nOutput[0][1]: 2.\nOutput[0][2]: nan\nOutput[1][0]: 1e5\n"
               "Output[0][0]: (int) -3\nOutput[0][1]: (char) 7\n");
    expectSame("Output[0]: dtype=6, numel=2\n[0]=17\n[1]=18\nOutput[0]: dtype=6, numel=3\n[0]=7\n");
    expectSame("Output[18446744073709551615][0]: 1\nOutput[0][99999999999999999999]: 1\n");
    expectSame(
        "ethosu_pmu_cntr0 : 1\nethosu_pmu_cntr0 : 99999999999999999999\n"
        "ethosu_pmu_cntr1 : 88888888888888888888\nethosu_pmu_cntr1 : 11111111111111111111\n");
    expectSame("    0: 3\n    1: 4\nModel INPUT tensors:\ntensor type is INT8\ntensor occupies 12 "
               "bytes with dimensions\n    0: 3\n    1: 4\n    1: 5\nNumber of operators: 0\n");
}

/// What boards print beside reports: times, rows and dumps, some of which are what they look like.
TEST(RepeatedLines, LinesOfSensorsMayMatter)
{
    const QByteArray report = "ethosu_pmu_cycle_cntr : 12\n";
    expectSame(
        "[00:00:01.000,000] <inf> bme280: at 21.5 C, 40 %\n[00:00:01.000,001] <inf> bme280: at "
        "3.25 C, 100 %\n[00:00:01.000,002] <err> bme280: at 3 C\n[00:00:01.000,003] <inf> npu: "
        "NPU Inferences : 17\n[00:00:01.000,004] <inf> npu: NPU Inferences : 3\n"
        + report);
    expectSame("<inf> a: x 1\n<NUL><inf> a: x 2\n<inf> a<ESC>[0m: x 3\n<metrics>\n<inf> a: x 4\n"
        + report);
    expectSame(
        "[1 ...]\n[22 ...]\n<1 skipped>\n[snip]\n(1 ...) 2\n[00:00:01.000,000] ...\n" + report);
    expectSame("12,5,1.5\n13,5,2.5\n0,5,1.5\n1,6,2.5\n" + report + "a,b\n0, 5\n1, 6\n2, 7\n"
        + report + "a,b\n0, 0x1f\n1, 0xff\n" + report + "PLPROF,0,7\nPLPROF,1,8\n" + report
        + "t: 00,1\nt: +1,2,\nt: 2,3\n" + report
        + QByteArray("~0,1\n~1,2\n" + report + "a ~0,1\na ~1,2\n" + report + "a~0,1\na~1,2\n")
              .replace('~', "\xc2\xa0") // a space that is none of ASCII
        + report + "x,0\n-0,3\n1,4\n,1\n,2\n10,1\n11,2\n100,0\n");
    expectSame("cpu_load: 1,2\n34 CPU cycles\nNPU time= 1,234\n,567\ncycle size 1,2\n3\n" + report);
    expectSame("20001230: 7f 45 4c 46\n20001240: 00 00 00 00\n20001250: 12\n12:34:56 x\n12:34\n"
               "2026-01-02 03:04:05 INFO - NPU TOTAL: 5 cycles\n20260-01\n1 2 [task] NPU TOTAL: 6\n"
               "tensor occupies 12 bytes with dimensions\n 0: 3\n 1:   4 \n 2: 5\xc2\xa0\n3: 6 "
               "7\n12: 34:\n"
        + report);
}

/// Lines put together by chance from what decides whether they are skipped.
TEST(RepeatedLines, PiecesInAnyOrder)
{
    QRandomGenerator random(18);
    constexpr std::array Pieces{ "0", "1", "0", "12", "345", ",", ",", ", ", " ", ":", ": ", "=",
        "-", ".5", "0x", "f", "e", "size ", "tag", "tag ", "PLPROF",
        "<inf> a: ", "[00:00:01.000,002] ", "[", "]", "...", "NPU ", "NPU TOTAL: ", " cycles",
        "cycle_cnt : ", "I: ", "\xc2\xa0", "\n", "\n", "\n", "\r\n", "\n0,1\n", "\n1, 2\n",
        "\n2: 3\n" };
    for (int text = 0; text < 1500; ++text) {
        QByteArray all = "ethosu_pmu_cycle_cntr : 12\n";
        for (int piece = 0; piece < 60; ++piece)
            all += Pieces[random.bounded(quint32(Pieces.size()))];
        expectSame(all);
        if (HasFailure())
            return;
    }
}

/// Numbers of other lengths, in blocks that come again: also where a rule counts digits.
TEST(RepeatedLines, LengthsMayDecide)
{
    expectSame("with config H64\nwith config H128\nwith config H64\nwith config H12888\n"
               "with config H64\nwith config H1\nethosu_init\n");
    expectSame("ethosu_pmu_cntr1 : 17\nethosu_pmu_cntr2 : 3\nethosu_pmu_cntr1 : 4\n"
               "ethosu_pmu_cntr22 : 123456\nethosu_pmu_cntr333 : 123456789012345678901234\n");
    expectSame(
        "INFO - Profile for a:\nINFO - NPU ACTIVE: 1 cycles\nINFO - NPU TOTAL: 3 cycles\n"
        "INFO - Profile for a:\nINFO - NPU ACTIVE: 123 cycles\nINFO - NPU TOTAL: 456 cycles\n"
        "INFO - Profile for b2:\nINFO - NPU ACTIVE: 1234567 cycles\r\n"
        "INFO - NPU TOTAL: 89 cycles\r\r\nINFO - Profile for b33:\n"
        "INFO - NPU ACTIVE: 1/ 2 / 3 / 4\nINFO - NPU TOTAL: 10/ 20 / 30 / 40\n");
    expectSame("I [executorch:a.cpp:7 f()] NPU Inferences : 1\n"
               "I [executorch:a.cpp:7 f()] ethosu_pmu_cntr0 : 17 (17.00 per inference)\n"
               "I [executorch:a.cpp:77 f()] NPU Inferences : 12\n"
               "I [executorch:a.cpp:777 f()] ethosu_pmu_cntr0 : 1700 (1.25 per inference)\n"
               "I [executorch:a.cpp:7 f()] NPU Inferences : 1\n"
               "I [executorch:a.cpp:7 f()] ethosu_pmu_cntr0 : 1 (1700.00 per inference)\n");
}

TEST(RepeatedLines, LineEndsAndPrefixesAreTheSame)
{
    const QByteArray line = "I [executorch:a.cpp:12] ethosu_pmu_cntr0 : 17 (17.00 per inference)";
    expectSame(line + "\r\n" + line + "\r\n" + line + "\n" + line + "\r\r\n" + line);
    expectSame(line + "\n" + line + '\x04' + "\n\x1b[0m" + line + "\n" + line + "\n");
    expectSame(
        "INFO - NPU IDLE: 3 cycles\n[00:00:00.000,000] <inf> ethos_u: NPU IDLE: 4 cycles\n"
        "12:00:01.123 -> INFO - NPU IDLE: 5 cycles\n12:00:02.123 -> INFO - NPU IDLE: 6 cycles\n"
        "INFO - NPU IDLE: 7 cycles\n");
    expectSame(
        "runner 0: Running inference job: a\nrunner 1: Running inference job: a\n"
        "sender 0: Serunner 1: Received inference job. job=1\nnding inference. job=1, name=\n"
        "runner 2: Running inference job: a\n");
    expectSame(
        "ERROR - Invoke failed\nERROR - Invoke failed\nE [executorch:a.cpp:1] failed @ b: 0x1\n"
        "I [executorch:a.cpp:1] Loading of method a failed with status 0x21\n"
        "I [executorch:a.cpp:1] Loading of method a failed with status 0x22\n");
}

TEST(RepeatedLines, RealLogsAreReadTheSameWithOtherDigits)
{
    TOSAIC_NEED_SAMPLES();
    QRandomGenerator random(3);
    for (const auto &entry : QDir(test::samplesDir() + u"/logs"_s).entryInfoList({ u"*.log"_s })) {
        QFile file(entry.filePath());
        ASSERT_TRUE(file.open(QIODevice::ReadOnly));
        const auto text = file.readAll();
        expectSame(repeated(text, random));
        expectSame(stretched(text, random));
    }
}

} // namespace
} // namespace tosaic::profile::repeatedlinestests
