// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/runs/rundelegate.h"

#include "views/runs/runlistmodel.h"

#include <QPainter>

namespace tosaic::views {

namespace {

constexpr int Padding = 10; // px
constexpr int Mark = 10; // px, status mark
constexpr int TagPadding = 5; // px

/// The status as a shape: tick, cross, dash.
void paintStatus(QPainter &painter, const QRectF &box, int status, const ThemeColors &colors)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const auto run = static_cast<profile::RunStatus>(status);
    const auto colour = run == profile::RunStatus::Complete ? colors.better
        : run == profile::RunStatus::Failed                 ? colors.worse
                                                            : colors.boundary;
    painter.setPen(QPen(colour, 2, Qt::SolidLine, Qt::RoundCap));
    if (run == profile::RunStatus::Complete) {
        const QPointF corner(box.left() + box.width() * 0.4, box.bottom() - 1);
        painter.drawLine(QPointF(box.left(), box.center().y()), corner);
        painter.drawLine(corner, QPointF(box.right(), box.top() + 1));
    } else if (run == profile::RunStatus::Failed) {
        painter.drawLine(box.topLeft(), box.bottomRight());
        painter.drawLine(box.topRight(), box.bottomLeft());
    } else {
        painter.drawLine(
            QPointF(box.left(), box.center().y()), QPointF(box.right(), box.center().y()));
    }
    painter.restore();
}

} // namespace

RunDelegate::RunDelegate(const Theme &theme, QObject *parent)
    : QStyledItemDelegate(parent), m_theme(theme)
{
}

void RunDelegate::paint(
    QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const auto &colors = m_theme.colors();
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    painter->save();
    if (isSelected || option.state.testFlag(QStyle::State_MouseOver))
        painter->fillRect(option.rect, colors.sunken);
    if (isSelected)
        painter->fillRect(
            QRect(option.rect.topLeft(), QSize(3, option.rect.height())), colors.accent);
    if (option.state.testFlag(QStyle::State_HasFocus)) {
        painter->setPen(colors.accent);
        painter->drawRect(option.rect.adjusted(0, 0, -1, -1));
    }
    auto line = option.rect.adjusted(Padding, Padding - 2, -Padding, 0);
    const auto height = option.fontMetrics.height();
    line.setHeight(height);
    paintStatus(*painter, QRectF(line.left(), line.center().y() - Mark / 2.0 + 1, Mark, Mark),
        index.data(RunListModel::StatusRole).toInt(), colors);
    line.setLeft(line.left() + Mark + 8);
    auto bold = option.font;
    bold.setWeight(QFont::DemiBold);
    painter->setFont(bold);
    painter->setPen(colors.text);
    painter->drawText(line, Qt::AlignVCenter,
        QFontMetrics(bold).elidedText(index.data().toString(), Qt::ElideMiddle, line.width()));
    painter->setFont(option.font);
    painter->setPen(colors.mutedText);
    line.translate(0, height + 3);
    painter->drawText(line, Qt::AlignVCenter,
        option.fontMetrics.elidedText(
            index.data(RunListModel::DetailRole).toString(), Qt::ElideRight, line.width()));
    line.translate(0, height + 5);
    const auto tag = index.data(OriginRole).toString();
    line.setWidth(option.fontMetrics.horizontalAdvance(tag) + 2 * TagPadding);
    painter->setPen(colors.border);
    painter->setBrush(colors.surface);
    painter->drawRoundedRect(line.adjusted(0, -1, 0, 1), 4, 4);
    painter->setPen(colors.mutedText);
    painter->drawText(line, Qt::AlignCenter, tag);
    painter->restore();
}

QSize RunDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &) const
{
    return { 180, 3 * option.fontMetrics.height() + 8 + 2 * Padding };
}

} // namespace tosaic::views
