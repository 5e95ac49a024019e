// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/canvas.h"

#include "views/canvas/hoverlabel.h"

#include <QApplication>
#include <QClipboard>
#include <QMimeData>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr double WheelZoom = 1.25; // of a notch
constexpr double WheelPan = 0.12; // of the window
constexpr double WheelRows = 48; // px
constexpr double Notch = 120;
constexpr int DragDistance = 4; // px
constexpr double LargestContent = 1 << 30; // scroll bars are ints

} // namespace

Canvas::Canvas(const Theme &theme, const QString &name, const QString &card, QWidget *parent)
    : QAbstractScrollArea(parent), m_theme(theme), m_card(new HoverLabel(card, viewport()))
{
    setObjectName(name);
    setFocusPolicy(Qt::StrongFocus);
    setFrameShape(QFrame::NoFrame);
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    connect(&theme, &Theme::changed, this, [this] { lookChanged(); });
}

QRectF Canvas::plot() const
{
    return viewport()->rect();
}

double Canvas::xOf(double value) const
{
    const auto area = plot();
    return area.left() + (value - m_across.from()) / m_across.width() * area.width();
}

double Canvas::yOf(double value) const
{
    const auto area = plot();
    const auto way = (value - m_upright.from()) / m_upright.width() * area.height();
    return m_isUpward ? area.bottom() - way : area.top() + way;
}

double Canvas::acrossAt(double x) const
{
    const auto area = plot();
    return m_across.from() + (x - area.left()) / std::max(1.0, area.width()) * m_across.width();
}

double Canvas::uprightAt(double y) const
{
    const auto area = plot();
    const auto way = m_isUpward ? area.bottom() - y : y - area.top();
    return m_upright.from() + way / std::max(1.0, area.height()) * m_upright.width();
}

void Canvas::setAcross(double first, double last, double least)
{
    m_across.setLimits(first, last, least);
    moved(true);
}

void Canvas::setUpright(double first, double last, double least)
{
    m_upright.setLimits(first, last, least);
    moved(true);
}

void Canvas::setRows(double height)
{
    m_upright.setScrolled(height, plot().height());
    moved(true);
}

void Canvas::setColumns(double width)
{
    m_across.setScrolled(width, plot().width());
    moved(true);
}

bool Canvas::moveAcross(double from, double to)
{
    return moved(m_across.set(from, to));
}

bool Canvas::moveUpright(double from, double to)
{
    return moved(m_upright.set(from, to));
}

bool Canvas::moveTo(const QRectF &window)
{
    const bool across = m_across.set(window.left(), window.right());
    return moved(m_upright.set(window.top(), window.bottom()) || across);
}

void Canvas::reveal(const QRectF &box)
{
    auto [top, bottom] = std::minmax({ uprightAt(box.top()), uprightAt(box.bottom()) });
    const bool across = m_across.reveal(acrossAt(box.left()), acrossAt(box.right()));
    const bool upright = m_upright.reveal(top, bottom);
    moved(across || upright);
}

/// Everything that goes with a change of the window.
bool Canvas::moved(bool hasChanged)
{
    if (!hasChanged)
        return false;
    hideCard();
    syncBars();
    if (m_isKeptMoving)
        viewport()->update();
    else
        refresh();
    windowMoved();
    return true;
}

void Canvas::fit()
{
    const bool across = m_across.fit();
    moved(m_upright.fit() || across);
}

void Canvas::zoomAt(const QPointF &anchor, double across, double upright)
{
    if (!hasPicture())
        return; // the limits are not known
    const auto x = acrossAt(anchor.x());
    const auto y = uprightAt(anchor.y());
    const bool isAcross = m_across.zoom(across, x);
    moved(m_upright.zoom(upright, y) || isAcross);
}

void Canvas::zoom(double factor)
{
    const auto area = plot();
    auto anchor = area.center();
    const QPointF pointer = viewport()->mapFromGlobal(QCursor::pos());
    const auto current = currentItem();
    const auto chosen = current < 0 ? QRectF() : itemRect(current).intersected(area);
    if (viewport()->underMouse() && area.contains(pointer))
        anchor = pointer;
    else if (!chosen.isEmpty())
        anchor = chosen.center();
    zoomAt(anchor, factor, factor);
}

