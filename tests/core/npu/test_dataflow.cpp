// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/dataflow.h"
#include "tests/core/npu/handstream.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tosaic::test::dataflowtests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::npu;
using test::HandStream;
using test::map;

namespace {

bool hasEdge(const Dataflow &flow, qint32 from, qint32 to, Port port)
{
    return std::any_of(flow.edges.begin(), flow.edges.end(), [&](const DataEdge &edge) {
        return edge.from == from && edge.to == to && edge.port == port;
    });
}

const Buffer *bufferAt(const Dataflow &flow, quint64 address, qint32 firstOperation)
{
    const auto found
        = std::find_if(flow.buffers.begin(), flow.buffers.end(), [&](const Buffer &buffer) {
              return buffer.range.address == address && buffer.firstOperation == firstOperation;
          });
    return found == flow.buffers.end() ? nullptr : &*found;
}

constexpr RegionRange Weights{ 0, 0, 64 };

} // namespace

TEST(DataflowTest, JoinsTheLastWriterToItsReader)
{
    HandStream hand;
    hand.conv(map(1, 0, 4, 4, 16), map(1, 256, 4, 4, 16), Weights);
    hand.kernel(OperationKind::Pool, map(1, 256, 4, 4, 16), map(1, 512, 2, 2, 16));
    hand.add(OperationKind::Stop);
    const auto flow
        = dataflow(hand.stream(), test::delegatePlace({ 1, 0, 256 }, { 1, 512, 64 }, 576));
    EXPECT_TRUE(flow.isComplete);
    EXPECT_TRUE(hasEdge(flow, -1, 0, Port::Ifm));
    EXPECT_TRUE(hasEdge(flow, -1, 0, Port::Weights));
    EXPECT_TRUE(hasEdge(flow, 0, 1, Port::Ifm));
    EXPECT_TRUE(hasEdge(flow, 1, -1, Port::Ifm));
    EXPECT_EQ(flow.edges.size(), 4u);
    ASSERT_EQ(flow.buffers.size(), 3u) << "constants have no buffer";
    EXPECT_EQ(flow.buffers[0].kind, Buffer::Kind::Input);
    EXPECT_EQ(bufferAt(flow, 512, 1)->kind, Buffer::Kind::Output);
    EXPECT_EQ(bufferAt(flow, 512, 1)->lastOperation, 2) << "outputs stay to the end";
}

TEST(DataflowTest, ReadsOfAPartComeFromWhoWroteThatPart)
{
    HandStream hand;
    hand.kernel(OperationKind::Pool, map(1, 1024, 4, 4, 16), map(1, 0, 4, 4, 16));
    hand.kernel(OperationKind::Pool, map(1, 1024, 4, 4, 16), map(1, 64, 1, 4, 16));
    hand.kernel(OperationKind::Pool, map(1, 0, 1, 4, 16), map(1, 512, 1, 4, 16));
    hand.kernel(OperationKind::Pool, map(1, 0, 4, 4, 16), map(1, 768, 4, 4, 16));
    const auto flow = dataflow(hand.stream(), {});
    EXPECT_TRUE(hasEdge(flow, 0, 2, Port::Ifm));
    EXPECT_FALSE(hasEdge(flow, 1, 2, Port::Ifm)) << "row 0 was not rewritten";
    EXPECT_TRUE(hasEdge(flow, 0, 3, Port::Ifm));
    EXPECT_TRUE(hasEdge(flow, 1, 3, Port::Ifm));
}

TEST(DataflowTest, AReusedAddressIsAnotherBuffer)
{
    HandStream hand;
    hand.kernel(OperationKind::Pool, map(1, 512, 4, 4, 16), map(1, 0, 4, 4, 16));
    hand.kernel(OperationKind::Pool, map(1, 0, 4, 4, 16), map(1, 256, 4, 4, 16));
    hand.kernel(OperationKind::Pool, map(1, 256, 4, 4, 16), map(1, 0, 4, 4, 16));
    const auto flow = dataflow(hand.stream(), {});
    ASSERT_NE(bufferAt(flow, 0, 0), nullptr);
    EXPECT_EQ(bufferAt(flow, 0, 0)->lastOperation, 1);
    ASSERT_NE(bufferAt(flow, 0, 2), nullptr);
    EXPECT_EQ(bufferAt(flow, 0, 2)->kind, Buffer::Kind::Output) << "nobody reads it";
    ASSERT_EQ(flow.peaks.size(), 1u);
    EXPECT_EQ(flow.peaks[0].bytes, 512u);
    EXPECT_EQ(flow.peaks[0].highWater, 768u);
}

TEST(DataflowTest, WhatIsReadAsOneMapIsOneBuffer)
{
    HandStream hand;
    hand.kernel(OperationKind::Pool, map(1, 1024, 2, 4, 16), map(1, 0, 2, 4, 16));
    hand.kernel(OperationKind::Pool, map(1, 1024, 2, 4, 16), map(1, 128, 2, 4, 16));
    hand.kernel(OperationKind::Pool, map(1, 0, 4, 4, 16), map(1, 512, 4, 4, 16));
    const auto flow = dataflow(hand.stream(), {});
    const auto *joined = bufferAt(flow, 0, 0);
    ASSERT_NE(joined, nullptr);
    EXPECT_EQ(joined->range.length, 256u);
    EXPECT_EQ(joined->writers, (std::vector<quint32>{ 0, 1 }));
    EXPECT_EQ(joined->readers, (std::vector<quint32>{ 2 }));
}

