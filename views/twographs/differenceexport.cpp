// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/twographs/differenceexport.h"

#include "core/graph/graphtext.h"
#include "views/graph/graphmetrics.h"
#include "views/twographs/differencemarks.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr double FramePadding = 16; ///< px
constexpr double FrameGap = 48; ///< px between both

/// Appends one side in a frame, whose upper left corner goes to `corner`; returns the frame.
QRectF append(GraphDrawing &whole, const QString &title, const GraphDrawing &side, QPointF corner)
{
    const auto firstNode = whole.graph.nodes.size();
    const auto frame = whole.graph.groups.size();
    const graph::Group outer{ .title = title };
    const auto titleSize = GraphMetrics::hullTitleSize(outer);
    auto box = side.layout.bounds.adjusted(
        -FramePadding, -FramePadding - GraphMetrics::HullTitleHeight, FramePadding, FramePadding);
    box.setWidth(std::max(box.width(), titleSize.width()));
    const auto shift = corner - box.topLeft();
    const auto inWhole = [frame](graph::GroupId group) {
        return group ? graph::GroupId(group.value + frame + 1) : graph::GroupId(frame);
    };
    whole.graph.groups.push_back(outer);
    whole.layout.clusterRects.push_back(box.translated(shift));
    whole.layout.clusterPieces.resize(whole.layout.clusterRects.size());
    for (size_t i = 0; i < side.graph.groups.size(); ++i) {
        auto group = side.graph.groups[i];
        group.parent = inWhole(group.parent);
        whole.graph.groups.push_back(std::move(group));
        whole.layout.clusterRects.push_back(side.layout.clusterRects[i].isNull()
                ? QRectF()
                : side.layout.clusterRects[i].translated(shift));
        auto pieces = i < side.layout.clusterPieces.size() ? side.layout.clusterPieces[i]
                                                           : std::vector<QRectF>();
        for (auto &piece : pieces)
            piece.translate(shift);
        whole.layout.clusterPieces.push_back(std::move(pieces));
    }
    for (size_t i = 0; i < side.graph.nodes.size(); ++i) {
        auto node = side.graph.nodes[i];
        node.group = inWhole(node.group);
        if (node.collapsed)
            node.collapsed = inWhole(node.collapsed);
        whole.graph.nodes.push_back(std::move(node));
        whole.layout.centres.push_back(side.layout.centres[i] + shift);
    }
    for (size_t i = 0; i < side.graph.edges.size(); ++i) {
        auto edge = side.graph.edges[i];
        edge.from = graph::NodeId(edge.from.value + firstNode);
        edge.to = graph::NodeId(edge.to.value + firstNode);
        whole.graph.edges.push_back(std::move(edge));
        auto spline = side.layout.splines[i];
        for (auto &point : spline.points)
            point += shift;
        spline.arrowTip += shift;
        whole.layout.splines.push_back(std::move(spline));
    }
    return box.translated(shift);
}

} // namespace

GraphDrawing sideBySide(
    const std::pair<QString, GraphDrawing> &left, const std::pair<QString, GraphDrawing> &right)
{
    GraphDrawing whole{ {}, {}, left.second.overlay, left.second.colors };
    const auto first = append(whole, left.first, left.second, {});
    const auto second
        = append(whole, right.first, right.second, { first.right() + FrameGap, first.top() });
    whole.layout.bounds = first | second;
    // Both say the same with the same colours.
    auto &overlay = whole.overlay;
    const auto &other = right.second.overlay;
    if (!overlay.isShown() && other.isShown())
        overlay = other;
    overlay.nodes.clear();
    overlay.reasons.clear();
    for (const auto *side : { &left.second, &right.second }) {
        auto marks = side->overlay.nodes;
        marks.resize(side->graph.nodes.size());
        overlay.nodes.insert(overlay.nodes.end(), marks.begin(), marks.end());
    }
    overlay.known = left.second.overlay.known + other.known;
    return whole;
}

QJsonObject differenceJson(
    const graph::Graph &before, const graph::Graph &after, const graph::GraphDiff &diff)
{
    const auto merged = graph::mergedGraph(before, after, diff);
    auto json = graph::toJson(merged.graph);
    auto nodes = json.value(u"nodes"_s).toArray();
    for (qsizetype i = 0; i < nodes.size(); ++i) {
        auto node = nodes[i].toObject();
        node.insert(
            u"difference"_s, graph::differenceKey(merged.differences[static_cast<size_t>(i)]));
        nodes[i] = node;
    }
    json.insert(u"nodes"_s, nodes);
    auto pairs = graph::toJson(diff, before, after);
    pairs.insert(u"sentence"_s, differenceSentence(diff));
    json.insert(u"diff"_s, pairs);
    return json;
}

} // namespace tosaic::views
