// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/links.h"

#include <algorithm>
#include <limits>

namespace tosaic::graph {

Links::Links(const Graph &graph) : m_nodes(graph.nodes.size())
{
    const auto endOf = [](const Edge &edge, Direction direction, bool isFar) {
        return ((direction == Down) == isFar ? edge.to : edge.from).value;
    };
    for (const auto direction : { Up, Down }) {
        auto &[first, ends] = m_sides[direction];
        first.assign(m_nodes + 1, 0);
        for (const auto &edge : graph.edges)
            first[endOf(edge, direction, false) + 1] += edge.isControl ? 0 : 1;
        for (size_t i = 1; i < first.size(); ++i)
            first[i] += first[i - 1];
        ends.resize(first.back());
        auto next = first;
        for (const auto &edge : graph.edges) {
            if (!edge.isControl)
                ends[next[endOf(edge, direction, false)]++] = endOf(edge, direction, true);
        }
    }
}

template <typename Visit>
void Links::visit(size_t node, Direction direction, Visit visit) const
{
    const auto &[first, ends] = m_sides[direction];
    for (auto at = first[node]; at < first[node + 1]; ++at)
        visit(ends[at]);
}

std::vector<size_t> Links::related(const std::vector<size_t> &nodes, Relation relation) const
{
    const bool isUp = relation == Relation::Producers || relation == Relation::Ancestors;
    const bool isOneStep = relation == Relation::Producers || relation == Relation::Consumers;
    std::vector<bool> isSeen(m_nodes, false);
    for (const auto node : nodes)
        isSeen[node] = true;
    std::vector<size_t> found;
    const auto look = [&](size_t from) {
        visit(from, isUp ? Up : Down, [&](size_t node) {
            if (isSeen[node])
                return;
            isSeen[node] = true;
            found.push_back(node);
        });
    };
    for (const auto node : nodes)
        look(node);
    for (size_t i = 0; i < found.size() && !isOneStep; ++i)
        look(found[i]);
    return found;
}

std::vector<size_t> Links::path(
    const std::vector<size_t> &from, const std::vector<size_t> &to) const
{
    constexpr auto None = std::numeric_limits<size_t>::max();
    std::vector<bool> isEnd(m_nodes, false);
    for (const auto node : to)
        isEnd[node] = true;
    std::vector<size_t> before(m_nodes, None); // itself: the way begins here
    std::vector<size_t> reached = from;
    for (const auto node : from)
        before[node] = node;
    for (size_t i = 0; i < reached.size(); ++i) {
        if (isEnd[reached[i]]) {
            std::vector<size_t> path{ reached[i] };
            while (before[path.back()] != path.back())
                path.push_back(before[path.back()]);
            std::ranges::reverse(path);
            return path;
        }
        visit(reached[i], Down, [&](size_t node) {
            if (before[node] != None)
                return;
            before[node] = reached[i];
            reached.push_back(node);
        });
    }
    return {};
}

std::vector<size_t> nodesNamed(const Graph &graph, const QString &name)
{
    std::vector<size_t> exact;
    std::vector<size_t> similar;
    for (size_t i = 0; i < graph.nodes.size(); ++i) {
        const auto &node = graph.nodes[i];
        if (nameOf(node) == name || node.entity.name == name)
            exact.push_back(i);
        else if (nameOf(node).contains(name, Qt::CaseInsensitive))
            similar.push_back(i);
    }
    return exact.empty() ? similar : exact;
}

std::vector<size_t> nodesIn(const Graph &graph, GroupId group)
{
    std::vector<bool> isInside(graph.groups.size(), false);
    for (size_t i = 0; i < graph.groups.size(); ++i) {
        size_t steps = 0; // a damaged chain of parents may be a loop
        for (GroupId at(i); at && at.value < graph.groups.size() && steps++ < graph.groups.size();
             at = graph.groups[at.value].parent)
            isInside[i] = isInside[i] || at == group;
    }
    std::vector<size_t> nodes;
    for (size_t i = 0; i < graph.nodes.size(); ++i) {
        if (const auto at = graph.nodes[i].group; at && isInside[at.value])
            nodes.push_back(i);
    }
    return nodes;
}

} // namespace tosaic::graph
