// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/nodedata.h"

#include <gtest/gtest.h>

namespace tosaic::test::nodedatatests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::graph;

TEST(NodeData, ReadsOneGraphAndPicksFromSeveral)
{
    const auto one = readNodeData(R"({"results": {"a": {"value": 3}, "b": {"value": "odd"}}})");
    ASSERT_TRUE(one);
    EXPECT_EQ(one->results[u"a"_s].number, 3.0);
    EXPECT_EQ(one->results[u"b"_s].text, u"odd"_s);
    const QByteArray several
        = R"({"main": {"results": {"a": {"value": 1}}}, "other": {"results": {"a": {"value": 2}}}})";
    EXPECT_EQ(readNodeData(several)->results[u"a"_s].number, 1.0);
    EXPECT_EQ(readNodeData(several, u"other"_s)->results[u"a"_s].number, 2.0);
    const auto missing = readNodeData(several, u"third"_s);
    ASSERT_FALSE(missing);
    EXPECT_TRUE(missing.error().detail.contains(u"main, other"_s));
}

TEST(NodeData, ColoursFollowGradientThenThresholds)
{
    const auto data = readNodeData(R"({"results": {"a": {"value": 10}, "b": {"value": 20}},
        "thresholds": [{"value": 50, "bgColor": "blue"}, {"value": 15, "bgColor": "red"}]})");
    ASSERT_TRUE(data);
    EXPECT_EQ(data->colorOf(15), u"red"_s); // up to and with
    EXPECT_EQ(data->colorOf(16), u"blue"_s);
    EXPECT_EQ(data->colorOf(51), QString());
    auto graded = *data;
    graded.gradient = { { 0, u"#000000"_s }, { 1, u"#ffffff"_s } };
    EXPECT_EQ(graded.colorOf(10), u"#000000"_s);
    EXPECT_EQ(graded.colorOf(15), u"#808080"_s);
    EXPECT_EQ(graded.colorOf(20), u"#ffffff"_s);
}

TEST(NodeData, WritesWhatItReads)
{
    NodeData data{ .name = u"Cycles (est)"_s,
        .results = { { u"conv"_s, { .number = 12 } }, { u"add"_s, { .number = 0.5 } } },
        .gradient = { { 0, u"#000000"_s }, { 1, u"#ffffff"_s } } };
    const auto again = readNodeData(writeNodeData(data));
    ASSERT_TRUE(again);
    EXPECT_EQ(again->name, data.name);
    EXPECT_EQ(again->results[u"conv"_s].number, 12.0);
    EXPECT_EQ(again->gradient.size(), 2U);
    EXPECT_EQ(*again->range(), std::pair(0.5, 12.0));
}

TEST(NodeData, BadFilesAreSaid)
{
    for (const QByteArray bytes : { "", "[]", "{}", "{\"a\": 1}", "{\"results\": 3}", "{" }) {
        const auto read = readNodeData(bytes);
        ASSERT_FALSE(read) << bytes.toStdString();
        EXPECT_EQ(read.error().code, ErrorCode::FormatDamaged);
        EXPECT_FALSE(read.error().detail.isEmpty());
    }
}

} // namespace tosaic::test::nodedatatests
