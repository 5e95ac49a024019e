// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/widgets/theme.h"

#include <QHash>
#include <QPlainTextEdit>

namespace tosaic::views {

/// What stands beside a line.
struct LineMark
{
    double heat = 0; ///< 0 to 1 of the hottest line; below 0: cycles are not known
    QString number; ///< "12,345 est"; empty: not known
    QString sentence; ///< for the tooltip
};

/// A text that is read only, with line numbers, and cycles with their colour in the margin. A click
/// on a line, or Return, chooses it.
class SourceEdit : public QPlainTextEdit
{
    Q_OBJECT
public:
    explicit SourceEdit(const Theme &theme, QWidget *parent = nullptr);

    /// Marks by line, from 1.
    void show(const QStringList &lines, const QHash<int, LineMark> &marks);
    using QPlainTextEdit::show;
    /// Brings the line into view and marks it, without telling; 0: none.
    void setCurrentLine(int line);
    int currentLine() const { return m_current; }

Q_SIGNALS:
    void lineChosen(int line);

protected:
    void resizeEvent(QResizeEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    bool event(QEvent *event) override;

private:
    class Margin;
    int marginWidth() const;
    void placeMargin();
    void paintMargin(QPaintEvent &event);
    void choose();
    void highlight();

    const Theme &m_theme;
    QHash<int, LineMark> m_marks;
    Margin *m_margin;
    int m_current = 0;
    int m_numberWidth = 0; ///< px, of the widest number of cycles
};

} // namespace tosaic::views
