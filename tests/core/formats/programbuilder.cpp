// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/formats/programbuilder.h"

#include <QtEndian>

namespace tosaic::test {

qint32 ProgramBuilder::addInt(qint64 number)
{
    return addValue(fb::KernelTypes::Int, fb::CreateInt(fbb, number));
}

qint32 ProgramBuilder::addTensor(const TensorFacts &facts)
{
    flatbuffers::Offset<fb::AllocationDetails> plan;
    if (facts.plan.size() == 2)
        plan = fb::CreateAllocationDetails(
            fbb, quint32(facts.plan[0]), quint32(facts.plan[1]), quint32(facts.plan[1] >> 32));
    return addValue(fb::KernelTypes::Tensor,
        fb::CreateTensor(fbb, facts.dtype, facts.storageOffset, fbb.CreateVector(facts.sizes),
            fbb.CreateVector(facts.dimOrder), false, facts.dataIndex, plan, facts.layout,
            facts.dynamism, facts.extra));
}

void ProgramBuilder::addChain(
    const List<fb::Instruction> &instructions, const List<fb::FrameList> &traces)
{
    const auto list = fbb.CreateVector(instructions);
    flatbuffers::Offset<flatbuffers::Vector<flatbuffers::Offset<fb::FrameList>>> frames;
    if (!traces.empty())
        frames = fbb.CreateVector(traces);
    chains.push_back(fb::CreateChain(fbb, 0, 0, list, frames));
}

void ProgramBuilder::addInlineDelegate(const char *id, const QByteArray &payload)
{
    fbb.ForceVectorAlignment(size_t(payload.size()), 1, 16);
    const auto data = fbb.CreateVector(
        reinterpret_cast<const quint8 *>(payload.data()), size_t(payload.size()));
    inlineData.push_back(fb::CreateBackendDelegateInlineData(fbb, data));
    const auto place = fb::CreateBackendDelegateDataReference(
        fbb, fb::DataLocation::INLINE, quint32(inlineData.size() - 1));
    delegates.push_back(fb::CreateBackendDelegate(fbb, fbb.CreateString(id), place));
}

void ProgramBuilder::addSegmentDelegate(const char *id, quint32 segment)
{
    const auto place
        = fb::CreateBackendDelegateDataReference(fbb, fb::DataLocation::SEGMENT, segment);
    delegates.push_back(fb::CreateBackendDelegate(fbb, fbb.CreateString(id), place));
}

QByteArray ProgramBuilder::finish()
{
    if (chains.empty())
        addChain({});
    const auto plan = fb::CreateExecutionPlan(fbb, fbb.CreateString("forward"),
        fb::CreateContainerMetadata(fbb, fbb.CreateString("in"), fbb.CreateString("out")),
        fbb.CreateVector(values), fbb.CreateVector(inputs), fbb.CreateVector(outputs),
        fbb.CreateVector(chains), fbb.CreateVector(operators), fbb.CreateVector(delegates),
        fbb.CreateVector(plannedBuffers));
    const auto plans = fbb.CreateVector(List<fb::ExecutionPlan>{ plan });
    const auto program = fb::CreateProgram(fbb, version, plans, fbb.CreateVector(constantBuffers),
        fbb.CreateVector(inlineData), fbb.CreateVector(segments), constantSegment,
        fbb.CreateVector(mutableSegments), fbb.CreateVector(namedData));
    fb::FinishProgramBuffer(fbb, program);
    return QByteArray(
        reinterpret_cast<const char *>(fbb.GetBufferPointer()), qsizetype(fbb.GetSize()));
}

QByteArray ProgramBuilder::finish(const QByteArray &segmentData, quint32 headerLength)
{
    const auto bare = finish();
    const auto inserted = (headerLength + 15) / 16 * 16; // keeps the alignment of what follows
    QByteArray header(qsizetype(inserted), '\0');
    const auto programSize = quint64(bare.size()) + inserted;
    const auto base = (programSize + 127) / 128 * 128;
    std::memcpy(header.data(), "eh00", 4);
    qToLittleEndian<quint32>(headerLength, header.data() + 4);
    qToLittleEndian<quint64>(programSize, header.data() + 8);
    qToLittleEndian<quint64>(base, header.data() + 16);
    if (headerLength >= 32)
        qToLittleEndian<quint64>(quint64(segmentData.size()), header.data() + 24);
    auto file = bare.first(8) + header + bare.sliced(8);
    qToLittleEndian<quint32>(qFromLittleEndian<quint32>(bare.data()) + inserted, file.data());
    file.append(qsizetype(base - programSize), '\0');
    return file + segmentData;
}

} // namespace tosaic::test
