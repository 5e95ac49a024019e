// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"
#include "profiler/session/profiledocument.h"
#include "views/graph/graphmetric.h"

#include <QColor>
#include <QString>

#include <optional>
#include <vector>

namespace tosaic::views {

/// What a node is painted with in place of its placement's colour.
struct NodeMark
{
    double position = 0; ///< in the colour map: 0 to 1, of Deviation -1 to 1
    bool isDiverging = false;
    QString number; ///< the second cue: "12,345", "8.1 %", "+12 %"
    QString sentence; ///< the whole of it, for the hover card
    bool isElsewhere = false; ///< fused or folded: the colour is that of the node with its cycles
    QColor color; ///< in place of the colour map's; invalid: that
    int key = -1; ///< into GraphOverlay::keys, of a category; -1: none
    bool operator==(const NodeMark &) const = default;
};

/// The metric of each node of a graph. Empty nodes: the graph shows placements.
struct GraphOverlay
{
    GraphMetric metric = GraphMetric::Placement;
    std::vector<std::optional<NodeMark>> nodes; ///< absent: not known
    std::vector<QString>
        reasons; ///< of each node why it is not known; empty where nothing is missing
    QString lowest; ///< number at the start of the colour map
    QString highest; ///< at its end
    std::optional<Origin> origin; ///< of cycles and shares
    size_t known = 0; ///< nodes that have a value
    std::optional<size_t> expected = {}; ///< that should have one; absent: all
    QString title; ///< in place of the metric's name; empty: that
    struct Key
    {
        QString text;
        QColor color;
    };
    std::vector<Key> keys; ///< what NodeMark::color means, in place of the colour map

    bool isShown() const { return metric != GraphMetric::Placement && known > 0; }
};

/// Whether a profile has the metric for any operation; placements need none.
bool hasMetric(GraphMetric metric, const profile::OperationTable *table);

/// Computes a metric of operations for what the nodes stand for; `table` may be that of a range.
/// Placement and what is none of operations gives an overlay that is not shown.
GraphOverlay overlayOf(const graph::Graph &graph, const ProfileSubject &subject,
    const profile::OperationTable &table, GraphMetric metric);

/// An operation of each command stream of which the profile has the metric, in the order of
/// execution: where the colours are if a graph has none.
std::vector<model::EntityRef> streamsWith(
    GraphMetric metric, const ProfileSubject &subject, const profile::OperationTable &table);

/// Whether a compile left what leads from an operation back to the model: what it made of each
/// node, or debug information as JSON.
bool hasDebugInformation(const ProfileSubject &subject);

} // namespace tosaic::views
