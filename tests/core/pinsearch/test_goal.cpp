// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pinsearch/goal.h"
#include "core/pinsearch/searchjson.h"
#include "core/spec/pins.h"

#include <gtest/gtest.h>

using namespace Qt::StringLiterals;

namespace tosaic::pinsearch::goaltests {
namespace {

TEST(PinGoal, IsReadAsTheCommandLineWritesIt)
{
    EXPECT_EQ(goalOf(u"cycles"_s).value(), Goal{ GoalKind::Cycles });
    EXPECT_EQ(goalOf(u"boundaries"_s).value(), Goal{ GoalKind::Boundaries });
    EXPECT_EQ(goalOf(u"sram<40K"_s).value(), (Goal{ GoalKind::Sram, 40960 }));
    EXPECT_EQ(goalOf(u"cpu < 3"_s).value(), (Goal{ GoalKind::Cpu, 3 }));
    for (const auto &text : QStringList{
             u""_s, u"sram"_s, u"sram<"_s, u"cpu<3K"_s, u"sram<-1"_s, u"speed"_s, u"cycles<3"_s })
        EXPECT_FALSE(goalOf(text)) << text.toStdString();
    for (const auto &text :
        QStringList{ u"cycles"_s, u"sram<40960"_s, u"boundaries"_s, u"cpu<3"_s })
        EXPECT_EQ(goalText(goalOf(text).value()), text);
    EXPECT_EQ(cpuCostOf(u"0.5,3"_s).value(), (CpuCost{ 0.5, 3 }));
    for (const auto &text :
        QStringList{ u"4"_s, u"4,"_s, u"a,b"_s, u"-1,2"_s, u"nan,1"_s, u"inf,1"_s })
        EXPECT_FALSE(cpuCostOf(text)) << text.toStdString();
}

TEST(PinGoal, OrdersByWhatItAsksFor)
{
    const Numbers fast{ .cycles = 100, .sramBytes = 900, .boundaries = 4, .cpuOperators = 2 };
    const Numbers small{ .cycles = 300, .sramBytes = 400, .boundaries = 2, .cpuOperators = 3 };
    const Numbers bad{ .cycles = 400, .sramBytes = 900, .boundaries = 4, .cpuOperators = 3 };
    const std::vector<Numbers> all{ bad, small, fast };
    EXPECT_EQ(frontOf({ GoalKind::Cycles }, all), (std::vector<std::size_t>{ 2, 1 }));
    EXPECT_EQ(frontOf({ GoalKind::Boundaries }, all).front(), 1U);
    EXPECT_EQ(frontOf({ GoalKind::Sram, 500 }, all).front(), 1U);
    EXPECT_EQ(frontOf({ GoalKind::Sram, 1000 }, all).front(), 2U) << "both fit: cycles decide";
    EXPECT_EQ(frontOf({ GoalKind::Cpu, 3 }, all).front(), 2U);
    EXPECT_TRUE(isMet({ GoalKind::Sram, 500 }, small));
    EXPECT_FALSE(isMet({ GoalKind::Sram, 400 }, small)) << "below, not at";
    EXPECT_FALSE(isMet({ GoalKind::Sram, 400 }, Numbers{})) << "not known";
    EXPECT_EQ(frontOf({ GoalKind::Sram, 100 }, all).front(), 1U) << "nothing meets it: the nearest";
}

TEST(Pins, AreWrittenAndReadOneByOne)
{
    const spec::KeepOnCpu kept{ { u"a"_s }, { u"aten.relu.default"_s }, { u"f.3"_s },
        { u"*x*"_s } };
    const auto pins = spec::pinsOf(kept);
    EXPECT_EQ(pins,
        (QStringList{
            u"node:a"_s, u"module:f.3"_s, u"kind:aten.relu.default"_s, u"pattern:*x*"_s }));
    spec::KeepOnCpu read;
    for (const auto &pin : pins + pins)
        read = spec::united(read, spec::pinOf(pin).value());
    EXPECT_EQ(read, kept);
    EXPECT_TRUE(spec::without(read, kept).isEmpty());
    EXPECT_FALSE(spec::pinOf(u"node:"_s));
    EXPECT_FALSE(spec::pinOf(u"colour:red"_s));
}

} // namespace
} // namespace tosaic::pinsearch::goaltests
