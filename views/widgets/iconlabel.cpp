// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/iconlabel.h"

#include <QPainter>
#include <QStyle>

namespace tosaic::views {

IconLabel::IconLabel(int size, QWidget *parent) : QLabel(parent), m_size(size)
{
    setAlignment(Qt::AlignCenter);
}

void IconLabel::setIconName(const QString &name)
{
    m_icon = QIcon::fromTheme(name);
    update();
}

QSize IconLabel::sizeHint() const
{
    return { m_size, m_size };
}

QSize IconLabel::minimumSizeHint() const
{
    return sizeHint();
}

void IconLabel::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    style()->drawItemPixmap(&painter, rect(), Qt::AlignCenter, m_icon.pixmap(sizeHint()));
}

} // namespace tosaic::views
