// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/datadelegate.h"

#include "core/base/diagnostic.h"
#include "core/base/units.h"
#include "views/models/roles.h"
#include "views/widgets/badgedelegate.h"
#include "views/widgets/colormap.h"

#include <QAbstractItemView>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <vector>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int Inset = 8; // px, as CellDelegate
constexpr int TagGap = 5; // px
constexpr int BarInset = 4; // px above and below a bar
constexpr int BlockSize = 10; // px, of a deviation's block and a placement's mark
constexpr int Indent = 16; // px, of a part
constexpr int LeastBar = 112; // px of a share with its bar
constexpr double Dot = 2.2; // px, radius

QString keyOf(const QModelIndex &index)
{
    return index.model()->headerData(index.column(), Qt::Horizontal, IdRole).toString();
}

int widestTag(const QFontMetrics &metrics)
{
    int widest = 0;
    for (const auto origin : { Origin::Estimate, Origin::Fvp, Origin::Board })
        widest = std::max(widest, metrics.horizontalAdvance(originTag(origin)));
    return widest;
}

bool isTagged(const QModelIndex &index)
{
    return index.data(OriginRole).isValid() && keyOf(index) == "cycles"_L1;
}

bool isSelected(const QStyleOptionViewItem &cell)
{
    return cell.state.testFlag(QStyle::State_Selected);
}

void paintCross(QPainter &painter, const QPointF &at)
{
    const QPointF down(Dot + 0.8, Dot + 0.8);
    const QPointF up(Dot + 0.8, -Dot - 0.8);
    painter.drawLine(at - down, at + down);
    painter.drawLine(at - up, at + up);
}

} // namespace

QColor verdictColor(Verdict verdict, const ThemeColors &colours)
{
    switch (verdict) {
    case Verdict::Worse:
        return colours.worse;
    case Verdict::Better:
        return colours.better;
    case Verdict::Changed:
    case Verdict::OnlyOld:
    case Verdict::OnlyNew:
        return colours.text;
    default:
        return colours.mutedText;
    }
}

DataDelegate::DataDelegate(const Theme &theme, QWidget *view) : CellDelegate(view), m_theme(theme)
{
    if (auto *items = qobject_cast<QAbstractItemView *>(view))
        connect(&theme, &Theme::changed, items, [items] { items->viewport()->update(); });
}

void DataDelegate::initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const
{
    CellDelegate::initStyleOption(option, index);
    const auto &colours = m_theme.colors();
    const auto key = keyOf(index);
    // Names differ at their ends, and so do changes from one to another; for cycles one stands
    // where another operator has them.
    if (key == "name"_L1 || key == "step"_L1 || key == "from"_L1 || key == "to"_L1
        || key == "cycles"_L1)
        option->textElideMode = Qt::ElideMiddle;
    if (index.data(StateRole).toBool())
        option->palette.setColor(QPalette::Text, colours.mutedText);
    if (const auto severity = index.data(SeverityRole); severity.isValid()) {
        const auto level = static_cast<Severity>(severity.toInt());
        option->palette.setColor(QPalette::Text,
            level == Severity::Error         ? colours.worse
                : level == Severity::Warning ? colours.text
                                             : colours.mutedText);
    }
    if (const auto verdict = index.data(VerdictRole); verdict.isValid()) {
        const auto meaning = static_cast<Verdict>(verdict.toInt());
        option->palette.setColor(QPalette::Text, verdictColor(meaning, colours));
        const bool isJudged = meaning == Verdict::Worse || meaning == Verdict::Better;
        if (isJudged && key == "verdict"_L1) // says the same without colour
            option->text.prepend(meaning == Verdict::Worse ? u"\u25B2 "_s : u"\u25BC "_s);
    }
}

