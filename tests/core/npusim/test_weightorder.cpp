// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Weight streams: bits to numbers, numbers to places.
#include "core/npusim/rounding.h"
#include "core/npusim/weightorder.h"
#include "core/npusim/weightstream.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace tosaic::test::weightordertests {

using namespace tosaic;
using namespace tosaic::npusim;

namespace {

/// Bits, the lowest of the first byte first.
class BitWriter
{
public:
    BitWriter &put(quint32 value, int bits)
    {
        for (int i = 0; i < bits; ++i, ++m_count) {
            if (m_count % 8 == 0)
                m_bytes.append('\0');
            if ((value >> i & 1) != 0)
                m_bytes.back() = char(quint8(m_bytes.back()) | 1U << (m_count % 8));
        }
        return *this;
    }
    const QByteArray &bytes() const { return m_bytes; }

private:
    QByteArray m_bytes;
    int m_count = 0;
};

Target targetOf(model::NpuProduct product, quint32 macs, quint32 configWord)
{
    return Target({ .product = product, .macs = macs, .configWord = configWord });
}

WeightGeometry geometryOf(qint64 outputs, qint64 inputs, qint64 taps)
{
    WeightGeometry geometry{ .outputs = outputs, .inputs = inputs };
    geometry.window.height = taps;
    geometry.window.width = taps;
    geometry.blockDepth = 16;
    return geometry;
}

/// Every weight stands exactly once in the streams together.
void expectComplete(const WeightGeometry &geometry, const Target &target)
{
    std::vector<int> seen(size_t(geometry.weights()), 0);
    for (int stream = 0; stream < target.weightStreams; ++stream) {
        const auto order = weightOrder(geometry, target, stream, WeightLimit);
        ASSERT_TRUE(order);
        for (const auto place : *order) {
            ASSERT_LT(place, qint32(seen.size()));
            if (place >= 0)
                ++seen[size_t(place)];
        }
    }
    EXPECT_TRUE(std::ranges::all_of(seen, [](int count) { return count == 1; }));
}

} // namespace

TEST(WeightStream, UncompressedWithDirectPalette)
{
    // No zero runs, four weights, uncompressed, new palette of no entries with 4 bits each.
    BitWriter bits;
    bits.put(6, 3).put(3, 15).put(7, 3).put(0, 1).put(1, 1).put(0, 5).put(0, 5).put(2, 3);
    for (const auto coded : { 2U, 3U, 7U, 0U }) // sign in the lowest bit
        bits.put(coded, 4);
    bits.put(7, 3);
    const auto weights = decodeStandardWeights(bits.bytes());
    ASSERT_TRUE(weights) << weights.error().detail.toStdString();
    EXPECT_EQ(*weights, (std::vector<qint16>{ 1, -1, -3, 0 }));
}

TEST(WeightStream, EndsInAnErrorWhereASliceIsCut)
{
    BitWriter bits;
    bits.put(6, 3).put(300, 15).put(7, 3).put(0, 1).put(1, 1).put(0, 5).put(0, 5).put(2, 3);
    const auto weights = decodeStandardWeights(bits.bytes());
    ASSERT_FALSE(weights);
    EXPECT_EQ(weights.error().code, ErrorCode::FormatDamaged);
    EXPECT_FALSE(decodeFastWeights(QByteArray(31, '\0')));
}

TEST(WeightStream, AnyBytesEnd)
{
    std::mt19937 random(3);
    for (int round = 0; round < 2000; ++round) {
        QByteArray bytes(qsizetype(random() % 200), '\0');
        for (auto &byte : bytes)
            byte = char(random());
        static_cast<void>(decodeStandardWeights(bytes));
        static_cast<void>(decodeFastWeights(bytes));
    }
}

TEST(WeightStream, FastFormats)
{
    BitWriter raw;
    raw.put(1, 2).put(0, 24).put(0, 24).put(0, 24).put(0, 24).put(0, 6).put(3, 8);
    auto bytes = raw.bytes();
    bytes.resize(32, '\0');
    bytes.append(char(10)).append(char(-5));
    const auto values = decodeFastWeights(bytes);
    ASSERT_TRUE(values);
    EXPECT_EQ(*values, (std::vector<qint16>{ 7, -8 }));

    BitWriter small;
    small.put(2, 2).put(0, 24).put(0, 24).put(0, 24).put(0, 24).put(0, 6).put(0, 8);
    for (const auto coded : { 0U, 2U, 5U, 200U })
        small.put(coded, 9);
    bytes = small.bytes();
    bytes.resize(32, '\0');
    bytes.append(char(0b11100100));
    const auto looked = decodeFastWeights(bytes);
    ASSERT_TRUE(looked);
    EXPECT_EQ(*looked, (std::vector<qint16>{ 0, 1, -2, 100 }));
}

