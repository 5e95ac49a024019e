// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/spec/spelling.h"

#include <QWidget>

class QLabel;
class QTabWidget;

namespace tosaic {
class SpecDocument;
}

namespace tosaic::views {

class SpellingEdit;
class Theme;

/// The spec as text beside the form, in each of its spellings, with the clipboard.
class TextPane : public QWidget
{
    Q_OBJECT
public:
    TextPane(SpecDocument &document, const Theme &theme, QWidget *parent = nullptr);

    /// px of the head above form and text, with the line below it.
    static int headHeight(const QFontMetrics &metrics) { return metrics.height() + 17; }
    void setInput(const QString &path);
    void copy() const;
    /// Takes what the clipboard holds, whichever spelling it is.
    void paste();

private:
    SpellingEdit *current() const;

    QTabWidget *m_tabs;
    std::vector<SpellingEdit *> m_edits; ///< as Spellings
    QLabel *m_clipboardState;
};

} // namespace tosaic::views
