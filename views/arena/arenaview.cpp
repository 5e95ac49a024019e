// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/arena/arenaview.h"

#include "views/arena/arenageometry.h"

#include <QLabel>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::views {

ArenaView::ArenaView(const Theme &theme, QWidget *parent)
    : QAbstractScrollArea(parent), m_theme(theme), m_card(new QLabel(this))
{
    setObjectName(u"arenaView"_s);
    setAccessibleName(tr("Buffers over time"));
    setFocusPolicy(Qt::StrongFocus);
    setFrameShape(QFrame::NoFrame);
    setMinimumSize(280, 180); // beside its list it must fit where all side panels stand
    viewport()->setMouseTracking(true);
    m_card->setObjectName(u"arenaCard"_s);
    m_card->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_card->setTextFormat(Qt::RichText);
    m_card->setMargin(8);
    m_card->setFrameShape(QFrame::StyledPanel);
    m_card->setProperty("role", u"card"_s);
    m_card->setAutoFillBackground(true);
    m_card->hide();
    connect(&theme, &Theme::changed, this, &ArenaView::invalidate);
}

void ArenaView::setArena(std::shared_ptr<const Arena> arena)
{
    m_arena = std::move(arena);
    m_buffer = m_hovered = -1;
    m_step = -1;
    m_card->hide();
    fit();
}

QRectF ArenaView::plot() const
{
    const QRectF area(viewport()->rect());
    return area.adjusted(ArenaGutter, ArenaProfile, -ArenaRight, -ArenaRuler);
}

quint64 ArenaView::topAddress() const
{
    if (!m_arena)
        return 1;
    return std::max<quint64>({ 1, m_arena->highWater, m_arena->capacity.value_or(0) });
}

double ArenaView::contentWidth() const
{
    return m_arena ? m_stepWidth * static_cast<double>(m_arena->stepCount()) : 0;
}

double ArenaView::contentHeight() const
{
    return m_bytePixels * static_cast<double>(topAddress());
}

double ArenaView::xOf(qsizetype step) const
{
    return plot().left() + m_stepWidth * static_cast<double>(step) - horizontalScrollBar()->value();
}

double ArenaView::yOf(quint64 address) const
{
    const auto top = plot().top() - verticalScrollBar()->value();
    return top + contentHeight() - m_bytePixels * static_cast<double>(address);
}

double ArenaView::addressAt(double y) const
{
    return (plot().top() - verticalScrollBar()->value() + contentHeight() - y) / m_bytePixels;
}

qsizetype ArenaView::stepAt(double x) const
{
    if (!m_arena || m_arena->stepCount() == 0)
        return -1;
    const auto step
        = std::floor((x - plot().left() + horizontalScrollBar()->value()) / m_stepWidth);
    return step < 0 || step >= static_cast<double>(m_arena->stepCount())
        ? -1
        : static_cast<qsizetype>(step);
}

QRectF ArenaView::bufferRect(size_t index) const
{
    const auto &buffer = m_arena->buffers[index];
    const auto left = xOf(buffer.first);
    const auto right = xOf(buffer.last + 1);
    const auto bottom = yOf(buffer.offset);
    const auto height = buffer.bytes
        ? std::max(1.0, m_bytePixels * static_cast<double>(*buffer.bytes))
        : ArenaUnknownHeight;
    return { left, bottom - height, std::max(1.0, right - left), height };
}

QRectF ArenaView::stepRect(qsizetype step) const
{
    const auto area = plot();
    return { xOf(step), area.top(), std::max(1.0, m_stepWidth), area.height() };
}

int ArenaView::bufferAt(const QPointF &position) const
{
    if (!m_arena || !plot().contains(position))
        return -1;
    for (size_t i = m_arena->buffers.size(); i-- > 0;) {
        const auto area = bufferRect(i);
        // Thin ones are hard to hit.
        const auto slackX = area.width() < 4 ? 2 : 0;
        const auto slackY = area.height() < 4 ? 2 : 0;
        if (area.adjusted(-slackX, -slackY, slackX, slackY).contains(position))
            return static_cast<int>(i);
    }
    return -1;
}

void ArenaView::setSelectedBuffer(int buffer)
{
    const bool isThere
        = m_arena && buffer >= 0 && static_cast<size_t>(buffer) < m_arena->buffers.size();
    m_buffer = isThere ? buffer : -1;
    setAccessibleDescription(
        isThere ? m_arena->buffers[static_cast<size_t>(buffer)].name : QString());
    viewport()->update();
}

void ArenaView::setSelectedStep(qsizetype step)
{
    m_step = m_arena && step < m_arena->stepCount() ? step : -1;
    viewport()->update();
}