TEST(WeightOrder, DepthFirstOfU55)
{
    const auto target = targetOf(model::NpuProduct::U55, 128, 0x1807);
    const auto order = weightOrder(geometryOf(2, 3, 1), target, 0, WeightLimit);
    ASSERT_TRUE(order);
    // A microblock of 8 outputs with 8 inputs each, in a block of 32 inputs.
    ASSERT_EQ(order->size(), 4U * 64);
    EXPECT_EQ(std::vector<qint32>(order->begin(), order->begin() + 12),
        (std::vector<qint32>{ 0, 1, 2, -1, -1, -1, -1, -1, 3, 4, 5, -1 }));
}

TEST(WeightOrder, SerpentineOfU85)
{
    const auto target = targetOf(model::NpuProduct::U85, 256, 0x20000008);
    auto geometry = geometryOf(32, 96, 1);
    geometry.microblockDepth = 8;
    const auto order = weightOrder(geometry, target, 0, WeightLimit);
    ASSERT_TRUE(order);
    EXPECT_EQ(order->front(), 0);
    // The second block of outputs begins with the last block of inputs.
    const auto second = order->begin() + qsizetype(order->size() / 2);
    EXPECT_EQ(*second, 16 * 96 + 64);
}

TEST(WeightOrder, EveryWeightStandsOnceInAllConfigurations)
{
    struct Configuration
    {
        model::NpuProduct product;
        quint32 macs;
        quint32 word;
        qint64 microblock;
    };
    for (const auto &[product, macs, word, microblock] :
        { Configuration{ model::NpuProduct::U55, 32, 0x1005, 4 },
            { model::NpuProduct::U55, 256, 0x3008, 8 },
            { model::NpuProduct::U65, 512, 0x10006009, 8 },
            { model::NpuProduct::U85, 128, 0x20000007, 16 },
            { model::NpuProduct::U85, 1024, 0x2000200A, 32 } }) {
        const auto target = targetOf(product, macs, word);
        for (const bool isPart : { false, true }) {
            for (const int bits : { 8, 16 }) {
                auto geometry = geometryOf(21, 37, 3);
                geometry.ifmBits = bits;
                geometry.microblockDepth = microblock;
                geometry.blockDepth = 2 * microblock;
                geometry.window.isPartKernelFirst = isPart;
                geometry.window.strideX = 2;
                geometry.window.strideY = 2;
                expectComplete(geometry, target);
                geometry.isDepthwise = true;
                geometry.inputs = 1;
                expectComplete(geometry, target);
            }
        }
    }
}

TEST(WeightOrder, HasALimit)
{
    const auto target = targetOf(model::NpuProduct::U55, 128, 0x1807);
    const auto order = weightOrder(geometryOf(65536, 65536, 64), target, 0, 1000);
    ASSERT_FALSE(order);
    EXPECT_EQ(geometryOf(65536, 65536, 65536).weights(), qint64(WeightLimit) + 1);
}

TEST(Rounding, EveryMode)
{
    EXPECT_EQ(rescaled<Rounding::Natural>(-3, 1, 1), -1);
    EXPECT_EQ(rescaled<Rounding::Natural>(3, 1, 1), 2);
    EXPECT_EQ(rescaled<Rounding::Symmetric>(-3, 1, 1), -2);
    EXPECT_EQ(rescaled<Rounding::Truncate>(-3, 1, 1), -1);
    EXPECT_EQ(rescaled<Rounding::Down>(-3, 1, 1), -2);
    EXPECT_EQ(rescaled<Rounding::Double>(-3, 1, 1), -1);
    // Above 31 the first step rounds to a multiple of 2^31, the second halves away from zero.
    EXPECT_EQ(rescaled<Rounding::Double>(-3, qint64(1) << 31, 32), -2);
    EXPECT_EQ(rescaled<Rounding::Natural>(-3, qint64(1) << 31, 32), -1);
    EXPECT_EQ(rescaled<Rounding::Natural>(qint64(1) << 47, 0xFFFFFFFF, 47), 0xFFFFFFFF);
    EXPECT_EQ(rescaled<Rounding::Natural>(5, 7, 0), 35);
}

} // namespace tosaic::test::weightordertests
