// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/formats/zip/zipbuilder.h"

#include <QtEndian>

namespace tosaic::test {

namespace {

constexpr quint32 Elsewhere = 0xffffffff;

template <typename Number>
void put(QByteArray &bytes, quint64 number)
{
    const auto little = qToLittleEndian(Number(number));
    bytes.append(reinterpret_cast<const char *>(&little), sizeof little);
}

quint32 crcOf(const QByteArray &bytes)
{
    quint32 crc = 0xffffffff;
    for (const auto byte : bytes) {
        crc ^= quint8(byte);
        for (int i = 0; i < 8; ++i)
            crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0xedb88320U : 0U);
    }
    return ~crc;
}

/// A raw deflate stream: Qt's is a length, a zlib header, the stream and a checksum.
QByteArray deflated(const QByteArray &bytes)
{
    if (bytes.isEmpty()) // of which Qt makes no stream at all
        return QByteArray("\x03\x00", 2);
    return qCompress(bytes).sliced(6).chopped(4);
}

/// What local header and directory have in common.
struct Written
{
    quint16 flags = 0;
    quint16 method = 0;
    quint32 crc = 0;
    quint64 packedSize = 0;
    quint64 size = 0;
    quint64 offset = 0;
};

void putCommon(QByteArray &bytes, const Written &w, bool zip64, bool hasSizes)
{
    put<quint16>(bytes, zip64 ? 45 : 20);
    put<quint16>(bytes, w.flags);
    put<quint16>(bytes, w.method);
    put<quint32>(bytes, 0x00210000); // 1980-01-01
    put<quint32>(bytes, hasSizes ? w.crc : 0);
    put<quint32>(bytes, !hasSizes ? 0 : zip64 ? Elsewhere : w.packedSize);
    put<quint32>(bytes, !hasSizes ? 0 : zip64 ? Elsewhere : w.size);
}

void putLocal(QByteArray &bytes, const ZipEntry &entry, const Written &w)
{
    bytes += "PK\x03\x04";
    putCommon(bytes, w, entry.zip64, !entry.hasDescriptor);
    QByteArray extra;
    if (entry.zip64) {
        put<quint16>(extra, 1);
        put<quint16>(extra, 16);
        put<quint64>(extra, w.size);
        put<quint64>(extra, w.packedSize);
    }
    if (entry.padding >= 4) {
        extra += "FB";
        put<quint16>(extra, quint64(entry.padding) - 4);
        extra += QByteArray(entry.padding - 4, 'Z');
    }
    put<quint16>(bytes, quint64(entry.name.size()));
    put<quint16>(bytes, quint64(extra.size()));
    bytes += entry.name + extra;
}

void putDirectory(QByteArray &bytes, const ZipEntry &entry, const Written &w)
{
    bytes += "PK\x01\x02";
    put<quint16>(bytes, 20);
    putCommon(bytes, w, entry.zip64, true);
    put<quint16>(bytes, quint64(entry.name.size()));
    put<quint16>(bytes, entry.zip64 ? 28 : 0);
    bytes += QByteArray(10, '\0'); // comment length, disk, attributes
    put<quint32>(bytes, entry.zip64 ? Elsewhere : w.offset);
    bytes += entry.name;
    if (!entry.zip64)
        return;
    put<quint16>(bytes, 1);
    put<quint16>(bytes, 24);
    put<quint64>(bytes, w.size);
    put<quint64>(bytes, w.packedSize);
    put<quint64>(bytes, w.offset);
}

void putEnd(QByteArray &bytes, quint64 count, quint64 start, quint64 size, bool zip64)
{
    const auto end64 = quint64(bytes.size());
    if (zip64) {
        bytes += "PK\x06\x06";
        put<quint64>(bytes, 44);
        put<quint16>(bytes, 45);
        put<quint16>(bytes, 45);
        put<quint32>(bytes, 0);
        put<quint32>(bytes, 0);
        put<quint64>(bytes, count);
        put<quint64>(bytes, count);
        put<quint64>(bytes, size);
        put<quint64>(bytes, start);
        bytes += "PK\x06\x07";
        put<quint32>(bytes, 0);
        put<quint64>(bytes, end64);
        put<quint32>(bytes, 1);
    }
    bytes += "PK\x05\x06";
    put<quint32>(bytes, 0);
    put<quint16>(bytes, zip64 ? 0xffff : count);
    put<quint16>(bytes, zip64 ? 0xffff : count);
    put<quint32>(bytes, zip64 ? Elsewhere : size);
    put<quint32>(bytes, zip64 ? Elsewhere : start);
    put<quint16>(bytes, 0);
}

} // namespace

QByteArray zipBytes(const std::vector<ZipEntry> &entries, bool zip64End)
{
    QByteArray bytes;
    QByteArray directory;
    for (const auto &entry : entries) {
        const auto packed = entry.deflate ? deflated(entry.content) : entry.content;
        Written w;
        w.flags = quint16((entry.isEncrypted ? 1 : 0) | (entry.hasDescriptor ? 0x808 : 0));
        w.method = entry.method.value_or(entry.deflate ? 8 : 0);
        w.crc = entry.crc.value_or(crcOf(entry.content));
        w.packedSize = quint64(packed.size());
        w.size = entry.statedSize.value_or(quint64(entry.content.size()));
        w.offset = quint64(bytes.size());
        putLocal(bytes, entry, w);
        bytes += packed;
        if (entry.hasDescriptor) {
            bytes += "PK\x07\x08";
            put<quint32>(bytes, w.crc);
            put<quint32>(bytes, w.packedSize);
            put<quint32>(bytes, w.size);
        }
        putDirectory(directory, entry, w);
    }
    const auto start = quint64(bytes.size());
    bytes += directory;
    putEnd(bytes, entries.size(), start, quint64(directory.size()), zip64End);
    return bytes;
}

QByteArray storedZip(const std::vector<std::pair<QByteArray, QByteArray>> &members)
{
    std::vector<ZipEntry> entries;
    for (const auto &[name, content] : members)
        entries.push_back({ .name = name, .content = content });
    return zipBytes(entries);
}

} // namespace tosaic::test
