// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/graph/graphoverlay.h"
#include "views/widgets/theme.h"

#include <QRectF>

class QPainter;

/// How a metric looks in a graph: on the nodes and in the legend.
namespace tosaic::views::style {

QColor markColor(const NodeMark &mark, const ThemeColors &colors);
/// Of a node whose value is not known while others have one.
QColor unknownColor(const ThemeColors &colors);

/// The second cue: a plate with the number on the lower edge.
void paintNumber(QPainter &painter, const NodeMark &mark, const QRectF &rect,
    const ThemeColors &colors, double scale);

/// "Cycles (est)": what it shows and where the numbers come from.
QString scaleTitle(const GraphOverlay &overlay);

/// The colour map with its ends, what it shows and where the numbers come from; the width that it
/// takes. Without a painter it is only measured.
double paintScale(QPainter *painter, QPointF topLeft, double height, const GraphOverlay &overlay,
    const ThemeColors &colors);

} // namespace tosaic::views::style
