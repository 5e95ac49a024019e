// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/accuracy/measures.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

namespace tosaic::test::measurestests {

using accuracy::Measures;
using accuracy::RangeUse;

TEST(Measures, AreThoseOfTheTextbook)
{
    Measures measures;
    measures.add(3, 3);
    measures.add(4, 5);
    // signal 9 + 25, noise 1
    EXPECT_NEAR(measures.sqnrDb().value(), 10 * std::log10(34.0), 1e-12);
    EXPECT_NEAR(measures.cosine().value(), 29 / std::sqrt(25.0) / std::sqrt(34.0), 1e-12);
    EXPECT_EQ(measures.largest().value(), 1);
    EXPECT_EQ(measures.mean().value(), 0.5);
    EXPECT_EQ(measures.differing(), 1U);
}

TEST(Measures, WhatCannotBeToldIsAbsent)
{
    Measures none;
    EXPECT_FALSE(none.sqnrDb() || none.cosine() || none.largest() || none.mean());
    Measures same;
    same.add(2, 2);
    EXPECT_FALSE(same.sqnrDb()) << "it would be infinite";
    EXPECT_EQ(same.cosine().value(), 1);
    Measures silent;
    silent.add(1, 0);
    EXPECT_FALSE(silent.sqnrDb() || silent.cosine());
    const auto nan = std::numeric_limits<double>::quiet_NaN();
    Measures odd;
    odd.add(nan, nan);
    odd.add(nan, 1);
    EXPECT_EQ(odd.differing(), 1U);
    EXPECT_FALSE(odd.largest());
}

TEST(Measures, RangeTellsSaturationAndUse)
{
    RangeUse range(8, true, 3);
    for (const auto value : { -128, 0, 127, 127 })
        range.add(value);
    EXPECT_EQ(range.saturatedShare().value(), 0.75);
    EXPECT_EQ(range.usedShare().value(), 1);
    RangeUse narrow(8, true, 0);
    narrow.add(-1);
    narrow.add(1);
    EXPECT_EQ(narrow.saturatedShare().value(), 0);
    EXPECT_NEAR(narrow.usedShare().value(), 2.0 / 255, 1e-12);
    RangeUse relu(8, true, -128);
    relu.add(-128);
    EXPECT_EQ(relu.saturatedShare().value(), 0) << "zeros of a ReLU";
    RangeUse accumulator(32, true, 0);
    accumulator.add(5);
    EXPECT_FALSE(accumulator.saturatedShare() || accumulator.usedShare());
}

TEST(Measures, HistogramCountsEveryFiniteNumber)
{
    const std::array numbers{ 0.0, 1.0, 2.0, 4.0, std::numeric_limits<double>::infinity() };
    const auto histogram = accuracy::histogramOf(numbers, 4);
    EXPECT_EQ(histogram.smallest, 0);
    EXPECT_EQ(histogram.largest, 4);
    EXPECT_EQ(histogram.counts, (std::vector<quint64>{ 1, 1, 1, 1 }));
    EXPECT_TRUE(accuracy::histogramOf({}, 4).counts.empty());
}

} // namespace tosaic::test::measurestests
