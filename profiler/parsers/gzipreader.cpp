// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/gzipreader.h"

#include <zlib.h>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {
constexpr quint64 LargestText = quint64(1) << 30; ///< bytes that are kept at a time
}

/// zlib's state, released with it.
class GzipReader::Stream
{
public:
    Stream() { isReady = inflateInit2(&z, 16 + MAX_WBITS) == Z_OK; }
    ~Stream()
    {
        if (isReady)
            inflateEnd(&z);
    }
    Stream(const Stream &) = delete;
    Stream &operator=(const Stream &) = delete;

    z_stream z{};
    bool isReady = false;
};

GzipReader::GzipReader(QByteArrayView bytes) : m_stream(std::make_unique<Stream>()), m_bytes(bytes)
{
    if (!m_stream->isReady)
        m_state = State::Damaged;
}

GzipReader::~GzipReader() = default;

quint64 GzipReader::position() const
{
    return static_cast<quint64>(m_given) - m_stream->z.avail_in;
}

/// zlib counts its input in 32 bits.
void GzipReader::startInput()
{
    auto &z = m_stream->z;
    if (z.avail_in != 0)
        return;
    const auto next
        = m_bytes.sliced(m_given).first(std::min<qsizetype>(m_bytes.size() - m_given, 1 << 30));
    // zlib reads only, but its interface has no const.
    z.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(next.data()));
    z.avail_in = static_cast<uInt>(next.size());
    m_given += next.size();
}

/// Another member may follow. What does not begin as one is padding, as for gzip itself.
void GzipReader::endOfMember()
{
    const auto rest = m_bytes.sliced(static_cast<qsizetype>(position()));
    if (!isGzip(rest) || inflateReset(&m_stream->z) != Z_OK)
        m_state = State::Ended;
}

size_t GzipReader::read(std::span<char> to)
{
    auto &z = m_stream->z;
    size_t size = 0;
    while (m_state == State::Reading && size < to.size()) {
        startInput();
        const auto room = static_cast<uInt>(std::min<size_t>(to.size() - size, 1U << 30));
        z.next_out = reinterpret_cast<Bytef *>(to.data() + size);
        z.avail_out = room;
        const auto code = inflate(&z, Z_NO_FLUSH);
        size += room - z.avail_out;
        if (code == Z_STREAM_END)
            endOfMember();
        else if (code == Z_BUF_ERROR
            || (code == Z_OK && z.avail_out > 0 && z.avail_in == 0 && m_given == m_bytes.size()))
            m_state = State::Truncated;
        else if (code != Z_OK)
            m_state = State::Damaged;
    }
    return size;
}

bool isGzip(QByteArrayView bytes)
{
    return bytes.startsWith("\x1f\x8b");
}

quint64 mostOfGzip(QByteArrayView bytes)
{
    constexpr quint64 MostOfByte = 100;
    constexpr quint64 MostOfAny = quint64(256) << 20;
    return MostOfAny + MostOfByte * static_cast<quint64>(bytes.size());
}

QByteArray gzipHead(QByteArrayView bytes, qsizetype size)
{
    QByteArray head(size, Qt::Uninitialized);
    head.truncate(qsizetype(GzipReader(bytes).read({ head.data(), size_t(size) })));
    return head;
}

Result<QByteArray> gunzipped(QByteArrayView bytes)
{
    constexpr qsizetype PieceSize = 1 << 20;
    const auto most = std::min(LargestText, mostOfGzip(bytes));
    GzipReader gzip(bytes);
    QByteArray text;
    while (gzip.state() == GzipReader::State::Reading) {
        const auto size = text.size();
        if (quint64(size) > most)
            return fail(ErrorCode::LimitExceeded,
                u"compressed with gzip, and more than %1 bytes of text"_s.arg(most));
        text.resize(size + PieceSize);
        text.truncate(size + qsizetype(gzip.read({ text.data() + size, size_t(PieceSize) })));
    }
    if (gzip.state() != GzipReader::State::Ended)
        return fail(ErrorCode::FormatDamaged,
            gzip.state() == GzipReader::State::Truncated
                ? u"compressed with gzip, and the compressed bytes stop before their end"_s
                : u"compressed with gzip, and the compressed bytes are damaged"_s);
    return text;
}

} // namespace tosaic::profile
