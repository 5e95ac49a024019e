// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>

namespace tosaic::profile {

/// Counts bytes that no text has: controls, and high ones that are no character of UTF-8. Tables of
/// tools are drawn with such characters, so that most bytes of a console can be high. Fed in any
/// pieces.
class GarbageCount
{
public:
    void take(char c);
    /// Without the bytes of a character that is not complete.
    qsizetype count() const { return m_count; }
    qsizetype countAtEnd() const { return m_count + m_begun; }

private:
    qsizetype m_count = 0;
    int m_begun = 0; ///< bytes of a character that is not complete
    int m_missing = 0; ///< bytes it still lacks
};

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
    GarbageCount m_garbage;
    qsizetype m_zeros[2] = {}; ///< at even and at odd places: UTF-16 has only one of them
    bool m_isBinary = false;
};

/// Bytes of a line that no text has.
qsizetype garbageOf(QByteArrayView line);

} // namespace tosaic::profile
