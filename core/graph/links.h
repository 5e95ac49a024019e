// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <optional>
#include <vector>

namespace tosaic::graph {

/// What a question about a node is answered with.
enum class Relation
{
    Producers, ///< what it takes data from
    Consumers, ///< what takes data from it
    Ancestors, ///< everything that its value depends on
    Descendants ///< everything that depends on its value
};

/// Who is joined to whom by data; jumps are none. Indices into Graph::nodes. Immutable, built in
/// time linear in nodes and edges, and so are all answers.
class Links
{
public:
    explicit Links(const Graph &graph);

    /// Of one or several nodes (a group), which are not in it; each once, nearest first.
    std::vector<size_t> related(const std::vector<size_t> &nodes, Relation relation) const;
    /// A shortest way along the data from any of these to any of those, with both ends; empty: none
    /// leads there. What is in both is a way by itself.
    std::vector<size_t> path(const std::vector<size_t> &from, const std::vector<size_t> &to) const;

private:
    enum Direction
    {
        Up,
        Down
    };
    /// Neighbours of each node one after the other.
    struct Side
    {
        std::vector<size_t> first; ///< of a node, into ends; one more than nodes
        std::vector<size_t> ends;
    };
    template <typename Visit>
    void visit(size_t node, Direction direction, Visit visit) const;

    size_t m_nodes;
    Side m_sides[2]; ///< by Direction
};

/// Nodes that carry the name exactly, as file, graph or compile call it; else those whose name
/// contains it.
std::vector<size_t> nodesNamed(const Graph &graph, const QString &name);

/// Nodes that stand in the group or in one inside it.
std::vector<size_t> nodesIn(const Graph &graph, GroupId group);

} // namespace tosaic::graph
