// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/formats/formatsupport.h"
#include "tests/core/formats/programbuilder.h"
#include "tests/core/formats/velabuilder.h"

#include "core/inspect/commonjson.h"
#include "core/inspect/descriptionparts.h"
#include "core/inspect/programfacts.h"
#include "core/inspect/programjson.h"
#include "core/inspect/programtext.h"

#include <gtest/gtest.h>

#include <string>

namespace tosaic::test::inspecttests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::test;

namespace {

ProgramPointer delegatedProgram()
{
    ProgramBuilder builder;
    auto &fbb = builder.fbb;
    builder.plannedBuffers = { 0, 64 };
    builder.addTensor({ .plan = { 1, 0 } });
    builder.addTensor({ .dataIndex = 1 });
    builder.inputs = { 0 };
    builder.outputs = { 0 };
    builder.operators.push_back(
        fb::CreateOperator(fbb, fbb.CreateString("aten::add"), fbb.CreateString("out")));
    builder.addInlineDelegate("EthosUBackend", smallVelaStream());
    const auto spec = [&](const char *key, const QByteArray &value) {
        return fb::CreateCompileSpec(fbb, fbb.CreateString(key),
            fbb.CreateVector(reinterpret_cast<const quint8 *>(value.data()), size_t(value.size())));
    };
    const auto place = fb::CreateBackendDelegateDataReference(fbb, fb::DataLocation::SEGMENT, 0);
    builder.delegates.push_back(
        fb::CreateBackendDelegate(fbb, fbb.CreateString("CoreMLBackend"), place,
            fbb.CreateVector(ProgramBuilder::List<fb::CompileSpec>{
                spec("text", "größe"), spec("binary", QByteArray("\0\xFF", 2)) })));
    builder.addSegment(0, 16);
    builder.constantSegment
        = fb::CreateSubsegmentOffsets(fbb, 0, fbb.CreateVector<std::uint64_t>({ 0, 0 }));
    using Call = fb::InstructionArguments;
    builder.addChain({ builder.instruction(Call::DelegateCall,
                           fb::CreateDelegateCall(fbb, 0, fbb.CreateVector<qint32>({ 0, 0 }))),
        builder.instruction(Call::KernelCall,
            fb::CreateKernelCall(fbb, 0, fbb.CreateVector<qint32>({ 0, 1, 0 }))) });
    auto program = openBytes(builder.finish(QByteArray(16, 'x')));
    return program ? *program : nullptr;
}

} // namespace

TEST(Inspect, JsonHasTheShapeOfTheContract)
{
    const auto program = delegatedProgram();
    ASSERT_TRUE(program);
    const auto json = inspect::programToJson(*program);
    EXPECT_TRUE(json[u"header"_s][u"present"_s].toBool());
    EXPECT_EQ(json[u"header"_s][u"segmentDataSize"_s].toInteger(), 16);
    const auto method = json[u"methods"_s][0].toObject();
    EXPECT_EQ(method[u"name"_s].toString(), u"forward"_s);
    EXPECT_EQ(method[u"values"_s].toObject(), (QJsonObject{ { u"Tensor"_s, 2 } }));
    EXPECT_EQ(method[u"plannedBuffers"_s].toArray(), (QJsonArray{ 0, 64 }));
    EXPECT_EQ(method[u"operators"_s].toObject(), (QJsonObject{ { u"aten::add.out"_s, 1 } }));
    const auto planned = method[u"tensors"_s][0].toObject();
    EXPECT_EQ(planned[u"planned"_s].toObject(),
        (QJsonObject{ { u"memoryId"_s, 1 }, { u"offset"_s, 0 } }));
    EXPECT_FALSE(planned.contains(u"constantBytes"_s));
    EXPECT_FALSE(planned.contains(u"name"_s));
    EXPECT_EQ(method[u"tensors"_s][1][u"constantBytes"_s].toInteger(), 16);
    EXPECT_EQ(method[u"instructions"_s][0][u"delegate"_s].toInteger(-1), 0);
    EXPECT_EQ(method[u"instructions"_s][1][u"operator"_s].toString(), u"aten::add.out"_s);
    const auto delegates = method[u"delegates"_s].toArray();
    EXPECT_EQ(delegates[1][u"location"_s].toString(), u"segment"_s);
    EXPECT_EQ(delegates[1][u"compileSpecs"_s][0][u"value"_s].toString(), u"größe"_s);
    EXPECT_EQ(delegates[1][u"compileSpecs"_s][1][u"valueBase64"_s].toString(), u"AP8="_s);
    const auto ethosu = delegates[0][u"ethosu"_s].toObject();
    EXPECT_EQ(ethosu[u"product"_s].toString(), u"U55"_s);
    EXPECT_EQ(ethosu[u"macs"_s].toInteger(), 128);
    EXPECT_EQ(ethosu[u"arenaBytes"_s].toInteger(), 144);
    EXPECT_EQ(ethosu[u"operations"_s].toInteger(), 1);
    EXPECT_EQ(ethosu[u"operationKinds"_s].toObject(),
        (QJsonObject{ { u"CONV"_s, 1 }, { u"STOP"_s, 1 } }));
    EXPECT_EQ(ethosu[u"commandBytes"_s].toInteger(), 40);
    EXPECT_FALSE(delegates[1].toObject().contains(u"ethosu"_s));
}

