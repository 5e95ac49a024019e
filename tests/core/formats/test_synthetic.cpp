// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Programs that no tool writes: every kind of value and instruction, every place for bytes, and
// contradictions.
#include "tests/core/formats/formatsupport.h"
#include "tests/core/formats/programbuilder.h"
#include "tests/core/formats/velabuilder.h"

#include <gtest/gtest.h>

#include <QtEndian>

#include <cmath>

namespace tosaic::test::synthetictests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::test;

namespace {

using Kind = fb::KernelTypes;

ProgramPointer opened(const QByteArray &bytes)
{
    auto program = openBytes(bytes);
    EXPECT_TRUE(program) << (program ? "" : program.error().toText().toStdString());
    return program ? *program : nullptr;
}

} // namespace

TEST(SyntheticProgram, EveryKindOfValue)
{
    ProgramBuilder builder;
    auto &fbb = builder.fbb;
    builder.addValue(Kind::Null, fb::CreateNull(fbb));
    builder.addInt(-5);
    builder.addValue(Kind::Bool, fb::CreateBool(fbb, true));
    builder.addValue(Kind::Double, fb::CreateDouble(fbb, -INFINITY));
    builder.addTensor({ .sizes = { 2, 3 }, .dimOrder = { 1, 0 } });
    builder.addValue(Kind::String, fb::CreateString(fbb, fbb.CreateString("größe")));
    builder.addValue(Kind::IntList, fb::CreateIntList(fbb, fbb.CreateVector<std::int64_t>({ 1 })));
    builder.addValue(
        Kind::DoubleList, fb::CreateDoubleList(fbb, fbb.CreateVector<double>({ 0.5, 1.5 })));
    builder.addValue(Kind::BoolList, fb::CreateBoolList(fbb, fbb.CreateVector<quint8>({ 1, 0 })));
    builder.addValue(Kind::TensorList, fb::CreateTensorList(fbb, fbb.CreateVector<qint32>({ 4 })));
    builder.addValue(Kind::OptionalTensorList,
        fb::CreateOptionalTensorList(fbb, fbb.CreateVector<qint32>({ -1, 4 })));
    const auto program = opened(builder.finish());
    ASSERT_TRUE(program);
    EXPECT_EQ(diagnosticText(*program, Severity::Info), QString());
    const auto &values = program->methods.front().values;
    const QStringList kinds{ u"Null"_s, u"Int"_s, u"Bool"_s, u"Double"_s, u"Tensor"_s, u"String"_s,
        u"IntList"_s, u"DoubleList"_s, u"BoolList"_s, u"TensorList"_s, u"OptionalTensorList"_s };
    ASSERT_EQ(values.size(), size_t(kinds.size()));
    for (size_t i = 0; i < values.size(); ++i)
        EXPECT_EQ(model::valueKindName(values[i]), kinds[qsizetype(i)]);
    EXPECT_EQ(std::get<qint64>(values[1]), -5);
    EXPECT_TRUE(std::get<bool>(values[2]));
    EXPECT_TRUE(std::isinf(std::get<double>(values[3])));
    EXPECT_EQ(std::get<model::Tensor>(values[4]).strides(), (std::vector<qint64>{ 1, 2 }));
    EXPECT_EQ(std::get<QString>(values[5]), u"größe"_s);
    EXPECT_EQ(std::get<std::vector<bool>>(values[8]), (std::vector<bool>{ true, false }));
    EXPECT_EQ(
        std::get<model::OptionalTensorList>(values[10]).values, (std::vector<qint32>{ -1, 4 }));
}

