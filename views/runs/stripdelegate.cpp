// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/runs/stripdelegate.h"

#include "views/runs/repeatsmodel.h"

#include <QPainter>

#include <algorithm>

namespace tosaic::views {

namespace {

constexpr int Room = 240; // px
constexpr int Margin = 12;
constexpr double Dot = 2.6;
constexpr size_t Lanes = 3; // dots of the same value lie side by side

struct Strip
{
    QRectF area;
    const profile::Spread &spread;

    double x(double value) const
    {
        if (spread.isConstant())
            return area.center().x();
        return area.left()
            + (value - spread.smallest) / (spread.largest - spread.smallest) * area.width();
    }
};

void paintBox(QPainter &painter, const Strip &strip, const ThemeColors &colors)
{
    auto fill = colors.npu;
    fill.setAlphaF(0.18F);
    painter.setPen(QPen(colors.border, 1));
    painter.drawLine(QPointF(strip.area.left(), strip.area.center().y()),
        QPointF(strip.area.right(), strip.area.center().y()));
    const auto left = strip.x(strip.spread.lowerQuartile);
    const auto right = strip.x(strip.spread.upperQuartile);
    painter.setPen(QPen(colors.npu, 1));
    painter.setBrush(fill);
    painter.drawRect(
        QRectF(left, strip.area.top(), std::max(2.0, right - left), strip.area.height()));
}

void paintCross(QPainter &painter, const QPointF &at)
{
    const QPointF down(Dot + 0.6, Dot + 0.6);
    const QPointF up(Dot + 0.6, -Dot - 0.6);
    painter.drawLine(at - down, at + down);
    painter.drawLine(at - up, at + up);
}

void paintValues(QPainter &painter, const Strip &strip, const std::vector<double> &values,
    const ThemeColors &colors)
{
    // Thousands of repeats fall on the same pixels: each is painted once.
    std::vector<bool> isPainted((static_cast<size_t>(strip.area.width()) + 2) * Lanes);
    for (size_t i = 0; i < values.size(); ++i) {
        const auto lane = static_cast<double>(i % Lanes) - static_cast<double>(Lanes - 1) / 2;
        const QPointF at(strip.x(values[i]), strip.area.center().y() + lane * Dot * 1.4);
        const auto isOutlier = std::ranges::binary_search(strip.spread.outliers, i);
        const auto pixel
            = static_cast<size_t>(std::max(0.0, at.x() - strip.area.left())) * Lanes + i % Lanes;
        if (!isOutlier && isPainted[std::min(pixel, isPainted.size() - 1)])
            continue;
        isPainted[std::min(pixel, isPainted.size() - 1)] = true;
        if (isOutlier) {
            painter.setPen(QPen(colors.worse, 2));
            paintCross(painter, at);
        } else {
            auto fill = colors.npu;
            fill.setAlphaF(0.75F);
            painter.setPen(Qt::NoPen);
            painter.setBrush(fill);
            painter.drawEllipse(at, Dot, Dot);
        }
    }
}

} // namespace

StripDelegate::StripDelegate(const Theme &theme, QObject *parent)
    : CellDelegate(parent), m_theme(theme)
{
}

void StripDelegate::paint(
    QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    CellDelegate::paint(painter, option, index); // the ground, selected or not
    const auto *model = qobject_cast<const RepeatsModel *>(index.model());
    if (!model)
        return;
    const auto &counter = model->rows()[static_cast<size_t>(index.row())].counter;
    if (counter.values.empty())
        return;
    const auto &colors = m_theme.colors();
    const Strip strip{ QRectF(option.rect).adjusted(Margin, 6, -Margin, -6), counter.spread };
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    if (counter.spread.count > 1)
        paintBox(*painter, strip, colors);
    paintValues(*painter, strip, counter.values, colors);
    painter->setPen(QPen(colors.text, 2));
    const auto median = strip.x(counter.spread.median);
    painter->drawLine(
        QPointF(median, strip.area.top() - 2), QPointF(median, strip.area.bottom() + 2));
    painter->restore();
}

QSize StripDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &) const
{
    return { Room, option.fontMetrics.height() + 14 };
}

} // namespace tosaic::views
