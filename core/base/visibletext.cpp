// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/visibletext.h"

#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic {

namespace {

/// Of the characters that direct others, those that join them in scripts and emoji are no steering.
bool steers(QChar c)
{
    const auto code = c.unicode();
    return c.category() == QChar::Other_Control || code == 0x2028 || code == 0x2029
        || (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069)
        || code == 0x200e || code == 0x200f || code == 0x061c || code == 0xfeff || code >= 0xfffe;
}

bool isLoneSurrogate(const QString &text, qsizetype at)
{
    if (!text[at].isSurrogate())
        return false;
    const bool isPaired = text[at].isHighSurrogate()
        ? at + 1 < text.size() && text[at + 1].isLowSurrogate()
        : at > 0 && text[at - 1].isHighSurrogate();
    return !isPaired;
}

QString visible(const QString &text, bool keepsLines)
{
    const auto isShown = [&](qsizetype at) {
        const auto c = text[at];
        if (keepsLines && (c == u'\n' || c == u'\t' || c == u'\r'))
            return true;
        return !steers(c) && !isLoneSurrogate(text, at);
    };
    qsizetype first = 0;
    while (first < text.size() && isShown(first))
        ++first;
    if (first == text.size())
        return text;
    auto shown = text.left(first);
    for (auto at = first; at < text.size(); ++at)
        shown += isShown(at) ? QString(text[at])
                             : u"\\u%1"_s.arg(uint(text[at].unicode()), 4, 16, QLatin1Char('0'));
    return shown;
}

} // namespace

QString visibleText(const QString &text)
{
    return visible(text, false);
}

QString visibleLines(const QString &text)
{
    return visible(text, true);
}

QString withUnitsAttached(QString text)
{
    static const QRegularExpression gap(
        u"(?<=\\d) (?=%|(?:[kKMGT]?i?B|bytes?|(?:[NC]PU )?cycles|[nµm]?s|[kMG]?Hz)\\b)"
        u"|(?<=\\d [NC]PU) (?=cycles\\b)"_s);
    return text.replace(gap, QString(QChar::Nbsp));
}

} // namespace tosaic
