// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sweep/pareto.h"

#include <gtest/gtest.h>

#include <limits>

namespace tosaic::sweep::paretotests {

namespace {

using Indexes = std::vector<std::size_t>;

} // namespace

TEST(Pareto, KeepsWhatNothingBeats)
{
    EXPECT_EQ(paretoFront({}), Indexes{});
    EXPECT_EQ(paretoFront({ { 5.0, 5.0 } }), Indexes{ 0 });
    // 2 is slower than 0 with as much memory; 3 is beaten in both.
    EXPECT_EQ(paretoFront({ { 10.0, 100.0 }, { 30.0, 20.0 }, { 20.0, 100.0 }, { 40.0, 60.0 },
                  { 20.0, 50.0 } }),
        (Indexes{ 0, 4, 1 }));
}

TEST(Pareto, EqualCostsAreAllOnTheFront)
{
    EXPECT_EQ(paretoFront({ { 1.0, 9.0 }, { 2.0, 5.0 }, { 1.0, 9.0 }, { 2.0, 5.0 } }),
        (Indexes{ 0, 2, 1, 3 }));
    // The same in one respect only: the one that is less in the other stays.
    EXPECT_EQ(paretoFront({ { 1.0, 9.0 }, { 1.0, 8.0 }, { 2.0, 8.0 } }), Indexes{ 1 });
}

TEST(Pareto, AThirdNumberKeepsMore)
{
    // 2 is beaten by 0 in all three; 1 is slower and larger than 0, but needs less of the third.
    const std::vector<Cost> costs{ { 1.0, 1.0, 9.0 }, { 2.0, 2.0, 1.0 }, { 2.0, 2.0, 9.0 },
        { 2.0, 2.0, {} }, { 1.0, 1.0, 9.0 } };
    EXPECT_EQ(paretoFront(costs, 3), (Indexes{ 0, 4, 1 }));
    EXPECT_EQ(paretoFront(costs), (Indexes{ 0, 4 }));
}

TEST(Pareto, UnknownsNeitherBeatNorStay)
{
    const auto nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(paretoFront({ { {}, 1.0 }, { 1.0, {} }, { {}, {} }, { nan, 0.0 }, { 7.0, 7.0 } }),
        Indexes{ 4 });
    EXPECT_EQ(paretoFront({ { {}, {} } }), Indexes{});
}

} // namespace tosaic::sweep::paretotests
