// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/axiswindow.h"

#include <gtest/gtest.h>

namespace tosaic::views::axiswindowtests {
namespace {

AxisWindow hundred()
{
    AxisWindow axis;
    axis.setLimits(0, 100, 2);
    axis.fit();
    return axis;
}

TEST(AxisWindow, ZoomsAroundThePlaceThatIsPointedAt)
{
    auto axis = hundred();
    EXPECT_TRUE(axis.isAll());
    EXPECT_TRUE(axis.zoom(4, 20));
    EXPECT_DOUBLE_EQ(axis.width(), 25);
    EXPECT_DOUBLE_EQ((20 - axis.from()) / axis.width(), 0.2) << "it stays where it was";
    EXPECT_TRUE(axis.zoom(1000, 20));
    EXPECT_DOUBLE_EQ(axis.width(), 2) << "no nearer than the limit";
    EXPECT_TRUE(axis.zoom(1e-9, 20));
    EXPECT_EQ(axis.from(), 0);
    EXPECT_EQ(axis.to(), 100);
    EXPECT_FALSE(axis.zoom(0.5, 20)) << "there is no more";
}

TEST(AxisWindow, StaysWithinWhatThereIs)
{
    auto axis = hundred();
    axis.set(90, 110);
    EXPECT_EQ(axis.from(), 80);
    EXPECT_TRUE(axis.moveBy(-500));
    EXPECT_EQ(axis.from(), 0);
    EXPECT_FALSE(axis.moveBy(-1));
    EXPECT_TRUE(axis.reveal(50, 60));
    EXPECT_EQ(axis.to(), 60) << "as little as needed";
    EXPECT_FALSE(axis.reveal(45, 55));
    EXPECT_FALSE(axis.reveal(30, 90)) << "wider than the window, and seen";
}

TEST(AxisWindow, WhoSeesAllGoesOnSeeingAll)
{
    auto axis = hundred();
    axis.setLimits(0, 200, 2);
    EXPECT_EQ(axis.to(), 200);
    axis.set(10, 20);
    axis.setLimits(0, 300, 2);
    EXPECT_EQ(axis.from(), 10);
    EXPECT_EQ(axis.to(), 20);
}

TEST(AxisWindow, RowsAreScrolledAndNotZoomed)
{
    AxisWindow rows;
    rows.setScrolled(1000, 300);
    EXPECT_FALSE(rows.canZoom());
    EXPECT_FALSE(rows.zoom(2, 10));
    EXPECT_TRUE(rows.moveBy(900));
    EXPECT_EQ(rows.from(), 700);
    rows.setScrolled(100, 300);
    EXPECT_EQ(rows.from(), 0);
    EXPECT_TRUE(rows.isAll());
}

TEST(Ticks, AreRoundAndFew)
{
    EXPECT_DOUBLE_EQ(niceStep(73978 / 4.0), 20000);
    EXPECT_EQ(ticksBetween(5, 35, 10), (std::vector<double>{ 10, 20, 30 }));
    EXPECT_EQ(logarithmicTicks(1, 100, 10), (std::vector<double>{ 1, 2, 5, 10, 20, 50, 100 }));
    EXPECT_EQ(logarithmicTicks(1, 1000, 4), (std::vector<double>{ 1, 10, 100, 1000 }));
    EXPECT_EQ(logarithmicTicks(1024, 8192, 7, 2), (std::vector<double>{ 1024, 2048, 4096, 8192 }));
    EXPECT_EQ(logarithmicTicks(11, 14, 4), (std::vector<double>{ 11, 12, 13, 14 }))
        << "zoomed into less than a decade";
}

} // namespace
} // namespace tosaic::views::axiswindowtests
