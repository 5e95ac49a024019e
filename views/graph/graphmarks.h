// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"
#include "views/canvas/textcache.h"
#include "views/widgets/theme.h"

/// The small plates at the corners of a node: why it is not on the NPU, what changed.
namespace tosaic::views::style {

/// At the upper right, if the node has notes: how many reasons there are, in words; small in a
/// small picture.
void paintReasons(QPainter &painter, const graph::Node &node, const QRectF &rect,
    const ThemeColors &colors, double scale, TextCache &texts);
/// At the upper left, if the node is pinned; with a dashed frame, if it changed; the same of what
/// it stands for.
void paintChange(QPainter &painter, const graph::Node &node, const QRectF &rect,
    const ThemeColors &colors, double scale);
/// On the left side: a ribbon, which does not get smaller than can be seen.
void paintBookmark(QPainter &painter, const QRectF &rect, const ThemeColors &colors, double scale);
/// The frame alone, as the legend shows it; `width` of the line in scene units.
void paintChangeFrame(QPainter &painter, const graph::Node &node, const QRectF &rect,
    const ThemeColors &colors, double width);

/// The node itself, or one that it stands for while its group is closed.
bool isChanged(const graph::Node &node);
/// Changed, or kept on the CPU by the spec.
bool isMarked(const graph::Node &node);
/// "Moved to the NPU", "New", ...; empty without a change.
QString changeWord(graph::Change change);

} // namespace tosaic::views::style
