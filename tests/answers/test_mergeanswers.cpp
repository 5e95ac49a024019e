// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Runs that are merged: what is known of all of them stays known, what only some state is not
// claimed of the rest, and what contradicts is not merged.
#include "profiler/analysis/formulas.h"
#include "profiler/analysis/runmerge.h"

#include <gtest/gtest.h>

using namespace Qt::StringLiterals;

namespace tosaic::profile::mergeanswerstests {
namespace {

/// An event set of one program: "beats" or "stalls" beside the cycles.
MeasuredRun eventSet(const QString &name, const QString &event, quint64 value, quint64 cycles)
{
    auto log = std::make_shared<Run>();
    log->status = RunStatus::Complete;
    Profile profile;
    profile.inferences = 1;
    profile.counters = { { .name = CycleCounterName, .value = cycles, .unit = u"cycles"_s },
        { .name = u"NPU_ACTIVE"_s, .value = cycles - 10, .unit = u"cycles"_s },
        { .name = event, .value = value, .unit = u"beats"_s } };
    log->profiles = { profile };
    MeasuredRun run{ .name = name };
    run.run = log;
    run.sha256 = name;
    return run;
}

const ProgramFacts Spotter{ .sha256 = u"aa"_s,
    .name = u"kws.pte"_s,
    .product = u"U55"_s,
    .npuMacs = 128,
    .modelMacs = 100'000 };

std::vector<Measurement> measured(const std::vector<MeasuredRun> &runs)
{
    std::vector<Measurement> all;
    for (const auto &run : runs)
        std::ranges::move(measurementsOf(run, run.modelSha256.isEmpty() ? nullptr : &Spotter),
            std::back_inserter(all));
    return all;
}

std::vector<MeasuredRun> twoSets()
{
    std::vector<MeasuredRun> runs{
        eventSet(u"a.log"_s, u"AXI0_RD_DATA_BEAT_RECEIVED"_s, 200, 1000),
        eventSet(u"b.log"_s, u"AXI0_WR_DATA_BEAT_WRITTEN"_s, 100, 1000),
    };
    for (auto &run : runs) {
        run.modelSha256 = Spotter.sha256;
        run.origin = Origin::Board;
        run.clockHz = 500'000'000;
    }
    return runs;
}

} // namespace

TEST(MergeAnswers, KeepTheModelAndTheNpu)
{
    const auto merged = mergeRuns(measured(twoSets()));
    ASSERT_TRUE(merged);
    EXPECT_EQ(merged->context.product, u"U55"_s);
    EXPECT_EQ(merged->context.npuMacs, 128U);
    EXPECT_EQ(merged->context.modelMacs, 100'000U);
    EXPECT_EQ(merged->context.clockHz, 500'000'000U);
    // What the single run shows: bandwidth needs the width of the port, the clock and the cycles.
    const auto metrics = computeMetrics(merged->profile(), merged->context);
    for (const auto &id : { u"port.bandwidth:AXI0_RD_DATA_BEAT_RECEIVED"_s,
             u"port.bandwidth:AXI0_WR_DATA_BEAT_WRITTEN"_s }) {
        const auto *metric = findMetric(metrics, id);
        ASSERT_TRUE(metric) << id.toStdString();
        EXPECT_TRUE(metric->value) << id.toStdString();
    }
}

TEST(MergeAnswers, ClaimAnOriginOnlyIfAllHaveIt)
{
    auto runs = twoSets();
    EXPECT_EQ(mergeRuns(measured(runs))->context.origin, Origin::Board);
    runs[1].origin.reset();
    EXPECT_FALSE(mergeRuns(measured(runs))->context.origin) << "one board and one unknown";
}

TEST(MergeAnswers, ContradictionsAreNotMerged)
{
    auto runs = twoSets();
    runs[1].origin = Origin::Fvp;
    auto conflict = mergeConflict(measured(runs));
    ASSERT_TRUE(conflict);
    EXPECT_EQ(conflict->condition, u"origin"_s);
    EXPECT_FALSE(mergeRuns(measured(runs)));

    runs = twoSets();
    runs[1].clockHz = 250'000'000;
    EXPECT_EQ(mergeConflict(measured(runs))->condition, u"clock"_s);

    runs = twoSets();
    runs[1].conditions.mode = u"fast"_s;
    EXPECT_EQ(mergeConflict(measured(runs))->condition, u"mode"_s);

    runs = twoSets();
    auto other = measured(runs);
    other[1].modelSha256 = u"bb"_s;
    EXPECT_TRUE(mergeConflict(other)) << "another program";
}

TEST(MergeAnswers, NoPartIsLargerThanItsWhole)
{
    auto runs = twoSets();
    runs.push_back(eventSet(u"c.log"_s, u"AXI1_RD_DATA_BEAT_RECEIVED"_s, 50, 1010));
    runs[2].modelSha256 = Spotter.sha256;
    runs[2].origin = Origin::Board;
    const auto merged = mergeRuns(measured(runs));
    ASSERT_TRUE(merged);
    const auto *cycles = merged->counter(CycleCounterName);
    const auto *active = merged->counter(u"NPU_ACTIVE"_s);
    ASSERT_TRUE(cycles && active);
    EXPECT_EQ(cycles->values.size(), 3U);
    EXPECT_LE(active->spread.median, cycles->spread.median);
}

} // namespace tosaic::profile::mergeanswerstests
