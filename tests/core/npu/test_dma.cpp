// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Transfers in one, two and three dimensions, by index, and into the NPU.
#include "tests/core/npu/commandlist.h"

#include <gtest/gtest.h>

namespace tosaic::test::dmatests {

using namespace tosaic;
using namespace tosaic::test;
using npu::NpuProduct;
using npu::RegionRange;

namespace {

/// Source 0x100 in region 0, destination 0x1000 in region 1, runs of `length` bytes.
CommandList transfer(quint64 length, quint32 sourceMode = 0, quint32 destinationMode = 1)
{
    CommandList commands;
    commands.set(0x130, sourceMode).set(0x131, destinationMode);
    commands.setLong(0x030, 0x100).setLong(0x031, 0x1000).setLong(0x032, length);
    return commands;
}

npu::Dma dmaOf(NpuProduct product, CommandList commands)
{
    commands.set(KickDma, 0).set(KickStop, 0xFFFF);
    const auto stream = streamWith(product, commands);
    EXPECT_FALSE(stream->operations.empty());
    return stream->operations.empty() ? npu::Dma{}
                                      : stream->operations.front().dma.value_or(npu::Dma{});
}

constexpr quint32 TwoDimensions = 1U << 9;
constexpr quint32 ThreeDimensions = 2U << 9;
constexpr quint32 ByIndex = 1U << 11;
constexpr quint32 Internal = 1U << 8;

} // namespace

TEST(Dma, OneRun)
{
    for (const auto product : { NpuProduct::U55, NpuProduct::U65, NpuProduct::U85 }) {
        const auto dma = dmaOf(product, transfer(256));
        EXPECT_EQ(dma.source, (RegionRange{ 0, 0x100, 256 }));
        EXPECT_EQ(dma.destination, (RegionRange{ 1, 0x1000, 256 }));
        EXPECT_EQ(dma.dimensions, 1);
        EXPECT_EQ(dma.bytes, 256U);
        EXPECT_FALSE(dma.isInternal);
        EXPECT_FALSE(dma.indices);
    }
}

TEST(Dma, IntoTheNpu)
{
    const auto dma = dmaOf(NpuProduct::U55, transfer(256, 0, Internal | 3));
    EXPECT_TRUE(dma.isInternal);
    EXPECT_EQ(dma.destination->address, 0x1000U);
    EXPECT_EQ(dma.destination->length, 256U);
}

TEST(Dma, RowsWithBytesBetweenThem)
{
    // U65 skips bytes between rows, on the sides whose stride mode says so.
    auto commands = transfer(10, TwoDimensions, 1);
    commands.set(0x132, 4).setLong(0x033, 6);
    const auto dma = dmaOf(NpuProduct::U65, commands);
    EXPECT_EQ(dma.dimensions, 2);
    EXPECT_EQ(dma.rows, 4U);
    EXPECT_EQ(dma.bytes, 40U);
    EXPECT_EQ(dma.source, (RegionRange{ 0, 0x100, 3 * 16 + 10 }));
    EXPECT_EQ(dma.destination, (RegionRange{ 1, 0x1000, 40 }));

    auto planes = transfer(10, ThreeDimensions, ThreeDimensions | 1);
    planes.set(0x132, 4).set(0x133, 2).setLong(0x033, 6).setLong(0x034, 100);
    const auto three = dmaOf(NpuProduct::U65, planes);
    EXPECT_EQ(three.dimensions, 3);
    EXPECT_EQ(three.bytes, 80U);
    EXPECT_EQ(three.source, (RegionRange{ 0, 0x100, 164 + 58 }));
    EXPECT_EQ(three.destination, (RegionRange{ 1, 0x1000, 164 + 58 }));
}

TEST(Dma, StridesOfU85)
{
    auto commands = transfer(16, ThreeDimensions);
    commands.set(0x132, 4).set(0x133, 3).setLong(0x033, 64).setLong(0x034, 1024);
    commands.setLong(0x035, 16).setLong(0x036, 64);
    const auto dma = dmaOf(NpuProduct::U85, commands);
    EXPECT_EQ(dma.bytes, 192U);
    EXPECT_EQ(dma.source, (RegionRange{ 0, 0x100, 2 * 1024 + 3 * 64 + 16 }));
    EXPECT_EQ(dma.destination, (RegionRange{ 1, 0x1000, 192 }));

    auto backwards = transfer(16, TwoDimensions);
    backwards.set(0x132, 4).setLong(0x033, 16).setLong(0x035, 0xFFFFFFFFF0); // -16
    EXPECT_EQ(dmaOf(NpuProduct::U85, backwards).destination, (RegionRange{ 1, 0x1000 - 48, 64 }));
}

TEST(Dma, GatherAndScatter)
{
    auto gather = transfer(16, TwoDimensions | ByIndex, 2);
    gather.set(0x132, 5).setLong(0x033, 16).setLong(0x035, 16);
    gather.set(0x134, 1).setLong(0x037, 0x280).setLong(0x038, 39);
    const auto dma = dmaOf(NpuProduct::U85, gather);
    EXPECT_EQ(dma.source, (RegionRange{ 0, 0x100, 640 })); // any of 40 rows
    EXPECT_EQ(dma.destination, (RegionRange{ 2, 0x1000, 80 }));
    EXPECT_EQ(dma.indices, (RegionRange{ 1, 0x280, 20 }));
    EXPECT_EQ(dma.bytes, 80U);

    auto scatter = transfer(16, TwoDimensions, ByIndex | 2);
    scatter.set(0x132, 5).setLong(0x033, 16).setLong(0x035, 16);
    scatter.set(0x134, 1).setLong(0x037, 0x280).setLong(0x038, 39);
    const auto back = dmaOf(NpuProduct::U85, scatter);
    EXPECT_EQ(back.source, (RegionRange{ 0, 0x100, 80 }));
    EXPECT_EQ(back.destination, (RegionRange{ 2, 0x1000, 640 }));
}

TEST(Dma, UnknownRegistersLeaveARangeOut)
{
    CommandList commands;
    commands.set(0x130, 0).setLong(0x030, 0x100).setLong(0x032, 64);
    const auto dma = dmaOf(NpuProduct::U85, commands);
    EXPECT_TRUE(dma.source);
    EXPECT_FALSE(dma.destination);
}

} // namespace tosaic::test::dmatests
