// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/zipnames.h"

#include <QtEndian>

#include <algorithm>

namespace tosaic::formats {

namespace {

constexpr qsizetype EndSize = 22; ///< end-of-central-directory record without its comment
constexpr qsizetype LongestComment = 65535;
constexpr qsizetype EntrySize = 46;
constexpr qsizetype NameLimit = 4096;

template <typename Number>
qsizetype numberAt(QByteArrayView bytes, qsizetype at)
{
    return qsizetype(qFromLittleEndian<Number>(bytes.data() + at));
}

} // namespace

QStringList zipNames(QByteArrayView bytes)
{
    if (bytes.size() < EndSize)
        return {};
    const auto tail = bytes.last(std::min(bytes.size(), EndSize + LongestComment));
    const auto found = tail.lastIndexOf(QByteArrayView("PK\x05\x06"));
    if (found < 0 || tail.size() - found < EndSize)
        return {};
    auto at = numberAt<quint32>(tail, found + 16);
    QStringList names;
    while (names.size() < NameLimit && at >= 0 && at <= bytes.size() - EntrySize
        && bytes.sliced(at, 4) == QByteArrayView("PK\x01\x02")) {
        const auto length = numberAt<quint16>(bytes, at + 28);
        if (length > bytes.size() - at - EntrySize)
            break;
        names << QString::fromUtf8(bytes.sliced(at + EntrySize, length));
        at += EntrySize + length + numberAt<quint16>(bytes, at + 30)
            + numberAt<quint16>(bytes, at + 32);
    }
    return names;
}

} // namespace tosaic::formats
