// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/timelineview.h"

#include "views/timeline/timelinewords.h"

#include <QAccessible>
#include <QKeyEvent>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int SmallestHeader = 90; // px
constexpr int HeaderEdge = 4; // px to each side, where its border is grabbed
constexpr double HitSlack = 3; // px
constexpr double SmallestWindow = 20; // in the timeline's unit
constexpr double ZoomMargin = 0.25; // of a slice's length, to each side

} // namespace

TimelineView::TimelineView(const Theme &theme, QWidget *parent)
    : Canvas(theme, u"timelineView"_s, u"timelineCard"_s, parent)
{
    setAccessibleName(tr("Timeline"));
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // the overview is one
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn); // the axis stays where it is
    setMinimumSize(320, 160);
    lookChanged();
}

void TimelineView::lookChanged()
{
    m_tracks.setLook(colors(), font());
    refresh();
}

void TimelineView::setData(std::optional<TimelineData> data)
{
    m_data = std::move(data);
    m_selected.reset();
    m_range.reset();
    m_outlined.clear();
    m_rows = {};
    if (m_data) {
        m_tracks.setData(*m_data);
        m_rows.set(m_data->timeline(), m_collapsed);
    }
    arrange();
    moveUpright(0, upright().width());
    fit();
    refresh();
}

void TimelineView::arrange()
{
    if (const auto range = m_data ? m_data->timeline().range : std::nullopt)
        setAcross(static_cast<double>(range->first),
            std::max(static_cast<double>(range->first) + 1, static_cast<double>(range->second)),
            SmallestWindow);
    setRows(m_rows.height());
}

QRectF TimelineView::plot() const
{
    const auto whole = viewport()->rect();
    return whole.adjusted(std::min(m_headerWidth, whole.width() - 1), rulerHeight(), 0, 0);
}

int TimelineView::rulerHeight() const
{
    const bool hasClock = m_data && m_data->timeline().timeUnit == u"cycles"_s
        && m_data->timeline().secondsPerUnit();
    return hasClock ? 2 * RulerLine : RulerLine;
}

TimelineAxis TimelineView::axis() const
{
    const auto line = area();
    return { across().from(), across().to(), static_cast<double>(line.left()),
        static_cast<double>(std::max(1, line.width())) };
}

void TimelineView::zoomTo(qint64 from, qint64 to)
{
    const auto room = std::max(1.0, static_cast<double>(to - from) * ZoomMargin);
    setWindow(static_cast<double>(from) - room, static_cast<double>(to) + room);
}

void TimelineView::setSelected(std::optional<TimelinePlace> place)
{
    m_selected = place;
    viewport()->update();
    announce();
}

/// Says to screen readers what is chosen.
void TimelineView::announce()
{
    const auto text = m_data && m_selected
        ? TimelineWords::facts(*m_data, *m_selected).join(u", "_s)
        : QString();
    if (text == accessibleDescription())
        return;
    setAccessibleDescription(text);
    QAccessibleValueChangeEvent event(this, text);
    QAccessible::updateAccessibility(&event);
}

void TimelineView::select(std::optional<TimelinePlace> place)
{
    setSelected(place);
    Q_EMIT placeSelected(place);
}

void TimelineView::go(const TimelinePlace &place)
{
    select(place);
    showPlace(place);
}

void TimelineView::setOutlined(std::vector<size_t> operations)
{
    m_outlined = std::move(operations);
    viewport()->update();
}

void TimelineView::setRange(std::optional<Range> range)
{
    m_range = range;
    viewport()->update();
}

void TimelineView::setCollapsed(const QString &group, bool isCollapsed)
{
    if (isCollapsed)
        m_collapsed.insert(group);
    else
        m_collapsed.remove(group);
    if (m_data)
        m_rows.set(m_data->timeline(), m_collapsed);
    arrange();
}

void TimelineView::setHeaderWidth(int width)
{
    m_headerWidth
        = std::clamp(width, SmallestHeader, std::max(SmallestHeader, viewport()->width() / 2));
    arrange();
}

void TimelineView::showPlace(const TimelinePlace &place)
{
    setCollapsed(m_data->track(place.track).group, false);
    const auto start = static_cast<double>(m_data->start(place));
    const auto end = static_cast<double>(m_data->end(place));
    const auto [from, to] = std::pair(across().from(), across().to());
    const auto length = to - from;
    const bool isSeen = start >= from && start <= to && (end <= to || end - start > length);
    if (!isSeen) {
        const auto middle = end - start > length ? start + length * 0.4 : (start + end) / 2;
        setWindow(middle - length / 2, middle + length / 2);
    }
    const auto room = upright().width();
    const auto *row = m_rows.rowOf(place.track);
    if (row->top < upright().from())
        moveUpright(row->top, row->top + room);
    else if (row->bottom() > upright().to())
        moveUpright(row->bottom() - room, row->bottom());
}

