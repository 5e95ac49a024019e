// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/kinds.h"
#include "views/canvas/textcache.h"
#include "views/graph/graphoverlay.h"
#include "views/widgets/theme.h"

#include <QPainterPath>

/// How the parts of a graph look. Pure painting: window, legend, minimap and exports share it.
namespace tosaic::views::style {

struct NodeState
{
    bool selected = false;
    bool hovered = false;
    bool matched = false; ///< found by the search
    bool bestMatch = false; ///< the one of those that is shown
    bool bookmarked = false;
    bool dimmed = false; ///< the search found others, or the legend was asked for others
    bool hasMetric = false; ///< colours say a metric, not placements
    bool hasKinds = false; ///< colours say kinds: a closed group shows those inside
    std::optional<NodeMark> mark = std::nullopt; ///< absent: its value is not known
    std::optional<graph::Family> family = std::nullopt; ///< absent: to be found from the title
};

/// Below this scale a node's text is not drawn, only its block.
inline constexpr double TextScale = 0.22;
inline constexpr double Dimmed = 0.35; ///< opacity of what the search did not find
inline constexpr double StackDepth = 8; ///< px that a closed group reaches beyond its box
inline constexpr double HullRadius = 12; ///< px of a hull's corners

QColor mix(const QColor &from, const QColor &to, double share);

/// Operators that nobody has placed yet are told apart by what they do.
QColor familyColor(graph::Family family, const ThemeColors &colors);
QString familyWord(graph::Family family);

/// The outline that tells the placement apart without colour: rounded, square, cut corners, thin,
/// pill.
QPainterPath outline(graph::Placement placement, const QRectF &rect);

/// `scale`: device pixels per unit; less is drawn the smaller it is.
void paintNode(QPainter &painter, const graph::Node &node, const QRectF &rect,
    const ThemeColors &colors, const NodeState &state, double scale, TextCache &texts);
/// Of a node that is too small for anything else.
QColor blockColor(const graph::Node &node, const ThemeColors &colors, const NodeState &state);

void paintHull(QPainter &painter, const graph::Group &group, const QRectF &rect,
    const ThemeColors &colors, NodeState state, double scale);
/// The bar on top.
void paintHullTitle(QPainter &painter, const graph::Group &group, const QRectF &rect,
    bool isContinued, const ThemeColors &colors, double scale, TextCache &texts);

void paintSelection(
    QPainter &painter, const QPainterPath &outline, const ThemeColors &colors, double scale);

/// views::placementPhrase() of a node; of a model that nobody has cut yet "Operator, not placed
/// yet".
QString placementPhrase(const graph::Node &node);

} // namespace tosaic::views::style
