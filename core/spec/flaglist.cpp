// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/flaglist.h"

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace tosaic::spec {

FlagList::FlagList(const QStringList &items) : m_items(items)
{
    for (qsizetype i = 0; i < items.size(); ++i) {
        for (const auto &word : items[i].split(u' ', Qt::SkipEmptyParts))
            m_words.push_back({ i, word });
    }
    read();
}

void FlagList::read()
{
    const auto isValue
        = [](const QString &word) { return !word.startsWith(u'-') || isNegativeNumber(word); };
    for (std::size_t i = 0; i < m_words.size(); ++i) {
        const auto &[item, word] = m_words[i];
        FlagUse use{ .typed = word, .item = item, .valueItem = item, .first = i, .last = i };
        if (isValue(word) || word == u"-"_s || word == u"--"_s) {
            use.isStray = true;
            m_uses.push_back(use);
            continue;
        }
        const auto split = word.indexOf(u'=');
        use.isJoined = split >= 0;
        if (use.isJoined) {
            use.typed = word.first(split);
            use.value = word.sliced(split + 1);
        }
        use.match = matchOption(use.typed);
        if (!use.isJoined && use.option() && use.option()->takesValue() && i + 1 < m_words.size()
            && isValue(m_words[i + 1].text)) {
            use.last = ++i;
            use.value = m_words[i].text;
            use.valueItem = m_words[i].item;
        }
        m_uses.push_back(use);
    }
}

const FlagUse *FlagList::last(QStringView option) const
{
    const auto found = std::find_if(
        m_uses.rbegin(), m_uses.rend(), [&](const FlagUse &use) { return use.is(option); });
    return found == m_uses.rend() ? nullptr : &*found;
}

QStringList FlagList::with(const FlagUse &use, const QStringList &words) const
{
    QStringList items;
    QStringList kept;
    for (std::size_t i = 0; i < m_words.size(); ++i) { // in the order of the items
        if (i == use.first)
            kept += words;
        if (i < use.first || i > use.last)
            kept.append(m_words[i].text);
        const bool isLast = i + 1 == m_words.size() || m_words[i + 1].item != m_words[i].item;
        if (isLast && !kept.isEmpty())
            items.append(std::exchange(kept, {}).join(u' '));
    }
    return items;
}

} // namespace tosaic::spec