TEST(SyntheticProgram, EveryKindOfInstructionInTwoChains)
{
    using Call = fb::InstructionArguments;
    ProgramBuilder builder;
    auto &fbb = builder.fbb;
    builder.addTensor({});
    builder.addValue(Kind::Bool, fb::CreateBool(fbb, false));
    builder.operators.push_back(
        fb::CreateOperator(fbb, fbb.CreateString("aten::add"), fbb.CreateString("out")));
    builder.addInlineDelegate("SomebodyElse", "payload");
    builder.addChain({ builder.instruction(Call::KernelCall,
                           fb::CreateKernelCall(fbb, 0, fbb.CreateVector<qint32>({ 0, 0 }))),
        builder.instruction(
            Call::DelegateCall, fb::CreateDelegateCall(fbb, 0, fbb.CreateVector<qint32>({ 0 }))) });
    builder.addChain({ builder.instruction(Call::MoveCall, fb::CreateMoveCall(fbb, 0, 0)),
        builder.instruction(Call::JumpFalseCall, fb::CreateJumpFalseCall(fbb, 1, 3)),
        builder.instruction(Call::FreeCall, fb::CreateFreeCall(fbb, 0)) });
    const auto program = opened(builder.finish());
    ASSERT_TRUE(program);
    const auto &method = program->methods.front();
    ASSERT_EQ(method.instructions.size(), 5U);
    EXPECT_EQ(method.operatorName(method.instructions[0]), u"aten::add.out"_s);
    EXPECT_EQ(
        std::get<model::DelegateCall>(method.instructions[1]).delegate, model::DelegateIndex(0));
    EXPECT_EQ(std::get<model::JumpFalseCall>(method.instructions[3]).destination, 5);
    EXPECT_TRUE(hasDiagnostic(*program, u"pte.several-chains"_s));
    EXPECT_TRUE(hasDiagnostic(*program, u"pte.unknown-delegate"_s));
    EXPECT_EQ(diagnosticText(*program, Severity::Warning), QString());
}

TEST(SyntheticProgram, StackTracesStandBesideTheirInstructions)
{
    ProgramBuilder builder;
    auto &fbb = builder.fbb;
    builder.addTensor({});
    const auto frame = fb::CreateFrame(fbb, fbb.CreateString("model.py"), 12,
        fbb.CreateString("forward"), fbb.CreateString("return x"));
    const auto frames
        = fb::CreateFrameList(fbb, fbb.CreateVector(ProgramBuilder::List<fb::Frame>{ frame }));
    const auto free = [&] {
        return builder.instruction(fb::InstructionArguments::FreeCall, fb::CreateFreeCall(fbb, 0));
    };
    builder.addChain({ free(), free() }, { frames }); // fewer lists than instructions
    const auto program = opened(builder.finish());
    ASSERT_TRUE(program);
    const auto &traces = program->methods.front().stackTraces;
    ASSERT_EQ(traces.size(), 2U);
    ASSERT_EQ(traces[0].size(), 1U);
    EXPECT_EQ(traces[0][0].file, u"model.py"_s);
    EXPECT_EQ(traces[0][0].line, 12);
    EXPECT_TRUE(traces[1].empty());
}

TEST(SyntheticProgram, HeadersOfEveryAge)
{
    for (const quint32 length : { 24U, 32U, 48U }) {
        SCOPED_TRACE(length);
        ProgramBuilder builder;
        builder.addTensor({ .sizes = { 4 }, .dataIndex = 1 });
        builder.addSegment(0, 16);
        builder.constantSegment = fb::CreateSubsegmentOffsets(
            builder.fbb, 0, builder.fbb.CreateVector<std::uint64_t>({ 0, 0 }));
        const QByteArray data("0123456789abcdef");
        const auto program = opened(builder.finish(data, length));
        ASSERT_TRUE(program);
        ASSERT_TRUE(program->header);
        EXPECT_EQ(program->header->length, length);
        EXPECT_EQ(program->header->segmentDataSize.has_value(), length >= 32);
        EXPECT_EQ(diagnosticText(*program, Severity::Warning), QString());
        const auto range = program->methods.front().tensor(0)->constant;
        ASSERT_TRUE(range);
        EXPECT_EQ(*program->source->slice(range->offset, range->size), QByteArrayView(data));
        EXPECT_EQ(program->absoluteSegment(0), *range);
    }
}

