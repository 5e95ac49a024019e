// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QLabel;
class QLineEdit;

namespace tosaic::views {

/// The search line above the tracks: finds while typing, counts, walks.
class TimelineFindBar : public QFrame
{
    Q_OBJECT
public:
    explicit TimelineFindBar(QWidget *parent = nullptr);

    void open();
    void close();
    QString text() const;
    void setCount(quint64 count);

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
