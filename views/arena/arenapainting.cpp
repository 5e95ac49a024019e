// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The part of ArenaView that paints.
#include "core/base/units.h"
#include "views/arena/arenaview.h"
#include "views/canvas/painting.h"

#include <algorithm>
#include <bit>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr double TickDistance = 44; // px at least between labels
constexpr double ProfileTitle = 20; // px above the curve
constexpr double ProfileGap = 8; // px between the curve and the buffers

bool isPatterned(ArenaBuffer::Kind kind)
{
    return kind == ArenaBuffer::Kind::Weights || kind == ArenaBuffer::Kind::Other;
}

} // namespace

QColor ArenaView::colourOf(ArenaBuffer::Kind kind, bool isNpu, const ThemeColors &colors)
{
    switch (kind) {
    case ArenaBuffer::Kind::Input:
    case ArenaBuffer::Kind::Output:
        return colors.mutedText;
    case ArenaBuffer::Kind::FeatureMap:
        return isNpu ? colors.npu : colors.cpu;
    case ArenaBuffer::Kind::Weights:
        return colors.otherDelegate;
    case ArenaBuffer::Kind::Other:
        break;
    }
    return colors.boundary;
}

void ArenaView::paintSwatch(QPainter &painter, const QRectF &area, ArenaBuffer::Kind kind,
    bool isNpu, bool isKnown, const ThemeColors &colors)
{
    const auto colour = colourOf(kind, isNpu, colors);
    const auto alpha = colors.isDark() ? 0.38 : 0.28;
    painter.fillRect(area, colors.surface);
    painter.fillRect(area, faded(colour, isKnown ? alpha : 0.10));
    if (!isKnown || isPatterned(kind)) {
        const auto pattern = isKnown
            ? (kind == ArenaBuffer::Kind::Weights ? Qt::FDiagPattern : Qt::Dense6Pattern)
            : Qt::DiagCrossPattern;
        painter.fillRect(area, QBrush(faded(colour, 0.8), pattern));
    }
    if (area.width() < 3 || area.height() < 3) {
        painter.fillRect(area, faded(colour, 0.75));
        return;
    }
    painter.setPen(QPen(colour, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(area.adjusted(0.5, 0.5, -0.5, -0.5));
    // The thick edge is where data comes in or goes out.
    const auto edge = std::min(4.0, area.width() / 3);
    if (kind == ArenaBuffer::Kind::Input)
        painter.fillRect(QRectF(area.left(), area.top(), edge, area.height()), colour);
    if (kind == ArenaBuffer::Kind::Output)
        painter.fillRect(QRectF(area.right() - edge, area.top(), edge, area.height()), colour);
}

void ArenaView::paintHeld(QPainter &painter, const QRectF &area, const ThemeColors &colors)
{
    painter.fillRect(area.adjusted(0, 1, -1, -1), faded(colors.surface, 0.7));
}

void ArenaView::paintBuffer(QPainter &painter, const ArenaBuffer &buffer, const QRectF &area) const
{
    const auto &c = colors();
    paintSwatch(painter, area, buffer.kind, m_arena->isNpu, buffer.bytes.has_value(), c);
    if (const auto held = xOf(static_cast<double>(buffer.lastUse + 1)); held < area.right() - 2) {
        // Nobody reads it any more, but its bytes are not free yet.
        const QRectF tail(QPointF(held, area.top()), area.bottomRight());
        paintHeld(painter, tail, c);
    }
    const auto seen = area.intersected(plot()).adjusted(8, 0, -6, 0);
    const auto lineHeight = static_cast<double>(fontMetrics().height());
    if (seen.width() < 48 || seen.height() < lineHeight + 2)
        return;
    painter.setPen(c.text);
    const bool hasTwo = seen.height() > 2 * lineHeight + 6;
    const auto size = buffer.bytes ? formatBytes(*buffer.bytes) : tr("size not known");
    const auto name
        = fontMetrics().elidedText(hasTwo ? buffer.name : tr("%1, %2").arg(size, buffer.name),
            Qt::ElideRight, static_cast<int>(seen.width()));
    if (!hasTwo) {
        painter.drawText(seen, Qt::AlignLeft | Qt::AlignVCenter, name);
        return;
    }
    const QRectF first(seen.left(), seen.center().y() - lineHeight, seen.width(), lineHeight);
    painter.drawText(first, Qt::AlignLeft | Qt::AlignVCenter, name);
    painter.setPen(c.mutedText);
    painter.drawText(first.translated(0, lineHeight), Qt::AlignLeft | Qt::AlignVCenter,
        fontMetrics().elidedText(size, Qt::ElideRight, static_cast<int>(seen.width())));
}

void ArenaView::paintBuffers(QPainter &painter) const
{
    const auto area = plot();
    for (size_t i = 0; i < m_arena->buffers.size(); ++i) {
        const auto box = bufferRect(i);
        if (box.left() > area.right())
            break; // the others begin later still
        if (box.intersects(area))
            paintBuffer(painter, m_arena->buffers[i], box);
    }
}

void ArenaView::paintAddresses(QPainter &painter) const
{
    const auto &c = colors();
    const auto area = plot();
    const auto wanted = std::max(1.0, TickDistance / area.height() * upright().width());
    const auto step = std::bit_ceil(static_cast<quint64>(std::ceil(wanted)));
    const auto lowest = std::max(0.0, upright().from());
    const auto first = static_cast<quint64>(std::ceil(lowest / static_cast<double>(step))) * step;
    for (auto address = first; address <= topAddress(); address += step) {
        const auto y = yOf(static_cast<double>(address));
        if (y < area.top() - 1)
            break;
        painter.setPen(QPen(faded(c.border, 0.6), 1));
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
        painter.setPen(c.mutedText);
        painter.drawText(QRectF(0, y - 10, Gutter - 8, 20), Qt::AlignRight | Qt::AlignVCenter,
            address == 0 ? u"0"_s : formatBytes(address));
    }
}

void ArenaView::paintSteps(QPainter &painter) const
{
    const auto &c = colors();
    const auto area = plot();
    const auto width = stepWidth();
    const auto labelled = static_cast<qsizetype>(std::max(1.0, niceStep(TickDistance / width)));
    const auto top = area.bottom() + 1;
    painter.setPen(QPen(c.border, 1));
    painter.drawLine(area.bottomLeft(), area.bottomRight());
    painter.setPen(c.mutedText);
    painter.drawText(QRectF(0, top, Gutter - 8, Ruler), Qt::AlignRight | Qt::AlignVCenter,
        m_arena->isNpu ? tr("Operation") : tr("Instruction"));
    const auto firstSeen = static_cast<qsizetype>(across().from());
    for (auto step = firstSeen / labelled * labelled; step < m_arena->stepCount();
         step += labelled) {
        const auto x = xOf(static_cast<double>(step)) + width / 2;
        if (x > area.right())
            break;
        if (x < area.left())
            continue;
        const auto &name = m_arena->steps[static_cast<size_t>(step)];
        const bool hasRoom = width > fontMetrics().horizontalAdvance(name) + 8;
        painter.drawText(QRectF(x - width / 2 - 40, top, width + 80, Ruler), Qt::AlignCenter,
            hasRoom ? name : QString::number(step));
    }
}

/// Bytes alive at each step, as high as the largest of them.
void ArenaView::paintProfile(QPainter &painter) const
{
    const auto &c = colors();
    const auto area = plot();
    painter.setPen(c.mutedText);
    painter.drawText(QRectF(0, ProfileTitle, Gutter - 8, ProfileHeight - ProfileTitle - ProfileGap),
        Qt::AlignRight | Qt::AlignVCenter | Qt::TextWordWrap, tr("Bytes alive"));
    if (m_arena->liveBytes.empty() || m_arena->peakBytes == 0)
        return;
    const auto bottom = area.top() - ProfileGap;
    const auto height = bottom - ProfileTitle;
    const auto peak = static_cast<double>(m_arena->peakBytes);
    const auto count = static_cast<qsizetype>(m_arena->liveBytes.size());
    const auto colour = m_arena->isNpu ? c.npu : c.cpu;
    for (auto x = area.left(); x < area.right(); x += 1) {
        const auto first = stepAt(x);
        if (first < 0)
            break;
        const auto next = stepAt(x + 1);
        const auto end = std::min(count, std::max(first + 1, next < 0 ? first + 1 : next));
        quint64 largest = 0;
        for (auto step = first; step < end; ++step)
            largest = std::max(largest, m_arena->liveBytes[static_cast<size_t>(step)]);
        const auto bar = height * std::min(1.0, static_cast<double>(largest) / peak);
        painter.fillRect(QRectF(x, bottom - bar, 1, bar), faded(colour, 0.55));
    }
    painter.setPen(QPen(c.border, 1));
    painter.drawLine(QPointF(area.left(), bottom), QPointF(area.right(), bottom));
}

void ArenaView::paintCapacity(QPainter &painter) const
{
    if (!m_arena->capacity)
        return;
    const auto &c = colors();
    const auto area = plot();
    const auto y = yOf(static_cast<double>(*m_arena->capacity));
    if (y < area.top() - 1 || y > area.bottom())
        return;
    const bool isPassed = m_arena->highWater > *m_arena->capacity;
    painter.setPen(QPen(isPassed ? c.worse : c.text, 1.5, Qt::DashLine));
    painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
    const auto text = isPassed
        ? tr("The file asks only for %1").arg(formatBytes(*m_arena->capacity))
        : tr("The file asks for %1").arg(formatBytes(*m_arena->capacity));
    const auto width = static_cast<double>(fontMetrics().horizontalAdvance(text)) + 12;
    const QRectF label(area.right() - width - 4, y + 3, width, fontMetrics().height() + 2);
    painter.fillRect(label, faded(c.surface, 0.85));
    painter.setPen(isPassed ? c.worse : c.mutedText);
    painter.drawText(label, Qt::AlignCenter, text);
}

void ArenaView::paintPeak(QPainter &painter) const
{
    if (m_arena->peakStep < 0)
        return;
    const auto &c = colors();
    const auto area = plot();
    auto column = stepRect(m_arena->peakStep);
    column.setTop(ProfileTitle);
    column.setWidth(std::max(2.0, column.width()));
    if (column.right() < area.left() || column.left() > area.right())
        return;
    painter.save();
    painter.setClipRect(QRectF(area.left(), 0, area.width(), area.bottom()));
    painter.fillRect(column, faded(c.worse, 0.13));
    painter.setPen(QPen(c.worse, 1));
    painter.drawLine(column.topLeft(), column.bottomLeft());
    painter.drawLine(column.topRight(), column.bottomRight());
    painter.restore();
    const auto text = tr("Peak %1 at %2")
                          .arg(formatBytes(m_arena->peakBytes),
                              m_arena->steps[static_cast<size_t>(m_arena->peakStep)]);
    auto font = painter.font();
    font.setWeight(QFont::DemiBold);
    painter.save();
    painter.setFont(font);
    const auto width = QFontMetricsF(font).horizontalAdvance(text) + 4;
    // Over the axis rather than cut, where the plot is narrower than the sentence.
    const auto middle = std::max(area.left(), column.center().x() - width / 2);
    const auto left = std::max(4.0, std::min(middle, viewport()->width() - 4 - width));
    painter.setPen(c.worse);
    painter.drawText(QRectF(left, 0, width, ProfileTitle), Qt::AlignCenter, text);
    painter.restore();
}

void ArenaView::paint(QPainter &painter)
{
    paintAddresses(painter);
    paintSteps(painter);
    paintProfile(painter);
    painter.save();
    painter.setClipRect(plot());
    paintBuffers(painter);
    paintCapacity(painter);
    painter.restore();
    paintPeak(painter);
}

void ArenaView::paintOver(QPainter &painter)
{
    const auto &c = colors();
    const auto area = plot();
    painter.setClipRect(QRectF(area.left(), 0, area.width(), area.bottom() + Ruler));
    if (m_step >= 0) {
        auto column = stepRect(m_step);
        column.setTop(ProfileTitle);
        painter.fillRect(column, faded(c.accent, 0.16));
        painter.setPen(QPen(c.accent, 1.5));
        painter.drawLine(column.topLeft(), column.bottomLeft());
        painter.drawLine(column.topRight(), column.bottomRight());
    }
    painter.setClipRect(area.adjusted(-3, -3, 3, 3));
    painter.setBrush(Qt::NoBrush);
    if (hoveredItem() >= 0 && hoveredItem() != m_buffer) {
        painter.setPen(QPen(c.text, 1));
        painter.drawRect(bufferRect(static_cast<size_t>(hoveredItem())));
    }
    if (m_buffer >= 0)
        paintSelected(painter, bufferRect(static_cast<size_t>(m_buffer)), c);
}

} // namespace tosaic::views
