// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/operations/shownoperations.h"

#include <QRectF>

/// Rows as a tree of modules, and the tree as nested rectangles. Pure; any thread.
namespace tosaic::views {

struct TreeNode
{
    QString name; ///< of the group below its parent, "features.3"; of a leaf: the row's
    QString context; ///< of a leaf that stands for its whole group: the group's name
    int parent = -1;
    std::vector<int> children; ///< the costliest first
    std::optional<size_t> row; ///< of a leaf
    size_t leaves = 0; ///< rows below, or 1
    double cycles = 0;
    std::optional<double> macCycles; ///< cycles of the rows whose MACs are known and not 0
    quint64 macs = 0;
    std::optional<double> difference; ///< of the pair chosen: sums over rows that have both
    double reference = 0;

    bool isGroup() const { return !row; }
};

struct OperationTree
{
    std::vector<TreeNode> nodes; ///< 0 is the root; a parent stands before its children
    size_t unsized = 0; ///< rows without cycles, which have no place in it

    const TreeNode &at(int node) const { return nodes[static_cast<size_t>(node)]; }
    /// From the child of the root down to the node; empty for the root.
    std::vector<int> pathOf(int node) const;
    /// The node below `ancestor` on the way to `node`; -1 if it is not below.
    int childToward(int ancestor, int node) const;
    int leafOf(size_t row) const; ///< -1 if it has none
    /// The group with that path of names; the deepest that is still there.
    int groupOf(const QStringList &names) const;
};

/// Groups of one child are joined with it: "features" > "3" is "features.3".
OperationTree treeOf(const OperationsData &data);

enum class TileMetric
{
    Utilisation, ///< MACs / (peak x cycles)
    CyclesPerMac,
    Deviation ///< of the pair chosen
};
/// Of a leaf or of all that is below a group. Absent: not known, or there is no MAC.
std::optional<double> tileValue(
    const TreeNode &node, TileMetric metric, const std::optional<quint32> &npuMacs);

/// Rectangles of the given sizes, the largest first, as close to squares as it goes (Bruls,
/// Huizing, van Wijk 2000). Sizes must not be negative; what is 0 gets an empty rectangle.
std::vector<QRectF> squarify(const std::vector<double> &sizes, const QRectF &area);

/// A node on the screen.
struct Tile
{
    int node = 0;
    QRectF area;
    QRectF title; ///< of an open group; empty: painted as one tile
    int depth = 0; ///< below the root shown
    bool isOpen() const { return !title.isEmpty(); }
};

struct TileLayout
{
    double title = 20; ///< px, height of a group's title
    double padding = 3; ///< px inside a group
    double leastWidth = 48; ///< px; a smaller group is one tile
    double leastHeight = 44;
};

/// Everything below `root`, groups before what is in them.
std::vector<Tile> layoutTiles(
    const OperationTree &tree, int root, const QRectF &area, const TileLayout &layout = {});

} // namespace tosaic::views
