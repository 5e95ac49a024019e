// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/table.h"
#include "core/graph/query.h"
#include "profiler/session/graphcosts.h"

namespace tosaic::views {

/// An operator that somebody asked for, as lists and the command line tell it.
struct GraphHit
{
    size_t node = 0; ///< into the graph that was searched
    model::EntityRef entity;
    QString name; ///< in its file
    QString kind; ///< "conv2d"
    QString tensor; ///< type and shape of what it writes: "int8 1x48x48x16"
    QString module;
    graph::Placement placement = graph::Placement::Unknown;
    std::optional<double> cycles; ///< of one inference, of the NPU clock
};

/// Of the nodes, in their order; `costs` of that graph: empty where nobody knows any.
std::vector<GraphHit> hitsOf(
    const graph::Graph &graph, const std::vector<size_t> &nodes, const GraphCosts &costs);

/// Nodes that fit the query; none if it is empty or no query.
std::vector<size_t> nodesThatFit(
    const graph::Graph &graph, const graph::Query &query, const GraphCosts &costs);

/// `origin` of the cycles; absent: there are none.
Columns<GraphHit> hitColumns(std::optional<Origin> origin);

} // namespace tosaic::views
