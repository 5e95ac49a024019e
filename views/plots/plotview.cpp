// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/plotview.h"

#include "views/plots/plotaxis.h"
#include "views/plots/plotmetrics.h"

#include <QAccessible>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::views {

using namespace plotmetrics;

PlotView::PlotView(const Theme &theme, QWidget *parent)
    : QAbstractScrollArea(parent), m_theme(theme)
{
    setObjectName(u"plotView"_s);
    setAccessibleName(tr("Counters over time"));
    setFrameShape(NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(240, 120);
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    connect(&theme, &Theme::changed, viewport(), qOverload<>(&QWidget::update));
}

void PlotView::setSubject(const PlotSubject &subject, bool isSame)
{
    const auto before = fullRange();
    const bool isAll = m_range.from <= before.from && m_range.to >= before.to;
    m_subject = subject;
    const auto count = subject.source ? subject.source->series().size() : 0;
    std::erase_if(m_shown, [count](size_t series) { return series >= count; });
    setShown(m_shown);
    if (!isSame) {
        m_cursor.reset();
        fit();
    } else if (m_isFollowing) {
        const auto all = fullRange();
        setRange(isAll ? all : PlotRange{ all.to - m_range.width(), all.to });
    } else {
        setRange(m_range);
    }
    describe();
}

void PlotView::setShown(const std::vector<size_t> &series)
{
    m_shown = series;
    m_lanes.clear();
    for (const auto index : m_shown)
        m_lanes.push_back({ .series = index });
    updateScroll();
    describe();
    viewport()->update();
}

/// With room at both ends where a number stands for a whole inference.
PlotRange PlotView::fullRange() const
{
    const auto range = m_subject.source ? m_subject.source->range() : std::nullopt;
    if (!range)
        return {};
    const bool isCounted
        = m_subject.axis == PlotAxis::Inference || m_subject.axis == PlotAxis::Iteration;
    if (isCounted)
        return { range->from - 0.5, range->to + 0.5 };
    return range->width() > 0 ? *range : PlotRange{ range->from - 0.5, range->to + 0.5 };
}

double PlotView::smallestWidth() const
{
    return std::min(fullRange().width(), 2.0);
}

void PlotView::setRange(PlotRange range)
{
    const auto all = fullRange();
    const auto width = std::clamp(range.width(), smallestWidth(), all.width());
    const auto middle = range.from + range.width() / 2;
    range.from = std::clamp(
        range.width() == width ? range.from : middle - width / 2, all.from, all.to - width);
    range.to = range.from + width;
    if (range == m_range && !m_lanes.empty() && m_lanes.front().isReady)
        return;
    m_range = range;
    invalidate();
    Q_EMIT rangeChanged();
}

void PlotView::fit()
{
    setRange(fullRange());
    setFollowing(true);
}

void PlotView::setFollowing(bool following)
{
    if (following) {
        const auto all = fullRange();
        setRange({ all.to - m_range.width(), all.to });
    }
    if (std::exchange(m_isFollowing, following) != following)
        Q_EMIT followingChanged(following);
}

/// Who scrolls away from the newest wants to stay there; who comes back follows again.
void PlotView::takeUserRange(PlotRange range)
{
    setRange(range);
    const auto all = fullRange();
    setFollowing(m_range.to >= all.to - all.width() * 1e-9);
}

void PlotView::zoom(double factor, std::optional<double> anchor)
{
    const auto middle = m_range.from + m_range.width() / 2;
    auto place = anchor.value_or(m_cursor.value_or(middle));
    if (place < m_range.from || place > m_range.to)
        place = middle;
    const auto width = std::max(m_range.width() * factor, smallestWidth());
    const auto share = (place - m_range.from) / m_range.width();
    takeUserRange({ place - share * width, place + (1 - share) * width });
}

void PlotView::pan(double share)
{
    const auto by = m_range.width() * share;
    takeUserRange({ m_range.from + by, m_range.to + by });
}

void PlotView::setCursor(std::optional<double> x)
{
    const bool isCounted
        = m_subject.axis == PlotAxis::Inference || m_subject.axis == PlotAxis::Iteration;
    if (x && isCounted)
        x = std::round(*x);
    if (x == m_cursor)
        return;
    m_cursor = x;
    viewport()->update();
    describe();
    Q_EMIT cursorChanged();
}

void PlotView::setCurrent(const QString &series)
{
    m_current = series;
    for (size_t i = 0; i < m_lanes.size(); ++i) {
        if (m_subject.source->series()[m_lanes[i].series].name != series)
            continue;
        const auto rect = laneRect(i);
        auto *bar = verticalScrollBar();
        if (rect.top() < 0)
            bar->setValue(bar->value() + rect.top());
        else if (rect.bottom() > axisRect().top())
            bar->setValue(bar->value() + rect.bottom() - axisRect().top());
    }
    describe();
    viewport()->update();
}

void PlotView::moveCurrent(int lanes)
{
    if (m_lanes.empty())
        return;
    const auto &series = m_subject.source->series();
    const auto found = std::ranges::find_if(
        m_lanes, [&](const Lane &lane) { return series[lane.series].name == m_current; });
    const auto last = static_cast<int>(m_lanes.size()) - 1;
    const int position = found == m_lanes.end()
        ? (lanes > 0 ? 0 : last)
        : std::clamp(static_cast<int>(found - m_lanes.begin()) + lanes, 0, last);
    const auto &name = series[m_lanes[static_cast<size_t>(position)].series].name;
    setCurrent(name);
    Q_EMIT clicked(name, m_cursor.value_or(m_range.to));
}

/// To the next sample of the current lane, or by a pixel where there are more samples than pixels.
void PlotView::moveCursor(int steps)
{
    const auto pixel = m_range.width() / std::max(1, axisRect().width() - LeftRoom - RightRoom);
    const bool isCounted
        = m_subject.axis == PlotAxis::Inference || m_subject.axis == PlotAxis::Iteration;
    const auto step = isCounted ? std::max(1.0, pixel) : std::max(1.0, pixel * 4);
    const auto start = m_cursor.value_or(steps > 0 ? m_range.from : m_range.to);
    const auto all = fullRange();
    const auto place = std::clamp(start + step * steps, all.from, all.to);
    if (place < m_range.from || place > m_range.to)
        pan(steps > 0 ? 0.5 : -0.5);
    setCursor(place);
}

void PlotView::invalidate()
{
    for (auto &lane : m_lanes)
        lane.isReady = false;
    viewport()->update();
}

void PlotView::updateScroll()
{
    const auto room = viewport()->height() - AxisHeight;
    const auto whole = static_cast<int>(m_lanes.size()) * laneHeight();
    verticalScrollBar()->setPageStep(std::max(1, room));
    verticalScrollBar()->setSingleStep(laneHeight() / 2);
    verticalScrollBar()->setRange(0, std::max(0, whole - room));
}

/// For screen readers: how much is shown, and what the line says.
void PlotView::describe()
{
    auto text = tr("%n counter(s) shown.", nullptr, static_cast<int>(m_shown.size()));
    if (m_cursor)
        text = u"%1 %2\n%3"_s.arg(text, placeText(m_subject, *m_cursor), cursorTable());
    if (text == accessibleDescription())
        return;
    setAccessibleDescription(text);
}

QString PlotView::cursorTable() const
{
    QStringList rows;
    if (!m_cursor || !m_subject.source)
        return {};
    for (const auto index : m_shown) {
        const auto &series = m_subject.source->series()[index];
        const auto sample = m_subject.source->sampleAt(index, *m_cursor);
        rows << u"%1\t%2"_s.arg(
            series.title, sample ? plotValue(sample->value, series.unit) : tr("Not known"));
    }
    return rows.join(u'\n');
}

int PlotView::laneHeight() const
{
    if (m_shown.empty())
        return SmallestLane;
    const auto room = viewport()->height() - AxisHeight;
    return std::max(room / static_cast<int>(m_shown.size()), SmallestLane);
}

QRect PlotView::laneRect(size_t position) const
{
    const auto height = laneHeight();
    return { 0, static_cast<int>(position) * height - verticalScrollBar()->value(),
        viewport()->width(), height };
}

QRect PlotView::curveOf(const QRect &lane) const
{
    return lane.adjusted(LeftRoom, HeadHeight, -RightRoom, -BottomRoom);
}

QRect PlotView::axisRect() const
{
    return { 0, viewport()->height() - AxisHeight, viewport()->width(), AxisHeight };
}

std::optional<size_t> PlotView::laneAt(const QPoint &position) const
{
    for (size_t i = 0; i < m_lanes.size(); ++i) {
        if (laneRect(i).contains(position) && !axisRect().contains(position))
            return i;
    }
    return {};
}

QRect PlotView::curveRect(size_t series) const
{
    for (size_t i = 0; i < m_lanes.size(); ++i) {
        if (m_lanes[i].series == series)
            return curveOf(laneRect(i));
    }
    return {};
}

double PlotView::pixelOf(double x) const
{
    const auto width = axisRect().width() - LeftRoom - RightRoom;
    return LeftRoom + (x - m_range.from) / m_range.width() * width;
}

double PlotView::placeOf(double pixel) const
{
    const auto width = axisRect().width() - LeftRoom - RightRoom;
    return m_range.from + (pixel - LeftRoom) / std::max(1, width) * m_range.width();
}

void PlotView::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    updateScroll();
    invalidate();
}

} // namespace tosaic::views
