// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/memorypicture.h"
#include "views/widgets/theme.h"

#include <QPointF>
#include <QRectF>

class QPainter;

/// How the pieces of a memory picture look, wherever they are painted.
namespace tosaic::views {

/// Its area has lines or dots: letters on it need a quiet ground.
bool isPatterned(analysis::PartKind kind);
void paintPartSwatch(QPainter &painter, const QRectF &area, analysis::PartKind kind, bool isKnown,
    const ThemeColors &colors);
/// Inputs and outputs, or staged weights, inside a part.
void paintInner(QPainter &painter, const QRectF &area, bool isStaging, const ThemeColors &colors);
/// A zigzag through a vertical line: here the picture leaves something out.
void paintBreak(QPainter &painter, double x, const QRectF &row, const QColor &colour);
/// `direction`: 1 points right, -1 left.
void paintArrow(
    QPainter &painter, const QPointF &tip, double direction, double width, const QColor &colour);

} // namespace tosaic::views
