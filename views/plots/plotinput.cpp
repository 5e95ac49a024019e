// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What mouse and keys do in the plot.
#include "views/plots/plotaxis.h"
#include "views/plots/plotmetrics.h"
#include "views/plots/plotview.h"

#include <QApplication>
#include <QClipboard>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::views {

using namespace plotmetrics;

namespace {
constexpr double NotchZoom = 0.8; // of the range that a notch of the wheel leaves
constexpr double KeyPan = 0.2; // of the range
}

void PlotView::wheelEvent(QWheelEvent *event)
{
    const auto delta = event->angleDelta();
    const auto position = event->position();
    const bool isPan = event->modifiers().testFlag(Qt::ShiftModifier)
        || std::abs(delta.x()) > std::abs(delta.y());
    if (isPan)
        pan(-KeyPan / 2 * (delta.y() != 0 ? delta.y() : delta.x()) / 120.0);
    else if (position.x() < LeftRoom && !event->modifiers().testFlag(Qt::ControlModifier))
        verticalScrollBar()->setValue(verticalScrollBar()->value() - delta.y());
    else
        zoom(std::pow(NotchZoom, delta.y() / 120.0), placeOf(position.x()));
    event->accept();
}

void PlotView::mousePressEvent(QMouseEvent *event)
{
    const bool isPan = event->button() == Qt::MiddleButton
        || (event->button() == Qt::LeftButton && m_isSpaceDown);
    if (!isPan && event->button() != Qt::LeftButton)
        return;
    m_drag = isPan ? Drag::Pan : Drag::Zoom;
    m_pressed = m_dragged = event->pos();
    m_pressedRange = m_range;
    if (isPan)
        viewport()->setCursor(Qt::ClosedHandCursor);
}

void PlotView::mouseMoveEvent(QMouseEvent *event)
{
    m_dragged = event->pos();
    if (m_drag == Drag::Pan) {
        const auto width = std::max(1, viewport()->width() - LeftRoom - RightRoom);
        const auto by
            = m_pressedRange.width() * (m_pressed.x() - m_dragged.x()) / static_cast<double>(width);
        takeUserRange({ m_pressedRange.from + by, m_pressedRange.to + by });
        return;
    }
    const auto x = std::clamp(placeOf(m_dragged.x()), m_range.from, m_range.to);
    const bool isInside = m_dragged.x() >= LeftRoom || m_drag == Drag::Zoom;
    setCursor(isInside ? std::optional(x) : std::nullopt);
    if (m_drag == Drag::Zoom)
        viewport()->update();
}

void PlotView::mouseReleaseEvent(QMouseEvent *event)
{
    const auto drag = std::exchange(m_drag, Drag::None);
    viewport()->unsetCursor();
    m_dragged = event->pos();
    if (drag != Drag::Zoom)
        return;
    if (std::abs(m_dragged.x() - m_pressed.x()) >= QApplication::startDragDistance()) {
        const auto [left, right] = std::minmax({ m_pressed.x(), m_dragged.x() });
        takeUserRange({ placeOf(left), placeOf(right) });
    } else if (const auto lane = laneAt(event->pos())) {
        const auto name = m_subject.source->series()[m_lanes[*lane].series].name;
        setCurrent(name);
        Q_EMIT clicked(name, std::clamp(placeOf(m_dragged.x()), m_range.from, m_range.to));
    }
    viewport()->update();
}

void PlotView::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton)
        fit();
}

void PlotView::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy)) {
        if (const auto table = cursorTable(); !table.isEmpty())
            QApplication::clipboard()->setText(
                u"%1\n%2"_s.arg(placeText(m_subject, *m_cursor), table));
        return;
    }
    const bool isPlain = !(event->modifiers() & (Qt::ControlModifier | Qt::AltModifier));
    const auto key = isPlain ? event->key() : 0;
    if (key == Qt::Key_W || key == Qt::Key_Plus || key == Qt::Key_Equal)
        zoomIn();
    else if (key == Qt::Key_S || key == Qt::Key_Minus)
        zoomOut();
    else if (key == Qt::Key_A)
        pan(-KeyPan);
    else if (key == Qt::Key_D)
        pan(KeyPan);
    else if (key == Qt::Key_F)
        fit();
    else if (key == Qt::Key_Left || key == Qt::Key_Right)
        moveCursor((key == Qt::Key_Left ? -1 : 1)
            * (event->modifiers().testFlag(Qt::ShiftModifier) ? 10 : 1));
    else if (key == Qt::Key_Up || key == Qt::Key_Down)
        moveCurrent(key == Qt::Key_Up ? -1 : 1);
    else if (key == Qt::Key_Home)
        takeUserRange({ fullRange().from, fullRange().from + m_range.width() });
    else if (key == Qt::Key_End)
        setFollowing(true);
    else if (key == Qt::Key_Space)
        m_isSpaceDown = true;
    else if (key == Qt::Key_Escape && (m_drag != Drag::None || m_cursor)) {
        m_drag = Drag::None;
        setCursor(std::nullopt);
        viewport()->update();
    } else
        QAbstractScrollArea::keyPressEvent(event);
}

void PlotView::keyReleaseEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Space && !event->isAutoRepeat())
        m_isSpaceDown = false;
    QAbstractScrollArea::keyReleaseEvent(event);
}

bool PlotView::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::Leave && m_drag == Drag::None)
        setCursor(std::nullopt);
    if (event->type() != QEvent::ToolTip)
        return QAbstractScrollArea::viewportEvent(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const auto lane = laneAt(help->pos());
    if (!lane || help->pos().y() > laneRect(*lane).top() + HeadHeight) {
        QToolTip::hideText();
        return true;
    }
    const auto index = m_lanes[*lane].series;
    const auto &series = m_subject.source->series()[index];
    const auto count = m_subject.source->sampleCount(index);
    QStringList lines{ series.title, plotOrigin(series),
        tr("%n value(s)", nullptr, static_cast<int>(std::min<quint64>(count, 2'000'000'000))) };
    if (series.missing > 0)
        lines << tr("Not stated %n time(s)", nullptr, static_cast<int>(series.missing));
    if (series.spread && !series.spread->isConstant())
        lines << tr("Median %1, from %2 to %3")
                     .arg(plotValue(series.spread->median, series.unit),
                         plotValue(series.spread->smallest, series.unit),
                         plotValue(series.spread->largest, series.unit));
    QToolTip::showText(help->globalPos(), lines.join(u'\n'), viewport());
    return true;
}

} // namespace tosaic::views
