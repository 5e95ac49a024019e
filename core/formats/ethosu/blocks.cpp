// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/ethosu/blocks.h"

#include <QtEndian>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::formats::ethosu {

namespace {

constexpr qsizetype SizeAt = 16;
constexpr qsizetype FlagAt = 20;
constexpr qsizetype KeySize = 64;

bool isMarker(const QString &name)
{
    return name == "vela_bin_stream"_L1 || name == "vela_end_stream"_L1;
}

QString nameAt(QByteArrayView stream, qsizetype at)
{
    const auto field = stream.sliced(at, NameSize);
    const auto end = std::find(field.begin(), field.end(), '\0');
    return QString::fromLatin1(field.data(), end - field.begin());
}

/// In the oldest variant markers are 16 bytes, so the next name begins right behind the first.
bool hasBareMarkers(QByteArrayView stream)
{
    return stream.size() >= 2 * NameSize && stream[NameSize] != '\0';
}

class Splitter
{
public:
    Splitter(QByteArrayView stream, StreamContext &context, model::EthosUPayload &payload)
        : m_stream(stream), m_context(context), m_payload(payload),
          m_bareMarkers(hasBareMarkers(stream))
    {
    }

    void split()
    {
        m_payload.streamVersion = m_bareMarkers ? 0 : 2;
        while (m_at < m_stream.size() && step()) { }
        const auto &blocks = m_payload.blocks;
        if (blocks.empty() || blocks.back().name != "vela_end_stream"_L1)
            report(u"ethosu.stream-end"_s, Severity::Error, {},
                u"the stream has no vela_end_stream: it was cut off, the runtime refuses it"_s);
        else if (m_at != m_stream.size())
            report(u"ethosu.stream-end"_s, Severity::Warning, {},
                u"%1 bytes behind vela_end_stream: the runtime refuses the stream"_s.arg(
                    m_stream.size() - m_at));
    }

private:
    bool step()
    {
        if (m_payload.blocks.size() >= BlockLimit) {
            report(u"limit.exceeded"_s, Severity::Error, {},
                u"more than BlockLimit = %1 blocks: the rest is not read"_s.arg(BlockLimit));
            return false;
        }
        if (m_stream.size() - m_at < NameSize)
            return false;
        model::PayloadBlock block;
        block.name = nameAt(m_stream, m_at);
        block.headerOffset = quint64(m_at);
        const auto header = m_bareMarkers && isMarker(block.name) ? NameSize : HeaderSize;
        if (block.name.isEmpty() || m_stream.size() - m_at < header) {
            report(u"ethosu.block"_s, Severity::Error, block.name,
                u"no block header here: the rest of the stream is not read"_s);
            return false;
        }
        if (header == HeaderSize)
            block.size = sizeAt(m_at);
        block.offset = quint64(m_at + header);
        const auto left = quint64(m_stream.size()) - block.offset;
        if (block.size > left) {
            report(u"ethosu.block"_s, Severity::Error, block.name,
                u"should have %1 bytes, %2 are left: the rest of the stream is not read"_s
                    .arg(block.size)
                    .arg(left));
            return false;
        }
        block.padding = std::min((16 - block.size % 16) % 16, left - block.size);
        if (header == HeaderSize && !m_bareMarkers)
            readFlag(block);
        m_at = qsizetype(block.offset + block.size + block.padding);
        const bool isEnd = block.name == "vela_end_stream"_L1;
        m_payload.blocks.push_back(std::move(block));
        return !isEnd;
    }

    /// The size was a 16-byte number in the oldest variant; the high bytes became flag and reserve.
    quint64 sizeAt(qsizetype header) const
    {
        const auto low = qFromLittleEndian<quint32>(m_stream.data() + header + SizeAt);
        if (!m_bareMarkers)
            return low;
        const auto wide = qFromLittleEndian<quint64>(m_stream.data() + header + SizeAt);
        return wide;
    }

    void readFlag(model::PayloadBlock &block)
    {
        const auto flag = quint8(m_stream[qsizetype(block.headerOffset) + FlagAt]);
        if (flag > 1)
            report(u"ethosu.block"_s, Severity::Warning, block.name,
                u"external flag %1 is not known: read as inline"_s.arg(flag));
        if (flag != 1)
            return;
        block.isExternal = true;
        if (block.size == KeySize) {
            block.externalKey = QString::fromLatin1(blockBytes(m_stream, block));
            const auto bytes
                = m_context.external ? m_context.external(block.externalKey) : std::nullopt;
            if (bytes)
                block.externalSize = static_cast<quint64>(bytes->size());
        } else {
            report(u"ethosu.block"_s, Severity::Error, block.name,
                u"is external, but its key has %1 characters instead of 64"_s.arg(block.size));
        }
    }

    void report(const QString &id, Severity severity, const QString &name, const QString &text)
    {
        m_context.sink.add(id, severity, text, blockPlace(m_context, name, quint64(m_at)));
    }

    QByteArrayView m_stream;
    StreamContext &m_context;
    model::EthosUPayload &m_payload;
    bool m_bareMarkers;
    qsizetype m_at = 0;
};

} // namespace

Location blockPlace(const StreamContext &context, const QString &name, quint64 offset)
{
    auto place = context.place;
    place.offset = place.offset.value_or(0) + offset;
    if (!name.isEmpty())
        place.section = u"block "_s + name;
    return place;
}

void splitBlocks(QByteArrayView stream, StreamContext &context, model::EthosUPayload &payload)
{
    Splitter(stream, context, payload).split();
}

} // namespace tosaic::formats::ethosu
