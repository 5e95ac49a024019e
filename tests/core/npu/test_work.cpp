// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/work.h"
#include "tests/core/npu/generatedruns.h"
#include "tests/core/npu/handstream.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

namespace tosaic::test::worktests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::npu;
using test::HandStream;
using test::map;

namespace {

constexpr quint16 SetWeightFormat = 0x12E;
constexpr RegionRange Weights{ 0, 0, 64 };

/// Every convolution, pool and reduction of every run counts as Vela counts it.
void expectVelasMacs(const std::vector<test::GeneratedRun> &runs)
{
    for (const auto &run : runs) {
        SCOPED_TRACE(run.name.toStdString());
        quint64 macs = 0;
        for (const auto &placed : run.streams) {
            ASSERT_TRUE(placed.stream);
            const auto sum = total(workOf(*placed.stream));
            EXPECT_EQ(sum.operationsWithoutMacs, 0u);
            macs += sum.macs;
        }
        ASSERT_TRUE(run.macs);
        EXPECT_EQ(macs, *run.macs);
    }
}

} // namespace

TEST(WorkTest, CountsWhatEachKindMultiplies)
{
    HandStream hand;
    auto &conv = hand.conv(map(1, 0, 8, 8, 3), map(1, 4096, 4, 4, 16), Weights);
    conv.kernel->width = 3;
    conv.kernel->height = 5;
    auto &depthwise
        = hand.kernel(OperationKind::Depthwise, map(1, 0, 8, 8, 16), map(1, 4096, 8, 8, 16));
    depthwise.kernel->width = depthwise.kernel->height = 3;
    auto &pool = hand.kernel(OperationKind::Pool, map(1, 0, 8, 8, 16), map(1, 4096, 4, 4, 16));
    pool.mode = u"MAX"_s;
    pool.kernel->width = pool.kernel->height = 2;
    auto &sum = hand.kernel(OperationKind::Pool, map(1, 0, 1, 4, 32), map(1, 4096, 1, 4, 1));
    sum.mode = u"REDUCE_SUM"_s;
    hand.kernel(OperationKind::Elementwise, map(1, 0, 8, 8, 16), map(1, 4096, 8, 8, 16));
    hand.add(OperationKind::Stop);
    const auto work = workOf(hand.stream());
    ASSERT_EQ(work.size(), 6u);
    EXPECT_EQ(work[0].macs, quint64(4 * 4 * 16 * 3 * 5 * 3));
    EXPECT_EQ(work[1].macs, quint64(8 * 8 * 16 * 9));
    EXPECT_EQ(work[2].macs, quint64(4 * 4 * 16 * 4));
    EXPECT_EQ(work[3].macs, quint64(4 * 32));
    EXPECT_FALSE(work[4].macs) << "elementwise multiplies nothing";
    EXPECT_FALSE(work[5].macs);
    EXPECT_EQ(total(work).operationsWithoutMacs, 0u);
}

TEST(WorkTest, SparseWeightsHalveTheWork)
{
    HandStream hand(NpuProduct::U85);
    hand.set(SetWeightFormat, 0x10);
    hand.conv(map(1, 0, 4, 4, 16), map(1, 4096, 4, 4, 16), Weights);
    hand.set(SetWeightFormat, 0x00);
    hand.conv(map(1, 0, 4, 4, 16), map(1, 4096, 4, 4, 16), Weights);
    const auto work = workOf(hand.stream());
    EXPECT_EQ(work[0].macs, 2048u);
    EXPECT_EQ(work[0].denseMacs, 4096u);
    EXPECT_EQ(work[0].macRule, MacRule::SparseWeights);
    EXPECT_STRNE(macRuleNote(work[0].macRule), "");
    EXPECT_EQ(work[1].macs, 4096u);
    EXPECT_EQ(work[1].macRule, MacRule::Full);
    EXPECT_STREQ(macRuleNote(work[1].macRule), "");
    EXPECT_EQ(total(work).sparseOperations, 1u);
}

