// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/layout/drawingquality.h"

#include "core/base/try.h"
#include "core/layout/helper/graphvizengine.h"
#include "core/layout/layered/layeredlayout.h"

#include <algorithm>
#include <cmath>

namespace tosaic::layout {

namespace {

constexpr int Steps = 8; ///< straight pieces for each curve

struct Piece
{
    QPointF from;
    QPointF to;
    size_t link;
    double top() const { return std::min(from.y(), to.y()); }
    double bottom() const { return std::max(from.y(), to.y()); }
};

std::vector<Piece> piecesOf(const Layout &layout)
{
    std::vector<Piece> pieces;
    for (size_t link = 0; link < layout.splines.size(); ++link) {
        const auto &p = layout.splines[link].points;
        for (size_t i = 0; i + 3 < p.size(); i += 3) {
            auto last = p[i];
            for (int step = 1; step <= Steps; ++step) {
                const auto t = double(step) / Steps;
                const auto s = 1 - t;
                const auto next = p[i] * s * s * s + p[i + 1] * 3 * s * s * t
                    + p[i + 2] * 3 * s * t * t + p[i + 3] * t * t * t;
                pieces.push_back({ last, next, link });
                last = next;
            }
        }
    }
    std::sort(pieces.begin(), pieces.end(),
        [](const Piece &a, const Piece &b) { return a.top() < b.top(); });
    return pieces;
}

double cross(QPointF a, QPointF b)
{
    return a.x() * b.y() - a.y() * b.x();
}

bool cut(const Piece &a, const Piece &b)
{
    const auto along = a.to - a.from;
    const auto other = b.to - b.from;
    return cross(along, b.from - a.from) * cross(along, b.to - a.from) < 0
        && cross(other, a.from - b.from) * cross(other, a.to - b.from) < 0;
}

} // namespace

DrawingQuality qualityOf(const Request &request, const Layout &layout)
{
    DrawingQuality quality;
    for (const auto &spline : layout.splines)
        quality.stubs += spline.points.empty();
    const auto pieces = piecesOf(layout);
    for (size_t i = 0; i < pieces.size(); ++i) {
        const auto d = pieces[i].to - pieces[i].from;
        quality.length += std::hypot(d.x(), d.y());
        const auto &a = request.links[pieces[i].link];
        for (size_t k = i + 1; k < pieces.size() && pieces[k].top() <= pieces[i].bottom(); ++k) {
            const auto &b = request.links[pieces[k].link];
            if (a.from != b.from && a.to != b.to)
                quality.crossings += cut(pieces[i], pieces[k]);
        }
    }
    std::vector<QRectF> boxes;
    for (size_t i = 0; i < request.nodes.size(); ++i) {
        boxes.emplace_back(QPointF(), request.nodes[i].size);
        boxes.back().moveCenter(layout.centres[i]);
    }
    for (size_t i = 0; i < boxes.size(); ++i) {
        const auto inner = boxes[i].adjusted(1, 1, -1, -1);
        for (size_t k = i + 1; k < boxes.size(); ++k)
            quality.overlaps += inner.intersects(boxes[k].adjusted(1, 1, -1, -1));
        for (const auto &piece : pieces) {
            if (piece.top() > inner.bottom())
                break;
            const auto &link = request.links[piece.link];
            if (link.from != static_cast<int>(i) && link.to != static_cast<int>(i))
                quality.throughNodes
                    += inner.contains(piece.to) || inner.contains((piece.from + piece.to) / 2);
        }
        std::vector<bool> isAround(request.clusters.size(), false);
        for (auto c = request.nodes[i].cluster; c >= 0;
             c = request.clusters[static_cast<size_t>(c)].parent)
            isAround[static_cast<size_t>(c)] = true;
        for (size_t c = 0; c < isAround.size(); ++c) {
            const auto &hull = layout.clusterRects[c];
            quality.strays += isAround[c] ? !hull.contains(boxes[i]) : hull.intersects(inner);
        }
    }
    return quality;
}

Result<QualityPair> besideGraphviz(Request request)
{
    static GraphvizEngine graphviz; // one for the program, as in the helper: contexts leak
    const auto first = TRY(layeredLayout(request));
    std::vector<Link> links; // what is not drawn by the one shall not count for the other
    for (size_t i = 0; i < request.links.size(); ++i) {
        if (!first.splines[i].points.empty())
            links.push_back(request.links[i]);
    }
    request.links = std::move(links);
    const auto own = TRY(layeredLayout(request));
    const auto other = TRY(graphviz.layout(request));
    return QualityPair{ qualityOf(request, own), qualityOf(request, other) };
}

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return (values[values.size() / 2] + values[(values.size() - 1) / 2]) / 2;
}

} // namespace tosaic::layout
