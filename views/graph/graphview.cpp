// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graphview.h"

#include "core/graph/links.h"
#include "views/graph/graphaccessible.h"

#include <QContextMenuEvent>
#include <QPainter>
#include <QScopedValueRollback>
#include <QStyle>

#include <algorithm>
#include <cmath>
#include <utility>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr double SmallestZoom = 0.01;
constexpr double LargestZoom = 4;
constexpr double ReadableZoom = 0.8; ///< what is selected elsewhere is shown at least this large
constexpr int CameraTime = 140; ///< ms
constexpr int HoverDelay = 250; ///< ms before the card appears
constexpr double Margin = 28; ///< px kept free around a fitted graph
constexpr double Roam = 4000; ///< units one may pan beyond the graph

} // namespace

GraphView::GraphView(const Theme &theme, QWidget *parent)
    : Canvas(theme, u"graphView"_s, u"graphNote"_s, parent),
      m_scene(new GraphScene(theme.colors(), this))
{
    GraphAccessible::install(); // before a name makes Qt ask for it
    setAccessibleName(tr("Graph of the model"));
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setKeptMoving();
    setChoosesAtRelease();
    connect(m_scene, &GraphScene::changed, this, [this] {
        if (std::exchange(m_arrangedFor, m_scene->bounds()) != m_scene->bounds())
            arrange();
        refresh();
    });
    connect(m_scene, &GraphScene::hoverChanged, viewport(), qOverload<>(&QWidget::update));
    m_camera.setDuration(CameraTime);
    m_camera.setStartValue(0.0);
    m_camera.setEndValue(1.0);
    m_camera.setEasingCurve(QEasingCurve::OutCubic);
    connect(&m_camera, &QVariantAnimation::valueChanged, this, [this](const QVariant &value) {
        const auto t = value.toDouble();
        // Scale moves geometrically, so that zooming feels even.
        placeCamera(m_fromCentre + (m_toCentre - m_fromCentre) * t,
            m_fromScale * std::pow(m_toScale / m_fromScale, t));
    });
    m_hoverTimer.setSingleShot(true);
    m_hoverTimer.setInterval(HoverDelay);
    connect(&m_hoverTimer, &QTimer::timeout, this, [this] {
        Q_EMIT hovered(
            targetOf(itemAt(m_hoverPosition)), viewport()->mapToGlobal(m_hoverPosition.toPoint()));
    });
}

GraphTarget GraphView::targetOf(int item) const
{
    const auto nodes = static_cast<int>(m_scene->graph().nodes.size());
    return { .node = item < nodes ? item : -1, .group = item < nodes ? -1 : item - nodes };
}

int GraphView::itemOf(const GraphTarget &target) const
{
    const auto nodes = static_cast<int>(m_scene->graph().nodes.size());
    return target.group >= 0 ? nodes + target.group : target.node;
}

/// So far that the whole graph and the room around it can be seen, and both axes end at the same
/// scale.
void GraphView::arrange()
{
    const QScopedValueRollback placing(m_isPlacing, true);
    const auto room = m_scene->bounds().adjusted(-Roam, -Roam, Roam, Roam);
    const auto area = plot().size().expandedTo({ 1, 1 });
    const auto least
        = std::min({ SmallestZoom, area.width() / room.width(), area.height() / room.height() });
    const auto half = area / least / 2;
    const auto centre = room.center();
    setAcross(centre.x() - half.width(), centre.x() + half.width(), area.width() / LargestZoom);
    setUpright(centre.y() - half.height(), centre.y() + half.height(), area.height() / LargestZoom);
}

double GraphView::zoom() const
{
    return plot().width() / across().width();
}

QRectF GraphView::visibleScene() const
{
    return { across().from(), upright().from(), across().width(), upright().width() };
}

QTransform GraphView::viewportTransform() const
{
    const auto scale = zoom();
    const auto start = QPointF(origin()) / viewport()->devicePixelRatioF();
    return { scale, 0, 0, scale, -start.x(), -start.y() };
}

