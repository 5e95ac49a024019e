// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/zip/zipdirectory.h"

#include <QtEndian>

#include <algorithm>
#include <limits>

namespace tosaic::formats {

namespace {

constexpr quint64 EndSize = 22; ///< end record without its comment
constexpr quint64 LongestComment = 65535;
constexpr quint64 LocatorSize = 20; ///< zip64: stands directly before the end record
constexpr quint64 End64Size = 56;
constexpr quint64 EntrySize = 46;
constexpr quint64 LocalSize = 30;
constexpr quint16 Zip64Extra = 1;

bool has(QByteArrayView bytes, quint64 at, QByteArrayView magic)
{
    const auto size = quint64(bytes.size());
    const auto length = quint64(magic.size());
    return at <= size && length <= size - at && bytes.sliced(qsizetype(at), magic.size()) == magic;
}

bool fits(QByteArrayView bytes, quint64 at, quint64 length)
{
    return at <= quint64(bytes.size()) && length <= quint64(bytes.size()) - at;
}

template <typename Number>
quint64 numberAt(QByteArrayView bytes, quint64 at)
{
    return qFromLittleEndian<Number>(bytes.data() + at);
}

struct EndRecord
{
    quint64 start = 0; ///< offset of the first directory entry
    quint64 entries = 0;
};

std::optional<EndRecord> endRecord(QByteArrayView archive)
{
    const auto size = quint64(archive.size());
    if (size < EndSize)
        return std::nullopt;
    const auto tail = archive.last(qsizetype(std::min(size, EndSize + LongestComment)));
    const auto found = tail.lastIndexOf(QByteArrayView("PK\x05\x06"));
    if (found < 0)
        return std::nullopt;
    const auto end = size - quint64(tail.size()) + quint64(found);
    if (!fits(archive, end, EndSize))
        return std::nullopt;
    const EndRecord record{ numberAt<quint32>(archive, end + 16),
        numberAt<quint16>(archive, end + 10) };
    if (end < LocatorSize || !has(archive, end - LocatorSize, "PK\x06\x07"))
        return record;
    const auto end64 = numberAt<quint64>(archive, end - LocatorSize + 8);
    if (!fits(archive, end64, End64Size) || !has(archive, end64, "PK\x06\x06"))
        return record;
    return EndRecord{ numberAt<quint64>(archive, end64 + 48),
        numberAt<quint64>(archive, end64 + 32) };
}

/// Numbers that do not fit 32 bits are kept in an extra field, in this order, if at all.
void readZip64(QByteArrayView extra, ZipDirectoryEntry &entry)
{
    constexpr quint64 Elsewhere = std::numeric_limits<quint32>::max();
    quint64 at = 0;
    while (fits(extra, at, 4)) {
        const auto id = numberAt<quint16>(extra, at);
        const auto length = numberAt<quint16>(extra, at + 2);
        at += 4;
        if (!fits(extra, at, length))
            return;
        if (id == Zip64Extra) {
            const auto end = at + length;
            for (auto *number : { &entry.size, &entry.compressedSize, &entry.localHeader }) {
                if (*number == Elsewhere && at + 8 <= end) {
                    *number = numberAt<quint64>(extra, at);
                    at += 8;
                }
            }
            return;
        }
        at += length;
    }
}

} // namespace

void walkZipDirectory(
    QByteArrayView archive, const std::function<bool(const ZipDirectoryEntry &entry)> &take)
{
    const auto record = endRecord(archive);
    if (!record)
        return;
    auto at = record->start;
    while (fits(archive, at, EntrySize) && has(archive, at, "PK\x01\x02")) {
        const auto nameLength = numberAt<quint16>(archive, at + 28);
        const auto extraLength = numberAt<quint16>(archive, at + 30);
        const auto commentLength = numberAt<quint16>(archive, at + 32);
        if (!fits(archive, at + EntrySize, nameLength + extraLength + commentLength))
            break;
        ZipDirectoryEntry entry{ archive.sliced(qsizetype(at + EntrySize), qsizetype(nameLength)),
            numberAt<quint32>(archive, at + 24), numberAt<quint32>(archive, at + 20),
            numberAt<quint32>(archive, at + 42) };
        readZip64(
            archive.sliced(qsizetype(at + EntrySize + nameLength), qsizetype(extraLength)), entry);
        if (!take(entry))
            break;
        at += EntrySize + nameLength + extraLength + commentLength;
    }
}

std::optional<quint64> statedZipEntries(QByteArrayView archive)
{
    const auto record = endRecord(archive);
    return record ? std::optional(record->entries) : std::nullopt;
}

std::vector<ZipDirectoryEntry> zipDirectory(QByteArrayView archive, quint64 limit)
{
    std::vector<ZipDirectoryEntry> entries;
    if (limit == 0)
        return entries;
    walkZipDirectory(archive, [&](const ZipDirectoryEntry &entry) {
        entries.push_back(entry);
        return entries.size() < limit;
    });
    return entries;
}

std::optional<model::ByteRange> zipContent(QByteArrayView archive, const ZipDirectoryEntry &entry)
{
    const auto at = entry.localHeader;
    if (!fits(archive, at, LocalSize) || !has(archive, at, "PK\x03\x04"))
        return std::nullopt;
    // Lengths of the local header: its extra field differs from the directory's, as a rule.
    const auto start = at + LocalSize + numberAt<quint16>(archive, at + 26)
        + numberAt<quint16>(archive, at + 28);
    if (!fits(archive, start, entry.compressedSize))
        return std::nullopt;
    return model::ByteRange{ start, entry.compressedSize };
}

} // namespace tosaic::formats
