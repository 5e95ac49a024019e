// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graphdiff.h"
#include "core/graph/manygraphs.h"
#include "core/layout/layout.h"
#include "views/twographs/differencemarks.h"

#include <QHash>
#include <QPointF>
#include <QSet>

#include <array>
#include <vector>

namespace tosaic::views {

/// Two whole graphs, what became of their nodes, and who is whose partner. Immutable; sides are 0
/// (left) and 1.
struct ComparedGraphs
{
    std::array<graph::Graph, 2> graphs;
    graph::GraphDiff diff;
    std::array<std::vector<NodeDifference>, 2> nodes; ///< parallel to the graphs' nodes
    std::array<std::vector<std::vector<size_t>>, 2> partners; ///< of each node, on the other side
    std::array<QHash<model::EntityRef, size_t>, 2> byEntity; ///< what is folded in, too
    std::array<QString, 2> names; ///< DiffSide::names
    graph::RecordedPairs recorded; ///< that the diff was made with

    ComparedGraphs(std::array<graph::Graph, 2> both, graph::GraphDiff found);

    /// Of a side's graph as it is drawn: a closed group has the difference that most of what is in
    /// it has, of those that are `counted`.
    std::vector<NodeDifference> differencesOf(
        size_t side, const graph::Graph &shown, const QSet<graph::Difference> &counted) const;
};

/// Of a graph as it is drawn, from what became of the nodes of the `whole`; closed groups as above.
std::vector<NodeDifference> differencesOf(const graph::Graph &whole,
    const std::vector<NodeDifference> &nodes, const graph::Graph &shown,
    const QSet<graph::Difference> &counted);

/// A side as it is drawn.
struct DrawnSide
{
    const graph::Graph &graph;
    const layout::Layout &layout;
};

/// Centres of what is matched and drawn on both sides.
std::vector<std::array<QPointF, 2>> anchorsOf(
    const ComparedGraphs &compared, const std::array<DrawnSide, 2> &drawn);

} // namespace tosaic::views
