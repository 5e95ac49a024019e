// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QLabel>

namespace tosaic::views {

/// An icon of the icon theme that follows a switch between light and dark, as a pixmap in a label
/// does not.
class IconLabel : public QLabel
{
    Q_OBJECT
public:
    /// `size` in px at scale 1.
    explicit IconLabel(int size, QWidget *parent = nullptr);

    void setIconName(const QString &name);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QIcon m_icon;
    int m_size;
};

} // namespace tosaic::views
