// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Files of every layout, made in memory: which layout they are taken for and what is read.
#include "tests/core/formats/tosa/tosabuilder.h"
#include "tests/core/formats/tosa/tosasupport.h"

#include "core/model/constantvalues.h"

#include <gtest/gtest.h>

namespace tosaic::test::tosalayoutstests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::test;

namespace {

using Block = TosaBuilder::Block;
using Slots = std::vector<TosaBuilder::Slot>;
using Ints = std::vector<qint32>;

using Numbers = std::vector<qint64>;

TEST(TosaLayouts, Reads080)
{
    const auto network = readBytes(smallTosa080());
    ASSERT_TRUE(network);
    EXPECT_EQ(network->version, u"0.80.1"_s);
    EXPECT_EQ(metadata(*network, u"layout"_s), u"0.80"_s);
    EXPECT_EQ(ids(*network), QStringList());
    ASSERT_EQ(network->subgraphs.size(), 3U);
    const auto &main = network->subgraphs[0];
    EXPECT_EQ(operatorTypes(main),
        (QStringList{
            u"CONST"_s, u"CONST"_s, u"CONV2D"_s, u"RESCALE"_s, u"RESHAPE"_s, u"COND_IF"_s }));
    const auto &conv = main.operators[2];
    EXPECT_EQ(list(conv, u"pad"_s), (Numbers{ 0, 1, 2, 3 }));
    EXPECT_EQ(list(conv, u"stride"_s), (Numbers{ 1, 2 }));
    EXPECT_EQ(list(conv, u"dilation"_s), (Numbers{ 1, 1 }));
    EXPECT_EQ(integer(conv, u"input_zp"_s), -128);
    EXPECT_EQ(integer(conv, u"weight_zp"_s), 3);
    EXPECT_EQ(flag(conv, u"local_bound"_s), true);
    const auto &rescale = main.operators[3];
    EXPECT_EQ(list(rescale, u"multiplier"_s), (Numbers{ 1073741824, 5 }));
    EXPECT_EQ(list(rescale, u"shift"_s), (Numbers{ 30, 31 }));
    EXPECT_EQ(flag(rescale, u"double_round"_s), true);
    EXPECT_EQ(flag(rescale, u"input_unsigned"_s), false);
    EXPECT_EQ(flag(rescale, u"output_unsigned"_s), true);
    EXPECT_EQ(integer(rescale, u"output_zp"_s), -7);
    EXPECT_EQ(list(main.operators[4], u"new_shape"_s), (Numbers{ 2 }));
    EXPECT_EQ(text(main.operators[5], u"else_branch"_s), u"else_body"_s);
    EXPECT_EQ(main.operators[5].subgraphs, (std::vector<qint32>{ 1, 2 }));
    EXPECT_EQ(operatorTypes(network->subgraphs[2]), QStringList{ u"TANH"_s });
    EXPECT_EQ(network->subgraphs[2].region, u"else_body"_s);

    const auto &weights = tensor(main, u"w"_s);
    EXPECT_EQ(weights.typeText, u"INT8"_s);
    EXPECT_EQ(weights.type, model::ElementType::Int8);
    const auto values = model::ConstantValues::of(*network, weights);
    ASSERT_TRUE(values);
    EXPECT_EQ(values->integer(7), -8);
    EXPECT_FALSE(tensor(main, u"x"_s).data);
    EXPECT_EQ(tensor(main, u"c"_s).shape, Numbers()); // a scalar, not unknown
}

TEST(TosaLayouts, ReadsDraftOf10)
{
    const auto network = readBytes(smallTosaDraft10());
    ASSERT_TRUE(network);
    EXPECT_EQ(metadata(*network, u"layout"_s), u"a draft of 1.0"_s);
    EXPECT_EQ(metadata(*network, u"draft"_s), u"true"_s);
    EXPECT_EQ(ids(*network), QStringList{ u"tosa.draft"_s });
    const auto &main = network->subgraphs.at(0);
    EXPECT_EQ(operatorTypes(main), (QStringList{ u"CONST"_s, u"CONV2D"_s, u"CLAMP"_s }));
    EXPECT_EQ(text(main.operators[1], u"acc_type"_s), u"FP32"_s);
    EXPECT_EQ(real(main.operators[2], u"max_val"_s), 6.0);
    EXPECT_EQ(text(main.operators[2], u"nan_mode"_s), u"PROPAGATE"_s);
}

TEST(TosaLayouts, ReadsDraftOf11)
{
    const auto network = readBytes(smallTosaDraft11());
    ASSERT_TRUE(network);
    EXPECT_EQ(network->version, u"1.1.0"_s);
    EXPECT_EQ(metadata(*network, u"layout"_s), u"a draft of 1.1 from 2024"_s);
    const auto &main = network->subgraphs.at(0);
    EXPECT_EQ(operatorTypes(main), (QStringList{ u"VARIABLE"_s, u"ADD"_s, u"AVG_POOL2D"_s }));
    EXPECT_EQ(integer(main.operators[2], u"output_zp"_s), 2);
    EXPECT_EQ(text(main.operators[2], u"acc_type"_s), u"FP32"_s);
    EXPECT_EQ(tensor(main, u"a"_s).typeText, u"FP32"_s);
    EXPECT_FALSE(tensor(main, u"a"_s).data) << "an empty list of bytes is no constant";
    EXPECT_TRUE(tensor(main, u"v"_s).isVariable);
    EXPECT_EQ(metadata(*network, u"variable v"_s), u"state"_s);
    EXPECT_EQ(model::ConstantValues::of(*network, tensor(main, u"v"_s))->real(0), 2.5);
}

TEST(TosaLayouts, Reads10)
{
    const auto network = readBytes(smallTosa10());
    ASSERT_TRUE(network);
    EXPECT_EQ(network->version, u"1.0.0"_s);
    EXPECT_EQ(metadata(*network, u"layout"_s), u"1.0"_s);
    EXPECT_EQ(metadata(*network, u"draft"_s), QString());
    EXPECT_EQ(metadata(*network, u"software_version"_s), u"2026.5.0-rc1"_s);
    EXPECT_EQ(ids(*network), QStringList());
    const auto &main = network->subgraphs.at(0);
    const auto &conv = main.operators[4];
    EXPECT_EQ(conv.type, u"CONV2D"_s);
    EXPECT_EQ(conv.name, u"conv here"_s);
    EXPECT_EQ(list(conv, u"pad"_s), (Numbers{ 0, 1, 2, 3 }));
    EXPECT_EQ(text(conv, u"acc_type"_s), u"INT32"_s);
    const auto &clamp = main.operators[5];
    EXPECT_EQ(integer(clamp, u"min_val"_s), -100) << "in the type of the input";
    EXPECT_EQ(integer(clamp, u"max_val"_s), 100) << "padded to eight bytes";
    EXPECT_EQ(text(clamp, u"nan_mode"_s), u"IGNORE"_s);
    const auto &shape = tensor(main, u"s"_s);
    EXPECT_EQ(shape.type, model::ElementType::Shape);
    EXPECT_EQ(shape.shape, Numbers{ 1 });
    EXPECT_EQ(shape.role, u"shape"_s);
    EXPECT_EQ(model::ConstantValues::of(*network, shape)->integer(0), 2);
    const auto values = model::ConstantValues::of(*network, tensor(main, u"w"_s));
    ASSERT_TRUE(values);
    Numbers read;
    for (quint64 i = 0; i < values->count(); ++i)
        read.push_back(*values->integer(i));
    EXPECT_EQ(read, (Numbers{ 1, 2, 3, 4, 5, 6, 7, -7 }));
    EXPECT_EQ(main.operators[8].subgraphs, (std::vector<qint32>{ 1, 2 }));
}

TEST(TosaLayouts, Reads11)
{
    const auto network = readBytes(smallTosa11());
    ASSERT_TRUE(network);
    EXPECT_EQ(metadata(*network, u"layout"_s), u"1.0"_s);
    EXPECT_EQ(metadata(*network, u"draft"_s), u"true"_s);
    EXPECT_EQ(ids(*network), QStringList());
    const auto &main = network->subgraphs.at(0);
    EXPECT_EQ(operatorTypes(main),
        (QStringList{ u"CAST_TO_BLOCK_SCALED"_s, u"CAST_FROM_BLOCK_SCALED"_s, u"CONST"_s, u"DIM"_s,
            u"ASSERT_EQUAL_SHAPE"_s, u"AVG_POOL2D_ADAPTIVE"_s }));
    EXPECT_EQ(text(main.operators[0], u"block_size"_s), u"BLOCK_SIZE_32"_s);
    EXPECT_EQ(flag(main.operators[4], u"allow_broadcast"_s), true);
    EXPECT_EQ(tensor(main, u"d"_s).typeText, u"FP4E2M1"_s);
    EXPECT_EQ(tensor(main, u"e"_s).typeText, u"FP8UE8M0"_s);
    EXPECT_EQ(model::ConstantValues::of(*network, tensor(main, u"n"_s))->integer(1), -2);
}

// The version table is only one witness: the same content under a false version reads the same.
TEST(TosaLayouts, StructureOverrulesTheStatedVersion)
{
    auto bytes = smallTosa080();
    const auto truth = readBytes(bytes);
    patchVersion(bytes, { 1, 0, 0, false });
    const auto network = readBytes(bytes);
    ASSERT_TRUE(network);
    EXPECT_EQ(ids(*network), QStringList{ u"tosa.version-contradiction"_s });
    EXPECT_EQ(operatorTypes(network->subgraphs[0]), operatorTypes(truth->subgraphs[0]));
    EXPECT_EQ(tensor(network->subgraphs[0], u"w"_s).typeText, u"INT8"_s);

    bytes = smallTosa10();
    patchVersion(bytes, { 0, 80, 0, false });
    const auto final = readBytes(bytes);
    ASSERT_TRUE(final);
    EXPECT_EQ(ids(*final), QStringList{ u"tosa.version-contradiction"_s });
    EXPECT_EQ(final->subgraphs[0].operators[4].type, u"CONV2D"_s);

    bytes = smallTosaDraft11();
    patchVersion(bytes, { 1, 0, 0, true });
    const auto draft = readBytes(bytes);
    ASSERT_TRUE(draft);
    EXPECT_EQ(metadata(*draft, u"layout"_s), u"a draft of 1.1 from 2024"_s);
}

TEST(TosaLayouts, ReadsAFileWithoutVersion)
{
    TosaBuilder builder;
    builder.addRegion("main",
        { Block{ .inputs = { "x" },
            .outputs = { "x" },
            .tensors = { { "x", { 1 }, 3 } },
            .ops = { { 32, 32, { "x" }, { "x" } } } } });
    const auto network = readBytes(builder.finish(std::nullopt));
    ASSERT_TRUE(network);
    EXPECT_EQ(network->version, QString());
    EXPECT_EQ(ids(*network), QStringList{ u"tosa.no-version"_s });
    EXPECT_EQ(network->subgraphs[0].operators[0].type, u"ABS"_s);
}

TEST(TosaLayouts, RefusesWhatIsOlderThan080)
{
    const auto result = readResult(tosaFile({}, { 0, 60, 0, false }));
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::FormatUnsupported);
    EXPECT_TRUE(result.error().detail.contains(u"0.60.0"_s));
}

