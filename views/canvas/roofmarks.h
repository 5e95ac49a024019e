// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/analysis/roofline.h"
#include "profiler/join/operatorrows.h"
#include "views/widgets/theme.h"

#include <QPainter>

#include <optional>

namespace tosaic::views {

/// How a limit looks: a colour, and beside it a shape of the dots and a style of the line.
struct RoofLook
{
    enum class Shape
    {
        Circle, ///< computation
        Triangle, ///< the first memory
        Square, ///< the second memory
        Star, ///< a whole run
        Diamond ///< a limit that is not known, or no roof of this picture
    };
    QColor colour;
    Shape shape = Shape::Circle;
    Qt::PenStyle line = Qt::SolidLine;
};

/// Of a roof. ceiling: index of a memory; absent: the peak.
RoofLook lookOf(std::optional<size_t> ceiling, const ThemeColors &colors);
/// Of what sets an operator's pace: as the roof that stands for it.
RoofLook limitLook(const profile::Roofline &roofline,
    const std::optional<profile::CycleLimit> &limit, const ThemeColors &colors);
/// Measured ones are filled, estimated ones hollow.
void paintMark(QPainter &painter, const QPointF &centre, double radius, const RoofLook &look,
    bool isFilled, const ThemeColors &colors);

} // namespace tosaic::views
