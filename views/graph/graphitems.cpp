// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graphitems.h"

#include "views/graph/graphmetrics.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QStyleOptionGraphicsItem>

#include <cmath>

namespace tosaic::views {

namespace {

constexpr double HaloMargin = 14; ///< px around an item that selection and badges may take
constexpr double LabelScale = 1.15; ///< from here on all edges say what flows
constexpr double HighlightLabelScale = 0.55;
constexpr double ArrowScale = 0.3;
constexpr double StubLength = 14; ///< px
constexpr double StubTextScale = 0.5; ///< from here on stubs name what they lead to
constexpr double StubTextWidth = 120; ///< px at most

double scaleOf(const QPainter *painter)
{
    return QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter->worldTransform());
}

QFont smallFont()
{
    auto font = GraphMetrics::subtitleFont();
    font.setPixelSize(10);
    return font;
}

QPolygonF arrowAt(QPointF tip, QPointF from)
{
    auto d = tip - from;
    const auto length = std::hypot(d.x(), d.y());
    d = length < 1e-6 ? QPointF(0, 1) : d / length;
    const QPointF side(-d.y(), d.x());
    return QPolygonF({ tip, tip - d * 7 + side * 3.4, tip - d * 7 - side * 3.4 });
}

} // namespace

NodeItem::NodeItem(
    const graph::Node &node, const QRectF &rect, const ThemeColors &colors, int index)
    : m_node(node), m_rect(rect), m_colors(colors), m_index(index)
{
    setZValue(3);
    setAcceptedMouseButtons(Qt::NoButton);
}

QRectF NodeItem::boundingRect() const
{
    return m_rect.adjusted(-HaloMargin, -HaloMargin, HaloMargin, HaloMargin);
}

QPainterPath NodeItem::shape() const
{
    return style::outline(m_node.placement, m_rect);
}

void NodeItem::setState(const style::NodeState &state)
{
    m_state = state;
    setZValue(state.selected ? 4 : 3);
    update();
}

void NodeItem::paint(QPainter *painter, const QStyleOptionGraphicsItem *, QWidget *)
{
    style::paintNode(*painter, m_node, m_rect, m_colors, m_state, scaleOf(painter));
}

EdgeItem::EdgeItem(const graph::Edge &edge, const layout::Spline &spline, const QRectF &from,
    const QRectF &to, const ThemeColors &colors, int index)
    : m_edge(edge), m_colors(colors), m_index(index)
{
    setZValue(1);
    setAcceptedMouseButtons(Qt::NoButton);
    const auto &p = spline.points;
    if (p.empty()) { // too long to be routed: two stubs, the whole line only on demand
        const QPointF start(from.center().x(), from.bottom());
        const QPointF end(to.center().x(), to.top());
        m_path.moveTo(start);
        m_path.cubicTo(start + QPointF(60, 60), end - QPointF(-60, 60), end);
        m_stub.moveTo(start + QPointF(12, 0));
        m_stub.lineTo(start + QPointF(12 + StubLength / 2, StubLength));
        m_stub.moveTo(end + QPointF(12 + StubLength / 2, -StubLength));
        m_stub.lineTo(end + QPointF(12, 0));
        m_arrow = arrowAt(end, end - QPointF(0, 1));
        return;
    }
    m_path.moveTo(p.front());
    for (size_t i = 1; i + 2 < p.size(); i += 3)
        m_path.cubicTo(p[i], p[i + 1], p[i + 2]);
    if (spline.hasArrow) {
        m_arrow = arrowAt(spline.arrowTip, p.back());
        m_path.lineTo(spline.arrowTip - (spline.arrowTip - p.back()) * 0.5);
    }
}

QRectF EdgeItem::boundingRect() const
{
    const auto label = m_edge.label.isEmpty() ? 4.0 : 110.0;
    return m_path.boundingRect()
        .united(m_arrow.boundingRect())
        .adjusted(-label, -10, label, 10)
        .united(m_plateAtStart)
        .united(m_plateAtEnd);
}

void EdgeItem::setStubTexts(const QString &atStart, const QString &atEnd)
{
    if (m_stub.isEmpty())
        return;
    const QFontMetricsF metrics(smallFont());
    const auto plateAt = [&](QString &text, QPointF corner, bool isAbove) {
        if (text.isEmpty())
            return QRectF();
        text = metrics.elidedText(text, Qt::ElideMiddle, StubTextWidth);
        const QSizeF size(metrics.horizontalAdvance(text) + 4, metrics.height());
        return QRectF(corner - QPointF(0, isAbove ? size.height() : 0), size);
    };
    const QPointF beside(14 + StubLength / 2, 0);
    m_textAtStart = atStart;
    m_textAtEnd = atEnd;
    m_plateAtStart = plateAt(m_textAtStart, m_path.elementAt(0) + beside, false);
    m_plateAtEnd = plateAt(m_textAtEnd, m_path.elementAt(m_path.elementCount() - 1) + beside, true);
    prepareGeometryChange();
}