void Canvas::pan(double share, double down)
{
    const auto up = m_isUpward ? -down : down;
    const bool across = m_across.moveBy(m_across.width() * share);
    moved(m_upright.moveBy(m_upright.width() * up) || across);
}

std::vector<int> Canvas::allOf(size_t items)
{
    std::vector<int> all(items);
    std::iota(all.begin(), all.end(), 0);
    return all;
}

void Canvas::walk(int dx, int dy)
{
    const auto items = itemsAlong(dx != 0 ? Qt::Horizontal : Qt::Vertical);
    if (items.empty())
        return pan(dx * PanStep, dy * PanStep);
    const auto last = static_cast<std::ptrdiff_t>(items.size()) - 1;
    const auto found = std::ranges::find(items, currentItem());
    const auto start = found != items.end() ? found - items.begin() : dx + dy > 0 ? -1 : last + 1;
    choose(items[static_cast<size_t>(std::clamp<std::ptrdiff_t>(start + dx + dy, 0, last))]);
}

void Canvas::walkToEnd(bool isLast)
{
    if (const auto items = itemsAlong(Qt::Horizontal); !items.empty())
        return choose(isLast ? items.back() : items.front());
    const auto far = isLast ? m_across.whole() : -m_across.whole();
    moved(m_across.moveBy(far));
}

QString Canvas::cardText() const
{
    return m_card->isVisibleTo(viewport()) ? m_card->text() : QString();
}

void Canvas::showCard(const QPointF &position, const QString &html)
{
    m_card->showAt(position.toPoint(), html);
}

void Canvas::hideCard()
{
    m_card->hide();
}

void Canvas::resizeEvent(QResizeEvent *)
{
    // What has scroll bars keeps its scale: they come and go while it is zoomed.
    const auto size = plot().size();
    if (horizontalScrollBarPolicy() != Qt::ScrollBarAlwaysOff && !m_lastSize.isEmpty()) {
        const auto right = m_across.width() * (size.width() / m_lastSize.width() - 1);
        const auto down = m_upright.width() * (size.height() / m_lastSize.height() - 1);
        if (!m_across.isAll())
            m_across.set(m_across.from(), m_across.to() + right);
        if (!m_upright.isAll())
            m_upright.set(m_upright.from() - (m_isUpward ? down : 0),
                m_upright.to() + (m_isUpward ? 0 : down));
    }
    m_lastSize = size;
    arrange();
    moved(true);
}

bool Canvas::event(QEvent *event)
{
    const bool isTaken = QAbstractScrollArea::event(event);
    const auto isRight = [this](const QScrollBar *bar, Qt::ScrollBarPolicy policy) {
        return policy != Qt::ScrollBarAsNeeded || bar->isVisibleTo(this) == (bar->maximum() > 0);
    };
    // Qt places the bars before resizeEvent() has set what they span.
    if (event->type() == QEvent::Resize
        && !(isRight(verticalScrollBar(), verticalScrollBarPolicy())
            && isRight(horizontalScrollBar(), horizontalScrollBarPolicy()))) {
        QResizeEvent again(size(), size());
        QAbstractScrollArea::event(&again);
    }
    return isTaken;
}

void Canvas::syncBars()
{
    const QScopedValueRollback syncing(m_isSyncing, true);
    const auto sync = [](QScrollBar *bar, const AxisWindow &axis, double room, bool isUp) {
        const auto content = std::min(LargestContent, axis.whole() / axis.width() * room);
        const auto perUnit = content / axis.whole();
        bar->setRange(0, static_cast<int>(std::lround(content - axis.width() * perUnit)));
        bar->setPageStep(std::max(1, static_cast<int>(axis.width() * perUnit)));
        bar->setSingleStep(static_cast<int>(WheelRows / 2));
        const auto hidden = isUp ? axis.last() - axis.to() : axis.from() - axis.first();
        bar->setValue(static_cast<int>(std::lround(hidden * perUnit)));
    };
    sync(horizontalScrollBar(), m_across, std::max(1.0, plot().width()), false);
    // By now the plot may have another height.
    sync(verticalScrollBar(), m_upright, std::max(1.0, plot().height()), m_isUpward);
}