QRect TimelineView::rowRect(size_t track) const
{
    const auto *row = m_rows.rowOf(track);
    if (!row)
        return {};
    const auto line = area();
    return { line.left(), line.top() + row->top - scroll(), line.width(), row->height };
}

QRectF TimelineView::sliceRect(const TimelinePlace &place) const
{
    const QRectF row(rowRect(place.track));
    if (row.isEmpty())
        return {};
    const auto left = xOf(static_cast<double>(m_data->start(place)));
    const auto right = xOf(static_cast<double>(m_data->end(place)));
    return { left, row.top() + RowGap, std::max(1.0, right - left), row.height() - 2 * RowGap };
}

std::optional<TimelinePlace> TimelineView::nearestSlice(size_t number, qint64 time) const
{
    const auto &track = m_data->track(number);
    if (track.labels.empty())
        return std::nullopt;
    const auto at
        = std::min(m_data->index->firstEndingAfter(number, time), track.starts.size() - 1);
    const bool isBeforeNearer
        = at > 0 && track.starts[at] > time && time - track.ends[at - 1] < track.starts[at] - time;
    return TimelinePlace{ number, isBeforeNearer ? at - 1 : at };
}

const TimelineRow *TimelineView::rowAt(const QPointF &position) const
{
    const auto top = area().top();
    return m_data && position.y() >= top
        ? m_rows.rowAt(static_cast<int>(position.y()) - top + scroll())
        : nullptr;
}

std::optional<TimelinePlace> TimelineView::placeAt(const QPointF &position) const
{
    const auto *row = plot().contains(position) ? rowAt(position) : nullptr;
    if (!row || row->isGroup)
        return std::nullopt;
    const auto time = acrossAt(position.x());
    const auto nearest = nearestSlice(row->track, static_cast<qint64>(std::floor(time)));
    if (!nearest)
        return std::nullopt;
    const auto slack = axis().perPixel() * HitSlack; // thin ones are hard to hit
    const bool isHit = static_cast<double>(m_data->start(*nearest)) <= time + slack
        && time - slack <= static_cast<double>(m_data->end(*nearest));
    return isHit ? nearest : std::nullopt;
}

QString TimelineView::cardAt(const QPointF &position) const
{
    const auto *row = plot().contains(position) ? rowAt(position) : nullptr;
    if (!row || row->isGroup)
        return {};
    const auto now = axis();
    const auto x = position.x() - now.left;
    for (const auto &cell : m_data->index->counter(row->track, now.window())) {
        if (cell.left <= x && x < cell.right)
            return TimelineWords::cardOfCounter(*m_data, row->track, cell,
                static_cast<qint64>(std::floor(now.timeAt(position.x()))));
    }
    for (const auto &cell : m_data->index->slices(row->track, now.window())) {
        if (cell.count > 1 && cell.left <= x && x < cell.right)
            return TimelineWords::cardOfMany(*m_data, row->track, cell);
    }
    const auto place = placeAt(position);
    return place ? TimelineWords::card(*m_data, *place) : QString();
}

TimelineView::Grip TimelineView::gripAt(const QPoint &position) const
{
    const auto left = area().left();
    if (std::abs(position.x() - left) <= HeaderEdge)
        return Grip::Header;
    if (!m_data || position.x() < left)
        return Grip::None;
    const auto isNear = [&](qint64 time) {
        return std::abs(xOf(static_cast<double>(time)) - position.x()) <= HandleWidth;
    };
    if (m_range && isNear(m_range->first))
        return Grip::RangeStart;
    return m_range && isNear(m_range->second) ? Grip::RangeEnd : Grip::Range;
}

bool TimelineView::takesDrag(const QPoint &position)
{
    m_grip = gripAt(position);
    return m_grip != Grip::None;
}

Qt::CursorShape TimelineView::cursorAt(const QPoint &position) const
{
    const auto grip = gripAt(position);
    const bool isEdge = grip != Grip::None && grip != Grip::Range;
    return isEdge ? Qt::SplitHCursor : Qt::ArrowCursor;
}

/// Chooses a slice; the title of a group opens and closes it.
void TimelineView::press(const QPointF &position)
{
    if (m_grip != Grip::None) {
        if (m_grip != Grip::Header && plot().contains(position))
            select(placeAt(position));
        return;
    }
    if (const auto *row = rowAt(position); row && row->isGroup)
        setCollapsed(m_data->track(row->track).group, !row->isCollapsed);
}

