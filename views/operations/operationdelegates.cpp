// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/operations/operationdelegates.h"

#include "views/models/roles.h"
#include "views/operations/deviationmodel.h"
#include "views/operations/metriccolours.h"
#include "views/operations/operationtablemodel.h"
#include "views/widgets/colormap.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int Padding = 8; // px, as CellDelegate
constexpr int TagGap = 5; // px
constexpr int BarInset = 4; // px above and below a bar
constexpr int BlockSize = 10; // px, of a deviation

int widestTag(const QFontMetrics &metrics)
{
    int widest = 0;
    for (const auto origin : { Origin::Estimate, Origin::Fvp, Origin::Board })
        widest = std::max(widest, metrics.horizontalAdvance(originTag(origin)));
    return widest;
}

bool isTagged(const QModelIndex &index)
{
    return index.column() == OperationTableModel::CyclesColumn;
}

} // namespace

OperationDelegate::OperationDelegate(const Theme &theme, QObject *parent)
    : CellDelegate(parent), m_theme(theme)
{
}

void OperationDelegate::initStyleOption(
    QStyleOptionViewItem *option, const QModelIndex &index) const
{
    CellDelegate::initStyleOption(option, index);
    option->textElideMode
        = index.column() == OperationTableModel::NameColumn ? Qt::ElideMiddle : Qt::ElideRight;
    if (index.data(StateRole).toBool())
        option->palette.setColor(QPalette::Text, m_theme.colors().mutedText);
}

void OperationDelegate::paint(
    QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    auto cell = option;
    initStyleOption(&cell, index);
    painter->save();
    if (isTagged(index)) {
        paintCellGround(*painter, cell);
        paintTagged(*painter, cell, index);
    } else if (index.data(FractionRole).isValid()) {
        paintCellGround(*painter, cell);
        paintShare(*painter, cell, index);
    } else {
        CellDelegate::paint(painter, option, index);
        if (const auto deviation = index.data(DeviationRole); deviation.isValid()) {
            const QRect block(cell.rect.left() + Padding, cell.rect.center().y() - BlockSize / 2,
                BlockSize, BlockSize);
            painter->setPen(cellTextColor(cell));
            painter->setBrush(divergingColor(deviation.toDouble(), m_theme.colors()));
            painter->drawRect(block);
        }
    }
    painter->restore();
}

/// The digits end in one line, whatever the tag.
void OperationDelegate::paintTagged(
    QPainter &painter, const QStyleOptionViewItem &cell, const QModelIndex &index) const
{
    auto small = cell.font;
    small.setPixelSize(std::max(9, QFontInfo(cell.font).pixelSize() - 2));
    const auto room = widestTag(QFontMetrics(small));
    auto area = cell.rect.adjusted(Padding, 0, -Padding, 0);
    const auto tag = index.data(OriginRole).toString();
    if (!tag.isEmpty()) {
        const bool isSelected = cell.state.testFlag(QStyle::State_Selected);
        painter.setFont(small);
        painter.setPen(isSelected ? cellTextColor(cell) : m_theme.colors().mutedText);
        painter.drawText(QRect(area.right() - room + 1, area.top(), room, area.height()),
            Qt::AlignLeft | Qt::AlignVCenter, tag);
        area.setRight(area.right() - room - TagGap);
    }
    painter.setFont(cell.font);
    painter.setPen(cellTextColor(cell));
    painter.drawText(area, Qt::AlignRight | Qt::AlignVCenter,
        cell.fontMetrics.elidedText(cell.text, Qt::ElideMiddle, area.width()));
}

void OperationDelegate::paintShare(
    QPainter &painter, const QStyleOptionViewItem &cell, const QModelIndex &index) const
{
    const auto area = cell.rect.adjusted(Padding, BarInset, -Padding, -BarInset);
    const auto text = cell.fontMetrics.horizontalAdvance(u"100.0 %"_s);
    const auto room = std::max(0, area.width() - text - TagGap);
    const auto length = index.data(FractionRole).toDouble() * room;
    const bool isSelected = cell.state.testFlag(QStyle::State_Selected);
    auto track = isSelected ? cellTextColor(cell) : m_theme.colors().border;
    track.setAlphaF(0.35F);
    painter.fillRect(QRectF(area.left(), area.top() + 2, room, area.height() - 4), track);
    painter.fillRect(QRectF(area.left(), area.top() + 2, std::max(1.0, length), area.height() - 4),
        isSelected ? cellTextColor(cell) : m_theme.colors().npu);
    painter.setFont(cell.font);
    painter.setPen(cellTextColor(cell));
    painter.drawText(area, Qt::AlignRight | Qt::AlignVCenter, cell.text);
}

QSize OperationDelegate::sizeHint(
    const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    auto size = CellDelegate::sizeHint(option, index);
    if (isTagged(index))
        size.rwidth() += widestTag(option.fontMetrics) + TagGap;
    if (index.column() == OperationTableModel::ShareColumn)
        size.setWidth(std::max(size.width(), 112));
    if (index.column() == OperationTableModel::DeviationColumn)
        size.rwidth() += BlockSize + TagGap;
    return size;
}

WaterfallDelegate::WaterfallDelegate(const Theme &theme, QObject *parent)
    : CellDelegate(parent), m_theme(theme)
{
}

void WaterfallDelegate::initStyleOption(
    QStyleOptionViewItem *option, const QModelIndex &index) const
{
    CellDelegate::initStyleOption(option, index);
    option->textElideMode = Qt::ElideMiddle; // names differ at their ends
}

void WaterfallDelegate::paint(
    QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const auto range = index.data(WaterfallRole);
    if (!range.isValid()) {
        CellDelegate::paint(painter, option, index);
        return;
    }
    auto cell = option;
    initStyleOption(&cell, index);
    painter->save();
    paintCellGround(*painter, cell);
    const auto area = QRectF(cell.rect).adjusted(Padding, BarInset + 1, -Padding, -BarInset - 1);
    const auto span = range.value<WaterfallSpan>();
    const auto xOf = [&area](double share) { return area.left() + share * area.width(); };
    const auto &colors = m_theme.colors();
    const bool isSelected = cell.state.testFlag(QStyle::State_Selected);
    painter->setPen(QPen(isSelected ? cellTextColor(cell) : colors.border, 1));
    const auto zero = std::round(xOf(span.zero)) + 0.5;
    painter->drawLine(QPointF(zero, cell.rect.top()), QPointF(zero, cell.rect.bottom()));
    const auto left = xOf(std::min(span.from, span.to));
    const auto right = xOf(std::max(span.from, span.to));
    const bool isAbove = span.to > span.from;
    const QRectF bar(left, area.top(), std::max(2.0, right - left), area.height());
    const auto colour = isSelected ? cellTextColor(cell) : isAbove ? colors.worse : colors.better;
    painter->fillRect(bar, colour);
    if (!isAbove) { // second cue beside the colour
        auto gap = isSelected ? colors.accent : colors.surface;
        gap.setAlphaF(0.45F);
        painter->fillRect(bar, QBrush(gap, Qt::BDiagPattern));
    }
    painter->restore();
}

} // namespace tosaic::views