TEST(DataflowTest, StripesOfARollingBufferAreOneBuffer)
{
    // Producer and consumer take turns: no read ever sees two stripes.
    HandStream hand;
    for (quint32 stripe = 0; stripe < 4; ++stripe) {
        const quint64 slot = stripe % 2 * 64;
        hand.conv(map(1, 1024 + stripe * 64, 1, 4, 16), map(1, slot, 1, 4, 16), { 0, 0, 64 });
        hand.conv(map(1, slot, 1, 4, 16), map(1, 2048 + stripe * 64, 1, 4, 16), { 0, 64, 64 });
    }
    const auto flow = dataflow(hand.stream(), {});
    const auto *rolling = bufferAt(flow, 0, 0);
    ASSERT_NE(rolling, nullptr);
    EXPECT_EQ(rolling->range.length, 128u);
    EXPECT_EQ(rolling->writers.size(), 4u);
    EXPECT_EQ(rolling->lastOperation, 7);
    const auto *whole = bufferAt(flow, 2048, 1);
    ASSERT_NE(whole, nullptr);
    EXPECT_EQ(whole->range.length, 256u);
}

TEST(DataflowTest, TheSameOperatorRunAgainElsewhereIsNotAStripe)
{
    // A cell that is unrolled in time: the same weights, but somebody used the place in between.
    HandStream hand;
    hand.conv(map(1, 1024, 1, 4, 16), map(1, 0, 1, 4, 16), Weights);
    hand.kernel(OperationKind::Pool, map(1, 0, 1, 4, 16), map(1, 64, 1, 4, 16));
    hand.conv(map(1, 1024, 1, 4, 16), map(1, 64, 1, 4, 16), Weights);
    hand.kernel(OperationKind::Pool, map(1, 64, 1, 4, 16), map(1, 512, 1, 4, 16));
    const auto flow = dataflow(hand.stream(), {});
    ASSERT_NE(bufferAt(flow, 0, 0), nullptr);
    EXPECT_EQ(bufferAt(flow, 0, 0)->range.length, 64u);
}

TEST(DataflowTest, ACopyOfWeightsIsABufferOfWeights)
{
    HandStream hand;
    hand.dma({ 0, 256, 128 }, { 1, 512, 128 });
    auto &conv = hand.conv(map(1, 0, 4, 4, 16), map(1, 256, 4, 4, 16), { 1, 592, 48 });
    conv.scales = { { 1, 512, 80 } };
    const auto flow = dataflow(hand.stream(), {});
    EXPECT_TRUE(hasEdge(flow, -1, 0, Port::DmaSource));
    EXPECT_TRUE(hasEdge(flow, 0, 1, Port::Weights));
    EXPECT_TRUE(hasEdge(flow, 0, 1, Port::Scales));
    ASSERT_NE(bufferAt(flow, 512, 0), nullptr);
    EXPECT_EQ(bufferAt(flow, 512, 0)->kind, Buffer::Kind::Weights);
}

TEST(DataflowTest, APrefetchBesideARunningKernelDoesNotReuseItsBytes)
{
    const auto bytes = [](std::optional<quint32> kernelWait) {
        HandStream hand;
        hand.kernel(OperationKind::Pool, map(1, 0, 4, 4, 16), map(1, 256, 1, 1, 16));
        auto &prefetch = hand.dma({ 0, 0, 256 }, { 1, 512, 256 });
        prefetch.kernelWait = kernelWait;
        hand.conv(map(1, 256, 1, 1, 16), map(1, 272, 1, 1, 16), { 1, 512, 256 });
        const auto flow = dataflow(hand.stream(), {});
        EXPECT_EQ(flow.buffers[0].lastOperation, 0);
        EXPECT_EQ(flow.buffers[0].heldUntil, kernelWait ? 0 : 1);
        return flow.peaks.at(0).bytes;
    };
    EXPECT_EQ(bytes(std::nullopt), 256u + 16u + 256u) << "the input is still being read";
    EXPECT_EQ(bytes(0), 16u + 16u + 256u);
}

TEST(DataflowTest, ChainsAndTablesStayInsideTheNpu)
{
    HandStream hand(NpuProduct::U85);
    hand.dma({ 0, 0, 256 }, { 3, 256, 256 }, true);
    hand.kernel(OperationKind::Elementwise, map(1, 0, 4, 4, 4), test::chained(1));
    auto &second = hand.kernel(OperationKind::Elementwise, test::chained(1), map(1, 64, 4, 4, 4));
    second.activation = u"LUT_S8_S8"_s;
    second.activationTable = 1;
    const auto flow = dataflow(hand.stream(), {});
    EXPECT_TRUE(hasEdge(flow, 1, 2, Port::Chain));
    EXPECT_TRUE(hasEdge(flow, 0, 2, Port::Table));
    EXPECT_FALSE(hasEdge(flow, 0, 1, Port::Table));
    EXPECT_TRUE(flow.isComplete);
    EXPECT_EQ(flow.peaks.size(), 1u) << "region 3 names the NPU's own memory here";
}

