// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/minimap.h"

#include "views/graph/graphstyle.h"
#include "views/graph/graphview.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {
constexpr QSizeF Largest(220, 168); ///< px
constexpr int Inset = 6; ///< px around the picture
constexpr int CornerGap = 16; ///< px to the corner of the view
}

Minimap::Minimap(GraphView &view) : QWidget(&view), m_view(view)
{
    setObjectName(u"graphMinimap"_s);
    setAccessibleName(tr("Overview of the graph"));
    setCursor(Qt::PointingHandCursor);
    setToolTip(tr("Click or drag to go there"));
    hide();
    connect(&view, &GraphView::cameraMoved, this, &Minimap::follow);
}

void Minimap::refresh()
{
    const auto bounds = m_view.graphScene()->bounds();
    if (bounds.isEmpty()) {
        hide();
        return;
    }
    auto size = bounds.size().scaled(Largest, Qt::KeepAspectRatio);
    size = { std::max(24.0, size.width()), std::max(24.0, size.height()) };
    resize(size.toSize() + QSize(2 * Inset, 2 * Inset));
    const auto ratio = devicePixelRatioF();
    m_picture = QPixmap((size * ratio).toSize());
    m_picture.setDevicePixelRatio(ratio);
    m_picture.fill(Qt::transparent);
    QPainter painter(&m_picture);
    const auto scale = size.width() / bounds.width();
    painter.scale(scale, scale);
    painter.translate(-bounds.topLeft());
    auto &scene = *m_view.graphScene();
    const auto &colors = scene.colors();
    for (const auto &[group, rect] : scene.hulls()) {
        const auto color
            = colors.placement(scene.graph().groups[static_cast<size_t>(group)].placement);
        painter.fillRect(rect, style::mix(colors.surface, color, 0.25));
    }
    const auto smallest = 2 / scale; // a node is at least two pixels, or it would vanish
    for (size_t i = 0; i < scene.graph().nodes.size(); ++i) {
        auto rect = scene.rectOf({ .node = static_cast<int>(i) });
        const auto centre = rect.center();
        rect.setSize({ std::max(rect.width(), smallest), std::max(rect.height(), smallest) });
        rect.moveCenter(centre);
        painter.fillRect(rect, scene.blockColor(static_cast<int>(i)));
    }
    follow();
    update();
}

void Minimap::follow()
{
    const auto bounds = m_view.graphScene()->bounds();
    setVisible(!bounds.isEmpty() && !m_view.visibleScene().contains(bounds));
    const auto area = m_view.viewport()->geometry();
    move(area.right() - width() - CornerGap, area.bottom() - height() - CornerGap);
    update();
}

QTransform Minimap::toScene() const
{
    const auto bounds = m_view.graphScene()->bounds();
    const auto inner = QRectF(rect()).adjusted(Inset, Inset, -Inset, -Inset);
    QTransform transform;
    transform.translate(bounds.left(), bounds.top());
    transform.scale(bounds.width() / inner.width(), bounds.height() / inner.height());
    transform.translate(-inner.left(), -inner.top());
    return transform;
}

void Minimap::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const auto &colors = m_view.graphScene()->colors();
    painter.setPen(QPen(colors.border, 1));
    painter.setBrush(colors.surface);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    painter.drawPixmap(Inset, Inset, m_picture);
    auto window = toScene().inverted().mapRect(m_view.visibleScene());
    window = window.intersected(QRectF(rect()).adjusted(2, 2, -2, -2));
    auto fill = colors.accent;
    fill.setAlphaF(0.12F);
    painter.setBrush(fill);
    painter.setPen(QPen(colors.accent, 1.5));
    painter.drawRoundedRect(window, 2, 2);
}

void Minimap::go(QPointF position)
{
    m_view.centreOn(toScene().map(position));
}

void Minimap::mousePressEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton)
        go(event->position());
}

void Minimap::mouseMoveEvent(QMouseEvent *event)
{
    if (event->buttons() & Qt::LeftButton)
        go(event->position());
}

} // namespace tosaic::views
