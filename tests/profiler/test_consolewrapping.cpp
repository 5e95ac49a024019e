// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/consoleparser.h"
#include "tests/profiler/runbothways.h"

#include <gtest/gtest.h>

#include <map>

using namespace Qt::StringLiterals;

// Lines that a terminal wrapped: the digits of a count go on in the next line.
namespace tosaic::profile::consolewrappingtests {
namespace {

using Counters = std::map<QString, quint64>;

Counters countersOf(const Profile &profile)
{
    Counters counters;
    for (const auto &counter : profile.counters)
        counters[counter.name] = counter.value;
    return counters;
}

const QByteArray Runner = R"(NPU Inferences : 10
NPU delegations: 20 (2.00 per inference)
ethosu_pmu_cycle_cntr : 9876543 (987654.30 per inference)
ethosu_pmu_cntr0 : 1234567 (123456.70 per inference)
ethosu_pmu_cntr1 : 56789 (5678.90 per inference)
Ethos-U PMU Events:[ETHOSU_PMU_SRAM_RD_DATA_BEAT_RECEIVED, ETHOSU_PMU_NPU_IDLE]
)";
const Counters RunnerCounters{ { u"CYCLE_COUNTER"_s, 9876543 },
    { u"SRAM_RD_DATA_BEAT_RECEIVED"_s, 1234567 }, { u"NPU_IDLE"_s, 56789 } };

const QByteArray NewMlek = R"(INFO - Profile for Inference:
INFO - NPU ACTIVE: 413814 cycles
INFO - NPU AXI0_RD_DATA_BEAT_RECEIVED: 132130 beats
INFO - NPU IDLE: 358 cycles
INFO - NPU TOTAL: 414172 cycles
)";
const QByteArray OldMlek = R"(INFO - Profile for Inference:
INFO - NPU AXI0_RD_DATA_BEAT_RECEIVED beats: 132130
INFO - NPU ACTIVE cycles: 413814
INFO - NPU IDLE cycles: 358
INFO - NPU TOTAL cycles: 414172
INFO - Main loop terminated.
)";
const Counters MlekCounters{ { u"NPU_ACTIVE"_s, 413814 },
    { u"AXI0_RD_DATA_BEAT_RECEIVED"_s, 132130 }, { u"NPU_IDLE"_s, 358 },
    { u"CYCLE_COUNTER"_s, 414172 } };

/// A line end inside the digits of a value, at every place. Calls expect(run, name of the counter
/// hit, place).
template <typename Expect>
void cutEveryValue(const QByteArray &text, const Counters &counters, Expect expect)
{
    for (const auto &[name, value] : counters) {
        const auto digits = QByteArray::number(value);
        const auto at = text.indexOf(": " + digits) + 2;
        for (qsizetype place = at + 1; place < at + digits.size(); ++place) {
            auto cut = text;
            expect(runBothWays(cut.insert(place, "\r\n")), name, place);
        }
    }
}

TEST(ConsoleWrapping, AValueThatGoesOnInTheNextLineIsWhole)
{
    for (const auto &[text, counters] :
        { std::pair{ Runner, RunnerCounters }, std::pair{ NewMlek, MlekCounters } }) {
        cutEveryValue(
            text, counters, [&](const profile::Run &run, const QString &name, qsizetype place) {
                ASSERT_EQ(run.profiles.size(), 1U);
                EXPECT_EQ(countersOf(run.profiles[0]), counters) << name.toStdString() << place;
                EXPECT_TRUE(run.diagnostics.empty());
            });
    }
}

TEST(ConsoleWrapping, AValueWhoseRestIsDigitsAloneIsLeftOut)
{
    cutEveryValue(
        OldMlek, MlekCounters, [&](const profile::Run &run, const QString &name, qsizetype place) {
            ASSERT_EQ(run.profiles.size(), 1U);
            auto expected = MlekCounters;
            expected.erase(name);
            EXPECT_EQ(countersOf(run.profiles[0]), expected) << name.toStdString() << place;
            ASSERT_EQ(run.diagnostics.size(), 1U);
            EXPECT_EQ(run.diagnostics[0].id, u"log.number"_s);
        });
}

