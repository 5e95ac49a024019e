// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analysis/counterdoubts.h"
#include "profiler/analysis/cycledivision.h"
#include "profiler/analysis/formulas.h"
#include "profiler/analysis/metricgroups.h"
#include "profiler/analysis/runmerge.h"
#include "profiler/parsers/consoleparser.h"
#include "profiler/parsers/eventtable.h"
#include "profiler/parsers/runjson.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::profile::goldenmetricstests {
namespace {

/// Numbers of tests/fixtures/metrics/golden.py, which computes them by itself.
QJsonArray goldenCases()
{
    QFile file(test::sourcePath(u"tests/fixtures/metrics/golden.json"_s));
    EXPECT_TRUE(file.open(QIODevice::ReadOnly));
    return QJsonDocument::fromJson(file.readAll()).array();
}

Profile profileOf(const QJsonObject &one)
{
    Profile profile;
    const auto context = one[u"context"_s].toObject();
    if (context.contains(u"inferences"_s))
        profile.inferences = quint64(context[u"inferences"_s].toInteger());
    const auto counters = one[u"counters"_s].toObject();
    for (const auto &name : counters.keys())
        profile.counters.push_back(
            { name, quint64(counters[name].toInteger()), findEvent(name).unit });
    return profile;
}

MetricContext contextOf(const QJsonObject &one)
{
    const auto object = one[u"context"_s].toObject();
    const auto number = [&object](const QString &key) {
        return object.contains(key) ? std::optional(quint64(object[key].toInteger()))
                                    : std::nullopt;
    };
    MetricContext context{ .product = object[u"product"_s].toString(),
        .modelMacs = number(u"modelMacs"_s),
        .clockHz = number(u"clockHz"_s),
        .areSums = object[u"areSums"_s].toBool(),
        .isCycleCounterGated = object[u"isCycleCounterGated"_s].toBool() };
    if (const auto macs = number(u"npuMacs"_s))
        context.npuMacs = quint32(*macs);
    for (const auto &name : object[u"overflowed"_s].toArray())
        context.overflowed << name.toString();
    return context;
}

TEST(GoldenMetrics, EveryNumberIsTheOneComputedElsewhere)
{
    const auto cases = goldenCases();
    ASSERT_GE(cases.size(), 13);
    int compared = 0;
    for (const auto &value : cases) {
        const auto one = value.toObject();
        SCOPED_TRACE(one[u"name"_s].toString().toStdString());
        const auto metrics = computeMetrics(profileOf(one), contextOf(one));
        const auto wanted = one[u"metrics"_s].toObject();
        for (const auto &id : wanted.keys()) {
            const auto *metric = findMetric(metrics, id);
            ASSERT_TRUE(metric) << id.toStdString();
            if (wanted[id].isNull()) {
                EXPECT_FALSE(metric->value) << id.toStdString();
                EXPECT_STRNE(metric->whyNot, "") << id.toStdString();
            } else {
                ASSERT_TRUE(metric->value)
                    << id.toStdString() << ": " << whyNotText(*metric).toStdString();
                EXPECT_NEAR(*metric->value, wanted[id].toDouble(),
                    1e-12 * std::max(1.0, wanted[id].toDouble()))
                    << id.toStdString();
            }
            ++compared;
        }
    }
    EXPECT_GE(compared, 85);
}

/// The golden table would not notice a metric that nobody asked for.
TEST(GoldenMetrics, EveryWeightAndLatencyEventOfEveryProductTells)
{
    int events = 0;
    for (const auto &event : pmuEvents()) {
        const auto name = QString::fromUtf16(event.name);
        const bool isLatency = name.startsWith("AXI_LATENCY_"_L1);
        if (!name.startsWith("WD_"_L1) && !isLatency)
            continue;
        const Profile profile{ .counters = { { u"CYCLE_COUNTER"_s, 100, u"cycles"_s },
                                   { name, 10, QString::fromUtf16(event.unit) } } };
        const auto metrics = computeMetrics(profile, {});
        const auto tells = [&](const ComputedMetric &metric) {
            return std::ranges::any_of(metric.inputs,
                [&](const FormulaInput &input) { return input.symbol == name && input.value; });
        };
        EXPECT_TRUE(std::ranges::any_of(metrics, tells)) << name.toStdString();
        ++events;
    }
    EXPECT_GE(events, 12 + 31 + 7); // U55 and U65; U85's others; latencies
}

TEST(CounterDoubts, SayWhichCounterAndWhy)
{
    using Reason = CounterDoubt::Reason;
    const Profile profile{ .counters
        = { { u"CYCLE_COUNTER"_s, 1000, u"cycles"_s }, { u"MAC_ACTIVE"_s, 0xffffffff, u"cycles"_s },
            { u"WD_ACTIVE"_s, 10, u"cycles"_s },
            { u"NPU_IDLE"_s, 0xffffffff, u"cycles"_s, true } } };
    const auto doubts = counterDoubts(profile, { .overflowed = { u"WD_ACTIVE"_s } });
    ASSERT_EQ(doubts.size(), 2U) << "what software computed is not judged";
    EXPECT_EQ(doubts[0].counter, u"MAC_ACTIVE"_s);
    EXPECT_EQ(doubts[0].reason, Reason::Saturated);
    EXPECT_EQ(doubts[1].reason, Reason::Reported);
    const auto problems = doubtDiagnostics(profile, {}, u"a.log"_s);
    ASSERT_EQ(problems.size(), 1U);
    EXPECT_EQ(problems[0].id, u"counter.overflow"_s);
    EXPECT_EQ(problems[0].text, u"MAC_ACTIVE overflowed: all its bits are set"_s);
    const auto metrics = computeMetrics(profile, { .overflowed = { u"WD_ACTIVE"_s } });
    EXPECT_EQ(whyNotText(*findMetric(metrics, u"mac.engine-utilisation"_s)),
        u"MAC_ACTIVE overflowed: all its bits are set"_s);
}

TEST(CounterDoubts, IdleCyclesThatAreComputedAreTheRest)
{
    const auto kit = [](quint64 total) {
        return Profile{ .counters
            = { { u"NPU_ACTIVE"_s, 100, u"cycles"_s }, { u"NPU_IDLE"_s, 5, u"cycles"_s, true },
                { u"CYCLE_COUNTER"_s, total, u"cycles"_s } } };
    };
    EXPECT_TRUE(counterDoubts(kit(105), {}).empty());
    EXPECT_TRUE(counterDoubts(kit(107), {}).empty()) << "means are rounded";
    const auto problems = doubtDiagnostics(kit(999), {}, u"a.log"_s);
    ASSERT_EQ(problems.size(), 1U);
    EXPECT_EQ(problems[0].id, u"counter.contradiction"_s);
    EXPECT_TRUE(doubtOf(counterDoubts(kit(999), {}), u"NPU_IDLE"_s));
    auto counted = kit(999); // by hardware, in a window of its own
    counted.counters[1].isDerived = false;
    EXPECT_TRUE(counterDoubts(counted, {}).empty());
}

TEST(CounterDoubts, MediansOfSeveralRunsNeedNotAddUp)
{
    Profile merged{ .counters
        = { { u"NPU_ACTIVE"_s, 400'000, u"cycles"_s }, { u"NPU_IDLE"_s, 700, u"cycles"_s, true },
            { u"CYCLE_COUNTER"_s, 400'600, u"cycles"_s } } };
    EXPECT_TRUE(counterDoubts(merged, {}).empty()) << "of 600, 700 and 800 idle cycles";
    EXPECT_TRUE(findMetric(computeMetrics(merged, {}), u"npu.active-share"_s)->value);
    merged.counters[1].value = 60'000;
    ASSERT_EQ(counterDoubts(merged, {}).size(), 1U);
    EXPECT_EQ(counterDoubts(merged, {}).front().reason, CounterDoubt::Reason::CountsTwice);
}

TEST(CounterDoubts, WhatCannotBeIsNoFact)
{
    using Reason = CounterDoubt::Reason;
    Profile profile{ .counters
        = { { u"CYCLE_COUNTER"_s, 500'000, u"cycles"_s }, { u"NPU_ACTIVE"_s, 450'000, u"cycles"_s },
            { u"AXI0_RD_DATA_BEAT_RECEIVED"_s, 4'294'967'292, u"beats"_s },
            { u"AXI1_RD_DATA_BEAT_RECEIVED"_s, 500'000, u"beats"_s },
            { u"SRAM_RD_DATA_BEAT_RECEIVED"_s, 900'000, u"beats"_s } } };
    auto doubts = counterDoubts(profile, {});
    ASSERT_EQ(doubts.size(), 1U) << "several ports move several beats in a cycle";
    EXPECT_EQ(doubts.front().counter, u"AXI0_RD_DATA_BEAT_RECEIVED"_s);
    EXPECT_EQ(doubts.front().reason, Reason::TooManyBeats);
    EXPECT_EQ(doubtDiagnostics(profile, {}, {}).front().id, u"counter.contradiction"_s);

    profile.counters[0].value = 1000;
    doubts = counterDoubts(profile, { .isCycleCounterGated = true });
    ASSERT_EQ(doubts.size(), 2U) << "nobody knows which of the two is wrong";
    EXPECT_EQ(doubts[0].counter, u"NPU_ACTIVE"_s);
    EXPECT_EQ(doubts[1].counter, u"CYCLE_COUNTER"_s);
    EXPECT_FALSE(findMetric(computeMetrics(profile, {}), u"npu.cycles"_s)->value);
}

TEST(CounterDoubts, AnOverflowThatTheLogReportsIsOfItsCounter)
{
    ConsoleParser parser;
    parser.feed("INFO - Counter overflow detected for NPU ACTIVE.\n"
                "INFO - Overflow detected for NPU AXI0_RD_DATA_BEAT_RECEIVED\n"
                "INFO - Profile for Inference:\nINFO - NPU ACTIVE: 5 cycles\n"
                "INFO - NPU AXI0_RD_DATA_BEAT_RECEIVED: 0 beats\nINFO - NPU TOTAL: 9 cycles\n");
    const auto run = parser.finish();
    ASSERT_TRUE(run);
    const auto context = contextOf(*run);
    EXPECT_EQ(
        context.overflowed, (QStringList{ u"NPU_ACTIVE"_s, u"AXI0_RD_DATA_BEAT_RECEIVED"_s }));
    EXPECT_FALSE(context.isCycleCounterGated);
    const auto json = runToJson(*run).value("profiles"_L1).toArray().at(0).toObject();
    EXPECT_EQ(json.value("overflowed"_L1).toArray(),
        (QJsonArray{ u"NPU_ACTIVE"_s, u"AXI0_RD_DATA_BEAT_RECEIVED"_s }));
    // Nothing of it is in a merged record.
    const auto merged = mergeRuns(
        measurementsOf({ .name = u"a.log"_s, .run = std::make_shared<const profile::Run>(*run) }));
    ASSERT_TRUE(merged);
    EXPECT_FALSE(merged->counter(u"NPU_ACTIVE"_s));
    EXPECT_TRUE(merged->counter(u"CYCLE_COUNTER"_s));
    EXPECT_TRUE(cycleDivision(run->profiles.front(), context).empty());
    const auto metrics = computeMetrics(run->profiles.front(), context);
    for (const auto &id : { u"npu.active-share"_s, u"npu.active-time"_s })
        EXPECT_FALSE(findMetric(metrics, id)->value);
}

TEST(GatedCycles, ExecutorchCountsNoIdleCyclesInItsCycleCounter)
{
    ConsoleParser parser;
    parser.feed("I [executorch:arm_perf_monitor.cpp:1 f()] NPU Inferences : 1\n"
                "ethosu_pmu_cycle_cntr : 900\nethosu_pmu_cntr0 : 100\n"
                "Ethos-U PMU Events:[ETHOSU_PMU_NPU_IDLE]\n");
    const auto run = parser.finish();
    ASSERT_TRUE(run);
    const auto context = contextOf(*run);
    ASSERT_TRUE(context.isCycleCounterGated);
    const auto metrics = computeMetrics(run->profiles.front(), context);
    const auto *active = findMetric(metrics, u"npu.active-share"_s);
    EXPECT_EQ(active->formula, u"A / W"_s);
    EXPECT_DOUBLE_EQ(active->value.value_or(0), 0.9);
    const auto parts = cycleDivision(run->profiles.front(), context);
    const auto idle = std::ranges::find(parts, CyclePart::Kind::Idle, &CyclePart::kind);
    ASSERT_NE(idle, parts.end());
    EXPECT_DOUBLE_EQ(idle->share, 0.1);
    EXPECT_EQ(idle->formula, u"NPU_IDLE / (CYCLE_COUNTER + NPU_IDLE) = 100 / 1000"_s);
}

} // namespace
} // namespace tosaic::profile::goldenmetricstests
