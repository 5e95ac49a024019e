// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/layered/sheet.h"

#include "core/layout/layered/layers.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace tosaic::layout::layered {

namespace {

constexpr size_t BendsPerNode = 4; ///< on average at most; the longest edges go first
constexpr size_t FreeBends = 4000; ///< that every drawing may have
constexpr double EndMargin = 10; ///< px between a node's corner and where edges meet it
constexpr double Clearance = 8; ///< px between a node and an edge that passes it
constexpr double RowMargin = 0.2; ///< of the space between rows, so that a line may be rounded
constexpr double Lane = 5; ///< px between edges that pass it on the same side
constexpr int NearLayers = 2; ///< a mask that many take is drawn to those that stand so near
constexpr size_t ManyFar = 8; ///< edges of one node to others, from which on they are left out
constexpr double SheetAspect = 1.5; ///< of parts that hang together with nothing, side by side

/// A part that hangs together.
class Part
{
public:
    explicit Part(Sheet sheet) : m_sheet(std::move(sheet)) { }

    SheetDrawing draw(const IsCancelled &isCancelled)
    {
        m_layers.rank = ranksOf(m_sheet);
        m_layers.realCount = m_layers.count();
        m_layers.nodeSpacing = m_sheet.nodeSpacing;
        for (const auto &size : m_sheet.sizes)
            m_layers.width.push_back(size.width());
        measureDepth();
        breakEdges(longestEdge());
        join();
        reduceCrossings(m_layers, isCancelled);
        sortSegments();
        m_x = placeAcross(m_layers, isCancelled);
        shortenEdges(m_layers, m_x, isCancelled);
        stackRows();
        findDoors();
        return drawing();
    }

private:
    struct Piece
    {
        int from;
        int to;
        double fromPort;
        double toPort;
    };

    int span(const SheetEdge &edge) const
    {
        return m_layers.rank[at(edge.to)] - m_layers.rank[at(edge.from)];
    }

    void measureDepth()
    {
        const auto last = *std::max_element(m_layers.rank.begin(), m_layers.rank.end());
        std::vector<int> depths(at(last) + 1, 0);
        for (size_t i = 0; i < m_sheet.sizes.size(); ++i) {
            auto &depth = depths[at(m_layers.rank[i])];
            depth = std::max(depth, m_sheet.depths[i]);
        }
        m_depthAbove.assign(1, 0);
        for (const auto depth : depths)
            m_depthAbove.push_back(m_depthAbove.back() + depth);
    }
    /// Layers it passes, counting those inside of hulls beside it.
    int length(const SheetEdge &edge) const
    {
        return m_depthAbove[at(m_layers.rank[at(edge.to)])]
            - m_depthAbove[at(m_layers.rank[at(edge.from)]) + 1] + 1;
    }

    /// Layers that an edge may pass and be drawn; the more long edges, the fewer.
    int longestEdge() const
    {
        int longest = 1;
        for (const auto &edge : m_sheet.edges)
            longest = std::max(longest, length(edge));
        if (m_sheet.sizes.size() <= m_sheet.shortGraph)
            return longest;
        longest = std::min(longest, LongestEdge);
        std::vector<size_t> bends(at(longest) + 1, 0);
        for (const auto &edge : m_sheet.edges) {
            if (length(edge) <= longest)
                bends[at(length(edge))] += at(span(edge) - 1);
        }
        auto total = std::accumulate(bends.begin(), bends.end(), size_t(0));
        const auto allowed = BendsPerNode * m_sheet.sizes.size() + FreeBends;
        while (total > allowed && longest > 1)
            total -= bends[at(longest--)];
        return longest;
    }

    void breakEdges(int longest)
    {
        std::vector<size_t> far(m_sheet.sizes.size(), 0);
        for (const auto &edge : m_sheet.edges)
            far[at(edge.from)] += length(edge) > NearLayers;
        for (const auto &edge : m_sheet.edges) {
            const bool isShared = far[at(edge.from)] >= ManyFar && length(edge) > NearLayers;
            const bool isLong = isShared || length(edge) > longest;
            m_firstBend.push_back(isLong ? -1 : m_layers.count());
            if (isLong)
                continue;
            int from = edge.from;
            double port = edge.fromPort;
            for (int i = 1; i < span(edge); ++i) {
                const auto bend = m_layers.count();
                m_layers.rank.push_back(m_layers.rank[at(edge.from)] + i);
                m_layers.width.push_back(0);
                m_pieces.push_back({ from, bend, port, 0 });
                from = bend;
                port = 0;
            }
            m_pieces.push_back({ from, edge.to, port, edge.toPort });
        }
    }

