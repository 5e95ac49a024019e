// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QLabel;
class QLineEdit;

namespace tosaic::views {

/// A search line that finds while typing, counts and walks: Enter to the next, Shift+Enter to the
/// previous, Esc closes it. Hidden until it is opened.
class FindBar : public QFrame
{
    Q_OBJECT
public:
    /// The object names of the bar and its parts begin with `name`, such as "graphFind".
    FindBar(const QString &name, QWidget *parent);

    void open();
    void close();
    void setText(const QString &text);
    QString text() const;
    QLineEdit &line() { return *m_line; }
    /// How much was found, in words; nothing is said while nothing is looked for.
    void showCount(const QString &words, const QString &why = {});

Q_SIGNALS:
    void edited(const QString &text);
    void nextRequested();
    void previousRequested();
    void closed();

protected:
    bool eventFilter(QObject *object, QEvent *event) override;

private:
    QLineEdit *m_line;
    QLabel *m_count;
};

} // namespace tosaic::views
