// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The part of TimelineView that paints.
#include "core/base/units.h"
#include "views/canvas/painting.h"
#include "views/timeline/timelineview.h"
#include "views/timeline/timelinewords.h"

#include <QPainterPath>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

using profile::TimelineTrack;

namespace {

constexpr double TickDistance = 110; // px

/// Half of each; what is not transparent is painted faster.
QColor between(const QColor &a, const QColor &b)
{
    return { (a.red() + b.red()) / 2, (a.green() + b.green()) / 2, (a.blue() + b.blue()) / 2 };
}

/// The first track of a group that says what ran, not only in which frame.
std::optional<size_t> tellingTrack(const TimelineData &data, const TimelineRow &group)
{
    std::optional<size_t> found;
    for (auto i = group.track; i < group.track + group.trackCount; ++i) {
        const auto &track = data.track(i);
        if (track.kind != TimelineTrack::Kind::Slices)
            continue;
        if (track.subject != TimelineTrack::Subject::Inference)
            return i;
        found = found.value_or(i);
    }
    return found;
}

} // namespace

void TimelineView::paint(QPainter &painter)
{
    paintGrid(painter);
    paintRows(painter);
    painter.setClipRect(area());
    paintRange(painter);
    paintOutlines(painter);
    painter.setClipping(false);
    paintHeaders(painter);
    paintRuler(painter);
}

void TimelineView::paintGrid(QPainter &painter) const
{
    const auto area = this->area();
    const auto colour = between(colors().surface, colors().border);
    for (const auto &tick : unitTicks(axis(), TickDistance))
        painter.fillRect(
            static_cast<int>(axis().xOf(tick.time)), area.top(), 1, area.height(), colour);
}

void TimelineView::paintRows(QPainter &painter)
{
    const auto area = this->area();
    painter.setClipRect(area);
    for (const auto &row : m_rows.rows()) {
        const auto top = area.top() + row.top - scroll();
        if (top + row.height > area.top() && top < area.top() + area.height())
            paintRow(painter, row, top);
    }
}

void TimelineView::paintRow(QPainter &painter, const TimelineRow &row, int top)
{
    const auto &colors = this->colors();
    const auto area = this->area();
    const QRect line(area.left(), top, area.width(), row.height);
    const auto inner = line.adjusted(0, RowGap, 0, -RowGap);
    if (row.isGroup) {
        painter.fillRect(line, colors.window);
        // What a closed group does, in small.
        if (const auto track = row.isCollapsed ? tellingTrack(*m_data, row) : std::nullopt)
            m_tracks.paintSlices(painter, *track, inner.adjusted(0, 3, 0, -3), axis());
        painter.fillRect(line.left(), line.bottom(), line.width(), 1, colors.border);
        return;
    }
    if (m_data->track(row.track).kind == TimelineTrack::Kind::Counter) {
        m_tracks.paintCounter(painter, row.track, inner.adjusted(0, 2, 0, 0), axis());
        painter.fillRect(
            line.left(), line.bottom(), line.width(), 1, between(colors.surface, colors.border));
        return;
    }
    m_tracks.paintSlices(painter, row.track, inner, axis());
}

void TimelineView::paintRange(QPainter &painter) const
{
    if (!m_range)
        return;
    const auto &colors = this->colors();
    const auto area = this->area();
    const auto left = static_cast<int>(axis().xOf(static_cast<double>(m_range->first)));
    const auto right = static_cast<int>(axis().xOf(static_cast<double>(m_range->second)));
    const auto outside = faded(colors.window, 0.62);
    if (left > area.left())
        painter.fillRect(area.left(), area.top(), left - area.left(), area.height(), outside);
    if (right <= area.right())
        painter.fillRect(right, area.top(), area.right() + 1 - right, area.height(), outside);
    for (const auto x : { left, right })
        painter.fillRect(x - 1, area.top(), 2, area.height(), colors.accent);
}

void TimelineView::paintOutline(QPainter &painter, const TimelinePlace &place) const
{
    auto box = sliceRect(place);
    if (box.isEmpty())
        return;
    const auto area = plot();
    if (box.right() < area.left() - 4 || box.left() > area.right() + 4)
        return;
    if (box.width() < 3)
        box.adjust(-1.5, 0, 1.5, 0);
    box.setLeft(std::max(box.left(), area.left() - 3));
    box.setRight(std::min(box.right(), area.right() + 3));
    paintSelected(painter, box, colors());
}

void TimelineView::paintOutlines(QPainter &painter) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    const auto now = axis();
    for (const auto operation : m_outlined) {
        const auto places = m_data->index->slicesOf(operation);
        double lastRight = -1;
        size_t lastTrack = places.size();
        for (const auto &place : places) {
            const auto start = static_cast<double>(m_data->start(place));
            if (start > across().to() || static_cast<double>(m_data->end(place)) < across().from())
                continue;
            // One outline a pixel is enough.
            const auto x = now.xOf(start);
            if (place.track == lastTrack && x < lastRight + 1)
                continue;
            lastTrack = place.track;
            lastRight = now.xOf(static_cast<double>(m_data->end(place)));
            paintOutline(painter, place);
        }
    }
    if (m_selected)
        paintOutline(painter, *m_selected);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void TimelineView::paintGroupHeader(
    QPainter &painter, const TimelineRow &row, const QRect &area) const
{
    const auto &colors = this->colors();
    painter.fillRect(area, colors.window);
    painter.fillRect(area.left(), area.bottom(), area.width(), 1, colors.border);
    QPainterPath arrow;
    const QPointF at(area.left() + 12, area.center().y() + 0.5);
    if (row.isCollapsed)
        arrow.addPolygon(
            QPolygonF({ at + QPointF(-2, -4), at + QPointF(3, 0), at + QPointF(-2, 4) }));
    else
        arrow.addPolygon(
            QPolygonF({ at + QPointF(-4, -2), at + QPointF(4, -2), at + QPointF(0, 3) }));
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillPath(arrow, colors.mutedText);
    painter.setRenderHint(QPainter::Antialiasing, false);
    auto bold = font();
    bold.setBold(true);
    painter.setFont(bold);
    painter.setPen(colors.text);
    drawElided(painter, area.adjusted(24, 0, -70, 0), m_data->track(row.track).group);
    painter.setFont(font());
    painter.setPen(colors.mutedText);
    drawElided(painter, area.adjusted(area.width() - 70, 0, -8, 0),
        tr("%n track(s)", nullptr, static_cast<int>(row.trackCount)), Qt::AlignRight);
}

