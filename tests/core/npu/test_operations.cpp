// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What each kind of operation is described by, on each product.
#include "tests/core/npu/commandlist.h"

#include <gtest/gtest.h>

namespace tosaic::test::operationstests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::test;
using npu::FeatureMap;
using npu::NpuProduct;
using npu::OperationKind;
using npu::RegionRange;

namespace {

constexpr quint32 GlobalScale = 0x0101; ///< OFM precision: int8, one scale for all channels
constexpr quint32 PerChannel = 0x0001;
constexpr quint32 Int32 = 0x9; ///< IFM precision
constexpr quint32 Chained = 0x8000;
constexpr quint32 NoStorage = 0xC000;

/// The first operation of a stream that these commands make.
npu::Operation first(NpuProduct product, CommandList commands)
{
    commands.set(KickStop, 0xFFFF);
    const auto stream = streamWith(product, commands);
    EXPECT_TRUE(stream->diagnostics.empty());
    return stream->operations.empty() ? npu::Operation{} : stream->operations.front();
}

CommandList convolution(const MapSetup &ifm, const MapSetup &ofm)
{
    CommandList commands;
    setIfm(commands, ifm);
    setOfm(commands, ofm);
    commands.set(0x100, 1).set(0x101, 2).set(0x102, 3).set(0x103, 4);
    commands.set(0x120, 4).set(0x121, 2); // spans 5 x 3
    commands.set(0x122, 0x1 | 0x200 | 0x4 | 0x8); // x 2, y 3, part kernel first, dilation x 2
    commands.set(0x128, 0).setLong(0x020, 0x40).setLong(0x021, 64);
    commands.set(0x129, 2).setLong(0x022, 0x80).setLong(0x023, 160);
    commands.set(0x115, 15).set(0x116, 7).set(0x117, 31).set(0x12F, 2);
    return commands;
}

CommandList elementwise(quint32 broadcast2)
{
    CommandList commands;
    setIfm(commands, { .height = 4, .width = 4, .depth = 8, .address = 0x100 });
    setIfm2(commands, { .height = 1, .width = 4, .depth = 8, .address = 0x200 });
    setOfm(commands,
        { .height = 4, .width = 4, .depth = 8, .address = 0x300, .precision = GlobalScale });
    commands.set(0x180, broadcast2);
    return commands;
}

} // namespace

TEST(Convolution, EveryRegisterHasItsPlace)
{
    auto commands = convolution({ .height = 12, .width = 10, .depth = 16, .address = 0x1000 },
        { .height = 4, .width = 5, .depth = 32, .address = 0x2000, .precision = PerChannel });
    commands.set(0x109, 0xFF80).set(0x118, 5);
    commands.set(0x125, 0).set(0x126, 0xFF80).set(0x127, 100).set(KickConv, 0);
    const auto conv = first(NpuProduct::U55, commands);
    EXPECT_EQ(conv.kind, OperationKind::Conv);
    ASSERT_TRUE(conv.kernel);
    EXPECT_EQ(conv.kernel->width, 3U); // 5 dilated
    EXPECT_EQ(conv.kernel->height, 3U);
    EXPECT_EQ(conv.kernel->strideX, 2U);
    EXPECT_EQ(conv.kernel->strideY, 3U);
    EXPECT_EQ(conv.kernel->dilationX, 2U);
    EXPECT_EQ(conv.kernel->dilationY, 1U);
    EXPECT_TRUE(conv.kernel->isPartKernelFirst);
    EXPECT_EQ(conv.kernel->padding, (std::array<quint32, 4>{ 1, 2, 4, 3 }));
    EXPECT_EQ(conv.ifm->zeroPoint, -128);
    EXPECT_EQ(conv.ifm->depth, 16U);
    EXPECT_EQ(conv.ifm->tileAddress[0], 0x1000U);
    EXPECT_EQ(conv.ofm->height, 4U);
    EXPECT_EQ(conv.ofm->width, 5U);
    EXPECT_EQ(conv.ofm->depth, 32U);
    EXPECT_EQ(conv.ofm->zeroPoint, 5);
    EXPECT_EQ(conv.weights, (std::vector<RegionRange>{ { 0, 0x40, 64 } }));
    EXPECT_EQ(conv.scales, (std::vector<RegionRange>{ { 2, 0x80, 160 } }));
    EXPECT_FALSE(conv.ofmScale); // each channel has its own
    EXPECT_FALSE(conv.ifm2);
    EXPECT_EQ(conv.rounding, u"DBL"_s);
    EXPECT_EQ(conv.activation, u"RELU"_s);
    EXPECT_EQ(conv.activationMin, -128);
    EXPECT_EQ(conv.activationMax, 100);
    EXPECT_EQ(conv.block, (std::array<quint32, 3>{ 8, 16, 32 }));
    EXPECT_EQ(conv.blockDependency, 2U);
}