QPoint GraphView::mapFromScene(QPointF position) const
{
    return viewportTransform().map(position).toPoint();
}

QPointF GraphView::mapToScene(QPointF position) const
{
    return viewportTransform().inverted().map(position);
}

void GraphView::paint(QPainter &painter)
{
    const auto part = painter.hasClipping() ? painter.clipBoundingRect() : plot();
    painter.fillRect(part, colors().window);
    painter.save();
    painter.setTransform(viewportTransform(), true);
    m_scene->paint(painter, viewportTransform().inverted().mapRect(part), zoom());
    painter.restore();
}

void GraphView::paintOver(QPainter &painter)
{
    painter.save();
    painter.setTransform(viewportTransform(), true);
    m_scene->paintHovered(painter, zoom());
    painter.restore();
}

int GraphView::itemAt(const QPointF &position) const
{
    return itemOf(m_scene->targetAt(mapToScene(position)));
}

QRectF GraphView::itemRect(int item) const
{
    return viewportTransform().mapRect(m_scene->rectOf(targetOf(item)));
}

void GraphView::placeCamera(QPointF centre, double scale)
{
    const QScopedValueRollback placing(m_isPlacing, true);
    const auto size = plot().size().expandedTo({ 1, 1 }) / scale;
    moveTo({ centre - QPointF(size.width(), size.height()) / 2, size });
}

void GraphView::windowMoved()
{
    if (!m_isPlacing) {
        m_camera.stop();
        m_isFitted = false;
    }
    m_scale = zoom();
    Q_EMIT cameraMoved();
}

void GraphView::moveCamera(QPointF centre, double scale, bool animated)
{
    m_camera.stop();
    scale = std::clamp(scale, SmallestZoom, LargestZoom);
    const bool wantsMotion
        = style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, this) > 0;
    if (!animated || !wantsMotion || !isVisible()) {
        placeCamera(centre, scale);
        return;
    }
    m_fromCentre = visibleScene().center();
    m_fromScale = zoom();
    m_toCentre = centre;
    m_toScale = scale;
    m_camera.start();
}

void GraphView::zoomTo(double scale)
{
    m_isFitted = false;
    const auto target
        = m_camera.state() == QVariantAnimation::Running ? m_toCentre : visibleScene().center();
    moveCamera(target, scale, true);
}

void GraphView::zoomBy(double factor)
{
    const bool isMoving = m_camera.state() == QVariantAnimation::Running;
    zoomTo((isMoving ? m_toScale : zoom()) * factor);
}

void GraphView::fit(bool animated)
{
    const auto bounds = m_scene->bounds();
    if (bounds.isEmpty())
        return;
    const auto width = std::max(50.0, viewport()->width() - 2 * Margin);
    const auto height = std::max(50.0, viewport()->height() - 2 * Margin);
    const auto scale = std::min({ width / bounds.width(), height / bounds.height(), 1.25 });
    moveCamera(bounds.center(), scale, animated);
    m_isFitted = true;
}

void GraphView::centreOn(QPointF position)
{
    m_isFitted = false;
    moveCamera(position, zoom(), false);
}

void GraphView::returnTo(QPointF centre, double scale)
{
    m_isFitted = false;
    moveCamera(centre, scale, false);
}

void GraphView::reveal(const GraphTarget &target)
{
    const auto rect = m_scene->rectOf(target);
    if (rect.isEmpty())
        return;
    const auto visible
        = visibleScene().adjusted(0, m_covered.top() / zoom(), -m_covered.right() / zoom(), 0);
    const bool isHull = target.group >= 0;
    const auto wanted = isHull
        ? std::min({ 1.0, (viewport()->width() - m_covered.right()) / (rect.width() + 80),
            (viewport()->height() - m_covered.top()) / (rect.height() + 80) })
        : ReadableZoom;
    if (visible.contains(rect) && (isHull || zoom() >= 0.5))
        return;
    m_isFitted = false;
    const auto scale = isHull ? wanted : std::max(zoom(), wanted);
    moveCamera(
        rect.center() + QPointF(m_covered.right(), -m_covered.top()) / scale / 2, scale, true);
}

