// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graphanchor.h"

#include "core/graph/graphtransform.h"
#include "views/graph/graphview.h"

#include <algorithm>
#include <limits>

namespace tosaic::views {

namespace {

double topOf(const layout::Request &request, const layout::Layout &layout, size_t node)
{
    return layout.centres[node].y() - request.nodes[node].size.height() / 2;
}

/// What tells the node again when its group is opened or closed.
model::EntityRef markOf(const graph::Node &node)
{
    return node.entity.isEmpty() && !node.folded.empty() ? node.folded.front() : node.entity;
}

double middleOf(std::vector<double> &values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

} // namespace

GraphAnchor::GraphAnchor(const GraphView &view) : m_centre(view.visibleScene().center())
{
    const auto &scene = *view.graphScene();
    const auto seen = view.visibleScene();
    const auto &nodes = scene.graph().nodes;
    for (size_t i = 0; i < nodes.size(); ++i) {
        const auto rect = scene.rectOf({ .node = static_cast<int>(i) });
        if (seen.contains(rect.center()))
            m_kept.push_back({ nodes[i].entity,
                nodes[i].collapsed ? graph::pathOf(scene.graph(), nodes[i].collapsed) : QString(),
                rect });
    }
}

std::optional<QPointF> GraphAnchor::shiftIn(const GraphScene &scene) const
{
    const auto &nodes = scene.graph().nodes;
    QHash<QString, int> closed;
    for (size_t i = 0; i < nodes.size(); ++i) {
        if (nodes[i].collapsed)
            closed.insert(graph::pathOf(scene.graph(), nodes[i].collapsed), static_cast<int>(i));
    }
    std::vector<double> x;
    std::vector<double> y;
    for (const auto &kept : m_kept) {
        const auto node = kept.group.isEmpty() ? scene.targetOf(kept.entity).node
                                               : closed.value(kept.group, -1);
        if (node < 0 || (kept.group.isEmpty() && nodes[static_cast<size_t>(node)].collapsed))
            continue;
        const auto moved = scene.rectOf({ .node = node }).center() - kept.rect.center();
        x.push_back(moved.x());
        y.push_back(moved.y());
    }
    if (!x.empty())
        return QPointF(middleOf(x), middleOf(y));
    // Nothing of it is drawn as it was: what stood nearest the middle counts, be it that its group
    // is open now or that it is in a closed one.
    QHash<QString, int> hulls;
    for (size_t i = 0; i < scene.graph().groups.size(); ++i)
        hulls.insert(graph::pathOf(scene.graph(), graph::GroupId(i)), static_cast<int>(i));
    std::optional<QPointF> shift;
    auto nearest = std::numeric_limits<double>::infinity();
    for (const auto &kept : m_kept) {
        const auto now = kept.group.isEmpty() ? scene.targetOf(kept.entity)
                                              : GraphTarget{ .group = hulls.value(kept.group, -1) };
        const auto rect = now.isEmpty() ? QRectF() : scene.rectOf(now);
        const auto distance = (kept.rect.center() - m_centre).manhattanLength();
        if (rect.isEmpty() || distance >= nearest)
            continue;
        nearest = distance;
        shift = rect.center() - kept.rect.center();
    }
    return shift;
}

std::vector<model::EntityRef> columnStarts(const graph::Graph &graph,
    const layout::Request &request, const layout::Layout &raw, const std::vector<double> &cuts)
{
    std::vector<model::EntityRef> starts;
    for (const auto cut : cuts) {
        size_t first = 0;
        auto best = std::numeric_limits<double>::infinity();
        for (size_t i = 0; i < graph.nodes.size(); ++i) {
            const auto top = topOf(request, raw, i);
            if (top > cut && top < best) {
                best = top;
                first = i;
            }
        }
        starts.push_back(markOf(graph.nodes[first]));
    }
    return starts;
}

std::vector<double> columnCuts(const graph::Graph &graph, const layout::Request &request,
    const layout::Layout &raw, const std::vector<model::EntityRef> &starts)
{
    QHash<model::EntityRef, double> tops;
    for (size_t i = 0; i < graph.nodes.size(); ++i) {
        const auto top = topOf(request, raw, i);
        tops.insert(graph.nodes[i].entity, top);
        for (const auto &entity : graph.nodes[i].folded)
            tops.insert(entity, top);
    }
    std::vector<double> cuts;
    for (const auto &start : starts) {
        if (tops.contains(start))
            cuts.push_back(tops.value(start));
    }
    std::sort(cuts.begin(), cuts.end());
    return cuts;
}

} // namespace tosaic::views