    void join()
    {
        const auto count = m_layers.rank.size();
        m_layers.place.assign(count, 0);
        m_layers.rows.resize(at(*std::max_element(m_layers.rank.begin(), m_layers.rank.end())) + 1);
        for (size_t i = 0; i < count; ++i)
            m_layers.rows[at(m_layers.rank[i])].push_back(static_cast<int>(i));
        m_layers.upStart.assign(count + 1, 0);
        m_layers.downStart.assign(count + 1, 0);
        for (const auto &piece : m_pieces) {
            ++m_layers.downStart[at(piece.from) + 1];
            ++m_layers.upStart[at(piece.to) + 1];
        }
        std::partial_sum(
            m_layers.upStart.begin(), m_layers.upStart.end(), m_layers.upStart.begin());
        std::partial_sum(
            m_layers.downStart.begin(), m_layers.downStart.end(), m_layers.downStart.begin());
        m_layers.ups.resize(m_pieces.size());
        m_layers.downs.resize(m_pieces.size());
        auto up = m_layers.upStart;
        auto down = m_layers.downStart;
        for (size_t i = 0; i < m_pieces.size(); ++i) {
            const auto &[from, to, fromPort, toPort] = m_pieces[i];
            const auto id = static_cast<int>(i);
            m_layers.downs[down[at(from)]++] = { to, id, fromPort, toPort };
            m_layers.ups[up[at(to)]++] = { from, id, toPort, fromPort };
        }
    }

    /// The order of the rows is final: the middle one of a node's segments is its median.
    void sortSegments()
    {
        const auto byEnd = [this](const Segment &a, const Segment &b) {
            const auto left = m_layers.endOf(a);
            const auto right = m_layers.endOf(b);
            return left != right ? left < right : a.id < b.id;
        };
        const auto sortAll = [&](std::vector<Segment> &all, const std::vector<size_t> &start) {
            for (size_t i = 0; i + 1 < start.size(); ++i)
                std::sort(all.begin() + static_cast<std::ptrdiff_t>(start[i]),
                    all.begin() + static_cast<std::ptrdiff_t>(start[i + 1]), byEnd);
        };
        sortAll(m_layers.ups, m_layers.upStart);
        sortAll(m_layers.downs, m_layers.downStart);
        // Hulls are aligned by their middle: by their ports deep chains of them would drift away.
        for (auto *all : { &m_layers.ups, &m_layers.downs }) {
            for (auto &segment : *all)
                segment.port = segment.otherPort = 0;
        }
    }

    void stackRows()
    {
        double y = 0;
        double last = 0; // height of the row before
        for (const auto &row : m_layers.rows) {
            double height = 0;
            for (const auto node : row) {
                if (!m_layers.isBend(node))
                    height = std::max(height, m_sheet.sizes[at(node)].height());
            }
            // Where edges enter or leave, the border of the hull keeps the distance.
            if (!m_bands.empty())
                y += m_sheet.rankSpacing / (height > 0 && last > 0 ? 1 : 4);
            m_bands.emplace_back(y, y + height);
            y += height;
            last = height;
        }
    }

    /// What passes a node keeps its distance, and its place among others that pass there.
    void findDoors()
    {
        constexpr auto Far = std::numeric_limits<double>::infinity();
        m_doors.assign(m_x.size(), { -Far, Far });
        const auto scan = [this](const std::vector<int> &row, double sign) {
            double limit = -Far;
            for (size_t i = 0; i < row.size(); ++i) {
                const auto node = row[sign > 0 ? i : row.size() - 1 - i];
                auto &door = m_doors[at(node)];
                (sign > 0 ? door.first : door.second) = sign * limit;
                if (m_layers.isBend(node))
                    limit += Lane;
                else
                    limit = sign * m_x[at(node)] + m_layers.width[at(node)] / 2 + Clearance;
            }
        };
        for (const auto &row : m_layers.rows) {
            scan(row, 1);
            scan(row, -1);
        }
    }

