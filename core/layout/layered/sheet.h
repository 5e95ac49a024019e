// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <QSizeF>

#include <functional>
#include <vector>

/// Draws one level of a graph in layers: no hulls inside, no cycles. Hulls of the level below take
/// part as large nodes with ports.
namespace tosaic::layout::layered {

/// Asked in every loop that may be long.
using IsCancelled = std::function<bool()>;

/// Numbers of nodes, edges and sheets are int: -1 is none.
constexpr size_t at(int index)
{
    return static_cast<size_t>(index);
}

enum class Kind : quint8
{
    Node,
    Hull,
    Entry, ///< where an edge enters the hull around the sheet: on top
    Exit ///< where one leaves it: at the bottom
};

struct SheetEdge
{
    int from = 0;
    int to = 0;
    double fromPort = 0; ///< px right of the node's centre
    double toPort = 0;
};

struct Sheet
{
    std::vector<QSizeF> sizes;
    std::vector<Kind> kinds; ///< parallel to sizes
    std::vector<int> depths; ///< parallel to sizes: layers inside, 1 for a node
    std::vector<SheetEdge> edges; ///< each pair of ports once, and no cycles
    double nodeSpacing = 16;
    double rankSpacing = 28;
    size_t shortGraph = 0; ///< up to so many nodes edges of any length are drawn
};

/// Where an edge may pass a height; a point where both sides are the same.
struct Door
{
    double y = 0;
    double left = 0;
    double right = 0;
};

struct SheetDrawing
{
    std::vector<QPointF> centres; ///< parallel to Sheet::sizes
    std::vector<std::vector<Door>> paths; ///< parallel to Sheet::edges, each from top to bottom;
                                          ///< empty: too long to be drawn
    QSizeF size;
    int depth = 0; ///< layers, those inside of hulls included
};

/// Layers an edge may pass in a graph that is not small; longer ones would be most of the drawing.
inline constexpr int LongestEdge = 60;

/// The layer of each node: edges lead downwards, and are short.
std::vector<int> ranksOf(const Sheet &sheet);

/// What was done so far if it is cancelled: its caller asks, too.
SheetDrawing drawSheet(const Sheet &sheet, const IsCancelled &isCancelled);

} // namespace tosaic::layout::layered
