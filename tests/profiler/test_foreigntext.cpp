// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Consoles that hold much that is none, content that is no console, content made to hurt.
#include "profiler/parsers/consoleparser.h"
#include "profiler/parsers/runjson.h"
#include "tests/profiler/consolegenerator.h"

#include <gtest/gtest.h>

#include <QElapsedTimer>
#include <QRandomGenerator>

using namespace Qt::StringLiterals;

namespace tosaic::profile::foreigntexttests {
namespace {

QJsonObject jsonOf(const QByteArray &text)
{
    const auto run = parseConsole(text);
    return run ? runToJson(*run) : QJsonObject{ { u"error"_s, codeText(run.error().code) } };
}

/// Lines that mean nothing are passed over in bulk where text comes whole, and one by one where it
/// comes in bytes.
TEST(ForeignText, LinesThatMeanNothingChangeNothing)
{
    const QByteArrayView parts[] = { "a", "", " ", "\t", "layer, cycles", "PROF: 0, 1",
        "PROF: 1, 2", "0, 5", "1, 6,", "...", ":", "\u2026", " \u22ee", "[snip]", "plain words, 7",
        "\u00e4\u00f6", "\u00a0...", "Ethos-U55", "Ethos-", "x Ethos-U65 device", "NPU",
        "NPU ACTIVE: 5 cycles", "INFO - NPU TOTAL: 9 cycles",
        "I [executorch:a.cpp:1] Model executed successfully", "sender 0: Serunner 0: x", "nding",
        "Output[0][0]: 1", "Output[0]: numel=2", "[0]=1", "^[[0m", "<NUL>",
        "NP<NUL>U IDLE: 4 cycles", "E: bad", "E [a.cpp] b", "W:", "\x1b[1mMACs/cc: 32",
        "12:00:01 Arch: 1.1.0", "7 8 [task] Driver: 0.16.0", "7 words", "77",
        "2026-01-02 03:04:05 INFO - MACs/cc: 64", "[", "[]", "< ", "[INFO] Cmd stream: 3",
        "1:", "1: 4", "INFO - Input tensor occupies 4 bytes", "0: 7", "\xff\xfe", "\x01" };
    QRandomGenerator random(17);
    for (int round = 0; round < 400; ++round) {
        QByteArray text = round % 2 ? "INFO - Model INPUT tensors:\n" : "";
        for (int i = 0; i < 40; ++i) {
            // Mostly lines that are passed over.
            const auto part = random.bounded(int(std::size(parts))) * random.bounded(2);
            text += parts[part].toByteArray();
            text += random.bounded(9) == 0 ? "\r" : random.bounded(20) == 0 ? "" : "\n";
        }
        ConsoleParser parser;
        for (const char byte : text)
            parser.feed(QByteArrayView(&byte, 1));
        const auto single = parser.finish();
        EXPECT_EQ(single ? runToJson(*single) : jsonOf({}), jsonOf(text)) << text.toStdString();
    }
}

/// Found by the fuzzer: passed over in bulk, every byte beyond ASCII counted as one that no text
/// has.
TEST(ForeignText, AConsoleInAnyScriptIsReadInOnePieceAsInMany)
{
    const QByteArray npu = "INFO - NPU TOTAL: 9 cycles\n";
    const QByteArray chinese = "\u6b63\u5728\u52a0\u8f7d\u6a21\u578b\n";
    const QByteArray box = "\u2550\u2550\u2550\u2550\u2550\u2550\u2550\u2550\n";
    for (const auto &line : { chinese, box, QByteArray("\xe2\x95\xe2\x95\xe2\x95\xff\n") }) {
        const auto text = npu + line.repeated(50);
        ConsoleParser parser;
        for (const char byte : text)
            parser.feed(QByteArrayView(&byte, 1));
        const auto single = parser.finish();
        EXPECT_EQ(single ? runToJson(*single) : jsonOf({}), jsonOf(text));
        EXPECT_EQ(single.has_value(), QString::fromUtf8(line).toUtf8() == line)
            << line.toStdString();
    }
}

TEST(ForeignText, BinaryContentIsNoLogWhateverFollows)
{
    const auto log = test::generateConsole({});
    QByteArray noise(64 * 1024, '\0');
    QRandomGenerator random(19);
    for (auto &byte : noise)
        byte = char(random.bounded(256));
    const QByteArray zeros(64 * 1024, '\0');
    for (const auto &head : { noise, zeros }) {
        EXPECT_FALSE(parseConsole(head + log).has_value());
        ConsoleParser parser;
        for (qsizetype at = 0; at < head.size(); at += 1000)
            parser.feed(
                QByteArrayView(head).sliced(at, std::min<qsizetype>(1000, head.size() - at)));
        parser.feed(log);
        EXPECT_FALSE(parser.finish().has_value());
    }
    QByteArray wide("\xff\xfe", 2);
    for (const char c : log + QByteArray("words\n").repeated(20'000)) {
        wide.append(c);
        wide.append('\0');
    }
    EXPECT_EQ(jsonOf(wide), jsonOf(log));
    static constexpr char Line[] = "boot \0\x04\x1b[0m words of an application\n";
    auto noisy = log;
    noisy.append(QByteArray(Line, sizeof Line - 1).repeated(3000));
    EXPECT_EQ(jsonOf(noisy), jsonOf(log));
}

/// Would take minutes if every line went through every rule, or if something were quadratic.
TEST(ForeignText, BigForeignTextIsRefusedSoon)
{
    const QByteArray texts[] = { QByteArray("a\n").repeated(5'000'000),
        QByteArray("a\r").repeated(2'000'000), QByteArray(9'000'000, 'a'),
        QByteArray("the quick brown fox jumps over the lazy dog\n").repeated(200'000) };
    for (const auto &text : texts) {
        QElapsedTimer timer;
        timer.start();
        EXPECT_FALSE(parseConsole(text).has_value());
        EXPECT_LT(timer.elapsed(), 15'000) << text.first(10).toStdString(); // a sanitizer's time
        RecordProperty("milliseconds", int(timer.elapsed()));
    }
}

TEST(ForeignText, HostileLinesCostNoQuadraticTime)
{
    const QByteArray wide = QByteArray(8000, 'x') + " cycle_cnt : FVP_\n";
    const QByteArray texts[] = { wide.repeated(100),
        ("INFO - Profile for " + QByteArray(8000, ' ') + "\n").repeated(100),
        (QByteArray("FVP_").repeated(2000) + "\n").repeated(100),
        QByteArray("Ethos-U delegate 1 PMU counter 0: 5\nPMU Events:[A]\n"
                   "Ethos-U delegate 2 PMU counter 0: 5\n")
            .repeated(20'000) };
    for (const auto &text : texts) {
        QElapsedTimer timer;
        timer.start();
        static_cast<void>(parseConsole(text));
        EXPECT_LT(timer.elapsed(), 15'000) << text.first(40).toStdString();
    }
}

TEST(ForeignText, StaysBoundedOnHostileText)
{
    QByteArray errors = "INFO - start\n";
    for (int i = 0; i < 5000; ++i)
        errors += "ERROR - again\n";
    const auto run = parseConsole(errors);
    ASSERT_TRUE(run.has_value());
    EXPECT_EQ(run->errors.size(), 1000U);
    EXPECT_EQ(run->diagnostics.size(), 1U);
    const auto output = parseConsole("Output[0][18446744073709551614]: 1\n");
    ASSERT_TRUE(output.has_value());
    EXPECT_EQ(output->outputs[0].shown, 1U);
}

} // namespace
} // namespace tosaic::profile::foreigntexttests
