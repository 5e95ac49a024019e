// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/pngpicture.h"

#include <QImage>
#include <QtEndian>

#include <algorithm>
#include <cstring>
#include <limits>
#include <zlib.h>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr qint64 StripPixels = 16 << 20; ///< 64 MiB
constexpr int Level = 3; ///< of zlib
constexpr char NoFilter = 0; ///< of PNG
constexpr char UpFilter = 2;

/// The container of PNG: a length, a name, the bytes and their checksum.
void addChunk(QByteArray &file, const char *name, const QByteArray &bytes)
{
    const auto number = [&file](quint32 value) {
        const auto big = qToBigEndian(value);
        file.append(reinterpret_cast<const char *>(&big), sizeof big);
    };
    number(static_cast<quint32>(bytes.size()));
    const auto start = file.size();
    file.append(name, 4);
    file.append(bytes);
    number(static_cast<quint32>(crc32(0, reinterpret_cast<const Bytef *>(file.constData() + start),
        static_cast<uInt>(file.size() - start))));
}

/// Packs what comes piece by piece.
class Packer
{
public:
    Packer() { m_isOpen = deflateInit(&m_zlib, Level) == Z_OK; }
    ~Packer()
    {
        if (m_isOpen)
            deflateEnd(&m_zlib);
    }
    Packer(const Packer &) = delete;
    Packer &operator=(const Packer &) = delete;

    bool isOpen() const { return m_isOpen; }

    QByteArray pack(QByteArray bytes, bool isLast)
    {
        QByteArray packed;
        QByteArray block(1 << 16, Qt::Uninitialized);
        m_zlib.next_in = reinterpret_cast<Bytef *>(bytes.data());
        m_zlib.avail_in = static_cast<uInt>(bytes.size());
        do {
            m_zlib.next_out = reinterpret_cast<Bytef *>(block.data());
            m_zlib.avail_out = static_cast<uInt>(block.size());
            deflate(&m_zlib, isLast ? Z_FINISH : Z_NO_FLUSH);
            packed.append(block.constData(), block.size() - static_cast<int>(m_zlib.avail_out));
        } while (m_zlib.avail_out == 0);
        return packed;
    }

private:
    z_stream m_zlib{};
    bool m_isOpen = false;
};

/// The lines of a strip as PNG filters them; `above` is the last line of the strip before.
QByteArray filtered(const QImage &strip, QByteArray &above)
{
    const auto width = static_cast<qsizetype>(strip.width()) * 3;
    QByteArray lines;
    lines.reserve(strip.height() * (width + 1));
    for (int y = 0; y < strip.height(); ++y) {
        const auto *line = reinterpret_cast<const char *>(strip.constScanLine(y));
        // Most lines of a drawing repeat the one above them: nothing but zeros is left of those.
        const auto isSame = std::memcmp(above.constData(), line, static_cast<size_t>(width)) == 0;
        lines.append(isSame ? UpFilter : NoFilter);
        if (isSame) {
            lines.append(width, '\0');
        } else {
            lines.append(line, width);
            std::memcpy(above.data(), line, static_cast<size_t>(width));
        }
    }
    return lines;
}

} // namespace

Result<QByteArray> pngOf(const QSize &size,
    const std::function<void(QPainter &, const QRect &)> &paint,
    const std::function<bool()> &isCancelled)
{
    if (size.isEmpty() || qint64(size.width()) * 4 > std::numeric_limits<int>::max())
        return fail(ErrorCode::LimitExceeded,
            u"a PNG of %1 x %2 pixels cannot be written"_s.arg(size.width()).arg(size.height()));
    Packer packer;
    if (!packer.isOpen())
        return fail(ErrorCode::LimitExceeded, u"no memory for the picture"_s);
    QByteArray file("\x89PNG\r\n\x1a\n", 8);
    QByteArray header(13, '\0');
    qToBigEndian(static_cast<quint32>(size.width()), header.data());
    qToBigEndian(static_cast<quint32>(size.height()), header.data() + 4);
    header[8] = 8; // bits of a channel
    header[9] = 2; // RGB
    addChunk(file, "IHDR", header);
    const auto height
        = static_cast<int>(std::clamp<qint64>(StripPixels / size.width(), 1, size.height()));
    QByteArray above(static_cast<qsizetype>(size.width()) * 3, '\0');
    for (int top = 0; top < size.height(); top += height) {
        if (isCancelled && isCancelled())
            return fail(ErrorCode::Cancelled, u"The picture was cancelled"_s);
        const QRect part(0, top, size.width(), std::min(height, size.height() - top));
        QImage strip(part.size(), QImage::Format_RGB32);
        if (strip.isNull())
            return fail(ErrorCode::LimitExceeded, u"no memory for the picture"_s);
        QPainter painter(&strip);
        painter.translate(-part.topLeft());
        paint(painter, part);
        painter.end();
        const auto isLast = part.bottom() + 1 == size.height();
        if (const auto packed
            = packer.pack(filtered(strip.convertToFormat(QImage::Format_RGB888), above), isLast);
            !packed.isEmpty())
            addChunk(file, "IDAT", packed);
    }
    addChunk(file, "IEND", {});
    return file;
}

} // namespace tosaic::views
