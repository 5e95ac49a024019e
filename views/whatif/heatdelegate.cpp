// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/whatif/heatdelegate.h"

#include <QPainter>

namespace tosaic::views {

void HeatDelegate::paint(
    QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    painter->save();
    painter->fillRect(option.rect, m_theme.colors().surface);
    painter->fillRect(option.rect, index.data(Qt::BackgroundRole).value<QBrush>());
    auto font = option.font;
    font.setBold(index.data(Qt::FontRole).value<QFont>().bold());
    painter->setFont(font);
    painter->setPen(index.data(Qt::ForegroundRole).value<QBrush>().color());
    const auto area = option.rect.adjusted(8, 0, -8, 0);
    painter->drawText(area, Qt::AlignRight | Qt::AlignVCenter,
        QFontMetrics(font).elidedText(index.data().toString(), Qt::ElideRight, area.width()));
    if (option.state & QStyle::State_Selected) {
        painter->setBrush(Qt::NoBrush);
        painter->setPen(QPen(m_theme.colors().accent, 4));
        painter->drawRect(QRectF(option.rect).adjusted(2, 2, -3, -3));
        painter->setPen(QPen(m_theme.colors().text, 2));
        painter->drawRect(QRectF(option.rect).adjusted(1, 1, -2, -2));
    }
    painter->restore();
}

} // namespace tosaic::views
