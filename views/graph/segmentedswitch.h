// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QToolButton;

namespace tosaic::views {

/// One control of two halves: what is chosen is filled, in every theme.
class SegmentedSwitch : public QWidget
{
    Q_OBJECT
public:
    struct Half
    {
        QString name; ///< of the object
        QString text;
        QString tip;
    };

    SegmentedSwitch(const Half &left, const Half &right, QWidget *parent = nullptr);

    QToolButton *left() const { return m_left; }
    QToolButton *right() const { return m_right; }

Q_SIGNALS:
    /// By the user.
    void leftChosen();
    void rightChosen();

private:
    QToolButton *makeHalf(const Half &half);

    QToolButton *m_left;
    QToolButton *m_right;
};

} // namespace tosaic::views
