// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/columns.h"

#include "core/layout/splines.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <numeric>

namespace tosaic::layout {

namespace {

constexpr double Gutter = 56; ///< px between columns
constexpr double Lane = 7; ///< px between edges that share a gutter
constexpr double Padding = 12; ///< px between a hull piece and its nodes
constexpr double Approach = 16; ///< px above and below a column where cut edges turn
constexpr double ContinuedTitle = 190; ///< px for the title of a hull's later pieces
constexpr double GoodScale = 0.8; ///< a drawing that fits at this scale is left alone
constexpr int MostColumns = 96;
constexpr double WorthColumns = 1.15; ///< so much larger the drawing has to become
constexpr double WorthAnotherColumn = 1.06;

double bottom(const Request &request, const Layout &layout, size_t node)
{
    return layout.centres[node].y() + request.nodes[node].size.height() / 2;
}
double top(const Request &request, const Layout &layout, size_t node)
{
    return layout.centres[node].y() - request.nodes[node].size.height() / 2;
}

/// A horizontal line between two ranks, and how many edges it would cut.
struct Cut
{
    double y = 0;
    int crossings = 0;
};

std::vector<Cut> possibleCuts(const Request &request, const Layout &layout)
{
    std::vector<std::pair<double, double>> spans;
    for (size_t i = 0; i < request.nodes.size(); ++i)
        spans.emplace_back(top(request, layout, i), bottom(request, layout, i));
    std::sort(spans.begin(), spans.end());
    std::vector<Cut> cuts;
    double reach = -std::numeric_limits<double>::infinity();
    for (const auto &[from, to] : spans) {
        if (from > reach + 4 && std::isfinite(reach))
            cuts.push_back({ .y = (from + reach) / 2 });
        reach = std::max(reach, to);
    }
    for (const auto &link : request.links) {
        const auto a = layout.centres[static_cast<size_t>(link.from)].y();
        const auto b = layout.centres[static_cast<size_t>(link.to)].y();
        const auto first = std::lower_bound(cuts.begin(), cuts.end(), std::min(a, b),
            [](const Cut &cut, double y) { return cut.y < y; });
        for (auto it = first; it != cuts.end() && it->y < std::max(a, b); ++it)
            ++it->crossings;
    }
    return cuts;
}

/// The best places for `columns` - 1 cuts: near equal heights, few crossings.
std::vector<double> chooseCuts(const std::vector<Cut> &cuts, const QRectF &bounds, int columns)
{
    std::vector<double> chosen;
    const auto height = bounds.height() / columns;
    for (int i = 1; i < columns; ++i) {
        const auto ideal = bounds.top() + height * i;
        const Cut *best = nullptr;
        double bestCost = std::numeric_limits<double>::infinity();
        for (const auto &cut : cuts) {
            if (!chosen.empty() && cut.y < chosen.back() + height * 0.4)
                continue;
            // The longest column decides how large all is shown: far off costs more than crossings.
            const auto off = std::abs(cut.y - ideal) / height;
            const auto cost = off * (6 + 40 * off) + cut.crossings;
            if (std::abs(cut.y - ideal) < height * 0.35 && cost < bestCost) {
                bestCost = cost;
                best = &cut;
            }
        }
        if (best)
            chosen.push_back(best->y);
    }
    return chosen;
}

/// What hangs together by links or stands in one hull: the first node of it, for each node.
class Parts
{
public:
    explicit Parts(const Request &request) : m_first(request.nodes.size() + request.clusters.size())
    {
        std::iota(m_first.begin(), m_first.end(), size_t(0));
        const auto hull = [&](int cluster) { return request.nodes.size() + size_t(cluster); };
        for (const auto &link : request.links)
            join(static_cast<size_t>(link.from), static_cast<size_t>(link.to));
        for (size_t i = 0; i < request.nodes.size(); ++i) {
            if (request.nodes[i].cluster >= 0)
                join(i, hull(request.nodes[i].cluster));
        }
        for (size_t k = 0; k < request.clusters.size(); ++k) {
            if (request.clusters[k].parent >= 0)
                join(hull(static_cast<int>(k)), hull(request.clusters[k].parent));
        }
    }
    size_t of(size_t node)
    {
        while (m_first[node] != node)
            node = m_first[node] = m_first[m_first[node]];
        return node;
    }

private:
    void join(size_t a, size_t b)
    {
        a = of(a);
        b = of(b);
        m_first[std::max(a, b)] = std::min(a, b);
    }
    std::vector<size_t> m_first;
};

class Folder
{
public:
    Folder(const Request &request, const Layout &layout, std::vector<double> cuts)
        : m_request(request), m_in(layout), m_cuts(std::move(cuts)), m_columns(m_cuts.size() + 1)
    {
        findLoose();
    }

