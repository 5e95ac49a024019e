// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/badgedelegate.h"

#include "views/models/roles.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace tosaic::views {

namespace {
constexpr int MarkSize = 10; // px
constexpr int Gap = 6; // px between mark and word
constexpr int Padding = 6; // px to the cell's border
constexpr int RowHeight = 22; // px at least
constexpr int RoomForWords = 250; // px of a view: in a narrower one names need them

bool hasRoom(const QStyleOptionViewItem &option)
{
    const auto *view = qobject_cast<const QAbstractItemView *>(option.widget);
    return !view || view->viewport()->width() >= RoomForWords;
}
}

void paintPlacementMark(
    QPainter &painter, const QRectF &box, graph::Placement placement, const ThemeColors &colors)
{
    const auto colour = colors.placement(placement);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour, 1.2));
    painter.setBrush(colour);
    switch (placement) {
    case graph::Placement::Npu:
        painter.drawRoundedRect(box, 3, 3);
        break;
    case graph::Placement::Cpu:
        painter.drawRect(box);
        break;
    case graph::Placement::OtherDelegate: {
        const auto cut = box.width() * 0.3;
        painter.drawPolygon(QPolygonF{
            { QPointF(box.left() + cut, box.top()), QPointF(box.right() - cut, box.top()),
                QPointF(box.right(), box.center().y()), QPointF(box.right() - cut, box.bottom()),
                QPointF(box.left() + cut, box.bottom()), QPointF(box.left(), box.center().y()) } });
        break;
    }
    case graph::Placement::Io:
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(box);
        break;
    case graph::Placement::Boundary:
    case graph::Placement::Unknown:
        painter.setBrush(QBrush(colour, Qt::BDiagPattern));
        painter.drawRect(box);
        break;
    }
    painter.restore();
}

BadgeDelegate::BadgeDelegate(const Theme &theme, QObject *parent)
    : QStyledItemDelegate(parent), m_theme(theme)
{
}

void BadgeDelegate::paint(
    QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    auto cell = option;
    initStyleOption(&cell, index);
    const auto word = cell.text;
    cell.text.clear();
    const auto *widget = option.widget;
    (widget ? widget->style() : QApplication::style())
        ->drawControl(QStyle::CE_ItemViewItem, &cell, painter, widget);

    const auto &colors = m_theme.colors();
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    const auto textColour
        = isSelected ? cell.palette.color(QPalette::HighlightedText) : colors.mutedText;
    auto area = option.rect.adjusted(Padding, 0, -Padding, 0);
    painter->save();
    painter->setFont(cell.font);
    painter->setPen(textColour);
    const auto placement = index.data(PlacementRole);
    if (placement.isValid()) {
        const QRectF mark(
            area.left(), area.center().y() - MarkSize / 2.0 + 0.5, MarkSize, MarkSize);
        if (isSelected) {
            painter->setPen(Qt::NoPen);
            painter->setBrush(colors.surface);
            painter->drawRoundedRect(mark.adjusted(-3, -3, 3, 3), 3, 3);
            painter->setPen(textColour);
        }
        paintPlacementMark(
            *painter, mark, static_cast<graph::Placement>(placement.toInt()), colors);
        area.setLeft(area.left() + MarkSize + Gap);
        if (hasRoom(option))
            painter->drawText(area, Qt::AlignVCenter | Qt::AlignLeft, word);
    } else {
        painter->drawText(area, Qt::AlignVCenter | Qt::AlignRight,
            cell.fontMetrics.elidedText(word, Qt::ElideRight, area.width()));
    }
    painter->restore();
}

QSize BadgeDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    auto size = QStyledItemDelegate::sizeHint(option, index);
    if (index.data(PlacementRole).isValid())
        size.setWidth(MarkSize + (hasRoom(option) ? Gap + size.width() : Padding));
    size.rwidth() += Padding;
    size.setHeight(std::max(size.height(), RowHeight));
    return size;
}

} // namespace tosaic::views
