// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graphscene.h"

#include "views/graph/graphitems.h"
#include "views/graph/graphmetrics.h"

#include <algorithm>
#include <limits>

namespace tosaic::views {

GraphScene::GraphScene(const ThemeColors &colors, QObject *parent)
    : QGraphicsScene(parent), m_colors(colors)
{
    setBackgroundBrush(colors.window);
}

void GraphScene::show(const graph::Graph &graph, const layout::Layout &layout)
{
    clear();
    m_nodes.clear();
    m_edges.clear();
    m_hulls.clear();
    m_hullRects.clear();
    m_selected = {};
    m_hovered = {};
    m_matches.clear();
    m_overlay = {};
    m_graph = graph;
    m_bounds = layout.bounds;
    build(layout);
    index();
}

void GraphScene::build(const layout::Layout &layout)
{
    for (size_t i = 0; i < m_graph.groups.size() && i < layout.clusterRects.size(); ++i) {
        auto pieces
            = i < layout.clusterPieces.size() ? layout.clusterPieces[i] : std::vector<QRectF>();
        if (pieces.empty() && !layout.clusterRects[i].isNull())
            pieces.push_back(layout.clusterRects[i]);
        for (size_t k = 0; k < pieces.size(); ++k) {
            for (const auto part : { HullItem::Part::Area, HullItem::Part::Title }) {
                m_hulls.push_back(new HullItem(
                    m_graph.groups[i], pieces[k], part, k > 0, m_colors, static_cast<int>(i)));
                addItem(m_hulls.back());
            }
            m_hullRects.emplace_back(static_cast<int>(i), pieces[k]);
        }
    }
    for (size_t i = 0; i < m_graph.nodes.size(); ++i) {
        QRectF rect({}, GraphMetrics::nodeSize(m_graph.nodes[i]));
        rect.moveCenter(layout.centres[i]);
        m_nodes.push_back(new NodeItem(m_graph.nodes[i], rect, m_colors, static_cast<int>(i)));
        addItem(m_nodes.back());
    }
    for (size_t i = 0; i < m_graph.edges.size(); ++i) {
        const auto &edge = m_graph.edges[i];
        m_edges.push_back(new EdgeItem(edge, layout.splines[i], m_nodes[edge.from.value]->rect(),
            m_nodes[edge.to.value]->rect(), m_colors, static_cast<int>(i)));
        addItem(m_edges.back());
    }
    nameStubs(layout);
    setSceneRect(m_bounds.adjusted(-24, -24, 24, 24));
}

/// At its end an edge that is not drawn names where it comes from; at its start where it leads to,
/// or to how many places.
void GraphScene::nameStubs(const layout::Layout &layout)
{
    std::vector<int> counts(m_nodes.size(), 0);
    for (size_t i = 0; i < m_edges.size(); ++i)
        counts[m_graph.edges[i].from.value] += layout.splines[i].points.empty();
    for (size_t i = 0; i < m_edges.size(); ++i) {
        const auto &edge = m_graph.edges[i];
        auto &count = counts[edge.from.value];
        if (!layout.splines[i].points.empty())
            continue;
        const auto start = count == 1 ? tr("to %1").arg(graph::nameOf(m_graph.nodes[edge.to.value]))
            : count > 1               ? tr("to %1 places").arg(count)
                                      : QString();
        m_edges[i]->setStubTexts(
            start, tr("from %1").arg(graph::nameOf(m_graph.nodes[edge.from.value])));
        count = 0;
    }
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
    for (const auto &[group, rect] : m_hullRects)
        put(m_graph.groups[static_cast<size_t>(group)].entity, { .group = group });
    for (size_t i = 0; i < m_graph.nodes.size(); ++i) {
        for (const auto &entity : m_graph.nodes[i].folded)
            put(entity, { .node = static_cast<int>(i) });
    }
    // A value that is no node itself is shown by what computes it.
    for (const auto &edge : m_graph.edges)
        put(edge.entity, { .node = static_cast<int>(edge.from.value) });
}

void GraphScene::setColors(const ThemeColors &colors)
{
    m_colors = colors;
    setBackgroundBrush(colors.window);
    update();
}

GraphTarget GraphScene::targetOf(const model::EntityRef &entity) const
{
    return m_targets.value(entity);
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
    GraphTarget hull;
    for (const auto *item : items(position, Qt::IntersectsItemShape, Qt::DescendingOrder)) {
        if (const auto *node = qgraphicsitem_cast<const NodeItem *>(item))
            return { .node = node->index() };
        if (const auto *part = qgraphicsitem_cast<const HullItem *>(item); part && hull.isEmpty())
            hull.group = part->index();
    }
    return hull;
}

GraphTarget GraphScene::stubTargetAt(QPointF position) const
{
    for (const auto *item : items(position, Qt::IntersectsItemBoundingRect)) {
        const auto *edge = qgraphicsitem_cast<const EdgeItem *>(item);
        const auto end = edge ? edge->leadsTo(position) : EdgeItem::End::None;
        if (end == EdgeItem::End::None)
            continue;
        const auto &ends = m_graph.edges[static_cast<size_t>(edge->index())];
        return { .node
            = static_cast<int>(end == EdgeItem::End::To ? ends.to.value : ends.from.value) };
    }
    return {};
}

QRectF GraphScene::rectOf(const GraphTarget &target) const
{
    if (target.node >= 0)
        return m_nodes[static_cast<size_t>(target.node)]->rect();
    QRectF rect;
    for (const auto &[group, piece] : m_hullRects) {
        if (group == target.group)
            rect |= piece;
    }
    return rect;
}

void GraphScene::select(const GraphTarget &target)
{
    m_selected = target;
    refresh();
}

void GraphScene::hover(const GraphTarget &target)
{
    if (m_hovered == target)
        return;
    m_hovered = target;
    refresh();
}

void GraphScene::setMatches(const std::vector<int> &nodes)
{
    m_matches = nodes;
    refresh();
}

void GraphScene::setOverlay(GraphOverlay overlay)
{
    m_overlay = std::move(overlay);
    refresh();
}

void GraphScene::refresh()
{
    const auto isShown = m_overlay.isShown() && m_overlay.nodes.size() == m_nodes.size();
    std::vector<bool> matched(m_nodes.size(), false);
    for (const auto node : m_matches)
        matched[static_cast<size_t>(node)] = true;
    for (size_t i = 0; i < m_nodes.size(); ++i) {
        const auto index = static_cast<int>(i);
        const style::NodeState state{ .selected = m_selected.node == index,
            .hovered = m_hovered.node == index,
            .matched = matched[i],
            .dimmed = !m_matches.empty() && !matched[i],
            .hasMetric = isShown,
            .mark = isShown ? m_overlay.nodes[i] : std::nullopt };
        const auto &old = m_nodes[i]->state();
        if (state.selected != old.selected || state.hovered != old.hovered
            || state.matched != old.matched || state.dimmed != old.dimmed
            || state.hasMetric != old.hasMetric || state.mark != old.mark)
            m_nodes[i]->setState(state);
    }
    for (auto *hull : m_hulls)
        hull->setState({ .selected = m_selected.group == hull->index(),
            .hovered = m_hovered.group == hull->index() });
    for (size_t i = 0; i < m_edges.size(); ++i) {
        const auto from = static_cast<int>(m_graph.edges[i].from.value);
        const auto to = static_cast<int>(m_graph.edges[i].to.value);
        const auto touches = [&](int node) { return node >= 0 && (node == from || node == to); };
        m_edges[i]->setHighlighted(touches(m_selected.node) || touches(m_hovered.node));
    }
}

std::vector<int> GraphScene::neighbours(int node, bool downwards) const
{
    std::vector<int> found;
    for (const auto &edge : m_graph.edges) {
        const auto here = static_cast<int>(downwards ? edge.from.value : edge.to.value);
        const auto there = static_cast<int>(downwards ? edge.to.value : edge.from.value);
        if (here == node && there != node)
            found.push_back(there);
    }
    const auto x = rectOf({ .node = node }).center().x();
    std::stable_sort(found.begin(), found.end(), [&](int a, int b) {
        return std::abs(rectOf({ .node = a }).center().x() - x)
            < std::abs(rectOf({ .node = b }).center().x() - x);
    });
    return found;
}

int GraphScene::sibling(int node, int direction) const
{
    const auto here = rectOf({ .node = node });
    int best = -1;
    double bestDistance = std::numeric_limits<double>::infinity();
    for (size_t i = 0; i < m_nodes.size(); ++i) {
        const auto d = m_nodes[i]->rect().center() - here.center();
        if (static_cast<int>(i) == node || d.x() * direction <= 1)
            continue;
        // Another rank counts more than distance in this one.
        const auto distance = std::abs(d.x()) + 6 * std::abs(d.y());
        if (distance < bestDistance) {
            bestDistance = distance;
            best = static_cast<int>(i);
        }
    }
    return best;
}

} // namespace tosaic::views
