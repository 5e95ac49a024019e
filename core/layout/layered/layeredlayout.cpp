// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/layered/layeredlayout.h"

#include "core/layout/layered/hierarchy.h"
#include "core/layout/splines.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace Qt::StringLiterals;

namespace tosaic::layout {

namespace {

using namespace layered;

constexpr double HullPadding = 12; ///< px between a hull and what stands in it
constexpr double ArrowLength = 6; ///< px between the end of the line and what it leads to
constexpr double LoopWidth = 12; ///< px beside a node
constexpr double MostSpread = 8; ///< px that parallel edges take together
constexpr size_t ShortGraph = 300; ///< nodes; up to here every edge is drawn, however long

/// The shortest line through all doors, by its corners.
std::vector<QPointF> tautLine(const std::vector<Door> &doors)
{
    std::vector<QPointF> line{ { doors.front().left, doors.front().y } };
    size_t next = 1;
    while (next < doors.size()) {
        const auto apex = line.back();
        // Of lines from the apex, px to the right for each px down.
        auto least = -std::numeric_limits<double>::infinity();
        auto most = std::numeric_limits<double>::infinity();
        size_t leftmost = next;
        size_t rightmost = next;
        auto i = next;
        for (; i < doors.size(); ++i) {
            const auto down = doors[i].y - apex.y();
            if (down < 0.01)
                continue;
            const auto low = (doors[i].left - apex.x()) / down;
            const auto high = (doors[i].right - apex.x()) / down;
            if (low > most || high < least)
                break;
            if (low >= least) {
                least = low;
                leftmost = i;
            }
            if (high <= most) {
                most = high;
                rightmost = i;
            }
        }
        if (i == doors.size()) {
            line.emplace_back(doors.back().left, doors.back().y);
            break;
        }
        const bool turnsRight = (doors[i].left - apex.x()) / (doors[i].y - apex.y()) > most;
        const auto corner = turnsRight ? rightmost : leftmost;
        line.emplace_back(turnsRight ? doors[corner].right : doors[corner].left, doors[corner].y);
        next = corner + 1;
    }
    return line;
}

class Drawing
{
public:
    Drawing(const Request &request, const IsCancelled &isCancelled)
        : m_request(request), m_isCancelled(isCancelled), m_hierarchy(request),
          m_drawings(m_hierarchy.levels().size()), m_origins(m_drawings.size())
    {
    }

    Layout draw()
    {
        for (const auto sheet : m_hierarchy.order()) {
            drawLevel(sheet);
            if (m_isCancelled())
                return {};
        }
        placeHulls();
        placeNodes();
        drawLinks();
        m_out.bounds = QRectF({}, m_drawings[0].size);
        for (const auto &spline : m_out.splines) {
            for (const auto &point : spline.points) // loops stand out
                m_out.bounds.setRight(std::max(m_out.bounds.right(), point.x()));
        }
        return std::move(m_out);
    }

private:
    double titleHeight(int sheet) const
    {
        return m_request.clusters[at(sheet) - 1].titleSize.height();
    }
    /// Room on either side of what stands in a hull.
    double sidePadding(int sheet) const
    {
        const auto title = m_request.clusters[at(sheet) - 1].titleSize.width();
        return std::max(HullPadding, (title - m_drawings[at(sheet)].size.width()) / 2);
    }

    void drawLevel(int sheet)
    {
        auto &level = m_hierarchy.levels()[at(sheet)];
        auto &ports = m_hierarchy.ports();
        level.sheet.shortGraph
            = m_request.nodes.size() <= ShortGraph ? std::numeric_limits<size_t>::max() : 0;
        for (size_t i = 0; i < level.sheet.edges.size(); ++i) {
            const auto [from, to] = level.ports[i];
            level.sheet.edges[i].fromPort = from >= 0 ? ports[at(from)].x : 0;
            level.sheet.edges[i].toPort = to >= 0 ? ports[at(to)].x : 0;
        }
        auto &drawing = m_drawings[at(sheet)] = drawSheet(level.sheet, m_isCancelled);
        if (sheet == 0 || drawing.centres.empty())
            return;
        for (const auto port : level.ownPorts)
            ports[at(port)].x
                = drawing.centres[at(ports[at(port)].node)].x() - drawing.size.width() / 2;
        auto &around = m_hierarchy.levels()[at(m_hierarchy.parentOf(sheet))];
        around.sheet.depths[at(m_hierarchy.itemOf(sheet))] = drawing.depth;
        around.sheet.sizes[at(m_hierarchy.itemOf(sheet))]
            = { drawing.size.width() + 2 * sidePadding(sheet),
                  drawing.size.height() + 2 * HullPadding + titleHeight(sheet) };
    }

