// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/graphtransform.h"

#include "core/base/units.h"
#include "core/graph/kinds.h"
#include "core/model/boundary.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::graph {

namespace {

std::vector<std::vector<size_t>> edgesBy(const Graph &graph, bool incoming)
{
    std::vector<std::vector<size_t>> lists(graph.nodes.size());
    for (size_t i = 0; i < graph.edges.size(); ++i)
        lists[incoming ? graph.edges[i].to.value : graph.edges[i].from.value].push_back(i);
    return lists;
}

GroupId outermostIn(const Graph &graph, GroupId group, const QSet<GroupId> &groups)
{
    GroupId found;
    // The bound ends a loop in a damaged parent chain.
    for (size_t depth = 0; group && group.value < graph.groups.size() && depth < 64; ++depth) {
        if (groups.contains(group))
            found = group;
        group = graph.groups[group.value].parent;
    }
    return found;
}

/// Nodes to leave out; a group that would lose all its nodes keeps them.
std::vector<bool> quantisationInside(const Graph &graph)
{
    std::vector<bool> hidden(graph.nodes.size(), false);
    QSet<GroupId> kept;
    for (size_t i = 0; i < graph.nodes.size(); ++i) {
        const auto &node = graph.nodes[i];
        // Taking one of several results apart is no work either, wherever it is done.
        hidden[i] = (node.group && model::isQuantisation(node.title)) || node.title == "getitem"_L1;
        if (node.group && !hidden[i])
            kept.insert(node.group);
    }
    for (size_t i = 0; i < graph.nodes.size(); ++i) {
        const auto group = graph.nodes[i].group;
        hidden[i] = hidden[i] && (!group || kept.contains(group));
    }
    return hidden;
}

/// First node along `lists` that is drawn, or none.
NodeId nearestShown(const Graph &graph, size_t start, const std::vector<bool> &hidden,
    const std::vector<std::vector<size_t>> &lists, bool incoming)
{
    std::vector<size_t> queue{ start };
    std::vector<bool> seen(graph.nodes.size(), false);
    for (size_t i = 0; i < queue.size(); ++i) {
        for (const auto e : lists[queue[i]]) {
            const auto next = (incoming ? graph.edges[e].from : graph.edges[e].to).value;
            if (!hidden[next])
                return NodeId(next);
            if (!seen[next])
                queue.push_back(next);
            seen[next] = true;
        }
    }
    return {};
}

/// One edge from a node to another, however many values flow; those that cross a boundary count.
class EdgeSet
{
public:
    explicit EdgeSet(Graph &graph) : m_graph(graph) { }
    void add(Edge edge)
    {
        if (edge.from == edge.to)
            return;
        const auto key = (quint64(edge.from.value) << 32) | edge.to.value;
        const auto known = m_places.constFind(key);
        if (edge.crossing > 0) {
            const bool isCounted = m_crossed.contains({ key, edge.entity });
            m_crossed.insert({ key, edge.entity });
            if (known != m_places.cend() && !isCounted) {
                m_graph.edges[*known].crossing += edge.crossing;
                m_graph.edges[*known].crossingBytes += edge.crossingBytes;
            }
        }
        if (known != m_places.cend())
            return;
        m_places.insert(key, m_graph.edges.size());
        m_graph.edges.push_back(std::move(edge));
    }

private:
    Graph &m_graph;
    QHash<quint64, size_t> m_places; ///< into Graph::edges
    QSet<std::pair<quint64, model::EntityRef>> m_crossed;
};

/// What stands in a group that is closed: how much of what, and how many others are like it.
class Contents
{
public:
    void add(NodeId hull, const Node &node)
    {
        auto &inside = m_insides[hull];
        inside.bytes += node.constantBytes;
        inside.isUnplaced = inside.isUnplaced && node.isUnplaced;
        inside.signature = qHash(node.title, qHash(node.subtitle, inside.signature));
        if (node.placement == Placement::Io || node.placement == Placement::Boundary)
            return;
        if (!node.dtype.isEmpty() && !inside.types.contains(node.dtype))
            inside.types += node.dtype;
        const auto isTitled = familyOfTitle(node.title) == Family::Depthwise;
        ++inside.kinds[node.isDepthwise && !isTitled ? u"depthwise "_s + node.title : node.title];
        ++inside.families[node.isDepthwise ? Family::Depthwise : familyOfTitle(node.title)];
    }

