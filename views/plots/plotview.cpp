// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/plotview.h"

#include "views/canvas/hoverlabel.h"
#include "views/plots/plotaxis.h"

#include <QApplication>
#include <QClipboard>
#include <QKeyEvent>
#include <QScopedValueRollback>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int SmallestLane = 92; // px
constexpr int BottomRoom = 8; // px between lanes

} // namespace

PlotView::PlotView(const Theme &theme, QWidget *parent)
    : Canvas(theme, u"plotView"_s, u"plotCard"_s, parent)
{
    setAccessibleName(tr("Counters over time"));
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setMinimumSize(240, 120);
}

void PlotView::setSubject(const PlotSubject &subject, bool isSame)
{
    const QScopedValueRollback ours(m_isOwnMove, true);
    const bool wasAll = across().isAll();
    m_subject = subject;
    const auto count = subject.source ? subject.source->series().size() : 0;
    std::erase_if(m_shown, [count](size_t series) { return series >= count; });
    setShown(m_shown);
    if (!isSame) {
        m_cursor.reset();
        fit();
    } else if (m_isFollowing) {
        const auto all = fullRange();
        setRange(wasAll ? all : PlotRange{ all.to - across().width(), all.to });
    }
    describe();
}

void PlotView::setShown(const std::vector<size_t> &series)
{
    m_shown = series;
    m_lanes.clear();
    for (const auto index : m_shown)
        m_lanes.push_back({ .series = index });
    arrange();
    describe();
}

bool PlotView::isCounted() const
{
    return m_subject.axis == PlotAxis::Inference || m_subject.axis == PlotAxis::Iteration;
}

/// With room at both ends where a number stands for a whole inference.
PlotRange PlotView::fullRange() const
{
    const auto range = m_subject.source ? m_subject.source->range() : std::nullopt;
    if (!range)
        return {};
    if (isCounted())
        return { range->from - 0.5, range->to + 0.5 };
    return range->width() > 0 ? *range : PlotRange{ range->from - 0.5, range->to + 0.5 };
}

void PlotView::arrange()
{
    const QScopedValueRollback ours(m_isOwnMove, true);
    for (auto &lane : m_lanes)
        lane.isReady = false;
    const auto all = fullRange();
    if (all.width() > 0)
        setAcross(all.from, all.to, 2);
    setRows(static_cast<double>(m_lanes.size()) * laneHeight());
}

void PlotView::setRange(PlotRange range)
{
    const QScopedValueRollback ours(m_isOwnMove, true);
    moveAcross(range.from, range.to);
}

void PlotView::fit()
{
    Canvas::fit();
    setFollowing(true);
}

void PlotView::setFollowing(bool following)
{
    if (following)
        setRange({ across().last() - across().width(), across().last() });
    if (std::exchange(m_isFollowing, following) != following)
        Q_EMIT followingChanged(following);
}

/// Who scrolls away from the newest wants to stay there; who comes back follows again.
void PlotView::windowMoved()
{
    if (m_prepared != range()) {
        m_prepared = range();
        for (auto &lane : m_lanes)
            lane.isReady = false;
        Q_EMIT rangeChanged();
    }
    if (!m_isOwnMove)
        setFollowing(across().to() >= across().last() - across().whole() * 1e-9);
}

void PlotView::setCursor(std::optional<double> x)
{
    if (x && isCounted())
        x = std::round(*x);
    if (x == m_cursor)
        return;
    m_cursor = x;
    viewport()->update();
    describe();
}

