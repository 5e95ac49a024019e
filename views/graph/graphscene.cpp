// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What stands where in a graph; how it is painted is in graphscenepainting.cpp.
#include "views/graph/graphscene.h"

#include "views/graph/graphmetrics.h"

#include <algorithm>
#include <limits>

namespace tosaic::views {

namespace {

constexpr double LabelMargin = 110; ///< px beside an edge that its label may take
constexpr QSizeF StubRoom(160, 30); ///< px beside its foot that a stub with its name may take

} // namespace

GraphScene::GraphScene(const ThemeColors &colors, QObject *parent)
    : QObject(parent), m_colors(colors)
{
}

void GraphScene::show(const graph::Graph &graph, const layout::Layout &layout)
{
    m_hulls.clear();
    m_isContinued.clear();
    m_selected = {};
    m_hovered = {};
    m_isMatched.clear();
    m_bestMatch = -1;
    m_filter.clear();
    m_way.clear();
    m_overlay = {};
    m_hasMetric = false;
    m_blocks.clear();
    m_texts.clear();
    m_graph = graph;
    m_bounds = layout.bounds;
    m_splines = layout.splines;
    build(layout);
    buildStubs();
    index();
    Q_EMIT shown();
    Q_EMIT changed();
}

void GraphScene::build(const layout::Layout &layout)
{
    for (size_t i = 0; i < m_graph.groups.size() && i < layout.clusterRects.size(); ++i) {
        auto pieces
            = i < layout.clusterPieces.size() ? layout.clusterPieces[i] : std::vector<QRectF>();
        if (pieces.empty() && !layout.clusterRects[i].isNull())
            pieces.push_back(layout.clusterRects[i]);
        for (size_t k = 0; k < pieces.size(); ++k) {
            m_hulls.emplace_back(static_cast<int>(i), pieces[k]);
            m_isContinued.push_back(k > 0);
        }
    }
    std::vector<QRectF> hulls;
    hulls.reserve(m_hulls.size());
    for (const auto &[group, rect] : m_hulls)
        hulls.push_back(rect);
    m_hullBoxes.build(std::move(hulls));
    m_plates.clear();
    m_crossingPlates.clear();
    QHash<QString, graph::Family> families; // finding one is slow, and titles repeat
    m_families.clear();
    std::vector<QRectF> nodes(m_graph.nodes.size());
    for (size_t i = 0; i < nodes.size(); ++i) {
        const auto &title = m_graph.nodes[i].title;
        const auto known = families.constFind(title);
        const auto family
            = known != families.cend() ? *known : *families.insert(title, graph::familyOf(title));
        m_families.push_back(m_graph.nodes[i].isDepthwise ? graph::Family::Depthwise : family);
        nodes[i].setSize(GraphMetrics::nodeSize(m_graph.nodes[i]));
        nodes[i].moveCenter(layout.centres[i]);
    }
    m_nodes.build(std::move(nodes));
    std::vector<QRectF> edges(m_graph.edges.size());
    m_firstEdge.assign(m_graph.nodes.size() + 1, 0);
    for (size_t i = 0; i < edges.size(); ++i) {
        const auto label = m_graph.edges[i].label.isEmpty() ? 4.0 : LabelMargin;
        if (!m_splines[i].points.empty())
            edges[i] = pathOf(static_cast<int>(i))
                           .controlPointRect()
                           .united(QRectF(m_splines[i].arrowTip, QSizeF(1, 1)))
                           .adjusted(-label, -10, label, 10);
        ++m_firstEdge[m_graph.edges[i].from.value + 1];
        ++m_firstEdge[m_graph.edges[i].to.value + 1];
    }
    m_edges.build(std::move(edges));
    m_isLabelled.assign(m_graph.edges.size(), false);
    QSet<std::pair<std::pair<quint32, quint32>, QString>> said;
    for (size_t i = 0; i < m_graph.edges.size(); ++i) {
        const auto &edge = m_graph.edges[i];
        // What enters a partition is said there, too.
        const auto into = edge.crossing > 0 ? m_graph.nodes[edge.to.value].group : graph::GroupId();
        const std::pair value(std::pair(edge.from.value, into.value), edge.label);
        if (edge.label.isEmpty() || m_splines[i].points.empty() || said.contains(value))
            continue;
        said.insert(value);
        m_isLabelled[i] = true;
    }
    for (size_t i = 1; i < m_firstEdge.size(); ++i)
        m_firstEdge[i] += m_firstEdge[i - 1];
    auto next = m_firstEdge;
    m_nodeEdges.resize(2 * m_graph.edges.size());
    for (size_t i = 0; i < m_graph.edges.size(); ++i) {
        m_nodeEdges[next[m_graph.edges[i].from.value]++] = static_cast<int>(i);
        m_nodeEdges[next[m_graph.edges[i].to.value]++] = static_cast<int>(i);
    }
}

/// At its end an edge that is not drawn names where it comes from; at its start where it leads to,
/// or to how many places.
void GraphScene::buildStubs()
{
    m_stubs.clear();
    std::vector<int> counts(m_graph.nodes.size(), 0);
    for (size_t i = 0; i < m_graph.edges.size(); ++i)
        counts[m_graph.edges[i].from.value] += isStub(static_cast<int>(i));
    std::vector<QRectF> boxes;
    for (size_t i = 0; i < m_graph.edges.size(); ++i) {
        const auto &edge = m_graph.edges[i];
        if (!isStub(static_cast<int>(i)))
            continue;
        auto &count = counts[edge.from.value];
        const auto from = m_nodes.box(static_cast<int>(edge.from.value));
        const auto to = m_nodes.box(static_cast<int>(edge.to.value));
        const auto start = count == 1 ? tr("to %1").arg(graph::nameOf(m_graph.nodes[edge.to.value]))
            : count > 1               ? tr("to %1 places").arg(count)
                                      : QString();
        count = 0;
        m_stubs.push_back(
            { static_cast<int>(i), true, start, { from.center().x(), from.bottom() } });
        boxes.emplace_back(m_stubs.back().foot, StubRoom);
        m_stubs.push_back({ static_cast<int>(i), false,
            tr("from %1").arg(graph::nameOf(m_graph.nodes[edge.from.value])),
            { to.center().x(), to.top() } });
        boxes.emplace_back(m_stubs.back().foot - QPointF(0, StubRoom.height()), StubRoom);
    }
    m_stubBoxes.build(std::move(boxes));
}

void GraphScene::index()
{
    m_targets.clear();
    const auto put = [this](const model::EntityRef &entity, const GraphTarget &target) {
        if (!entity.isEmpty() && !m_targets.contains(entity))
            m_targets.insert(entity, target);
    };
    for (size_t i = 0; i < m_graph.nodes.size(); ++i)
        put(m_graph.nodes[i].entity, { .node = static_cast<int>(i) });
    for (const auto &[group, rect] : m_hulls)
        put(m_graph.groups[static_cast<size_t>(group)].entity, { .group = group });
    for (size_t i = 0; i < m_graph.nodes.size(); ++i) {
        for (const auto &entity : m_graph.nodes[i].folded)
            put(entity, { .node = static_cast<int>(i) });
    }
    // A value that is no node itself is shown by what computes it.
    for (const auto &edge : m_graph.edges)
        put(edge.entity, { .node = static_cast<int>(edge.from.value) });
    findBookmarks();
}

void GraphScene::findBookmarks()
{
    m_bookmarkedNodes.clear();
    m_bookmarkedGroups.clear();
    for (const auto &place : std::as_const(m_bookmarks)) {
        const auto target = targetOf(place);
        if (target.node >= 0)
            m_bookmarkedNodes.insert(target.node);
        else if (target.group >= 0)
            m_bookmarkedGroups.insert(target.group);
    }
}

void GraphScene::setColors(const ThemeColors &colors)
{
    m_colors = colors;
    m_blocks.clear();
    m_texts.clear(); // the font may be another, too
    Q_EMIT changed();
}

model::EntityRef GraphScene::entityOf(const GraphTarget &target) const
{
    if (target.node >= 0)
        return m_graph.nodes[static_cast<size_t>(target.node)].entity;
    if (target.group >= 0)
        return m_graph.groups[static_cast<size_t>(target.group)].entity;
    return {};
}

GraphTarget GraphScene::targetAt(QPointF position) const
{
    GraphTarget target;
    const QRectF point(position - QPointF(0.5, 0.5), QSizeF(1, 1));
    m_nodes.visit(point, [&](int node) {
        const auto placement = m_graph.nodes[static_cast<size_t>(node)].placement;
        if (style::outline(placement, m_nodes.box(node)).contains(position))
            target.node = node;
    });
    if (target.node >= 0)
        return target;
    for (const auto &[group, rect] : m_hulls) { // the inner ones come last
        if (rect.contains(position))
            target.group = group;
    }
    return target;
}

GraphTarget GraphScene::stubTargetAt(QPointF position)
{
    GraphTarget target;
    const QRectF point(position - QPointF(0.5, 0.5), QSizeF(1, 1));
    m_stubBoxes.visit(point, [&](int at) {
        const auto &stub = m_stubs[static_cast<size_t>(at)];
        const auto &edge = m_graph.edges[static_cast<size_t>(stub.edge)];
        if (plateOf(stub).contains(position))
            target.node = static_cast<int>(stub.isStart ? edge.to.value : edge.from.value);
    });
    return target;
}

QRectF GraphScene::rectOf(const GraphTarget &target) const
{
    if (target.node >= 0)
        return m_nodes.box(target.node);
    QRectF rect;
    for (const auto &[group, piece] : m_hulls) {
        if (group == target.group)
            rect |= piece;
    }
    return rect;
}

void GraphScene::select(const GraphTarget &target)
{
    if (m_selected == target)
        return;
    m_selected = target;
    Q_EMIT changed();
}

void GraphScene::hover(const GraphTarget &target)
{
    if (m_hovered == target)
        return;
    m_hovered = target;
    Q_EMIT hoverChanged();
}

void GraphScene::setMatches(const std::vector<int> &nodes)
{
    m_isMatched.assign(nodes.empty() ? 0 : m_graph.nodes.size(), false);
    for (const auto node : nodes)
        m_isMatched[static_cast<size_t>(node)] = true;
    m_bestMatch = -1;
    m_blocks.clear();
    Q_EMIT changed();
}

void GraphScene::setBestMatch(int node)
{
    if (m_bestMatch == node)
        return;
    m_bestMatch = node;
    Q_EMIT changed();
}

void GraphScene::setFilter(std::vector<bool> nodes)
{
    if (nodes.size() != m_graph.nodes.size())
        nodes.clear();
    if (nodes == m_filter)
        return;
    m_filter = std::move(nodes);
    m_blocks.clear();
    Q_EMIT changed();
}

void GraphScene::setWay(std::vector<int> edges)
{
    if (edges == m_way)
        return;
    m_way = std::move(edges);
    Q_EMIT changed();
}

void GraphScene::setBookmarks(const QSet<model::EntityRef> &places)
{
    if (places == m_bookmarks)
        return;
    m_bookmarks = places;
    findBookmarks();
    Q_EMIT changed();
}

QColor GraphScene::blockColor(int node)
{
    if (m_blocks.size() != m_graph.nodes.size())
        colourBlocks();
    return m_blockColors[static_cast<size_t>(m_blocks[static_cast<size_t>(node)])];
}

void GraphScene::setOverlay(GraphOverlay overlay)
{
    m_overlay = std::move(overlay);
    m_hasMetric = m_overlay.isShown() && m_overlay.nodes.size() == m_graph.nodes.size();
    m_blocks.clear();
    Q_EMIT changed();
}

style::NodeState GraphScene::stateOf(int node) const
{
    const auto at = static_cast<size_t>(node);
    return { .selected = m_selected.node == node,
        .matched = !m_isMatched.empty() && m_isMatched[at],
        .bestMatch = m_bestMatch == node,
        .bookmarked = isBookmarked({ .node = node }),
        .dimmed
        = (!m_isMatched.empty() && !m_isMatched[at]) || (!m_filter.empty() && !m_filter[at]),
        .hasMetric = m_hasMetric,
        .hasKinds
        = m_hasMetric ? m_overlay.metric == GraphMetric::Kind : m_graph.nodes[at].isUnplaced,
        .mark = m_hasMetric ? m_overlay.nodes[at] : std::nullopt,
        .family = m_families[at] };
}

std::vector<int> GraphScene::edgesOf(const GraphTarget &target) const
{
    if (target.node < 0)
        return {};
    const auto node = static_cast<size_t>(target.node);
    return { m_nodeEdges.begin() + static_cast<std::ptrdiff_t>(m_firstEdge[node]),
        m_nodeEdges.begin() + static_cast<std::ptrdiff_t>(m_firstEdge[node + 1]) };
}

std::vector<int> GraphScene::neighbours(int node, bool downwards) const
{
    std::vector<int> found;
    for (const auto at : edgesOf({ .node = node })) {
        const auto &edge = m_graph.edges[static_cast<size_t>(at)];
        const auto here = static_cast<int>(downwards ? edge.from.value : edge.to.value);
        const auto there = static_cast<int>(downwards ? edge.to.value : edge.from.value);
        if (here == node && there != node)
            found.push_back(there);
    }
    const auto x = m_nodes.box(node).center().x();
    std::stable_sort(found.begin(), found.end(), [&](int a, int b) {
        return std::abs(m_nodes.box(a).center().x() - x)
            < std::abs(m_nodes.box(b).center().x() - x);
    });
    return found;
}

int GraphScene::sibling(int node, int direction) const
{
    const auto here = m_nodes.box(node).center();
    int best = -1;
    double bestDistance = std::numeric_limits<double>::infinity();
    for (int i = 0; i < static_cast<int>(m_graph.nodes.size()); ++i) {
        const auto d = m_nodes.box(i).center() - here;
        if (i == node || d.x() * direction <= 1)
            continue;
        // Another rank counts more than distance in this one.
        const auto distance = std::abs(d.x()) + 6 * std::abs(d.y());
        if (distance < bestDistance) {
            bestDistance = distance;
            best = i;
        }
    }
    return best;
}

} // namespace tosaic::views
