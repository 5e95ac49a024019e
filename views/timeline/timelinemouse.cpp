// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The part of TimelineView that takes the mouse.
#include "views/timeline/timelinemetrics.h"
#include "views/timeline/timelineview.h"

#include <QLabel>
#include <QMouseEvent>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tosaic::views {

namespace {
constexpr int WheelNotch = 120;
constexpr int CardGap = 14; // px from the pointer
}

void TimelineView::wheelEvent(QWheelEvent *event)
{
    const auto delta = event->angleDelta();
    if (event->modifiers() & Qt::ControlModifier) {
        zoomAt(event->position().x(), std::pow(ZoomStep, double(delta.y()) / WheelNotch));
    } else if ((event->modifiers() & Qt::ShiftModifier)
        || std::abs(delta.x()) > std::abs(delta.y())) {
        const auto along = delta.x() != 0 ? delta.x() : delta.y();
        pan(-PanStep * along / WheelNotch);
    } else {
        verticalScrollBar()->setValue(
            verticalScrollBar()->value() - delta.y() * 2 * ScrollStep / WheelNotch);
    }
    event->accept();
}

TimelineView::Drag TimelineView::dragAt(const QPoint &position) const
{
    const auto area = plot();
    if (std::abs(position.x() - area.left()) <= HeaderEdge)
        return Drag::Header;
    if (position.x() < area.left())
        return Drag::None;
    if (m_range) {
        const auto isNear = [&](qint64 time) {
            return std::abs(axis().xOf(static_cast<double>(time)) - position.x()) <= HandleWidth;
        };
        if (isNear(m_range->first))
            return Drag::RangeStart;
        if (isNear(m_range->second))
            return Drag::RangeEnd;
    }
    return Drag::Range;
}

void TimelineView::updateCursor(const QPoint &position)
{
    if (m_drag == Drag::Pan || m_isSpaceDown) {
        viewport()->setCursor(m_drag == Drag::Pan ? Qt::ClosedHandCursor : Qt::OpenHandCursor);
        return;
    }
    const auto drag = m_drag != Drag::None ? m_drag : dragAt(position);
    if (drag == Drag::Header || drag == Drag::RangeStart || drag == Drag::RangeEnd)
        viewport()->setCursor(Qt::SplitHCursor);
    else
        viewport()->unsetCursor();
}

void TimelineView::mousePressEvent(QMouseEvent *event)
{
    if (!m_data)
        return;
    m_card->hide();
    m_pressed = event->position().toPoint();
    m_pressedFrom = m_from;
    m_pressedScroll = verticalScrollBar()->value();
    m_hasDragged = false;
    const bool isPan = event->button() == Qt::MiddleButton
        || (event->button() == Qt::LeftButton
            && (m_isSpaceDown || (event->modifiers() & Qt::ShiftModifier)));
    if (isPan)
        m_drag = Drag::Pan;
    else if (event->button() == Qt::LeftButton)
        m_drag = dragAt(m_pressed);
    updateCursor(m_pressed);
    // The title of a group opens and closes it.
    const auto area = plot();
    const auto *row = m_rows.rowAt(m_pressed.y() - area.top() + verticalScrollBar()->value());
    if (event->button() == Qt::LeftButton && m_drag == Drag::None && m_pressed.y() >= area.top()
        && row && row->isGroup)
        setCollapsed(m_data->track(row->track).group, !row->isCollapsed);
}

void TimelineView::setDraggedRange(double x)
{
    const auto whole = *m_data->timeline().range;
    const auto timeOf = [&](double at) {
        const auto time = static_cast<qint64>(std::llround(axis().timeAt(at)));
        return std::clamp(time, whole.first, whole.second);
    };
    auto fixed = timeOf(m_pressed.x());
    if (m_drag == Drag::RangeStart)
        fixed = m_range->second;
    else if (m_drag == Drag::RangeEnd)
        fixed = m_range->first;
    const auto moved = timeOf(x);
    if (m_drag == Drag::RangeStart && moved > fixed)
        m_drag = Drag::RangeEnd;
    else if (m_drag == Drag::RangeEnd && moved < fixed)
        m_drag = Drag::RangeStart;
    if (moved == fixed)
        return;
    setRange(Range{ std::min(fixed, moved), std::max(fixed, moved) });
    Q_EMIT rangeChanging(m_range);
}

void TimelineView::dragTo(const QPoint &position)
{
    const auto by = position - m_pressed;
    m_hasDragged = m_hasDragged || by.manhattanLength() >= DragDistance;
    if (!m_hasDragged)
        return;
    switch (m_drag) {
    case Drag::Pan: {
        const auto from = m_pressedFrom - by.x() * axis().perPixel();
        setWindow(from, from + (m_to - m_from));
        verticalScrollBar()->setValue(m_pressedScroll - by.y());
        break;
    }
    case Drag::Header:
        setHeaderWidth(position.x());
        break;
    case Drag::Range:
    case Drag::RangeStart:
    case Drag::RangeEnd:
        setDraggedRange(position.x());
        break;
    case Drag::None:
        break;
    }
}

void TimelineView::mouseMoveEvent(QMouseEvent *event)
{
    if (!m_data)
        return;
    const auto position = event->position().toPoint();
    if (m_drag != Drag::None)
        dragTo(position);
    else
        showCard(event->position());
    updateCursor(position);
}

void TimelineView::mouseReleaseEvent(QMouseEvent *event)
{
    const auto drag = std::exchange(m_drag, Drag::None);
    updateCursor(event->position().toPoint());
    if (!m_data || event->button() != Qt::LeftButton)
        return;
    const bool isRange = drag == Drag::Range || drag == Drag::RangeStart || drag == Drag::RangeEnd;
    if (isRange && m_hasDragged)
        Q_EMIT rangeChosen(m_range);
    else if (isRange && plot().contains(m_pressed))
        select(placeAt(m_pressed));
}

void TimelineView::mouseDoubleClickEvent(QMouseEvent *event)
{
    const auto place
        = event->button() == Qt::LeftButton ? placeAt(event->position()) : std::nullopt;
    if (!place) {
        mousePressEvent(event);
        return;
    }
    if (m_selected != place)
        select(place);
    zoomTo(m_data->start(*place), m_data->end(*place));
}

void TimelineView::showCard(const QPointF &position)
{
    const auto text = cardAt(position);
    if (text.isEmpty()) {
        m_card->hide();
        return;
    }
    m_card->setText(text);
    m_card->adjustSize();
    auto at = position.toPoint() + QPoint(CardGap, CardGap);
    if (at.x() + m_card->width() > width())
        at.setX(std::max(0, static_cast<int>(position.x()) - CardGap - m_card->width()));
    if (at.y() + m_card->height() > height())
        at.setY(std::max(0, static_cast<int>(position.y()) - CardGap - m_card->height()));
    m_card->move(at);
    m_card->show();
    m_card->raise();
}

bool TimelineView::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::Leave)
        m_card->hide();
    return QAbstractScrollArea::viewportEvent(event);
}

} // namespace tosaic::views