    SheetDrawing drawing() const
    {
        SheetDrawing out;
        double left = 0;
        double right = 0;
        for (size_t i = 0; i < m_x.size(); ++i) {
            left = i == 0 ? m_x[i] - m_layers.width[i] / 2
                          : std::min(left, m_x[i] - m_layers.width[i] / 2);
            right = i == 0 ? m_x[i] + m_layers.width[i] / 2
                           : std::max(right, m_x[i] + m_layers.width[i] / 2);
        }
        for (size_t i = 0; i < m_sheet.sizes.size(); ++i) {
            const auto &band = m_bands[at(m_layers.rank[i])];
            const auto y = m_sheet.kinds[i] == Kind::Entry ? band.first
                : m_sheet.kinds[i] == Kind::Exit           ? band.second
                                                           : (band.first + band.second) / 2;
            out.centres.emplace_back(m_x[i] - left, y);
        }
        for (size_t i = 0; i < m_sheet.edges.size(); ++i)
            out.paths.push_back(path(i, left, right));
        out.size = { right - left, m_bands.back().second };
        out.depth = m_depthAbove.back();
        return out;
    }

    double gapBelow(size_t row) const { return m_bands[row + 1].first - m_bands[row].second; }

    std::vector<Door> path(size_t index, double left, double right) const
    {
        std::vector<Door> doors;
        if (m_firstBend[index] < 0)
            return doors;
        const auto &edge = m_sheet.edges[index];
        const auto add = [&](int node, double side) {
            const auto &[low, high] = m_doors[at(node)];
            const auto row = at(m_layers.rank[at(node)]);
            const auto &[top, bottom] = m_bands[row];
            doors.push_back({ side > 0 ? bottom + gapBelow(row) * RowMargin
                                       : top - gapBelow(row - 1) * RowMargin,
                low - left, high - left });
        };
        const auto addEnd = [&](int node, double side, int towards) {
            const auto &band = m_bands[at(m_layers.rank[at(node)])];
            const auto &size = m_sheet.sizes[at(node)];
            const auto y = (band.first + band.second + side * size.height()) / 2;
            const auto x = m_x[at(node)] - left;
            const auto half = size.width() / 2 - EndMargin;
            if (m_sheet.kinds[at(node)] == Kind::Node) {
                // In the middle, but what comes from the side meets it on that side.
                const auto away = m_x[at(towards)] - m_x[at(node)];
                const auto end = x + (half > 0 ? std::clamp(away / 2, -half, half) : 0);
                doors.push_back({ y, end, end });
            } else if (m_sheet.kinds[at(node)] == Kind::Hull) {
                doors.push_back({ y, x - half, x + half });
            } else {
                const auto &[low, high] = m_doors[at(node)];
                doors.push_back({ y, std::max(low - left, std::min(x, EndMargin)),
                    std::min(high - left, std::max(x, right - left - EndMargin)) });
            }
        };
        const auto bends = span(edge) - 1;
        addEnd(edge.from, 1, bends > 0 ? m_firstBend[index] : edge.to);
        add(edge.from, 1);
        for (int i = 0; i < bends; ++i) {
            const auto bend = m_firstBend[index] + i;
            add(bend, -1);
            add(bend, 1);
        }
        add(edge.to, -1);
        addEnd(edge.to, -1, bends > 0 ? m_firstBend[index] + bends - 1 : edge.from);
        return doors;
    }

