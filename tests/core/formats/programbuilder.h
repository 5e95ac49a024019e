// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "program_generated.h"

#include <QByteArray>
#include <QByteArrayList>

#include <vector>

/// Programs made in memory, for what no tool writes. Compiled from the reader's own schema.
namespace tosaic::test {

namespace fb = tosaic::pte::fb;

/// Builds one program with one method. Fill the lists, then call finish().
class ProgramBuilder
{
public:
    template <typename Table>
    using List = std::vector<flatbuffers::Offset<Table>>;

    flatbuffers::FlatBufferBuilder fbb;
    List<fb::EValue> values;
    List<fb::Chain> chains;
    List<fb::Operator> operators;
    List<fb::BackendDelegate> delegates;
    List<fb::Buffer> constantBuffers;
    List<fb::BackendDelegateInlineData> inlineData;
    List<fb::DataSegment> segments;
    List<fb::SubsegmentOffsets> mutableSegments;
    List<fb::NamedData> namedData;
    flatbuffers::Offset<fb::SubsegmentOffsets> constantSegment;
    std::vector<qint32> inputs;
    std::vector<qint32> outputs;
    std::vector<std::int64_t> plannedBuffers{ 0 };
    quint32 version = 0;

    /// Adds a value whose content is the table `content`.
    template <typename Table>
    qint32 addValue(fb::KernelTypes kind, flatbuffers::Offset<Table> content)
    {
        values.push_back(fb::CreateEValue(fbb, kind, content.Union()));
        return qint32(values.size()) - 1;
    }
    qint32 addInt(qint64 number);
    struct TensorFacts
    {
        std::vector<qint32> sizes{ 4 };
        std::vector<quint8> dimOrder{ 0 };
        fb::ScalarType dtype = fb::ScalarType::FLOAT;
        quint32 dataIndex = 0;
        std::vector<quint64> plan; ///< memory id, offset
        flatbuffers::Offset<fb::ExtraTensorInfo> extra;
        fb::TensorShapeDynamism dynamism = fb::TensorShapeDynamism::STATIC;
        qint32 storageOffset = 0;
        qint8 layout = 0;
    };
    qint32 addTensor(const TensorFacts &facts);
    template <typename Table>
    flatbuffers::Offset<fb::Instruction> instruction(
        fb::InstructionArguments kind, flatbuffers::Offset<Table> content)
    {
        return fb::CreateInstruction(fbb, kind, content.Union());
    }
    void addChain(
        const List<fb::Instruction> &instructions, const List<fb::FrameList> &traces = {});
    void addInlineDelegate(const char *id, const QByteArray &payload);
    void addSegmentDelegate(const char *id, quint32 segment);
    void addSegment(quint64 offset, quint64 size)
    {
        segments.push_back(fb::CreateDataSegment(fbb, offset, size));
    }

    /// The bare FlatBuffer.
    QByteArray finish();
    /// With an extended header of this length, and these bytes as segment data behind it.
    QByteArray finish(const QByteArray &segmentData, quint32 headerLength = 32);
};

} // namespace tosaic::test
