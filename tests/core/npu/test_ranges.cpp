// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/ranges.h"
#include "core/npu/stream.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace tosaic::test::rangestests {

using namespace tosaic;
using npu::FeatureMap;
using npu::RegionRange;

namespace {

FeatureMap plainMap(quint32 height, quint32 width, quint32 depth, quint64 address)
{
    FeatureMap map;
    map.height = map.tileHeight0 = map.tileHeight1 = height;
    map.width = map.tileWidth0 = width;
    map.depth = depth;
    map.region = 1;
    map.tileAddress = { address, 0, 0, 0 };
    map.strideX = depth;
    map.strideY = qint64(width) * depth;
    map.strideC = 1;
    return map;
}

void makeBricks(FeatureMap &map)
{
    map.isBrick = true;
    map.strideX = 16 * qint64(map.bits / 8);
    map.strideC = *map.strideX * map.width;
    map.strideY = *map.strideC * ((map.depth + 15) / 16);
}

/// One element after the other, as section 5.1 of the hardware's addressing says.
std::set<quint64> bytesByElement(const FeatureMap &map)
{
    std::set<quint64> bytes;
    const auto elementBytes = map.bits / 8;
    const auto channels = map.isBrick ? (map.depth + 15) / 16 * 16 : map.depth;
    for (quint32 y = 0; y < map.height; ++y) {
        for (quint32 x = 0; x < map.width; ++x) {
            const bool isRight = x >= map.tileWidth0;
            const bool isLow = y >= (isRight ? map.tileHeight1 : map.tileHeight0);
            const auto row = isLow ? y - (isRight ? map.tileHeight1 : map.tileHeight0) : y;
            const auto column = isRight ? x - map.tileWidth0 : x;
            const auto base = *map.tileAddress.at((isRight ? 1U : 0U) + (isLow ? 2U : 0U));
            for (quint32 c = 0; c < channels; ++c) {
                const auto start = qint64(base) + row * *map.strideY + column * *map.strideX
                    + (map.isBrick ? c / 16 * *map.strideC + c % 16 * elementBytes
                                   : c * elementBytes);
                for (quint32 byte = 0; byte < elementBytes; ++byte)
                    bytes.insert(quint64(start) + byte);
            }
        }
    }
    return bytes;
}

std::set<quint64> bytesOf(const std::vector<RegionRange> &ranges)
{
    std::set<quint64> bytes;
    for (const auto &range : ranges) {
        for (quint64 i = 0; i < range.length; ++i)
            bytes.insert(range.address + i);
    }
    return bytes;
}

} // namespace

TEST(Ranges, AWholeMapIsOneRange)
{
    const auto ranges = plainMap(4, 5, 6, 0x100).ranges();
    EXPECT_EQ(ranges, (std::vector<RegionRange>{ { 1, 0x100, 120 } }));
}

TEST(Ranges, BricksCountTheChannelsThatFillThemUp)
{
    auto map = plainMap(2, 3, 20, 0);
    makeBricks(map);
    EXPECT_EQ(map.ranges(), (std::vector<RegionRange>{ { 1, 0, 2 * 3 * 32 } }));
}

TEST(Ranges, ChannelsOfAWiderMapLeaveGaps)
{
    auto map = plainMap(1, 3, 4, 8);
    map.strideX = 16;
    map.strideY = 48;
    EXPECT_EQ(map.ranges(), (std::vector<RegionRange>{ { 1, 8, 4 }, { 1, 24, 4 }, { 1, 40, 4 } }));
}

TEST(Ranges, NegativeStridesGoBackFromTheBase)
{
    auto map = plainMap(4, 2, 1, 100);
    map.strideX = 1;
    map.strideY = -10;
    EXPECT_EQ(map.ranges(),
        (std::vector<RegionRange>{ { 1, 70, 2 }, { 1, 80, 2 }, { 1, 90, 2 }, { 1, 100, 2 } }));
    map.tileAddress[0] = 20; // would begin before the region
    EXPECT_TRUE(map.ranges().empty());
}