void DataDelegate::paint(
    QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    auto cell = option;
    initStyleOption(&cell, index);
    const auto picture = index.data(PictureRole);
    const auto fraction = index.data(FractionRole);
    const auto placement = index.data(PlacementRole);
    const bool isIndented = index.data(IndentRole).toBool();
    painter->save();
    if (picture.canConvert<DistributionPicture>()) {
        paintCellGround(*painter, cell);
        paintDistribution(*painter, cell, picture.value<DistributionPicture>());
    } else if (picture.canConvert<StepPicture>()) {
        paintCellGround(*painter, cell);
        paintStep(*painter, cell, picture.value<StepPicture>());
    } else if (isTagged(index)) {
        paintCellGround(*painter, cell);
        paintTagged(*painter, cell, index.data(OriginRole).toString());
    } else if (fraction.isValid()) {
        paintCellGround(*painter, cell);
        paintShare(*painter, cell, fraction.toDouble());
    } else if (placement.isValid() || isIndented) {
        paintCellGround(*painter, cell);
        auto shifted = option;
        shifted.rect.adjust(isIndented ? Indent : BlockSize + TagGap, 0, 0, 0);
        CellDelegate::paint(painter, shifted, index);
        const QRectF mark(cell.rect.left() + Inset, cell.rect.center().y() - BlockSize / 2.0 + 0.5,
            BlockSize, BlockSize);
        if (placement.isValid())
            paintPlacementMark(
                *painter, mark, static_cast<graph::Placement>(placement.toInt()), m_theme.colors());
    } else {
        CellDelegate::paint(painter, option, index);
        if (const auto deviation = index.data(DeviationRole); deviation.isValid()) {
            const QRect block(cell.rect.left() + Inset, cell.rect.center().y() - BlockSize / 2,
                BlockSize, BlockSize);
            painter->setPen(cellTextColor(cell));
            painter->setBrush(divergingColor(deviation.toDouble(), m_theme.colors()));
            painter->drawRect(block);
        }
    }
    painter->restore();
}

/// The digits end in one line, whatever the tag.
void DataDelegate::paintTagged(
    QPainter &painter, const QStyleOptionViewItem &cell, const QString &tag) const
{
    auto small = cell.font;
    small.setPixelSize(std::max(9, QFontInfo(cell.font).pixelSize() - 2));
    const auto room = widestTag(QFontMetrics(small));
    auto area = cell.rect.adjusted(Inset, 0, -Inset, 0);
    painter.setFont(small);
    painter.setPen(isSelected(cell) ? cellTextColor(cell) : m_theme.colors().mutedText);
    painter.drawText(QRect(area.right() - room + 1, area.top(), room, area.height()),
        Qt::AlignLeft | Qt::AlignVCenter, tag);
    area.setRight(area.right() - room - TagGap);
    painter.setFont(cell.font);
    painter.setPen(cellTextColor(cell));
    painter.drawText(area, Qt::AlignRight | Qt::AlignVCenter,
        cell.fontMetrics.elidedText(cell.text, Qt::ElideMiddle, area.width()));
}

void DataDelegate::paintShare(
    QPainter &painter, const QStyleOptionViewItem &cell, double fraction) const
{
    const auto area = cell.rect.adjusted(Inset, BarInset, -Inset, -BarInset);
    const auto text = cell.fontMetrics.horizontalAdvance(u"100.0 %"_s);
    const auto room = std::max(0, area.width() - text - TagGap);
    const QRectF track(area.left(), area.top() + 2, room, area.height() - 4);
    auto pale = isSelected(cell) ? cellTextColor(cell) : m_theme.colors().border;
    pale.setAlphaF(0.35F);
    painter.fillRect(track, pale);
    auto bar = track;
    bar.setWidth(std::max(1.0, fraction * room));
    painter.fillRect(bar, isSelected(cell) ? cellTextColor(cell) : m_theme.colors().npu);
    painter.setFont(cell.font);
    painter.setPen(cellTextColor(cell));
    painter.drawText(area, Qt::AlignRight | Qt::AlignVCenter, cell.text);
}