TEST(WorkTest, APoolThatOnlyPermutesAxesCountsNothing)
{
    const auto pool = [](NpuProduct product, bool isPermuted) {
        HandStream hand(product);
        auto ofm = map(1, 4096, 4, 8, 1);
        if (isPermuted) {
            ofm.strideX = 4;
            ofm.strideY = 1;
        }
        auto &operation = hand.kernel(OperationKind::Pool, map(1, 0, 4, 8, 1), ofm);
        operation.mode = u"AVERAGE"_s;
        return workOf(hand.stream()).at(0);
    };
    EXPECT_EQ(pool(NpuProduct::U55, true).macs, 0u);
    EXPECT_EQ(pool(NpuProduct::U55, true).denseMacs, 32u);
    EXPECT_EQ(pool(NpuProduct::U55, true).macRule, MacRule::Rearrangement);
    EXPECT_EQ(pool(NpuProduct::U55, false).macs, 32u);
    EXPECT_EQ(pool(NpuProduct::U85, true).macs, 32u) << "on U85 Vela counts them";
}

TEST(WorkTest, UnknownShapesAreNotZero)
{
    HandStream hand;
    hand.conv(map(1, 0, 4, 4, 0), map(1, 4096, 4, 4, 16), Weights);
    const auto work = workOf(hand.stream());
    EXPECT_FALSE(work[0].macs);
    EXPECT_EQ(total(work).operationsWithoutMacs, 1u);
}

TEST(WorkTest, CountsBytesByRegionAndPort)
{
    HandStream hand;
    auto &copy = hand.dma({ 0, 0, 144 }, { 2, 0, 144 });
    copy.dma->bytes = 144;
    auto &conv = hand.conv(map(1, 0, 4, 4, 16), map(2, 1024, 4, 4, 8), { 2, 80, 64 });
    conv.scales = { { 2, 0, 80 } };
    const auto work = workOf(hand.stream());
    EXPECT_EQ(work[0].readBytes, (std::map<int, quint64>{ { 0, 144 } }));
    EXPECT_EQ(work[0].writtenBytes, (std::map<int, quint64>{ { 2, 144 } }));
    EXPECT_EQ(work[1].readBytes, (std::map<int, quint64>{ { 1, 256 }, { 2, 144 } }));
    EXPECT_EQ(work[1].writtenBytes, (std::map<int, quint64>{ { 2, 128 } }));
    EXPECT_EQ(work[1].readByPort,
        (std::map<Port, quint64>{
            { Port::Ifm, 256 }, { Port::Weights, 64 }, { Port::Scales, 80 } }));
    const auto sum = total(work);
    EXPECT_EQ(sum.writtenBytes.at(2), 272u);
}

TEST(WorkTest, HostileShapesSaturate)
{
    HandStream hand;
    auto &conv = hand.conv(map(1, 0, 65536, 65536, 65536), map(1, 0, 65536, 65536, 65536), Weights);
    conv.kernel->width = conv.kernel->height = 65536;
    EXPECT_EQ(workOf(hand.stream()).at(0).macs, ~quint64(0));
}

TEST(WorkTest, NamesRegions)
{
    EXPECT_STREQ(regionUse(0), "weights and constants (read only)");
    EXPECT_STREQ(regionUse(2), "fast scratch");
    EXPECT_STREQ(regionUse(7), "");
}

TEST(WorkSamplesTest, MacsOfEveryVelaRunEqualItsSummary)
{
    TOSAIC_NEED_SAMPLES();
    const auto runs = test::velaRuns();
    ASSERT_EQ(runs.size(), 38u);
    expectVelasMacs(runs);
}

TEST(WorkSamplesTest, MacsOfEveryPartitionEqualItsSummary)
{
    TOSAIC_NEED_SAMPLES();
    const auto runs = test::partitionRuns();
    ASSERT_EQ(runs.size(), 30u);
    expectVelasMacs(runs);
}

} // namespace tosaic::test::worktests
