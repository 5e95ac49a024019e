// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/toolchain/arraydifference.h"
#include "core/toolchain/npyarray.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

namespace tosaic::test::arraydifferencetests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::toolchain;

namespace {

template <typename T>
std::shared_ptr<const ByteSource> npy(
    const QByteArray &dtype, const QByteArray &shape, const std::vector<T> &values)
{
    QByteArray header
        = "{'descr': '" + dtype + "', 'fortran_order': False, 'shape': " + shape + ", }";
    header = header.leftJustified(117) + '\n';
    QByteArray bytes("\x93NUMPY\x01\x00", 8);
    bytes += static_cast<char>(header.size());
    bytes += '\0';
    bytes += header;
    bytes.append(reinterpret_cast<const char *>(values.data()),
        static_cast<qsizetype>(values.size() * sizeof(T)));
    return ByteSource::fromBytes(bytes, u"array.npy"_s);
}

template <typename T>
ArrayDifference compared(const QByteArray &dtype, const std::vector<T> &left,
    const std::vector<T> &right, const Tolerance &tolerance = {})
{
    const auto shape = "(" + QByteArray::number(left.size()) + ",)";
    return *compareArrays(*npy(dtype, shape, left), *npy(dtype, shape, right), tolerance);
}

} // namespace

TEST(ArrayDifference, EqualArraysDifferNowhere)
{
    const auto found = compared<qint8>("|i1", { -128, 0, 127 }, { -128, 0, 127 });
    EXPECT_TRUE(found.isWithin());
    EXPECT_EQ(found.elements, 3U);
    EXPECT_EQ(found.largest, 0);
    EXPECT_FALSE(found.first);
    EXPECT_EQ(found.leftType, u"int8"_s);
}

TEST(ArrayDifference, CountsAndPlacesWhatIsDifferent)
{
    const auto found = compared<qint32>("<i4", { 1, 5, 7, 9 }, { 1, 4, 7, 13 });
    EXPECT_EQ(found.different, 2U);
    EXPECT_EQ(found.first, 1U);
    EXPECT_EQ(found.largest, 4);
    EXPECT_EQ(found.mean, 1.25);
}

TEST(ArrayDifference, TolerancesAreThoseOfNumPy)
{
    EXPECT_TRUE(compared<float>("<f4", { 1.0F }, { 1.1F }, { .absolute = 0.11 }).isWithin());
    EXPECT_FALSE(compared<float>("<f4", { 1.0F }, { 1.1F }, { .absolute = 0.05 }).isWithin());
    EXPECT_TRUE(compared<float>("<f4", { 100 }, { 101 }, { .relative = 0.01 }).isWithin());
    EXPECT_FALSE(compared<float>("<f4", { 100 }, { 102 }, { .relative = 0.01 }).isWithin());
}

TEST(ArrayDifference, IntegersAreExactBeyondWhatADoubleHolds)
{
    const qint64 large = (qint64(1) << 62) + 1;
    EXPECT_FALSE(compared<qint64>("<i8", { large }, { large - 1 }).isWithin());
}

TEST(ArrayDifference, NotANumberEqualsItselfOnly)
{
    const auto nan = std::numeric_limits<float>::quiet_NaN();
    const auto infinite = std::numeric_limits<float>::infinity();
    EXPECT_TRUE(compared<float>("<f4", { nan, infinite }, { nan, infinite }).isWithin());
    const auto found
        = compared<float>("<f4", { nan, infinite, 1 }, { 1, -infinite, 1 }, { .absolute = 9 });
    EXPECT_EQ(found.different, 2U);
    EXPECT_EQ(found.largest, 0); // of the finite ones
}

TEST(ArrayDifference, WithoutAFiniteNumberThereIsNoDifferenceToTell)
{
    const auto nan = std::numeric_limits<float>::quiet_NaN();
    const auto found = compared<float>("<f4", { nan, nan }, { 1, 2 }, { .absolute = 9 });
    EXPECT_EQ(found.different, 2U);
    EXPECT_FALSE(found.largest) << "0 would be a lie";
    EXPECT_FALSE(found.mean);
}

TEST(ArrayDifference, ShapesMayDifferByLeadingOnesOnly)
{
    const auto flat = npy<qint8>("|i1", "(4,)", { 1, 2, 3, 4 });
    const auto batch = npy<qint8>("|i1", "(1, 1, 4)", { 1, 2, 3, 4 });
    const auto found = compareArrays(*flat, *batch, {});
    ASSERT_TRUE(found);
    EXPECT_TRUE(found->isWithin());
    EXPECT_FALSE(found->isSameShape());
    EXPECT_FALSE(*shapeProblem(*flat, *batch));

    const auto idOf = [&flat](const ByteSource &expected) {
        const auto problem = shapeProblem(*flat, expected);
        EXPECT_TRUE(problem && *problem);
        EXPECT_EQ((*problem)->location.file, u"array.npy"_s);
        EXPECT_EQ(compareArrays(*flat, expected, {}).error().code, ErrorCode::SpecInvalid);
        return (*problem)->id;
    };
    EXPECT_EQ(idOf(*npy<qint8>("|i1", "(1, 2, 2)", { 1, 2, 3, 4 })), u"reference.shape"_s);
    EXPECT_EQ(idOf(*npy<qint8>("|i1", "(4, 1)", { 1, 2, 3, 4 })), u"reference.shape"_s);
    EXPECT_EQ(idOf(*npy<qint8>("|i1", "(3,)", { 1, 2, 3 })), u"reference.size"_s);
}

TEST(ArrayDifference, WhatIsNoArrayOfNumbersIsRefused)
{
    const auto good = npy<qint8>("|i1", "(4,)", { 1, 2, 3, 4 });
    EXPECT_FALSE(compareArrays(*good, *ByteSource::fromBytes("\x93NUMPY", u"x"_s), {}));
    EXPECT_FALSE(compareArrays(*good, *npy<qint8>("|i1", "(4,)", { 1 }), {})); // cut off
    EXPECT_EQ(
        compareArrays(*good, *npy<char>("|S4", "(1,)", { 'a', 'b', 'c', 'd' }), {}).error().code,
        ErrorCode::FormatUnsupported);
    EXPECT_FALSE(compareArrays(*good, *npy<qint8>("|i1", "(99999999999999,)", { 1 }), {}));
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

} // namespace tosaic::test::arraydifferencetests
