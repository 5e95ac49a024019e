// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/median.h"
#include "profiler/analysis/runcomparison.h"

#include <gtest/gtest.h>

#include <QStringList>

#include <algorithm>
#include <cmath>
#include <random>

namespace tosaic::test::runcomparisontests {

using namespace Qt::StringLiterals;
using namespace tosaic::profile;
using tosaic::Verdict;
using Kind = ComparedValue::Kind;

namespace {

ComparedValue counter(
    const QString &name, std::vector<double> repeats, const QString &unit = u"cycles"_s)
{
    return { Kind::Counter, u"Inference"_s, name, unit, false, std::move(repeats) };
}

ComparedValue oneOperator(const QString &name, double cycles)
{
    return { Kind::Operator, {}, name, u"cycles"_s, false, { cycles } };
}

const ValueChange &changeOf(const std::vector<ValueChange> &changes, const QString &name)
{
    const auto it = std::ranges::find(changes, name, &ValueChange::name);
    if (it == changes.end())
        qFatal("no change of %s", qPrintable(name));
    return *it;
}

QStringList namesOf(const std::vector<ValueChange> &changes)
{
    QStringList names;
    for (const auto &change : changes)
        names << change.name;
    return names;
}

} // namespace

TEST(RunComparison, CpuCyclesOfAnFvpAreNeitherWorseNorBetter)
{
    const auto runWith = [](double npu, double cpu, bool isAccurate) {
        auto cycles = counter(u"CPU inference"_s, { cpu });
        cycles.isAccurate = isAccurate;
        return ComparableRun{ {}, { counter(u"CYCLE_COUNTER"_s, { npu }), cycles } };
    };
    const auto comparison = compareRuns(runWith(100, 1000, false), runWith(110, 9000, false));
    const auto &cpu = changeOf(comparison.counters, u"CPU inference"_s);
    EXPECT_EQ(cpu.verdict(), Verdict::Changed);
    EXPECT_FALSE(cpu.isAccurate);
    EXPECT_NEAR(*comparison.worstGrowth(), 0.1, 1e-9);
    const auto board = compareRuns(runWith(100, 1000, true), runWith(110, 9000, true));
    EXPECT_EQ(changeOf(board.counters, u"CPU inference"_s).verdict(), Verdict::Worse);
    EXPECT_NEAR(*board.worstGrowth(), 8, 1e-9);
}

// All expected p by counting choices by hand.
TEST(RankTest, IsExactForFewValues)
{
    using Values = std::vector<double>;
    // {1,2,3} against {4,5,6}: 2 of C(6,3) = 20 sums are as far apart (6 and 15).
    const auto apart = *rankTest(Values{ 1, 2, 3 }, Values{ 4, 5, 6 });
    EXPECT_DOUBLE_EQ(apart.p, 0.1);
    EXPECT_DOUBLE_EQ(apart.leastP, 0.1);
    EXPECT_FALSE(apart.hasEnoughRepeats());
    // Four and four apart: 2 of 70.
    const auto four = *rankTest(Values{ 10, 11, 12, 13 }, Values{ 4, 5, 6, 7 });
    EXPECT_DOUBLE_EQ(four.p, 2.0 / 70);
    EXPECT_TRUE(four.hasEnoughRepeats());
    EXPECT_TRUE(four.isSignificant());
    // {1,3} against {2,4}: rank sum 4, mean 5; sums of two of 1..4: 3,4,5,5,6,7: 4 of 6 are at
    // least 1 away.
    EXPECT_DOUBLE_EQ(rankTest(Values{ 1, 3 }, Values{ 2, 4 })->p, 4.0 / 6);
    // Ties {1,1} against {1,2}: ranks 2,2,2,4; sums 4 (3 times), 6 (3 times), mean 5: all are 1
    // away.
    EXPECT_DOUBLE_EQ(rankTest(Values{ 1, 1 }, Values{ 1, 2 })->p, 1);
    EXPECT_DOUBLE_EQ(rankTest(Values{ 5, 5, 5, 5 }, Values{ 5, 5, 5, 5 })->p, 1);
    EXPECT_DOUBLE_EQ(rankTest(Values{ 1 }, Values{ 2 })->leastP, 1);
    EXPECT_FALSE(rankTest({}, Values{ 2 }));
    // The order of the sides does not matter.
    EXPECT_DOUBLE_EQ(rankTest(Values{ 4, 5, 6 }, Values{ 1, 2, 3 })->p, 0.1);
}

TEST(RankTest, GoesOnByTheNormalApproximation)
{
    std::vector<double> low;
    std::vector<double> high;
    std::vector<double> mixedA;
    std::vector<double> mixedB;
    for (int i = 0; i < 30; ++i) {
        low.push_back(i);
        high.push_back(100 + i);
        mixedA.push_back(2 * i);
        mixedB.push_back(2 * i + 1);
    }
    EXPECT_LT(rankTest(low, high)->p, 1e-9);
    EXPECT_GT(rankTest(mixedA, mixedB)->p, 0.5);
    EXPECT_EQ(rankTest(std::vector<double>(30, 5), std::vector<double>(30, 5))->p, 1);
    // Sums of so many ranks do not fit into 32 bits.
    std::vector<double> first(40'000);
    std::vector<double> second(40'000);
    for (size_t i = 0; i < first.size(); ++i) {
        first[i] = double(i * 2);
        second[i] = double(i * 2 + 1);
    }
    EXPECT_GT(rankTest(first, second)->p, 0.5);
    EXPECT_LT(rankTest(first, std::vector<double>(40'000, 79'000))->p, 1e-9);
}

TEST(RankTest, KnownDistributionsGiveTheSame)
{
    using Values = std::vector<double>;
    RankDistributions known;
    std::mt19937 random(3);
    for (int round = 0; round < 600; ++round) {
        Values a(1 + random() % 6);
        Values b(1 + random() % 6);
        for (auto *values : { &a, &b })
            std::ranges::generate(*values, [&] { return double(random() % 5); });
        const auto fresh = *rankTest(a, b);
        EXPECT_EQ(rankTest(a, b, &known)->p, fresh.p);
        EXPECT_EQ(rankTest(a, b, &known)->leastP, fresh.leastP);
    }
}

TEST(RankTest, TakesTheMiddle)
{
    EXPECT_EQ(medianOf(std::vector<double>{ 1.6e308, 1.6e308 }), 1.6e308);
    EXPECT_EQ(medianOf(std::vector<double>{ 3, 1, 2 }), 2);
    EXPECT_EQ(medianOf(std::vector<double>{ 4, 1, 2, 3 }), 2.5);
}

/// What would be printed as "+0.0 %" is no regression; a limit of 0 % sees it all the same.
TEST(RunComparison, AChangeTooSmallToPrintIsTheSame)
{
    const auto comparison = compareRuns({ {}, { counter(u"CYCLE_COUNTER"_s, { 774'444 }) } },
        { {}, { counter(u"CYCLE_COUNTER"_s, { 774'500 }) } });
    const auto &cycles = changeOf(comparison.counters, u"CYCLE_COUNTER"_s);
    EXPECT_EQ(cycles.verdict(), Verdict::Same);
    EXPECT_EQ(cycles.difference(), 56);
    EXPECT_TRUE(cycles.isGrowth());
}

TEST(RunComparison, JudgesCountersByWhatMoreOfThemMeans)
{
    const ComparableRun before{ {},
        { counter(u"CYCLE_COUNTER"_s, { 1000 }), counter(u"NPU_IDLE"_s, { 100 }),
            counter(u"AXI0_RD_DATA_BEAT_RECEIVED"_s, { 400 }, u"beats"_s),
            counter(u"MAC_ACTIVE"_s, { 500 }), counter(u"GONE"_s, { 1 }),
            counter(u"cntr0"_s, { 5 }, {}) } };
    const ComparableRun now{ {},
        { counter(u"CYCLE_COUNTER"_s, { 1100 }), counter(u"NPU_IDLE"_s, { 300 }),
            counter(u"AXI0_RD_DATA_BEAT_RECEIVED"_s, { 300 }, u"beats"_s),
            counter(u"MAC_ACTIVE"_s, { 500 }), counter(u"NEW"_s, { 1 }),
            counter(u"cntr0"_s, { 6 }, {}) } };
    const auto comparison = compareRuns(before, now);
    const auto verdict
        = [&](const QString &name) { return changeOf(comparison.counters, name).verdict(); };
    EXPECT_EQ(verdict(u"CYCLE_COUNTER"_s), Verdict::Worse);
    EXPECT_EQ(verdict(u"NPU_IDLE"_s), Verdict::Changed);
    EXPECT_EQ(verdict(u"AXI0_RD_DATA_BEAT_RECEIVED"_s), Verdict::Better);
    EXPECT_EQ(verdict(u"MAC_ACTIVE"_s), Verdict::Same);
    EXPECT_EQ(verdict(u"GONE"_s), Verdict::OnlyOld);
    EXPECT_EQ(verdict(u"NEW"_s), Verdict::OnlyNew);
    EXPECT_EQ(verdict(u"cntr0"_s), Verdict::Changed); // nobody knows what it counts
    const auto &cycles = changeOf(comparison.counters, u"CYCLE_COUNTER"_s);
    EXPECT_EQ(cycles.difference(), 100);
    EXPECT_DOUBLE_EQ(*cycles.relative(), 0.1);
    EXPECT_EQ(cycles.significance, Significance::NotEnoughRepeats);
    EXPECT_FALSE(cycles.p);
    EXPECT_EQ(comparison.comparedCounters, 5);
    EXPECT_DOUBLE_EQ(*comparison.worstGrowth(), 0.1);
    EXPECT_FALSE(changeOf(comparison.counters, u"GONE"_s).newValue);
}

TEST(RunComparison, RanksRegressionsFirst)
{
    const ComparableRun before{ {},
        { counter(u"A"_s, { 100 }), counter(u"B"_s, { 1000 }), counter(u"C"_s, { 10 }),
            counter(u"ZERO"_s, { 0 }), oneOperator(u"conv1"_s, 10), oneOperator(u"conv2"_s, 1000),
            oneOperator(u"add"_s, 50) } };
    const ComparableRun now{ {},
        { counter(u"A"_s, { 150 }), counter(u"B"_s, { 1100 }), counter(u"C"_s, { 5 }),
            counter(u"ZERO"_s, { 1 }), oneOperator(u"conv1"_s, 30), oneOperator(u"conv2"_s, 1100),
            oneOperator(u"add"_s, 50) } };
    const auto comparison = compareRuns(before, now);
    // By share: from nothing, 50 %, 10 %; then what got better.
    EXPECT_EQ(namesOf(comparison.counters), (QStringList{ u"ZERO"_s, u"A"_s, u"B"_s, u"C"_s }));
    // By cycles: 100, 20.
    EXPECT_EQ(namesOf(comparison.operators), (QStringList{ u"conv2"_s, u"conv1"_s, u"add"_s }));
    EXPECT_FALSE(changeOf(comparison.counters, u"ZERO"_s).relative());
    EXPECT_TRUE(std::isinf(*comparison.worstGrowth()));
}

TEST(RunComparison, RepeatsTellADifferenceFromChance)
{
    const ComparableRun before{ {},
        { counter(u"CLEAR"_s, { 100, 101, 102, 103, 104 }),
            counter(u"NOISY"_s, { 100, 140, 90, 120, 110 }) } };
    const ComparableRun now{ {},
        { counter(u"CLEAR"_s, { 110, 111, 112, 113, 114 }),
            counter(u"NOISY"_s, { 105, 138, 95, 130, 111 }) } };
    const auto comparison = compareRuns(before, now);
    const auto &clear = changeOf(comparison.counters, u"CLEAR"_s);
    EXPECT_EQ(clear.verdict(), Verdict::Worse);
    EXPECT_EQ(clear.significance, Significance::Significant);
    EXPECT_DOUBLE_EQ(*clear.rawP, 2.0 / 252);
    EXPECT_DOUBLE_EQ(*clear.p, 4.0 / 252) << "corrected for two tests";
    EXPECT_EQ(clear.oldValue, 102);
    const auto &noisy = changeOf(comparison.counters, u"NOISY"_s);
    EXPECT_EQ(noisy.verdict(), Verdict::WithinSpread);
    EXPECT_EQ(noisy.significance, Significance::NotSignificant);
    EXPECT_DOUBLE_EQ(*comparison.worstGrowth(), 10 / 102.0);
}

TEST(RunComparison, TellsConditionsWorstFirst)
{
    const ComparableRun before{ { { Condition::Target, u"ethos-u55-128"_s },
                                    { Condition::NpuClock, u"500000000"_s },
                                    { Condition::Model, u"a"_s }, { Condition::CpuClock, u"1"_s },
                                    { Condition::Origin, u"fvp"_s } },
        { counter(u"A"_s, { 1 }) } };
    const ComparableRun now{ { { Condition::Target, u"ethos-u85-256"_s },
                                 { Condition::NpuClock, u"500000000"_s },
                                 { Condition::Model, u"b"_s }, { Condition::Origin, u"fvp"_s },
                                 { Condition::Mode, u"fast"_s } },
        { counter(u"A"_s, { 1 }) } };
    const auto comparison = compareRuns(before, now);
    ASSERT_EQ(comparison.conditions.size(), 4U);
    EXPECT_EQ(comparison.conditions[0].condition, Condition::Mode);
    EXPECT_EQ(comparison.conditions[0].comparability, Comparability::NotComparable);
    EXPECT_EQ(comparison.conditions[1].condition, Condition::Target);
    EXPECT_EQ(comparison.conditions[1].comparability, Comparability::Warning);
    // Not known on one side: told, but nobody knows that it differs.
    EXPECT_EQ(comparison.conditions[2].condition, Condition::CpuClock);
    EXPECT_EQ(comparison.conditions[2].comparability, Comparability::Note);
    EXPECT_EQ(comparison.conditions[3].condition, Condition::Model);
    EXPECT_EQ(comparison.comparability, Comparability::NotComparable);
    EXPECT_EQ(conditionKey(Condition::NpuClock), u"npuClockHz"_s);
}

TEST(RunComparison, OtherUnitsAreNotCompared)
{
    const auto comparison = compareRuns({ {}, { counter(u"time"_s, { 10 }, u"ns"_s) } },
        { {}, { counter(u"time"_s, { 20 }, u"ticks"_s) } });
    ASSERT_EQ(comparison.counters.size(), 1U);
    EXPECT_EQ(comparison.counters[0].verdict(), Verdict::NotComparable);
    EXPECT_EQ(comparison.counters[0].newUnit, u"ticks"_s);
    EXPECT_FALSE(comparison.counters[0].difference());
    EXPECT_FALSE(comparison.worstGrowth());
}

TEST(RunComparison, InstructionsOfOtherProgramsAreNotTheSameOperator)
{
    const auto call = [](const QString &title, int instruction, double ticks) {
        return oneOperator(u"%1 (chain 0, instruction %2)"_s.arg(title).arg(instruction), ticks);
    };
    const ComparableRun mlp{ { { Condition::Model, u"aa"_s } },
        { call(u"OPERATOR_CALL"_s, 0, 700), call(u"native_call_permute_copy.out"_s, 0, 690),
            call(u"native_call_addmm.out"_s, 1, 50), call(u"native_call_addmm.out"_s, 2, 60),
            oneOperator(u"layer 0, cycles"_s, 5) } };
    const ComparableRun cnn{ { { Condition::Model, u"bb"_s } },
        { call(u"OPERATOR_CALL"_s, 0, 155'000), call(u"native_call_convolution.out"_s, 0, 154'000),
            call(u"native_call_addmm.out"_s, 3, 100), oneOperator(u"layer 0, cycles"_s, 9) } };
    const auto compared = compareRuns(mlp, cnn);
    EXPECT_TRUE(compared.areOtherPrograms);
    for (const auto &change : compared.operators)
        EXPECT_FALSE(change.name.contains(u"instruction 0"_s)) << qPrintable(change.name);
    const auto &addmm = changeOf(compared.operators, u"native_call_addmm.out (all calls)"_s);
    EXPECT_EQ(addmm.oldValue, 110);
    EXPECT_EQ(addmm.verdict(), Verdict::Better);
    EXPECT_EQ(changeOf(compared.operators, u"layer 0, cycles"_s).verdict(), Verdict::NotComparable);
    EXPECT_EQ(changeOf(compared.operators, u"native_call_convolution.out (all calls)"_s).verdict(),
        Verdict::OnlyNew);
    // Without hashes the kernels tell.
    EXPECT_TRUE(compareRuns({ {}, mlp.values }, { {}, cnn.values }).areOtherPrograms);
    const auto same = compareRuns({ {}, mlp.values }, { {}, mlp.values });
    EXPECT_FALSE(same.areOtherPrograms);
    EXPECT_EQ(changeOf(same.operators, u"OPERATOR_CALL (chain 0, instruction 0)"_s).verdict(),
        Verdict::Same);
}

TEST(RunComparison, BeatsOfPortsOfDifferentWidthAreComparedInBytes)
{
    const auto run = [](const QString &target, double beats) {
        return ComparableRun{ { { Condition::Target, target } },
            { counter(u"AXI0_RD_DATA_BEAT_RECEIVED"_s, { beats }, u"beats"_s) } };
    };
    const auto compared = compareRuns(run(u"ethos-u55-128"_s, 1000), run(u"ethos-u65-256"_s, 600));
    ASSERT_EQ(compared.counters.size(), 1U);
    EXPECT_EQ(compared.counters[0].unit, u"bytes"_s);
    EXPECT_EQ(compared.counters[0].oldValue, 8000);
    EXPECT_EQ(compared.counters[0].newValue, 9600);
    EXPECT_EQ(compared.counters[0].verdict(), Verdict::Worse);
    const auto same = compareRuns(run(u"ethos-u65-256"_s, 1), run(u"ethos-u85-256"_s, 1));
    EXPECT_EQ(same.counters[0].unit, u"beats"_s);
}

TEST(RunComparison, ASingleGroupIsTheSameWhateverItIsCalled)
{
    auto other = counter(u"A"_s, { 2 });
    other.group = u"kws"_s;
    EXPECT_EQ(
        compareRuns({ {}, { counter(u"A"_s, { 1 }) } }, { {}, { other } }).comparedCounters, 1);
    // With two on a side the labels decide.
    const auto two = compareRuns(
        { {}, { counter(u"A"_s, { 1 }) } }, { {}, { other, counter(u"A"_s, { 1 }) } });
    EXPECT_EQ(two.comparedCounters, 1);
    EXPECT_EQ(two.counters[0].verdict(), Verdict::Same);
    EXPECT_EQ(two.counters[1].verdict(), Verdict::OnlyNew);
}

} // namespace tosaic::test::runcomparisontests
