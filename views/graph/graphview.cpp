// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graphview.h"

#include "views/canvas/canvas.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QScrollBar>
#include <QStyle>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr double SmallestZoom = 0.01;
constexpr double LargestZoom = 4;
constexpr double ReadableZoom = 0.8; ///< what is selected elsewhere is shown at least this large
constexpr double ZoomStep = 1.25;
constexpr int CameraTime = 140; ///< ms
constexpr int HoverDelay = 250; ///< ms before the card appears
constexpr double Margin = 28; ///< px kept free around a fitted graph
constexpr double Roam = 4000; ///< px one may pan beyond the graph

} // namespace

GraphView::GraphView(const ThemeColors &colors, QWidget *parent)
    : QGraphicsView(parent), m_scene(new GraphScene(colors, this))
{
    setObjectName(u"graphView"_s);
    setAccessibleName(tr("Graph of the model"));
    setScene(m_scene);
    setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setTransformationAnchor(QGraphicsView::NoAnchor);
    setResizeAnchor(QGraphicsView::AnchorViewCenter);
    setViewportUpdateMode(QGraphicsView::SmartViewportUpdate);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setMouseTracking(true);
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
        Q_EMIT hovered(targetUnder(m_hoverPosition), viewport()->mapToGlobal(m_hoverPosition));
    });
}

QRectF GraphView::visibleScene() const
{
    return mapToScene(viewport()->rect()).boundingRect();
}

void GraphView::placeCamera(QPointF centre, double scale)
{
    setSceneRect(m_scene->bounds().adjusted(-Roam, -Roam, Roam, Roam));
    setTransform(QTransform::fromScale(scale, scale));
    centerOn(centre);
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

void GraphView::panAcross(double share)
{
    m_isFitted = false;
    const auto seen = visibleScene();
    moveCamera(seen.center() + QPointF(seen.width() * share, 0), zoom(), true);
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
    const auto visible = visibleScene();
    const bool isHull = target.group >= 0;
    const auto wanted = isHull ? std::min({ 1.0, viewport()->width() / (rect.width() + 80),
                            viewport()->height() / (rect.height() + 80) })
                               : ReadableZoom;
    if (visible.contains(rect) && (isHull || zoom() >= 0.5))
        return;
    m_isFitted = false;
    moveCamera(rect.center(), isHull ? wanted : std::max(zoom(), wanted), true);
}

GraphTarget GraphView::targetUnder(QPoint position) const
{
    return m_scene->targetAt(mapToScene(position));
}

void GraphView::wheelEvent(QWheelEvent *event)
{
    if (event->modifiers() & Qt::ControlModifier) {
        m_camera.stop();
        m_isFitted = false;
        // The place under the pointer stays where it is.
        const auto anchor = mapToScene(event->position().toPoint());
        const auto factor = std::pow(ZoomStep, event->angleDelta().y() / 120.0);
        const auto scale = std::clamp(zoom() * factor, SmallestZoom, LargestZoom);
        const auto centre = anchor + (visibleScene().center() - anchor) * (zoom() / scale);
        placeCamera(centre, scale);
    } else {
        m_isFitted = false;
        auto delta = event->pixelDelta().isNull() ? event->angleDelta() / 2 : event->pixelDelta();
        if (event->modifiers() & Qt::ShiftModifier)
            delta = delta.transposed();
        placeCamera(visibleScene().center() - QPointF(delta) / zoom(), zoom());
    }
    event->accept();
}

void GraphView::mousePressEvent(QMouseEvent *event)
{
    m_pressed = m_last = event->pos();
    m_hoverTimer.stop();
    m_isPanning = event->button() == Qt::MiddleButton
        || (event->button() == Qt::LeftButton && m_isSpaceDown);
    updateCursor();
    event->accept();
}

void GraphView::mouseMoveEvent(QMouseEvent *event)
{
    const auto far
        = (event->pos() - m_pressed).manhattanLength() >= QApplication::startDragDistance();
    if ((event->buttons() & Qt::LeftButton) && far && !m_isPanning) {
        m_isPanning = true; // dragging anywhere moves the sheet: nodes cannot be moved
        updateCursor();
    }
    if (m_isPanning) {
        m_camera.stop();
        m_isFitted = false;
        const QPointF delta = event->pos() - m_last;
        m_last = event->pos();
        placeCamera(visibleScene().center() - delta / zoom(), zoom());
        return;
    }
    m_hoverPosition = event->pos();
    const auto target = targetUnder(event->pos());
    m_scene->hover(target);
    Q_EMIT hovered({}, {});
    if (target.isEmpty())
        m_hoverTimer.stop();
    else
        m_hoverTimer.start();
}

void GraphView::mouseReleaseEvent(QMouseEvent *event)
{
    const bool wasPanning = std::exchange(m_isPanning, false);
    updateCursor();
    if (wasPanning || event->button() != Qt::LeftButton)
        return;
    if (const auto other = m_scene->stubTargetAt(mapToScene(event->pos())); !other.isEmpty())
        Q_EMIT followed(other);
    else
        Q_EMIT clicked(targetUnder(event->pos()));
}

void GraphView::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_pressed = event->pos();
    if (const auto target = targetUnder(event->pos()); !target.isEmpty())
        Q_EMIT activated(target);
}