TEST(SyntheticProgram, BytesOfTensorsInEveryPlace)
{
    ProgramBuilder builder;
    auto &fbb = builder.fbb;
    builder.plannedBuffers = { 0, 64 };
    builder.addTensor({}); // supplied by the caller
    builder.addTensor({ .plan = { 1, 16 } }); // planned
    builder.addTensor({ .dataIndex = 1 }); // constant
    builder.addTensor({ .dataIndex = 1, .plan = { 1, 0 } }); // mutable with initial value
    builder.addTensor({ .dataIndex = 7,
        .extra = fb::CreateExtraTensorInfo(
            fbb, 0, fbb.CreateString("fc.weight"), fb::TensorDataLocation::EXTERNAL) });
    builder.addTensor({ .dataIndex = 9 }); // leads nowhere
    builder.addSegment(0, 16);
    builder.addSegment(16, 16);
    builder.constantSegment
        = fb::CreateSubsegmentOffsets(fbb, 0, fbb.CreateVector<std::uint64_t>({ 0, 0 }));
    builder.mutableSegments.push_back(
        fb::CreateSubsegmentOffsets(fbb, 1, fbb.CreateVector<std::uint64_t>({ 0, 0 })));
    const auto program = opened(builder.finish(QByteArray(32, 'x')));
    ASSERT_TRUE(program);
    const auto &method = program->methods.front();
    EXPECT_FALSE(method.tensor(0)->constant);
    EXPECT_EQ(method.tensor(1)->planned->offset, 16U);
    const auto base = program->header->segmentBaseOffset;
    EXPECT_EQ(method.tensor(2)->constant, (model::ByteRange{ base, 16 }));
    EXPECT_FALSE(method.tensor(2)->isMutable);
    EXPECT_EQ(method.tensor(3)->constant, (model::ByteRange{ base + 16, 16 }));
    EXPECT_TRUE(method.tensor(3)->isMutable);
    EXPECT_TRUE(method.tensor(4)->isExternal);
    EXPECT_EQ(method.tensor(4)->name, u"fc.weight"_s);
    EXPECT_FALSE(method.tensor(5)->constant);
    EXPECT_TRUE(hasDiagnostic(*program, u"pte.index-out-of-range"_s));
}

TEST(SyntheticProgram, ConstantsInsideTheProgramAsBeforeSeptember2024)
{
    ProgramBuilder builder;
    auto &fbb = builder.fbb;
    builder.addTensor({ .dataIndex = 1 });
    builder.addTensor({ .sizes = { 400 }, .dataIndex = 1 });
    builder.constantBuffers.push_back(fb::CreateBuffer(fbb));
    fbb.ForceVectorAlignment(16, 1, 16);
    builder.constantBuffers.push_back(
        fb::CreateBuffer(fbb, fbb.CreateVector(std::vector<quint8>(16, 0xAB))));
    const auto program = opened(builder.finish());
    ASSERT_TRUE(program);
    const auto range = program->methods.front().tensor(0)->constant;
    ASSERT_TRUE(range);
    EXPECT_EQ(*program->source->slice(range->offset, range->size), QByteArray(16, '\xAB'));
    EXPECT_FALSE(program->methods.front().tensor(1)->constant);
    EXPECT_TRUE(hasDiagnostic(*program, u"pte.inline-constants"_s));
    EXPECT_TRUE(hasDiagnostic(*program, u"pte.constant-outside-segment"_s));
}

TEST(SyntheticProgram, DelegatesInlineAndInSegmentsShareOneDecode)
{
    ProgramBuilder builder;
    const auto stream = smallVelaStream();
    builder.addInlineDelegate("ArmBackend", stream);
    builder.addSegmentDelegate("EthosUBackend", 0);
    builder.addSegmentDelegate("EthosUBackend", 0);
    builder.addSegment(0, quint64(stream.size()));
    const auto program = opened(builder.finish(stream));
    ASSERT_TRUE(program);
    EXPECT_EQ(diagnosticText(*program, Severity::Info), QString());
    const auto &delegates = program->methods.front().delegates;
    ASSERT_EQ(delegates.size(), 3U);
    for (const auto &delegate : delegates) {
        ASSERT_TRUE(delegate.ethosu);
        EXPECT_EQ(delegate.ethosu->npu->name(), u"Ethos-U55-128"_s);
        EXPECT_EQ(*program->source->slice(delegate.data.offset, delegate.data.size),
            QByteArrayView(stream));
    }
    EXPECT_EQ(delegates[1].ethosu, delegates[2].ethosu);
}

