// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/spec/spellinghighlighter.h"

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

const char16_t *namePattern(Spelling spelling)
{
    switch (spelling) {
    case Spelling::Json:
        return uR"-("[^"]*"(?=\s*:))-";
    case Spelling::Python:
        return uR"-(\b\w+(?=\s*=[^=])|\b\w+(?=\())-";
    case Spelling::Vela:
        break;
    }
    return uR"-((?<![\w-])--?[\w-]+)-";
}

} // namespace

SpellingHighlighter::SpellingHighlighter(
    Spelling spelling, const Theme &theme, QTextDocument *document)
    : QSyntaxHighlighter(document), m_theme(theme),
      m_names(QString::fromUtf16(namePattern(spelling))),
      m_literals(
          u"(?<![-\\w.\"'])(true|false|null|True|False|None|-?\\d+(\\.\\d+)?)(?![-\\w.\"'])"_s),
      m_comments(spelling == Spelling::Json ? QString() : u"(^|\\s)#.*$"_s)
{
    connect(&theme, &Theme::changed, this, &QSyntaxHighlighter::rehighlight);
}

void SpellingHighlighter::highlightBlock(const QString &text)
{
    const auto paint = [&](const QRegularExpression &what, const QTextCharFormat &format) {
        if (what.pattern().isEmpty())
            return;
        for (auto hits = what.globalMatch(text); hits.hasNext();) {
            const auto hit = hits.next();
            setFormat(static_cast<int>(hit.capturedStart()), static_cast<int>(hit.capturedLength()),
                format);
        }
    };
    QTextCharFormat strong;
    strong.setFontWeight(QFont::DemiBold);
    QTextCharFormat name;
    name.setForeground(m_theme.colors().accent);
    QTextCharFormat muted;
    muted.setForeground(m_theme.colors().mutedText);
    paint(m_literals, strong);
    paint(m_names, name);
    paint(m_comments, muted);
}

} // namespace tosaic::views
