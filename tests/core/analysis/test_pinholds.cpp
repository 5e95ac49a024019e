// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/pinholds.h"
#include "core/compiled/resultreader.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

using namespace Qt::StringLiterals;

namespace tosaic::analysis::pinholdstests {
namespace {

/// Convolution and relu, a sort on the CPU, a convolution.
compiled::CompileResult twoPartitions()
{
    return compiled::readCompileResult(test::fixturePath(u"two_partitions-u55-128"_s)).value();
}

TEST(PinHolds, TellWhatEachPinHolds)
{
    const auto holds = holdsOf(twoPartitions(),
        { { u"aten_relu_default"_s }, { u"aten.convolution.default"_s }, {}, { u"*sort*"_s } });
    ASSERT_EQ(holds.size(), 3U);
    EXPECT_EQ(holds[0].operators, QStringList{ u"aten_relu_default"_s });
    EXPECT_EQ(holds[1].operators,
        (QStringList{ u"aten_convolution_default"_s, u"aten_convolution_default_1"_s }));
    EXPECT_TRUE(holds[2].operators.contains(u"aten_sort_default"_s));
    EXPECT_TRUE(holds[2].likely.isEmpty());
}

TEST(PinHolds, KeepAPinThatNamesNothingWithItsLikelyName)
{
    const auto holds = holdsOf(twoPartitions(),
        { { u"aten_relu_defualt"_s, u"entirely_different_operator_name"_s },
            { u"aten.convolution.defalt"_s }, { u"befroe"_s }, { u"*gone*"_s } });
    ASSERT_EQ(holds.size(), 5U);
    for (const auto &hold : holds)
        EXPECT_TRUE(hold.operators.isEmpty());
    EXPECT_EQ(holds[0].likely, u"aten_relu_default"_s);
    EXPECT_EQ(holds[1].likely, QString());
    EXPECT_EQ(holds[2].likely, u"before"_s);
    EXPECT_EQ(holds[3].likely, u"aten.convolution.default"_s);
    EXPECT_EQ(holds[4].likely, QString());
}

TEST(PinHolds, PinALineAndAnIslandWithItsNeighbours)
{
    const auto result = twoPartitions();
    const auto relu
        = std::ranges::find(result.nodes, u"aten_relu_default"_s, &compiled::ModelNode::name);
    ASSERT_NE(relu, result.nodes.end());
    EXPECT_TRUE(pinsOfLine(result, relu->source).nodes.contains(u"aten_relu_default"_s));
    EXPECT_TRUE(pinsOfLine(result, u"other.py:1"_s).isEmpty());
    EXPECT_TRUE(pinsOfLine(result, {}).isEmpty());
    EXPECT_EQ(pinsOfIsland(result, 1, false).nodes, QStringList{ u"aten_convolution_default_1"_s });
    EXPECT_EQ(pinsOfIsland(result, 1, true).nodes.size(), 3);
    EXPECT_EQ(pinsOfIsland(result, 0, true).nodes, pinsOfIsland(result, 1, true).nodes);
    EXPECT_TRUE(pinsOfIsland(result, 7, true).isEmpty());
}

} // namespace
} // namespace tosaic::analysis::pinholdstests
