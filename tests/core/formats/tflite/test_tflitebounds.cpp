// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Hostile and damaged files: an answer, never a crash, and bounded memory.
#include "core/inspect/tflitedescription.h"
#include "tests/core/formats/tflite/tflitebuilder.h"
#include "tests/core/formats/tflite/tflitesupport.h"
#include "tests/core/formats/velabuilder.h"

#include <gtest/gtest.h>

#include <random>

namespace tosaic::test::tfliteboundstests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::test;

namespace {

void exercise(const QByteArray &bytes)
{
    // A block of exactly this size, so that a sanitizer notices one byte too many.
    const std::vector<char> exact(bytes.begin(), bytes.end());
    const auto network = readModel(QByteArray::fromRawData(exact.data(), qsizetype(exact.size())));
    if (!network) {
        EXPECT_FALSE(network.error().detail.isEmpty());
        return;
    }
    const auto description = inspect::describeTfLite(**network);
    EXPECT_FALSE(descriptionText(u"x"_s, description.sections).isEmpty());
}

} // namespace

TEST(TfLiteBounds, EveryPrefix)
{
    for (const auto &model : { smallVelaModel(), mixedModel() }) {
        for (qsizetype size = 0; size < model.size(); ++size)
            exercise(model.first(size));
    }
}

TEST(TfLiteBounds, ChangedBytes)
{
    std::mt19937 random(7);
    for (const auto &model : { smallVelaModel(), mixedModel() }) {
        for (int round = 0; round < 4000; ++round) {
            auto changed = model;
            for (int i = 0; i <= round % 4; ++i)
                changed[qsizetype(random() % quint64(model.size()))] = char(random());
            exercise(changed);
        }
    }
}

TEST(TfLiteBounds, DamageIsPlaced)
{
    const auto model = mixedModel();
    const auto cut = readModel(model.first(model.size() / 2));
    ASSERT_FALSE(cut);
    EXPECT_EQ(cut.error().code, ErrorCode::FormatDamaged);
    EXPECT_TRUE(cut.error().location.offset) << cut.error().toText().toStdString();
    const auto other = readModel("a text that is no model");
    ASSERT_FALSE(other);
    EXPECT_EQ(other.error().code, ErrorCode::FormatUnknown);
}

TEST(TfLiteBounds, IndicesThatLeadNowhere)
{
    TfLiteBuilder builder;
    builder.addTensor({});
    const auto code = builder.addCode(tfl::BuiltinOperator::WHILE);
    builder.addOperator(code, { 0, 9, -2 }, { 5 }, tfl::BuiltinOptions::WhileOptions,
        tfl::CreateWhileOptions(builder.fbb, -1, 8).Union());
    builder.closeSubgraph({ 0, 3 }, { -1 });
    const auto network = readModel(builder.finish());
    ASSERT_TRUE(network);
    const auto &subgraph = (*network)->subgraphs[0];
    EXPECT_EQ(subgraph.inputs, std::vector<qint32>{ 0 });
    EXPECT_TRUE(subgraph.outputs.empty());
    EXPECT_EQ(subgraph.operators[0].inputs, (std::vector<qint32>{ 0, -1, -1 }));
    EXPECT_EQ(subgraph.operators[0].outputs, std::vector<qint32>{ -1 });
    EXPECT_TRUE(subgraph.operators[0].subgraphs.empty());
    EXPECT_TRUE(hasDiagnostic(**network, u"tflite.index-out-of-range"_s));
}

TEST(TfLiteBounds, EthosUOperatorsWithoutAPayload)
{
    TfLiteBuilder builder;
    builder.addTensor({});
    builder.addTensor({ .shape = { 5 }, .buffer = builder.addBuffer("CORK1") });
    const auto npu = builder.addCustomCode("ethos-u");
    builder.addOperator(npu, {}, {});
    builder.addOperator(npu, { 0 }, { 0 });
    builder.addOperator(npu, { 1 }, { 0 });
    builder.closeSubgraph();
    const auto network = readModel(builder.finish());
    ASSERT_TRUE(network);
    const auto &operators = (*network)->subgraphs[0].operators;
    EXPECT_FALSE(operators[0].ethosu);
    EXPECT_FALSE(operators[1].ethosu);
    ASSERT_TRUE(operators[2].ethosu);
    EXPECT_FALSE(operators[2].ethosu->npu);
    EXPECT_TRUE(operators[2].ethosu->driverFormat.isEmpty());
    EXPECT_TRUE(hasDiagnostic(**network, u"ethosu.command-data"_s));
    static_cast<void>(inspect::describeTfLite(**network));
}

TEST(TfLiteBounds, AMemoryPlanThatDoesNotFit)
{
    for (const auto &plan : { littleEndian({ 0, 1, 9, 0 }), littleEndian({ 0, 1 }),
             littleEndian({ 0, 1, 0xFFFFFFFF, 0 }), littleEndian({ 0, 1, 2, 0, 0 }) }) {
        TfLiteBuilder builder;
        builder.addTensor({});
        builder.closeSubgraph();
        builder.addMetadata("OfflineMemoryAllocation", plan);
        const auto network = readModel(builder.finish());
        ASSERT_TRUE(network);
        EXPECT_FALSE((*network)->subgraphs[0].tensors[0].arenaOffset);
        EXPECT_TRUE(hasDiagnostic(**network, u"tflite.memory-plan"_s));
    }
}

TEST(TfLiteBounds, SharedTablesCannotFillMemory)
{
    // A file of a few megabytes that would be 10^12 operators if every offset were followed.
    TfLiteBuilder builder;
    const auto code = builder.addCode(tfl::BuiltinOperator::ADD);
    builder.addOperator(code, std::vector<qint32>(1000, -1), {});
    builder.operators.assign(1'000'000, builder.operators.front());
    builder.closeSubgraph();
    builder.subgraphs.assign(1'000, builder.subgraphs.front());
    const auto network = readModel(builder.finish());
    ASSERT_FALSE(network);
    EXPECT_EQ(network.error().code, ErrorCode::LimitExceeded);
    EXPECT_TRUE(network.error().detail.contains(u"Tables"_s)
        || network.error().detail.contains(u"ListElements"_s)
        || network.error().detail.contains(u"Entries"_s))
        << network.error().toText().toStdString();
}

TEST(TfLiteBounds, ALongNameManyTimesCannotFillTheJson)
{
    TfLiteBuilder builder;
    const auto name = builder.fbb.CreateString(std::string(1'000'000, 'n'));
    const auto tensor = tfl::CreateTensor(builder.fbb, 0, tfl::TensorType::INT8, 0, name);
    builder.tensors.assign(10'000, tensor);
    builder.closeSubgraph();
    const auto network = readModel(builder.finish());
    ASSERT_TRUE(network) << network.error().toText().toStdString();
    const auto json = inspect::describeTfLite(**network).json;
    EXPECT_GT(json[u"subgraphs"_s][0][u"omittedTensors"_s].toInteger(), 9'000);
}

TEST(TfLiteBounds, OtherSchemaVersionsAreReadWithAWarning)
{
    TfLiteBuilder builder;
    builder.version = 2;
    const auto network = readModel(builder.finish());
    ASSERT_TRUE(network);
    EXPECT_TRUE(hasDiagnostic(**network, u"tflite.version"_s));
    EXPECT_TRUE(hasDiagnostic(**network, u"tflite.no-subgraphs"_s));
}

} // namespace tosaic::test::tfliteboundstests
