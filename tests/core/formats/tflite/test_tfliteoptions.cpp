// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Options of builtin operators and FlexBuffers of custom ones.
#include "core/formats/tflite/customoptions.h"
#include "tests/core/formats/tflite/tflitebuilder.h"
#include "tests/core/formats/tflite/tflitesupport.h"

#include <gtest/gtest.h>

#include <flatbuffers/flexbuffers.h>

namespace tosaic::test::tfliteoptionstests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::test;

namespace {

/// One operator with the given options.
template <typename Create>
model::NetworkOperator operatorWith(tfl::BuiltinOptions type, Create create)
{
    TfLiteBuilder builder;
    const auto options = create(builder.fbb);
    builder.addOperator(builder.addCode(tfl::BuiltinOperator::ADD), {}, {}, type, options);
    builder.closeSubgraph();
    const auto network = readModel(builder.finish());
    EXPECT_TRUE(network);
    return (*network)->subgraphs[0].operators[0];
}

QByteArray flex(const std::function<void(flexbuffers::Builder &)> &fill)
{
    flexbuffers::Builder builder;
    fill(builder);
    builder.Finish();
    const auto &buffer = builder.GetBuffer();
    return QByteArray(reinterpret_cast<const char *>(buffer.data()), qsizetype(buffer.size()));
}

} // namespace

TEST(TfLiteOptions, NumbersEnumeratorsAndDefaultsInTheSchemasOrder)
{
    const auto op = operatorWith(tfl::BuiltinOptions::Conv2DOptions, [](auto &fbb) {
        return tfl::CreateConv2DOptions(
            fbb, tfl::Padding::VALID, 2, 3, tfl::ActivationFunctionType::RELU6)
            .Union();
    });
    QStringList names;
    for (const auto &entry : op.attributes)
        names << entry.name;
    EXPECT_EQ(names,
        (QStringList{ u"padding"_s, u"stride_w"_s, u"stride_h"_s, u"fused_activation_function"_s,
            u"dilation_w_factor"_s, u"dilation_h_factor"_s, u"quantized_bias_type"_s }));
    EXPECT_EQ(attributeAs<QString>(op, u"padding"_s), u"VALID"_s);
    EXPECT_EQ(attributeAs<qint64>(op, u"stride_h"_s), 3);
    EXPECT_EQ(attributeAs<QString>(op, u"fused_activation_function"_s), u"RELU6"_s);
    EXPECT_EQ(attributeAs<qint64>(op, u"dilation_w_factor"_s), 1) << "not stored: the default";
    EXPECT_EQ(attributeAs<QString>(op, u"quantized_bias_type"_s), u"FLOAT32"_s);
}

TEST(TfLiteOptions, ListsTextsAndReals)
{
    const auto reshape = operatorWith(tfl::BuiltinOptions::ReshapeOptions, [](auto &fbb) {
        return tfl::CreateReshapeOptions(fbb, fbb.template CreateVector<qint32>({ 1, -1 })).Union();
    });
    EXPECT_EQ(
        attributeAs<std::vector<qint64>>(reshape, u"new_shape"_s), (std::vector<qint64>{ 1, -1 }));
    const auto bucketize = operatorWith(tfl::BuiltinOptions::BucketizeOptions, [](auto &fbb) {
        return tfl::CreateBucketizeOptions(fbb, fbb.template CreateVector<float>({ 0.5F })).Union();
    });
    EXPECT_EQ(
        attributeAs<std::vector<double>>(bucketize, u"boundaries"_s), std::vector<double>{ 0.5 });
    const auto handle = operatorWith(tfl::BuiltinOptions::VarHandleOptions, [](auto &fbb) {
        return tfl::CreateVarHandleOptions(fbb, fbb.CreateString("c"), fbb.CreateString("s"))
            .Union();
    });
    EXPECT_EQ(attributeAs<QString>(handle, u"shared_name"_s), u"s"_s);
    const auto softmax = operatorWith(tfl::BuiltinOptions::SoftmaxOptions,
        [](auto &fbb) { return tfl::CreateSoftmaxOptions(fbb, 0.25F).Union(); });
    EXPECT_EQ(attributeAs<double>(softmax, u"beta"_s), 0.25);
}

