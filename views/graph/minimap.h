// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPixmap>
#include <QWidget>

namespace tosaic::views {

class GraphView;

/// The whole graph in a corner with the part that is in view; click or drag goes there. Hidden
/// while everything is in view.
class Minimap : public QWidget
{
    Q_OBJECT
public:
    explicit Minimap(GraphView &view);

    /// The scene shows something else, or in other colours.
    void refresh();
    /// Back into the corner, after the view changed its size or place.
    void follow();

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;

private:
    void go(QPointF position);
    QTransform toScene() const;

    GraphView &m_view;
    QPixmap m_picture;
};

} // namespace tosaic::views