void PlotView::setCurrent(const QString &series)
{
    m_current = series;
    for (size_t i = 0; i < m_lanes.size(); ++i) {
        if (m_subject.source->series()[m_lanes[i].series].name != series)
            continue;
        const auto top = static_cast<double>(i) * laneHeight();
        const auto bottom = top + laneHeight();
        if (top < upright().from())
            moveUpright(top, top + upright().width());
        else if (bottom > upright().to())
            moveUpright(bottom - upright().width(), bottom);
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
    Q_EMIT clicked(name, m_cursor.value_or(across().to()));
}

/// To the next sample of the current lane, or by a pixel where there are more samples than pixels.
void PlotView::moveCursor(int steps)
{
    const auto pixel = across().width() / std::max(1.0, plot().width());
    const auto step = std::max(1.0, isCounted() ? pixel : pixel * 4);
    const auto start = m_cursor.value_or(steps > 0 ? across().from() : across().to());
    const auto place = std::clamp(start + step * steps, across().first(), across().last());
    if (place < across().from() || place > across().to())
        pan(steps > 0 ? 0.5 : -0.5);
    setCursor(place);
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
    return { 0, static_cast<int>(position) * height - static_cast<int>(upright().from()),
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

QRectF PlotView::plot() const
{
    return viewport()->rect().adjusted(LeftRoom, 0, -RightRoom, -AxisHeight);
}

QRectF PlotView::itemRect(int) const
{
    return { xOf(m_cursor.value_or(0)) - 1, plot().top(), 2, plot().height() };
}

QString PlotView::cardAt(const QPointF &position) const
{
    const auto lane = laneAt(position.toPoint());
    if (!lane || position.y() > laneRect(*lane).top() + HeadHeight)
        return {};
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
    return cardLine(lines.join(u'\n'));
}

void PlotView::press(const QPointF &position)
{
    const auto lane = laneAt(position.toPoint());
    if (!lane)
        return;
    const auto name = m_subject.source->series()[m_lanes[*lane].series].name;
    setCurrent(name);
    Q_EMIT clicked(name, std::clamp(acrossAt(position.x()), across().from(), across().to()));
}

void PlotView::drag(const QPoint &from, const QPoint &to)
{
    const auto [left, right] = std::minmax(from.x(), to.x());
    m_covered = PlotRange{ static_cast<double>(left), static_cast<double>(right) };
    setCursor(std::clamp(acrossAt(to.x()), across().from(), across().to()));
    viewport()->update();
}

void PlotView::drop(const QPoint &from, const QPoint &to)
{
    m_covered.reset();
    const auto [left, right] = std::minmax(from.x(), to.x());
    moveAcross(acrossAt(left), acrossAt(right));
}

void PlotView::hover(const QPointF &position)
{
    const auto x = std::clamp(acrossAt(position.x()), across().from(), across().to());
    setCursor(position.x() >= LeftRoom ? std::optional(x) : std::nullopt);
    Canvas::hover(position);
}

void PlotView::leave()
{
    setCursor(std::nullopt);
    Canvas::leave();
}

bool PlotView::takeKey(const QKeyEvent &event)
{
    const bool isLeft = event.key() == Qt::Key_Left;
    if (!event.modifiers().testFlag(Qt::ShiftModifier) || (!isLeft && event.key() != Qt::Key_Right))
        return false;
    moveCursor(isLeft ? -10 : 10);
    return true;
}

void PlotView::walk(int dx, int dy)
{
    if (dx != 0)
        moveCursor(dx);
    else
        moveCurrent(dy);
}

void PlotView::walkToEnd(bool isLast)
{
    if (isLast)
        setFollowing(true);
    else
        moveAcross(across().first(), across().first() + across().width());
    const auto room = isCounted() ? 0.5 : 0; // at both ends, see fullRange()
    setCursor(isLast ? across().last() - room : across().first() + room);
}

bool PlotView::takeBack()
{
    const bool had = m_cursor || m_covered;
    m_covered.reset();
    setCursor(std::nullopt);
    viewport()->update();
    return had;
}

void PlotView::copy()
{
    const auto table = cursorTable();
    if (table.isEmpty())
        return Canvas::copy();
    QApplication::clipboard()->setText(u"%1\n%2"_s.arg(placeText(m_subject, *m_cursor), table));
}

} // namespace tosaic::views
