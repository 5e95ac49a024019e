// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/ini/inihighlighter.h"

#include "views/widgets/theme.h"

namespace tosaic::views {

IniHighlighter::IniHighlighter(QTextDocument *document, const Theme &theme)
    : QSyntaxHighlighter(document), m_theme(theme)
{
    connect(&theme, &Theme::changed, this, &QSyntaxHighlighter::rehighlight);
}

void IniHighlighter::highlightBlock(const QString &text)
{
    const auto &colors = m_theme.colors();
    const auto trimmed = text.trimmed();
    const auto length = static_cast<int>(text.size());
    if (trimmed.startsWith(u';') || trimmed.startsWith(u'#')) {
        setFormat(0, length, colors.mutedText);
        return;
    }
    if (trimmed.startsWith(u'[')) {
        QTextCharFormat format;
        format.setFontWeight(QFont::DemiBold);
        setFormat(0, length, format);
        return;
    }
    const auto delimiter = text.indexOf(u'=');
    if (delimiter > 0)
        setFormat(0, static_cast<int>(delimiter), colors.accent);
}

} // namespace tosaic::views
