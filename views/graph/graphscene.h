// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"
#include "core/layout/layout.h"
#include "views/graph/graphoverlay.h"
#include "views/widgets/theme.h"

#include <QGraphicsScene>
#include <QHash>

#include <vector>

namespace tosaic::views {

class EdgeItem;
class HullItem;
class NodeItem;

/// A node or a hull of the graph shown, or nothing.
struct GraphTarget
{
    int node = -1;
    int group = -1;
    bool isEmpty() const { return node < 0 && group < 0; }
    bool operator==(const GraphTarget &) const = default;
};

/// A graph with its layout as items. Owns copies of both; knows which entity is which item.
class GraphScene : public QGraphicsScene
{
    Q_OBJECT
public:
    explicit GraphScene(const ThemeColors &colors, QObject *parent = nullptr);

    void show(const graph::Graph &graph, const layout::Layout &layout);
    void setColors(const ThemeColors &colors);

    const graph::Graph &graph() const { return m_graph; }
    const ThemeColors &colors() const { return m_colors; }
    QRectF bounds() const { return m_bounds; }
    /// Hull pieces with their groups, for the minimap.
    const std::vector<std::pair<int, QRectF>> &hulls() const { return m_hullRects; }

    GraphTarget targetOf(const model::EntityRef &entity) const;
    model::EntityRef entityOf(const GraphTarget &target) const;
    GraphTarget targetAt(QPointF position) const;
    /// The other end of an edge that is too long to be drawn, if its name stands here.
    GraphTarget stubTargetAt(QPointF position) const;
    QRectF rectOf(const GraphTarget &target) const;

    void select(const GraphTarget &target);
    const GraphTarget &selected() const { return m_selected; }
    void hover(const GraphTarget &target);
    /// Nodes found by a search; empty list: no search.
    void setMatches(const std::vector<int> &nodes);

    /// Colours by a metric; of the graph that is shown.
    void setOverlay(GraphOverlay overlay);
    const GraphOverlay &overlay() const { return m_overlay; }

    /// Nodes joined to this one by an edge out (or in), nearest first.
    std::vector<int> neighbours(int node, bool downwards) const;
    /// The nearest node to the left (-1) or right (+1) of this one.
    int sibling(int node, int direction) const;

private:
    void build(const layout::Layout &layout);
    void nameStubs(const layout::Layout &layout);
    void index();
    void refresh();

    graph::Graph m_graph;
    ThemeColors m_colors;
    QRectF m_bounds;
    std::vector<NodeItem *> m_nodes;
    std::vector<EdgeItem *> m_edges;
    std::vector<HullItem *> m_hulls;
    std::vector<std::pair<int, QRectF>> m_hullRects;
    QHash<model::EntityRef, GraphTarget> m_targets;
    GraphTarget m_selected;
    GraphTarget m_hovered;
    std::vector<int> m_matches;
    GraphOverlay m_overlay;
};

} // namespace tosaic::views
