// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/labelplacer.h"

#include <QTransform>

#include <algorithm>

namespace tosaic::views {

bool LabelPlacer::place(const QPolygonF &area)
{
    if (!m_bounds.contains(area.boundingRect()))
        return false;
    const auto isHit = [&area](const QPolygonF &taken) { return taken.intersects(area); };
    if (std::ranges::any_of(m_taken, isHit))
        return false;
    m_taken.push_back(area);
    return true;
}

QPolygonF LabelPlacer::box(const QPointF &centre, const QSizeF &size, double degrees)
{
    QTransform turn;
    turn.translate(centre.x(), centre.y());
    turn.rotate(degrees);
    return turn.map(
        QPolygonF(QRectF(-size.width() / 2, -size.height() / 2, size.width(), size.height())));
}

} // namespace tosaic::views
