// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/units.h"
#include "profiler/analysis/formulas.h"
#include "profiler/analysis/roofline.h"
#include "profiler/analysis/runmerge.h"
#include "profiler/analysis/spread.h"
#include "profiler/parsers/consoleparser.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>

#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::profile::formulastests {
namespace {

/// Four inferences of a U85-256 network of 1,000,000 MACs at 500 MHz, summed.
Profile u85Sums()
{
    return { .inferences = 4,
        .counters = { { u"CYCLE_COUNTER"_s, 100'000, u"cycles"_s },
            { u"SRAM_RD_DATA_BEAT_RECEIVED"_s, 20'000, u"beats"_s },
            { u"SRAM_WR_DATA_BEAT_WRITTEN"_s, 10'000, u"beats"_s },
            { u"EXT_RD_DATA_BEAT_RECEIVED"_s, 15'000, u"beats"_s },
            { u"EXT_WR_DATA_BEAT_WRITTEN"_s, 5'000, u"beats"_s },
            { u"NPU_IDLE"_s, 20'000, u"cycles"_s }, { u"MAC_ACTIVE"_s, 40'000, u"cycles"_s },
            { u"WD_ACTIVE"_s, 8'000, u"cycles"_s } } };
}

MetricContext u85Context()
{
    return { .product = u"U85"_s,
        .npuMacs = 256,
        .modelMacs = 1'000'000,
        .clockHz = 500'000'000,
        .origin = Origin::Fvp,
        .areSums = true };
}

double valueOf(const std::vector<ComputedMetric> &metrics, const QString &id)
{
    const auto *metric = findMetric(metrics, id);
    return metric && metric->value ? *metric->value : std::nan("");
}

TEST(Formulas, HandComputedNumbers)
{
    const auto metrics = computeMetrics(u85Sums(), u85Context());
    EXPECT_DOUBLE_EQ(valueOf(metrics, u"npu.active-share"_s), 0.8); // (100000 - 20000) / 100000
    EXPECT_DOUBLE_EQ(valueOf(metrics, u"npu.idle-share"_s), 0.2);
    EXPECT_DOUBLE_EQ(valueOf(metrics, u"npu.cycles"_s), 25'000);
    EXPECT_DOUBLE_EQ(valueOf(metrics, u"npu.time"_s), 50e-6); // 25000 / 500 MHz
    EXPECT_DOUBLE_EQ(valueOf(metrics, u"npu.active-time"_s), 40e-6);
    EXPECT_DOUBLE_EQ(valueOf(metrics, u"mac.utilisation"_s), 0.1953125); // 4e6 / (256 x 80000)
    EXPECT_DOUBLE_EQ(valueOf(metrics, u"mac.duty"_s), 0.5);
    EXPECT_DOUBLE_EQ(valueOf(metrics, u"wd.activity"_s), 0.1);
    EXPECT_DOUBLE_EQ(valueOf(metrics, u"npu.rate"_s), 0.05); // 2 x 1e6 / 40 us = 50 GOPS
    EXPECT_DOUBLE_EQ(valueOf(metrics, u"port.all-bytes"_s), 200'000); // 50000 beats x 16 / 4
    EXPECT_DOUBLE_EQ(valueOf(metrics, u"npu.intensity"_s), 5);
    EXPECT_DOUBLE_EQ(valueOf(metrics, u"port.bytes:SRAM_RD_DATA_BEAT_RECEIVED"_s), 320'000);
    // Beside it stand numbers of one inference.
    const auto bytes = u"port.bytes:SRAM_RD_DATA_BEAT_RECEIVED"_s;
    EXPECT_STREQ(findMetric(metrics, bytes)->name, "Bytes of all inferences");
    auto each = u85Context();
    each.areSums = false;
    EXPECT_STREQ(findMetric(computeMetrics(u85Sums(), each), bytes)->name, "Bytes");
    EXPECT_DOUBLE_EQ(
        valueOf(metrics, u"port.bandwidth:SRAM_RD_DATA_BEAT_RECEIVED"_s), 2e9); // / 160 us
    EXPECT_DOUBLE_EQ(
        valueOf(metrics, u"port.average-bandwidth:SRAM_RD_DATA_BEAT_RECEIVED"_s), 1.6e9);
    for (const auto &metric : metrics)
        EXPECT_EQ(metric.origin, Origin::Fvp);
}

TEST(Formulas, AMissingInputIsNamed)
{
    const auto metrics = computeMetrics(u85Sums(), { .product = u"U85"_s, .areSums = true });
    const auto *utilisation = findMetric(metrics, u"mac.utilisation"_s);
    ASSERT_TRUE(utilisation);
    EXPECT_FALSE(utilisation->value);
    EXPECT_EQ(utilisation->missing, (QStringList{ u"M"_s, u"P"_s }));
    EXPECT_STREQ(utilisation->whyNot, "%1 is not known");
    EXPECT_EQ(utilisation->formula, u"M x N / (P x A)");
    const auto *dots = findMetric(metrics, u"mac.dot-product-duty"_s);
    EXPECT_EQ(dots->missing, QStringList{ u"MAC_DPU_ACTIVE"_s });
    // Without the port's own enabled cycles those in which the NPU was active stand in.
    const auto *occupancy = findMetric(metrics, u"port.occupancy:SRAM_RD_DATA_BEAT_RECEIVED"_s);
    EXPECT_EQ(occupancy->formula, u"SRAM_RD_DATA_BEAT_RECEIVED / A"_s);
    EXPECT_DOUBLE_EQ(occupancy->value.value_or(0), 0.25); // 20000 / 80000
    const Profile beats{ .counters = { u85Sums().counters[1] } };
    const auto alone = computeMetrics(beats, u85Context());
    const auto *unknown = findMetric(alone, u"port.occupancy:SRAM_RD_DATA_BEAT_RECEIVED"_s);
    EXPECT_FALSE(unknown->value);
    EXPECT_EQ(unknown->missing, QStringList{ u"SRAM_ENABLED_CYCLES"_s });
}

TEST(Formulas, ZeroAndContradictionAreReasonsToo)
{
    Profile profile{ .counters
        = { { u"CYCLE_COUNTER"_s, 0, u"cycles"_s }, { u"NPU_ACTIVE"_s, 100, u"cycles"_s },
            { u"WD_ACTIVE"_s, 101, u"cycles"_s } } };
    const auto metrics = computeMetrics(profile, {});
    const auto *active = findMetric(metrics, u"npu.active-share"_s);
    EXPECT_FALSE(active->value);
    EXPECT_EQ(active->missing, QStringList{ u"T"_s });
    EXPECT_STREQ(active->whyNot, "%1 is 0");
    const auto *decoder = findMetric(metrics, u"wd.activity"_s);
    EXPECT_FALSE(decoder->value);
    EXPECT_TRUE(decoder->missing.isEmpty());
    EXPECT_STRNE(decoder->whyNot, "");
}

TEST(Formulas, TheBusIsEightBytesOnU55AndSixteenOnTheOthers)
{
    Profile profile{ .counters = { { u"AXI0_RD_DATA_BEAT_RECEIVED"_s, 10, u"beats"_s },
                         { u"AXI0_WR_DATA_BEAT_WRITTEN"_s, 20, u"beats"_s },
                         { u"AXI1_RD_DATA_BEAT_RECEIVED"_s, 30, u"beats"_s } } };
    const auto u55 = computeMetrics(profile, { .product = u"U55"_s });
    EXPECT_DOUBLE_EQ(valueOf(u55, u"port.all-bytes"_s), 480); // its second port only reads
    const auto u65 = computeMetrics(profile, { .product = u"U65"_s });
    EXPECT_DOUBLE_EQ(valueOf(u65, u"port.bytes:AXI0_RD_DATA_BEAT_RECEIVED"_s), 160);
    EXPECT_TRUE(std::isnan(valueOf(u65, u"port.all-bytes"_s))); // AXI1 writes were not counted
    EXPECT_TRUE(std::isnan(valueOf(computeMetrics(profile, {}), u"port.all-bytes"_s)));
}

TEST(Formulas, StallsAreSharesOfTheirUnit)
{
    Profile profile{ .counters
        = { { u"MAC_ACTIVE"_s, 200, u"cycles"_s }, { u"MAC_STALLED_BY_WD"_s, 50, u"cycles"_s },
            { u"WD_STALLED_BY_WS"_s, 5, u"cycles"_s } } };
    const auto metrics = computeMetrics(profile, {});
    EXPECT_DOUBLE_EQ(valueOf(metrics, u"stall:MAC_STALLED_BY_WD"_s), 0.25);
    EXPECT_EQ(
        findMetric(metrics, u"stall:WD_STALLED_BY_WS"_s)->missing, QStringList{ u"WD_ACTIVE"_s });
}

TEST(Formulas, RealConsolesGiveOnlyWhatTheirCountersAllow)
{
    TOSAIC_NEED_SAMPLES();
    const QDir folder(test::samplesDir() + u"/logs"_s);
    size_t shares = 0;
    for (const auto &name : folder.entryList({ u"*.log"_s, u"*.txt"_s }, QDir::Files)) {
        QFile file(folder.filePath(name));
        ASSERT_TRUE(file.open(QIODevice::ReadOnly));
        ConsoleParser parser;
        parser.feed(file.readAll());
        const auto run = parser.finish();
        if (!run)
            continue;
        for (const auto &profile : run->profiles) {
            for (const auto &metric : computeMetrics(profile, contextOf(*run))) {
                EXPECT_NE(metric.value.has_value(), *metric.whyNot != 0);
                for (const auto &input : metric.inputs) {
                    if (profile.counter(input.symbol)) {
                        EXPECT_EQ(input.value, double(profile.counter(input.symbol)->value));
                    }
                }
                if (metric.unit == MetricUnit::Share && metric.value) {
                    EXPECT_LE(*metric.value, 1.0) << name.toStdString();
                    ++shares;
                }
            }
        }
    }
    EXPECT_GT(shares, 10u);
}

TEST(SpreadOf, MedianQuartilesAndDeviation)
{
    const std::vector<double> values{ 3, 1, 4, 1, 5, 9, 2, 6 };
    const auto spread = *spreadOf(values); // sorted: 1 1 2 3 4 5 6 9
    EXPECT_DOUBLE_EQ(spread.median, 3.5);
    EXPECT_DOUBLE_EQ(spread.lowerQuartile, 1.5);
    EXPECT_DOUBLE_EQ(spread.upperQuartile, 5.5);
    EXPECT_DOUBLE_EQ(spread.deviation, 2); // distances: .5 .5 1.5 1.5 2.5 2.5 2.5 5.5
    EXPECT_DOUBLE_EQ(spread.smallest, 1);
    EXPECT_DOUBLE_EQ(spread.largest, 9);
    EXPECT_TRUE(spread.outliers.empty()); // 5.5 < 3 x 1.4826 x 2
}

TEST(SpreadOf, OutliersAreFoundEvenAmongEqualValues)
{
    EXPECT_EQ(
        spreadOf(std::vector<double>{ 10, 11, 9, 10, 50 })->outliers, std::vector<size_t>{ 4 });
    EXPECT_EQ(
        spreadOf(std::vector<double>{ 7, 7, 7, 7, 7, 8 })->outliers, std::vector<size_t>{ 5 });
    EXPECT_TRUE(spreadOf(std::vector<double>{ 1, 1, 100 })->outliers.empty()); // too few to judge
    EXPECT_FALSE(spreadOf({}));
    EXPECT_TRUE(spreadOf(std::vector<double>{ 5 })->isConstant());
    EXPECT_EQ(spreadOf(std::vector<double>{ std::nan(""), 2 })->count, 1u);
}

std::vector<Measurement> twoEventSets()
{
    const MetricContext context{
        .product = u"U55"_s, .clockHz = 160'000'000, .origin = Origin::Board
    };
    std::vector<Measurement> sets{
        { .name = u"first.log"_s,
            .context = context,
            .profile = { .inferences = 2,
                .counters = { { u"CYCLE_COUNTER"_s, 2000, u"cycles"_s },
                    { u"AXI0_RD_DATA_BEAT_RECEIVED"_s, 600, u"beats"_s } } } },
        { .name = u"second.log"_s,
            .context = context,
            .profile = { .counters = { { u"CYCLE_COUNTER"_s, 1010, u"cycles"_s },
                             { u"MAC_ACTIVE"_s, 505, u"cycles"_s } } } }
    };
    sets.front().context.areSums = true;
    return sets;
}

TEST(MergeRuns, EventSetsBecomeOneRecordWithTheSpread)
{
    const auto record = mergeRuns(twoEventSets());
    ASSERT_TRUE(record);
    ASSERT_EQ(record->counters.size(), 3u);
    const auto *cycles = record->counter(u"CYCLE_COUNTER"_s);
    EXPECT_EQ(cycles->values, (std::vector<double>{ 1000, 1010 })); // per inference
    EXPECT_DOUBLE_EQ(cycles->spread.median, 1005);
    EXPECT_FALSE(cycles->spread.isConstant());
    EXPECT_EQ(record->counter(u"MAC_ACTIVE"_s)->runs, std::vector<size_t>{ 1 });
    EXPECT_TRUE(record->unverified.contains(u"artefact"_s));
    EXPECT_FALSE(record->unverified.contains(u"clock"_s));
    const auto profile = record->profile();
    EXPECT_EQ(profile.counter(u"AXI0_RD_DATA_BEAT_RECEIVED"_s)->value, 300u);
    EXPECT_EQ(profile.counter(u"CYCLE_COUNTER"_s)->value, 1005u);
}

TEST(MergeRuns, TheRecordOfOneInferenceHasProcessorAndTimeToo)
{
    std::vector<Measurement> runs(3);
    for (size_t i = 0; i < runs.size(); ++i) {
        runs[i].context.areSums = true;
        runs[i].profile = { .inferences = 2,
            .cpuCycles = { .inference = 200 + 20 * i, .byOperator = { { u"ethos-u"_s, 100 } } },
            .timeNs = 5 + i };
    }
    const auto profile = mergeRuns(runs)->profile();
    EXPECT_EQ(profile.cpuCycles.inference, 110U);
    EXPECT_EQ(profile.cpuCycles.byOperator.at(u"ethos-u"_s), 50U);
    EXPECT_EQ(profile.timeNs, 6U);
    EXPECT_FALSE(profile.cpuCycles.waitForNpu);
}

TEST(MergeRuns, DifferentConditionsAreRefused)
{
    auto runs = twoEventSets();
    runs[1].context.clockHz = 200'000'000;
    const auto refused = mergeRuns(runs);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::SpecInvalid);
    EXPECT_EQ(
        refused.error().detail, u"clock differs: 160000000 in first.log, 200000000 in second.log");
    runs = twoEventSets();
    runs[1].context.origin = Origin::Fvp;
    EXPECT_FALSE(mergeRuns(runs));
}

TEST(MergeRuns, AnOriginIsThatOfAllOrOfNone)
{
    auto runs = twoEventSets();
    EXPECT_EQ(mergeRuns(runs)->context.origin, Origin::Board);
    runs[1].context.origin.reset();
    const auto record = mergeRuns(runs);
    ASSERT_TRUE(record);
    EXPECT_FALSE(record->context.origin) << "the other one may be of anything";
    EXPECT_TRUE(record->unverified.contains(u"origin"_s));
    EXPECT_EQ(record->context.clockHz, 160'000'000U);
}

TEST(MergeRuns, TheMacsOfTheModelGoWithItsRuns)
{
    auto runs = twoEventSets();
    EXPECT_FALSE(mergeRuns(runs)->unverified.contains(u"model MACs"_s)) << "nobody states them";
    runs[0].context.modelMacs = 1000;
    EXPECT_EQ(mergeRuns(runs)->context.modelMacs, 1000U);
    EXPECT_TRUE(mergeRuns(runs)->unverified.contains(u"model MACs"_s));
    runs[1].context.modelMacs = 2000;
    EXPECT_FALSE(mergeRuns(runs)) << "two models";
}

TEST(KnownFacts, TheLogComesFirstThenTheUserThenTheProgram)
{
    const ProgramFacts program{
        .sha256 = u"aa"_s, .name = u"kws.pte"_s, .product = u"U55"_s, .npuMacs = 128, .modelMacs = 9
    };
    MeasuredRun run{ .name = u"kws.log"_s, .modelSha256 = u"aa"_s };
    EXPECT_EQ(programOf(run, { program })->name, u"kws.pte"_s);
    auto known = knownFactsOf(run, &program);
    EXPECT_EQ(known.values.product, u"U55"_s);
    EXPECT_EQ(known.values.npuMacs, 128U);
    EXPECT_EQ(known.values.modelMacs, 9U);
    EXPECT_EQ(known.product, FactSource::Program);
    run.conditions.target = u"ethos-u55-256"_s;
    known = knownFactsOf(run, &program);
    EXPECT_EQ(known.values.npuMacs, 256U);
    EXPECT_EQ(known.npuMacs, FactSource::Target);
    run.conditions.macs = 64;
    EXPECT_EQ(knownFactsOf(run, &program).values.npuMacs, 64U);
    run.run = std::make_shared<const profile::Run>(
        profile::Run{ .npu = LogNpu{ .product = u"U85"_s, .macs = 512 } });
    known = knownFactsOf(run, &program);
    EXPECT_EQ(known.values.product, u"U85"_s);
    EXPECT_EQ(known.values.npuMacs, 512U);
    EXPECT_EQ(known.product, FactSource::Log);
    run.modelSha256 = u"bb"_s;
    EXPECT_FALSE(programOf(run, { program })) << "another program";
}

/// Whoever attached it: what is known of that program does not hold for what the log is of.
TEST(KnownFacts, AProgramThatTheLogRefutesTellsNothingOfTheRun)
{
    const ProgramFacts program{
        .sha256 = u"aa"_s, .name = u"kws.pte"_s, .modelMacs = 9, .marks = { .fileBytes = 90'272 }
    };
    profile::Run log;
    log.model = LogModel{ .pteBytes = 90'272 };
    MeasuredRun run{ .name = u"kws.log"_s,
        .run = std::make_shared<const profile::Run>(log),
        .modelSha256 = u"aa"_s };
    EXPECT_TRUE(programOf(run, { program })) << "the same size";
    log.model->pteBytes = 50'000;
    run.run = std::make_shared<const profile::Run>(log);
    EXPECT_EQ(matchProgram(log, program.marks).reason(),
        u"file: %1 bytes in the console, %2 in the program"_s.arg(
            formatCount(50'000), formatCount(90'272)));
    const std::vector programs{ program };
    EXPECT_TRUE(isRefuted(run, program));
    EXPECT_FALSE(programOf(run, programs));
    EXPECT_EQ(statedProgramOf(run, programs)->name, u"kws.pte"_s) << "what it is attached to";
    // Imports of before took its MACs.
    run.conditions.modelMacs = 9;
    EXPECT_FALSE(knownFactsOf(run, &program).values.modelMacs);
    log.profiles = { { .timeNs = 1000 } };
    run.run = std::make_shared<const profile::Run>(log);
    EXPECT_TRUE(measurementsOf(run, &program).front().modelSha256.isEmpty());
    run.conditions.modelMacs = 10;
    EXPECT_EQ(knownFactsOf(run, &program).values.modelMacs, 10U) << "somebody stated them";
}

TEST(MergeRuns, SumsOverAnUnknownNumberAreLeftOut)
{
    auto runs = twoEventSets();
    runs[0].profile.inferences.reset();
    const auto record = mergeRuns(runs);
    ASSERT_TRUE(record);
    EXPECT_EQ(record->leftOut, std::vector<size_t>{ 0 });
    EXPECT_EQ(record->counter(u"CYCLE_COUNTER"_s)->values, std::vector<double>{ 1010 });
}

TEST(RooflineOf, PointsStandAtTheMemoryThatLimitsThem)
{
    const std::vector<RooflineSample> samples{
        // 8000 bytes at 16 take 500 cycles, 1000 at 4 take 250: the first memory limits
        { u"conv"_s, 64'000, 1000, { 8000, 1000 }, Origin::Fvp },
        { u"dense"_s, 256'000, 2000, { 16, 16 }, Origin::Fvp },
        { u"add"_s, 0, 10, { 1, 1 } },
        { u"unknown"_s, std::nullopt, 10, { 1, 1 } },
        { u"bytes"_s, 10, 10, { 1, std::nullopt } },
        { u"inside"_s, 10, 10, { 0, 0 } },
    };
    const auto roofline
        = rooflineOf(256, 1e9, { { u"Sram"_s, 16 }, { u"OffChipFlash"_s, 4 } }, samples);
    ASSERT_EQ(roofline.points.size(), 2u);
    const auto &conv = roofline.points[0];
    EXPECT_DOUBLE_EQ(conv.intensity, 8);
    EXPECT_DOUBLE_EQ(conv.macsPerCycle, 64);
    EXPECT_DOUBLE_EQ(conv.attainable, 128);
    EXPECT_EQ(conv.ceiling, 0u);
    EXPECT_DOUBLE_EQ(conv.share, 0.5);
    const auto &dense = roofline.points[1];
    EXPECT_DOUBLE_EQ(dense.attainable, 256); // under the peak
    EXPECT_FALSE(dense.ceiling);
    EXPECT_DOUBLE_EQ(dense.share, 0.5);
    EXPECT_DOUBLE_EQ(roofline.ridge(0), 16);
    using Reason = RooflineGap::Reason;
    ASSERT_EQ(roofline.gaps.size(), 4u);
    EXPECT_EQ(roofline.gaps[0].reason, Reason::NoMacs);
    EXPECT_EQ(roofline.gaps[1].reason, Reason::MacsNotKnown);
    EXPECT_EQ(roofline.gaps[2].reason, Reason::BytesNotKnown);
    EXPECT_EQ(roofline.gaps[3].reason, Reason::NoBytes);
}

} // namespace
} // namespace tosaic::profile::formulastests
