// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graphviewstate.h"

#include "core/documents/keptentity.h"
#include "core/graph/graphtransform.h"
#include "core/graph/repeats.h"
#include "views/graph/graphview.h"

#include <QJsonArray>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr size_t MostSteps = 32; // of a file that anybody may have written
constexpr qsizetype MostGroups = 10'000;
constexpr double MostZoom = 100;

/// Stable: they are in files.
constexpr std::array Levels{ "operators"_L1, "runtime"_L1, "network"_L1, "npu"_L1,
    "delegate-network"_L1 };

QJsonObject toJson(const GraphPlace &place)
{
    QJsonObject json{ { u"level"_s, Levels[static_cast<size_t>(place.level)] },
        { u"method"_s, place.method }, { u"subgraph"_s, place.subgraph } };
    if (!place.owner.isEmpty())
        json.insert("owner"_L1, tosaic::toJson(place.owner));
    return json;
}

std::optional<GraphPlace> placeFrom(const QJsonObject &json)
{
    const auto level = std::ranges::find(Levels, json.value("level"_L1).toString());
    if (level == Levels.end())
        return std::nullopt;
    return GraphPlace{ .level = static_cast<GraphLevel>(level - Levels.begin()),
        .method = json.value("method"_L1).toInt(-1),
        .subgraph = json.value("subgraph"_L1).toInt(),
        .owner = entityFrom(json.value("owner"_L1).toObject()) };
}

QJsonArray toJson(QPointF point)
{
    return { point.x(), point.y() };
}

QPointF pointFrom(const QJsonValue &json)
{
    return { json.toArray().at(0).toDouble(), json.toArray().at(1).toDouble() };
}

QStringList textsFrom(const QJsonValue &json)
{
    QStringList texts;
    for (const auto &text : json.toArray()) {
        if (texts.size() == MostGroups)
            break;
        texts.append(text.toString());
    }
    return texts;
}

} // namespace

void takeGroups(GraphViewState &state, const graph::Graph &graph,
    const QSet<graph::GroupId> &closed, const QSet<graph::GroupId> &unfolded)
{
    for (size_t i = 0; i < graph.groups.size(); ++i) {
        const graph::GroupId group(i);
        const auto path = graph::pathOf(graph, group);
        (closed.contains(group) ? state.closedGroups : state.openGroups) += path;
        if (unfolded.contains(group))
            state.unfoldedGroups += path;
    }
}

QSet<graph::GroupId> unfoldedIn(const GraphViewState &state, const graph::Graph &graph)
{
    QSet<graph::GroupId> unfolded;
    for (const auto group : graph::repeatsOf(graph)) {
        if (state.unfoldedGroups.contains(graph::pathOf(graph, group)))
            unfolded.insert(group);
    }
    return unfolded;
}

void placeGroups(
    const GraphViewState &state, const graph::Graph &graph, QSet<graph::GroupId> &closed)
{
    const QSet<QString> closedPaths(state.closedGroups.begin(), state.closedGroups.end());
    const QSet<QString> openPaths(state.openGroups.begin(), state.openGroups.end());
    for (size_t i = 0; i < graph.groups.size(); ++i) {
        const graph::GroupId group(i);
        const auto path = graph::pathOf(graph, group);
        if (closedPaths.contains(path))
            closed.insert(group);
        else if (openPaths.contains(path))
            closed.remove(group);
    }
}

void takeCamera(GraphViewState &state, const GraphView &view)
{
    if (view.isFitted())
        return;
    state.zoom = view.zoom();
    state.centre = view.visibleScene().center();
    const auto &scene = *view.graphScene();
    const auto &nodes = scene.graph().nodes;
    auto nearest = std::numeric_limits<double>::infinity();
    for (size_t i = 0; i < nodes.size(); ++i) {
        const auto away = state.centre - scene.rectOf({ .node = static_cast<int>(i) }).center();
        if (nodes[i].entity.isEmpty() || away.manhattanLength() >= nearest)
            continue;
        nearest = away.manhattanLength();
        state.anchor = nodes[i].entity;
        state.fromAnchor = away;
    }
}

void placeCamera(GraphView &view, const GraphViewState &state)
{
    if (state.zoom <= 0)
        return;
    const auto &scene = *view.graphScene();
    const auto anchor = state.anchor.isEmpty() ? GraphTarget() : scene.targetOf(state.anchor);
    view.returnTo(
        anchor.isEmpty() ? state.centre : scene.rectOf(anchor).center() + state.fromAnchor,
        state.zoom);
}

QJsonObject toJson(const GraphViewState &state)
{
    if (state.isEmpty())
        return {};
    QJsonArray path;
    for (const auto &place : state.path)
        path.append(toJson(place));
    QJsonObject json{ { u"path"_s, path },
        { u"closed"_s, QJsonArray::fromStringList(state.closedGroups) },
        { u"open"_s, QJsonArray::fromStringList(state.openGroups) },
        { u"unfolded"_s, QJsonArray::fromStringList(state.unfoldedGroups) } };
    if (state.zoom > 0) {
        json.insert("zoom"_L1, state.zoom);
        json.insert("centre"_L1, toJson(state.centre));
        json.insert("anchor"_L1, tosaic::toJson(state.anchor));
        json.insert("fromAnchor"_L1, toJson(state.fromAnchor));
    }
    return json;
}

GraphViewState graphViewStateFrom(const QJsonObject &json)
{
    GraphViewState state;
    for (const auto &step : json.value("path"_L1).toArray()) {
        const auto place = placeFrom(step.toObject());
        if (!place || state.path.size() == MostSteps)
            break;
        state.path.push_back(*place);
    }
    state.closedGroups = textsFrom(json.value("closed"_L1));
    state.openGroups = textsFrom(json.value("open"_L1));
    state.unfoldedGroups = textsFrom(json.value("unfolded"_L1));
    const auto zoom = json.value("zoom"_L1).toDouble();
    state.zoom = std::isfinite(zoom) ? std::clamp(zoom, 0.0, MostZoom) : 0;
    state.centre = pointFrom(json.value("centre"_L1));
    state.anchor = entityFrom(json.value("anchor"_L1).toObject());
    state.fromAnchor = pointFrom(json.value("fromAnchor"_L1));
    return state;
}

} // namespace tosaic::views