TEST(Convolution, ClipToTheWholeTypeIsNoActivation)
{
    auto commands = convolution({}, {});
    commands.set(0x125, 0).set(0x126, 0xFF80).set(0x127, 127).set(KickConv, 0);
    EXPECT_EQ(first(NpuProduct::U55, commands).activation, QString());
    auto table = convolution({}, {});
    table.set(0x125, 18).set(KickConv, 0);
    const auto withTable = first(NpuProduct::U65, table);
    EXPECT_EQ(withTable.activation, u"TABLE_2"_s);
    EXPECT_EQ(withTable.activationTable, 2);
    auto lut = convolution({}, {});
    lut.set(0x125, 4 | 3 << 5 | 0x1000).set(0x126, 0).set(0x127, 1).set(KickConv, 0);
    const auto withLut = first(NpuProduct::U85, lut);
    EXPECT_EQ(withLut.activation, u"LUT_S8_S8"_s);
    EXPECT_EQ(withLut.activationTable, 3);
    EXPECT_FALSE(withLut.activationMin); // clips nothing
}

TEST(Convolution, WeightsOfEveryCore)
{
    auto dual = convolution({}, {});
    dual.set(0x123, 1).setLong(0x090, 0x400).setLong(0x091, 32);
    dual.setLong(0x092, 0x500).setLong(0x093, 80).set(KickConv, 0);
    const auto u65 = first(NpuProduct::U65, dual);
    EXPECT_EQ(u65.weights, (std::vector<RegionRange>{ { 0, 0x40, 64 }, { 0, 0x400, 32 } }));
    EXPECT_EQ(u65.scales, (std::vector<RegionRange>{ { 2, 0x80, 160 }, { 2, 0x500, 80 } }));

    auto single = convolution({}, {});
    single.set(0x123, 0).setLong(0x090, 0x400).setLong(0x091, 32).set(KickConv, 0);
    EXPECT_EQ(first(NpuProduct::U65, single).weights.size(), 1U);

    auto decoders = convolution({}, {});
    decoders.setLong(0x090, 0x400).setLong(0x091, 32).setLong(0x092, 0x500).setLong(0x093, 0);
    decoders.setLong(0x094, 0x600).setLong(0x095, 16).set(0x12E, 0x10).set(KickConv, 0);
    const auto u85 = first(NpuProduct::U85, decoders);
    EXPECT_EQ(u85.weights,
        (std::vector<RegionRange>{ { 0, 0x40, 64 }, { 0, 0x400, 32 }, { 0, 0x600, 16 } }));
    EXPECT_EQ(u85.scales.size(), 1U);
    EXPECT_TRUE(u85.hasSparseWeights);
}

TEST(Convolution, WeightsFromAFeatureMap)
{
    auto commands = convolution({}, {});
    setIfm2(commands, { .height = 1, .width = 12, .depth = 16, .address = 0x700 });
    commands.set(KickConv, 1);
    const auto product = first(NpuProduct::U85, commands);
    EXPECT_TRUE(product.hasWeightsFromIfm2);
    EXPECT_TRUE(product.weights.empty());
    ASSERT_TRUE(product.ifm2);
    EXPECT_EQ(product.ifm2->width, 12U);
    EXPECT_EQ(product.ifm2->depth, 16U);
    EXPECT_EQ(product.ifm2->ranges(), (std::vector<RegionRange>{ { 1, 0x700, 192 } }));
}

TEST(Addresses, HaveFortyBitsExceptOnU55)
{
    auto commands = convolution({ .address = quint64(3) << 32 | 16 }, {});
    commands.setLong(0x005, 0xFFFFFFFFF0).set(KickConv, 0);
    const auto u65 = first(NpuProduct::U65, commands);
    EXPECT_EQ(u65.ifm->tileAddress[0], quint64(3) << 32 | 16);
    EXPECT_EQ(u65.ifm->strideY, -16);
    const auto u55 = first(NpuProduct::U55, commands);
    EXPECT_EQ(u55.ifm->tileAddress[0], 16U);
    EXPECT_EQ(u55.ifm->strideY, -16);
}