void GraphView::hover(const QPointF &position)
{
    Canvas::hover(position);
    m_hoverPosition = position;
    Q_EMIT hovered({}, {});
    if (hoveredItem() < 0)
        m_hoverTimer.stop();
    else
        m_hoverTimer.start();
}

void GraphView::leave()
{
    m_hoverTimer.stop();
    Canvas::leave();
    Q_EMIT hovered({}, {});
}

void GraphView::press(const QPointF &position)
{
    m_hoverTimer.stop();
    if (const auto other = m_scene->stubTargetAt(mapToScene(position)); !other.isEmpty())
        Q_EMIT followed(other);
    else
        Canvas::press(position);
}

void GraphView::contextMenuEvent(QContextMenuEvent *event)
{
    if (event->reason() == QContextMenuEvent::Mouse) {
        Q_EMIT menuRequested(targetOf(itemAt(event->pos())), event->globalPos());
        return;
    }
    const auto target = m_scene->selected();
    const auto place = mapFromScene(m_scene->rectOf(target).center());
    Q_EMIT menuRequested(target, viewport()->mapToGlobal(place));
}

void GraphView::go(int node)
{
    if (node < 0 || node >= static_cast<int>(m_scene->graph().nodes.size()))
        return;
    Q_EMIT clicked({ .node = node });
    reveal({ .node = node });
}

/// Down and up along the edges, else to what stands beside; from a group to what is first in it.
void GraphView::walk(int dx, int dy)
{
    const auto node = m_scene->selected().node;
    if (const auto group = m_scene->selected().group; group >= 0) {
        const auto inside = graph::nodesIn(m_scene->graph(), graph::GroupId(group));
        return go(inside.empty() ? 0 : static_cast<int>(inside.front()));
    }
    if (node < 0)
        return go(0);
    if (dx != 0)
        return go(m_scene->sibling(node, dx));
    const auto found = m_scene->neighbours(node, dy > 0);
    go(found.empty() ? -1 : found.front());
}

/// To the group around what is selected.
void GraphView::goOut()
{
    const auto &graph = m_scene->graph();
    const auto [node, group] = m_scene->selected();
    const auto around = node >= 0 ? graph.nodes[static_cast<size_t>(node)].group
        : group >= 0              ? graph.groups[static_cast<size_t>(group)].parent
                                  : graph::GroupId();
    if (!around)
        return;
    Q_EMIT clicked({ .group = static_cast<int>(around.value) });
    reveal({ .group = static_cast<int>(around.value) });
}

void GraphView::walkToEnd(bool isLast)
{
    go(isLast ? static_cast<int>(m_scene->graph().nodes.size()) - 1 : 0);
}

bool GraphView::takeKey(const QKeyEvent &event)
{
    if (event.modifiers() == Qt::NoModifier && event.key() >= Qt::Key_1
        && event.key() <= Qt::Key_9) {
        Q_EMIT depthRequested(event.key() - Qt::Key_1);
        return true;
    }
    if (event.key() == Qt::Key_U && event.modifiers() == Qt::NoModifier) {
        goOut();
        return true;
    }
    if (event.key() != Qt::Key_Backspace)
        return false;
    Q_EMIT collapseRequested(m_scene->selected());
    return true;
}

bool GraphView::takeBack()
{
    Q_EMIT escaped();
    return true;
}

void GraphView::resizeEvent(QResizeEvent *event)
{
    const auto centre = visibleScene().center();
    // That of the last move: what grew while it was hidden tells no old size.
    const auto scale = m_scale;
    {
        const QScopedValueRollback placing(m_isPlacing, true);
        Canvas::resizeEvent(event);
    }
    if (m_isFitted)
        fit(false);
    else if (scale > 0)
        placeCamera(centre, scale);
}

} // namespace tosaic::views