void Canvas::scrollContentsBy(int dx, int dy)
{
    if (m_isSyncing)
        return;
    const auto take = [](const QScrollBar *bar, AxisWindow &axis, bool isUp) {
        const auto hidden = axis.whole() - axis.width();
        const auto start
            = bar->maximum() > 0 ? hidden * bar->value() / static_cast<double>(bar->maximum()) : 0;
        const auto from = isUp ? axis.last() - start - axis.width() : axis.first() + start;
        axis.set(from, from + axis.width());
    };
    if (dx != 0)
        take(horizontalScrollBar(), m_across, false);
    if (dy != 0)
        take(verticalScrollBar(), m_upright, m_isUpward);
    hideCard();
    refresh();
    windowMoved();
}

void Canvas::wheelEvent(QWheelEvent *event)
{
    const auto delta = event->angleDelta();
    const auto turn = (delta.y() != 0 ? delta.y() : delta.x()) / Notch; // Alt turns the axis
    const bool isShift = event->modifiers().testFlag(Qt::ShiftModifier);
    event->accept();
    if (event->modifiers().testFlag(Qt::ControlModifier)) {
        const auto factor = std::pow(WheelZoom, turn);
        return zoomAt(event->position(), factor, isShift ? 1 : factor);
    }
    const auto scroll = [&] {
        const auto by = WheelRows * turn / std::max(1.0, plot().height()) * m_upright.width();
        return moved(m_upright.moveBy(m_isUpward ? by : -by));
    };
    const bool isAcross = isShift || std::abs(delta.x()) > std::abs(delta.y());
    if (!isAcross && (scroll() || !m_upright.isAll()))
        return;
    if (!moved(m_across.moveBy(-WheelPan * turn * m_across.width())) && isAll())
        event->ignore(); // what is around it may scroll
}

void Canvas::press(const QPointF &position)
{
    const auto item = itemAt(position);
    if (item >= 0)
        choose(item);
    else
        chooseBeside(position);
}

void Canvas::mousePressEvent(QMouseEvent *event)
{
    hideCard();
    m_pressed = event->position().toPoint();
    m_pressedAcross = m_across;
    m_pressedUpright = m_upright;
    m_hasDragged = false;
    const bool isLeft = event->button() == Qt::LeftButton;
    const bool isHeld = m_isSpaceDown || event->modifiers().testFlag(Qt::ShiftModifier);
    if (!hasPicture() || (!isLeft && event->button() != Qt::MiddleButton))
        return;
    m_drag = Drag::Pan;
    if (isLeft && !isHeld && takesDrag(m_pressed))
        m_drag = Drag::Own;
    else if (isLeft && !isHeld && m_choosesAtRelease)
        m_drag = Drag::Choose;
    else if (isLeft && !isHeld)
        press(event->position());
    updateCursor(m_pressed);
}

void Canvas::mouseMoveEvent(QMouseEvent *event)
{
    const auto position = event->position().toPoint();
    const auto way = position - m_pressed;
    m_hasDragged = m_hasDragged || (m_drag != Drag::None && way.manhattanLength() >= DragDistance);
    if (!hasPicture())
        return;
    if (m_drag == Drag::None) {
        hover(event->position());
    } else if (m_hasDragged && m_drag == Drag::Own) {
        drag(m_pressed, position);
    } else if (m_hasDragged) {
        const auto area = plot();
        const auto perPixel = m_pressedUpright.width() / std::max(1.0, area.height());
        const auto down = (m_isUpward ? way.y() : -way.y()) * perPixel;
        const auto right = -way.x() * m_pressedAcross.width() / std::max(1.0, area.width());
        auto across = m_pressedAcross;
        auto upright = m_pressedUpright;
        across.moveBy(right);
        upright.moveBy(down);
        const bool isAcross = m_across.set(across.from(), across.to());
        moved(m_upright.set(upright.from(), upright.to()) || isAcross);
    }
    updateCursor(position);
}

void Canvas::mouseReleaseEvent(QMouseEvent *event)
{
    const auto ended = std::exchange(m_drag, Drag::None);
    const auto position = event->position().toPoint();
    updateCursor(position);
    if (ended == Drag::Own && m_hasDragged)
        drop(m_pressed, position);
    else if ((ended == Drag::Own || ended == Drag::Choose) && !m_hasDragged)
        press(m_pressed);
    viewport()->update();
}