TEST(Shapes, TheInputIsWhatTheWindowCovers)
{
    // 4 rows out, stride 3, kernel 3, padding 1 + 4: 3 * 3 + 3 - 5 = 7 rows.
    auto rolling = convolution({ .height = 5, .width = 16 }, { .height = 4, .width = 8 });
    rolling.setLong(0x002, 0x40).set(KickConv, 0);
    const auto conv = first(NpuProduct::U55, rolling);
    EXPECT_EQ(conv.ifm->tileHeight0, 5U);
    EXPECT_EQ(conv.ifm->height, 7U); // wraps around into tile 2
    // 8 columns out: 7 * 2 + 5 - 5 = 14; with stride 2 one more may stay unread, two may not.
    EXPECT_EQ(conv.ifm->width, 14U);
    auto odd = convolution({ .width = 15 }, { .height = 4, .width = 8 });
    odd.set(KickConv, 0);
    EXPECT_EQ(first(NpuProduct::U55, odd).ifm->width, 15U);

    CommandList upscaled;
    setIfm(upscaled, { .height = 4, .width = 4 });
    setOfm(upscaled, { .height = 8, .width = 8, .precision = GlobalScale });
    upscaled.set(0x120, 0).set(0x121, 0).set(0x122, 0).set(0x107, 1).set(KickPool, 1);
    const auto pool = first(NpuProduct::U65, upscaled);
    EXPECT_EQ(pool.upscale, u"NEAREST"_s);
    EXPECT_EQ(pool.ifm->height, 4U);
    EXPECT_EQ(pool.ifm->width, 4U);
}

TEST(Pool, ModesAndTheirScales)
{
    CommandList commands;
    setIfm(commands, {});
    setOfm(commands, { .precision = GlobalScale | 0x8000 });
    commands.setLong(0x024, quint64(12) << 32 | 77).set(0x129, 0).setLong(0x022, 0);
    commands.setLong(0x023, 160).set(KickPool, 1);
    const auto average = first(NpuProduct::U65, commands);
    EXPECT_EQ(average.mode, u"AVERAGE"_s);
    EXPECT_EQ(average.ofmScale->multiplier, 77U);
    EXPECT_EQ(average.ofmScale->shift, 12U);
    EXPECT_EQ(average.ofmScale->rounding, u"NATURAL"_s);
    EXPECT_TRUE(average.scales.empty());
    EXPECT_TRUE(average.weights.empty());

    auto perChannel = commands;
    perChannel.set(0x114, PerChannel);
    const auto with = [&](quint32 mode) {
        CommandList list;
        for (const auto word : perChannel.words()) {
            if (word != (KickPool | 1U << 16))
                list.raw(word);
        }
        return list.set(KickPool, mode);
    };
    const auto sum = first(NpuProduct::U85, with(3));
    EXPECT_EQ(sum.mode, u"SUM"_s);
    EXPECT_EQ(sum.scales.size(), 1U);
    const auto max = first(NpuProduct::U85, with(0));
    EXPECT_EQ(max.mode, u"MAX"_s);
    EXPECT_TRUE(max.scales.empty()); // it scales nothing: what the registers hold is old
    EXPECT_EQ(first(NpuProduct::U85, with(7)).mode, u"ARGMAX_Y"_s);
}

TEST(Elementwise, BroadcastAndScalarsOfU55)
{
    const auto height = first(NpuProduct::U55, elementwise(0x1).set(KickElementwise, 1));
    EXPECT_EQ(height.mode, u"ADD"_s);
    EXPECT_EQ(height.ifm2->height, 1U);
    EXPECT_EQ(height.ifm2->width, 4U);
    EXPECT_EQ(height.ifm2->depth, 8U);
    EXPECT_EQ(height.ifm2->broadcast, 1U);
    EXPECT_FALSE(height.kernel);
    const auto channels = first(NpuProduct::U55, elementwise(0x6).set(KickElementwise, 2));
    EXPECT_EQ(channels.ifm2->height, 4U);
    EXPECT_EQ(channels.ifm2->width, 1U);
    EXPECT_EQ(channels.ifm2->depth, 1U);
    const auto scalar
        = first(NpuProduct::U65, elementwise(0x80).set(0x181, 0xFFFD).set(KickElementwise, 0));
    EXPECT_EQ(scalar.ifm2->storage, FeatureMap::Storage::Scalar);
    EXPECT_EQ(scalar.ifm2->scalar, -3); // 16 bits with the sign of the map
    const auto unsignedMap = first(NpuProduct::U55,
        elementwise(0x80).set(0x185, 0).set(0x181, 0xFFFD).set(KickElementwise, 0));
    EXPECT_EQ(unsignedMap.ifm2->scalar, 0xFFFD);
    EXPECT_TRUE(scalar.ifm2->ranges().empty());
    const auto unary = first(NpuProduct::U55, elementwise(0).set(KickElementwise, 7));
    EXPECT_EQ(unary.mode, u"CLZ"_s);
    EXPECT_FALSE(unary.ifm2);
}