void TimelineView::drag(const QPoint &from, const QPoint &to)
{
    if (m_grip == Grip::Header)
        return setHeaderWidth(to.x());
    const auto whole = *m_data->timeline().range;
    const auto timeOf = [&](double x) {
        return std::clamp(
            static_cast<qint64>(std::llround(acrossAt(x))), whole.first, whole.second);
    };
    const auto fixed = m_grip == Grip::RangeStart ? m_range->second
        : m_grip == Grip::RangeEnd                ? m_range->first
                                                  : timeOf(from.x());
    const auto moved = timeOf(to.x());
    if (moved == fixed)
        return;
    if (m_grip != Grip::Range)
        m_grip = moved > fixed ? Grip::RangeEnd : Grip::RangeStart;
    setRange(Range{ std::min(fixed, moved), std::max(fixed, moved) });
    Q_EMIT rangeChanging(m_range);
}

void TimelineView::drop(const QPoint &, const QPoint &)
{
    if (m_grip != Grip::Header)
        Q_EMIT rangeChosen(m_range);
}

bool TimelineView::activateAt(const QPointF &position)
{
    const auto place = placeAt(position);
    if (!place) {
        if (!plot().contains(position))
            press(position);
        return !plot().contains(position);
    }
    if (m_selected != place)
        select(place);
    zoomTo(m_data->start(*place), m_data->end(*place));
    return true;
}

void TimelineView::walkSlices(qsizetype steps)
{
    if (!m_selected)
        return walkTracks(0);
    const auto last = static_cast<qsizetype>(m_data->track(m_selected->track).starts.size()) - 1;
    const auto next = static_cast<qsizetype>(m_selected->slice) + steps;
    go({ m_selected->track, static_cast<size_t>(std::clamp<qsizetype>(next, 0, last)) });
}

/// To the next track with slices above or below; 0: to the first one in view.
void TimelineView::walkTracks(int direction)
{
    const auto &rows = m_rows.rows();
    const auto current = m_selected
        ? std::ranges::find_if(rows,
            [&](const TimelineRow &row) { return !row.isGroup && row.track == m_selected->track; })
        : rows.end();
    auto at = current == rows.end() ? 0 : current - rows.begin() + direction;
    const auto time
        = m_selected ? m_data->start(*m_selected) : static_cast<qint64>(std::ceil(across().from()));
    for (; at >= 0 && at < static_cast<qsizetype>(rows.size()); at += direction < 0 ? -1 : 1) {
        const auto &row = rows[static_cast<size_t>(at)];
        if (const auto place = row.isGroup ? std::nullopt : nearestSlice(row.track, time))
            return go(*place);
    }
}

void TimelineView::walk(int dx, int dy)
{
    if (dx != 0)
        walkSlices(dx);
    else
        walkTracks(dy);
}

void TimelineView::walkToEnd(bool isLast)
{
    const auto all
        = static_cast<qsizetype>(std::min<quint64>(m_data->timeline().eventCount(), 1 << 30));
    if (!m_selected)
        walkTracks(0);
    walkSlices(isLast ? all : -all);
}

bool TimelineView::takeBack()
{
    const bool had = m_range || m_selected;
    if (m_range) {
        setRange({});
        Q_EMIT rangeChosen({});
    } else if (m_selected) {
        select({});
    }
    return had;
}

bool TimelineView::takeKey(const QKeyEvent &event)
{
    switch (event.key()) {
    case Qt::Key_Comma:
    case Qt::Key_Period:
        walkSlices(event.key() == Qt::Key_Comma ? -1 : 1);
        return true;
    case Qt::Key_Asterisk: // as in trees: everything opens
        for (const auto &group : QSet<QString>(m_collapsed))
            setCollapsed(group, false);
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_selected) {
            setCollapsed(m_data->track(m_selected->track).group, false);
            zoomTo(m_data->start(*m_selected), m_data->end(*m_selected));
        } else if (m_range)
            zoomTo(m_range->first, m_range->second);
        return m_selected || m_range;
    case Qt::Key_M: // the slice becomes the range
        if (!m_selected || m_data->end(*m_selected) <= m_data->start(*m_selected))
            return false;
        setRange(Range{ m_data->start(*m_selected), m_data->end(*m_selected) });
        Q_EMIT rangeChosen(m_range);
        return true;
    case Qt::Key_Backspace:
        if (m_selected)
            setCollapsed(m_data->track(m_selected->track).group, true);
        return m_selected.has_value();
    default:
        return false;
    }
}

} // namespace tosaic::views
