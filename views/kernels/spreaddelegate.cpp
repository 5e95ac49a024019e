// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/kernels/spreaddelegate.h"

#include "views/kernels/kernelsmodel.h"

#include <QPainter>

#include <algorithm>

namespace tosaic::views {

namespace {

constexpr int Indent = 16; // px, of a part
constexpr int Margin = 10; // px, beside the bar
constexpr double BoxHeight = 10; // px

void paintSpread(
    QPainter &painter, const QRectF &room, const QVariantList &places, const ThemeColors &colors)
{
    const auto x
        = [&room, &places](int i) { return room.left() + places[i].toDouble() * room.width(); };
    const auto middle = room.center().y();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colors.border, 1));
    painter.drawLine(QPointF(room.left(), middle), QPointF(room.right(), middle));
    painter.setPen(QPen(colors.accent, 2, Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(QPointF(x(0), middle), QPointF(x(4), middle));
    auto box = colors.accent;
    box.setAlphaF(0.35F);
    painter.setPen(QPen(colors.accent, 1));
    painter.setBrush(box);
    painter.drawRoundedRect(
        QRectF(x(1), middle - BoxHeight / 2, std::max(x(3) - x(1), 2.0), BoxHeight), 2, 2);
    painter.setPen(QPen(colors.text, 2));
    painter.drawLine(
        QPointF(x(2), middle - BoxHeight / 2 - 1), QPointF(x(2), middle + BoxHeight / 2 + 1));
}

} // namespace

SpreadDelegate::SpreadDelegate(const Theme &theme, QObject *parent)
    : CellDelegate(parent), m_theme(theme)
{
}

void SpreadDelegate::paint(
    QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    if (index.column() == KernelsModel::NameColumn
        && index.data(KernelsModel::InsideRole).toBool()) {
        auto ground = option;
        initStyleOption(&ground, index);
        paintCellGround(*painter, ground);
        auto shifted = option;
        shifted.rect.adjust(Indent, 0, 0, 0);
        CellDelegate::paint(painter, shifted, index);
        return;
    }
    CellDelegate::paint(painter, option, index);
    const auto places = index.data(KernelsModel::SpreadRole).toList();
    if (places.size() != 5)
        return;
    painter->save();
    paintSpread(
        *painter, QRectF(option.rect.adjusted(Margin, 0, -Margin, 0)), places, m_theme.colors());
    painter->restore();
}

QSize SpreadDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    auto size = CellDelegate::sizeHint(option, index);
    if (index.data(KernelsModel::InsideRole).toBool() && index.column() == KernelsModel::NameColumn)
        size.rwidth() += Indent;
    if (index.column() == KernelsModel::SpreadColumn)
        size.setWidth(136);
    return size;
}

} // namespace tosaic::views
