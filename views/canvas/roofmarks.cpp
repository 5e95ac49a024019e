// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/roofmarks.h"

#include <cmath>
#include <numbers>

namespace tosaic::views {

namespace {

QPolygonF starOf(const QPointF &centre, double radius)
{
    QPolygonF star;
    constexpr int Corners = 10;
    for (int i = 0; i < Corners; ++i) {
        const auto angle = std::numbers::pi * 2 * i / Corners - std::numbers::pi / 2;
        const auto reach = i % 2 == 0 ? radius * 1.25 : radius * 0.55;
        star << centre + QPointF(std::cos(angle), std::sin(angle)) * reach;
    }
    return star;
}

} // namespace

RoofLook lookOf(std::optional<size_t> ceiling, const ThemeColors &colors)
{
    if (!ceiling)
        return { colors.npu, RoofLook::Shape::Circle, Qt::SolidLine };
    if (*ceiling == 0)
        return { colors.otherDelegate, RoofLook::Shape::Triangle, Qt::DashLine };
    return { colors.cpu, RoofLook::Shape::Square, Qt::DashDotLine };
}

RoofLook limitLook(const profile::Roofline &roofline,
    const std::optional<profile::CycleLimit> &limit, const ThemeColors &colors)
{
    using By = profile::CycleLimit::By;
    const auto by = limit ? limit->by : By::Wait;
    if (by == By::Mac || by == By::Elementwise)
        return lookOf({}, colors);
    for (size_t i = 0; i < roofline.ceilings.size(); ++i) {
        if (limit && profile::memoryLimit(roofline.ceilings[i].name) == by)
            return lookOf(i, colors);
    }
    return { colors.mutedText, RoofLook::Shape::Diamond, Qt::DotLine };
}

void paintMark(QPainter &painter, const QPointF &centre, double radius, const RoofLook &look,
    bool isFilled, const ThemeColors &colors)
{
    auto fill = isFilled ? look.colour : colors.surface;
    fill.setAlphaF(isFilled ? 0.75F : 0.85F);
    painter.setBrush(fill);
    painter.setPen(QPen(look.colour, 1.6));
    switch (look.shape) {
    case RoofLook::Shape::Circle:
        painter.drawEllipse(centre, radius, radius);
        return;
    case RoofLook::Shape::Triangle:
        painter.drawPolygon(QPolygonF(
            { centre + QPointF(0, -radius * 1.15), centre + QPointF(radius * 1.05, radius * 0.8),
                centre + QPointF(-radius * 1.05, radius * 0.8) }));
        return;
    case RoofLook::Shape::Square:
        painter.drawRect(
            QRectF(centre - QPointF(radius, radius) * 0.88, QSizeF(radius * 1.76, radius * 1.76)));
        return;
    case RoofLook::Shape::Star:
        painter.drawPolygon(starOf(centre, radius));
        return;
    case RoofLook::Shape::Diamond:
        painter.drawPolygon(
            QPolygonF({ centre + QPointF(0, -radius * 1.2), centre + QPointF(radius * 1.2, 0),
                centre + QPointF(0, radius * 1.2), centre + QPointF(-radius * 1.2, 0) }));
        return;
    }
}

} // namespace tosaic::views
