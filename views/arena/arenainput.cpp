// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The part of ArenaView that follows the mouse and the keyboard.
#include "core/base/units.h"
#include "views/arena/arenaview.h"

#include <QApplication>
#include <QClipboard>
#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int CardGap = 16; // px beside the pointer

QString line(const QString &text, const QString &style = {})
{
    return u"<div style=\"%1\">%2</div>"_s.arg(style, text.toHtmlEscaped());
}

} // namespace

void ArenaView::chooseBuffer(int buffer)
{
    setSelectedBuffer(buffer);
    showBuffer(buffer);
    Q_EMIT bufferSelected(buffer);
}

void ArenaView::chooseStep(qsizetype step)
{
    setSelectedStep(step);
    showStep(step);
    Q_EMIT stepSelected(step);
}

void ArenaView::wheelEvent(QWheelEvent *event)
{
    const auto delta = event->angleDelta();
    const auto turn = delta.y() != 0 ? delta.y() : delta.x(); // Alt turns the wheel's axis
    if (event->modifiers().testFlag(Qt::ControlModifier)) {
        const auto factor = std::pow(ZoomStep, turn / 120.0);
        const bool onlyTime = event->modifiers().testFlag(Qt::ShiftModifier);
        zoomAt(event->position(), factor, onlyTime ? 1.0 : factor);
        m_card->hide();
    } else {
        auto *bar = event->modifiers().testFlag(Qt::ShiftModifier) || delta.y() == 0
            ? horizontalScrollBar()
            : verticalScrollBar();
        bar->setValue(bar->value() - turn * 3 * bar->singleStep() / 120);
    }
    event->accept();
}

void ArenaView::mousePressEvent(QMouseEvent *event)
{
    if (event->button() == Qt::MiddleButton) {
        m_isPanning = true;
        m_panFrom = event->pos();
        viewport()->setCursor(Qt::ClosedHandCursor);
        return;
    }
    if (event->button() != Qt::LeftButton || !m_arena)
        return;
    m_card->hide();
    if (const auto buffer = bufferAt(event->position()); buffer >= 0) {
        chooseBuffer(buffer);
        return;
    }
    const auto area = plot();
    if (event->position().x() < area.left() || event->position().x() > area.right())
        return;
    if (const auto step = stepAt(event->position().x()); step >= 0)
        chooseStep(step);
}

void ArenaView::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (const auto buffer = bufferAt(event->position()); buffer >= 0)
        Q_EMIT bufferActivated(buffer);
}

void ArenaView::mouseReleaseEvent(QMouseEvent *event)
{
    if (event->button() == Qt::MiddleButton) {
        m_isPanning = false;
        viewport()->unsetCursor();
    }
}

void ArenaView::mouseMoveEvent(QMouseEvent *event)
{
    if (m_isPanning) {
        const auto moved = event->pos() - m_panFrom;
        m_panFrom = event->pos();
        horizontalScrollBar()->setValue(horizontalScrollBar()->value() - moved.x());
        verticalScrollBar()->setValue(verticalScrollBar()->value() - moved.y());
        return;
    }
    const auto buffer = bufferAt(event->position());
    if (buffer != m_hovered) {
        m_hovered = buffer;
        viewport()->update();
    }
    showCard(buffer, event->position());
}

bool ArenaView::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::Leave) {
        m_card->hide();
        m_hovered = -1;
        viewport()->update();
    }
    return QAbstractScrollArea::viewportEvent(event);
}

QString ArenaView::cardText(size_t index) const
{
    const auto &buffer = m_arena->buffers[index];
    const auto &colors = m_theme.colors();
    const auto muted = u"color:%1"_s.arg(colors.mutedText.name());
    const auto step = [this](qsizetype at) {
        return at >= 0 && at < m_arena->stepCount() ? m_arena->steps[static_cast<size_t>(at)]
                                                    : QString::number(at);
    };
    auto html = line(buffer.name, u"font-weight:600"_s);
    const auto size = buffer.bytes
        ? tr("%1 (%2 bytes)").arg(formatBytes(*buffer.bytes), formatCount(*buffer.bytes))
        : tr("Size not known");
    html += line(size);
    html += line(bufferKindWord(buffer.kind));
    if (!buffer.detail.isEmpty())
        html += line(buffer.detail, muted);
    html += line(tr("From address 0x%1").arg(buffer.offset, 0, 16), muted);
    html += line(tr("Alive from %1 to %2").arg(step(buffer.first), step(buffer.lastUse)), muted);
    if (buffer.last > buffer.lastUse)
        html += line(tr("Held until %1: its reader may still run").arg(step(buffer.last)), muted);
    if (buffer.isAliveAt(m_arena->peakStep))
        html += line(
            tr("Alive at the peak"), u"font-weight:600;color:%1"_s.arg(colors.worse.name()));
    return html;
}

