// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/pte/tensordata.h"

#include "program_generated.h"

using namespace Qt::StringLiterals;

namespace tosaic::formats::pte {

namespace fb = tosaic::pte::fb;

TensorData::TensorData(ReadContext &context, const fb::Program &root, const Segments &segments)
    : m_context(context), m_segments(segments)
{
    m_constants = readPart(root.constant_segment());
    checkPart(m_constants, u"constant segment"_s);
    for (quint32 i = 0, count = context.count(root.mutable_data_segments()); i < count; ++i) {
        m_mutable.push_back(readPart(root.mutable_data_segments()->Get(i)));
        checkPart(m_mutable.back(), u"mutable data %1"_s.arg(i));
    }
    for (quint32 i = 0, count = context.count(root.constant_buffer()); i < count; ++i) {
        const auto *storage = root.constant_buffer()->Get(i)->storage();
        m_inline.push_back(storage
                ? model::ByteRange{ context.offsetOf(storage->Data()), storage->size() }
                : model::ByteRange{});
    }
    if (!m_inline.empty() && m_constants.offsets.empty()) {
        context.report(u"pte.inline-constants"_s, Severity::Warning,
            u"constants are stored inside the program, as before September 2024: current runtimes "
            "refuse such files, export the model again"_s,
            context.inFile());
    }
}

TensorData::Part TensorData::readPart(const void *subsegment)
{
    const auto *from = static_cast<const fb::SubsegmentOffsets *>(subsegment);
    if (!from)
        return {};
    return { from->segment_index(), m_context.list<quint64>(from->offsets()) };
}

void TensorData::checkPart(const Part &part, const QString &name) const
{
    // Entry 0 is a placeholder: alone it means that there are no constants.
    if (part.offsets.size() > 1 && !m_segments.contains(part.segment)) {
        complain(u"names segment %1, the file has %2: its tensors have no bytes"_s.arg(part.segment)
                     .arg(m_segments.stored().size()),
            m_context.inSection(name));
    }
}

void TensorData::locate(model::Tensor &tensor, quint64 mutableIndex, const Location &place) const
{
    if (tensor.isExternal || tensor.dataBufferIndex == 0)
        return;
    if (tensor.planned) {
        tensor.isMutable = true;
        if (mutableIndex < m_mutable.size())
            locateInPart(
                tensor, m_mutable[mutableIndex], u"mutable data %1"_s.arg(mutableIndex), place);
        else
            complain(u"its initial bytes are in mutable data %1, the file has %2 such segments"_s
                         .arg(mutableIndex)
                         .arg(m_mutable.size()),
                place);
        return;
    }
    if (m_constants.offsets.empty())
        locateInline(tensor, place);
    else
        locateInPart(tensor, m_constants, u"constant segment"_s, place);
}

void TensorData::locateInPart(
    model::Tensor &tensor, const Part &part, const QString &name, const Location &place) const
{
    const auto index = tensor.dataBufferIndex;
    if (index >= part.offsets.size()) {
        complain(u"data index %1, the %2 has %3 entries: the runtime refuses to load the method"_s
                     .arg(index)
                     .arg(name)
                     .arg(part.offsets.size()),
            place);
        return;
    }
    const auto size = tensor.byteSize();
    if (!size || !m_segments.arePlaced())
        return; // reported where the cause is
    tensor.constant = m_segments.find(part.segment, part.offsets[index], *size);
    if (!tensor.constant && *size > 0) {
        m_context.report(u"pte.constant-outside-segment"_s, Severity::Error,
            u"%1 bytes at %2 of the %3 (segment %4) do not lie inside it and the file: the runtime "
            "refuses to load the method"_s.arg(*size)
                .arg(part.offsets[index])
                .arg(name)
                .arg(part.segment),
            place);
    }
}

void TensorData::locateInline(model::Tensor &tensor, const Location &place) const
{
    const auto index = tensor.dataBufferIndex;
    if (index >= m_inline.size()) {
        complain(
            u"constant %1, the file has %2: the runtime refuses to load the method"_s.arg(index)
                .arg(m_inline.size()),
            place);
        return;
    }
    const auto size = tensor.byteSize();
    if (!size)
        return;
    if (*size > m_inline[index].size) {
        m_context.report(u"pte.constant-outside-segment"_s, Severity::Error,
            u"needs %1 bytes, its inline constant has %2"_s.arg(*size).arg(m_inline[index].size),
            place);
        return;
    }
    tensor.constant = model::ByteRange{ m_inline[index].offset, *size };
}

void TensorData::complain(const QString &text, const Location &place) const
{
    m_context.report(u"pte.index-out-of-range"_s, Severity::Error, text, place);
}

} // namespace tosaic::formats::pte
