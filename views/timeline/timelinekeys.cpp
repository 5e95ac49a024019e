// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The part of TimelineView that takes keys.
#include "views/timeline/timelinemetrics.h"
#include "views/timeline/timelineview.h"

#include <QKeyEvent>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace tosaic::views {

void TimelineView::walkSlices(int direction)
{
    if (!m_selected)
        return walkTracks(0);
    const auto count = m_data->track(m_selected->track).starts.size();
    const auto next = static_cast<qsizetype>(m_selected->slice) + direction;
    const auto last = static_cast<qsizetype>(count) - 1;
    const TimelinePlace place{ m_selected->track,
        static_cast<size_t>(std::clamp<qsizetype>(next, 0, last)) };
    select(place);
    showPlace(place);
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
        = m_selected ? m_data->start(*m_selected) : static_cast<qint64>(std::ceil(m_from));
    for (; at >= 0 && at < static_cast<qsizetype>(rows.size()); at += direction < 0 ? -1 : 1) {
        const auto &row = rows[static_cast<size_t>(at)];
        const auto place = row.isGroup ? std::nullopt : nearestSlice(row.track, time);
        if (!place)
            continue;
        select(place);
        showPlace(*place);
        return;
    }
}

void TimelineView::escape()
{
    if (m_range) {
        setRange({});
        Q_EMIT rangeChosen({});
    } else if (m_selected) {
        select({});
    }
}

bool TimelineView::viewKey(const QKeyEvent &event)
{
    switch (event.key()) {
    case Qt::Key_W:
    case Qt::Key_Plus:
        zoom(ZoomStep);
        return true;
    case Qt::Key_S:
    case Qt::Key_Minus:
        zoom(1 / ZoomStep);
        return true;
    case Qt::Key_A:
        pan(-PanStep);
        return true;
    case Qt::Key_D:
        pan(PanStep);
        return true;
    case Qt::Key_F:
        fit();
        return true;
    case Qt::Key_Asterisk: // as in trees: everything opens
        for (const auto &group : QSet<QString>(m_collapsed))
            setCollapsed(group, false);
        return true;
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
        verticalScrollBar()->triggerAction(event.key() == Qt::Key_PageUp
                ? QAbstractSlider::SliderPageStepSub
                : QAbstractSlider::SliderPageStepAdd);
        return true;
    default:
        return false;
    }
}

bool TimelineView::walkKey(const QKeyEvent &event)
{
    const auto largest
        = static_cast<int>(std::min<quint64>(m_data->timeline().eventCount(), 1 << 30));
    switch (event.key()) {
    case Qt::Key_Left:
    case Qt::Key_Comma:
        walkSlices(-1);
        return true;
    case Qt::Key_Right:
    case Qt::Key_Period:
        walkSlices(1);
        return true;
    case Qt::Key_Up:
        walkTracks(-1);
        return true;
    case Qt::Key_Down:
        walkTracks(1);
        return true;
    case Qt::Key_Home:
        walkSlices(-largest);
        return true;
    case Qt::Key_End:
        walkSlices(largest);
        return true;
    default:
        return false;
    }
}

bool TimelineView::choiceKey(const QKeyEvent &event)
{
    switch (event.key()) {
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
        if (!m_selected)
            return false;
        setCollapsed(m_data->track(m_selected->track).group, true);
        return true;
    case Qt::Key_Escape: {
        const bool hasAny = m_range || m_selected;
        escape();
        return hasAny;
    }
    default:
        return false;
    }
}

void TimelineView::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy)) {
        Q_EMIT copyRequested();
        return;
    }
    if (event->key() == Qt::Key_Space) {
        m_isSpaceDown = true;
        updateCursor(viewport()->mapFromGlobal(QCursor::pos()));
        return;
    }
    const auto others = Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier;
    const bool isPlain = !(event->modifiers() & others);
    if (!m_data || m_data->timeline().tracks.empty() || !isPlain
        || !(viewKey(*event) || walkKey(*event) || choiceKey(*event)))
        event->ignore();
}

void TimelineView::keyReleaseEvent(QKeyEvent *event)
{
    if (event->key() != Qt::Key_Space || event->isAutoRepeat())
        return;
    m_isSpaceDown = false;
    updateCursor(viewport()->mapFromGlobal(QCursor::pos()));
}

} // namespace tosaic::views
