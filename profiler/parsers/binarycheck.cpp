// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/binarycheck.h"

#include <algorithm>

namespace tosaic::profile {

namespace {

/// Whether no ASCII text has this byte; NUL, tab, line ends and ESC are not counted.
constexpr bool isGarbage(char c)
{
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x80
        || (byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r' && byte != 0
            && byte != 0x1b);
}

/// Bytes behind the first one of a character in UTF-8; 0 if none begins so.
constexpr int bytesBehind(char first)
{
    const auto byte = static_cast<unsigned char>(first);
    if (byte >= 0xc2 && byte <= 0xdf)
        return 1;
    if (byte >= 0xe0 && byte <= 0xef)
        return 2;
    return byte >= 0xf0 && byte <= 0xf4 ? 3 : 0;
}

} // namespace

void GarbageCount::take(char c)
{
    if (m_missing > 0 && (static_cast<unsigned char>(c) & 0xc0U) == 0x80U) {
        --m_missing;
        m_begun = m_missing > 0 ? m_begun + 1 : 0;
        return;
    }
    m_count += m_begun;
    m_missing = bytesBehind(c);
    m_begun = m_missing > 0 ? 1 : 0;
    m_count += m_missing == 0 && isGarbage(c);
}

qsizetype garbageOf(QByteArrayView line)
{
    if (std::none_of(line.begin(), line.end(), isGarbage))
        return 0; // nearly all lines
    GarbageCount garbage;
    for (const char c : line)
        garbage.take(c);
    return garbage.countAtEnd();
}

qsizetype BinaryCheck::take(QByteArrayView bytes)
{
    const auto head = bytes.first(std::min(bytes.size(), HeadSize - m_size));
    for (const char c : head) {
        m_garbage.take(c);
        m_zeros[m_size & 1] += c == '\0';
        ++m_size;
    }
    if (!head.isEmpty() && m_size == HeadSize)
        m_isBinary = judge();
    return head.size();
}

bool BinaryCheck::judge() const
{
    const auto [fewer, more] = std::minmax(m_zeros[0], m_zeros[1]);
    const bool isWide = more * 4 >= HeadSize && fewer * 16 <= HeadSize;
    const auto zeros = isWide ? 0 : fewer + more;
    return m_garbage.count() * 4 > HeadSize || zeros * 4 > HeadSize;
}

} // namespace tosaic::profile