TEST(TfLiteOptions, DeprecatedFieldsAreLeftOutOddNumbersKept)
{
    const auto resize = operatorWith(tfl::BuiltinOptions::ResizeBilinearOptions,
        [](auto &fbb) { return tfl::CreateResizeBilinearOptions(fbb, true).Union(); });
    ASSERT_EQ(resize.attributes.size(), 2);
    EXPECT_TRUE(attributeAs<bool>(resize, u"align_corners"_s));
    const auto odd = operatorWith(tfl::BuiltinOptions::Conv2DOptions,
        [](auto &fbb) { return tfl::CreateConv2DOptions(fbb, tfl::Padding(17)).Union(); });
    EXPECT_EQ(attributeAs<qint64>(odd, u"padding"_s), 17);
}

TEST(TfLiteOptions, EveryTableOfBothUnionsIsKnown)
{
    // A table without fields is legal for each of them; all fields are then at their defaults.
    for (int type = 1; type <= int(tfl::BuiltinOptions::MAX); ++type) {
        const auto op = operatorWith(tfl::BuiltinOptions(type), [](auto &fbb) {
            const auto start = fbb.StartTable();
            return flatbuffers::Offset<void>(fbb.EndTable(start));
        });
        const std::string name(tfl::EnumNameBuiltinOptions(tfl::BuiltinOptions(type)));
        EXPECT_FALSE(name.empty()) << type;
        if (name == "Pool2DOptions") {
            EXPECT_EQ(op.attributes.size(), 6);
        }
    }
    for (int type = 1; type <= int(tfl::BuiltinOptions2::MAX); ++type) {
        TfLiteBuilder builder;
        const auto start = builder.fbb.StartTable();
        const flatbuffers::Offset<void> options(builder.fbb.EndTable(start));
        builder.addOperator2(builder.addCode(tfl::BuiltinOperator::STABLEHLO_CASE),
            tfl::BuiltinOptions2(type), options);
        builder.closeSubgraph();
        const auto network = readModel(builder.finish());
        ASSERT_TRUE(network);
        EXPECT_FALSE(hasDiagnostic(**network, u"tflite.unknown-options"_s)) << type;
    }
}

TEST(TfLiteOptions, FlexBufferMaps)
{
    const auto bytes = flex([](flexbuffers::Builder &fbb) {
        fbb.Map([&] {
            fbb.Int("small", -5);
            fbb.UInt("large", 1ULL << 40);
            fbb.Double("real", 0.1);
            fbb.Float("half", 0.5F);
            fbb.Bool("flag", true);
            fbb.String("text", "words");
            fbb.TypedVector("list", [&] {
                fbb.Int(1);
                fbb.Int(-70000);
            });
            fbb.Map("inner", [&] { fbb.Int("x", 1); });
        });
    });
    model::NetworkOperator op;
    op.attributes = formats::tflite::readFlexBuffer(bytes);
    EXPECT_EQ(op.attributes.size(), 8);
    EXPECT_EQ(attributeAs<qint64>(op, u"small"_s), -5);
    EXPECT_EQ(attributeAs<qint64>(op, u"large"_s), qint64(1) << 40);
    EXPECT_EQ(attributeAs<double>(op, u"real"_s), 0.1);
    EXPECT_EQ(attributeAs<double>(op, u"half"_s), 0.5);
    EXPECT_TRUE(attributeAs<bool>(op, u"flag"_s));
    EXPECT_EQ(attributeAs<QString>(op, u"text"_s), u"words"_s);
    EXPECT_EQ(attributeAs<std::vector<qint64>>(op, u"list"_s), (std::vector<qint64>{ 1, -70000 }));
    EXPECT_EQ(attributeAs<QString>(op, u"inner"_s), u"1 entries"_s);
}

TEST(TfLiteOptions, AnyBytesMayBeCustomOptions)
{
    const auto good = flex([](flexbuffers::Builder &fbb) {
        fbb.Map([&] {
            fbb.String("key", "value");
            fbb.TypedVector("list", [&] { fbb.Int(7); });
            fbb.FixedTypedVector("fixed", std::vector<float>{ 1, 2, 3 }.data(), 3);
        });
    });
    ASSERT_EQ(formats::tflite::readFlexBuffer(good).size(), 3);
    for (qsizetype size = 0; size < good.size(); ++size)
        static_cast<void>(formats::tflite::readFlexBuffer(good.first(size)));
    for (qsizetype at = 0; at < good.size(); ++at) {
        for (int value = 0; value < 256; ++value) {
            auto changed = good;
            changed[at] = char(value);
            static_cast<void>(formats::tflite::readFlexBuffer(changed));
        }
    }
}

} // namespace tosaic::test::tfliteoptionstests
