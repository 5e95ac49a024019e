// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/npy/npyarray.h"
#include "tests/core/formats/npy/npybuilder.h"

#include <gtest/gtest.h>

#include <limits>

namespace tosaic::test::npytests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::formats;

namespace {

NpyHeader headerOf(const QByteArray &description, const QByteArray &shape = "()", int version = 1,
    bool isFortran = false)
{
    const auto header = readNpyHeader(npyBytes(description, shape, {}, version, isFortran));
    EXPECT_TRUE(header) << (header ? std::string() : header.error().toText().toStdString());
    return header ? *header : NpyHeader();
}

} // namespace

TEST(NpyHeader, NamesTypesAsNumPyDoes)
{
    const std::vector<std::tuple<QByteArray, QString, quint64>> types{
        { "'<i8'", u"int64"_s, 8 },
        { "'|u1'", u"uint8"_s, 1 },
        { "'>i4'", u">i4"_s, 4 },
        { "'<f2'", u"float16"_s, 2 },
        { "'<c16'", u"complex128"_s, 16 },
        { "'|b1'", u"bool"_s, 1 },
        { "'|S5288'", u"|S5288"_s, 5288 },
        { "'<U3'", u"<U3"_s, 12 },
        { "'|V7'", u"|V7"_s, 7 },
        { "'<M8[ns]'", u"datetime64[ns]"_s, 8 },
        { "'|O'", u"object"_s, 0 },
        { "[('a', '<i4'), ('b', '<f4', (2,))]", u"[('a', '<i4'), ('b', '<f4', (2,))]"_s, 0 },
    };
    for (const auto &[description, name, bytes] : types) {
        const auto header = headerOf(description);
        EXPECT_EQ(header.dtype, name);
        EXPECT_EQ(header.itemBytes, bytes) << description.toStdString();
    }
    EXPECT_TRUE(headerOf("'>i4'").isBigEndian);
    EXPECT_TRUE(headerOf("'|O'").isObject());
}

TEST(NpyHeader, VersionsShapesAndOrder)
{
    for (const int version : { 1, 2, 3 })
        EXPECT_EQ(headerOf("'<i8'", "(2, 3)", version).shape, (std::vector<quint64>{ 2, 3 }));
    EXPECT_TRUE(headerOf("'<i8'", "(2, 3)", 1, true).isFortranOrder);
    EXPECT_EQ(headerOf("'<i8'", "(7,)").dataBytes(), 56U);
    EXPECT_EQ(headerOf("'<i8'", "()").elements(), 1U);
    EXPECT_EQ(headerOf("'<i8'", "(0, 99)").dataBytes(), 0U);
    EXPECT_FALSE(headerOf("'<i8'", "(4294967296, 4294967296)").elements());
    EXPECT_FALSE(headerOf("'<i8'", "(2305843009213693952,)").dataBytes());
}

TEST(NpyHeader, DamageIsRefused)
{
    const auto good = npyBytes("'<i8'", "(2,)", {});
    for (qsizetype size = 0; size < good.size(); ++size)
        EXPECT_FALSE(readNpyHeader(good.first(size))) << size;
    EXPECT_EQ(
        readNpyHeader(npyBytes("'<i8'", "()", {}, 4)).error().code, ErrorCode::FormatUnsupported);
    for (const auto &shape : { "(-1,)", "(2", "(2;3)", "2", "(99999999999999999999,)" })
        EXPECT_FALSE(readNpyHeader(npyBytes("'<i8'", shape, {}))) << shape;
    EXPECT_FALSE(readNpyHeader(npyBytes("[[[[[[[[[[[[[[[[[[[[[[", "()", {})));
    EXPECT_FALSE(readNpyHeader(npyBytes("__import__('os')", "()", {})));
    EXPECT_FALSE(readNpyHeader(npyBytes("'<i8'", '(' + QByteArray("1,").repeated(65) + ')', {})));
}

TEST(NpyArray, SummaryTellsRangeMeanAndTheFirstValues)
{
    const auto source = npy<qint16>("<i2", "(2, 3)", { -5, 0, 1, 2, 3, 32767 });
    const auto array = NpyArray::read(*source);
    ASSERT_TRUE(array);
    const auto summary = summaryOf(*array, 4);
    EXPECT_EQ(summary.dtype, u"int16"_s);
    EXPECT_EQ(summary.shape, (std::vector<quint64>{ 2, 3 }));
    EXPECT_EQ(summary.elements, 6U);
    EXPECT_EQ(summary.smallest, -5.0L);
    EXPECT_EQ(summary.largest, 32767.0L);
    EXPECT_DOUBLE_EQ(*summary.mean, 5461.333333333333);
    EXPECT_EQ(summary.first, (std::vector<QString>{ u"-5"_s, u"0"_s, u"1"_s, u"2"_s }));
}

TEST(NpyArray, WhatIsNotFiniteIsCountedAndNotAveraged)
{
    const auto nan = std::numeric_limits<float>::quiet_NaN();
    const auto infinite = std::numeric_limits<float>::infinity();
    const auto source = npy<float>("<f4", "(4,)", { nan, 0.5F, -infinite, 1.5F });
    const auto summary = summaryOf(*NpyArray::read(*source), 64);
    EXPECT_EQ(summary.notFinite, 2U);
    EXPECT_EQ(summary.smallest, 0.5L);
    EXPECT_EQ(summary.mean, 1.0);
    EXPECT_EQ(summary.first, (std::vector<QString>{ u"nan"_s, u"0.5"_s, u"-inf"_s, u"1.5"_s }));
    const auto nothing = npy<float>("<f4", "(0,)", {});
    EXPECT_FALSE(summaryOf(*NpyArray::read(*nothing), 64).smallest);
}

TEST(NpyArray, TextsAreAsExactAsTheType)
{
    const auto large = npy<quint64>("<u8", "(1,)", { std::numeric_limits<quint64>::max() });
    EXPECT_EQ(NpyArray::read(*large)->text(0), u"18446744073709551615"_s);
    const auto real = npy<float>("<f4", "(1,)", { 0.1F });
    EXPECT_EQ(NpyArray::read(*real)->text(0), u"0.1"_s);
    const auto truth = npy<quint8>("|b1", "(2,)", { 0, 1 });
    EXPECT_EQ(NpyArray::read(*truth)->text(1), u"true"_s);
}

} // namespace tosaic::test::npytests