void TimelineView::paintTrackHeader(
    QPainter &painter, const TimelineRow &row, const QRect &area) const
{
    const auto &colors = this->colors();
    const auto &track = m_data->track(row.track);
    painter.fillRect(area, colors.surface);
    if (track.depth > 0)
        return; // it goes on above
    const bool isCounter = track.kind == TimelineTrack::Kind::Counter;
    auto line = area.adjusted(24, 0, -8, 0);
    if (isCounter)
        line.setHeight(area.height() / 2 + 2);
    const auto tag = track.origin ? originTag(*track.origin) : tr("not known");
    const auto room = painter.fontMetrics().horizontalAdvance(tag) + 6;
    painter.setPen(colors.mutedText);
    if (!isCounter) {
        drawElided(painter, line, tag, Qt::AlignRight);
        painter.setPen(colors.text);
        drawElided(painter, line.adjusted(0, 0, -room, 0), track.name);
        return;
    }
    const auto scale = m_tracks.scaleOf(row.track);
    const QRect below(line.left(), area.center().y(), line.width(), area.height() / 2);
    drawElided(painter, below, tag, Qt::AlignRight);
    drawElided(painter, below.adjusted(0, 0, -room, 0), TimelineWords::extent(track, scale));
    painter.setPen(colors.text);
    drawElided(painter, line, track.name);
    painter.fillRect(
        area.left(), area.bottom(), area.width(), 1, between(colors.surface, colors.border));
}

void TimelineView::paintHeaders(QPainter &painter) const
{
    const auto &colors = this->colors();
    const auto area = this->area();
    const QRect column(0, area.top(), area.left(), area.height());
    painter.setClipRect(column);
    painter.fillRect(column, colors.surface);
    for (const auto &row : m_rows.rows()) {
        const QRect line(0, area.top() + row.top - scroll(), column.width(), row.height);
        if (line.bottom() < area.top() || line.top() > area.bottom())
            continue;
        if (row.isGroup)
            paintGroupHeader(painter, row, line);
        else
            paintTrackHeader(painter, row, line);
        if (!row.isGroup && m_selected && m_selected->track == row.track)
            painter.fillRect(0, line.top(), 3, line.height(), colors.accent);
    }
    painter.setClipping(false);
    painter.fillRect(area.left() - 1, 0, 1, viewport()->height(), colors.border);
}

void TimelineView::paintTicks(
    QPainter &painter, const std::vector<AxisTick> &ticks, int top, const QColor &colour) const
{
    const auto area = this->area();
    painter.setPen(colour);
    for (const auto &tick : ticks) {
        const auto x = static_cast<int>(axis().xOf(tick.time));
        painter.fillRect(x, top + RulerLine - 6, 1, 6, colors().mutedText);
        const QRect text(x + 4, top, static_cast<int>(TickDistance) - 8, RulerLine);
        if (text.left() < area.right() - 12)
            painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter, tick.text);
    }
}

void TimelineView::paintRuler(QPainter &painter) const
{
    const auto &colors = this->colors();
    const auto &timeline = m_data->timeline();
    const auto area = this->area();
    const QRect ruler(0, 0, viewport()->width(), rulerHeight());
    painter.fillRect(ruler, colors.window);
    painter.setFont(font());
    const bool isTime = timeline.timeUnit == u"ns"_s;
    const auto seconds = timeline.secondsPerUnit();
    const QRect corner(10, 0, area.left() - 20, RulerLine);
    painter.setPen(colors.mutedText);
    drawElided(painter, corner, isTime ? tr("Time") : TimelineWords::unitName(timeline));
    if (!isTime && seconds && timeline.clockHz)
        drawElided(painter, corner.translated(0, RulerLine),
            tr("Time at %1").arg(formatClock(static_cast<double>(*timeline.clockHz))));
    painter.setClipRect(area.left(), 0, area.width(), rulerHeight());
    if (m_range) {
        const auto left = static_cast<int>(axis().xOf(static_cast<double>(m_range->first)));
        const auto right = static_cast<int>(axis().xOf(static_cast<double>(m_range->second)));
        painter.fillRect(left, 0, right - left, ruler.height(), faded(colors.accent, 0.22));
        for (const auto x : { left, right })
            painter.fillRect(x - HandleWidth + 1, 0, 2 * HandleWidth - 2, 8, colors.accent);
    }
    paintTicks(painter,
        isTime ? clockTicks(axis(), 1e-9, TickDistance) : unitTicks(axis(), TickDistance), 0,
        colors.text);
    if (ruler.height() > RulerLine)
        paintTicks(
            painter, clockTicks(axis(), *seconds, TickDistance), RulerLine, colors.mutedText);
    painter.setClipping(false);
    painter.fillRect(area.left() - 1, 0, 1, ruler.height(), colors.border);
    painter.fillRect(0, ruler.bottom(), ruler.width(), 1, colors.border);
}

} // namespace tosaic::views