TEST(DataflowTest, IndicesOfAGatherAreReadToo)
{
    HandStream hand(NpuProduct::U85);
    hand.kernel(OperationKind::Pool, map(1, 0, 1, 4, 16), map(1, 64, 1, 4, 16));
    auto &gather = hand.dma({ 1, 256, 256 }, { 1, 512, 64 });
    gather.dma->indices = RegionRange{ 1, 64, 16 };
    const auto flow = dataflow(hand.stream(), {});
    EXPECT_TRUE(hasEdge(flow, 0, 1, Port::DmaIndices));
    EXPECT_TRUE(hasEdge(flow, -1, 1, Port::DmaSource));
}

TEST(DataflowTest, StateFromBeforeIsNoInputIfTheFileNamesItsInputs)
{
    HandStream hand;
    auto &add = hand.kernel(OperationKind::Elementwise, map(1, 0, 1, 1, 16), map(1, 32, 1, 1, 16));
    add.ifm2 = map(1, 16, 1, 1, 16);
    const auto flow = dataflow(hand.stream(), test::delegatePlace({ 1, 0, 16 }, { 1, 32, 16 }, 48));
    ASSERT_NE(bufferAt(flow, 16, 0), nullptr);
    EXPECT_EQ(bufferAt(flow, 16, 0)->kind, Buffer::Kind::Other);
    const auto alone = dataflow(hand.stream(), {});
    EXPECT_EQ(bufferAt(alone, 16, 0)->kind, Buffer::Kind::Input);
}

TEST(DataflowTest, SaysWhatItDoesNotKnow)
{
    HandStream unknown;
    auto ofm = map(1, 0, 4, 4, 4);
    ofm.tileAddress[0].reset();
    unknown.kernel(OperationKind::Pool, map(1, 64, 4, 4, 4), ofm);
    EXPECT_TRUE(dataflow(unknown.stream(), {}).gaps.hasUnknownAddresses);
    EXPECT_FALSE(dataflow(unknown.stream(), {}).isComplete);

    HandStream branch(NpuProduct::U85);
    branch.add(OperationKind::Branch);
    EXPECT_TRUE(dataflow(branch.stream(), {}).gaps.hasBranches);
    EXPECT_FALSE(dataflow(branch.stream(), {}).isComplete);
}

TEST(DataflowTest, ComparesWhatTheFileReserves)
{
    const auto reservation = [](quint64 arena, const model::EntityRef &owner) {
        HandStream hand;
        hand.kernel(OperationKind::Pool, map(1, 0, 1, 1, 16), map(1, 16, 1, 1, 10));
        auto place = test::delegatePlace({ 1, 0, 16 }, { 1, 16, 10 }, arena);
        place.owner = owner;
        const auto peak = dataflow(hand.stream(), place).peaks.at(0);
        EXPECT_EQ(peak.highWater, 32u) << "10 bytes take up a quantum";
        EXPECT_EQ(peak.reserved, arena);
        return peak.reservation;
    };
    const auto delegate = model::EntityRef::delegate(0, 0);
    EXPECT_EQ(reservation(32, delegate), Reservation::Exact);
    EXPECT_EQ(reservation(16, delegate), Reservation::TooSmall);
    EXPECT_EQ(reservation(64, delegate), Reservation::Unexplained);
    EXPECT_EQ(reservation(64, model::EntityRef::networkOperator(0, 0)), Reservation::Shared);
}

TEST(DataflowTest, GivesUpOnStreamsThatOnlyCostTime)
{
    // Splinters that every operation reads again.
    HandStream hand;
    for (quint32 i = 0; i < 500; ++i) {
        auto ofm = map(1, 0, 200, 1, 1);
        ofm.tileAddress[0] = i * 8192;
        ofm.strideY = 32;
        hand.kernel(OperationKind::Pool, map(1, 1u << 24, 1, 1, 1), ofm);
    }
    for (quint32 i = 0; i < 1000; ++i)
        hand.kernel(OperationKind::Pool, map(1, 0, 500, 8, 1024), map(2, 0, 1, 1, 1));
    const auto flow = dataflow(hand.stream(), {});
    EXPECT_TRUE(flow.gaps.isCut);
    EXPECT_FALSE(flow.isComplete);
}

TEST(DataflowTest, AnEmptyStreamHasNothing)
{
    const auto flow = dataflow(Stream(), {});
    EXPECT_TRUE(flow.isComplete);
    EXPECT_TRUE(flow.edges.empty());
    EXPECT_TRUE(flow.buffers.empty());
    EXPECT_TRUE(flow.peaks.empty());
}

} // namespace tosaic::test::dataflowtests