TEST(SyntheticProgram, ExternalBlockInsideTheSameFile)
{
    ProgramBuilder builder;
    auto &fbb = builder.fbb;
    const QByteArray key(64, 'c');
    const auto commands = cop1(ConfigU85With256, { OpConv, OpStop });
    builder.addInlineDelegate("EthosUBackend",
        velaStream({ velaBlock("cmd_data", key, true), velaBlock("inputs", littleEndian({ 0 })),
            velaBlock("outputs", littleEndian({ 0 })) }));
    builder.namedData.push_back(fb::CreateNamedData(fbb, fbb.CreateString(key.constData()), 0));
    builder.namedData.push_back(fb::CreateNamedData(fbb, fbb.CreateString("lost"), 5));
    builder.addSegment(0, quint64(commands.size()));
    const auto program = opened(builder.finish(commands));
    ASSERT_TRUE(program);
    EXPECT_EQ(program->methods.front().delegates.front().ethosu->npu->name(), u"Ethos-U85-256"_s);
    EXPECT_EQ(program->namedData.at(0).size, quint64(commands.size()));
    EXPECT_TRUE(hasDiagnostic(*program, u"pte.index-out-of-range"_s)); // "lost"
}

TEST(SyntheticProgram, WhatIsNotKnownIsReportedAndKept)
{
    ProgramBuilder builder;
    auto &fbb = builder.fbb;
    builder.addValue(static_cast<Kind>(77), fb::CreateNull(fbb));
    builder.addTensor({ .dtype = static_cast<fb::ScalarType>(99) });
    builder.addTensor({ .dynamism = static_cast<fb::TensorShapeDynamism>(5), .layout = 3 });
    builder.addTensor({ .storageOffset = 8 });
    builder.addChain({ builder.instruction(
        static_cast<fb::InstructionArguments>(66), fb::CreateFreeCall(fbb, 0)) });
    builder.inputs = { 17 };
    builder.addInlineDelegate("EthosUBackend", "not a stream");
    builder.addSegmentDelegate("XnnpackBackend", 4);
    const auto program = opened(builder.finish());
    ASSERT_TRUE(program);
    const auto &method = program->methods.front();
    EXPECT_EQ(method.values.size(), 4U);
    EXPECT_TRUE(std::holds_alternative<model::NullValue>(method.values[0]));
    EXPECT_EQ(model::scalarTypeName(method.tensor(1)->dtype), u"ScalarType(99)"_s);
    EXPECT_FALSE(method.tensor(1)->byteSize());
    EXPECT_EQ(method.instructions.size(), 1U);
    EXPECT_TRUE(method.operatorName(method.instructions[0]).isEmpty());
    for (const auto &id : { u"pte.unknown-value"_s, u"pte.unknown-enum"_s, u"pte.storage-offset"_s,
             u"pte.unknown-instruction"_s, u"pte.index-out-of-range"_s,
             u"ethosu.not-a-vela-stream"_s })
        EXPECT_TRUE(hasDiagnostic(*program, id)) << id.toStdString();
}