EdgeItem::End EdgeItem::leadsTo(QPointF position) const
{
    return m_plateAtStart.contains(position) ? End::To
        : m_plateAtEnd.contains(position)    ? End::From
                                             : End::None;
}

void EdgeItem::paintStubTexts(QPainter &painter) const
{
    painter.setFont(smallFont());
    painter.setPen(m_colors.accent);
    painter.drawText(m_plateAtStart, Qt::AlignCenter, m_textAtStart);
    painter.drawText(m_plateAtEnd, Qt::AlignCenter, m_textAtEnd);
}

void EdgeItem::setHighlighted(bool highlighted)
{
    if (m_isHighlighted == highlighted)
        return;
    m_isHighlighted = highlighted;
    setZValue(highlighted ? 1.5 : 1);
    update();
}

void EdgeItem::paint(QPainter *painter, const QStyleOptionGraphicsItem *, QWidget *)
{
    const auto scale = scaleOf(painter);
    const auto color = m_isHighlighted
        ? m_colors.accent
        : style::mix(m_colors.surface, m_colors.mutedText, m_edge.isControl ? 0.85 : 0.7);
    auto width = (m_isHighlighted ? 2.2 : 1.2) / std::clamp(scale, 0.35, 1.0);
    painter->setPen(QPen(color, width, m_edge.isControl ? Qt::DashLine : Qt::SolidLine));
    painter->setBrush(Qt::NoBrush);
    const bool isStub = !m_stub.isEmpty() && !m_isHighlighted;
    painter->drawPath(isStub ? m_stub : m_path);
    if (scale >= ArrowScale && !isStub) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(color);
        painter->drawPolygon(m_arrow);
    }
    const bool showsLabel
        = m_edge.isControl || m_isHighlighted ? scale >= HighlightLabelScale : scale >= LabelScale;
    if (isStub && scale >= StubTextScale)
        paintStubTexts(*painter);
    if (!m_edge.label.isEmpty() && showsLabel && !isStub)
        paintLabel(*painter, scale);
}

void EdgeItem::paintLabel(QPainter &painter, double scale) const
{
    const auto font = smallFont();
    QRectF plate({}, QSizeF(QFontMetricsF(font).horizontalAdvance(m_edge.label) + 8, 14));
    plate.moveCenter(m_path.pointAtPercent(0.5));
    painter.setPen(Qt::NoPen);
    auto background = m_colors.surface;
    background.setAlphaF(0.88F);
    painter.setBrush(background);
    painter.drawRoundedRect(plate, 3, 3);
    painter.setFont(font);
    painter.setPen(m_isHighlighted && scale > 0 ? m_colors.text : m_colors.mutedText);
    painter.drawText(plate, Qt::AlignCenter, m_edge.label);
}

HullItem::HullItem(const graph::Group &group, const QRectF &rect, Part part, bool isContinued,
    const ThemeColors &colors, int index)
    : m_group(group), m_rect(rect), m_part(part), m_isContinued(isContinued), m_colors(colors),
      m_index(index)
{
    setZValue(part == Part::Area ? 0 : 2);
    setAcceptedMouseButtons(Qt::NoButton);
}

QRectF HullItem::boundingRect() const
{
    return m_rect.adjusted(-HaloMargin, -HaloMargin, HaloMargin, HaloMargin);
}

QPainterPath HullItem::shape() const
{
    QPainterPath path;
    path.addRect(m_part == Part::Area
            ? m_rect
            : QRectF(m_rect.topLeft(), QSizeF(m_rect.width(), GraphMetrics::HullTitleHeight)));
    return path;
}

void HullItem::setState(const style::NodeState &state)
{
    m_state = state;
    update();
}

void HullItem::paint(QPainter *painter, const QStyleOptionGraphicsItem *, QWidget *)
{
    if (m_part == Part::Area)
        style::paintHull(*painter, m_group, m_rect, m_colors, m_state);
    else
        style::paintHullTitle(*painter, m_group, m_rect, m_isContinued, m_colors, scaleOf(painter));
}

} // namespace tosaic::views
