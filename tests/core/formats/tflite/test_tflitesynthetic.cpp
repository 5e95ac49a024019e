// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What a model says, from files made here.
#include "core/inspect/tflitedescription.h"
#include "tests/core/formats/tflite/tflitebuilder.h"
#include "tests/core/formats/tflite/tflitesupport.h"
#include "tests/core/formats/velabuilder.h"

#include <gtest/gtest.h>

#include <QJsonArray>
#include <QJsonDocument>

namespace tosaic::test::tflitesynthetictests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::test;

namespace {

NetworkPointer mixed()
{
    auto network = readModel(mixedModel());
    EXPECT_TRUE(network) << network.error().toText().toStdString();
    return *network;
}

} // namespace

TEST(TfLite, HeadAndSubgraphs)
{
    const auto network = mixed();
    EXPECT_EQ(network->format, u"tflite"_s);
    EXPECT_EQ(network->version, u"3"_s);
    EXPECT_EQ(network->description, u"made by a test"_s);
    ASSERT_EQ(network->subgraphs.size(), 3);
    EXPECT_EQ(network->subgraphs[0].name, u"main"_s);
    EXPECT_EQ(network->subgraphs[1].name, u"then"_s);
    EXPECT_EQ(network->subgraphs[0].inputs, std::vector<qint32>{ 1 });
    EXPECT_EQ(network->subgraphs[0].outputs, std::vector<qint32>{ 2 });
}

TEST(TfLite, QuantisationShapesAndKindsOfTensors)
{
    const auto network = mixed();
    const auto &tensors = network->subgraphs[0].tensors;
    ASSERT_EQ(tensors.size(), 5);
    ASSERT_TRUE(tensors[0].quantisation);
    EXPECT_EQ(tensors[0].quantisation->scales, (std::vector<double>{ 0.5, 0.25 }));
    EXPECT_EQ(tensors[0].quantisation->zeroPoints, (std::vector<qint64>{ 3, -4 }));
    EXPECT_EQ(tensors[0].quantisation->axis, 1);
    ASSERT_TRUE(tensors[0].data);
    const auto bytes = network->source->slice(tensors[0].data->offset, tensors[0].data->size);
    EXPECT_EQ(*bytes, QByteArrayView("ab"));
    EXPECT_EQ(tensors[1].shape, (std::vector<qint64>{ 1, 4 })) << "what runtimes allocate";
    EXPECT_EQ(tensors[1].shapeSignature, (std::vector<qint64>{ -1, 4 }));
    EXPECT_TRUE(tensors[0].shapeSignature.empty());
    EXPECT_FALSE(tensors[1].data);
    EXPECT_TRUE(tensors[2].isVariable);
    EXPECT_TRUE(tensors[3].isSparse);
    EXPECT_EQ(tensors[3].data->size, 1);
    EXPECT_EQ(tensors[4].role, u"external"_s);
    EXPECT_TRUE(hasDiagnostic(*network, u"tflite.external-buffer"_s));
    EXPECT_FALSE(hasDiagnostic(*network, u"tflite.constant-size"_s));
    EXPECT_EQ(tensors[0].typeText, u"INT8"_s);
    EXPECT_EQ(tensors[0].type, model::ElementType::Int8);
}

TEST(TfLite, OperatorsOptionsAndControlFlow)
{
    const auto network = mixed();
    const auto &operators = network->subgraphs[0].operators;
    ASSERT_EQ(operators.size(), 3);
    EXPECT_EQ(operators[0].type, u"IF"_s);
    EXPECT_EQ(operators[0].subgraphs, (std::vector<qint32>{ 1, 2 }));
    EXPECT_EQ(attributeAs<qint64>(operators[0], u"else_subgraph_index"_s), 2);
    EXPECT_EQ(operators[1].type, u"CUSTOM:SignalWindow"_s);
    EXPECT_EQ(operators[1].inputs, (std::vector<qint32>{ 1, -1 }));
    EXPECT_EQ(attributeAs<qint64>(operators[1], u"shift"_s), 12);
    EXPECT_EQ(attributeAs<qint64>(operators[1], u"custom_options_size"_s), 16);
    EXPECT_EQ(attributeAs<QByteArray>(operators[1], u"custom_options"_s).size(), 16);
    EXPECT_EQ(operators[2].type, u"STABLEHLO_SORT"_s);
    EXPECT_TRUE(attributeAs<bool>(operators[2], u"is_stable"_s));
    EXPECT_EQ(operators[2].subgraphs, std::vector<qint32>{ 2 });
}

TEST(TfLite, MetadataAndSignatures)
{
    const auto network = mixed();
    ASSERT_EQ(network->metadata.size(), 2);
    EXPECT_EQ(network->metadata[0], std::pair(u"min_runtime_version"_s, u"2.8.0"_s))
        << "without its padding";
    EXPECT_EQ(network->metadata[1], std::pair(u"CONVERSION_METADATA"_s, u"4 bytes"_s));
    ASSERT_EQ(network->signatures.size(), 1);
    EXPECT_EQ(network->signatures[0].first, u"serving_default"_s);
    EXPECT_EQ(
        network->signatures[0].second, u"subgraph 0; inputs: x = batch; outputs: x = batch"_s);
}