// 0.80.0 named two fields of CUSTOM otherwise; 0.80.1 and 1.0 agree.
TEST(TosaLayouts, NamesTheFieldsOfCustomAsTheVersionDoes)
{
    const Block block{ .inputs = { "x" },
        .tensors = { { "x", { 1 }, 4 } },
        .ops = { { 66, 21, { "x" }, { "x" },
            Slots{ std::string("op"), std::string("dom"), QByteArray("\x01\x02", 2) } } },
        .shapes = {} };
    const auto first = readBytes(tosaFile(block, { 0, 80, 0, false }));
    ASSERT_TRUE(first);
    EXPECT_EQ(text(first->subgraphs[0].operators[0], u"identifier"_s), u"op"_s);
    EXPECT_EQ(text(first->subgraphs[0].operators[0], u"config"_s), u"dom"_s);
    const auto second = readBytes(tosaFile(block, { 0, 80, 1, false }));
    ASSERT_TRUE(second);
    EXPECT_EQ(text(second->subgraphs[0].operators[0], u"operator_name"_s), u"op"_s);
    EXPECT_EQ(bytes(second->subgraphs[0].operators[0], u"implementation_attrs"_s),
        QByteArray("\x01\x02", 2));
}

// A draft wrote its convolutions with zero points, a later one without.
TEST(TosaLayouts, TellsTheDraftsConvolutionsApart)
{
    const auto draft = [](const Slots &slots) {
        return readBytes(tosaFile(Block{ .inputs = { "x" },
                                      .tensors = { { "x", { 1 }, 4 } },
                                      .ops = { { 3, 2, { "x" }, { "x" }, slots },
                                          { 61, 6, { "x" }, { "x" }, Slots{ quint32(1) } } },
                                      .shapes = {} },
            { 1, 0, 0, true }));
    };
    const Ints two{ 1, 1 };
    const auto early = draft({ Ints{ 0, 0, 0, 0 }, two, two, 5, 6, false, quint32(6) });
    ASSERT_TRUE(early);
    EXPECT_EQ(integer(early->subgraphs[0].operators[0], u"weight_zp"_s), 6);
    EXPECT_EQ(text(early->subgraphs[0].operators[0], u"acc_type"_s), u"INT32"_s);
    EXPECT_EQ(text(early->subgraphs[0].operators[1], u"mode"_s), u"NEAREST"_s);
    const auto late = draft({ Ints{ 0, 0, 0, 0 }, two, two, true, quint32(6) });
    ASSERT_TRUE(late);
    EXPECT_EQ(flag(late->subgraphs[0].operators[0], u"local_bound"_s), true);
    EXPECT_EQ(text(late->subgraphs[0].operators[0], u"acc_type"_s), u"INT32"_s);
}

} // namespace

} // namespace tosaic::test::tosalayoutstests
