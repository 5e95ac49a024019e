// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostic.h"
#include "core/formats/vela/iniedit.h"

#include <QPlainTextEdit>

namespace tosaic::views {

class Theme;

/// The text of a vela.ini: line numbers, what the lint found underlined. Its document's history is
/// the one history of the file; edits of the form go through apply().
class IniEditor : public QPlainTextEdit
{
    Q_OBJECT
public:
    explicit IniEditor(const Theme &theme, QWidget *parent = nullptr);

    /// As written, with "\n" between lines; unlike toPlainText() it keeps no-break spaces.
    QString text() const;
    /// Another file: the history begins anew.
    void setText(const QString &text);
    /// One step of the history.
    void apply(const formats::vela::IniEdits &edits);
    void setProblems(const std::vector<Diagnostic> &problems);
    /// Counts from 1; the line is shown in the middle and gets the cursor.
    void goToLine(int line);
    int currentLine() const { return textCursor().blockNumber() + 1; }

protected:
    bool event(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    friend class IniGutter;
    int gutterWidth() const;
    void paintGutter(QPaintEvent *event);
    void updateGutter(const QRect &rect, int dy);
    void mark();
    QString problemAt(int line) const;

    const Theme &m_theme;
    QWidget *m_gutter;
    std::vector<Diagnostic> m_problems;
};

} // namespace tosaic::views