TEST(TfLite, EthosUOperators)
{
    const auto bytes = smallVelaModel();
    const auto network = readModel(bytes);
    ASSERT_TRUE(network) << network.error().toText().toStdString();
    EXPECT_TRUE((*network)->diagnostics.empty());
    const auto &operators = (*network)->subgraphs[0].operators;
    ASSERT_EQ(operators.size(), 3);
    EXPECT_EQ(operators[0].type, u"CUSTOM:ethos-u"_s);
    EXPECT_EQ(attributeAs<qint64>(operators[0], u"value"_s), 1);
    EXPECT_FALSE(operators[1].ethosu);
    ASSERT_TRUE(operators[0].ethosu && operators[2].ethosu);
    const auto &payload = *operators[0].ethosu;
    EXPECT_FALSE(payload.streamVersion);
    EXPECT_EQ(payload.driverFormat, u"COP1"_s);
    ASSERT_TRUE(payload.npu);
    EXPECT_EQ(payload.npu->name(), u"Ethos-U55-128"_s);
    EXPECT_EQ(payload.operations, 1);
    EXPECT_EQ(operators[2].ethosu->operations, 2);
    EXPECT_EQ(payload.arenaBytes, 4096);
    EXPECT_EQ(payload.fastArenaBytes, 512);
    ASSERT_EQ(payload.blocks.size(), 2);
    EXPECT_EQ(payload.blocks[0].name, u"cmd_data"_s);
    EXPECT_EQ(bytes.sliced(qsizetype(payload.blocks[0].offset), 4), "COP1");
    EXPECT_EQ(payload.blocks[1].name, u"weight_data"_s);
    EXPECT_EQ(bytes.sliced(qsizetype(payload.blocks[1].offset), 32), QByteArray(32, 'w'));
}

TEST(TfLite, OffsetsOfTheMemoryPlanCountFromTheScratch)
{
    const auto network = readModel(smallVelaModel());
    ASSERT_TRUE(network);
    const auto &subgraph = (*network)->subgraphs[0];
    EXPECT_FALSE(subgraph.tensors[0].arenaOffset);
    EXPECT_EQ(subgraph.tensors[2].arenaOffset, 128);
    EXPECT_EQ(subgraph.tensors[4].arenaOffset, 1152);
    const auto &first = *subgraph.operators[0].ethosu;
    ASSERT_EQ(first.inputs.size(), 1);
    EXPECT_EQ(first.inputs[0].offset, 1024);
    EXPECT_EQ(first.inputs[0].region, 1);
    EXPECT_EQ(first.inputs[0].elementSize, 1);
    EXPECT_EQ(first.inputs[0].shape, (std::vector<qint32>{ 1, 8, 8, 3 }));
    EXPECT_EQ(first.outputs[0].offset, 0);
    const auto &second = *subgraph.operators[2].ethosu;
    EXPECT_FALSE(second.outputs[0].isPlaced()) << "not planned";
    EXPECT_EQ(second.outputs[0].elementSize, 2);
}

TEST(TfLite, DescriptionHasTheContractsShape)
{
    const auto network = readModel(smallVelaModel());
    ASSERT_TRUE(network);
    const auto description = inspect::describeTfLite(**network);
    EXPECT_EQ(description.format, u"tflite"_s);
    EXPECT_EQ(description.formatVersion, u"3"_s);
    const auto &json = description.json;
    EXPECT_EQ(json[u"description"_s], u"made by a test"_s);
    EXPECT_EQ(json[u"metadata"_s].toArray(),
        (QJsonArray{ u"vela_version"_s, u"OfflineMemoryAllocation"_s }));
    const auto subgraph = json[u"subgraphs"_s][0].toObject();
    EXPECT_EQ(subgraph[u"operators"_s].toObject(),
        (QJsonObject{ { u"CUSTOM:ethos-u"_s, 2 }, { u"SOFTMAX"_s, 1 } }));
    EXPECT_EQ(subgraph[u"tensorCount"_s], 9);
    EXPECT_EQ(subgraph[u"inputs"_s][0][u"dtype"_s], u"INT8"_s);
    EXPECT_EQ(subgraph[u"inputs"_s][0][u"shape"_s].toArray(), (QJsonArray{ 1, 8, 8, 3 }));
    const auto ethosu = subgraph[u"operatorList"_s][0][u"ethosu"_s].toObject();
    EXPECT_EQ(ethosu[u"product"_s], u"U55"_s);
    EXPECT_EQ(ethosu[u"macs"_s], 128);
    EXPECT_FALSE(ethosu.contains(u"streamVersion"_s)) << "there is no Vela stream";
    EXPECT_EQ(ethosu[u"commandBytes"_s], 40);
    EXPECT_EQ(ethosu[u"operationKinds"_s].toObject(),
        (QJsonObject{ { u"CONV"_s, 1 }, { u"STOP"_s, 1 } }));
    const auto unplaced = subgraph[u"operatorList"_s][2][u"ethosu"_s][u"outputs"_s][0].toObject();
    EXPECT_FALSE(unplaced.contains(u"offset"_s));
    const auto text = descriptionText(u"x"_s, description.sections);
    EXPECT_TRUE(text.contains(u"Ethos-U55-128"_s)) << text.toStdString();
    EXPECT_TRUE(text.contains(u"vela_version"_s));
    EXPECT_TRUE(text.simplified().contains(u"NPU operations 1 (CONV 1)"_s)) << text.toStdString();
    EXPECT_FALSE(text.contains(u"STOP"_s)) << "it starts no work";
    EXPECT_TRUE(text.contains(u": INT8 [1, 8, 8, 3]"_s)) << "the name ends somewhere";
    auto unnamed = **network;
    unnamed.subgraphs[0].name.clear();
    EXPECT_TRUE(descriptionText({}, inspect::describeTfLite(unnamed).sections)
                    .contains(u"\nSubgraph 0\n"_s));
}

