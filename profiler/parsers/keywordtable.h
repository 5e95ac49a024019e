// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <array>
#include <vector>

namespace tosaic::profile {

/// Finds many words in one pass over the bytes: the last four bytes are looked up at each place.
/// Words are ASCII and have at least MinimumSize characters.
class KeywordTable
{
public:
    static constexpr qsizetype MinimumSize = 4;

    /// 'index' is the caller's number of the word.
    void add(const QByteArray &word, quint16 index);

    /// Calls 'found' with the index of each word at each place.
    template <typename Found>
    void scan(QByteArrayView text, Found found) const
    {
        quint32 gram = 0;
        const auto *end = text.data() + text.size();
        for (const auto *at = text.data(); at != end; ++at) {
            gram = gram << 8 | static_cast<quint8>(*at);
            for (auto i = first(gram); i != 0; i = m_words[i - 1].next) {
                if (isAt(m_words[i - 1], gram, at + 1, end))
                    found(m_words[i - 1].index);
            }
        }
    }

    /// Whether a word begins with the four bytes 'gram' and goes on at 'rest'.
    bool hasWordAt(quint32 gram, const char *rest, const char *end) const
    {
        for (auto i = first(gram); i != 0; i = m_words[i - 1].next) {
            if (isAt(m_words[i - 1], gram, rest, end))
                return true;
        }
        return false;
    }
    /// False for most texts that are no beginning of a word; rows of numbers, too, seldom pass.
    bool mayBegin(quint32 gram) const
    {
        const auto place = gram * Factor >> (32 - SieveBits);
        return (m_sieve.data()[place / 64] >> (place % 64) & 1) != 0;
    }

private:
    static constexpr unsigned Bits = 12;
    static constexpr unsigned SieveBits = 16;
    static constexpr quint32 Factor = 0x9E3779B1U;
    static constexpr quint32 slotOf(quint32 gram) { return gram * Factor >> (32 - Bits); }
    /// Number of the first word whose beginning may be 'gram'; 0 if there is none.
    quint16 first(quint32 gram) const { return m_first.data()[slotOf(gram)]; }

    struct Word
    {
        QByteArray text;
        quint32 gram = 0; ///< its first four bytes
        quint16 index = 0;
        quint16 next = 0; ///< number (from 1) of another word in the same slot
    };

    static bool isAt(const Word &word, quint32 gram, const char *rest, const char *end);

    std::array<quint16, 1U << Bits> m_first{}; ///< numbers from 1; 0: none
    std::array<quint64, (1U << SieveBits) / 64> m_sieve{}; ///< a bit for each beginning
    std::vector<Word> m_words;
};

} // namespace tosaic::profile