    void describe(Graph &out)
    {
        QHash<std::pair<GroupId, size_t>, int> alike;
        for (auto it = m_insides.cbegin(); it != m_insides.cend(); ++it)
            ++alike[{ out.nodes[it.key().value].group, it->signature }];
        for (auto it = m_insides.cbegin(); it != m_insides.cend(); ++it) {
            auto &node = out.nodes[it.key().value];
            const auto &inside = *it;
            node.isUnplaced = inside.isUnplaced;
            node.constantBytes = inside.bytes;
            node.families = inside.families;
            auto types = inside.types;
            types.sort();
            node.dtype = types.join(u", "_s);
            const auto copies = alike.value({ node.group, inside.signature });
            QStringList lines{ node.subtitle };
            if (copies > 1)
                lines.last() += u" · 1 of %1 alike"_s.arg(copies);
            if (inside.kinds.size() > 1)
                lines += kindsText(inside.kinds);
            if (inside.bytes > 0)
                lines += u"constants %1"_s.arg(formatBytes(inside.bytes));
            node.subtitle = lines.join(u'\n');
        }
    }

private:
    /// Finding one is slow, and titles repeat.
    Family familyOfTitle(const QString &title)
    {
        const auto known = m_families.constFind(title);
        return known != m_families.cend() ? *known : *m_families.insert(title, familyOf(title));
    }
    struct Inside
    {
        std::map<QString, quint64> kinds;
        std::map<Family, quint64> families;
        QStringList types;
        quint64 bytes = 0;
        bool isUnplaced = true;
        size_t signature = 0;
    };
    QHash<NodeId, Inside> m_insides;
    QHash<QString, Family> m_families;
};

} // namespace

QString pathOf(const Graph &graph, GroupId group)
{
    QStringList titles;
    // The bound ends a loop in a damaged parent chain.
    for (size_t depth = 0; group && group.value < graph.groups.size() && depth < 64; ++depth) {
        titles.prepend(graph.groups[group.value].title);
        group = graph.groups[group.value].parent;
    }
    return titles.join(u'\n');
}

QSet<GroupId> allGroups(const Graph &graph)
{
    QSet<GroupId> groups;
    for (const auto &node : graph.nodes) {
        if (node.group)
            groups.insert(node.group);
    }
    return groups;
}

QSet<GroupId> largeGroups(const Graph &graph, size_t limit)
{
    QHash<GroupId, size_t> sizes;
    for (const auto &node : graph.nodes) {
        if (node.group)
            ++sizes[node.group];
    }
    QSet<GroupId> groups;
    for (auto it = sizes.cbegin(); it != sizes.cend(); ++it) {
        if (it.value() > limit)
            groups.insert(it.key());
    }
    return groups;
}

Graph collapseGroups(const Graph &graph, const QSet<GroupId> &groups)
{
    if (groups.isEmpty())
        return graph;
    Graph out;
    out.groups = graph.groups;
    std::vector<NodeId> mapped(graph.nodes.size());
    QHash<GroupId, NodeId> hulls;
    Contents contents;
    for (size_t i = 0; i < graph.nodes.size(); ++i) {
        const auto &node = graph.nodes[i];
        const auto group = outermostIn(graph, node.group, groups);
        if (!group) {
            mapped[i] = NodeId(out.nodes.size());
            out.nodes.push_back(node);
            continue;
        }
        if (!hulls.contains(group)) {
            const auto &hull = graph.groups[group.value];
            hulls.insert(group, NodeId(out.nodes.size()));
            out.nodes.push_back({ .title = hull.title,
                .subtitle = hull.subtitle,
                .placement = hull.placement,
                .group = hull.parent,
                .entity = hull.entity,
                .collapsed = group });
        }
        mapped[i] = hulls.value(group);
        contents.add(mapped[i], node);
        auto &folded = out.nodes[mapped[i].value].folded;
        folded.push_back(node.entity);
        folded.insert(folded.end(), node.folded.begin(), node.folded.end());
    }
    contents.describe(out);
    EdgeSet edges(out);
    for (auto edge : graph.edges) {
        edge.from = mapped[edge.from.value];
        edge.to = mapped[edge.to.value];
        edges.add(std::move(edge));
    }
    return out;
}

