// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/whatif/parallelchart.h"

#include "views/canvas/painting.h"
#include "views/whatif/whatifwords.h"

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::views {

using sweep::Metric;

namespace {

constexpr double LineReach = 7; // px from a line that still hit it
constexpr double NearestShare = 0.02; // of an axis that may be zoomed to
constexpr double NearestSpan = 0.2; // of the way between two axes that may be zoomed to
constexpr double DotRadius = 3; // px of the dot where a chosen line meets an axis

/// From a point to a piece of a line.
double distanceTo(const QPointF &point, const QPointF &from, const QPointF &to)
{
    const auto along = to - from;
    const auto length = QPointF::dotProduct(along, along);
    const auto share = length > 0
        ? std::clamp(QPointF::dotProduct(point - from, along) / length, 0.0, 1.0)
        : 0.0;
    const auto beside = point - (from + share * along);
    return std::sqrt(QPointF::dotProduct(beside, beside));
}

} // namespace

double ParallelChart::Range::shareOf(double value) const
{
    if (high <= low)
        return 0.5;
    return low > 0 ? std::log(value / low) / std::log(high / low) : (value - low) / (high - low);
}

ParallelChart::ParallelChart(const Theme &theme, QWidget *parent)
    : CellChart(theme, u"whatIfParallel"_s, u"parallelCard"_s, parent)
{
    setAccessibleName(tr("Parallel coordinates"));
    setKept();
}

QString ParallelChart::emptyText() const
{
    return tr("The lines stand here when Vela has given the first numbers.");
}

/// An axis for each number that says anything: known, and not the same everywhere.
void ParallelChart::measure()
{
    m_metrics.clear();
    m_ranges.clear();
    m_order.clear();
    leave();
    const auto &cells = m_view.result ? m_view.result->cells : std::vector<sweep::CellResult>();
    for (const auto metric :
        { Metric::Cycles, Metric::Time, Metric::Sram, Metric::Flash, Metric::Dram }) {
        std::optional<Range> range;
        for (const auto &row : cells) {
            const auto value = row.value(metric);
            if (!value)
                continue;
            range = range ? Range{ std::min(range->low, *value), std::max(range->high, *value) }
                          : Range{ *value, *value };
        }
        if (!range || (metric != Metric::Cycles && range->low >= range->high))
            continue;
        m_metrics.push_back(metric);
        m_ranges.push_back(*range);
    }
    for (std::size_t i = 0; m_metrics.size() > 1 && i < cells.size(); ++i) {
        if (cells[i].value(m_metrics.front()))
            m_order.push_back(i);
    }
    std::ranges::stable_sort(m_order, std::greater(),
        [&](std::size_t cell) { return *cells[cell].value(m_metrics.front()); });
    arrange();
    setCurrent(m_current);
}

void ParallelChart::arrange()
{
    if (!m_order.empty()) {
        const auto last = static_cast<double>(m_metrics.size() - 1);
        setAcross(0, last, NearestSpan);
        setUpright(0, 1, NearestShare);
    }
    refresh();
}

QRectF ParallelChart::plot() const
{
    const auto line = fontMetrics().height();
    const auto side = fontMetrics().horizontalAdvance(u"1023.9 KiB"_s) / 2.0 + 12;
    return QRectF(viewport()->rect()).adjusted(side, 2 * line + 10, -side, -line - 10);
}

std::optional<QPointF> ParallelChart::pointOf(std::size_t cell, std::size_t axis) const
{
    const auto value = m_view.result->cells[cell].value(m_metrics[axis]);
    if (!value)
        return {};
    return QPointF(xOf(static_cast<double>(axis)), yOf(m_ranges[axis].shareOf(*value)));
}

QRectF ParallelChart::itemRect(int item) const
{
    const auto point = pointOf(static_cast<std::size_t>(item), 0).value_or(QPointF());
    return { point - QPointF(DotRadius, DotRadius), QSizeF(2 * DotRadius, 2 * DotRadius) };
}

int ParallelChart::itemAt(const QPointF &position) const
{
    int best = -1;
    auto nearest = LineReach;
    for (const auto cell : m_order) {
        for (std::size_t axis = 1; axis < m_metrics.size(); ++axis) {
            const auto from = pointOf(cell, axis - 1);
            const auto to = pointOf(cell, axis);
            const auto distance = from && to ? distanceTo(position, *from, *to) : LineReach;
            // Of lines in one place the chosen one answers, so that it can be taken.
            if (distance < nearest || (distance <= nearest && best >= 0 && cell == m_current)) {
                nearest = distance;
                best = static_cast<int>(cell);
            }
        }
    }
    return best;
}

void ParallelChart::hoverItem(int item)
{
    viewport()->update();
    CellChart::hoverItem(item);
}

QString ParallelChart::summary() const
{
    QStringList names;
    for (const auto metric : m_metrics)
        names.append(WhatIfWords::metricName(metric));
    return tr("%1 lines over %2. Arrow keys walk the lines.")
        .arg(m_order.size())
        .arg(names.join(u", "_s));
}

void ParallelChart::paint(QPainter &painter)
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setClipRect(plot().adjusted(-DotRadius, -DotRadius, DotRadius, DotRadius));
    const auto &colors = this->colors();
    const auto isOnFront
        = [this](std::size_t cell) { return std::ranges::find(m_front, cell) != m_front.end(); };
    painter.setPen(QPen(faded(colors.mutedText, 0.5), 1));
    for (const auto cell : m_order) {
        if (!isOnFront(cell))
            drawLine(painter, cell);
    }
    for (const auto cell : m_order) {
        if (!isOnFront(cell))
            continue;
        const bool isOver = !m_view.result->cells[cell].overruns.empty();
        painter.setPen(QPen(isOver ? colors.worse : colors.accent, 1.5));
        drawLine(painter, cell);
    }
    painter.setClipping(false);
    drawAxes(painter);
}

