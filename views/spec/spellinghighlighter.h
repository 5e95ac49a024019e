// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/spec/spelling.h"
#include "views/widgets/theme.h"

#include <QRegularExpression>
#include <QSyntaxHighlighter>

namespace tosaic::views {

/// Quiet colouring: names of fields in the accent, literals strong, comments muted.
class SpellingHighlighter : public QSyntaxHighlighter
{
    Q_OBJECT
public:
    SpellingHighlighter(Spelling spelling, const Theme &theme, QTextDocument *document);

protected:
    void highlightBlock(const QString &text) override;

private:
    const Theme &m_theme;
    QRegularExpression m_names;
    QRegularExpression m_literals;
    QRegularExpression m_comments;
};

} // namespace tosaic::views
