// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <QPointF>
#include <QRectF>
#include <QSizeF>

#include <vector>

/// A layered drawing of a graph as plain numbers. Units: device-independent pixels, y downwards,
/// origin at the top left.
namespace tosaic::layout {

struct NodeBox
{
    QSizeF size;
    int cluster = -1; ///< into Request::clusters
};

struct Link
{
    int from = 0;
    int to = 0;
    bool constrainsRank = true; ///< false for edges that run back
};

struct Cluster
{
    int parent = -1;
    QSizeF titleSize; ///< room to keep free at the top for the hull's title bar
};

struct Request
{
    std::vector<NodeBox> nodes;
    std::vector<Link> links;
    std::vector<Cluster> clusters;
    double nodeSpacing = 16;
    double rankSpacing = 28;
};

struct Spline
{
    std::vector<QPointF>
        points; ///< cubic Bezier control points: 1 + 3n; empty if the engine drew none
    bool hasArrow = true;
    QPointF arrowTip;
};

struct Layout
{
    std::vector<QPointF> centres; ///< parallel to Request::nodes
    std::vector<Spline> splines; ///< parallel to Request::links
    std::vector<QRectF> clusterRects; ///< parallel to Request::clusters; null if it has no nodes
    std::vector<std::vector<QRectF>> clusterPieces; ///< parallel to Request::clusters where a hull
                                                    ///< runs over several columns, else empty
    QRectF bounds;
    std::vector<double> cuts; ///< heights at which a drawing that was folded into columns was cut
};

} // namespace tosaic::layout
