// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>

namespace tosaic::profile {

/// Decides by the first bytes whether a stream is no console, so that a big binary file is not read
/// to its end. Consoles may hold single NULs, ESC, EOT and bytes of another encoding, or be UTF-16.
/// Fed in any pieces; what it says depends on the bytes only.
class BinaryCheck
{
public:
    /// Bytes that are looked at, 64 KiB. Shorter streams are not judged here.
    static constexpr qsizetype HeadSize = 64 * 1024;

    /// Takes bytes as long as there are not HeadSize; returns how many it took.
    qsizetype take(QByteArrayView bytes);
    /// True once the head is complete and is not that of a console.
    bool isBinary() const { return m_isBinary; }

private:
    bool judge() const;

    qsizetype m_size = 0;
    qsizetype m_garbage = 0; ///< bytes that no ASCII text has
    qsizetype m_zeros[2] = {}; ///< at even and at odd places: UTF-16 has only one of them
    bool m_isBinary = false;
};

/// Whether no ASCII text has this byte; NUL, tab, line ends and ESC are not counted.
constexpr bool isGarbage(char c)
{
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x80
        || (byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r' && byte != 0
            && byte != 0x1b);
}

} // namespace tosaic::profile
