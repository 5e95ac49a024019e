// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>

namespace tosaic::views {

/// A filter line: search icon, clear button; Esc empties it, arrow down and Esc in an empty one go
/// to what it filters.
class SearchLine : public QLineEdit
{
    Q_OBJECT
public:
    explicit SearchLine(const QString &placeholder, QWidget *parent = nullptr);

    /// Where arrow down, Esc, and Enter unless it finds the next, move the focus.
    void setTarget(QWidget *target) { m_target = target; }

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    QWidget *m_target = nullptr;
};

} // namespace tosaic::views
