// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Statistics against NumPy 64-bit results (min, max, mean, std, histogram, unique) of the same
// formulas.
#include "core/model/constantvalues.h"
#include "tests/core/formats/tosa/tosabuilder.h"

#include <gtest/gtest.h>

#include <numeric>

namespace tosaic::test::constantstatisticstests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::test;
using model::ConstantValues;
using model::ElementType;

namespace {

ConstantValues valuesOf(const QByteArray &bytes, ElementType type, std::vector<qint64> shape)
{
    auto source = ByteSource::fromBytes(bytes);
    return ConstantValues::open(source, { 0, source->size() }, type, std::move(shape)).value();
}

/// (i * 37 + 11) % 251 - 125
QByteArray weights(int count)
{
    std::vector<qint8> values;
    for (int i = 0; i < count; ++i)
        values.push_back(qint8((i * 37 + 11) % 251 - 125));
    return rawBytes(values);
}

quint64 sum(const std::vector<quint64> &bins)
{
    return std::accumulate(bins.begin(), bins.end(), quint64(0));
}

TEST(ConstantStatistics, OfIntegers)
{
    const auto values = valuesOf(weights(100'000), ElementType::Int8, { 100'000 });
    const auto result = model::statisticsOf(values);
    ASSERT_TRUE(result);
    EXPECT_EQ(result->count, 100'000U);
    EXPECT_EQ(result->minimum, -125);
    EXPECT_EQ(result->maximum, 125);
    EXPECT_EQ(result->minimumIndex, 210U);
    EXPECT_EQ(result->maximumIndex, 115U);
    EXPECT_NEAR(result->mean.value(), -4e-05, 1e-12);
    EXPECT_NEAR(result->standardDeviation.value(), 72.45700421628264, 1e-10);
    EXPECT_EQ(result->zeros, 399U);
    EXPECT_EQ(result->distinct, 251U);
    EXPECT_FALSE(result->isDistinctCapped);
    // Bins of whole numbers: 251 values in at most 64 bins are four to a bin.
    EXPECT_EQ(result->histogram.low, -125.5);
    EXPECT_EQ(result->histogram.width, 4);
    ASSERT_EQ(result->histogram.bins.size(), 63U);
    EXPECT_EQ(result->histogram.bins[0], 1593U);
    EXPECT_EQ(result->histogram.bins[1], 1594U);
    EXPECT_EQ(result->histogram.bins[60], 1593U);
    EXPECT_EQ(result->histogram.bins[62], 1195U);
    EXPECT_EQ(sum(result->histogram.bins), 100'000U);
}

TEST(ConstantStatistics, OfFloats)
{
    std::vector<float> floats;
    for (int i = 0; i < 50'000; ++i)
        floats.push_back(float(double((i * 7919LL) % 10007 - 5000) / 1000));
    const auto values = valuesOf(rawBytes(floats), ElementType::Float32, { 50'000 });
    const auto result = model::statisticsOf(values, { .bins = 10, .distinctCap = 20'000 });
    ASSERT_TRUE(result);
    EXPECT_EQ(result->minimum, -5);
    EXPECT_EQ(result->maximum, 5.00600004196167);
    EXPECT_NEAR(result->mean.value(), 0.003209399975463748, 1e-12);
    EXPECT_NEAR(result->standardDeviation.value(), 2.888788111421588, 1e-12);
    EXPECT_EQ(result->zeros, 5U);
    EXPECT_EQ(result->distinct, 10'007U);
    EXPECT_EQ(result->histogram.bins,
        (std::vector<quint64>{ 5000, 5003, 4995, 5002, 5001, 4997, 5001, 4997, 5001, 5003 }));
    const auto capped = model::statisticsOf(values, { .distinctCap = 100 });
    EXPECT_EQ(capped->distinct, 100U);
    EXPECT_TRUE(capped->isDistinctCapped);
}

TEST(ConstantStatistics, CountsWhatIsNotFinite)
{
    // float16: nan, inf, -inf, 0, -0, 1.5
    const auto values
        = valuesOf(rawBytes(std::vector<quint16>{ 0x7e00, 0x7c00, 0xfc00, 0, 0x8000, 0x3e00 }),
            ElementType::Float16, { 6 });
    const auto result = model::statisticsOf(values);
    ASSERT_TRUE(result);
    EXPECT_EQ(result->count, 6U);
    EXPECT_EQ(result->nans, 1U);
    EXPECT_EQ(result->infinities, 2U);
    EXPECT_EQ(result->zeros, 2U);
    EXPECT_EQ(result->mean, 0.5);
    EXPECT_EQ(result->distinct, 2U) << "both zeros are one number";
    EXPECT_EQ(sum(result->histogram.bins), 3U);

    const auto nothing = model::statisticsOf(
        valuesOf(rawBytes(std::vector<quint16>{ 0x7e00 }), ElementType::Float16, { 1 }));
    ASSERT_TRUE(nothing);
    EXPECT_EQ(nothing->minimum, std::nullopt);
    EXPECT_EQ(nothing->mean, std::nullopt);
    EXPECT_TRUE(nothing->histogram.bins.empty());
}

TEST(ConstantStatistics, OfOneValueAndOfFew)
{
    const auto one = model::statisticsOf(valuesOf(QByteArray(9, '\3'), ElementType::Int8, { 9 }));
    EXPECT_EQ(one->standardDeviation, 0);
    EXPECT_EQ(one->histogram.bins, std::vector<quint64>{ 9 });
    EXPECT_EQ(one->histogram.width, 0);
    const auto flags
        = model::statisticsOf(valuesOf(QByteArray("\0\1\1", 3), ElementType::Bool, { 3 }));
    EXPECT_EQ(flags->histogram.bins, (std::vector<quint64>{ 1, 2 }));
    EXPECT_EQ(flags->histogram.low, -0.5);
    const auto huge = model::statisticsOf(
        valuesOf(rawBytes(std::vector<double>{ -1.7e308, 1.7e308 }), ElementType::Float64, { 2 }));
    EXPECT_EQ(sum(huge->histogram.bins), 2U);
    EXPECT_EQ(huge->standardDeviation, std::nullopt) << "beyond the largest double";
}

TEST(ConstantStatistics, OfDequantisedValues)
{
    const auto values = valuesOf(weights(1000), ElementType::Int8, { 1000 });
    const auto dequantiser
        = model::Dequantiser::make({ .scales = { 0.5 }, .zeroPoints = { -3 } }, values);
    ASSERT_TRUE(dequantiser);
    EXPECT_EQ(dequantiser->value(0, 7), 5.0);
    EXPECT_EQ(dequantiser->step(), 0.5);
    const auto result = model::statisticsOf(values, { .dequantiser = &*dequantiser });
    EXPECT_EQ(result->minimum, -61);
    EXPECT_EQ(result->maximum, 64);
    EXPECT_EQ(result->histogram.width, 2) << "four steps of a half";
}

// Channels along the first and a middle axis; NumPy broadcasts scales and zero points there.
TEST(ConstantStatistics, OfChannelsWithTheirOwnScales)
{
    const model::Quantisation quantisation{
        .scales = { 0.5, 0.25, 2, 0.125 }, .zeroPoints = { 0, 1, -2, 3 }, .axis = 0
    };
    const auto values = valuesOf(weights(96'000), ElementType::Int8, { 4, 3, 8000 });
    const auto outer = model::Dequantiser::make(quantisation, values);
    ASSERT_TRUE(outer);
    EXPECT_EQ(outer->step(), std::nullopt);
    const auto result = model::statisticsOf(values, { .dequantiser = &*outer });
    EXPECT_EQ(result->minimum, -246);
    EXPECT_EQ(result->maximum, 254);
    EXPECT_NEAR(result->mean.value(), 0.8435768229166667, 1e-12);
    EXPECT_NEAR(result->standardDeviation.value(), 75.39360461546701, 1e-10);
    EXPECT_EQ(result->distinct, 689U);

    auto middle = quantisation;
    middle.axis = 1;
    const auto other = valuesOf(weights(96'000), ElementType::Int8, { 6000, 4, 4 });
    const auto inner = model::Dequantiser::make(middle, other);
    ASSERT_TRUE(inner);
    EXPECT_EQ(inner->value(16 + 8 + 3, other.real(16 + 8 + 3)), -234);
    EXPECT_EQ(inner->value(12 + 1, other.real(12 + 1)), 14.125);
    EXPECT_NEAR(model::statisticsOf(other, { .dequantiser = &*inner })->mean.value(),
        0.8397044270833334, 1e-12);
}

TEST(ConstantStatistics, TheOnlyDimensionIsTheOneOfTheScales)
{
    const auto bias = valuesOf(weights(3), ElementType::Int8, { 3 });
    const auto dequantiser = model::Dequantiser::make({ { 1, 2, 4 }, {}, 3 }, bias);
    ASSERT_TRUE(dequantiser);
    EXPECT_EQ(dequantiser->value(2, 5), 20.0);
    EXPECT_FALSE(model::Dequantiser::make({ { 1, 2 }, {}, 3 }, bias));
}

TEST(ConstantStatistics, RefusesQuantisationThatDoesNotFit)
{
    const auto values = valuesOf(weights(12), ElementType::Int8, { 3, 4 });
    EXPECT_FALSE(model::Dequantiser::make({}, values));
    EXPECT_FALSE(model::Dequantiser::make({ { 1, 2 }, { 0, 0 }, 0 }, values));
    EXPECT_FALSE(model::Dequantiser::make({ { 1, 2, 3 }, { 0, 0 }, 0 }, values));
    EXPECT_FALSE(model::Dequantiser::make({ { 1, 2, 3 }, { 0, 0, 0 }, 2 }, values));
    EXPECT_FALSE(model::Dequantiser::make({ { 1, 2, 3 }, { 0, 0, 0 }, -1 }, values));
    EXPECT_TRUE(model::Dequantiser::make({ { 1, 2, 3 }, {}, 0 }, values));
    EXPECT_TRUE(model::Dequantiser::make({ { 1, 2, 3, 4 }, { 5 }, 1 }, values));
}

TEST(ConstantStatistics, StopsWhenCancelled)
{
    const auto values = valuesOf(weights(100'000), ElementType::Int8, { 100'000 });
    int asked = 0;
    const auto result = model::statisticsOf(values, {}, [&] { return ++asked == 3; });
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::Cancelled);
    EXPECT_EQ(asked, 3);
    const auto complex = valuesOf(QByteArray(8, '\0'), ElementType::Complex64, { 1 });
    EXPECT_EQ(model::statisticsOf(complex).error().code, ErrorCode::FormatUnsupported);
}

} // namespace

} // namespace tosaic::test::constantstatisticstests
