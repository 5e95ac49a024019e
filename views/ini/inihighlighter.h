// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSyntaxHighlighter>

namespace tosaic::views {

class Theme;

/// Sections bold, keys in the accent colour, comments muted.
class IniHighlighter : public QSyntaxHighlighter
{
    Q_OBJECT
public:
    IniHighlighter(QTextDocument *document, const Theme &theme);

protected:
    void highlightBlock(const QString &text) override;

private:
    const Theme &m_theme;
};

} // namespace tosaic::views