bool Canvas::activateAt(const QPointF &position)
{
    const auto item = itemAt(position);
    if (item >= 0)
        activate(item);
    return item >= 0;
}

void Canvas::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton && hasPicture() && !activateAt(event->position()))
        fit();
}

void Canvas::hover(const QPointF &position)
{
    if (const auto item = itemAt(position); item != m_hovered) {
        m_hovered = item;
        hoverItem(item);
        viewport()->update();
    }
    const auto text = cardAt(position);
    if (text.isEmpty())
        m_card->hide();
    else
        showCard(position, text);
}

void Canvas::leave()
{
    hideCard();
    if (std::exchange(m_hovered, -1) >= 0)
        hoverItem(-1);
    viewport()->update();
}

void Canvas::updateCursor(const QPoint &position)
{
    if ((m_drag == Drag::Pan || m_drag == Drag::Choose) && m_hasDragged)
        viewport()->setCursor(Qt::ClosedHandCursor);
    else if (m_isSpaceDown)
        viewport()->setCursor(Qt::OpenHandCursor);
    else if (m_drag != Drag::Own)
        viewport()->setCursor(cursorAt(position));
}

bool Canvas::takeBack()
{
    const bool hadCard = m_card->isVisible();
    hideCard();
    return hadCard;
}

void Canvas::copy()
{
    auto *mime = new QMimeData;
    mime->setImageData(viewport()->grab().toImage());
    mime->setData(u"image/svg+xml"_s, svg());
    QApplication::clipboard()->setMimeData(mime);
}

bool Canvas::takePictureKey(const QKeyEvent &event)
{
    switch (event.key()) {
    case Qt::Key_W:
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        zoomIn();
        return true;
    case Qt::Key_S:
    case Qt::Key_Minus:
        zoomOut();
        return true;
    case Qt::Key_A:
    case Qt::Key_D:
        pan(event.key() == Qt::Key_A ? -PanStep : PanStep);
        return true;
    case Qt::Key_F:
    case Qt::Key_0:
        fit();
        return true;
    case Qt::Key_Left:
    case Qt::Key_Right:
        walk(event.key() == Qt::Key_Left ? -1 : 1, 0);
        return true;
    case Qt::Key_Up:
    case Qt::Key_Down:
        walk(0, event.key() == Qt::Key_Up ? -1 : 1);
        return true;
    case Qt::Key_Home:
    case Qt::Key_End:
        walkToEnd(event.key() == Qt::Key_End);
        return true;
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
        walkPage(event.key() == Qt::Key_PageUp ? -1 : 1);
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (currentItem() >= 0)
            activate(currentItem());
        return currentItem() >= 0;
    case Qt::Key_Escape:
        return takeBack();
    default:
        return false;
    }
}

void Canvas::keyPressEvent(QKeyEvent *event)
{
    if (hasPicture() && event->matches(QKeySequence::Copy))
        return copy();
    if (event->key() == Qt::Key_Space) {
        m_isSpaceDown = true;
        return updateCursor(viewport()->mapFromGlobal(QCursor::pos()));
    }
    const auto others = Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier;
    if ((event->modifiers() & others) || !hasPicture()
        || !(takeKey(*event) || takePictureKey(*event)))
        event->ignore();
}

void Canvas::keyReleaseEvent(QKeyEvent *event)
{
    if (event->key() != Qt::Key_Space || event->isAutoRepeat())
        return event->ignore();
    m_isSpaceDown = false;
    updateCursor(viewport()->mapFromGlobal(QCursor::pos()));
}

void Canvas::focusInEvent(QFocusEvent *)
{
    viewport()->update();
}

void Canvas::focusOutEvent(QFocusEvent *)
{
    m_isSpaceDown = false; // its release goes elsewhere
    hideCard();
    viewport()->update();
}

void Canvas::changeEvent(QEvent *event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        arrange();
        lookChanged();
    }
}

bool Canvas::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::Leave && m_drag == Drag::None)
        leave();
    return QAbstractScrollArea::viewportEvent(event);
}

} // namespace tosaic::views
