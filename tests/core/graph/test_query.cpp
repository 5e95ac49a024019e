// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/kinds.h"
#include "core/graph/query.h"

#include <gtest/gtest.h>

using namespace Qt::StringLiterals;

namespace tosaic::graph::querytests {

namespace {

Node conv()
{
    return { .title = u"CONV_2D"_s,
        .subtitle = u"int8 1x48x48x16"_s,
        .name = u"stage1/block2/expand"_s,
        .details = { u"operator 7"_s, u"model.py:41"_s },
        .pattern = u"CONV_2D"_s,
        .module = u"stage1.block2"_s,
        .window = u"kernel 3x3, stride 2x2"_s,
        .constantBytes = 4096 };
}

bool fits(const QString &text, std::optional<double> cycles = {})
{
    return Query(text).fits(conv(), cycles);
}

} // namespace

TEST(Query, WordsFitAnywhereAndAllHaveTo)
{
    EXPECT_TRUE(fits(u"conv"_s));
    EXPECT_TRUE(fits(u"Conv BLOCK2"_s));
    EXPECT_FALSE(fits(u"conv block3"_s));
    EXPECT_TRUE(fits(u"\"stride 2x2\""_s)) << "what stands on the node is found";
    EXPECT_TRUE(fits(u"\"operator 7\""_s));
    EXPECT_FALSE(fits(u"\"operator 8\""_s));
    EXPECT_TRUE(Query(u"  "_s).isEmpty());
}

TEST(Query, FieldsLookInOnePlace)
{
    EXPECT_TRUE(
        fits(u"kind:conv dtype:int8 shape:48x48 name:expand module:stage1 source:model.py"_s));
    EXPECT_FALSE(fits(u"kind:stage1"_s));
    EXPECT_FALSE(fits(u"dtype:48"_s));
    EXPECT_FALSE(fits(u"shape:int8"_s));
    EXPECT_FALSE(fits(u"module:expand"_s));
    EXPECT_FALSE(fits(u"colour:blue"_s)) << "no field: a word like others";
}

TEST(Query, NumbersAreCompared)
{
    EXPECT_TRUE(fits(u"bytes>4000"_s));
    EXPECT_TRUE(fits(u"bytes>=4096 bytes<=4096 bytes=4096"_s));
    EXPECT_FALSE(fits(u"bytes<4096"_s));
    EXPECT_TRUE(fits(u"cycles>10000"_s, 10001));
    EXPECT_FALSE(fits(u"cycles>10000"_s, 10000));
    EXPECT_FALSE(fits(u"cycles>0"_s)) << "not known is not more than anything";
    EXPECT_TRUE(fits(u"bytes>=4KiB bytes<0.5MiB bytes=4,096 cycles>1e4"_s, 10001));
    for (const auto &word : { u"cycles>many"_s, u"bytes>4,09"_s, u"bytes>"_s }) {
        EXPECT_FALSE(Query(word).isValid()) << word.toStdString();
        EXPECT_TRUE(Query(word).problem().startsWith(word)) << Query(word).problem().toStdString();
        EXPECT_FALSE(fits(word));
    }
}

TEST(Query, SlashesAskForAnExpression)
{
    EXPECT_TRUE(fits(u"/block\\d+/"_s));
    EXPECT_TRUE(fits(u"kind:/^conv/"_s));
    EXPECT_FALSE(fits(u"kind:/^2D/"_s));
    EXPECT_TRUE(fits(u"stage1/block2"_s)) << "a path is none";
    EXPECT_FALSE(Query(u"/(/"_s).isValid());
    EXPECT_TRUE(Query(u"/(/"_s).problem().contains(u"parenthesis"_s)) << "which is why";
    EXPECT_FALSE(fits(u"/(/"_s));
}

TEST(Kinds, AreToldByTheirNameInEveryFormat)
{
    EXPECT_EQ(familyOf(u"CONV_2D"_s), Family::Convolution);
    EXPECT_EQ(familyOf(u"conv2d"_s), Family::Convolution);
    EXPECT_EQ(familyOf(u"DEPTHWISE_CONV_2D"_s), Family::Depthwise);
    EXPECT_EQ(familyOf(u"FULLY_CONNECTED"_s), Family::MatrixProduct);
    EXPECT_EQ(familyOf(u"MAX_POOL2D"_s), Family::Pooling);
    EXPECT_EQ(familyOf(u"layer_norm"_s), Family::Activation);
    EXPECT_EQ(familyOf(u"RESHAPE"_s), Family::Movement);
    EXPECT_EQ(familyOf(u"ADD"_s), Family::Elementwise);
    EXPECT_EQ(familyOf(u"my_operator"_s), Family::Other);
    EXPECT_EQ(familyOf(u"STABLEHLO_SORT"_s), Family::Other) << "there is no table in it";
    EXPECT_EQ(familyOf(u"STABLEHLO_CONVOLUTION"_s), Family::Convolution);
    for (const auto &kind : { u"STABLEHLO_SORT"_s, u"aten.sort.default"_s, u"SORT"_s })
        EXPECT_EQ(commonKind(kind), u"sort"_s);
    EXPECT_EQ(
        kindsText({ { u"ADD"_s, 8 }, { u"CONV_2D"_s, 1024 }, { u"MUL"_s, 1 }, { u"SUB"_s, 1 } }),
        u"1024 CONV_2D · 8 ADD · 1 MUL · 1 other kind"_s);
}

} // namespace tosaic::graph::querytests
