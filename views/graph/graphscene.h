// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"
#include "core/layout/layout.h"
#include "views/canvas/boxindex.h"
#include "views/canvas/textcache.h"
#include "views/graph/graphstyle.h"

#include <QHash>
#include <QObject>
#include <QSet>

#include <vector>

namespace tosaic::views {

/// A node or a hull of the graph shown, or nothing.
struct GraphTarget
{
    int node = -1;
    int group = -1;
    bool isEmpty() const { return node < 0 && group < 0; }
    bool operator==(const GraphTarget &) const = default;
};

/// A graph with its layout: what stands where, what is marked, and how it is painted, for the
/// window and for files. Owns copies of both. Positions in units of the layout. GUI thread.
class GraphScene : public QObject
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
    const std::vector<std::pair<int, QRectF>> &hulls() const { return m_hulls; }

    GraphTarget targetOf(const model::EntityRef &entity) const { return m_targets.value(entity); }
    model::EntityRef entityOf(const GraphTarget &target) const;
    GraphTarget targetAt(QPointF position) const;
    /// The other end of an edge that is too long to be drawn, if its name stands here.
    GraphTarget stubTargetAt(QPointF position);
    QRectF rectOf(const GraphTarget &target) const;

    void select(const GraphTarget &target);
    const GraphTarget &selected() const { return m_selected; }
    void hover(const GraphTarget &target);
    /// Nodes found by a search; empty list: no search.
    void setMatches(const std::vector<int> &nodes);
    /// The one of them that is shown; -1: none.
    void setBestMatch(int node);
    int bestMatch() const { return m_bestMatch; }
    /// Dims all nodes but these; empty: none.
    void setFilter(std::vector<bool> nodes);
    /// Edges that lead from one node to another, drawn like those of what is selected.
    void setWay(std::vector<int> edges);
    const std::vector<int> &way() const { return m_way; }
    /// Places that the user wants to find again, also in the graphs that are shown next. What
    /// stands for one of them, as a closed group, is marked.
    void setBookmarks(const QSet<model::EntityRef> &places);
    bool isBookmarked(const GraphTarget &target) const
    {
        return target.node >= 0 ? m_bookmarkedNodes.contains(target.node)
                                : m_bookmarkedGroups.contains(target.group);
    }

    /// Colours by a metric; of the graph that is shown.
    void setOverlay(GraphOverlay overlay);
    const GraphOverlay &overlay() const { return m_overlay; }
    /// Whether what flows stands on an edge: of those that carry a value to several places, on one.
    bool carriesLabel(int edge) const { return m_isLabelled[static_cast<size_t>(edge)]; }
    struct Plate
    {
        QRectF box;
        bool isFree = false; ///< it covers no operator and no hull's frame or title
    };
    /// Where it stands then: below the operator that the value comes from, of what crosses a
    /// partition's border in the middle of its edge, or as near to that as it is free. Where
    /// nothing is free it shows only while its edge is chosen.
    const Plate &plateOfEdge(int edge);
    /// Of a node where there is room for nothing else; dimmed ones fade.
    QColor blockColor(int node);

    /// Nodes joined to this one by an edge out (or in), nearest first.
    std::vector<int> neighbours(int node, bool downwards) const;
    /// The nearest node to the left (-1) or right (+1) of this one.
    int sibling(int node, int direction) const;

    /// What of it stands in the area; the painter is in units of the layout, `scale` pixels each.
    /// The less a unit is, the less is drawn: blocks of colour, then names, then all.
    void paint(QPainter &painter, const QRectF &area, double scale);
    /// On top of that: what is under the pointer.
    void paintHovered(QPainter &painter, double scale);

Q_SIGNALS:
    void shown(); ///< another graph; all numbers of nodes, groups and edges are new
    void changed(); ///< another picture
    void hoverChanged();

private:
    /// One end of an edge that is too long to be drawn.
    struct Stub
    {
        int edge;
        bool isStart;
        QString text; ///< what it leads to; empty: bare
        QPointF foot; ///< on the node's border
    };

    /// A hull's name where it is small on the screen; px.
    struct FarTitle
    {
        QString text;
        QSizeF size;
        bool isStanding; ///< read from top to bottom
    };

    void build(const layout::Layout &layout);
    void buildStubs();
    void index();
    void findBookmarks();
    bool isStub(int edge) const { return m_splines[static_cast<size_t>(edge)].points.empty(); }
    QRectF plateOf(const Stub &stub);
    style::NodeState stateOf(int node) const;
    void colourBlocks();
    QPainterPath pathOf(int edge) const;
    std::vector<int> edgesOf(const GraphTarget &target) const;
    void paintHulls(QPainter &painter, const QRectF &area, double scale);
    void paintThreads(QPainter &painter, const QRectF &area, double scale);
    void paintEdges(QPainter &painter, const QRectF &area, double scale);
    void paintEdge(QPainter &painter, int edge, bool isHighlighted, double scale);
    /// Lines, then what they say.
    void paintHighlighted(QPainter &painter, const std::vector<int> &edges, double scale);
    bool showsLabel(int edge, bool isHighlighted, double scale) const;
    /// Whether what stands there hides nothing, and nothing hides it.
    bool isFree(const QRectF &plate);
    void paintPlate(QPainter &painter, const QRectF &plate) const;
    void paintEdgeLabel(QPainter &painter, int edge, const QColor &ink);
    void paintStubs(QPainter &painter, const QRectF &area, double scale);
    std::optional<FarTitle> farTitle(const QString &title, QSizeF room);
    void paintFarTitles(QPainter &painter, const QRectF &area, double scale);
    void paintBlocks(QPainter &painter, const QRectF &area, double scale);
    void paintNode(QPainter &painter, int node, const style::NodeState &state, double scale);

    graph::Graph m_graph;
    ThemeColors m_colors;
    QRectF m_bounds;
    std::vector<graph::Family> m_families; ///< of the nodes
    std::vector<layout::Spline> m_splines;
    std::vector<bool> m_isLabelled; ///< of the edges
    QHash<int, Plate> m_plates; ///< of edges that were asked for
    std::vector<QRectF> m_crossingPlates; ///< of those the ones that cross a partition's border
    BoxIndex m_nodes;
    BoxIndex m_hullBoxes; ///< of m_hulls
    BoxIndex m_edges;
    BoxIndex m_stubBoxes;
    std::vector<Stub> m_stubs;
    std::vector<std::pair<int, QRectF>> m_hulls;
    std::vector<bool> m_isContinued; ///< of m_hulls: not the first piece
    std::vector<size_t> m_firstEdge; ///< of a node, into m_nodeEdges; one more than nodes
    std::vector<int> m_nodeEdges;
    QHash<model::EntityRef, GraphTarget> m_targets;
    GraphTarget m_selected;
    GraphTarget m_hovered;
    std::vector<bool> m_isMatched; ///< empty: no search
    int m_bestMatch = -1;
    std::vector<bool> m_filter; ///< empty: none
    std::vector<int> m_way; ///< edges
    QSet<model::EntityRef> m_bookmarks;
    QSet<int> m_bookmarkedNodes;
    QSet<int> m_bookmarkedGroups;
    GraphOverlay m_overlay;
    bool m_hasMetric = false;
    std::vector<QColor> m_blockColors; ///< all colours of blocks
    std::vector<int> m_blocks; ///< of a node, into m_blockColors; empty: to be found
    TextCache m_texts;
};

} // namespace tosaic::views