TEST(Ranges, ARollingBufferWrapsAround)
{
    auto map = plainMap(6, 4, 8, 0x100);
    map.tileHeight0 = map.tileHeight1 = 2;
    map.tileAddress[2] = 0x80;
    EXPECT_EQ(map.ranges(), (std::vector<RegionRange>{ { 1, 0x80, 4 * 32 + 64 } }));
    map.tileAddress[2] = 0x400;
    EXPECT_EQ(
        map.ranges(), (std::vector<RegionRange>{ { 1, 0x100, 2 * 32 }, { 1, 0x400, 4 * 32 } }));
}

TEST(Ranges, EqualWhatTheElementsTouch)
{
    std::minstd_rand random(1);
    const auto pick = [&](quint32 low, quint32 high) { return low + random() % (high - low + 1); };
    for (int round = 0; round < 400; ++round) {
        auto map = plainMap(quint32(pick(1, 6)), quint32(pick(1, 6)), quint32(pick(1, 40)), 40000);
        map.bits = 8U << pick(0, 2);
        map.strideX = qint64(map.depth) * (map.bits / 8) + (pick(0, 1) ? 0 : qint64(pick(1, 40)));
        map.strideY = *map.strideX * map.width + (pick(0, 1) ? 0 : qint64(pick(1, 50)));
        if (pick(0, 1))
            makeBricks(map);
        if (pick(0, 2) == 0)
            map.strideY = -*map.strideY;
        if (pick(0, 2) == 0)
            map.strideX = -*map.strideX;
        map.tileHeight0 = quint32(pick(1, map.height));
        map.tileHeight1 = quint32(pick(1, map.height));
        map.tileWidth0 = quint32(pick(1, map.width));
        map.tileAddress = { 40000, 60000, 80000, 100000 };
        ASSERT_EQ(bytesOf(map.ranges()), bytesByElement(map)) << round;
    }
}

TEST(Ranges, TransposedMapsLieAsTheyAreStored)
{
    auto map = plainMap(2, 3, 8, 0);
    map.transpose = 6; // CHW: 8 rows of 2 columns of 3 channels
    EXPECT_EQ(map.memoryShape(), (std::array<quint32, 3>{ 8, 2, 3 }));
    map.tileHeight0 = map.tileHeight1 = 8;
    map.tileWidth0 = 2;
    map.strideX = 3;
    map.strideY = 6;
    EXPECT_EQ(map.ranges(), (std::vector<RegionRange>{ { 1, 0, 48 } }));
}

TEST(Ranges, TooManyGapsAreCovered)
{
    auto map = plainMap(100, 200, 4, 0);
    map.strideX = 16;
    map.strideY = 16 * 200 + 1000;
    const auto ranges = map.ranges();
    ASSERT_EQ(ranges.size(), 100U); // 20000 runs: each row is covered by one range
    EXPECT_EQ(ranges[0], (RegionRange{ 1, 0, 199 * 16 + 4 }));
    EXPECT_EQ(ranges[99].address, 99U * 4200);
    auto huge = plainMap(65536, 65536, 1, 0);
    huge.strideX = 100;
    huge.strideY = 100 * 65536 + 7;
    EXPECT_EQ(huge.ranges().size(), 1U);
}

TEST(Ranges, WhatIsNotKnownHasNone)
{
    auto map = plainMap(4, 4, 4, 0);
    map.tileHeight0 = map.tileHeight1 = 2;
    map.tileAddress[2] = std::nullopt;
    EXPECT_TRUE(map.ranges().empty());
    map = plainMap(4, 4, 4, 0);
    map.region = std::nullopt;
    EXPECT_TRUE(map.ranges().empty());
    map = plainMap(4, 4, 4, 0);
    map.strideY = std::nullopt;
    EXPECT_TRUE(map.ranges().empty());
    map = plainMap(0, 4, 4, 0);
    EXPECT_TRUE(map.ranges().empty());
    map = plainMap(4, 4, 4, 0);
    map.storage = FeatureMap::Storage::Chained;
    EXPECT_TRUE(map.ranges().empty());
}

TEST(Ranges, MergedJoinsWhatTouches)
{
    EXPECT_EQ(npu::merged({ { 1, 8, 4 }, { 1, 0, 8 }, { 2, 12, 4 }, { 1, 20, 1 }, { 1, 2, 3 } }),
        (std::vector<RegionRange>{ { 1, 0, 12 }, { 1, 20, 1 }, { 2, 12, 4 } }));
}

} // namespace tosaic::test::rangestests
