// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/layout.h"
#include "views/graph/graphscene.h"

#include <optional>

namespace tosaic::views {

class GraphView;

/// Where what is in sight stands, so that it still stands there after the graph was laid out
/// again: a group was opened, a filter changed.
class GraphAnchor
{
public:
    explicit GraphAnchor(const GraphView &view);
    /// Nothing was in sight.
    bool isEmpty() const { return m_kept.empty(); }
    /// How far most of it has moved; absent if nothing of it is left.
    std::optional<QPointF> shiftIn(const GraphScene &scene) const;

private:
    struct Kept
    {
        model::EntityRef entity;
        QString group; ///< graph::pathOf() a closed group; empty: an operator
        QRectF rect;
    };
    QPointF m_centre; ///< of the view
    std::vector<Kept> m_kept;
};

/// What each column after the first begins with, for the same columns in the next layout.
std::vector<model::EntityRef> columnStarts(const graph::Graph &graph,
    const layout::Request &request, const layout::Layout &raw, const std::vector<double> &cuts);
/// The heights above those things in another layout; of those that are still there.
std::vector<double> columnCuts(const graph::Graph &graph, const layout::Request &request,
    const layout::Layout &raw, const std::vector<model::EntityRef> &starts);

} // namespace tosaic::views