    Layout fold()
    {
        assign();
        place();
        routeAll();
        cutHulls();
        m_out.cuts = std::move(m_cuts);
        return std::move(m_out);
    }

private:
    size_t columnAt(double y) const
    {
        return static_cast<size_t>(
            std::upper_bound(m_cuts.begin(), m_cuts.end(), y) - m_cuts.begin());
    }

    /// Small parts that nothing joins to the rest would stand between its columns: they get the
    /// last column for themselves.
    void findLoose()
    {
        Parts parts(m_request);
        std::map<size_t, std::pair<double, double>> extents;
        for (size_t i = 0; i < m_request.nodes.size(); ++i) {
            const auto [at, isNew] = extents.try_emplace(
                parts.of(i), top(m_request, m_in, i), bottom(m_request, m_in, i));
            at->second.first = std::min(at->second.first, top(m_request, m_in, i));
            at->second.second = std::max(at->second.second, bottom(m_request, m_in, i));
        }
        m_isLoose.assign(m_request.nodes.size(), false);
        const auto column = m_in.bounds.height() / static_cast<double>(m_columns);
        double tallest = 0;
        for (const auto &[part, extent] : extents)
            tallest = std::max(tallest, extent.second - extent.first);
        bool hasLoose = false;
        for (size_t i = 0; i < m_isLoose.size(); ++i) {
            const auto &[from, to] = extents.at(parts.of(i));
            m_isLoose[i] = to - from <= column && to - from < tallest;
            hasLoose = hasLoose || m_isLoose[i];
        }
        m_columns += hasLoose ? 1 : 0;
    }

    void assign()
    {
        m_extent.assign(m_columns, QRectF());
        m_lanes.assign(m_columns, 0);
        for (size_t i = 0; i < m_request.nodes.size(); ++i) {
            m_column.push_back(m_isLoose[i] ? m_columns - 1 : columnAt(m_in.centres[i].y()));
            QRectF box({}, m_request.nodes[i].size);
            box.moveCenter(m_in.centres[i]);
            m_extent[m_column.back()] |= box.adjusted(-2 * Padding, 0, 2 * Padding, 0);
        }
        for (size_t i = 0; i < m_request.links.size(); ++i) {
            const auto [from, to] = ends(i);
            const auto &points = m_in.splines[i].points;
            if (m_column[from] == m_column[to]) {
                widen(m_column[from], points);
            } else if (!points.empty()) {
                ++m_lanes[std::max(m_column[from], m_column[to])];
                const auto [out, in] = partsOf(i);
                widen(m_column[from], out);
                widen(m_column[to], in);
            }
        }
        orderClusters();
        for (const auto &pieces : allPieces(m_in.centres)) {
            for (size_t c = 0; c < m_columns; ++c)
                m_extent[c] |= pieces[c];
        }
    }

    void orderClusters()
    {
        const auto &clusters = m_request.clusters;
        std::vector<size_t> depths(clusters.size(), 1);
        for (size_t k = 0; k < clusters.size(); ++k) {
            m_innermostFirst.push_back(k);
            m_title = std::max(m_title, clusters[k].titleSize.height());
            for (auto c = clusters[k].parent; c >= 0; c = clusters[static_cast<size_t>(c)].parent)
                ++depths[k];
        }
        std::ranges::stable_sort(
            m_innermostFirst, std::greater(), [&depths](size_t k) { return depths[k]; });
    }

