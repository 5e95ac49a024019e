// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/categoryoverlay.h"

#include "core/base/units.h"
#include "views/graph/graphmarks.h"
#include "views/graph/graphstyle.h"
#include "views/widgets/colormap.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

using graph::Family;
using graph::Node;
using model::EntityRef;

struct CategoryWords
{
    Q_DECLARE_TR_FUNCTIONS(GraphOverlay)
};

bool isOperator(const Node &node)
{
    return !node.isControl && (node.placement != graph::Placement::Io || node.collapsed);
}

/// The family of most of what a node stands for.
Family familyIn(const Node &node)
{
    const auto most = std::ranges::max_element(
        node.families, {}, [](const auto &family) { return family.second; });
    return most == node.families.end() ? graph::familyOf(node) : most->first;
}

bool isPartition(const EntityRef &entity)
{
    return entity.kind == EntityRef::Kind::Partition || entity.kind == EntityRef::Kind::Delegate;
}

/// The partition that a node stands in or is; invalid: none.
graph::GroupId partitionOf(const graph::Graph &graph, const Node &node)
{
    graph::GroupId found;
    // The bound ends a loop in a damaged parent chain.
    auto group = node.collapsed ? node.collapsed : node.group;
    for (int depth = 0; group && depth < 64; ++depth, group = graph.groups[group.value].parent) {
        if (isPartition(graph.groups[group.value].entity))
            found = group;
    }
    return found;
}

/// Gives each category that occurs a place in the legend, in the order of its key.
template <typename Category>
class Categories
{
public:
    Categories(const graph::Graph &graph, GraphMetric metric)
    {
        m_overlay.metric = metric;
        m_overlay.nodes.resize(graph.nodes.size());
        m_overlay.reasons.resize(graph.nodes.size());
        m_overlay.expected = static_cast<size_t>(std::ranges::count_if(graph.nodes, isOperator));
        m_categories.resize(graph.nodes.size());
    }
    GraphOverlay &overlay() { return m_overlay; }
    void put(size_t node, const Category &category, NodeMark mark)
    {
        m_categories[node] = category;
        m_keys.emplace(category, GraphOverlay::Key());
        m_overlay.nodes[node] = std::move(mark);
        ++m_overlay.known;
    }
    /// In the legend, too: it stands inside a node of another category.
    void mention(const Category &category) { m_keys.emplace(category, GraphOverlay::Key()); }
    /// `keyOf`: text and colour of a category, and the how manieth it is.
    template <typename KeyOf>
    GraphOverlay finish(KeyOf keyOf)
    {
        std::map<Category, int> places;
        for (auto &[category, key] : m_keys) {
            const auto place = static_cast<int>(m_overlay.keys.size());
            places.emplace(category, place);
            m_overlay.keys.push_back(keyOf(category, place));
        }
        for (size_t i = 0; i < m_categories.size(); ++i) {
            if (!m_categories[i])
                continue;
            auto &mark = *m_overlay.nodes[i];
            mark.key = places.at(*m_categories[i]);
            mark.color = m_overlay.keys[static_cast<size_t>(mark.key)].color;
        }
        return std::move(m_overlay);
    }

private:
    GraphOverlay m_overlay;
    std::vector<std::optional<Category>> m_categories;
    std::map<Category, GraphOverlay::Key> m_keys;
};

GraphOverlay byKind(const graph::Graph &graph, const ThemeColors &colors)
{
    Categories<Family> categories(graph, GraphMetric::Kind);
    QHash<QString, Family> known; // finding one is slow, and titles repeat
    for (size_t i = 0; i < graph.nodes.size(); ++i) {
        const auto &node = graph.nodes[i];
        if (!isOperator(node))
            continue;
        const bool isPlain = !node.collapsed && !node.isDepthwise;
        if (isPlain && !known.contains(node.title))
            known.insert(node.title, graph::familyOf(node.title));
        const auto family = isPlain ? known.value(node.title) : familyIn(node);
        categories.put(i, family, { .sentence = style::familyWord(family) });
        for (const auto &[inside, count] : node.families)
            categories.mention(inside);
    }
    return categories.finish([&](Family family, int) {
        return GraphOverlay::Key{ style::familyWord(family), style::familyColor(family, colors) };
    });
}

GraphOverlay byPartition(const graph::Graph &graph, const ThemeColors &colors)
{
    Categories<quint32> categories(graph, GraphMetric::Partition);
    for (size_t i = 0; i < graph.nodes.size(); ++i) {
        if (!isOperator(graph.nodes[i]))
            continue;
        const auto group = partitionOf(graph, graph.nodes[i]);
        if (!group) {
            categories.overlay().reasons[i] = CategoryWords::tr("It is in no partition");
            continue;
        }
        const auto &title = graph.groups[group.value].title;
        // The number is enough where the name has one.
        categories.put(i, group.value, { .number = title.section(u' ', -1), .sentence = title });
    }
    return categories.finish([&](quint32 group, int place) {
        return GraphOverlay::Key{ graph.groups[group].title, categoryColor(place, colors) };
    });
}

