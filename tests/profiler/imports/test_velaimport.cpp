// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/workspace.h"
#include "profiler/imports/comparableruns.h"
#include "profiler/imports/growthlimit.h"
#include "profiler/imports/runimport.h"
#include "profiler/store/runfromvalues.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDir>

#include <cmath>

namespace tosaic::test::velaimporttests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::profile;
using workspace::Workspace;

namespace {

QString velaFile(const QString &folder, const QString &filter)
{
    const QDir dir(test::samplesDir() + u"/generated/vela/"_s + folder);
    const auto found = dir.entryList({ filter }, QDir::Files);
    return found.isEmpty() ? QString() : dir.filePath(found.first());
}

MeasuredRun imported(const QString &path)
{
    auto read = readRunFile(path);
    EXPECT_TRUE(read) << qPrintable(path) << qPrintable(read ? QString() : read.error().toText());
    return read ? std::move(*read) : MeasuredRun();
}

std::optional<double> valueOf(const MeasuredRun &run, const QString &name)
{
    for (const auto &value : run.values) {
        if (value.name == name && value.kind != "operator"_L1)
            return value.value;
    }
    return {};
}

double operatorSum(const MeasuredRun &run)
{
    double sum = 0;
    for (const auto &value : run.values)
        sum += value.kind == "operator"_L1 ? value.value : 0;
    return sum;
}

} // namespace

TEST(VelaImport, ConsoleAndSummarySayTheSame)
{
    TOSAIC_NEED_SAMPLES();
    const auto folder = u"kws-u55-128-v5.2.0"_s;
    const auto console = imported(velaFile(folder, u"console.txt"_s));
    const auto summary = imported(velaFile(folder, u"*summary*.csv"_s));
    EXPECT_EQ(console.kind, u"vela-console"_s);
    EXPECT_EQ(console.origin, Origin::Estimate);
    EXPECT_EQ(console.conditions.target, summary.conditions.target);
    ASSERT_TRUE(valueOf(summary, u"total cycles"_s));
    // The console prints whole cycles, and KiB with two decimals.
    EXPECT_NEAR(*valueOf(console, u"total cycles"_s), *valueOf(summary, u"total cycles"_s), 1);
    EXPECT_NEAR(*valueOf(console, u"SRAM used"_s), *valueOf(summary, u"SRAM used"_s), 6);
}

TEST(VelaImport, ADebugDatabaseGivesOperatorsThatAddUpToTheTotal)
{
    TOSAIC_NEED_SAMPLES();
    const auto folder = u"kws-u85-256-v5.2.0"_s;
    const auto database = imported(velaFile(folder, u"*.xml"_s));
    EXPECT_EQ(database.kind, u"vela-debug-db"_s);
    EXPECT_EQ(database.origin, Origin::Estimate);
    EXPECT_GT(operatorSum(database), 0);
    EXPECT_EQ(valueOf(database, u"total cycles"_s), operatorSum(database));
    const auto summary = imported(velaFile(folder, u"*summary*.csv"_s));
    EXPECT_NEAR(
        operatorSum(database), *valueOf(summary, u"total cycles"_s), 0.001 * operatorSum(database));
}

TEST(VelaImport, TwoCompilerVersionsAreCompared)
{
    TOSAIC_NEED_SAMPLES();
    const std::vector before{ imported(velaFile(u"kws-u55-128-v4.5.0"_s, u"*summary*.csv"_s)) };
    const std::vector now{ imported(velaFile(u"kws-u55-128-v5.2.0"_s, u"*summary*.csv"_s)) };
    const auto comparison = compareRuns(comparableRun(before), comparableRun(now));
    EXPECT_GT(comparison.comparedCounters, 5);
    EXPECT_EQ(comparison.comparability, Comparability::Note);
    const std::vector others{ imported(velaFile(u"kws-u85-256-v5.2.0"_s, u"*summary*.csv"_s)) };
    const auto across = compareRuns(comparableRun(now), comparableRun(others));
    EXPECT_EQ(across.comparability, Comparability::Warning); // another target
}

TEST(VelaImport, ReportsWithoutNumbersAreRefused)
{
    TOSAIC_NEED_SAMPLES();
    const auto path = velaFile(u"fail-unknown-accelerator"_s, u"console.txt"_s);
    const auto read = readRunFile(path);
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().location.file, path);
}