TEST(Elementwise, BroadcastAndScalarsOfU85)
{
    const auto channels
        = first(NpuProduct::U85, elementwise(4).set(0x108, 3).set(KickElementwise, 33));
    EXPECT_EQ(channels.mode, u"AND"_s);
    EXPECT_EQ(channels.ifm2->depth, 1U);
    EXPECT_EQ(channels.ifm->height, 1U);
    EXPECT_EQ(channels.ifm->width, 1U);
    EXPECT_EQ(channels.ifm->depth, 8U);
    const auto first1 = first(NpuProduct::U85,
        elementwise(0)
            .set(0x108, 8)
            .set(0x105, NoStorage | 1)
            .setLong(0x027, 0xFFFFFFFF)
            .set(KickElementwise, 2));
    EXPECT_EQ(first1.ifm->storage, FeatureMap::Storage::Scalar);
    EXPECT_EQ(first1.ifm->scalar, -1); // an int8 map
    EXPECT_EQ(first1.ifm2->storage, FeatureMap::Storage::Memory);
    const auto unsignedMap = first(NpuProduct::U85,
        elementwise(0)
            .set(0x108, 8)
            .set(0x105, NoStorage)
            .setLong(0x027, 0xFFFFFFA6)
            .set(KickElementwise, 2));
    EXPECT_EQ(unsignedMap.ifm->scalar, 0xA6); // what the type holds of it
    EXPECT_FALSE(first(NpuProduct::U85, elementwise(0).set(KickElementwise, 36)).ifm2); // NOT
}

TEST(Elementwise, ScalesOfTheInputs)
{
    auto commands = elementwise(0);
    commands.setLong(0x025, quint64(20) << 32 | 1000).setLong(0x026, 0x12345678);
    const auto add = first(NpuProduct::U55, CommandList(commands).set(KickElementwise, 1));
    EXPECT_EQ(add.ifmScale->multiplier, 1000U);
    EXPECT_EQ(add.ifmScale->shift, 20U);
    EXPECT_EQ(add.ifm2Scale->multiplier, 0x5678U); // 16 bits
    const auto mul = first(NpuProduct::U55, CommandList(commands).set(KickElementwise, 0));
    EXPECT_FALSE(mul.ifmScale); // only ADD and SUB scale their inputs: old values
    const auto u85 = first(NpuProduct::U85,
        CommandList(commands)
            .setLong(0x026, quint64(0x2003) << 32 | 0x12345678)
            .set(KickElementwise, 0));
    EXPECT_EQ(u85.ifm2Scale->multiplier, 0x12345678U);
    EXPECT_EQ(u85.ifm2Scale->shift, 3U);
    EXPECT_EQ(u85.ifm2Scale->rounding, u"NATURAL"_s);
}

TEST(Resize, IsOfU85)
{
    CommandList commands;
    setIfm(commands, { .height = 4, .width = 4 });
    setOfm(commands, { .precision = GlobalScale });
    commands.set(0x12A, 1).set(0x12B, 1).set(KickResize, 2);
    const auto resize = first(NpuProduct::U85, commands);
    EXPECT_EQ(resize.kind, OperationKind::Resize);
    EXPECT_EQ(resize.mode, u"NEAREST"_s);
    EXPECT_EQ(resize.ifm->height, 4U);
    EXPECT_FALSE(resize.kernel);
}