void ArenaView::fit()
{
    m_isFitted = true;
    const auto area = plot();
    const auto steps = m_arena ? std::max<qsizetype>(1, m_arena->stepCount()) : 1;
    m_stepWidth = std::max(1.0, area.width()) / static_cast<double>(steps);
    m_bytePixels = std::max(1.0, area.height()) / static_cast<double>(topAddress());
    updateScrollBars();
    invalidate();
}

void ArenaView::zoom(double factor)
{
    const auto area = plot();
    auto anchor = area.center();
    if (m_buffer >= 0) {
        const auto seen = bufferRect(static_cast<size_t>(m_buffer)).intersected(area);
        anchor = seen.isEmpty() ? anchor : seen.center();
    }
    zoomAt(anchor, factor, factor);
}

void ArenaView::zoomAt(const QPointF &anchor, double acrossFactor, double upFactor)
{
    if (!m_arena || m_arena->stepCount() == 0)
        return;
    const auto area = plot();
    const auto smallestStep = area.width() / static_cast<double>(m_arena->stepCount());
    const auto smallestByte = area.height() / static_cast<double>(topAddress());
    const auto largestStep = std::max(smallestStep,
        std::min(
            ArenaLargestStep, ArenaLargestContent / static_cast<double>(m_arena->stepCount())));
    const auto largestByte
        = std::max(smallestByte, ArenaLargestContent / static_cast<double>(topAddress()));
    setScale(std::clamp(m_stepWidth * acrossFactor, smallestStep, largestStep),
        std::clamp(m_bytePixels * upFactor, smallestByte,
            std::min(largestByte, std::max(smallestByte, ArenaLargestByte))),
        anchor);
    m_isFitted = m_stepWidth <= smallestStep && m_bytePixels <= smallestByte;
}

void ArenaView::setScale(double stepWidth, double bytePixels, const QPointF &anchor)
{
    const auto area = plot();
    const auto step = (anchor.x() - area.left() + horizontalScrollBar()->value()) / m_stepWidth;
    const auto address = addressAt(anchor.y());
    m_stepWidth = stepWidth;
    m_bytePixels = bytePixels;
    updateScrollBars();
    // What was under the anchor stays there.
    horizontalScrollBar()->setValue(
        static_cast<int>(std::lround(step * m_stepWidth - (anchor.x() - area.left()))));
    verticalScrollBar()->setValue(static_cast<int>(
        std::lround(contentHeight() - address * m_bytePixels - (anchor.y() - area.top()))));
    invalidate();
}

void ArenaView::updateScrollBars()
{
    const auto area = plot();
    m_isAdjusting = true;
    horizontalScrollBar()->setRange(
        0, std::max(0, static_cast<int>(std::lround(contentWidth() - area.width()))));
    horizontalScrollBar()->setPageStep(std::max(1, static_cast<int>(area.width())));
    horizontalScrollBar()->setSingleStep(std::max(8, static_cast<int>(m_stepWidth)));
    verticalScrollBar()->setRange(
        0, std::max(0, static_cast<int>(std::lround(contentHeight() - area.height()))));
    verticalScrollBar()->setPageStep(std::max(1, static_cast<int>(area.height())));
    verticalScrollBar()->setSingleStep(24);
    m_isAdjusting = false;
}

void ArenaView::invalidate()
{
    m_cache = {};
    viewport()->update();
}

void ArenaView::showStep(qsizetype step)
{
    const auto area = plot();
    const auto column = stepRect(step);
    if (column.left() < area.left() || column.right() > area.right()) {
        horizontalScrollBar()->setValue(static_cast<int>(
            m_stepWidth * static_cast<double>(step) - (area.width() - m_stepWidth) / 2));
    }
}

void ArenaView::showBuffer(int buffer)
{
    if (!m_arena || buffer < 0 || static_cast<size_t>(buffer) >= m_arena->buffers.size())
        return;
    const auto area = plot();
    const auto box = bufferRect(static_cast<size_t>(buffer));
    if (box.right() < area.left() + 8 || box.left() > area.right() - 8) {
        horizontalScrollBar()->setValue(horizontalScrollBar()->value()
            + static_cast<int>(box.left() - area.left() - area.width() / 4));
    }
    if (box.bottom() < area.top() + 8 || box.top() > area.bottom() - 8) {
        verticalScrollBar()->setValue(
            verticalScrollBar()->value() + static_cast<int>(box.center().y() - area.center().y()));
    }
}

void ArenaView::resizeEvent(QResizeEvent *)
{
    if (m_isFitted) {
        fit();
        return;
    }
    updateScrollBars();
    invalidate();
}

void ArenaView::scrollContentsBy(int, int)
{
    if (!m_isAdjusting)
        m_card->hide();
    invalidate();
}

} // namespace tosaic::views
