// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/timeline/gzipwriter.h"

#include <zlib.h>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {
constexpr qsizetype PieceSize = 1 << 18; ///< bytes
}

class GzipWriter::Stream
{
public:
    Stream()
    {
        constexpr int GzipHeader = 16;
        constexpr int Level = 4; // the numbers of a trace do not get much smaller with more
        m_isFine = deflateInit2(
                       &m_zlib, Level, Z_DEFLATED, GzipHeader + MAX_WBITS, 8, Z_DEFAULT_STRATEGY)
            == Z_OK;
    }
    ~Stream() { deflateEnd(&m_zlib); }
    Stream(const Stream &) = delete;
    Stream &operator=(const Stream &) = delete;

    bool write(QByteArray &text, bool isLast, QIODevice &device)
    {
        m_zlib.next_in = reinterpret_cast<Bytef *>(text.data());
        m_zlib.avail_in = static_cast<uInt>(text.size());
        QByteArray out(PieceSize, Qt::Uninitialized);
        int state = Z_OK;
        do {
            m_zlib.next_out = reinterpret_cast<Bytef *>(out.data());
            m_zlib.avail_out = static_cast<uInt>(out.size());
            state = deflate(&m_zlib, isLast ? Z_FINISH : Z_NO_FLUSH);
            const auto size = out.size() - static_cast<qsizetype>(m_zlib.avail_out);
            m_isFine = m_isFine && state >= Z_OK && device.write(out.constData(), size) == size;
        } while (m_isFine && (isLast ? state != Z_STREAM_END : m_zlib.avail_in > 0));
        return m_isFine;
    }

private:
    z_stream m_zlib{};
    bool m_isFine = false;
};

GzipWriter::GzipWriter(QIODevice &device, bool isCompressed)
    : m_device(device), m_stream(isCompressed ? std::make_unique<Stream>() : nullptr)
{
    m_text.reserve(PieceSize + 4096);
}

GzipWriter::~GzipWriter() = default;

void GzipWriter::write(QByteArrayView text)
{
    m_text.append(text);
    if (m_text.size() >= PieceSize)
        flush(false);
}

void GzipWriter::flush(bool isLast)
{
    if (!m_isBroken) {
        m_isBroken = m_stream ? !m_stream->write(m_text, isLast, m_device)
                              : m_device.write(m_text) != m_text.size();
    }
    m_text.clear();
    m_text.reserve(PieceSize + 4096);
}

Result<void> GzipWriter::finish()
{
    flush(true);
    if (m_isBroken)
        return fail(ErrorCode::IoWrite, m_device.errorString());
    return {};
}

} // namespace tosaic::profile