TEST(Chains, HandMapsOnInsideTheNpu)
{
    CommandList commands;
    setIfm(commands, {});
    setOfm(commands, { .precision = GlobalScale | Chained, .region = 2 });
    commands.set(KickPool, 2);
    commands.set(0x105, Int32 | Chained).set(0x10F, 2).set(0x114, GlobalScale | Chained);
    commands.set(0x11F, 0).set(KickPool, 2);
    commands.set(0x10F, 0).set(0x114, GlobalScale).set(KickPool, 2); // writes memory: the last
    commands.set(0x105, 1).set(0x10F, 1).set(KickPool, 2);
    commands.set(0x114, GlobalScale | Chained).set(KickPool, 2);
    commands.set(KickStop, 0xFFFF);
    const auto stream = streamWith(NpuProduct::U85, commands);
    ASSERT_EQ(stream->operations.size(), 6U);
    const auto &operations = stream->operations;
    EXPECT_EQ(operations[0].chain, 0);
    EXPECT_EQ(operations[0].ofm->storage, FeatureMap::Storage::Chained);
    EXPECT_EQ(operations[0].ofm->chainBuffer, 2);
    EXPECT_TRUE(operations[0].ofm->ranges().empty());
    EXPECT_EQ(operations[1].chain, 0);
    EXPECT_EQ(operations[1].ifm->chainBuffer, 2);
    EXPECT_EQ(operations[1].ifm->height, 8U); // shapes come from the OFM
    EXPECT_EQ(operations[2].chain, 0);
    EXPECT_EQ(operations[3].chain, -1);
    EXPECT_EQ(operations[4].chain, 1);
}

TEST(Accumulators, MayStartFromTheSecondInput)
{
    CommandList commands;
    setIfm(commands, {});
    setIfm2(commands, { .address = 0x900, .precision = Int32 });
    setOfm(commands, { .precision = GlobalScale });
    commands.set(0x124, 2U << 4).set(KickPool, 4);
    const auto pool = first(NpuProduct::U85, commands);
    EXPECT_EQ(pool.mode, u"NONE"_s);
    EXPECT_TRUE(pool.startsFromIfm2);
    EXPECT_EQ(pool.ifm2->bits, 32U);
    EXPECT_EQ(pool.ifm2->ranges(), (std::vector<RegionRange>{ { 1, 0x900, 8 * 8 * 16 * 4 } }));
}

TEST(Transpose, OfTheOutput)
{
    CommandList commands;
    setIfm(commands, {});
    setOfm(commands, { .height = 2, .width = 3, .depth = 8, .precision = GlobalScale | 6U << 11 });
    commands.set(0x11A, 1).set(0x11B, 7).set(0x11C, 7).setLong(0x014, 3).setLong(0x015, 6);
    commands.set(KickPool, 1);
    const auto pool = first(NpuProduct::U85, commands);
    EXPECT_EQ(pool.ofm->transpose, 6);
    EXPECT_EQ(pool.ofm->height, 2U);
    EXPECT_EQ(pool.ofm->ranges(), (std::vector<RegionRange>{ { 1, 0, 48 } }));
}

TEST(Persistence, RegistersKeepTheirValues)
{
    auto commands = convolution({ .address = 0x100 }, {});
    commands.set(KickConv, 0).setLong(0x000, 0x180).set(KickConv, 0).set(KickStop, 0xFFFF);
    const auto stream = streamWith(NpuProduct::U55, commands);
    ASSERT_EQ(stream->operations.size(), 3U);
    EXPECT_EQ(stream->operations[0].ifm->tileAddress[0], 0x100U);
    EXPECT_EQ(stream->operations[1].ifm->tileAddress[0], 0x180U);
    EXPECT_EQ(stream->operations[1].weights, stream->operations[0].weights);
    EXPECT_EQ(stream->operations[1].kernel->width, stream->operations[0].kernel->width);
}

TEST(Persistence, WhatWasNeverWrittenIsNotKnown)
{
    const auto conv = first(NpuProduct::U65, CommandList().set(KickConv, 0));
    EXPECT_FALSE(conv.ifm->region);
    EXPECT_FALSE(conv.ifm->tileAddress[0]);
    EXPECT_EQ(conv.ofm->height, 0U);
    EXPECT_TRUE(conv.weights.empty());
    EXPECT_TRUE(conv.ofm->ranges().empty());
    EXPECT_FALSE(conv.activationMin);
    EXPECT_FALSE(conv.blockDependency);
    EXPECT_TRUE(conv.isStateKnown); // no branch has anything to do with it
}

} // namespace tosaic::test::operationstests
