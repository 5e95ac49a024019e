// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"
#include "views/graph/graphplace.h"

#include <QJsonObject>
#include <QPointF>
#include <QSet>
#include <QStringList>

namespace tosaic::views {

class GraphView;

/// Where somebody was in the graph of a model, to be found again: another model was shown
/// meanwhile, or the workspace was closed.
struct GraphViewState
{
    std::vector<GraphPlace> path; ///< outermost first; empty: nobody looked at it
    QStringList closedGroups; ///< graph::pathOf()
    QStringList openGroups;
    QStringList unfoldedGroups; ///< whose blocks, which are alike, are drawn one by one
    double zoom = 0; ///< px of a unit of the layout; 0: all of it in the window
    QPointF centre; ///< of the window, in units of the layout
    model::EntityRef anchor; ///< what stands next to the centre: columns may be others then
    QPointF fromAnchor; ///< from its middle to the centre

    bool isEmpty() const { return path.empty(); }
};

void takeGroups(GraphViewState &state, const graph::Graph &graph,
    const QSet<graph::GroupId> &closed, const QSet<graph::GroupId> &unfolded);
/// Those of another graph of the model; what the state does not name stays as it is.
void placeGroups(
    const GraphViewState &state, const graph::Graph &graph, QSet<graph::GroupId> &closed);
QSet<graph::GroupId> unfoldedIn(const GraphViewState &state, const graph::Graph &graph);
void takeCamera(GraphViewState &state, const GraphView &view);
/// Nothing where all of it was in the window.
void placeCamera(GraphView &view, const GraphViewState &state);

QJsonObject toJson(const GraphViewState &state);
/// What cannot be read is left out.
GraphViewState graphViewStateFrom(const QJsonObject &json);

} // namespace tosaic::views
