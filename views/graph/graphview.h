// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/canvas/canvas.h"
#include "views/graph/graphscene.h"

#include <QMargins>
#include <QTimer>
#include <QVariantAnimation>

namespace tosaic::views {

/// A GraphScene on the canvas: both axes in its units and at one scale. Says what the user points
/// at; others decide what that means.
class GraphView : public Canvas
{
    Q_OBJECT
public:
    explicit GraphView(const Theme &theme, QWidget *parent = nullptr);

    GraphScene *graphScene() const { return m_scene; }

    double zoom() const; ///< px of a unit
    void zoomBy(double factor);
    void zoomTo(double scale);
    void zoomIn() override { zoomBy(Step); }
    void zoomOut() override { zoomBy(1 / Step); }
    /// Asks for it: who shows the graph may arrange it anew.
    void fit() override { Q_EMIT fitRequested(); }
    /// The whole graph in the window, not larger than life.
    void fit(bool animated);
    /// Brings the target into view with as little movement as possible; zooms in if its text is too
    /// small to read.
    void reveal(const GraphTarget &target);
    /// What stands on the right or on top of the graph and hides it there, px; reveal() keeps clear
    /// of it.
    void setCovered(const QMargins &covered) { m_covered = covered; }
    /// Part of the scene in the window.
    QRectF visibleScene() const;
    QTransform viewportTransform() const; ///< from the scene
    QPoint mapFromScene(QPointF position) const;
    QPointF mapToScene(QPointF position) const;
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
    void arrange() override;
    void paint(QPainter &painter) override;
    void paintOver(QPainter &painter) override;
    /// Nodes first, then groups.
    int itemAt(const QPointF &position) const override;
    int currentItem() const override { return itemOf(m_scene->selected()); }
    QRectF itemRect(int item) const override;
    void choose(int item) override { Q_EMIT clicked(targetOf(item)); }
    void activate(int item) override { Q_EMIT activated(targetOf(item)); }
    void chooseBeside(const QPointF &) override { Q_EMIT clicked({}); }
    void walk(int dx, int dy) override;
    void walkToEnd(bool isLast) override;
    void hoverItem(int item) override { m_scene->hover(targetOf(item)); }
    bool takeKey(const QKeyEvent &event) override;
    bool takeBack() override;
    void hover(const QPointF &position) override;
    void leave() override;
    void press(const QPointF &position) override;
    void windowMoved() override;
    void lookChanged() override { m_scene->setColors(colors()); }
    void contextMenuEvent(QContextMenuEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    static constexpr double Step = 1.25; ///< of a key: groups open on the way, so it is a small one

    GraphTarget targetOf(int item) const;
    int itemOf(const GraphTarget &target) const;
    void go(int node);
    void goOut();
    void moveCamera(QPointF centre, double scale, bool animated);
    void placeCamera(QPointF centre, double scale);

    GraphScene *m_scene;
    QVariantAnimation m_camera;
    QPointF m_fromCentre;
    QPointF m_toCentre;
    double m_scale = 0; ///< zoom() after the last move; 0 before the first
    double m_fromScale = 1;
    double m_toScale = 1;
    QTimer m_hoverTimer;
    QPointF m_hoverPosition;
    QRectF m_arrangedFor; ///< bounds of the scene
    QMargins m_covered;
    bool m_isPlacing = false; ///< the camera moves, not the user
    bool m_isFitted = false;
};

} // namespace tosaic::views
