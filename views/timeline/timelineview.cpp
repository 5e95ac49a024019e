// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/timelineview.h"

#include "views/timeline/timelinemetrics.h"
#include "views/timeline/timelinewords.h"

#include <QAccessible>
#include <QEvent>
#include <QLabel>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::views {

using profile::TimelineTrack;

TimelineView::TimelineView(const Theme &theme, QWidget *parent)
    : QAbstractScrollArea(parent), m_theme(theme), m_card(new QLabel(this))
{
    setObjectName(u"timelineView"_s);
    setAccessibleName(tr("Timeline"));
    setFocusPolicy(Qt::StrongFocus);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // the overview is one
    setMinimumSize(320, 160);
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    m_card->setObjectName(u"timelineCard"_s);
    m_card->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_card->setTextFormat(Qt::RichText);
    m_card->setMargin(8);
    m_card->setFrameShape(QFrame::StyledPanel);
    m_card->setProperty("role", u"card"_s);
    m_card->setAutoFillBackground(true);
    m_card->hide();
    takeLook();
    connect(&theme, &Theme::changed, this, &TimelineView::takeLook);
}

void TimelineView::takeLook()
{
    m_tracks.setLook(m_theme.colors(), font());
    viewport()->update();
}

void TimelineView::changeEvent(QEvent *event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        takeLook();
}

void TimelineView::setData(std::optional<TimelineData> data)
{
    m_data = std::move(data);
    m_selected.reset();
    m_range.reset();
    m_outlined.clear();
    m_drag = Drag::None;
    m_card->hide();
    if (m_data) {
        m_tracks.setData(*m_data);
        m_rows.set(m_data->timeline(), m_collapsed);
    } else {
        m_rows = {};
    }
    updateScrollBar();
    verticalScrollBar()->setValue(0);
    fit();
}

QRect TimelineView::plot() const
{
    const auto area = viewport()->rect();
    return area.adjusted(std::min(m_headerWidth, area.width() - 1), rulerHeight(), 0, 0);
}

int TimelineView::rulerHeight() const
{
    const bool hasClock = m_data && m_data->timeline().timeUnit == u"cycles"_s
        && m_data->timeline().secondsPerUnit();
    return hasClock ? 2 * RulerLine : RulerLine;
}

TimelineAxis TimelineView::axis() const
{
    const auto area = plot();
    return { m_from, m_to, static_cast<double>(area.left()),
        static_cast<double>(std::max(1, area.width())) };
}

void TimelineView::setWindow(double from, double to)
{
    if (!m_data || !m_data->timeline().range)
        return;
    const auto first = static_cast<double>(m_data->timeline().range->first);
    const auto last = std::max(first + 1, static_cast<double>(m_data->timeline().range->second));
    const auto least = std::min(last - first, SmallestWindow);
    const auto length = std::clamp(to - from, least, last - first);
    from = std::clamp(from + (to - from - length) / 2, first, last - length);
    if (from == m_from && from + length == m_to)
        return;
    m_from = from;
    m_to = from + length;
    m_card->hide();
    viewport()->update();
    Q_EMIT windowChanged();
}

void TimelineView::fit()
{
    if (m_data && m_data->timeline().range)
        setWindow(static_cast<double>(m_data->timeline().range->first),
            static_cast<double>(m_data->timeline().range->second));
    viewport()->update();
}

void TimelineView::zoomAt(double x, double factor)
{
    const auto now = axis();
    const auto anchor = now.timeAt(x);
    const auto range = m_data ? m_data->timeline().range : std::nullopt;
    if (!range)
        return;
    const auto whole = std::max(1.0, static_cast<double>(range->second - range->first));
    const auto length
        = std::clamp((m_to - m_from) / factor, std::min(whole, SmallestWindow), whole);
    const auto from = anchor - (x - now.left) / now.width * length;
    setWindow(from, from + length);
}

void TimelineView::zoom(double factor)
{
    const auto area = plot();
    const auto pointer = viewport()->mapFromGlobal(QCursor::pos());
    zoomAt(viewport()->underMouse() && area.contains(pointer) ? pointer.x() : area.center().x(),
        factor);
}

void TimelineView::pan(double share)
{
    const auto by = (m_to - m_from) * share;
    setWindow(m_from + by, m_to + by);
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
    updateScrollBar();
    viewport()->update();
}

void TimelineView::setHeaderWidth(int width)
{
    m_headerWidth
        = std::clamp(width, SmallestHeader, std::max(SmallestHeader, viewport()->width() / 2));
    viewport()->update();
    Q_EMIT windowChanged();
}

void TimelineView::showPlace(const TimelinePlace &place)
{
    setCollapsed(m_data->track(place.track).group, false);
    const auto start = static_cast<double>(m_data->start(place));
    const auto end = static_cast<double>(m_data->end(place));
    const auto length = m_to - m_from;
    const bool isSeen = start >= m_from && start <= m_to && (end <= m_to || end - start > length);
    if (!isSeen) {
        const auto middle = end - start > length ? start + length * 0.4 : (start + end) / 2;
        setWindow(middle - length / 2, middle + length / 2);
    }
    const auto *row = m_rows.rowOf(place.track);
    const auto scroll = verticalScrollBar()->value();
    if (row->top < scroll)
        verticalScrollBar()->setValue(row->top);
    else if (row->bottom() > scroll + plot().height())
        verticalScrollBar()->setValue(row->bottom() - plot().height());
}

QRect TimelineView::rowRect(size_t track) const
{
    const auto *row = m_rows.rowOf(track);
    if (!row)
        return {};
    const auto area = plot();
    return { area.left(), area.top() + row->top - verticalScrollBar()->value(), area.width(),
        row->height };
}

QRectF TimelineView::sliceRect(const TimelinePlace &place) const
{
    const QRectF row(rowRect(place.track));
    if (row.isEmpty())
        return {};
    const auto now = axis();
    const auto left = now.xOf(static_cast<double>(m_data->start(place)));
    const auto right = now.xOf(static_cast<double>(m_data->end(place)));
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

std::optional<TimelinePlace> TimelineView::placeAt(const QPointF &position) const
{
    const auto area = plot();
    if (!m_data || !QRectF(area).contains(position))
        return std::nullopt;
    const auto *row
        = m_rows.rowAt(static_cast<int>(position.y()) - area.top() + verticalScrollBar()->value());
    if (!row || row->isGroup)
        return std::nullopt;
    const auto time = axis().timeAt(position.x());
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
    const auto area = plot();
    if (!m_data || !QRectF(area).contains(position))
        return {};
    const auto *row
        = m_rows.rowAt(static_cast<int>(position.y()) - area.top() + verticalScrollBar()->value());
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

void TimelineView::updateScrollBar()
{
    const auto height = plot().height();
    verticalScrollBar()->setRange(0, std::max(0, m_rows.height() - height));
    verticalScrollBar()->setPageStep(std::max(1, height));
    verticalScrollBar()->setSingleStep(ScrollStep);
}

void TimelineView::resizeEvent(QResizeEvent *)
{
    updateScrollBar();
    Q_EMIT windowChanged();
}

void TimelineView::scrollContentsBy(int, int)
{
    m_card->hide();
    viewport()->update();
}

} // namespace tosaic::views
