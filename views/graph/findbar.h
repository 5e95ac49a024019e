// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QLabel;
class QLineEdit;

namespace tosaic::views {

class GraphView;

/// The search line in the corner of the graph: finds while typing, counts, walks.
class FindBar : public QFrame
{
    Q_OBJECT
public:
    explicit FindBar(GraphView &view);

    void open();
    void close();
    void follow();
    void setText(const QString &text);
    QString text() const;
    /// "3 of 12"; `current` counts from 0, -1 while none is chosen.
    void setCount(int current, int total);

Q_SIGNALS:
    void edited(const QString &text);
    void nextRequested();
    void previousRequested();
    void closed();

protected:
    bool eventFilter(QObject *object, QEvent *event) override;

private:
    GraphView &m_view;
    QLineEdit *m_line;
    QLabel *m_count;
};

} // namespace tosaic::views
