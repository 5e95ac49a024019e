// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointF>

#include <array>
#include <vector>

namespace tosaic::views {

class GraphView;

/// Moves one graph's camera with the other's: the same zoom, and what is matched near the middle of
/// the one stands at the same place in the other. UI thread.
class LinkedCameras : public QObject
{
    Q_OBJECT
public:
    LinkedCameras(GraphView &left, GraphView &right, QObject *parent = nullptr);

    /// Centres of what is matched and drawn on both sides, in the units of each scene.
    void setAnchors(std::vector<std::array<QPointF, 2>> anchors) { m_anchors = std::move(anchors); }
    void setLinked(bool isLinked) { m_isLinked = isLinked; }
    bool isLinked() const { return m_isLinked; }
    /// While both are moved for another reason; calls may be nested.
    void hold(bool isHeld) { m_held += isHeld ? 1 : -1; }

private:
    struct Camera
    {
        QPointF centre;
        double zoom = 0; ///< 0: none was given
    };

    void follow(size_t moved);

    std::array<GraphView *, 2> m_views;
    std::vector<std::array<QPointF, 2>> m_anchors;
    std::array<Camera, 2> m_given; ///< where each was put last: it does not lead from there
    bool m_isLinked = true;
    int m_held = 0;
};

} // namespace tosaic::views
