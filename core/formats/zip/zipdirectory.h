// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/program.h"

#include <QByteArrayView>

#include <functional>
#include <optional>
#include <vector>

namespace tosaic::formats {

/// What libzip does not tell: where the bytes of an entry lie. Walked beside libzip's directory and
/// used only where both agree on name and size.
struct ZipDirectoryEntry
{
    QByteArrayView name;
    quint64 size = 0;
    quint64 compressedSize = 0;
    quint64 localHeader = 0; ///< offset in the archive
};

/// Hands over the entries of the central directory one by one, until `take` returns false or there
/// is none that can be read.
void walkZipDirectory(
    QByteArrayView archive, const std::function<bool(const ZipDirectoryEntry &entry)> &take);

/// How many entries the end record states (zip64 included); absent if there is no end record.
std::optional<quint64> statedZipEntries(QByteArrayView archive);

/// Entries of the central directory (zip64 included), at most `limit`; empty if it has none that
/// can be read. Reads the end of the archive and the directory only.
std::vector<ZipDirectoryEntry> zipDirectory(QByteArrayView archive, quint64 limit);

/// Where the content of an entry lies, from its local header; absent if that is not inside.
std::optional<model::ByteRange> zipContent(QByteArrayView archive, const ZipDirectoryEntry &entry);

} // namespace tosaic::formats
