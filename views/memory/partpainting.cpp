// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/partpainting.h"

#include "views/canvas/painting.h"

#include <QPainterPath>

#include <algorithm>

namespace tosaic::views {

using analysis::PartKind;

namespace {

QColor colourOf(PartKind kind, const ThemeColors &c)
{
    switch (kind) {
    case PartKind::Scratch:
    case PartKind::FastScratch:
    case PartKind::SeparateIo:
        return c.npu;
    case PartKind::Weights:
    case PartKind::ReadOnlyAndScratch:
        return c.otherDelegate;
    case PartKind::Commands:
        return c.boundary;
    case PartKind::PlannedBuffers:
    case PartKind::PlannedFastBuffers:
    case PartKind::ProgramFile:
        break;
    }
    return c.cpu;
}

Qt::BrushStyle patternOf(PartKind kind)
{
    switch (kind) {
    case PartKind::FastScratch:
        return Qt::Dense6Pattern;
    case PartKind::Weights:
    case PartKind::ReadOnlyAndScratch:
        return Qt::FDiagPattern;
    case PartKind::Commands:
        return Qt::HorPattern;
    case PartKind::ProgramFile:
        return Qt::BDiagPattern;
    default:
        return Qt::NoBrush;
    }
}

} // namespace

bool isPatterned(PartKind kind)
{
    return patternOf(kind) != Qt::NoBrush;
}

void paintBreak(QPainter &painter, double x, const QRectF &row, const QColor &colour)
{
    QPainterPath path(QPointF(x, row.top() - 3));
    constexpr int Teeth = 6;
    for (int i = 1; i <= Teeth; ++i)
        path.lineTo(x
                + (i == Teeth   ? 0
                        : i % 2 ? 4
                                : -4),
            row.top() - 3 + (row.height() + 6) * i / Teeth);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colour, 1.5));
    painter.drawPath(path);
}

void paintArrow(
    QPainter &painter, const QPointF &tip, double direction, double width, const QColor &colour)
{
    const auto size = std::max(5.0, width * 0.75);
    QPainterPath path(tip);
    path.lineTo(tip.x() - direction * size, tip.y() - size);
    path.lineTo(tip.x() - direction * size, tip.y() + size);
    path.closeSubpath();
    painter.fillPath(path, colour);
}

void paintPartSwatch(
    QPainter &painter, const QRectF &area, PartKind kind, bool isKnown, const ThemeColors &colors)
{
    const auto colour = colourOf(kind, colors);
    painter.fillRect(area, colors.surface);
    painter.fillRect(area, faded(colour, isKnown ? (colors.isDark() ? 0.40 : 0.26) : 0.08));
    if (!isKnown)
        painter.fillRect(area, QBrush(faded(colour, 0.45), Qt::DiagCrossPattern));
    else if (const auto pattern = patternOf(kind); pattern != Qt::NoBrush)
        painter.fillRect(area, QBrush(faded(colour, 0.5), pattern));
    painter.setPen(QPen(colour, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(area.adjusted(0.5, 0.5, -0.5, -0.5));
}

void paintInner(QPainter &painter, const QRectF &area, bool isStaging, const ThemeColors &colors)
{
    const auto colour = isStaging ? colors.otherDelegate : colors.mutedText;
    painter.fillRect(area, colors.surface);
    painter.fillRect(area, faded(colour, 0.30));
    if (isStaging)
        painter.fillRect(area, QBrush(faded(colour, 0.7), Qt::FDiagPattern));
    painter.setPen(QPen(colour, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(area.adjusted(0.5, 0.5, -0.5, -0.5));
}

} // namespace tosaic::views