    void placeHulls()
    {
        m_out.clusterRects.resize(m_request.clusters.size());
        const auto &order = m_hierarchy.order();
        for (auto it = order.rbegin(); it != order.rend(); ++it) {
            if (*it == 0)
                continue;
            const auto parent = m_hierarchy.parentOf(*it);
            const auto item = at(m_hierarchy.itemOf(*it));
            QRectF hull({}, m_hierarchy.levels()[at(parent)].sheet.sizes[item]);
            hull.moveCenter(m_drawings[at(parent)].centres[item] + m_origins[at(parent)]);
            m_out.clusterRects[at(*it) - 1] = hull;
            m_origins[at(*it)]
                = hull.topLeft() + QPointF(sidePadding(*it), HullPadding + titleHeight(*it));
        }
    }

    void placeNodes()
    {
        for (size_t i = 0; i < m_request.nodes.size(); ++i) {
            const auto sheet = at(m_hierarchy.sheetOf(i));
            m_out.centres.push_back(
                m_drawings[sheet].centres[at(m_hierarchy.nodeItem(i))] + m_origins[sheet]);
        }
    }

    void drawLinks()
    {
        const auto spread = parallelOffsets();
        for (size_t i = 0; i < m_request.links.size(); ++i) {
            if (m_request.links[i].from == m_request.links[i].to)
                m_out.splines.push_back(loop(at(m_request.links[i].from)));
            else
                m_out.splines.push_back(link(i, spread[i]));
        }
    }

    /// Of several links between the same nodes each has a line of its own.
    std::vector<double> parallelOffsets() const
    {
        std::unordered_map<quint64, int> counts;
        const auto key = [](const Link &link) {
            return (quint64(quint32(link.from)) << 32) | quint32(link.to);
        };
        std::vector<int> number;
        number.reserve(m_request.links.size());
        for (const auto &link : m_request.links)
            number.push_back(counts[key(link)]++);
        std::vector<double> offsets(number.size(), 0);
        for (size_t i = 0; i < number.size(); ++i) {
            const auto last = counts[key(m_request.links[i])] - 1;
            if (last > 0)
                offsets[i] = std::min(MostSpread, 4.0 * last) * (double(number[i]) / last - 0.5);
        }
        return offsets;
    }

    Spline loop(size_t node) const
    {
        const auto &size = m_request.nodes[node].size;
        const auto right = m_out.centres[node] + QPointF(size.width() / 2, 0);
        const QPointF up(0, size.height() / 4);
        const QPointF out(LoopWidth, 0);
        return { .points = { right - up, right - up + out, right + up + out,
                     right + up + QPointF(ArrowLength, 0) },
            .arrowTip = right + up };
    }

    Spline link(size_t index, double offset) const
    {
        std::vector<Door> doors;
        for (const auto &part : m_hierarchy.partsOf(index)) {
            const auto &path = m_drawings[at(part.sheet)].paths[at(part.edge)];
            if (path.empty())
                return {};
            const auto &origin = m_origins[at(part.sheet)];
            for (const auto &door : path)
                doors.push_back({ door.y + origin.y(), door.left + origin.x() + offset,
                    door.right + origin.x() + offset });
        }
        auto line = tautLine(doors);
        if (m_hierarchy.isReversed(index))
            std::reverse(line.begin(), line.end());
        Spline spline{ .points = {}, .arrowTip = line.back() };
        const auto last = line.back() - line[line.size() - 2];
        line.back()
            -= last * std::min(0.5, ArrowLength / std::max(1.0, std::hypot(last.x(), last.y())));
        spline.points = rounded(line);
        return spline;
    }

    const Request &m_request;
    const IsCancelled &m_isCancelled;
    Hierarchy m_hierarchy;
    std::vector<SheetDrawing> m_drawings;
    std::vector<QPointF> m_origins; ///< of what stands in each sheet
    Layout m_out;
};

} // namespace

Result<Layout> layeredLayout(const Request &request, const std::function<bool()> &isCancelled)
{
    auto layout = Drawing(request, isCancelled).draw();
    if (isCancelled())
        return fail(ErrorCode::Cancelled, u"the layout was cancelled"_s);
    return layout;
}

} // namespace tosaic::layout
