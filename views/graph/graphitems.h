// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"
#include "core/layout/layout.h"
#include "views/graph/graphstyle.h"

#include <QGraphicsItem>

/// The items of a GraphScene. They refer to the graph and the colours that the scene owns.
namespace tosaic::views {

/// One node. Its data never changes; its state does.
class NodeItem : public QGraphicsItem
{
public:
    enum
    {
        Type = UserType + 1
    };
    NodeItem(const graph::Node &node, const QRectF &rect, const ThemeColors &colors, int index);

    int type() const override { return Type; }
    QRectF boundingRect() const override;
    QPainterPath shape() const override;
    void paint(QPainter *painter, const QStyleOptionGraphicsItem *, QWidget *) override;

    int index() const { return m_index; }
    const QRectF &rect() const { return m_rect; }
    const style::NodeState &state() const { return m_state; }
    void setState(const style::NodeState &state);

private:
    const graph::Node &m_node;
    QRectF m_rect;
    const ThemeColors &m_colors;
    int m_index;
    style::NodeState m_state;
};

/// One edge with its arrow; labels appear when there is room for them.
class EdgeItem : public QGraphicsItem
{
public:
    enum
    {
        Type = UserType + 2
    };
    EdgeItem(const graph::Edge &edge, const layout::Spline &spline, const QRectF &from,
        const QRectF &to, const ThemeColors &colors, int index);

    int type() const override { return Type; }
    QRectF boundingRect() const override;
    void paint(QPainter *painter, const QStyleOptionGraphicsItem *, QWidget *) override;

    int index() const { return m_index; }
    /// Of an edge that is too long to be drawn: what stands at its two stubs, the names of the
    /// other ends. An empty one leaves the stub bare.
    void setStubTexts(const QString &atStart, const QString &atEnd);
    /// Whether a position is on a stub's name: the end (from or to) it leads to.
    enum class End
    {
        None,
        From,
        To
    };
    End leadsTo(QPointF position) const;
    bool isHighlighted() const { return m_isHighlighted; }
    void setHighlighted(bool highlighted);

private:
    void paintLabel(QPainter &painter, double scale) const;
    void paintStubTexts(QPainter &painter) const;

    const graph::Edge &m_edge;
    QPainterPath m_path;
    QPainterPath m_stub; ///< drawn instead of the path while a long edge is not highlighted
    QString m_textAtStart;
    QString m_textAtEnd;
    QRectF m_plateAtStart; ///< empty: no text
    QRectF m_plateAtEnd;
    QPolygonF m_arrow;
    const ThemeColors &m_colors;
    int m_index;
    bool m_isHighlighted = false;
};

/// One piece of a partition hull: the area, and the title bar that lies over the edges.
class HullItem : public QGraphicsItem
{
public:
    enum
    {
        Type = UserType + 3
    };
    enum class Part
    {
        Area,
        Title
    };
    HullItem(const graph::Group &group, const QRectF &rect, Part part, bool isContinued,
        const ThemeColors &colors, int index);

    int type() const override { return Type; }
    QRectF boundingRect() const override;
    QPainterPath shape() const override;
    void paint(QPainter *painter, const QStyleOptionGraphicsItem *, QWidget *) override;

    int index() const { return m_index; }
    const QRectF &rect() const { return m_rect; }
    void setState(const style::NodeState &state);

private:
    const graph::Group &m_group;
    QRectF m_rect;
    Part m_part;
    bool m_isContinued;
    const ThemeColors &m_colors;
    int m_index;
    style::NodeState m_state;
};

} // namespace tosaic::views