void markChanges(Graph &graph, const Changes &changes)
{
    const auto changeOf = [&changes](const model::EntityRef &entity) {
        return entity.kind == model::EntityRef::Kind::Node
            ? changes.value(entity.name, Change::None)
            : Change::None;
    };
    for (auto &node : graph.nodes) {
        node.change = changeOf(node.entity);
        node.changesInside = static_cast<int>(std::count_if(node.folded.begin(), node.folded.end(),
            [&](const model::EntityRef &entity) { return changeOf(entity) != Change::None; }));
    }
}

void markPins(Graph &graph, const QSet<QString> &pinned)
{
    const auto isPinned = [&pinned](const model::EntityRef &entity) {
        return entity.kind == model::EntityRef::Kind::Node && pinned.contains(entity.name);
    };
    for (auto &node : graph.nodes) {
        node.isPinned = isPinned(node.entity);
        node.pinsInside
            = node.collapsed ? static_cast<int>(std::ranges::count_if(node.folded, isPinned)) : 0;
    }
}

Graph foldQuantisation(const Graph &graph)
{
    const auto hidden = quantisationInside(graph);
    const auto incoming = edgesBy(graph, true);
    const auto outgoing = edgesBy(graph, false);
    Graph out;
    out.groups = graph.groups;
    std::vector<NodeId> mapped(graph.nodes.size());
    for (size_t i = 0; i < graph.nodes.size(); ++i) {
        if (hidden[i])
            continue;
        mapped[i] = NodeId(out.nodes.size());
        out.nodes.push_back(graph.nodes[i]);
    }
    for (size_t i = 0; i < graph.nodes.size(); ++i) {
        if (!hidden[i])
            continue;
        // Quantising and taking apart belong to what computed the value, dequantising to what takes
        // it.
        const bool backwards = graph.nodes[i].title.startsWith("quantize_"_L1)
            || graph.nodes[i].title == "getitem"_L1;
        auto owner = nearestShown(graph, i, hidden, backwards ? incoming : outgoing, backwards);
        const auto isInGroup = [&](NodeId found) {
            return found && graph.nodes[found.value].group == graph.nodes[i].group;
        };
        if (!isInGroup(owner)) { // what a partition does is no work of what is outside
            const auto other
                = nearestShown(graph, i, hidden, backwards ? outgoing : incoming, !backwards);
            if (!owner || isInGroup(other))
                owner = other;
        }
        if (!owner)
            continue;
        auto &node = out.nodes[mapped[owner.value].value];
        const auto &hiddenNode = graph.nodes[i];
        node.folded.push_back(hiddenNode.entity);
        node.folded.insert(node.folded.end(), hiddenNode.folded.begin(), hiddenNode.folded.end());
        node.constantBytes += hiddenNode.constantBytes;
    }
    EdgeSet edges(out);
    for (size_t i = 0; i < graph.nodes.size(); ++i) {
        if (hidden[i])
            continue;
        for (const auto first : outgoing[i]) {
            std::vector<size_t> queue{ first }; // edges, each with where its way crosses last
            std::vector<size_t> crossed{ first };
            for (size_t k = 0; k < queue.size() && k < graph.nodes.size(); ++k) {
                const auto to = graph.edges[queue[k]].to.value;
                if (!hidden[to]) {
                    auto edge = graph.edges[first];
                    edge.from = mapped[i];
                    edge.to = mapped[to];
                    edge.crossing = graph.edges[crossed[k]].crossing;
                    edge.crossingBytes = graph.edges[crossed[k]].crossingBytes;
                    edges.add(std::move(edge));
                    continue;
                }
                for (const auto e : outgoing[to]) {
                    queue.push_back(e);
                    crossed.push_back(graph.edges[e].crossing > 0 ? e : crossed[k]);
                }
            }
        }
    }
    return out;
}

} // namespace tosaic::graph
