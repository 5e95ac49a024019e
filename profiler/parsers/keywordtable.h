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
    /// Number of the first word whose beginning may be 'gram'; 0 if there is none.
    quint16 first(quint32 gram) const { return m_first.data()[slotOf(gram)]; }

private:
    static constexpr unsigned Bits = 12;
    static constexpr quint32 slotOf(quint32 gram) { return gram * 0x9E3779B1U >> (32 - Bits); }

    struct Word
    {
        QByteArray text;
        quint32 gram = 0; ///< its first four bytes
        quint16 index = 0;
        quint16 next = 0; ///< number (from 1) of another word in the same slot
    };

    static bool isAt(const Word &word, quint32 gram, const char *rest, const char *end);

    std::array<quint16, 1U << Bits> m_first{}; ///< numbers from 1; 0: none
    std::vector<Word> m_words;
};

} // namespace tosaic::profile
