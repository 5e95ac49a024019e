// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/sections.h"

#include "core/base/units.h"
#include "core/graph/grouping.h"

#include <QHash>

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace Qt::StringLiterals;

namespace tosaic::graph {

namespace {

constexpr size_t MostSiblings = 40; ///< in one group
constexpr size_t SmallestSection = 8;
constexpr size_t LargestSection = 40;
constexpr size_t ReadableAtOnce = 40; ///< nodes of the first picture of a graph that is not small

/// A node, or a group and what stands in it, as one of the things in its parent.
struct Item
{
    GroupId group; ///< invalid: a node
    NodeId node; ///< the first
    size_t count = 0; ///< nodes
};

class Division
{
public:
    explicit Division(Graph &graph) : m_graph(graph) { }

    void divide()
    {
        const auto known = m_graph.groups.size();
        auto items = itemsOf();
        m_position.assign(m_graph.nodes.size(), -1);
        findOutgoing();
        for (size_t parent = 0; parent < items.size(); ++parent) {
            while (items[parent].size() > MostSiblings)
                items[parent]
                    = sections(items[parent], parent < known ? GroupId(parent) : GroupId());
        }
        if (m_graph.groups.size() > known)
            sortGroups(m_graph);
    }

private:
    void findOutgoing()
    {
        m_outStart.assign(m_graph.nodes.size() + 1, 0);
        for (const auto &edge : m_graph.edges)
            ++m_outStart[edge.from.value + 1];
        std::partial_sum(m_outStart.begin(), m_outStart.end(), m_outStart.begin());
        m_out.resize(m_graph.edges.size());
        auto next = m_outStart;
        for (const auto &edge : m_graph.edges)
            m_out[next[edge.from.value]++] = edge.to;
    }

    /// The items of each group, and behind them those of none.
    std::vector<std::vector<Item>> itemsOf()
    {
        const auto outside = m_graph.groups.size();
        m_inside.resize(outside + 1);
        std::vector<std::vector<Item>> items(outside + 1);
        std::vector<std::pair<size_t, size_t>> placed(outside, { 0, 0 }); // parent, 1 + index
        for (size_t i = 0; i < m_graph.nodes.size(); ++i) {
            const NodeId node(i);
            if (m_graph.nodes[i].placement == Placement::Io)
                continue; // what comes in and goes out stays in sight
            m_inside[outside].push_back(node);
            auto group = m_graph.nodes[i].group;
            items[group ? group.value : outside].push_back({ {}, node, 1 });
            for (; group; group = m_graph.groups[group.value].parent) {
                m_inside[group.value].push_back(node);
                auto &[parent, at] = placed[group.value];
                if (at == 0) {
                    const auto outer = m_graph.groups[group.value].parent;
                    parent = outer ? outer.value : outside;
                    items[parent].push_back({ group, node, 0 });
                    at = items[parent].size();
                }
                ++items[parent][at - 1].count;
            }
        }
        return items;
    }

    /// Values that are passed on at each border between two items. Those that many take all along
    /// the way are no reason to cut elsewhere.
    std::vector<int> passing(const std::vector<Item> &items, GroupId parent)
    {
        QHash<GroupId, int> groups;
        for (size_t i = 0; i < items.size(); ++i) {
            if (items[i].group)
                groups.insert(items[i].group, static_cast<int>(i));
            else
                m_position[items[i].node.value] = static_cast<int>(i);
        }
        const auto &inside = m_inside[parent ? parent.value : m_inside.size() - 1];
        for (const auto node : inside) {
            for (auto group = m_graph.nodes[node.value].group; group && group != parent;
                 group = m_graph.groups[group.value].parent) {
                if (const auto it = groups.constFind(group); it != groups.constEnd())
                    m_position[node.value] = *it;
            }
        }
        std::vector<int> change(items.size() + 1, 0);
        for (const auto node : inside) {
            const auto from = m_position[node.value];
            for (auto i = m_outStart[node.value]; i < m_outStart[node.value + 1]; ++i) {
                const auto to = m_position[m_out[i].value];
                if (to <= from || to - from > static_cast<int>(LargestSection))
                    continue;
                ++change[static_cast<size_t>(from) + 1];
                --change[static_cast<size_t>(to) + 1];
            }
        }
        for (const auto node : inside)
            m_position[node.value] = -1;
        std::partial_sum(change.begin(), change.end(), change.begin());
        return change;
    }