TEST(TfLite, OldFilesHaveTheirCodesInOneByte)
{
    TfLiteBuilder builder;
    auto &fbb = builder.fbb;
    builder.codes.push_back(tfl::CreateOperatorCode(fbb, 3));
    builder.codes.push_back(tfl::CreateOperatorCode(fbb, 127, 0, 2, tfl::BuiltinOperator::GELU));
    builder.codes.push_back(tfl::CreateOperatorCode(fbb, 0, 0, 1, tfl::BuiltinOperator(4711)));
    for (quint32 code = 0; code < 4; ++code)
        builder.addOperator(code, {}, {});
    builder.closeSubgraph();
    const auto network = readModel(builder.finish());
    ASSERT_TRUE(network);
    const auto &operators = (*network)->subgraphs[0].operators;
    EXPECT_EQ(operators[0].type, u"CONV_2D"_s);
    EXPECT_EQ(operators[1].type, u"GELU"_s);
    EXPECT_EQ(attributeAs<qint64>(operators[1], u"operator_version"_s), 2);
    EXPECT_EQ(operators[2].type, u"BuiltinOperator(4711)"_s);
    EXPECT_EQ(operators[3].type, u"OperatorCode(3)"_s);
    EXPECT_TRUE(hasDiagnostic(**network, u"tflite.index-out-of-range"_s));
}

TEST(TfLite, BuffersBehindTheFlatBuffer)
{
    TfLiteBuilder builder;
    // The place must be known before the buffer is built: far behind, the gap is filled.
    constexpr quint64 Place = 4096;
    builder.addTensor({ .buffer = builder.addAppended(Place, 4), .name = "inside" });
    builder.addTensor({ .buffer = builder.addAppended(Place, 5), .name = "outside" });
    builder.addTensor({ .buffer = builder.addAppended(quint64(-2), 4), .name = "overflow" });
    builder.addTensor({ .buffer = builder.addAppended(1, 4), .name = "placeholder" });
    builder.addTensor({ .buffer = 77, .name = "no such buffer" });
    builder.closeSubgraph();
    auto bytes = builder.finish().leftJustified(qsizetype(Place), '\0') + "tail";
    const auto network = readModel(bytes);
    ASSERT_TRUE(network);
    const auto &tensors = (*network)->subgraphs[0].tensors;
    EXPECT_EQ(tensors[0].data, (model::ByteRange{ Place, 4 }));
    for (size_t i = 1; i < tensors.size(); ++i)
        EXPECT_FALSE(tensors[i].data) << i;
    EXPECT_TRUE(hasDiagnostic(**network, u"tflite.buffer-outside-file"_s));
    EXPECT_TRUE(hasDiagnostic(**network, u"tflite.index-out-of-range"_s));
}

TEST(TfLite, ScalarsAndUnknownRank)
{
    TfLiteBuilder builder;
    builder.addTensor({ .shape = {}, .type = tfl::TensorType::FLOAT32 });
    builder.tensors.push_back(tfl::CreateTensor(builder.fbb, 0, tfl::TensorType::VARIANT));
    builder.addTensor({ .type = tfl::TensorType(99) });
    builder.closeSubgraph();
    const auto network = readModel(builder.finish());
    ASSERT_TRUE(network);
    const auto &tensors = (*network)->subgraphs[0].tensors;
    EXPECT_EQ(tensors[0].shape, std::vector<qint64>());
    EXPECT_EQ(tensors[0].byteSize(), 4);
    EXPECT_FALSE(tensors[1].shape);
    EXPECT_EQ(tensors[1].type, model::ElementType::Variant);
    EXPECT_EQ(tensors[2].type, model::ElementType::Unknown);
    EXPECT_EQ(tensors[2].typeText, u"TensorType(99)"_s);
}

} // namespace tosaic::test::tflitesynthetictests
