// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/widgets/theme.h"

#include <QStringDecoder>
#include <QTimer>
#include <QWidget>

class QCheckBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace tosaic::views {

class SearchLine;

/// The tail of a console: its last lines, readable, with find, copy and a line to send. All of it
/// is in a file; here control sequences are left out and old lines go.
class ConsoleView : public QWidget
{
    Q_OBJECT
public:
    static constexpr int LineLimit = 20'000;

    explicit ConsoleView(const Theme &theme, QWidget *parent = nullptr);

    void add(const QByteArray &bytes);
    void clear();
    /// What the line to send says while nothing listens; empty: the target listens.
    void setListening(bool listening, const QString &why);
    void setSaveEnabled(bool enabled);
    QString text() const;

Q_SIGNALS:
    void sent(const QByteArray &bytes);
    void saveRequested();

private:
    QWidget *makeTools();
    void flush();
    void find(bool backward);
    void send();
    void setFont(const Theme &theme);

    QPlainTextEdit *m_text = nullptr;
    SearchLine *m_find = nullptr;
    QLabel *m_found = nullptr;
    QCheckBox *m_follow = nullptr;
    QPushButton *m_save = nullptr;
    QLineEdit *m_input = nullptr;
    QStringDecoder m_decoder;
    QString m_pending; ///< not shown yet; ends perhaps inside a control sequence
    QTimer m_flush;
};

} // namespace tosaic::views
