// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The loops of 32 bits give what those of 64 bits give, or are not there.
#include "core/npusim/narrow.h"
#include "core/npusim/weights.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>

namespace tosaic::test::narrowtests {

using npusim::ChannelScales;
using npusim::NarrowScales;
using npusim::Rounding;

namespace {

constexpr NarrowScales::Limits Byte{ .zeroPoint = -3, .smallest = -128, .largest = 127 };

ChannelScales scalesOf(size_t channels, quint32 scale, int shift, qint64 bias = 0)
{
    return { std::vector<qint64>(channels, bias), std::vector<quint32>(channels, scale),
        std::vector<quint8>(channels, quint8(shift)) };
}

qint32 exactly(
    Rounding rounding, qint64 sum, const ChannelScales &scales, size_t channel, qint64 zeroPoint)
{
    const auto value = npusim::withRounding(rounding, [&]<Rounding Mode>() {
        return npusim::rescaled<Mode>(
            sum + scales.bias[channel], qint64(scales.scale[channel]), scales.shift[channel]);
    });
    return qint32(std::clamp<qint64>(value + zeroPoint, -128, 127));
}

} // namespace

TEST(NarrowScales, EqualTheWideOnes)
{
    std::mt19937 random(5);
    constexpr qint64 Largest = 1 << 30;
    int compared = 0;
    for (int round = 0; round < 400; ++round) {
        const auto rounding = round % 2 == 0 ? Rounding::Double : Rounding::Natural;
        const auto channels = size_t(1 + random() % 90);
        // Double rounding takes all channels in one step or all in two.
        const int least = round % 4 < 2 ? 32 : 0;
        const int most = least == 32 ? 62 : rounding == Rounding::Double ? 31 : 62;
        ChannelScales scales;
        for (size_t i = 0; i < channels; ++i) {
            scales.bias.push_back(qint64(random() % (2 * Largest)) - Largest);
            scales.scale.push_back(quint32(random() >> (1 + random() % 20)));
            scales.shift.push_back(quint8(least + int(random() % quint32(most - least + 1))));
        }
        const auto narrow = NarrowScales::of(rounding, scales, Largest - 1, Byte);
        ASSERT_TRUE(narrow);
        std::vector<qint32> row(channels * 7);
        for (auto &sum : row)
            sum = qint32(qint64(random() % quint32(2 * Largest - 1)) - (Largest - 1))
                >> random() % 30;
        const auto sums = row;
        narrow->apply(row.data(), qint64(row.size()));
        for (size_t i = 0; i < row.size(); ++i, ++compared)
            ASSERT_EQ(row[i], exactly(rounding, sums[i], scales, i % channels, Byte.zeroPoint))
                << "sum " << sums[i] << ", scale " << scales.scale[i % channels] << " / 2^"
                << int(scales.shift[i % channels]);
    }
    EXPECT_GT(compared, 50'000);
}

TEST(NarrowScales, TheScaleThatCopiesCopies)
{
    const auto scales = scalesOf(1, 0x80000001, 31);
    for (const auto rounding : { Rounding::Double, Rounding::Natural }) {
        const auto narrow = NarrowScales::of(rounding, scales, 511, Byte);
        ASSERT_TRUE(narrow);
        for (qint32 sum = -511; sum <= 511; ++sum) {
            auto value = sum;
            narrow->apply(&value, 1);
            ASSERT_EQ(value, exactly(rounding, sum, scales, 0, Byte.zeroPoint)) << sum;
        }
    }
}

TEST(NarrowScales, AreNotThereWhere32BitsAreNotEnough)
{
    constexpr qint64 Sum = 1 << 30;
    const auto isThere = [](Rounding rounding, const ChannelScales &scales, qint64 sum,
                             const NarrowScales::Limits &limits) {
        return NarrowScales::of(rounding, scales, sum, limits).has_value();
    };
    const auto usual = scalesOf(4, 1 << 30, 38);
    EXPECT_TRUE(isThere(Rounding::Double, usual, Sum, Byte));
    EXPECT_FALSE(isThere(Rounding::Truncate, usual, Sum, Byte));
    EXPECT_FALSE(isThere(Rounding::Double, scalesOf(4, 0x80000000, 38), Sum, Byte));
    EXPECT_FALSE(isThere(Rounding::Double, scalesOf(4, 0x80000001, 31), Sum, Byte));
    EXPECT_FALSE(isThere(Rounding::Double, scalesOf(4, 1, 63), Sum, Byte));
    EXPECT_FALSE(isThere(Rounding::Double, scalesOf(4, 1, 38, qint64(1) << 31), 1, Byte));
    EXPECT_FALSE(isThere(Rounding::Double, scalesOf(4, 1, 38, Sum), Sum, Byte));
    EXPECT_FALSE(
        isThere(Rounding::Double, usual, Sum, { .smallest = 5, .largest = 4 })); // no clamp
    auto mixed = usual;
    mixed.shift[2] = 30;
    EXPECT_FALSE(isThere(Rounding::Double, mixed, Sum, Byte));
    EXPECT_TRUE(isThere(Rounding::Natural, mixed, Sum, Byte));
}

TEST(NarrowProducts, EqualThoseOneByOne)
{
    std::mt19937 random(7);
    const auto number = [&] { return qint16(int(random() % 511) - 255); };
    for (const qint64 outputs : { 1, 2, 5 }) {
        for (const qint64 length : { 16, 48, 160 }) {
            std::vector<qint16> weights(size_t(outputs * length));
            std::ranges::generate(weights, number);
            std::array<std::vector<qint16>, npusim::NarrowPixels> pixels;
            std::array<std::vector<qint32>, npusim::NarrowPixels> sums;
            const qint16 *from[npusim::NarrowPixels];
            qint32 *to[npusim::NarrowPixels];
            for (size_t i = 0; i < pixels.size(); ++i) {
                pixels[i].resize(size_t(length));
                std::ranges::generate(pixels[i], number);
                sums[i].resize(size_t(outputs));
                from[i] = pixels[i].data();
                to[i] = sums[i].data();
            }
            npusim::multiplyNarrow(from, weights.data(), length, outputs, to);
            for (size_t pixel = 0; pixel < pixels.size(); ++pixel) {
                for (qint64 o = 0; o < outputs; ++o) {
                    qint64 right = 0;
                    for (qint64 i = 0; i < length; ++i)
                        right += pixels[pixel][size_t(i)] * weights[size_t(o * length + i)];
                    ASSERT_EQ(sums[pixel][size_t(o)], right) << outputs << " of " << length;
                }
            }
        }
    }
}

TEST(NarrowProducts, OfTapsAreAddedToWhatIsThere)
{
    std::mt19937 random(9);
    constexpr qint64 Depth = 21;
    constexpr qint64 RowLength = 32;
    for (const auto count : std::to_array<size_t>({ 1, 2, 3, 5, 9 })) {
        std::vector<std::vector<qint16>> taps(count, std::vector<qint16>(Depth + 4));
        std::vector<const qint16 *> from;
        std::vector<qint16> weights(count * RowLength);
        for (auto &weight : weights)
            weight = qint16(int(random() % 511) - 255);
        for (auto &tap : taps) {
            for (auto &element : tap)
                element = qint16(int(random() % 511) - 255);
            from.push_back(tap.data());
        }
        std::vector<qint32> sums(Depth, 1000);
        npusim::addProducts(
            from.data(), qint64(count), 4, weights.data(), RowLength, Depth, sums.data());
        for (size_t c = 0; c < Depth; ++c) {
            qint32 right = 1000;
            for (size_t tap = 0; tap < count; ++tap)
                right += taps[tap][c + 4] * weights[tap * RowLength + c];
            ASSERT_EQ(sums[c], right) << count << " taps, channel " << c;
        }
    }
}

} // namespace tosaic::test::narrowtests
