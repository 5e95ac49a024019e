// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QWidget>

#include <vector>

class QCompleter;
class QLabel;
class QLineEdit;
class QToolButton;
class QVBoxLayout;

namespace tosaic::views {

/// The extra flags, a line each, with what Vela says of it; the last line is empty and adds one.
class FlagEditor : public QWidget
{
    Q_OBJECT
public:
    explicit FlagEditor(const QFont &font, QWidget *parent = nullptr);

    /// Does not signal; lines that say the same keep their cursor.
    void setFlags(const QStringList &flags);
    QStringList flags() const;

Q_SIGNALS:
    /// `isTyping`: a piece of a longer edit.
    void edited(const QStringList &flags, bool isTyping);
    void lineAdded(QWidget *line);
    void typingEnded();

private:
    struct Row
    {
        QWidget *widget;
        QLineEdit *line;
        QLabel *remark;
        QToolButton *remove;
    };
    void addRow();
    void showRow(const Row &row);
    void onTyped(QLineEdit *line);
    void removeRow(QLineEdit *line);
    void makeCompleter();

    QFont m_font;
    QVBoxLayout *m_layout;
    QCompleter *m_completer = nullptr;
    std::vector<Row> m_rows;
    bool m_isShowing = false;
};

} // namespace tosaic::views
