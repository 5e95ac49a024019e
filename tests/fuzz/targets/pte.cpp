// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/fuzztargets.h"

#include "core/formats/openprogram.h"
#include "core/inspect/programjson.h"
#include "core/inspect/programtext.h"
#include "tests/core/formats/programbuilder.h"

using namespace Qt::StringLiterals;

namespace tosaic::fuzz {

using namespace tosaic::test;

void fuzzPte(std::span<const quint8> input)
{
    // No copy: the sanitizer then sees every byte read beyond the input.
    const auto bytes = QByteArray::fromRawData(
        reinterpret_cast<const char *>(input.data()), qsizetype(input.size()));
    const auto read = formats::readProgram(ByteSource::fromBytes(bytes, u"fuzz.pte"_s));
    if (!read)
        return;
    for (const auto &method : (*read)->methods) {
        for (const auto &delegate : method.delegates)
            static_cast<void>((*read)->source->slice(delegate.data.offset, delegate.data.size));
    }
    static_cast<void>(inspect::programToJson(**read));
    static_cast<void>(inspect::programToText(**read));
}

namespace {

using Kind = fb::KernelTypes;

void addValues(ProgramBuilder &builder)
{
    auto &fbb = builder.fbb;
    builder.addTensor({ .sizes = { 2, 3 }, .dimOrder = { 0, 1 }, .plan = { 1, 0 } });
    builder.addValue(Kind::Null, fb::CreateNull(fbb));
    builder.addInt(7);
    builder.addValue(Kind::Bool, fb::CreateBool(fbb, false));
    builder.addValue(Kind::Double, fb::CreateDouble(fbb, 0.5));
    builder.addValue(Kind::String, fb::CreateString(fbb, fbb.CreateString("text")));
    builder.addValue(Kind::IntList, fb::CreateIntList(fbb, fbb.CreateVector<std::int64_t>({ 2 })));
    builder.addValue(Kind::DoubleList, fb::CreateDoubleList(fbb, fbb.CreateVector<double>({ 1 })));
    builder.addValue(Kind::BoolList, fb::CreateBoolList(fbb, fbb.CreateVector<quint8>({ 1 })));
    builder.addValue(Kind::TensorList, fb::CreateTensorList(fbb, fbb.CreateVector<qint32>({ 0 })));
    builder.addValue(Kind::OptionalTensorList,
        fb::CreateOptionalTensorList(fbb, fbb.CreateVector<qint32>({ -1 })));
    builder.addTensor({ .dataIndex = 1 });
    builder.plannedBuffers = { 0, 64 };
    builder.inputs = { 0 };
    builder.outputs = { 0 };
}

void addInstructions(ProgramBuilder &builder)
{
    using Call = fb::InstructionArguments;
    auto &fbb = builder.fbb;
    builder.operators.push_back(
        fb::CreateOperator(fbb, fbb.CreateString("aten::add"), fbb.CreateString("out")));
    const auto frame = fb::CreateFrame(fbb, fbb.CreateString("m.py"), 3, fbb.CreateString("f"));
    const auto frames
        = fb::CreateFrameList(fbb, fbb.CreateVector(ProgramBuilder::List<fb::Frame>(1, frame)));
    builder.addChain(
        { builder.instruction(
              Call::KernelCall, fb::CreateKernelCall(fbb, 0, fbb.CreateVector<qint32>({ 0, 0 }))),
            builder.instruction(Call::DelegateCall,
                fb::CreateDelegateCall(fbb, 0, fbb.CreateVector<qint32>({ 0 }))),
            builder.instruction(Call::MoveCall, fb::CreateMoveCall(fbb, 0, 0)),
            builder.instruction(Call::JumpFalseCall, fb::CreateJumpFalseCall(fbb, 3, 5)),
            builder.instruction(Call::FreeCall, fb::CreateFreeCall(fbb, 0)) },
        { frames });
}

} // namespace

std::vector<QByteArray> seedsPte()
{
    std::vector<QByteArray> result;
    for (const auto &stream : seedsVelaStream()) {
        ProgramBuilder builder;
        addValues(builder);
        builder.addInlineDelegate("EthosUBackend", stream);
        builder.addSegmentDelegate("ArmBackend", 1);
        addInstructions(builder);
        builder.addSegment(0, 16);
        builder.addSegment(16, quint64(stream.size()));
        builder.constantSegment = fb::CreateSubsegmentOffsets(
            builder.fbb, 0, builder.fbb.CreateVector<std::uint64_t>({ 0, 0 }));
        builder.mutableSegments.push_back(builder.constantSegment);
        builder.namedData.push_back(
            fb::CreateNamedData(builder.fbb, builder.fbb.CreateString(std::string(64, 'a')), 1));
        result.push_back(builder.finish(QByteArray(16, 'w') + stream));
    }
    ProgramBuilder old;
    old.addTensor({ .dataIndex = 1 });
    old.constantBuffers.push_back(fb::CreateBuffer(old.fbb));
    old.constantBuffers.push_back(
        fb::CreateBuffer(old.fbb, old.fbb.CreateVector(std::vector<quint8>(16, 1))));
    result.push_back(old.finish());
    return result;
}

} // namespace tosaic::fuzz
