// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/pte/segments.h"

#include "program_generated.h"

#include <QSet>

#include <algorithm>
#include <numeric>

using namespace Qt::StringLiterals;

namespace tosaic::formats::pte {

Segments::Segments(ReadContext &context, const Head &head, const tosaic::pte::fb::Program &root)
    : m_fileSize(context.size())
{
    const auto *segments = root.segments();
    const auto count = context.count(segments);
    m_stored.reserve(count);
    for (quint32 i = 0; i < count; ++i)
        m_stored.push_back({ segments->Get(i)->offset(), segments->Get(i)->size() });
    const bool carryBytes = std::any_of(
        m_stored.begin(), m_stored.end(), [](const model::ByteRange &s) { return s.size > 0; });
    if (!carryBytes || (head.header && head.header->segmentBaseOffset > 0)) {
        m_base = head.header ? head.header->segmentBaseOffset : 0;
    } else {
        context.report(u"pte.segment-base"_s, Severity::Error,
            u"segments carry bytes, but the file does not say where they begin: constants and "
            "delegates in segments cannot be found; the runtime reads them from wrong places"_s,
            context.inSection(u"extended header"_s, 8));
    }
    checkPlaces(context, head);
    checkOverlaps(context);
}

std::optional<model::ByteRange> Segments::find(quint64 index, quint64 offset, quint64 size) const
{
    if (!m_base || !contains(index))
        return std::nullopt;
    const auto &segment = m_stored[index];
    quint64 start = 0;
    if (offset > segment.size || size > segment.size - offset
        || __builtin_add_overflow(*m_base, segment.offset, &start)
        || __builtin_add_overflow(start, offset, &start) || start > m_fileSize
        || size > m_fileSize - start)
        return std::nullopt;
    return model::ByteRange{ start, size };
}

std::optional<model::ByteRange> Segments::find(quint64 index) const
{
    return contains(index) ? find(index, 0, m_stored[index].size) : std::nullopt;
}

void Segments::checkPlaces(ReadContext &context, const Head &head)
{
    if (!m_base)
        return;
    const auto stated = head.header ? head.header->segmentDataSize : std::nullopt;
    for (size_t i = 0; i < m_stored.size(); ++i) {
        const auto &[offset, size] = m_stored[i];
        if (size == 0)
            continue;
        const auto place = context.inSection(u"segment %1"_s.arg(i));
        quint64 end = 0;
        if (!find(i)) {
            context.report(u"pte.segment-outside-file"_s, Severity::Error,
                u"%1 bytes at %2 behind the segment base %3 do not lie inside the file of %4 "
                u"bytes: "
                "what uses this segment cannot be read"_s.arg(size)
                    .arg(offset)
                    .arg(*m_base)
                    .arg(m_fileSize),
                place);
        } else if (stated && (__builtin_add_overflow(offset, size, &end) || end > *stated)) {
            context.report(u"pte.segment-outside-data"_s, Severity::Warning,
                u"ends %1 bytes behind the segment base, the header states %2 bytes of segments"_s
                    .arg(end)
                    .arg(*stated),
                place);
        }
    }
}

void Segments::checkOverlaps(ReadContext &context)
{
    std::vector<size_t> order(m_stored.size());
    std::iota(order.begin(), order.end(), size_t(0));
    std::erase_if(order, [&](size_t i) { return m_stored[i].size == 0; });
    std::sort(order.begin(), order.end(),
        [&](size_t a, size_t b) { return m_stored[a].offset < m_stored[b].offset; });
    for (size_t i = 1; i < order.size(); ++i) {
        const auto &before = m_stored[order[i - 1]];
        const auto &here = m_stored[order[i]];
        if (here.offset - before.offset < before.size) {
            context.report(u"pte.segment-overlap"_s, Severity::Warning,
                u"shares bytes with segment %1"_s.arg(order[i - 1]),
                context.inSection(u"segment %1"_s.arg(order[i])));
        }
    }
}

std::vector<model::NamedData> readNamedData(
    ReadContext &context, const tosaic::pte::fb::Program &root, const Segments &segments)
{
    std::vector<model::NamedData> result;
    QSet<QString> keys;
    const auto count = context.count(root.named_data());
    for (quint32 i = 0; i < count; ++i) {
        const auto *entry = root.named_data()->Get(i);
        const auto key = context.text(entry->key());
        const auto index = entry->segment_index();
        const auto place = context.inEntity(u"named data %1"_s.arg(i));
        if (!segments.contains(index)) {
            context.report(u"pte.index-out-of-range"_s, Severity::Error,
                u"'%1' names segment %2, the file has %3: what asks for the key cannot be loaded"_s
                    .arg(key)
                    .arg(index)
                    .arg(segments.stored().size()),
                place);
        }
        if (keys.contains(key))
            context.report(u"pte.duplicate-name"_s, Severity::Warning,
                u"the key '%1' occurs twice: only one of them is found"_s.arg(key), place);
        keys.insert(key);
        const auto size = segments.contains(index) ? segments.stored()[index].size : 0;
        result.push_back({ key, index, size });
    }
    return result;
}

} // namespace tosaic::formats::pte
