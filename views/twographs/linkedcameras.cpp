// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/twographs/linkedcameras.h"

#include "views/graph/graphview.h"

#include <algorithm>

namespace tosaic::views {

LinkedCameras::LinkedCameras(GraphView &left, GraphView &right, QObject *parent)
    : QObject(parent), m_views{ &left, &right }
{
    connect(&left, &GraphView::cameraMoved, this, [this] { follow(0); });
    connect(&right, &GraphView::cameraMoved, this, [this] { follow(1); });
}

void LinkedCameras::follow(size_t moved)
{
    if (!m_isLinked || m_held > 0 || m_anchors.empty())
        return;
    const auto other = 1 - moved;
    const auto centre = m_views[moved]->visibleScene().center();
    const auto &given = m_given[moved];
    if (qFuzzyCompare(given.zoom, m_views[moved]->zoom())
        && (given.centre - centre).manhattanLength() * given.zoom < 2)
        return; // its scroll bars came or went
    const auto distance = [&](const std::array<QPointF, 2> &anchor) {
        const auto way = anchor[moved] - centre;
        return QPointF::dotProduct(way, way);
    };
    const auto nearest = std::ranges::min_element(m_anchors, {}, distance);
    hold(true);
    m_views[other]->returnTo(
        (*nearest)[other] + centre - (*nearest)[moved], m_views[moved]->zoom());
    m_given[moved] = {};
    m_given[other] = { m_views[other]->visibleScene().center(), m_views[other]->zoom() };
    hold(false);
}

} // namespace tosaic::views