/// A line from the least to the most, a box between the quartiles, a dot for each value, a cross
/// for an outlier, and a mark at the median.
void DataDelegate::paintDistribution(
    QPainter &painter, const QStyleOptionViewItem &cell, const DistributionPicture &picture) const
{
    const auto &colours = m_theme.colors();
    const auto area = QRectF(cell.rect).adjusted(Inset + 2, 4, -Inset - 2, -4);
    const auto lane = area.height() / static_cast<double>(picture.sides.size());
    const auto half = std::min(7.0, lane / 2 - 1);
    const auto xOf = [&area](double place) { return area.left() + place * area.width(); };
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setClipRect(cell.rect);
    for (qsizetype i = 0; i < picture.sides.size(); ++i) {
        const auto &side = picture.sides[i];
        const auto y = area.top() + (static_cast<double>(i) + 0.5) * lane;
        const auto ink = isSelected(cell) ? cellTextColor(cell)
            : side.isOld                  ? colours.mutedText
                                          : colours.accent;
        painter.setPen(QPen(ink, 1.4, Qt::SolidLine, Qt::RoundCap));
        painter.drawLine(QPointF(xOf(side.least), y), QPointF(xOf(side.most), y));
        if (side.box) {
            auto fill = ink;
            fill.setAlphaF(0.3F);
            painter.setBrush(fill);
            const auto [low, high] = *side.box;
            painter.drawRect(
                QRectF(xOf(low), y - half, std::max(2.0, xOf(high) - xOf(low)), 2 * half));
        }
        // Thousands of repeats fall on the same pixels: each is painted once.
        std::vector<bool> isPainted(static_cast<size_t>(area.width()) + 2);
        for (qsizetype v = 0; v < side.values.size(); ++v) {
            const QPointF at(xOf(side.values[v]), y);
            const auto pixel = std::min(
                static_cast<size_t>(std::max(0.0, at.x() - area.left())), isPainted.size() - 1);
            if (std::ranges::binary_search(side.outliers, v)) {
                painter.setPen(QPen(isSelected(cell) ? ink : colours.worse, 2));
                paintCross(painter, at);
            } else if (!isPainted[pixel]) {
                isPainted[pixel] = true;
                painter.setPen(QPen(ink, 1));
                painter.setBrush(side.isOld ? QBrush(Qt::NoBrush) : QBrush(ink));
                painter.drawEllipse(at, Dot, Dot);
            }
        }
        painter.setPen(QPen(side.isOld ? ink : isSelected(cell) ? ink : colours.text, 2));
        painter.drawLine(
            QPointF(xOf(side.median), y - half - 1), QPointF(xOf(side.median), y + half + 1));
    }
}

void DataDelegate::paintStep(
    QPainter &painter, const QStyleOptionViewItem &cell, const StepPicture &step) const
{
    const auto &colours = m_theme.colors();
    const auto area = QRectF(cell.rect).adjusted(Inset, BarInset + 1, -Inset, -BarInset - 1);
    const auto xOf = [&area](double share) { return area.left() + share * area.width(); };
    painter.setPen(QPen(isSelected(cell) ? cellTextColor(cell) : colours.border, 1));
    const auto zero = std::round(xOf(step.zero)) + 0.5;
    painter.drawLine(QPointF(zero, cell.rect.top()), QPointF(zero, cell.rect.bottom()));
    const auto left = xOf(std::min(step.from, step.to));
    const auto right = xOf(std::max(step.from, step.to));
    const bool isAbove = step.to > step.from;
    const QRectF bar(left, area.top(), std::max(2.0, right - left), area.height());
    painter.fillRect(bar,
        isSelected(cell) ? cellTextColor(cell)
            : isAbove    ? colours.worse
                         : colours.better);
    if (!isAbove) { // second cue beside the colour
        auto gap = isSelected(cell) ? colours.accent : colours.surface;
        gap.setAlphaF(0.45F);
        painter.fillRect(bar, QBrush(gap, Qt::BDiagPattern));
    }
}

QSize DataDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    auto size = CellDelegate::sizeHint(option, index);
    const auto picture = index.data(PictureRole);
    if (picture.canConvert<DistributionPicture>())
        size.setWidth(picture.value<DistributionPicture>().width);
    if (isTagged(index))
        size.rwidth() += widestTag(option.fontMetrics) + TagGap;
    if (index.data(FractionRole).isValid())
        size.setWidth(std::max(size.width(), LeastBar));
    if (index.data(DeviationRole).isValid() || index.data(PlacementRole).isValid())
        size.rwidth() += BlockSize + TagGap;
    if (index.data(IndentRole).toBool())
        size.rwidth() += Indent;
    return size;
}

} // namespace tosaic::views