namespace {

model::Program constantMethods()
{
    model::Method method;
    method.name = u"get_values"_s;
    method.values = { qint64(512), 0.25, QString(u"hello"_s), model::IntList{ { 0, 0, 9 } }, true,
        model::NullValue{}, model::TensorList{ { 7 } }, model::Tensor{ .shape = { 2 } } };
    for (quint32 i = 0; i < 7; ++i)
        method.outputs.push_back(model::ValueIndex{ i });
    model::Program program;
    program.methods.push_back(method);
    return program;
}

} // namespace

TEST(Inspect, JsonTellsTheValuesThatAreNoTensors)
{
    const auto scalars
        = inspect::programToJson(constantMethods())[u"methods"_s][0][u"scalars"_s].toArray();
    const auto entry = [](int index, const QString &kind, const QJsonValue &value) {
        return QJsonObject{ { u"index"_s, index }, { u"kind"_s, kind }, { u"value"_s, value } };
    };
    EXPECT_EQ(scalars,
        (QJsonArray{ entry(0, u"Int"_s, 512), entry(1, u"Double"_s, 0.25),
            entry(2, u"String"_s, u"hello"_s),
            entry(3, u"IntList"_s, QJsonArray{ 512, 512, QJsonValue::Null }),
            entry(4, u"Bool"_s, true), entry(5, u"Null"_s, QJsonValue::Null),
            entry(6, u"TensorList"_s, QJsonArray{ 7 }) }));
}

TEST(Inspect, TextTellsTheValuesThatAreNoTensors)
{
    const auto text = inspect::programToText(constantMethods()).simplified();
    for (const auto &part : { u"output value 0 Int 512"_s, u"output value 1 Double 0.25"_s,
             u"output value 2 String \"hello\""_s, u"output value 3 IntList [512, 512, ?]"_s,
             u"output value 4 Bool True"_s, u"output value 5 Null output"_s,
             u"output value 6 TensorList [float32 [2]]"_s })
        EXPECT_TRUE(text.contains(part)) << part.toStdString() << "\n" << text.toStdString();
}

TEST(Inspect, CommonKeys)
{
    const auto source = ByteSource::fromBytes("abc", u"/somewhere/model.pte"_s);
    const std::vector<Diagnostic> diagnostics{ { u"pte.truncated"_s, Severity::Error,
        { .offset = 8 }, u"cut off"_s } };
    const auto json = inspect::commonToJson(u"pte"_s, u"ET12"_s, *source, diagnostics);
    EXPECT_EQ(json[u"file"_s].toObject(),
        (QJsonObject{ { u"name"_s, u"model.pte"_s }, { u"size"_s, 3 },
            { u"sha256"_s,
                u"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"_s } }));
    EXPECT_EQ(json[u"diagnostics"_s][0].toObject(),
        (QJsonObject{ { u"severity"_s, u"error"_s }, { u"code"_s, u"pte.truncated"_s },
            { u"location"_s, u"offset 8"_s }, { u"text"_s, u"cut off"_s } }));
    EXPECT_FALSE(inspect::commonToJson(u"log"_s, {}, *source, {}).contains(u"formatVersion"_s));
}

TEST(Inspect, TextSaysFirstWhatRunsWhere)
{
    const auto program = delegatedProgram();
    ASSERT_TRUE(program);
    const auto text = inspect::programToText(*program);
    EXPECT_TRUE(text.startsWith(u"memory.pte: 1 partition on CoreMLBackend, 1 partition on "
                                "Ethos-U55-128 (1 NPU operation), 1 CPU kernel\n"_s))
        << text.toStdString();
    EXPECT_TRUE(text.contains("arena"_L1));
    EXPECT_TRUE(text.contains("aten::add.out"_L1));
    EXPECT_TRUE(text.contains(u"größe"_s));
    EXPECT_TRUE(text.simplified().contains(u"binary 2 bytes, binary"_s)) << text.toStdString();
    ProgramBuilder nothing;
    EXPECT_EQ(inspect::coverageSentence((*openBytes(nothing.finish()))->methods.front()),
        u"nothing on an NPU, 0 CPU kernels"_s);
    model::Method method{ .operators
        = { u"cortex_m::quantize_per_tensor.out"_s, u"aten::add.out"_s },
        .instructions = { model::KernelCall{ 0, {} }, model::KernelCall{ 1, {} } } };
    EXPECT_EQ(inspect::coverageSentence(method), u"nothing on an NPU, 2 CPU kernels"_s);
    method.delegates.push_back({ .id = u"XnnpackBackend"_s });
    EXPECT_EQ(inspect::coverageSentence(method),
        u"1 partition on XnnpackBackend, 1 CPU kernel, 1 boundary step"_s);
}

