// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/quantisation.h"
#include "core/compiled/resultreader.h"
#include "core/formats/openprogram.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

namespace tosaic::test::quantisationtests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::analysis;

namespace {

/// A float weight of two channels behind a quantise node for each channel: 3 of 8 are clipped.
model::Network perChannel()
{
    const std::vector<float> weight{ -1, -0.5F, 0.5F, 9, -20, -10, 10, 30 };
    const std::vector<float> scales{ 0.01F, 0.1F };
    const std::vector<qint32> zeros{ 0, 0 };
    QByteArray bytes;
    const auto append = [&bytes](const auto &numbers) {
        const auto offset = static_cast<quint64>(bytes.size());
        bytes.append(reinterpret_cast<const char *>(numbers.data()),
            qsizetype(numbers.size() * sizeof(numbers.front())));
        return model::ByteRange{ offset, static_cast<quint64>(bytes.size()) - offset };
    };
    model::Subgraph graph;
    using Shape = std::vector<qint64>;
    graph.tensors = { { .name = u"w"_s,
                          .type = model::ElementType::Float32,
                          .shape = Shape{ 2, 4 },
                          .data = append(weight),
                          .qualifiedName = u"conv.weight"_s },
        { .name = u"s"_s,
            .type = model::ElementType::Float32,
            .shape = Shape{ 2 },
            .data = append(scales) },
        { .name = u"z"_s,
            .type = model::ElementType::Int32,
            .shape = Shape{ 2 },
            .data = append(zeros) },
        { .name = u"q"_s, .type = model::ElementType::Int8, .shape = Shape{ 2, 4 } } };
    graph.operators = { { .type = u"quantized_decomposed.quantize_per_channel.default"_s,
        .inputs = { 0, 1, 2 },
        .outputs = { 3 },
        .attributes = { { u"axis"_s, qint64(0) }, { u"quant_min"_s, qint64(-127) },
            { u"quant_max"_s, qint64(127) } } } };
    model::Network network;
    network.source = ByteSource::fromBytes(bytes);
    network.format = u"pt2"_s;
    network.subgraphs = { graph };
    return network;
}

} // namespace

TEST(Quantisation, ReadsScalesOfEachChannelAndCountsWhatIsClipped)
{
    const auto values = quantisedValues(perChannel());
    ASSERT_EQ(values.size(), 1U);
    const auto &value = values.front();
    EXPECT_EQ(value.name, u"conv.weight"_s);
    EXPECT_EQ(value.dtype, u"int8"_s);
    EXPECT_TRUE(value.isConstant);
    ASSERT_EQ(value.scales.size(), 2U);
    EXPECT_FLOAT_EQ(float(value.scales[1]), 0.1F);
    EXPECT_EQ(value.axis, 0);
    ASSERT_TRUE(value.range());
    EXPECT_NEAR(value.range()->second, 12.7, 1e-5); // the widest
    ASSERT_TRUE(value.atLimits);
    EXPECT_DOUBLE_EQ(*value.atLimits, 3.0 / 8);
}

TEST(Quantisation, TensorsOfTfLiteSayTheirOwn)
{
    model::Network network;
    network.format = u"tflite"_s;
    network.source = ByteSource::fromBytes(QByteArray("\x80\x00\x7f\x01", 4));
    model::Subgraph graph;
    graph.tensors = { { .name = u"w"_s,
        .type = model::ElementType::Int8,
        .shape = std::vector<qint64>{ 4 },
        .quantisation = model::Quantisation{ { 0.5 }, { 3 }, 0 },
        .data = model::ByteRange{ 0, 4 } } };
    network.subgraphs = { graph };
    const auto values = quantisedValues(network);
    ASSERT_EQ(values.size(), 1U);
    EXPECT_EQ(values[0].source, QuantisationSource::Tensor);
    EXPECT_DOUBLE_EQ(values[0].range()->first, -65.5);
    EXPECT_DOUBLE_EQ(values[0].range()->second, 62);
    EXPECT_DOUBLE_EQ(*values[0].atLimits, 0.5);
    EXPECT_FALSE(values[0].isPerChannel());
}

