// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/keywordtable.h"

#include <cstring>

namespace tosaic::profile {

void KeywordTable::add(const QByteArray &word, quint16 index)
{
    Q_ASSERT(word.size() >= MinimumSize);
    quint32 gram = 0;
    for (const char c : QByteArrayView(word).first(MinimumSize))
        gram = gram << 8 | static_cast<quint8>(c);
    const auto place = gram * Factor >> (32 - SieveBits);
    m_sieve[place / 64] |= quint64(1) << (place % 64);
    auto &slot = m_first[slotOf(gram)];
    m_words.push_back({ .text = word, .gram = gram, .index = index, .next = slot });
    slot = static_cast<quint16>(m_words.size());
}

bool KeywordTable::isAt(const Word &word, quint32 gram, const char *rest, const char *end)
{
    const auto size = word.text.size() - MinimumSize;
    return word.gram == gram && end - rest >= size
        && std::memcmp(rest, word.text.constData() + MinimumSize, static_cast<size_t>(size)) == 0;
}

} // namespace tosaic::profile