TEST(GrowthLimit, TellsWhatGrewTooMuch)
{
    const auto side = [](double cycles, double conv, const QString &mode = {}) {
        ComparableRun run;
        run.values = { { ComparedValue::Kind::Counter, {}, u"NPU_ACTIVE"_s, u"cycles"_s, false,
                           { cycles } },
            { ComparedValue::Kind::Operator, {}, u"conv"_s, u"cycles"_s, false, { conv } } };
        if (!mode.isEmpty())
            run.conditions[Condition::Mode] = mode;
        return run;
    };
    using Outcome = GrowthVerdict::Outcome;
    const auto grown = compareRuns(side(100, 10), side(106, 20));
    EXPECT_EQ(judgeGrowth(grown, 5).outcome, Outcome::Fails);
    EXPECT_EQ(judgeGrowth(grown, 5).counters, std::vector<size_t>{ 0 });
    EXPECT_EQ(judgeGrowth(grown, 6).outcome, Outcome::Passes);
    EXPECT_EQ(judgeGrowth(grown, 6, true).operators, std::vector<size_t>{ 0 });
    EXPECT_EQ(judgeGrowth(compareRuns(side(1, 1), side(1, 1)), 0).outcome, Outcome::Passes);
    EXPECT_EQ(judgeGrowth(compareRuns(side(0, 1), side(1, 1)), 1e9).outcome, Outcome::Fails);
    const auto fast = compareRuns(side(1, 1, u"fast"_s), side(1, 1, u"fast"_s));
    EXPECT_EQ(judgeGrowth(fast, 5).outcome, Outcome::NotComparable);
    EXPECT_EQ(judgeGrowth(compareRuns({}, side(1, 1)), 5).outcome, Outcome::NothingInCommon);
}

TEST(StoredRuns, ARunOfNumbersIsListedWithItsCounters)
{
    const std::vector<workspace::RunValue> values{ { u"counter"_s, u"net"_s, u"total cycles"_s,
                                                       u"cycles"_s, 0, 100.6 },
        { u"time"_s, u"net"_s, u"time"_s, u"ns"_s, 0, 7000 },
        { u"counter"_s, u"net"_s, u"total cycles"_s, u"cycles"_s, 1, 90 },
        { u"operator"_s, u"net"_s, u"conv"_s, u"cycles"_s, 0, 50 } };
    const auto run = runFromValues(values);
    ASSERT_EQ(run.profiles.size(), 2U); // two repeats
    EXPECT_EQ(run.profiles[0].counters[0].value, 101U);
    EXPECT_EQ(run.profiles[0].timeNs, 7000U);
    const auto file = *Workspace::create(test::temporaryDir() + u"/numbers.tosaic"_s);
    const MeasuredRun stated{
        .name = u"x.csv"_s, .origin = Origin::Estimate, .kind = u"vela-summary"_s, .values = values
    };
    const auto stored = *RunStore(*file).load(*RunStore(*file).save(stated));
    EXPECT_EQ(stored.values, values);
    EXPECT_EQ(stored.kind, stated.kind);
    EXPECT_EQ(stored.run->profiles.size(), 2U);
}

TEST(StoredRuns, WhatIsStatedLaterIsWrittenBack)
{
    const auto file = *Workspace::create(test::temporaryDir() + u"/facts.tosaic"_s);
    RunStore store(*file);
    MeasuredRun run{ .name = u"a"_s };
    run.kind = u"vela-summary"_s;
    run.values = { { u"counter"_s, {}, u"n"_s, u"cycles"_s, 0, 1 } };
    run.stored = *store.save(run);
    run.name = u"before"_s;
    run.origin = Origin::Board;
    run.clockHz = 400'000'000U;
    run.modelSha256 = u"ff"_s;
    run.conditions.target = u"ethos-u65-256"_s;
    run.conditions.macs = 256U;
    ASSERT_TRUE(store.saveFacts(run));
    const auto loaded = *store.load(run.stored);
    EXPECT_EQ(loaded.name, run.name);
    EXPECT_EQ(loaded.origin, run.origin);
    EXPECT_EQ(loaded.clockHz, run.clockHz);
    EXPECT_EQ(loaded.modelSha256, run.modelSha256);
    EXPECT_EQ(loaded.conditions, run.conditions);
    EXPECT_EQ(loaded.values, run.values);
    run.stored = workspace::RunId(99);
    EXPECT_FALSE(store.saveFacts(run));
}

} // namespace tosaic::test::velaimporttests
