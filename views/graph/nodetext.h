// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"
#include "views/canvas/textcache.h"
#include "views/widgets/theme.h"

/// What stands in a node of a graph, at every size of the picture.
namespace tosaic::views::style {

TextCache::Style titleStyle(double pixels = 13);

/// The name as large as can be read and fits, and the lines below it where they are legible.
void paintNodeText(QPainter &painter, const graph::Node &node, const QRectF &rect,
    const ThemeColors &colors, double scale, TextCache &texts);

} // namespace tosaic::views::style