TEST(Quantisation, ACompileTellsTypesAndItsProgramTheBorders)
{
    const auto folder = test::fixturePath(u"two_partitions-u55-128"_s);
    const auto result = compiled::readCompileResult(folder);
    ASSERT_TRUE(result);
    const auto program = formats::readProgram(*ByteSource::map(folder + u"/two_partitions.pte"_s));
    ASSERT_TRUE(program);
    const auto values = quantisedValues(&*result, program->get(), nullptr);
    int kernels = 0;
    for (const auto &value : values) {
        if (value.source != QuantisationSource::Kernel)
            continue;
        ++kernels;
        EXPECT_EQ(value.dtype, u"int8"_s);
        ASSERT_EQ(value.scales.size(), 1U) << value.name.toStdString();
        EXPECT_GT(value.scales.front(), 0);
        EXPECT_EQ(value.low, -128);
        EXPECT_EQ(value.high, 127);
    }
    EXPECT_EQ(kernels, 4);
    EXPECT_GT(values.size(), 6U);
    const auto doubts = quantisationDoubts(*result, values);
    ASSERT_EQ(doubts.size(), 2U);
    EXPECT_EQ(doubtKey(doubts[0]), u"example-only"_s);
    EXPECT_EQ(doubtKey(doubts[1]), u"ranges-not-recorded"_s);
    auto random = *result;
    random.spec.calibration = spec::Calibration();
    EXPECT_EQ(quantisationDoubts(random, values).front(), QuantisationDoubt::RandomCalibration);
    random.spec.calibration->files = { u"a.npy"_s };
    EXPECT_EQ(quantisationDoubts(random, values).front(), QuantisationDoubt::FewSamples);
}

TEST(Quantisation, WhatIsNotQuantisedHasNoDoubts)
{
    const auto result = compiled::readCompileResult(test::fixturePath(u"softmax-cpu"_s));
    ASSERT_TRUE(result);
    const auto values = quantisedValues(*result);
    EXPECT_TRUE(quantisationDoubts(*result, values).empty());
    EXPECT_TRUE(quantisedValues(nullptr, nullptr, nullptr).empty());
}

TEST(Quantisation, WhatTheCompileRecordedStandsWithItsOperator)
{
    auto result = compiled::readCompileResult(test::fixturePath(u"two_partitions-u55-128"_s));
    ASSERT_TRUE(result);
    using Role = compiled::StoredValue::Role;
    const auto node = u"aten_convolution_default"_s;
    result->stored = { { .node = u"x"_s, .role = Role::Input, .dtype = u"int8"_s, .scales = { 1 } },
        { .node = node,
            .role = Role::Constant,
            .argument = u"weight"_s,
            .dtype = u"int8"_s,
            .scales = { 0.5, 0.25 },
            .axis = 0 },
        { .node = node,
            .dtype = u"int8"_s,
            .scales = { 0.1 },
            .zeroPoints = { 0 },
            .low = -128,
            .high = 127,
            .observed = compiled::ObservedValues{ -1, 20, { 9, 1 }, 0.1 } } };
    const auto values = quantisedValues(*result);
    EXPECT_EQ(values.front().name, u"x"_s);
    const auto named = [&](const QString &name) {
        const auto found = std::ranges::find(values, name, &QuantisedValue::name);
        return found == values.end() ? QuantisedValue() : *found;
    };
    EXPECT_EQ(named(node).scales, std::vector{ 0.1 });
    ASSERT_TRUE(named(node).observed);
    EXPECT_EQ(named(node).observed->clipped, 0.1);
    EXPECT_NEAR(named(node).range()->second, 12.7, 1e-9);
    const auto weight = named(node + u" weight"_s);
    EXPECT_TRUE(weight.isConstant);
    EXPECT_TRUE(weight.isPerChannel());
    EXPECT_EQ(weight.entity, model::EntityRef::node(node));
    const auto doubts = quantisationDoubts(*result, values);
    EXPECT_EQ(std::ranges::count(doubts, QuantisationDoubt::RangesNotRecorded), 0);
    result->spec.calibration = spec::Calibration{ .images = { .folder = u"p"_s } };
    EXPECT_TRUE(quantisationDoubts(*result, values).empty()) << "pictures are data";
}

} // namespace tosaic::test::quantisationtests