TEST(Inspect, TextNamesOperationsApartFromWaits)
{
    const auto program = delegatedProgram();
    ASSERT_TRUE(program);
    const auto text = inspect::programToText(*program).simplified();
    EXPECT_TRUE(text.contains(u"NPU operations 1 (CONV 1)"_s)) << text.toStdString();
    EXPECT_FALSE(text.contains(u"STOP"_s));
    model::EthosUPayload payload;
    payload.operations = 2000;
    payload.operationKinds = { { u"CONV"_s, 1990 }, { u"POOL"_s, 10 }, { u"DMA_START"_s, 7 },
        { u"DMA_WAIT"_s, 11 }, { u"KERNEL_WAIT"_s, 2 }, { u"STOP"_s, 1 } };
    const auto commands = inspect::commandTexts(payload);
    EXPECT_EQ(commands.operations, u"2,000 (CONV 1,990, POOL 10)"_s);
    EXPECT_EQ(commands.transfers, u"7"_s);
    EXPECT_EQ(commands.waits, u"13 (DMA_WAIT 11, KERNEL_WAIT 2)"_s);
}

TEST(Inspect, TextSaysWhatMustComeFromElsewhere)
{
    ProgramBuilder builder;
    for (int i = 0; i < 12; ++i)
        builder.addTensor({ .dataIndex = 1,
            .extra = fb::CreateExtraTensorInfo(builder.fbb, 0,
                builder.fbb.CreateString("weight" + std::to_string(i)),
                fb::TensorDataLocation::EXTERNAL) });
    builder.addInlineDelegate("EthosUBackend",
        velaStream({ velaBlock("cmd_data", QByteArray(64, 'k'), true),
            velaBlock("scratch_size", littleEndian({ 64 })) }));
    const auto program = openBytes(builder.finish());
    ASSERT_TRUE(program);
    EXPECT_EQ(inspect::externalKeys(**program).size(), 13);
    EXPECT_EQ(inspect::externalKeys(**program).last(), QString(64, u'k'));
    const auto text = inspect::programToText(**program);
    EXPECT_TRUE(text.contains(u"needs external data: 13 keys of .ptd files: weight0, weight1"_s))
        << text.toStdString();
    EXPECT_TRUE(text.contains(u"weight9, and 3 more\n"_s)) << text.toStdString();
    EXPECT_FALSE(inspect::programToText(*delegatedProgram()).contains(u"needs external"_s));
}

TEST(Inspect, TextTellsEveryMethodAndWhatIsDynamic)
{
    const auto methodOf = [](const QString &name, model::ShapeDynamism dynamism) {
        model::Method method;
        method.name = name;
        model::Tensor tensor;
        tensor.shape = { 8, 32 };
        tensor.dynamism = dynamism;
        method.values.push_back({ tensor });
        method.inputs = { model::ValueIndex{ 0 } };
        method.instructions.push_back(model::FreeCall{});
        return method;
    };
    model::Program program;
    program.methods.push_back(methodOf(u"encode"_s, model::ShapeDynamism::DynamicBound));
    program.methods.push_back(methodOf(u"decode"_s, model::ShapeDynamism::Static));
    const auto text = inspect::programToText(program);
    const auto head = text.section(u'\n', 0, 0);
    for (const auto &method : program.methods)
        EXPECT_TRUE(head.contains(method.name + u": "_s + inspect::coverageSentence(method)))
            << head.toStdString();
    EXPECT_EQ(text.count(u"dynamic: at most this"_s), 1);
    for (const auto &name : { u"get_max_seq_len"_s, u"get_n_layers"_s }) {
        program.methods.push_back(methodOf(name, model::ShapeDynamism::Static));
        program.methods.back().instructions.clear();
    }
    const auto grouped = inspect::programToText(program).section(u"ExecuTorch program"_s, 0, 0);
    EXPECT_TRUE(grouped.contains(u"4 methods; "_s)) << grouped.toStdString();
    EXPECT_TRUE(grouped.simplified().endsWith(u"; 2 constant methods"_s)) << grouped.toStdString();
    EXPECT_FALSE(grouped.contains(u"get_n_layers"_s));
}

} // namespace tosaic::test::inspecttests