TEST(ConsoleWrapping, LinesOfATerminalOfEightyColumns)
{
    const QByteArray tag = "I [executorch:arm_perf_monitor.cpp:180 StopMeasurements()] ";
    QByteArray text;
    const auto lines = Runner.split('\n');
    for (int block = 0; block < 40; ++block) { // known shapes, too
        for (const auto &line : lines) {
            if (line.isEmpty())
                continue;
            const auto whole = tag + line;
            const bool isWrapped = line.contains("cntr0") || line.contains("cntr1");
            text += isWrapped ? whole.first(80) + "\n" + whole.sliced(80) : whole;
            text += '\n';
        }
    }
    const auto run = runBothWays(text);
    ASSERT_EQ(run.profiles.size(), 40U);
    for (const auto &profile : run.profiles)
        EXPECT_EQ(countersOf(profile), RunnerCounters);
    EXPECT_TRUE(run.diagnostics.empty());
}

/// Where tags are wrapped, they tell how wide the terminal is.
TEST(ConsoleWrapping, LinesOfANarrowTerminal)
{
    const QByteArray tag = "I [executorch:arm_perf_monitor.cpp:180 StopMeasurements()] ";
    for (const qsizetype width : { 32, 40, 48, 57 }) {
        QByteArray text;
        for (int block = 0; block < 3; ++block) {
            for (const auto &line : Runner.split('\n')) {
                for (auto rest = line.isEmpty() ? line : tag + line; !rest.isEmpty();
                     rest = rest.size() > width ? rest.sliced(width) : QByteArray())
                    text += rest.first(qMin(width, rest.size())) + "\r\n";
            }
        }
        const auto run = runBothWays(text);
        ASSERT_EQ(run.profiles.size(), 3U) << width;
        for (const auto &profile : run.profiles)
            EXPECT_EQ(countersOf(profile), RunnerCounters) << width;
        EXPECT_TRUE(run.diagnostics.empty()) << width;
    }
}

TEST(ConsoleWrapping, ATagThatIsCutOffIsNoTerminalsEdge)
{
    const QByteArray cut = "I [executorch:arm_perf_monitor.cpp:180 Sto\n";
    const auto run = runBothWays(cut + cut
        + "Output[0][0]: 0.5\nI [executorch:a.cpp:1 f()] NPU "
          "Inferences : 10\n"
        + cut + Runner);
    ASSERT_EQ(run.profiles.size(), 2U);
    EXPECT_EQ(countersOf(run.profiles[1]), RunnerCounters);
    EXPECT_EQ(run.outputs.at(0).values, std::vector<double>{ 0.5 });
}

TEST(ConsoleWrapping, NumbersOfOtherLinesAreNoRest)
{
    for (const QByteArray other : { "1 outputs: ", "10 inferences finished", "92 (0.93)",
             "3 / 5 passed", "2.5 ms", "Done", "", "-7" }) {
        const auto run = runBothWays(
            "ethosu_pmu_cycle_cntr : 1000\nethosu_pmu_cntr0 : 503\n" + other + "\nEnd\n");
        ASSERT_EQ(run.profiles.size(), 1U);
        const Counters expected{ { u"CYCLE_COUNTER"_s, 1000 }, { u"cntr0"_s, 503 } };
        EXPECT_EQ(countersOf(run.profiles[0]), expected) << other.toStdString();
    }
}

TEST(ConsoleWrapping, TheRestOfALineIsNoKindOfLine)
{
    const QByteArray rest = "789 (12.30 per inference)\n";
    const auto run = runBothWays("ethosu_pmu_cycle_cntr : 1000\nethosu_pmu_cntr0 : 123456\n" + rest
        + "Done\n" + rest + rest);
    ASSERT_EQ(run.profiles.size(), 1U);
    const Counters expected{ { u"CYCLE_COUNTER"_s, 1000 }, { u"cntr0"_s, 123456789 } };
    EXPECT_EQ(countersOf(run.profiles[0]), expected);
}

TEST(ConsoleWrapping, TheLastCountOfWhatCameSoFarIsShown)
{
    ConsoleParser parser;
    parser.feed(OldMlek.first(OldMlek.indexOf("INFO - Main")));
    const auto run = parser.snapshot();
    ASSERT_TRUE(run);
    ASSERT_EQ(run->profiles.size(), 1U);
    EXPECT_EQ(countersOf(run->profiles[0]), MlekCounters);
}

TEST(ConsoleWrapping, NoiseInsideANameOfAnEventLeavesTheLabel)
{
    const auto run = runBothWays("ethosu_pmu_cycle_cntr : 1000\nethosu_pmu_cntr0 : 503\n"
                                 "Ethos-U PMU Events:[ETHOSU_PMU_NPU\xff_IDLE]\n");
    ASSERT_EQ(run.profiles.size(), 1U);
    EXPECT_TRUE(run.profiles[0].counter(u"cntr0"_s));
}

} // namespace
} // namespace tosaic::profile::consolewrappingtests
