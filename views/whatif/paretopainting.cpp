// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/units.h"
#include "core/spec/specrules.h"
#include "views/whatif/paretochart.h"
#include "views/whatif/whatifwords.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::views {

using sweep::Metric;

namespace {

constexpr double Radius = 5.5; // px
constexpr double MostLabels = 7;

/// 1, 2 and 5 times powers of ten.
std::vector<double> decimalTicks(double low, double high)
{
    std::vector<double> ticks;
    for (double power = std::pow(10, std::floor(std::log10(low))); power <= high; power *= 10) {
        for (const auto step : { 1.0, 2.0, 5.0 }) {
            if (step * power >= low && step * power <= high)
                ticks.push_back(step * power);
        }
    }
    return ticks;
}

std::vector<double> binaryTicks(double low, double high)
{
    std::vector<double> ticks;
    for (double power = std::pow(2, std::ceil(std::log2(low))); power <= high; power *= 2)
        ticks.push_back(power);
    return ticks;
}

std::vector<double> thinned(const std::vector<double> &ticks)
{
    const auto stride = static_cast<std::size_t>(
        std::max(1.0, std::ceil(static_cast<double>(ticks.size()) / MostLabels)));
    std::vector<double> some;
    for (std::size_t i = 0; i < ticks.size(); i += stride)
        some.push_back(ticks[i]);
    return some;
}

/// A shape for each family, so that colour is not the only sign.
QPainterPath shapeOf(const QString &target, const QPointF &centre)
{
    QPainterPath path;
    switch (spec::familyOf(target).value_or(spec::Family::U55)) {
    case spec::Family::U55:
        path.addEllipse(centre, Radius, Radius);
        break;
    case spec::Family::U65:
        path.addRect(QRectF(
            centre - QPointF(Radius - 0.5, Radius - 0.5), QSizeF(2 * Radius - 1, 2 * Radius - 1)));
        break;
    case spec::Family::U85:
        path.addPolygon(QPolygonF({ centre + QPointF(0, -Radius - 1),
            centre + QPointF(Radius + 1, Radius), centre + QPointF(-Radius - 1, Radius) }));
        path.closeSubpath();
        break;
    }
    return path;
}

} // namespace

void ParetoChart::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const auto &colors = m_theme.colors();
    painter.fillRect(rect(), colors.surface);
    if (m_order.empty()) {
        painter.setPen(colors.mutedText);
        painter.drawText(rect(), Qt::AlignCenter,
            tr("The marks stand here when Vela has given the first numbers."));
        return;
    }
    drawAxes(painter);
    drawBudget(painter);
    drawFront(painter);
    drawMarks(painter);
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(colors.accent, 1));
        painter.drawRect(plot());
    }
}

void ParetoChart::drawAxes(QPainter &painter) const
{
    const auto &colors = m_theme.colors();
    const auto area = plot();
    const auto line = fontMetrics().height();
    const auto ticksX = thinned(decimalTicks(m_x.low, m_x.high));
    for (const auto value : ticksX) {
        const auto x = area.left() + m_x.share(value) * area.width();
        painter.setPen(colors.border);
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
        painter.setPen(colors.mutedText);
        const auto text = m_metric == Metric::Time ? formatDuration(value)
                                                   : formatCount(static_cast<quint64>(value));
        painter.drawText(
            QRectF(x - 60, area.bottom() + 4, 120, line), Qt::AlignHCenter | Qt::AlignTop, text);
    }
    const auto ticksY = thinned(binaryTicks(m_y.low, m_y.high));
    for (const auto value : ticksY) {
        const auto y = area.bottom() - m_y.share(value) * area.height();
        painter.setPen(colors.border);
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
        painter.setPen(colors.mutedText);
        painter.drawText(QRectF(4, y - line, area.left() - 10, 2 * line),
            Qt::AlignRight | Qt::AlignVCenter, formatBytes(static_cast<quint64>(value)));
    }
    painter.setPen(colors.text);
    painter.drawText(QRectF(area.left(), area.bottom() + line + 6, area.width(), line),
        Qt::AlignHCenter,
        tr("%1 (estimate, less is better)").arg(WhatIfWords::metricName(m_metric)));
    painter.drawText(QRectF(8, 4, width() - 16, line), Qt::AlignLeft, tr("SRAM (estimate)"));
    painter.setPen(colors.mutedText);
    painter.drawText(QRectF(8, 4, width() - 16, line), Qt::AlignRight,
        tr("● U55   ■ U65   ▲ U85   filled: on the Pareto front"));
}

void ParetoChart::drawBudget(QPainter &painter) const
{
    const auto &budget = m_view.result->budget.sramBytes;
    if (!budget || static_cast<double>(*budget) < m_y.low
        || static_cast<double>(*budget) > m_y.high)
        return;
    const auto area = plot();
    const auto y = area.bottom() - m_y.share(static_cast<double>(*budget)) * area.height();
    painter.setPen(QPen(m_theme.colors().worse, 1.5, Qt::DashLine));
    painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
    painter.drawText(QRectF(area.left() + 4, y - fontMetrics().height() - 2, area.width() - 8,
                         fontMetrics().height()),
        Qt::AlignRight, tr("SRAM of the board: %1").arg(formatBytes(*budget)));
}

/// In steps: between two of its marks there is nothing better than the slower one.
void ParetoChart::drawFront(QPainter &painter) const
{
    QPolygonF steps;
    for (const auto cell : m_front) {
        const auto mark = markOf(cell);
        if (!mark)
            continue;
        if (!steps.isEmpty())
            steps << QPointF(mark->x(), steps.last().y());
        steps << *mark;
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(m_theme.colors().accent, 1.5));
    painter.drawPolyline(steps);
}

void ParetoChart::drawMarks(QPainter &painter) const
{
    const auto &colors = m_theme.colors();
    const auto drawn = [&](std::size_t cell, bool isOnFront) {
        const auto &row = m_view.result->cells[cell];
        const auto colour = !row.overruns.empty() ? colors.worse
            : isOnFront                           ? colors.accent
                                                  : colors.mutedText;
        const auto shape = shapeOf(row.cell.spec.target, *markOf(cell));
        painter.setPen(QPen(colour, 1.5));
        painter.setBrush(isOnFront ? QBrush(colour) : QBrush(colors.surface));
        painter.drawPath(shape);
    };
    for (const auto cell : m_order)
        drawn(cell, false);
    for (const auto cell : m_front) {
        if (markOf(cell))
            drawn(cell, true);
    }
    const auto own = cellOf(*m_view.result, m_view.current);
    if (const auto mark = own ? markOf(*own) : std::nullopt) {
        painter.setPen(colors.text);
        painter.drawText(*mark + QPointF(Radius + 5, -Radius), tr("current spec"));
    }
    painter.setBrush(Qt::NoBrush);
    for (const auto &cell : { m_hovered, m_current }) {
        const auto mark = cell ? markOf(*cell) : std::nullopt;
        if (!mark)
            continue;
        auto halo = colors.accent;
        halo.setAlphaF(0.45F);
        painter.setPen(QPen(halo, 5));
        painter.drawEllipse(*mark, Radius + 4, Radius + 4);
        painter.setPen(QPen(colors.text, cell == m_current ? 2 : 1));
        painter.drawEllipse(*mark, Radius + 3, Radius + 3);
    }
}

} // namespace tosaic::views