    /// What each hull takes in each column, null where it has no node. A hull stands around those
    /// within it, so that no title covers another.
    std::vector<std::vector<QRectF>> allPieces(const std::vector<QPointF> &centres) const
    {
        std::vector<std::vector<QRectF>> all(
            m_request.clusters.size(), std::vector<QRectF>(m_columns));
        for (size_t i = 0; i < m_request.nodes.size(); ++i) {
            QRectF box({}, m_request.nodes[i].size);
            box.moveCenter(centres[i]);
            if (const auto cluster = m_request.nodes[i].cluster; cluster >= 0)
                all[static_cast<size_t>(cluster)][m_column[i]] |= box;
        }
        for (const auto k : m_innermostFirst) {
            const auto &cluster = m_request.clusters[k];
            bool isFirst = true;
            for (size_t c = 0; c < m_columns; ++c) {
                auto &piece = all[k][c];
                if (piece.isNull())
                    continue;
                piece.adjust(-Padding, -Padding - m_title, Padding, Padding);
                const auto title = cluster.titleSize.width();
                const auto missing
                    = (isFirst ? title : std::min(title, ContinuedTitle)) - piece.width();
                if (missing > 0)
                    piece.adjust(-missing / 2, 0, missing / 2, 0);
                isFirst = false;
                if (cluster.parent >= 0)
                    all[static_cast<size_t>(cluster.parent)][c] |= piece;
            }
        }
        return all;
    }

    /// The column is at least as wide as this line.
    void widen(size_t column, const std::vector<QPointF> &points)
    {
        auto &extent = m_extent[column];
        for (const auto &p : points) {
            extent.setLeft(std::min(extent.left(), p.x() - Lane));
            extent.setRight(std::max(extent.right(), p.x() + Lane));
        }
    }

    /// A cut edge up to the first cut and after the last one, where it was drawn.
    std::pair<std::vector<QPointF>, std::vector<QPointF>> partsOf(size_t link) const
    {
        const auto [from, to] = ends(link);
        const auto a = m_column[from];
        const auto b = m_column[to];
        const auto &points = m_in.splines[link].points;
        return { splitAt(points, m_cuts[a < b ? a : a - 1], true),
            splitAt(points, m_cuts[a < b ? b - 1 : b], false) };
    }

    /// Where each column's upper left corner goes.
    void place()
    {
        double x = 0;
        for (size_t c = 0; c < m_columns; ++c) {
            if (c > 0)
                x += Gutter + Lane * m_lanes[c];
            m_shift.push_back(QPointF(x, margin()) - m_extent[c].topLeft());
            x += m_extent[c].width();
        }
        for (size_t i = 0; i < m_request.nodes.size(); ++i)
            m_out.centres.push_back(m_in.centres[i] + m_shift[m_column[i]]);
        double height = 0;
        for (const auto &extent : m_extent)
            height = std::max(height, extent.height());
        m_out.bounds = QRectF(0, 0, x, height + 2 * margin());
    }

    /// Above and below the columns: there the edges turn that lead from one to another.
    double margin() const
    {
        return 2 * Approach + Lane / 2 * std::max(0, *std::ranges::max_element(m_lanes) - 1);
    }
    double columnBottom(size_t c) const { return margin() + m_extent[c].height(); }
    std::pair<size_t, size_t> ends(size_t link) const
    {
        return { static_cast<size_t>(m_request.links[link].from),
            static_cast<size_t>(m_request.links[link].to) };
    }

    void routeAll()
    {
        std::vector<int> used(m_columns, 0);
        for (size_t i = 0; i < m_request.links.size(); ++i) {
            const auto [from, to] = ends(i);
            auto spline = m_in.splines[i];
            if (m_column[from] == m_column[to]) {
                for (auto &p : spline.points)
                    p += m_shift[m_column[from]];
                spline.arrowTip += m_shift[m_column[from]];
            } else if (!spline.points.empty()) {
                spline = routed(i, used[std::max(m_column[from], m_column[to])]++);
            }
            m_out.splines.push_back(std::move(spline));
        }
    }

