// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPolygonF>
#include <QRectF>

#include <vector>

namespace tosaic::views {

/// Finds room for texts: what is placed neither leaves the bounds nor covers what was there before.
class LabelPlacer
{
public:
    explicit LabelPlacer(const QRectF &bounds) : m_bounds(bounds) { }

    /// Takes room whatever is there: a mark that a text must not cover.
    void block(const QRectF &area) { m_taken.push_back(area); }
    /// Whether the area is free; takes it if so.
    bool place(const QPolygonF &area);

    /// A box of a size around a point, turned by degrees (clockwise).
    static QPolygonF box(const QPointF &centre, const QSizeF &size, double degrees = 0);

private:
    QRectF m_bounds;
    std::vector<QPolygonF> m_taken;
};

} // namespace tosaic::views