GraphOverlay byChange(const graph::Graph &graph, const ThemeColors &colors)
{
    using graph::Change;
    Categories<Change> categories(graph, GraphMetric::Change);
    const auto wordOf = [](Change change) {
        return change == Change::None ? CategoryWords::tr("Not moved") : style::changeWord(change);
    };
    for (size_t i = 0; i < graph.nodes.size(); ++i) {
        const auto &node = graph.nodes[i];
        if (!isOperator(node))
            continue;
        if (node.change == Change::None && style::isChanged(node)) {
            categories.overlay().reasons[i]
                = CategoryWords::tr("%n changed inside", nullptr, node.changesInside);
            continue;
        }
        categories.put(i, node.change, { .sentence = wordOf(node.change) });
    }
    return categories.finish([&](Change change, int) {
        const auto color = change == Change::ToNpu ? colors.placement(graph::Placement::Npu)
            : change == Change::ToCpu              ? colors.placement(graph::Placement::Cpu)
            : change == Change::New ? colors.placement(graph::Placement::OtherDelegate)
                                    : colors.mutedText;
        return GraphOverlay::Key{ wordOf(change), color };
    });
}

GraphOverlay byConstants(const graph::Graph &graph)
{
    GraphOverlay overlay{ .metric = GraphMetric::Constants };
    overlay.nodes.resize(graph.nodes.size());
    overlay.reasons.resize(graph.nodes.size());
    overlay.expected = static_cast<size_t>(std::ranges::count_if(graph.nodes, isOperator));
    quint64 most = 0;
    for (const auto &node : graph.nodes)
        most = std::max(most, node.constantBytes);
    for (size_t i = 0; i < graph.nodes.size(); ++i) {
        const auto bytes = graph.nodes[i].constantBytes;
        if (!isOperator(graph.nodes[i]))
            continue;
        const auto text = formatBytes(bytes);
        overlay.nodes[i] = NodeMark{ .position
            = most > 0 ? static_cast<double>(bytes) / static_cast<double>(most) : 0,
            .number = bytes > 0 ? text : QString(),
            .sentence = CategoryWords::tr("%1 of weights and other constants (file)").arg(text) };
        ++overlay.known;
    }
    overlay.lowest = formatBytes(0);
    overlay.highest = formatBytes(most);
    return overlay;
}

GraphOverlay byType(const graph::Graph &graph, const ThemeColors &colors)
{
    Categories<QString> categories(graph, GraphMetric::Quantisation);
    for (size_t i = 0; i < graph.nodes.size(); ++i) {
        const auto &node = graph.nodes[i];
        if (!isOperator(node))
            continue;
        if (node.dtype.isEmpty())
            categories.overlay().reasons[i]
                = CategoryWords::tr("The type of its result is not recorded");
        else if (node.dtype.contains(u','))
            categories.overlay().reasons[i]
                = CategoryWords::tr("Several types: %1").arg(node.dtype);
        else
            categories.put(i, node.dtype, { .number = node.dtype, .sentence = node.dtype });
    }
    return categories.finish([&](const QString &type, int place) {
        return GraphOverlay::Key{ type, categoryColor(place, colors) };
    });
}

} // namespace

bool hasCategory(GraphMetric metric, const graph::Graph &graph)
{
    switch (metric) {
    case GraphMetric::Placement:
        return std::ranges::any_of(
            graph.nodes, [](const Node &node) { return isOperator(node) && !node.isUnplaced; });
    case GraphMetric::Kind:
        return std::ranges::any_of(graph.nodes, isOperator);
    case GraphMetric::Partition:
        return std::ranges::any_of(
            graph.groups, [](const graph::Group &group) { return isPartition(group.entity); });
    case GraphMetric::Constants:
        return std::ranges::any_of(
            graph.nodes, [](const Node &node) { return node.constantBytes > 0; });
    case GraphMetric::Quantisation:
        return std::ranges::any_of(
            graph.nodes, [](const Node &node) { return !node.dtype.isEmpty(); });
    case GraphMetric::Change:
        return std::ranges::any_of(graph.nodes, style::isChanged);
    default:
        return false;
    }
}

GraphOverlay categoryOverlay(
    const graph::Graph &graph, GraphMetric metric, const ThemeColors &colors)
{
    switch (metric) {
    case GraphMetric::Kind:
        return byKind(graph, colors);
    case GraphMetric::Partition:
        return byPartition(graph, colors);
    case GraphMetric::Constants:
        return byConstants(graph);
    case GraphMetric::Quantisation:
        return byType(graph, colors);
    case GraphMetric::Change:
        return byChange(graph, colors);
    default:
        break;
    }
    GraphOverlay overlay;
    overlay.nodes.resize(graph.nodes.size());
    return overlay;
}

} // namespace tosaic::views
