// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/arraydifference.h"
#include "tests/core/formats/npy/npybuilder.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace tosaic::test::arraydifferencetests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::analysis;

namespace {

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

} // namespace tosaic::test::arraydifferencetests