void ArenaView::showCard(int buffer, const QPointF &position)
{
    if (buffer < 0) {
        m_card->hide();
        return;
    }
    m_card->setText(cardText(static_cast<size_t>(buffer)));
    m_card->adjustSize();
    const auto area = viewport()->geometry();
    auto place = viewport()->pos() + position.toPoint() + QPoint(CardGap, CardGap);
    if (place.x() + m_card->width() > area.right())
        place.setX(std::max(area.left(), place.x() - m_card->width() - 2 * CardGap));
    if (place.y() + m_card->height() > area.bottom())
        place.setY(std::max(area.top(), place.y() - m_card->height() - 2 * CardGap));
    m_card->move(place);
    m_card->show();
    m_card->raise();
}

/// Buffers are in the order of their first step.
void ArenaView::walkTime(int direction)
{
    const auto count = static_cast<int>(m_arena->buffers.size());
    if (count == 0)
        return;
    const auto start = m_buffer < 0 ? (direction > 0 ? -1 : count) : m_buffer;
    chooseBuffer(std::clamp(start + direction, 0, count - 1));
}

/// The nearest neighbour above or below that is alive at the same time.
void ArenaView::walkAddress(int direction)
{
    if (m_buffer < 0)
        return walkTime(1);
    const auto &from = m_arena->buffers[static_cast<size_t>(m_buffer)];
    int best = -1;
    quint64 bestDistance = std::numeric_limits<quint64>::max();
    for (size_t i = 0; i < m_arena->buffers.size(); ++i) {
        const auto &other = m_arena->buffers[i];
        if (static_cast<int>(i) == m_buffer || other.last < from.first || other.first > from.last)
            continue;
        const bool isBeyond
            = direction > 0 ? other.offset > from.offset : other.offset < from.offset;
        const auto distance
            = direction > 0 ? other.offset - from.offset : from.offset - other.offset;
        if (isBeyond && distance < bestDistance) {
            best = static_cast<int>(i);
            bestDistance = distance;
        }
    }
    if (best >= 0)
        chooseBuffer(best);
}

bool ArenaView::handleZoomKey(const QKeyEvent &event)
{
    switch (event.key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        zoom(ZoomStep);
        return true;
    case Qt::Key_Minus:
        zoom(1 / ZoomStep);
        return true;
    case Qt::Key_F:
        fit();
        return true;
    default:
        return false;
    }
}

void ArenaView::copyPicture() const
{
    QApplication::clipboard()->setPixmap(m_cache);
}

void ArenaView::keyPressEvent(QKeyEvent *event)
{
    if (!m_arena)
        return QAbstractScrollArea::keyPressEvent(event);
    if (event->matches(QKeySequence::Copy))
        return copyPicture();
    if (event->modifiers().testFlag(Qt::ControlModifier) || handleZoomKey(*event)) {
        if (event->modifiers().testFlag(Qt::ControlModifier))
            QAbstractScrollArea::keyPressEvent(event);
        return;
    }
    switch (event->key()) {
    case Qt::Key_Right:
        return walkTime(1);
    case Qt::Key_Left:
        return walkTime(-1);
    case Qt::Key_Up:
        return walkAddress(1);
    case Qt::Key_Down:
        return walkAddress(-1);
    case Qt::Key_P:
        if (m_arena->peakStep >= 0)
            chooseStep(m_arena->peakStep);
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_buffer >= 0)
            Q_EMIT bufferActivated(m_buffer);
        return;
    default:
        QAbstractScrollArea::keyPressEvent(event);
    }
}

} // namespace tosaic::views
