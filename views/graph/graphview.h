// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/graph/graphscene.h"

#include <QGraphicsView>
#include <QTimer>
#include <QVariantAnimation>

namespace tosaic::views {

/// Camera and input over a GraphScene: zoom, pan, keys, hover. Says what the user points at; others
/// decide what that means.
class GraphView : public QGraphicsView
{
    Q_OBJECT
public:
    explicit GraphView(const ThemeColors &colors, QWidget *parent = nullptr);

    GraphScene *graphScene() const { return m_scene; }

    double zoom() const { return transform().m11(); }
    void zoomBy(double factor);
    void zoomTo(double scale);
    /// The whole graph in the window, not larger than life.
    void fit(bool animated = true);
    /// Brings the target into view with as little movement as possible; zooms in if its text is too
    /// small to read.
    void reveal(const GraphTarget &target);
    /// Part of the scene in the window.
    QRectF visibleScene() const;
    void centreOn(QPointF position);
    /// Where it was left: at once, without a movement.
    void returnTo(QPointF centre, double scale);
    /// Nobody has moved the camera since it was fitted.
    bool isFitted() const { return m_isFitted; }

Q_SIGNALS:
    void clicked(const tosaic::views::GraphTarget &target);
    /// The name at an edge that is too long to be drawn was clicked: its other end.
    void followed(const tosaic::views::GraphTarget &target);
    void activated(const tosaic::views::GraphTarget &target);
    /// Backspace; the target is empty if nothing is selected.
    void collapseRequested(const tosaic::views::GraphTarget &target);
    void menuRequested(const tosaic::views::GraphTarget &target, QPoint globalPosition);
    void hovered(const tosaic::views::GraphTarget &target, QPoint globalPosition);
    /// The keys 1 to 9: 1 closes all groups, 2 opens the outermost, and so on.
    void depthRequested(int depth);
    void escaped();
    void fitRequested();
    void cameraMoved();

protected:
    void wheelEvent(QWheelEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void keyReleaseEvent(QKeyEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void moveCamera(QPointF centre, double scale, bool animated);
    void placeCamera(QPointF centre, double scale);
    void panAcross(double share); ///< of the window
    bool moveSelection(int key);
    GraphTarget targetUnder(QPoint position) const;
    void updateCursor();

    GraphScene *m_scene;
    QVariantAnimation m_camera;
    QPointF m_fromCentre;
    QPointF m_toCentre;
    double m_fromScale = 1;
    double m_toScale = 1;
    QTimer m_hoverTimer;
    QPoint m_hoverPosition;
    QPoint m_pressed;
    QPoint m_last;
    bool m_isSpaceDown = false;
    bool m_isPanning = false;
    bool m_isFitted = false;
};

} // namespace tosaic::views