    Sheet m_sheet;
    Layers m_layers;
    std::vector<int> m_firstBend; ///< of each edge; what follows are its other bends; -1: too long
    std::vector<Piece> m_pieces;
    std::vector<double> m_x;
    std::vector<int> m_depthAbove; ///< each rank; one more than ranks
    std::vector<std::pair<double, double>> m_bands; ///< top and bottom of each row
    std::vector<std::pair<double, double>> m_doors; ///< where an edge may pass or leave a node
};

/// The parts of a sheet, and where each node and edge is in its part.
struct Parts
{
    std::vector<Sheet> sheets;
    std::vector<std::pair<int, int>> nodes; ///< part and index in it
    std::vector<std::pair<int, int>> edges;
};

Parts partsOf(const Sheet &sheet)
{
    std::vector<int> owner(sheet.sizes.size());
    std::iota(owner.begin(), owner.end(), 0);
    const auto find = [&](int node) {
        while (owner[at(node)] != node)
            node = owner[at(node)] = owner[at(owner[at(node)])];
        return node;
    };
    for (const auto &edge : sheet.edges) {
        const auto a = find(edge.from);
        const auto b = find(edge.to);
        owner[at(std::max(a, b))] = std::min(a, b);
    }
    Parts parts;
    std::vector<int> partOf(sheet.sizes.size(), -1);
    for (size_t i = 0; i < sheet.sizes.size(); ++i) {
        auto &part = partOf[at(find(static_cast<int>(i)))];
        if (part < 0) {
            part = static_cast<int>(parts.sheets.size());
            parts.sheets.push_back(
                { {}, {}, {}, {}, sheet.nodeSpacing, sheet.rankSpacing, sheet.shortGraph });
        }
        auto &own = parts.sheets[at(part)];
        parts.nodes.emplace_back(part, static_cast<int>(own.sizes.size()));
        own.sizes.push_back(sheet.sizes[i]);
        own.kinds.push_back(sheet.kinds[i]);
        own.depths.push_back(sheet.depths[i]);
    }
    for (auto edge : sheet.edges) {
        const auto part = parts.nodes[at(edge.from)].first;
        auto &own = parts.sheets[at(part)];
        parts.edges.emplace_back(part, static_cast<int>(own.edges.size()));
        edge.from = parts.nodes[at(edge.from)].second;
        edge.to = parts.nodes[at(edge.to)].second;
        own.edges.push_back(edge);
    }
    return parts;
}

/// The upper left corner of each part: side by side; in several rows only where no edge has to
/// come from the border.
std::vector<QPointF> shelve(
    const std::vector<SheetDrawing> &drawings, const Sheet &sheet, QSizeF &size)
{
    double area = 0;
    double widest = 0;
    for (const auto &drawing : drawings) {
        area += (drawing.size.width() + sheet.nodeSpacing)
            * (drawing.size.height() + sheet.rankSpacing);
        widest = std::max(widest, drawing.size.width());
    }
    const bool isEntered = std::any_of(sheet.kinds.begin(), sheet.kinds.end(),
        [](Kind kind) { return kind == Kind::Entry || kind == Kind::Exit; });
    const auto most = isEntered ? std::numeric_limits<double>::infinity()
                                : std::max(widest, std::sqrt(area * SheetAspect));
    std::vector<QPointF> corners;
    QPointF next;
    double bottom = 0;
    for (const auto &drawing : drawings) {
        if (next.x() > 0 && next.x() + drawing.size.width() > most)
            next = { 0, bottom + sheet.rankSpacing };
        corners.push_back(next);
        next.rx() += drawing.size.width() + sheet.nodeSpacing;
        bottom = std::max(bottom, next.y() + drawing.size.height());
        size = { std::max(size.width(), next.x() - sheet.nodeSpacing), bottom };
    }
    return corners;
}

} // namespace

SheetDrawing drawSheet(const Sheet &sheet, const IsCancelled &isCancelled)
{
    auto parts = partsOf(sheet);
    std::vector<SheetDrawing> drawings;
    for (auto &part : parts.sheets)
        drawings.push_back(
            isCancelled() ? SheetDrawing() : Part(std::move(part)).draw(isCancelled));
    SheetDrawing out;
    if (isCancelled())
        return out;
    for (const auto &drawing : drawings)
        out.depth = std::max(out.depth, drawing.depth);
    const auto corners = shelve(drawings, sheet, out.size);
    for (size_t i = 0; i < parts.nodes.size(); ++i) {
        const auto [part, index] = parts.nodes[i];
        auto centre = drawings[at(part)].centres[at(index)] + corners[at(part)];
        if (sheet.kinds[i] == Kind::Exit)
            centre.setY(out.size.height());
        out.centres.push_back(centre);
    }
    for (size_t i = 0; i < parts.edges.size(); ++i) {
        const auto [part, index] = parts.edges[i];
        auto path = std::move(drawings[at(part)].paths[at(index)]);
        for (auto &door : path)
            door = { door.y + corners[at(part)].y(), door.left + corners[at(part)].x(),
                door.right + corners[at(part)].x() };
        // A part may end higher than those beside it.
        if (!path.empty() && sheet.kinds[at(sheet.edges[i].to)] == Kind::Exit)
            path.push_back({ out.size.height(), path.back().left, path.back().right });
        out.paths.push_back(std::move(path));
    }
    return out;
}

} // namespace tosaic::layout::layered
