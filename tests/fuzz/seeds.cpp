// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/fuzztargets.h"

#include "tests/core/formats/programbuilder.h"
#include "tests/core/formats/velabuilder.h"

namespace tosaic::fuzz {

namespace {

using namespace tosaic::test;
using Kind = fb::KernelTypes;

std::vector<QByteArray> streams()
{
    const auto none = velaBlock("inputs", littleEndian({ 0 }));
    return { smallVelaStream(),
        velaStream(
            { velaBlock("cmd_data", cop2(ConfigU85With256, { OpConv, 0x4100, 0, OpStop })), none }),
        velaStream({ velaBlock("cmd_data", QByteArray(64, 'a'), true),
            velaBlock("persistent_size", littleEndian({ 64 })), none }),
        velaStream({ velaBlock("cmd_data", cop1(ConfigU65With256, { OpConv, OpStop })),
            velaBlock("scratch_data", QByteArray(32, '\0')),
            velaBlock("inputs", descriptorList({ 1, 2, 3, 4, 1, 0, 1 })),
            velaBlock("outputs", descriptorList({ 1, 2, 3, 4, 1, 0, 1 })) }),
        oldVelaStream({ oldVelaBlock("cmd_data", cop1(ConfigU55With128, { OpConv, OpStop })),
            oldVelaBlock("input_shape", littleEndian({ 1, 1, 2, 2, 3 })),
            oldVelaBlock("input_offset", littleEndian({ 1, 16 })) }),
        cop1(ConfigU55With128, { OpConv, 0x4000, 16, OpStop }),
        cop2(ConfigU85With256, { OpStop }) };
}

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

std::vector<QByteArray> programs()
{
    std::vector<QByteArray> result;
    for (const auto &stream : streams()) {
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

} // namespace

std::vector<QByteArray> seeds(std::string_view target)
{
    return target == "pte" ? programs() : streams();
}

} // namespace tosaic::fuzz
