// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analysis/metricgroups.h"
#include "profiler/analysis/runmerge.h"
#include "profiler/analysis/runsample.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::profile::metricgroupstests {
namespace {

Profile u55Profile()
{
    return { .inferences = 2,
        .counters = { { u"AXI0_RD_DATA_BEAT_RECEIVED"_s, 1000, u"beats"_s },
            { u"AXI0_WR_DATA_BEAT_WRITTEN"_s, 500, u"beats"_s },
            { u"AXI1_RD_DATA_BEAT_RECEIVED"_s, 250, u"beats"_s },
            { u"NPU_ACTIVE"_s, 9000, u"cycles"_s }, { u"CYCLE_COUNTER"_s, 10000, u"cycles"_s },
            { u"MAC_STALLED_BY_WD"_s, 30, u"cycles"_s }, { u"MAC_ACTIVE"_s, 4500, u"cycles"_s },
            { u"WD_STALLED_BY_WS"_s, 10, u"cycles"_s }, { u"WD_ACTIVE"_s, 40, u"cycles"_s } } };
}

TEST(MetricGroups, EveryMetricIsInTheGroupItBelongsTo)
{
    const auto metrics = computeMetrics(u55Profile(), { .product = u"U55"_s });
    const auto groupNamed = [&](const char *id) {
        const auto *metric = findMetric(metrics, QString::fromLatin1(id));
        EXPECT_NE(metric, nullptr) << id;
        return metric ? groupOf(*metric) : MetricGroup::Npu;
    };
    EXPECT_EQ(groupNamed("npu.active-share"), MetricGroup::Npu);
    EXPECT_EQ(groupNamed("mac.utilisation"), MetricGroup::Mac);
    EXPECT_EQ(groupNamed("npu.rate"), MetricGroup::Mac);
    EXPECT_EQ(groupNamed("port.bytes:AXI0_RD_DATA_BEAT_RECEIVED"), MetricGroup::Ports);
    EXPECT_EQ(groupNamed("stall:MAC_STALLED_BY_WD"), MetricGroup::Stalls);
    EXPECT_EQ(groupNamed("stall:WD_STALLED_BY_WS"), MetricGroup::Weights);
    EXPECT_EQ(groupNamed("npu.time"), MetricGroup::Time);
    EXPECT_EQ(groupNamed("npu.cycles"), MetricGroup::Time);
}

TEST(MetricGroups, NumbersArePutIntoTheFormula)
{
    const auto metrics = computeMetrics(u55Profile(),
        { .product = u"U55"_s, .npuMacs = 128, .modelMacs = 288'000, .areSums = true });
    const auto *utilisation = findMetric(metrics, u"mac.utilisation"_s);
    ASSERT_NE(utilisation, nullptr);
    EXPECT_EQ(formulaWithNumbers(*utilisation), u"288000 x 2 / (128 x 9000)"_s);
    EXPECT_DOUBLE_EQ(utilisation->value.value_or(0), 0.5);
    EXPECT_TRUE(whyNotText(*utilisation).isEmpty());
    const auto *rate = findMetric(metrics, u"npu.rate"_s);
    EXPECT_EQ(formulaWithNumbers(*rate), u"2 x 288000 x 2 x ? / 9000"_s);
    EXPECT_EQ(whyNotText(*rate), u"f is not known"_s);
}

TEST(MetricGroups, SeveralMissingInputsAreNamedTogether)
{
    const auto metrics = computeMetrics(u55Profile(), { .product = u"U55"_s });
    EXPECT_EQ(whyNotText(*findMetric(metrics, u"mac.utilisation"_s)), u"M, P are not known"_s);
}

TEST(RunSample, IsOneInferenceByGroupOfPorts)
{
    const MetricContext context{
        .product = u"U55"_s, .modelMacs = 90'000, .origin = Origin::Fvp, .areSums = true
    };
    const auto run = runSample(u"kws"_s, u55Profile(), context);
    EXPECT_TRUE(run.missing.isEmpty()) << run.missing.join(u',').toStdString();
    EXPECT_EQ(run.sample.macs, 90'000.0);
    EXPECT_EQ(run.sample.cycles, 4500.0);
    ASSERT_EQ(run.sample.bytes.size(), 2U);
    EXPECT_EQ(run.sample.bytes[0], 1500.0 * 8 / 2);
    EXPECT_EQ(run.sample.bytes[1], 250.0 * 8 / 2);
}

TEST(RunSample, APartOfTheTrafficIsNotAllOfIt)
{
    auto profile = u55Profile();
    profile.counters.erase(profile.counters.begin() + 1);
    const auto run = runSample(u"kws"_s, profile, { .product = u"U55"_s });
    EXPECT_FALSE(run.sample.bytes[0].has_value());
    EXPECT_TRUE(run.sample.bytes[1].has_value());
    EXPECT_EQ(run.missing, (QStringList{ u"M"_s, u"AXI0_WR_DATA_BEAT_WRITTEN"_s }));
    EXPECT_TRUE(runSample(u"kws"_s, profile, {}).missing.contains(u"B"_s)) << "which NPU";
}

TEST(RunMerge, MeasurementsOfALogAreRepeats)
{
    profile::Run log{ .family = LogFamily::ExecutorchRunner, .npu = LogNpu{ .product = u"U55"_s } };
    log.profiles = { u55Profile(), {}, u55Profile() };
    log.profiles[2].counters[3].value = 8000;
    const auto measured = measurementsOf({ .name = u"a.log"_s,
        .run = std::make_shared<const profile::Run>(log),
        .origin = Origin::Board });
    ASSERT_EQ(measured.size(), 2U) << "one holds nothing";
    EXPECT_EQ(measured[1].name, u"a.log #3"_s);
    EXPECT_EQ(measured[0].context.product, u"U55"_s);
    const auto record = mergeRuns(measured);
    ASSERT_TRUE(record.has_value());
    EXPECT_EQ(record->counter(u"NPU_ACTIVE"_s)->values, (std::vector<double>{ 4500, 4000 }))
        << "of one inference each";
}

TEST(RunMerge, TimesOfEveryInferenceAreValues)
{
    profile::Run log{ .family = LogFamily::Mlek };
    log.profiles = { { .cpuCycles = { .inference = 77 }, .timeNs = 20, .runNs = { 10, 20, 30 } } };
    const auto record = mergeRuns(
        measurementsOf({ .name = u"a.log"_s, .run = std::make_shared<const profile::Run>(log) }));
    ASSERT_TRUE(record.has_value());
    const auto time = std::ranges::find(record->others, u"Time"_s, &MergedCounter::name);
    ASSERT_NE(time, record->others.end());
    EXPECT_EQ(time->values, (std::vector<double>{ 10, 20, 30 })) << "the mean is no fourth one";
    EXPECT_EQ(time->runs, (std::vector<size_t>{ 0, 0, 0 }));
    EXPECT_EQ(time->spread.median, 20);
    EXPECT_EQ(record->others.size(), 2U);
    EXPECT_TRUE(record->counters.empty());
}

TEST(RunMerge, OtherModesAndLabelsStopIt)
{
    Measurement timed{ .name = u"a"_s, .profile = u55Profile() };
    auto fast = timed;
    fast.name = u"b"_s;
    fast.conditions.mode = u"fast"_s;
    const std::vector<Measurement> modes{ timed, fast };
    const auto mixed = mergeRuns(modes);
    ASSERT_FALSE(mixed.has_value());
    EXPECT_TRUE(mixed.error().detail.contains(u"fast"));
    auto other = timed;
    other.name = u"c"_s;
    other.profile.label = u"vww"_s;
    const std::vector<Measurement> labels{ timed, other };
    EXPECT_FALSE(mergeRuns(labels).has_value());
}

} // namespace
} // namespace tosaic::profile::metricgroupstests