void ParallelChart::paintOver(QPainter &painter)
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setClipRect(plot().adjusted(-DotRadius, -DotRadius, DotRadius, DotRadius));
    const auto outline = [&](std::size_t cell, double width) {
        painter.setPen(QPen(colors().text, width));
        drawLine(painter, cell);
        painter.setBrush(colors().surface);
        for (std::size_t axis = 0; axis < m_metrics.size(); ++axis) {
            if (const auto point = pointOf(cell, axis))
                painter.drawEllipse(*point, DotRadius, DotRadius);
        }
        painter.setBrush(Qt::NoBrush);
    };
    if (hoveredItem() >= 0 && hoveredItem() != currentItem())
        outline(static_cast<std::size_t>(hoveredItem()), 1);
    if (m_current)
        outline(*m_current, 2);
}

void ParallelChart::drawLine(QPainter &painter, std::size_t cell) const
{
    for (std::size_t axis = 1; axis < m_metrics.size(); ++axis) {
        const auto from = pointOf(cell, axis - 1);
        const auto to = pointOf(cell, axis);
        if (from && to)
            painter.drawLine(*from, *to);
    }
}

void ParallelChart::drawAxes(QPainter &painter) const
{
    const auto area = plot();
    const auto line = fontMetrics().height();
    const auto drawAt = [&](double x, double top, const QString &text) {
        painter.drawText(QRectF(x - 90, top, 180, line), Qt::AlignCenter, text);
    };
    for (std::size_t axis = 0; axis < m_metrics.size(); ++axis) {
        const auto x = xOf(static_cast<double>(axis));
        if (x < area.left() - 1 || x > area.right() + 1)
            continue; // out of sight
        painter.setPen(QPen(colors().text, 1));
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
        const auto name = WhatIfWords::metricName(m_metrics[axis]);
        drawAt(x, area.top() - 2 * line - 6, tr("%1 (est)").arg(name));
        painter.setPen(colors().mutedText);
        const auto &range = m_ranges[axis];
        drawAt(x, area.top() - line - 4, WhatIfWords::numberText(range.high, m_metrics[axis]));
        drawAt(x, area.bottom() + 4, WhatIfWords::numberText(range.low, m_metrics[axis]));
    }
}

} // namespace tosaic::views
