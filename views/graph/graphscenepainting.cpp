// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// How a GraphScene is painted.
#include "core/graph/names.h"
#include "views/canvas/painting.h"
#include "views/graph/graphmarks.h"
#include "views/graph/graphmetrics.h"
#include "views/graph/graphscene.h"

#include <algorithm>
#include <cmath>

namespace tosaic::views {

namespace {

constexpr double HaloMargin = 14; ///< px around a node that selection and badges may take
constexpr double LabelScale = 1.15; ///< from here on all edges say what flows
constexpr double HighlightLabelScale = 0.55;
constexpr double ArrowScale = 0.3;
constexpr double StubLength = 14; ///< px
constexpr double StubDistance = 4; ///< px between what it names and its operator
constexpr double StubTextScale = 0.5; ///< from here on stubs name what they lead to
constexpr double StubTextWidth = 120; ///< px at most
constexpr double BadgeScale = 0.12; ///< below, a mark on a node would be a speck
constexpr double ShortestThread = 2; ///< px on the screen of an edge that is worth a line
constexpr double LabelDistance = 16; ///< px from an operator to what its edge says
constexpr size_t MostCrossingPlates = 300; ///< that are kept apart
constexpr double FarTitleScale = 0.3; ///< below, the bar of a hull has no room for a legible title
constexpr TextCache::Style SmallText{ .pixels = 10 };
constexpr TextCache::Style FarStyle{ .pixels = 11, .isBold = true };
constexpr TextCache::Style FarSmallStyle{ .pixels = 10, .isBold = true };
constexpr double FarHeight = 17; ///< px on the screen
constexpr double FarThickness = 13; ///< px of one that stands on its end
constexpr double LeastFarTitle = 44; ///< px: less of a name says nothing
constexpr size_t MostFarTitles = 150; ///< at once: more are no help

QPolygonF arrowAt(QPointF tip, QPointF from)
{
    auto d = tip - from;
    const auto length = std::hypot(d.x(), d.y());
    d = length < 1e-6 ? QPointF(0, 1) : d / length;
    const QPointF side(-d.y(), d.x());
    return QPolygonF({ tip, tip - d * 7 + side * 3.4, tip - d * 7 - side * 3.4 });
}

QColor edgeColor(const graph::Edge &edge, bool isHighlighted, const ThemeColors &colors)
{
    return isHighlighted ? colors.accent
        : edge.crossing > 0
        ? style::mix(colors.boundary, colors.text, 0.35)
        : style::mix(colors.surface, colors.mutedText, edge.isControl ? 0.85 : 0.7);
}

/// A line of 1 px is painted much faster than any other.
QPen hairline(const QColor &color)
{
    QPen pen(color, 1);
    pen.setCosmetic(true);
    return pen;
}

QPen edgePen(const graph::Edge &edge, bool isHighlighted, const QColor &color, double scale)
{
    const bool isStrong = isHighlighted || edge.crossing > 0;
    if (!isStrong && !edge.isControl && scale < 1)
        return hairline(color);
    const auto width = (isStrong ? 2.2 : 1.2) / std::clamp(scale, isHighlighted ? 0.02 : 0.35, 1.0);
    return QPen(color, width, edge.isControl ? Qt::DashLine : Qt::SolidLine);
}

} // namespace

void GraphScene::paint(QPainter &painter, const QRectF &area, double scale)
{
    const auto wide = area.adjusted(-HaloMargin, -HaloMargin, HaloMargin, HaloMargin);
    const bool isFar = scale < style::TextScale;
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    paintHulls(painter, wide, scale);
    if (isFar)
        paintThreads(painter, wide, scale);
    else
        paintEdges(painter, wide, scale);
    paintHighlighted(painter, edgesOf(m_selected), scale);
    paintHighlighted(painter, m_way, scale);
    for (size_t i = 0; scale >= FarTitleScale && i < m_hulls.size(); ++i) {
        const auto &[group, rect] = m_hulls[i];
        if (rect.intersects(wide))
            style::paintHullTitle(painter, m_graph.groups[static_cast<size_t>(group)], rect,
                m_isContinued[i], m_colors, scale, m_texts);
    }
    if (isFar)
        paintBlocks(painter, wide, scale);
    else
        m_nodes.visit(wide, [&](int node) {
            if (node != m_selected.node)
                paintNode(painter, node, stateOf(node), scale);
        });
    if (m_selected.node >= 0 && m_nodes.box(m_selected.node).intersects(wide))
        paintNode(painter, m_selected.node, stateOf(m_selected.node), scale);
    if (scale < FarTitleScale)
        paintFarTitles(painter, wide, scale);
    for (size_t i = 0; i < m_hulls.size() && !m_bookmarkedGroups.isEmpty(); ++i) {
        if (!m_isContinued[i] && isBookmarked({ .group = m_hulls[i].first }))
            style::paintBookmark(painter,
                { m_hulls[i].second.topLeft(), QSizeF(0, GraphMetrics::HullTitleHeight) }, m_colors,
                scale);
    }
}

/// The first that fits into `room` px: the whole title, along the hull's top or down its side, its
/// last parts, or as much of it as says something.
std::optional<GraphScene::FarTitle> GraphScene::farTitle(const QString &title, QSizeF room)
{
    if (room.width() < FarThickness || room.height() < FarHeight)
        return std::nullopt;
    const auto lying = [&](const QString &text) -> std::optional<FarTitle> {
        const QSizeF size(m_texts.widthOf(text, FarStyle) + 8, FarHeight);
        return size.width() <= room.width() && size.height() <= room.height()
            ? std::optional(FarTitle{ text, size, false })
            : std::nullopt;
    };
    const auto standing = [&](const QString &text) -> std::optional<FarTitle> {
        const QSizeF size(FarThickness, m_texts.widthOf(text, FarSmallStyle) + 8);
        return size.width() <= room.width() && size.height() <= room.height()
            ? std::optional(FarTitle{ text, size, true })
            : std::nullopt;
    };
    if (auto found = lying(title))
        return found;
    const bool isNarrow = room.width() < LeastFarTitle;
    if (auto found = isNarrow ? standing(title) : std::nullopt)
        return found;
    for (const int parts : { 2, 1 }) {
        if (auto found = lying(graph::lastPart(title, parts)))
            return found;
    }
    if (auto found = standing(graph::lastPart(title)))
        return found;
    if (!isNarrow && room.height() >= FarHeight)
        return FarTitle{ title, { room.width(), FarHeight }, false };
    return std::nullopt;
}

/// Far out a title bar is too small to be read: the name stands on a plate in the corner of its
/// hull, as large as on the screen always, the outer ones first and none over another.
void GraphScene::paintFarTitles(QPainter &painter, const QRectF &area, double scale)
{
    std::vector<QRectF> taken;
    for (size_t i = 0; i < m_hulls.size() && taken.size() < MostFarTitles; ++i) {
        const auto &[group, rect] = m_hulls[i];
        if (m_isContinued[i] || !rect.intersects(area))
            continue;
        const auto title
            = farTitle(m_graph.groups[static_cast<size_t>(group)].title, rect.size() * scale);
        if (!title)
            continue;
        QRectF plate(rect.topLeft(), title->size / scale);
        if (scale >= style::TextScale && !title->isStanding) // covers the bar, not the operators
            plate.moveBottom(std::min(plate.bottom(),
                rect.top() + GraphMetrics::HullTitleHeight + GraphMetrics::Padding / 2));
        if (std::ranges::any_of(
                taken, [&](const QRectF &other) { return other.intersects(plate); }))
            continue;
        taken.push_back(plate);
        painter.save();
        painter.translate(plate.topLeft());
        painter.scale(1 / scale, 1 / scale);
        painter.setPen(Qt::NoPen);
        painter.setBrush(faded(m_colors.surface, 0.9));
        painter.drawRoundedRect(QRectF({}, title->size), 3, 3);
        painter.setPen(m_colors.text);
        auto box = title->size;
        if (title->isStanding) {
            painter.translate(box.width(), 0);
            painter.rotate(90);
            box.transpose();
        }
        m_texts.draw(painter, QRectF({}, box).adjusted(2, 0, -2, 0), Qt::AlignCenter, title->text,
            title->isStanding ? FarSmallStyle : FarStyle);
        painter.restore();
    }
}

void GraphScene::paintNode(QPainter &painter, int node, const style::NodeState &state, double scale)
{
    style::paintNode(painter, m_graph.nodes[static_cast<size_t>(node)], m_nodes.box(node), m_colors,
        state, scale, m_texts);
}

void GraphScene::paintHovered(QPainter &painter, double scale)
{
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    auto hovered = edgesOf(m_hovered);
    std::erase_if(hovered, [this](int edge) { return isStub(edge); }); // would run over everything
    paintHighlighted(painter, hovered, scale);
    if (m_hovered.node >= 0) {
        auto state = stateOf(m_hovered.node);
        state.hovered = true;
        paintNode(painter, m_hovered.node, state, scale);
    }
    for (const auto &[group, rect] : m_hulls) {
        if (group != m_hovered.group)
            continue;
        painter.setBrush(Qt::NoBrush);
        painter.setPen(
            QPen(m_colors.placement(m_graph.groups[static_cast<size_t>(group)].placement), 2.5));
        painter.drawRoundedRect(rect, style::HullRadius, style::HullRadius);
    }
}

void GraphScene::paintHulls(QPainter &painter, const QRectF &area, double scale)
{
    for (const auto &[group, rect] : m_hulls) {
        if (rect.intersects(area))
            style::paintHull(painter, m_graph.groups[static_cast<size_t>(group)], rect, m_colors,
                { .selected = m_selected.group == group }, scale);
    }
}

/// Far out: straight threads in one go, without those that would be dots.
void GraphScene::paintThreads(QPainter &painter, const QRectF &area, double scale)
{
    QList<QLineF> lines;
    const auto shortest = ShortestThread / scale;
    m_edges.visit(area, [&](int edge) {
        const auto &points = m_splines[static_cast<size_t>(edge)].points;
        for (size_t i = 3; i < points.size(); i += 3) {
            const QLineF line(points[i - 3], points[i]);
            if (std::abs(line.dx()) + std::abs(line.dy()) > shortest)
                lines.push_back(line);
        }
    });
    painter.setPen(hairline(edgeColor({}, false, m_colors)));
    painter.drawLines(lines);
}

void GraphScene::paintEdges(QPainter &painter, const QRectF &area, double scale)
{
    std::vector<int> labelled; // no line runs over what an edge says
    m_edges.visit(area, [&](int edge) {
        const auto &ends = m_graph.edges[static_cast<size_t>(edge)];
        const auto selected = static_cast<quint32>(m_selected.node);
        if (m_selected.node >= 0 && (ends.from.value == selected || ends.to.value == selected))
            return;
        paintEdge(painter, edge, false, scale);
        if (showsLabel(edge, false, scale) && plateOfEdge(edge).isFree)
            labelled.push_back(edge);
    });
    for (const auto edge : labelled)
        paintEdgeLabel(painter, edge, m_colors.mutedText);
    paintStubs(painter, area, scale);
}

void GraphScene::paintHighlighted(QPainter &painter, const std::vector<int> &edges, double scale)
{
    for (const auto edge : edges)
        paintEdge(painter, edge, true, scale);
    for (const auto edge : edges) {
        if (showsLabel(edge, true, scale))
            paintEdgeLabel(painter, edge, m_colors.text);
    }
}

/// Of one that is too long to be routed: straight from end to end.
QPainterPath GraphScene::pathOf(int edge) const
{
    QPainterPath path;
    const auto &spline = m_splines[static_cast<size_t>(edge)];
    const auto &p = spline.points;
    if (p.empty()) {
        const auto &ends = m_graph.edges[static_cast<size_t>(edge)];
        const auto from = m_nodes.box(static_cast<int>(ends.from.value));
        const auto to = m_nodes.box(static_cast<int>(ends.to.value));
        const QPointF start(from.center().x(), from.bottom());
        const QPointF end(to.center().x(), to.top());
        path.moveTo(start);
        path.cubicTo(start + QPointF(60, 60), end - QPointF(-60, 60), end);
        return path;
    }
    path.moveTo(p.front());
    for (size_t i = 1; i + 2 < p.size(); i += 3)
        path.cubicTo(p[i], p[i + 1], p[i + 2]);
    if (spline.hasArrow)
        path.lineTo(spline.arrowTip - (spline.arrowTip - p.back()) * 0.5);
    return path;
}

void GraphScene::paintEdge(QPainter &painter, int edge, bool isHighlighted, double scale)
{
    const auto &what = m_graph.edges[static_cast<size_t>(edge)];
    const auto &spline = m_splines[static_cast<size_t>(edge)];
    const auto color = edgeColor(what, isHighlighted, m_colors);
    const auto path = pathOf(edge);
    painter.setPen(edgePen(what, isHighlighted, color, scale));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(path);
    if (scale >= ArrowScale && (spline.hasArrow || spline.points.empty())) {
        const auto end = path.currentPosition();
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
        painter.drawPolygon(spline.points.empty() ? arrowAt(end, end - QPointF(0, 1))
                                                  : arrowAt(spline.arrowTip, spline.points.back()));
    }
}

bool GraphScene::showsLabel(int edge, bool isHighlighted, double scale) const
{
    const auto &what = m_graph.edges[static_cast<size_t>(edge)];
    if (what.label.isEmpty())
        return false;
    if (isHighlighted || what.isControl)
        return scale >= HighlightLabelScale;
    return carriesLabel(edge) && scale >= (what.crossing > 0 ? HighlightLabelScale : LabelScale);
}

bool GraphScene::isFree(const QRectF &plate)
{
    bool isFree = true;
    m_nodes.visit(plate, [&isFree](int) { isFree = false; });
    m_hullBoxes.visit(plate, [&](int at) {
        const auto &hull = m_hulls[static_cast<size_t>(at)].second;
        isFree = isFree && hull.adjusted(2, GraphMetrics::HullTitleHeight, -2, -2).contains(plate);
    });
    m_stubBoxes.visit(plate, [&](int at) {
        isFree = isFree && !plateOf(m_stubs[static_cast<size_t>(at)]).intersects(plate);
    });
    return isFree;
}

const GraphScene::Plate &GraphScene::plateOfEdge(int edge)
{
    if (const auto known = m_plates.constFind(edge); known != m_plates.cend())
        return *known;
    const auto &what = m_graph.edges[static_cast<size_t>(edge)];
    const auto path = pathOf(edge);
    const auto from = m_nodes.box(static_cast<int>(what.from.value));
    const auto length = std::max(1.0, path.length());
    QRectF plate({}, QSizeF(m_texts.widthOf(graph::labelOf(what), SmallText) + 8, 14));
    const auto &operatorAbove = m_graph.nodes[what.from.value];
    const auto gap = operatorAbove.collapsed ? style::StackDepth + 2 : 2;
    // Operators side by side keep their labels apart: none is wider than its operator.
    const auto standsBelow = [&](double distance) {
        const auto at = path.pointAtPercent(std::min(0.5, distance / length));
        plate.moveCenter(at);
        plate.moveTop(std::max(plate.top(), from.bottom() + gap));
        if (plate.width() <= from.width())
            plate.moveLeft(std::clamp(plate.left(), from.left(), from.right() - plate.width()));
        return plate.adjusted(-2, -2, 2, 2).contains(at) && isFree(plate);
    };
    if (what.crossing == 0 && (standsBelow(LabelDistance) || standsBelow(LabelDistance / 2)))
        return *m_plates.insert(edge, { plate, true });
    for (const auto at : { 0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9 }) {
        plate.moveCenter(path.pointAtPercent(at));
        const bool isTaken = std::ranges::any_of(
            m_crossingPlates, [&plate](const QRectF &other) { return other.intersects(plate); });
        if (isTaken || !isFree(plate))
            continue;
        // Those that cross a border run beside each other.
        if (what.crossing > 0 && m_crossingPlates.size() < MostCrossingPlates)
            m_crossingPlates.push_back(plate);
        return *m_plates.insert(edge, { plate, true });
    }
    plate.moveCenter(path.pointAtPercent(0.5));
    return *m_plates.insert(edge, { plate, false });
}

/// Keeps letters off the lines behind them.
void GraphScene::paintPlate(QPainter &painter, const QRectF &plate) const
{
    painter.setPen(Qt::NoPen);
    painter.setBrush(faded(m_colors.surface, 0.88));
    painter.drawRoundedRect(plate, 3, 3);
}

void GraphScene::paintEdgeLabel(QPainter &painter, int edge, const QColor &ink)
{
    const auto label = graph::labelOf(m_graph.edges[static_cast<size_t>(edge)]);
    const auto &plate = plateOfEdge(edge).box;
    paintPlate(painter, plate);
    painter.setPen(ink);
    m_texts.draw(painter, plate, Qt::AlignCenter, label, SmallText);
}

QRectF GraphScene::plateOf(const Stub &stub)
{
    if (stub.text.isEmpty())
        return {};
    const QSizeF size(
        std::min(StubTextWidth, m_texts.widthOf(stub.text, SmallText)) + 4, StubLength);
    const auto corner = stub.foot + QPointF(14 + StubLength / 2, 0);
    const auto off = stub.isStart ? StubDistance : -StubDistance - size.height();
    return { corner + QPointF(0, off), size };
}

void GraphScene::paintStubs(QPainter &painter, const QRectF &area, double scale)
{
    m_stubBoxes.visit(area, [&](int at) {
        const auto &stub = m_stubs[static_cast<size_t>(at)];
        const auto &edge = m_graph.edges[static_cast<size_t>(stub.edge)];
        painter.setPen(edgePen(edge, false, edgeColor(edge, false, m_colors), scale));
        const auto down = stub.isStart ? StubLength : -StubLength;
        painter.drawLine(
            stub.foot + QPointF(12, 0), stub.foot + QPointF(12 + StubLength / 2, down));
        if (scale < StubTextScale)
            return;
        const auto plate = plateOf(stub);
        paintPlate(painter, plate);
        painter.setPen(m_colors.accent);
        m_texts.draw(painter, plate, Qt::AlignCenter, stub.text, SmallText);
    });
}

void GraphScene::colourBlocks()
{
    QHash<QRgb, int> known;
    m_blockColors.clear();
    m_blocks.clear();
    m_blocks.reserve(m_graph.nodes.size());
    for (size_t i = 0; i < m_graph.nodes.size(); ++i) {
        const auto &node = m_graph.nodes[i];
        const auto state = stateOf(static_cast<int>(i));
        auto color = style::blockColor(node, m_colors, state);
        if (state.dimmed)
            color = style::mix(m_colors.window, color, style::Dimmed);
        const auto found = known.constFind(color.rgb());
        const auto block = found != known.cend() ? *found : static_cast<int>(m_blockColors.size());
        if (found == known.cend()) {
            known.insert(color.rgb(), block);
            m_blockColors.push_back(color);
        }
        m_blocks.push_back(block);
    }
}

/// Far out: one rectangle a node, all of a colour in one go.
void GraphScene::paintBlocks(QPainter &painter, const QRectF &area, double scale)
{
    if (m_blocks.size() != m_graph.nodes.size())
        colourBlocks();
    const auto pixel = 1 / scale;
    std::vector<QList<QRectF>> blocks(m_blockColors.size());
    QList<QRectF> frames; ///< around what was found
    std::vector<int> marked;
    m_nodes.visit(area, [&](int at) {
        const auto &node = m_graph.nodes[static_cast<size_t>(at)];
        auto rect = m_nodes.box(at);
        rect.setSize(rect.size().expandedTo({ pixel, pixel }));
        blocks[static_cast<size_t>(m_blocks[static_cast<size_t>(at)])].push_back(rect);
        if (!m_isMatched.empty() && m_isMatched[static_cast<size_t>(at)])
            frames.push_back(rect.adjusted(-2 * pixel, -2 * pixel, 2 * pixel, 2 * pixel));
        const bool hasBadge
            = scale >= BadgeScale && (!node.notes.isEmpty() || style::isMarked(node));
        if (hasBadge || isBookmarked({ .node = at }))
            marked.push_back(at);
    });
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_colors.accent);
    painter.drawRects(frames);
    for (size_t i = 0; i < blocks.size(); ++i) {
        painter.setBrush(m_blockColors[i]);
        painter.drawRects(blocks[i]);
    }
    painter.setRenderHint(QPainter::Antialiasing);
    for (const auto at : marked) {
        const auto &node = m_graph.nodes[static_cast<size_t>(at)];
        if (scale >= BadgeScale) {
            style::paintReasons(painter, node, m_nodes.box(at), m_colors, scale, m_texts);
            style::paintChange(painter, node, m_nodes.box(at), m_colors, scale);
        }
        if (isBookmarked({ .node = at }))
            style::paintBookmark(painter, m_nodes.box(at), m_colors, scale);
    }
}

} // namespace tosaic::views