void GraphView::contextMenuEvent(QContextMenuEvent *event)
{
    if (event->reason() == QContextMenuEvent::Mouse) {
        Q_EMIT menuRequested(targetUnder(event->pos()), event->globalPos());
        return;
    }
    const auto target = m_scene->selected();
    const auto place = mapFromScene(m_scene->rectOf(target).center());
    Q_EMIT menuRequested(target, viewport()->mapToGlobal(place));
}

bool GraphView::moveSelection(int key)
{
    const bool isEnd = key == Qt::Key_End;
    if (key != Qt::Key_Up && key != Qt::Key_Down && key != Qt::Key_Left && key != Qt::Key_Right
        && key != Qt::Key_Home && !isEnd)
        return false;
    if (m_scene->graph().nodes.empty())
        return true;
    const auto node = m_scene->selected().node;
    int next = -1;
    if (node < 0 || key == Qt::Key_Home || isEnd) {
        next = isEnd ? static_cast<int>(m_scene->graph().nodes.size()) - 1 : 0;
    } else if (key == Qt::Key_Left || key == Qt::Key_Right) {
        next = m_scene->sibling(node, key == Qt::Key_Right ? 1 : -1);
    } else {
        const auto found = m_scene->neighbours(node, key == Qt::Key_Down);
        next = found.empty() ? -1 : found.front();
    }
    if (next >= 0) {
        Q_EMIT clicked({ .node = next });
        reveal({ .node = next });
    }
    return true;
}

void GraphView::keyPressEvent(QKeyEvent *event)
{
    const auto &target = m_scene->selected();
    if (moveSelection(event->key()))
        return;
    if (event->modifiers() == Qt::NoModifier && event->key() >= Qt::Key_1
        && event->key() <= Qt::Key_9) {
        Q_EMIT depthRequested(event->key() - Qt::Key_1);
        return;
    }
    switch (event->key()) {
    case Qt::Key_F:
    case Qt::Key_0:
        if (event->modifiers() != Qt::NoModifier)
            break;
        Q_EMIT fitRequested();
        return;
    case Qt::Key_W:
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        zoomBy(ZoomStep);
        return;
    case Qt::Key_S:
    case Qt::Key_Minus:
        zoomBy(1 / ZoomStep);
        return;
    case Qt::Key_A:
    case Qt::Key_D:
        panAcross(event->key() == Qt::Key_A ? -Canvas::PanStep : Canvas::PanStep);
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (!target.isEmpty())
            Q_EMIT activated(target);
        return;
    case Qt::Key_Backspace:
        Q_EMIT collapseRequested(target);
        return;
    case Qt::Key_Escape:
        Q_EMIT escaped();
        return;
    case Qt::Key_Space:
        m_isSpaceDown = true;
        updateCursor();
        return;
    default:
        break;
    }
    event->ignore(); // not for us: the page and the window have their shortcuts
}

void GraphView::keyReleaseEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Space && !event->isAutoRepeat()) {
        m_isSpaceDown = false;
        updateCursor();
        return;
    }
    event->ignore();
}

void GraphView::leaveEvent(QEvent *event)
{
    m_hoverTimer.stop();
    m_scene->hover({});
    Q_EMIT hovered({}, {});
    QGraphicsView::leaveEvent(event);
}

void GraphView::resizeEvent(QResizeEvent *event)
{
    QGraphicsView::resizeEvent(event);
    if (m_isFitted)
        fit(false);
    Q_EMIT cameraMoved();
}

void GraphView::updateCursor()
{
    viewport()->setCursor(m_isPanning ? Qt::ClosedHandCursor
            : m_isSpaceDown           ? Qt::OpenHandCursor
                                      : Qt::ArrowCursor);
}

} // namespace tosaic::views
