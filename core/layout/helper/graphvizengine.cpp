// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/helper/graphvizengine.h"

#include "core/layout/helper/ranks.h"

#include <QByteArray>

#include <graphviz/cgraph.h>
#include <graphviz/gvc.h>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::layout {

namespace {

constexpr double PointsPerInch = 72; ///< Graphviz takes sizes in inches and answers in points
constexpr double ClusterPadding = 12; ///< px between a hull and what stands in it
constexpr size_t SplineLimit = 1500; ///< links; above, straight pieces are enough and cheaper
constexpr size_t LongEdgeCheck = 300; ///< nodes; below, long edges cost nothing
constexpr int LongestEdge = 60; ///< ranks; longer ones are drawn as stubs

void set(void *object, const char *name, const QByteArray &value)
{
    // Graphviz 2.42 declares its parameters without const but only reads them.
    agsafeset(object, const_cast<char *>(name), const_cast<char *>(value.constData()),
        const_cast<char *>(""));
}

QByteArray inches(double pixels)
{
    return QByteArray::number(pixels / PointsPerInch, 'g', 17);
}

} // namespace

struct GraphvizEngine::Context
{
    GVC_t *gvc = gvContext();
    ~Context() { gvFreeContext(gvc); }
};

/// One graph on its way through Graphviz.
class GraphvizEngine::Drawing
{
public:
    Drawing(GVC_t *gvc, const Request &request)
        : m_gvc(gvc), m_request(request),
          m_graph(agopen(const_cast<char *>("g"), Agdirected, nullptr))
    {
    }
    ~Drawing()
    {
        if (m_laidOut)
            gvFreeLayout(m_gvc, m_graph);
        agclose(m_graph);
    }
    Drawing(const Drawing &) = delete;
    Drawing &operator=(const Drawing &) = delete;

    void build()
    {
        set(m_graph, "nodesep", inches(m_request.nodeSpacing));
        set(m_graph, "ranksep", inches(m_request.rankSpacing));
        set(m_graph, "splines", m_request.links.size() > SplineLimit ? "polyline" : "spline");
        addClusters();
        addNodes();
        addLinks();
    }

    bool run()
    {
        m_laidOut = gvLayout(m_gvc, m_graph, "dot") == 0;
        return m_laidOut;
    }

    Layout read() const
    {
        const auto box = GD_bb(m_graph);
        m_height = box.UR.y;
        Layout layout;
        layout.bounds = QRectF(box.LL.x, 0, box.UR.x - box.LL.x, box.UR.y - box.LL.y);
        for (auto *node : m_nodes)
            layout.centres.push_back(point(ND_coord(node)));
        for (auto *edge : m_edges)
            layout.splines.push_back(edge ? spline(edge) : Spline());
        for (size_t i = 0; i < m_clusters.size(); ++i) {
            layout.clusterRects.push_back(hull(i));
            layout.bounds |= layout.clusterRects.back();
        }
        for (size_t i = 0; i < m_nodes.size(); ++i) {
            QRectF node({}, m_request.nodes[i].size);
            node.moveCenter(layout.centres[i]);
            layout.bounds |= node;
        }
        return layout;
    }

private:
    double titleHeight(size_t cluster) const
    {
        return m_request.clusters[cluster].titleSize.height();
    }

    /// Graphviz keeps this much free on all sides of a cluster; hull() takes back what only the top
    /// needs.
    double margin(size_t cluster) const { return ClusterPadding + titleHeight(cluster); }

    void addClusters()
    {
        std::vector<bool> used(m_request.clusters.size(), false);
        for (const auto &node : m_request.nodes) {
            for (int c = node.cluster; c >= 0;
                 c = m_request.clusters[static_cast<size_t>(c)].parent)
                used[static_cast<size_t>(c)] = true;
        }
        for (size_t i = 0; i < m_request.clusters.size(); ++i) {
            if (!used[i]) {
                m_clusters.push_back(nullptr);
                continue;
            }
            const auto parent = m_request.clusters[i].parent;
            auto *owner = parent < 0 ? m_graph : m_clusters[static_cast<size_t>(parent)];
            auto name = "cluster_" + QByteArray::number(static_cast<qulonglong>(i));
            auto *cluster = agsubg(owner, name.data(), 1);
            set(cluster, "margin", QByteArray::number(margin(i), 'g', 17));
            set(cluster, "label", "");
            m_clusters.push_back(cluster);
        }
    }