    /// Groups of items, each a group of the parent.
    std::vector<Item> sections(const std::vector<Item> &items, GroupId parent)
    {
        const auto flow = passing(items, parent);
        const auto size = std::clamp(
            static_cast<size_t>(std::sqrt(double(items.size()))), SmallestSection, LargestSection);
        std::vector<Item> found;
        for (size_t from = 0; from < items.size();) {
            auto end = std::min(items.size(), from + size);
            if (items.size() - end < size / 2)
                end = items.size();
            const auto first = from + size / 2;
            const auto last = std::min(items.size() - 1, from + size + size / 2);
            for (auto at = first; end < items.size() && at <= last; ++at) {
                const auto far = [&](size_t place) {
                    return place > from + size ? place - from - size : from + size - place;
                };
                if (flow[at] < flow[end] || (flow[at] == flow[end] && far(at) < far(end)))
                    end = at;
            }
            found.push_back(section(items, from, end, parent));
            from = end;
        }
        return found;
    }

    Item section(const std::vector<Item> &items, size_t from, size_t end, GroupId parent)
    {
        const GroupId id(m_graph.groups.size());
        Item whole{ id, items[from].node, 0 };
        for (auto i = from; i < end; ++i) {
            whole.count += items[i].count;
            if (items[i].group)
                m_graph.groups[items[i].group.value].parent = id;
            else
                m_graph.nodes[items[i].node.value].group = id;
        }
        m_graph.groups.push_back({ .title = titleOf(items, from, end),
            .subtitle = u"%1 operators"_s.arg(formatCount(whole.count)),
            .placement = parent ? m_graph.groups[parent.value].placement : Placement::Unknown,
            .parent = parent });
        return whole;
    }

    /// "stage1.block2 … block9", "operators 17 … 40": from the first to the last that has a name.
    QString titleOf(const std::vector<Item> &items, size_t from, size_t end) const
    {
        QString first;
        QString last;
        for (auto i = from; i < end; ++i) {
            if (!items[i].group)
                continue;
            const auto &title = m_graph.groups[items[i].group.value].title;
            if (first.isEmpty())
                first = title;
            last = title;
        }
        return first.isEmpty() ? rangeTitle(m_graph, items[from].node, items[end - 1].node)
                               : rangeTitle(first, last);
    }

    Graph &m_graph;
    std::vector<std::vector<NodeId>> m_inside; ///< nodes of each group and its groups; last: all
    std::vector<size_t> m_outStart; ///< into m_out, of each node
    std::vector<NodeId> m_out;
    std::vector<int> m_position; ///< of each node among the items at hand; -1: elsewhere
};

} // namespace

void divideLong(Graph &graph)
{
    if (graph.nodes.size() > ReadableNodes)
        Division(graph).divide();
}

std::vector<int> groupDepths(const Graph &graph)
{
    std::vector<int> depths(graph.groups.size(), 0);
    for (const auto &node : graph.nodes) {
        std::vector<GroupId> chain;
        // The bound ends a loop in a damaged parent chain.
        for (auto group = node.group; group && depths[group.value] == 0 && chain.size() < 64;
             group = graph.groups[group.value].parent)
            chain.push_back(group);
        for (auto it = chain.rbegin(); it != chain.rend(); ++it) {
            const auto parent = graph.groups[it->value].parent;
            depths[it->value] = parent ? depths[parent.value] + 1 : 1;
        }
    }
    return depths;
}

QSet<GroupId> groupsBelow(const Graph &graph, int depth)
{
    QSet<GroupId> groups;
    const auto depths = groupDepths(graph);
    for (size_t i = 0; i < depths.size(); ++i) {
        if (depths[i] > depth)
            groups.insert(GroupId(i));
    }
    return groups;
}

int readableDepth(const Graph &graph)
{
    const auto depths = groupDepths(graph);
    const auto deepest = depths.empty() ? 0 : *std::max_element(depths.begin(), depths.end());
    if (graph.nodes.size() <= ReadableNodes)
        return deepest;
    std::vector<size_t> shown(static_cast<size_t>(deepest) + 2, 0); // nodes when open to a depth
    for (const auto &node : graph.nodes)
        ++shown[node.group ? static_cast<size_t>(depths[node.group.value]) : 0];
    std::partial_sum(shown.begin(), shown.end(), shown.begin());
    for (const auto depth : depths) {
        if (depth > 0)
            ++shown[static_cast<size_t>(depth) - 1];
    }
    int readable = 0;
    while (readable < deepest && shown[static_cast<size_t>(readable) + 1] <= ReadableAtOnce)
        ++readable;
    return readable;
}

} // namespace tosaic::graph
