// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/tflite/buffers.h"

#include "tflite_generated.h"

using namespace Qt::StringLiterals;

namespace tosaic::formats::tflite {

namespace fb = tosaic::tflite::fb;

Buffers::Buffers(ReadContext &context, const fb::Model &model) : m_context(context)
{
    const auto count = context.count(model.buffers());
    m_ranges.reserve(count);
    for (quint32 i = 0; i < count; ++i) {
        const auto *buffer = model.buffers()->Get(i);
        model::ByteRange range;
        if (const auto *data = buffer->data(); data && data->size() > 0) {
            range = { context.offsetOf(data->Data()), data->size() };
        } else if (buffer->offset() > 1) { // 1 is written first and patched when the place is known
            const auto size = context.size();
            if (buffer->offset() <= size && buffer->size() <= size - buffer->offset())
                range = { buffer->offset(), buffer->size() };
            else
                context.report(u"tflite.buffer-outside-file"_s, Severity::Error,
                    u"%1 bytes at %2 do not lie inside the file of %3 bytes: runtimes refuse the model"_s
                        .arg(buffer->size())
                        .arg(buffer->offset())
                        .arg(size),
                    context.inEntity(u"buffer %1"_s.arg(i)));
        }
        m_ranges.push_back(range);
    }
}

std::optional<model::ByteRange> Buffers::range(quint64 index) const
{
    if (!contains(index) || m_ranges[index].size == 0)
        return std::nullopt;
    return m_ranges[index];
}

QByteArrayView Buffers::bytes(const model::ByteRange &range) const
{
    if (range.offset > m_context.size() || range.size > m_context.size() - range.offset)
        return {};
    return m_context.bytes().sliced(qsizetype(range.offset), qsizetype(range.size));
}

} // namespace tosaic::formats::tflite