    /// As it was down to the cut, along below the column, up the gutter, and from the last cut on
    /// as it was: so it still passes no node.
    Spline routed(size_t link, int lane) const
    {
        const auto [from, to] = ends(link);
        const auto a = m_column[from];
        const auto b = m_column[to];
        auto spline = m_in.splines[link];
        auto [out, in] = partsOf(link);
        for (auto &p : out)
            p += m_shift[a];
        for (auto &p : in)
            p += m_shift[b];
        const auto offset = Lane * lane;
        // The gutter before the column further right: the lanes were counted there.
        const auto right = std::max(a, b);
        const auto gutterX = m_shift[right].x() + m_extent[right].left() - Gutter / 2 - offset;
        double deepest = 0; // the way leads below every column it passes
        for (auto c = std::min(a, b); c < std::max(a, b); ++c)
            deepest = std::max(deepest, columnBottom(c));
        const auto low = deepest + Approach + offset / 2;
        const auto high = margin() - Approach - offset / 2;
        // What runs back leaves its column at the top and comes to the other from below.
        const auto leaving = a < b ? low : high;
        const auto arriving = a < b ? high : low;
        // The cut may lie further out, in a gap higher than where the way turns.
        const auto inward = (a < b ? 1 : -1) * Approach / 2;
        if ((out.back().y() - leaving + inward) * inward > 0)
            out = splitAt(out, leaving - inward, true);
        if ((arriving + inward - in.front().y()) * inward > 0)
            in = splitAt(in, arriving + inward, false);
        const auto start = out.back();
        const auto end = in.front();
        const auto bridge = rounded({ start, { start.x(), leaving }, { gutterX, leaving },
            { gutterX, arriving }, { end.x(), arriving }, end });
        spline.points = std::move(out);
        spline.points.insert(spline.points.end(), bridge.begin() + 1, bridge.end());
        spline.points.insert(spline.points.end(), in.begin() + 1, in.end());
        spline.arrowTip += m_shift[b];
        return spline;
    }

    void cutHulls()
    {
        for (const auto &inColumns : allPieces(m_out.centres)) {
            std::vector<QRectF> pieces;
            QRectF whole;
            for (const auto &piece : inColumns) {
                if (piece.isNull())
                    continue;
                pieces.push_back(piece);
                whole |= piece;
            }
            m_out.clusterRects.push_back(whole);
            m_out.clusterPieces.push_back(pieces);
            m_out.bounds |= whole;
        }
    }

    const Request &m_request;
    const Layout &m_in;
    std::vector<double> m_cuts;
    size_t m_columns;
    Layout m_out;
    double m_title = 0;
    std::vector<size_t> m_innermostFirst; ///< clusters within others before those
    std::vector<size_t> m_column; ///< parallel to nodes
    std::vector<bool> m_isLoose; ///< parallel to nodes: in the last column
    /// Of each column with the pieces of hulls in it, in the drawing as it was.
    std::vector<QRectF> m_extent;
    std::vector<int> m_lanes; ///< edges in the gutter before each column
    std::vector<QPointF> m_shift; ///< of each column
};

/// How large the drawing can be shown in a window of this shape: side of a node per side of window.
double scaleIn(const QRectF &bounds, double aspect)
{
    return std::min(aspect / bounds.width(), 1.0 / bounds.height());
}

} // namespace

Layout inColumns(const Request &request, const Layout &layout, QSizeF window)
{
    const auto &bounds = layout.bounds;
    if (bounds.isEmpty() || window.isEmpty())
        return layout;
    const auto aspect = window.width() / window.height();
    if (bounds.height() * GoodScale < window.height()
        || bounds.width() / bounds.height() > aspect / 2)
        return layout;
    const auto cuts = possibleCuts(request, layout);
    const auto ideal = static_cast<int>(
        std::lround(std::sqrt(aspect * bounds.height() / (bounds.width() + Gutter))));
    Layout best = layout;
    bool isBetter = true;
    // Columns may be narrower than the drawing that they are cut from: as long as more are better.
    for (int columns = std::max(2, ideal - 2);
         columns <= MostColumns && (columns <= ideal + 2 || isBetter); ++columns) {
        const auto chosen = chooseCuts(cuts, bounds, columns);
        isBetter = false;
        if (chosen.empty())
            continue;
        auto folded = Folder(request, layout, chosen).fold();
        const auto worth = best.cuts.empty() ? WorthColumns : WorthAnotherColumn;
        isBetter = scaleIn(folded.bounds, aspect) > worth * scaleIn(best.bounds, aspect);
        if (isBetter)
            best = std::move(folded);
    }
    return best;
}

Layout inColumns(
    const Request &request, const Layout &layout, const std::vector<double> &beginnings)
{
    std::vector<double> chosen;
    const auto cuts = possibleCuts(request, layout);
    for (const auto beginning : beginnings) {
        const auto above = std::lower_bound(cuts.begin(), cuts.end(), beginning,
            [](const Cut &cut, double y) { return cut.y < y; });
        if (above == cuts.begin())
            continue;
        const auto y = std::prev(above)->y;
        if (chosen.empty() || y > chosen.back())
            chosen.push_back(y);
    }
    return chosen.empty() ? layout : Folder(request, layout, chosen).fold();
}

} // namespace tosaic::layout
