// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/arena/arenaview.h"

#include "core/base/units.h"
#include "views/canvas/hoverlabel.h"

#include <QKeyEvent>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr double RightRoom = 12; // px
constexpr double LargestStep = 240; // px
constexpr double LargestByte = 16; // px

} // namespace

ArenaView::ArenaView(const Theme &theme, QWidget *parent)
    : Canvas(theme, u"arenaView"_s, u"arenaCard"_s, parent)
{
    setAccessibleName(tr("Buffers over time"));
    setMinimumSize(280, 180); // beside its list it must fit where all side panels stand
    setUpward();
    setKept();
}

void ArenaView::setArena(std::shared_ptr<const Arena> arena)
{
    m_arena = std::move(arena);
    m_buffer = -1;
    m_step = -1;
    leave();
    arrange();
    fit();
    refresh();
}

void ArenaView::arrange()
{
    const auto area = plot();
    const auto steps = m_arena ? std::max<qsizetype>(1, m_arena->stepCount()) : 1;
    setAcross(0, static_cast<double>(steps), area.width() / LargestStep);
    setUpright(0, static_cast<double>(topAddress()), area.height() / LargestByte);
}

QRectF ArenaView::plot() const
{
    return QRectF(viewport()->rect()).adjusted(Gutter, ProfileHeight, -RightRoom, -Ruler);
}

quint64 ArenaView::topAddress() const
{
    if (!m_arena)
        return 1;
    return std::max<quint64>({ 1, m_arena->highWater, m_arena->capacity.value_or(0) });
}

qsizetype ArenaView::stepAt(double x) const
{
    const auto step = std::floor(acrossAt(x));
    return step < 0 || step >= static_cast<double>(m_arena->stepCount())
        ? -1
        : static_cast<qsizetype>(step);
}

QRectF ArenaView::bufferRect(size_t index) const
{
    const auto &buffer = m_arena->buffers[index];
    const auto left = xOf(static_cast<double>(buffer.first));
    const auto right = xOf(static_cast<double>(buffer.last + 1));
    const auto bottom = yOf(static_cast<double>(buffer.offset));
    const auto height = buffer.bytes
        ? std::max(1.0, bottom - yOf(static_cast<double>(buffer.end())))
        : UnknownHeight;
    return { left, bottom - height, std::max(1.0, right - left), height };
}

QRectF ArenaView::stepRect(qsizetype step) const
{
    const auto area = plot();
    return { xOf(static_cast<double>(step)), area.top(), std::max(1.0, stepWidth()),
        area.height() };
}

int ArenaView::itemAt(const QPointF &position) const
{
    if (!plot().contains(position))
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

void ArenaView::showStep(qsizetype step)
{
    if (m_arena && step >= 0)
        reveal(stepRect(step));
}

void ArenaView::showBuffer(int buffer)
{
    if (m_arena && buffer >= 0 && static_cast<size_t>(buffer) < m_arena->buffers.size())
        reveal(bufferRect(static_cast<size_t>(buffer)));
}

void ArenaView::choose(int buffer)
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

void ArenaView::chooseBeside(const QPointF &position)
{
    const auto area = plot();
    const bool isOver = position.x() >= area.left() && position.x() <= area.right();
    if (const auto step = isOver ? stepAt(position.x()) : -1; step >= 0)
        chooseStep(step);
}

QString ArenaView::cardAt(const QPointF &position) const
{
    const auto buffer = itemAt(position);
    return buffer < 0 ? QString() : cardText(static_cast<size_t>(buffer));
}

QString ArenaView::cardText(size_t index) const
{
    const auto &buffer = m_arena->buffers[index];
    const auto muted = u"color:%1"_s.arg(colors().mutedText.name());
    const auto step = [this](qsizetype at) {
        return at >= 0 && at < m_arena->stepCount() ? m_arena->steps[static_cast<size_t>(at)]
                                                    : QString::number(at);
    };
    auto html = cardLine(buffer.name, u"font-weight:600"_s);
    const auto size = buffer.bytes
        ? tr("%1 (%2 bytes)").arg(formatBytes(*buffer.bytes), formatCount(*buffer.bytes))
        : tr("Size not known");
    html += cardLine(size) + cardLine(bufferKindWord(buffer.kind));
    if (!buffer.detail.isEmpty())
        html += cardLine(buffer.detail, muted);
    html += cardLine(tr("From address 0x%1").arg(buffer.offset, 0, 16), muted);
    html
        += cardLine(tr("Alive from %1 to %2").arg(step(buffer.first), step(buffer.lastUse)), muted);
    if (buffer.last > buffer.lastUse)
        html += cardLine(
            tr("Held until %1: its reader may still run").arg(step(buffer.last)), muted);
    if (buffer.isAliveAt(m_arena->peakStep))
        html += cardLine(
            tr("Alive at the peak"), u"font-weight:600;color:%1"_s.arg(colors().worse.name()));
    return html;
}

/// The nearest one above or below the selected buffer that is alive at the same time; -1: none.
int ArenaView::neighbour(int direction) const
{
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
    return best;
}

void ArenaView::walk(int dx, int dy)
{
    if (dy == 0 || m_buffer < 0)
        return Canvas::walk(dx == 0 ? 1 : dx, 0);
    if (const auto next = neighbour(-dy); next >= 0)
        choose(next);
}

bool ArenaView::takeKey(const QKeyEvent &event)
{
    if (event.key() != Qt::Key_P || m_arena->peakStep < 0)
        return false;
    chooseStep(m_arena->peakStep);
    return true;
}

} // namespace tosaic::views
