// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QFile>

#include <string>

/// The header of an SQLite file: sqlite.org/fileformat.html, section 1.3.
namespace tosaic::workspace {

inline constexpr qsizetype PageSizeOffset = 16; ///< two bytes; 1 means 65536
inline constexpr qsizetype PageCountOffset = 28;
inline constexpr qsizetype FreeListOffset = 32;
inline constexpr qsizetype VersionOffset = 60;
inline constexpr qsizetype ApplicationOffset = 68;

/// Four bytes; what lies behind the end is left out.
inline quint32 bigEndianAt(const QByteArray &bytes, qsizetype offset)
{
    quint32 value = 0;
    for (qsizetype i = 0; i < 4 && offset + i < bytes.size(); ++i)
        value = value << 8 | static_cast<quint8>(bytes.at(offset + i));
    return value;
}

/// A path as SQLite takes it.
inline std::string nativePath(const QString &path)
{
    return QFile::encodeName(path).toStdString();
}

} // namespace tosaic::workspace
