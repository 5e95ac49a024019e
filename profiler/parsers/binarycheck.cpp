// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/binarycheck.h"

#include <algorithm>

namespace tosaic::profile {

qsizetype BinaryCheck::take(QByteArrayView bytes)
{
    const auto head = bytes.first(std::min(bytes.size(), HeadSize - m_size));
    for (const char c : head) {
        m_garbage += isGarbage(c);
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
    return m_garbage * 4 > HeadSize || zeros * 4 > HeadSize;
}

} // namespace tosaic::profile