// Found by fuzzing: the verifier lets lists of 64-bit numbers begin at any multiple of four.
TEST(SyntheticProgram, ListsOfLargeNumbersNeedNotBeAligned)
{
    ProgramBuilder builder;
    builder.addValue(Kind::IntList,
        fb::CreateIntList(builder.fbb, builder.fbb.CreateVector<std::int64_t>({ 0, 0, 0 })));
    const auto bytes = builder.finish();
    auto shifted = bytes.first(8) + QByteArray(4, '\0') + bytes.sliced(8);
    qToLittleEndian<quint32>(qFromLittleEndian<quint32>(bytes.data()) + 4, shifted.data());
    for (const auto &file : { bytes, shifted }) {
        const auto program = opened(file);
        ASSERT_TRUE(program);
        EXPECT_EQ(std::get<model::IntList>(program->methods.front().values.front()).values,
            (std::vector<qint64>{ 0, 0, 0 }));
        EXPECT_EQ(program->methods.front().plannedBuffers, (std::vector<qint64>{ 0 }));
    }
}

TEST(SyntheticProgram, SegmentsThatShareBytes)
{
    ProgramBuilder builder;
    builder.addSegment(0, 32);
    builder.addSegment(16, 32);
    builder.addSegment(48, 0);
    const auto program = opened(builder.finish(QByteArray(48, 's')));
    ASSERT_TRUE(program);
    EXPECT_TRUE(hasDiagnostic(*program, u"pte.segment-overlap"_s));
}

// A FlatBuffer may use one table many times, so a small file can ask for any amount of memory.

TEST(ProgramLimits, EntriesInAll)
{
    ProgramBuilder builder;
    const auto one = builder.addInt(1);
    builder.values.assign(1'000'001, builder.values[size_t(one)]);
    const auto program = openBytes(builder.finish());
    ASSERT_FALSE(program);
    EXPECT_EQ(program.error().code, ErrorCode::LimitExceeded);
    EXPECT_TRUE(program.error().detail.contains("Entries"_L1));
}

TEST(ProgramLimits, TablesInAll)
{
    ProgramBuilder builder;
    const auto one = builder.addInt(1);
    builder.values.assign(2'100'000, builder.values[size_t(one)]);
    const auto program = openBytes(builder.finish());
    ASSERT_FALSE(program);
    EXPECT_EQ(program.error().code, ErrorCode::LimitExceeded);
    EXPECT_TRUE(program.error().detail.contains("Tables"_L1));
}

TEST(ProgramLimits, ListElementsInAll)
{
    ProgramBuilder builder;
    auto &fbb = builder.fbb;
    const auto call = builder.instruction(fb::InstructionArguments::KernelCall,
        fb::CreateKernelCall(fbb, 0, fbb.CreateVector(std::vector<qint32>(1'000'000, 0))));
    builder.addChain(ProgramBuilder::List<fb::Instruction>(17, call));
    const auto program = openBytes(builder.finish());
    ASSERT_FALSE(program);
    EXPECT_EQ(program.error().code, ErrorCode::LimitExceeded);
    EXPECT_TRUE(program.error().detail.contains("ListElements"_L1));
}

TEST(ProgramLimits, TextInAll)
{
    ProgramBuilder builder;
    auto &fbb = builder.fbb;
    const auto spec = fb::CreateCompileSpec(
        fbb, fbb.CreateString("k"), fbb.CreateVector(std::vector<quint8>(1 << 20, 'v')));
    const auto place = fb::CreateBackendDelegateDataReference(fbb, fb::DataLocation::SEGMENT, 0);
    builder.delegates.push_back(fb::CreateBackendDelegate(fbb, fbb.CreateString("d"), place,
        fbb.CreateVector(ProgramBuilder::List<fb::CompileSpec>(200, spec))));
    const auto program = openBytes(builder.finish());
    ASSERT_FALSE(program);
    EXPECT_EQ(program.error().code, ErrorCode::LimitExceeded);
    EXPECT_TRUE(program.error().detail.contains("TextBytes"_L1));
}

TEST(SyntheticProgram, AShapeWithoutBoundIsRefused)
{
    ProgramBuilder builder;
    builder.addTensor({ .dynamism = fb::TensorShapeDynamism::DYNAMIC_UNBOUND });
    const auto program = opened(builder.finish());
    ASSERT_TRUE(program);
    EXPECT_TRUE(hasDiagnostic(*program, u"pte.dynamic-unbound"_s));
}

} // namespace tosaic::test::synthetictests