    /// The widest node of each cluster makes room for the hull's title.
    std::vector<double> layoutWidths() const
    {
        std::vector<double> widths;
        std::vector<int> widest(m_request.clusters.size(), -1);
        for (size_t i = 0; i < m_request.nodes.size(); ++i) {
            widths.push_back(m_request.nodes[i].size.width());
            if (const auto c = m_request.nodes[i].cluster; c >= 0) {
                auto &best = widest[static_cast<size_t>(c)];
                if (best < 0 || widths[static_cast<size_t>(best)] < widths[i])
                    best = static_cast<int>(i);
            }
        }
        for (size_t c = 0; c < widest.size(); ++c) {
            if (widest[c] >= 0) {
                auto &width = widths[static_cast<size_t>(widest[c])];
                width
                    = std::max(width, m_request.clusters[c].titleSize.width() - 2 * ClusterPadding);
            }
        }
        return widths;
    }

    void addNodes()
    {
        const auto widths = layoutWidths();
        for (size_t i = 0; i < m_request.nodes.size(); ++i) {
            const auto &box = m_request.nodes[i];
            auto name = QByteArray::number(static_cast<qulonglong>(i));
            auto *owner = box.cluster < 0 ? m_graph : m_clusters[static_cast<size_t>(box.cluster)];
            auto *node = agnode(owner, name.data(), 1);
            set(node, "shape", "box");
            set(node, "fixedsize", "true");
            set(node, "label", "");
            set(node, "width", inches(widths[i]));
            set(node, "height", inches(box.size.height()));
            m_nodes.push_back(node);
        }
    }

    void addLinks()
    {
        const auto isLong = m_nodes.size() > LongEdgeCheck
            ? longLinks(m_request, LongestEdge)
            : std::vector<bool>(m_request.links.size(), false);
        for (size_t i = 0; i < m_request.links.size(); ++i) {
            const auto &link = m_request.links[i];
            if (isLong[i]) {
                m_edges.push_back(nullptr);
                continue;
            }
            auto *edge = agedge(m_graph, m_nodes[static_cast<size_t>(link.from)],
                m_nodes[static_cast<size_t>(link.to)], nullptr, 1);
            set(edge, "arrowsize", "0.6");
            if (!link.constrainsRank)
                set(edge, "constraint", "false");
            m_edges.push_back(edge);
        }
    }

    QPointF point(pointf p) const { return { p.x, m_height - p.y }; }

    Spline spline(Agedge_t *edge) const
    {
        Spline out;
        const auto *route = ED_spl(edge);
        if (!route || route->size < 1)
            return out;
        const auto &piece = route->list[0];
        for (int i = 0; i < piece.size; ++i)
            out.points.push_back(point(piece.list[i]));
        out.hasArrow = piece.eflag != 0;
        out.arrowTip = piece.eflag ? point(piece.ep) : out.points.back();
        if (out.points.size() % 3 != 1)
            out.points.clear();
        return out;
    }

    QRectF hull(size_t index) const
    {
        auto *cluster = m_clusters[index];
        if (!cluster)
            return {};
        const auto box = GD_bb(cluster);
        const QRectF whole(point({ box.LL.x, box.UR.y }), point({ box.UR.x, box.LL.y }));
        const auto spare = titleHeight(index);
        return whole.adjusted(spare, 0, -spare, -spare);
    }

    GVC_t *m_gvc;
    const Request &m_request;
    Agraph_t *m_graph;
    bool m_laidOut = false;
    mutable double m_height = 0;
    std::vector<Agraph_t *> m_clusters;
    std::vector<Agnode_t *> m_nodes;
    std::vector<Agedge_t *> m_edges;
};

GraphvizEngine::GraphvizEngine() : m_context(std::make_unique<Context>()) { }

GraphvizEngine::~GraphvizEngine() = default;

Result<Layout> GraphvizEngine::layout(const Request &request)
{
    Drawing drawing(m_context->gvc, request);
    drawing.build();
    if (!drawing.run())
        return fail(ErrorCode::ToolFailed, u"Graphviz could not lay out the graph"_s);
    return drawing.read();
}

} // namespace tosaic::layout
