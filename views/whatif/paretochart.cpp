// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/whatif/paretochart.h"

#include "core/base/units.h"
#include "core/spec/specrules.h"
#include "views/canvas/painting.h"
#include "views/whatif/whatifwords.h"

#include <QLineF>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <tuple>

using namespace Qt::StringLiterals;

namespace tosaic::views {

using sweep::Metric;

namespace {

constexpr double Reach = 9; // px around a mark that still hit it
constexpr double Air = 1.35; // factor between the outermost mark and the frame
constexpr double LeastSpan = 4; // a label or two on every axis
constexpr double NearestDecades = 0.02; // that may be zoomed to
constexpr double Radius = 5.5; // px
constexpr int MostLabels = 7;

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

/// Nothing at all stands with the least that is something.
double powerOf(double value)
{
    return std::log10(std::max(value, 1e-12));
}

bool isBytes(Metric metric)
{
    return metric != Metric::Cycles && metric != Metric::Time;
}

} // namespace

ParetoChart::ParetoChart(const Theme &theme, QWidget *parent)
    : CellChart(theme, u"whatIfPareto"_s, u"paretoCard"_s, parent)
{
    setAccessibleName(tr("Pareto chart"));
}

QString ParetoChart::emptyText() const
{
    return tr("The marks stand here when Vela has given the first numbers.");
}

std::optional<double> ParetoChart::firstOf(std::size_t cell) const
{
    if (m_title.isEmpty())
        return m_view.result->cells[cell].value(m_metric);
    return cell < m_totals.size() ? m_totals[cell] : std::nullopt;
}

std::optional<double> ParetoChart::secondOf(std::size_t cell) const
{
    return m_view.result->cells[cell].value(m_second);
}

/// Of a cell with a mark, in powers of ten.
QPointF ParetoChart::placeOf(std::size_t cell) const
{
    return { powerOf(*firstOf(cell)), powerOf(*secondOf(cell)) };
}

void ParetoChart::setMetric(Metric metric)
{
    m_metric = metric;
    measure();
}

void ParetoChart::setSecond(Metric metric)
{
    m_second = metric;
    measure();
}

void ParetoChart::setSteps(bool hasSteps)
{
    m_hasSteps = hasSteps;
    refresh();
}

void ParetoChart::setTotals(const QString &title, std::vector<std::optional<double>> totals)
{
    m_title = title;
    m_totals = std::move(totals);
    m_metric = Metric::Cycles;
    measure();
}

void ParetoChart::measure()
{
    m_order.clear();
    m_withoutPlace = 0;
    leave();
    if (m_view.result) {
        const auto &cells = m_view.result->cells;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const auto first = firstOf(i);
            const auto second = secondOf(i);
            // A logarithmic axis has no place for nothing at all, which beats all the same.
            if (first.value_or(0) > 0 && second.value_or(0) > 0)
                m_order.push_back(i);
            else if (first && second)
                ++m_withoutPlace;
        }
        std::ranges::sort(m_order, {},
            [this](std::size_t i) { return std::tuple(*firstOf(i), *secondOf(i), i); });
    }
    arrange();
    setCurrent(m_current);
}

/// Powers of ten of all marks, with air.
std::pair<double, double> ParetoChart::rangeOf(Qt::Orientation axis) const
{
    const auto along = [this, axis](std::size_t cell) {
        const auto place = placeOf(cell);
        return axis == Qt::Horizontal ? place.x() : place.y();
    };
    auto low = along(m_order.front());
    auto high = low;
    for (const auto cell : m_order) {
        low = std::min(low, along(cell));
        high = std::max(high, along(cell));
    }
    const auto middle = (low + high) / 2;
    const auto least = std::log10(LeastSpan) / 2;
    return { std::min(low - std::log10(Air), middle - least),
        std::max(high + std::log10(Air), middle + least) };
}

void ParetoChart::arrange()
{
    if (m_order.empty())
        return refresh();
    const auto x = rangeOf(Qt::Horizontal);
    const auto y = rangeOf(Qt::Vertical);
    setAcross(x.first, x.second, NearestDecades);
    setUpright(y.first, y.second, NearestDecades);
}

QRectF ParetoChart::plot() const
{
    const auto line = fontMetrics().height();
    const auto left = fontMetrics().horizontalAdvance(u"1023.9 KiB"_s) + 20;
    return QRectF(viewport()->rect()).adjusted(left, 2 * line + 8, -24, -2 * line - 14);
}

std::optional<QPointF> ParetoChart::markOf(std::size_t cell) const
{
    if (std::ranges::find(m_order, cell) == m_order.end())
        return {};
    const auto place = placeOf(cell);
    return QPointF(xOf(place.x()), yOf(place.y()));
}

QRectF ParetoChart::itemRect(int item) const
{
    const auto centre = *markOf(static_cast<std::size_t>(item));
    return { centre - QPointF(Radius, Radius), QSizeF(2 * Radius, 2 * Radius) };
}

int ParetoChart::itemAt(const QPointF &position) const
{
    int best = -1;
    auto nearest = Reach;
    for (const auto cell : m_order) {
        const auto distance = QLineF(*markOf(cell), position).length();
        // Of marks in one place the chosen one answers, so that it can be taken by double click.
        if (distance < nearest || (distance <= nearest && best >= 0 && cell == m_current)) {
            nearest = distance;
            best = static_cast<int>(cell);
        }
    }
    return best;
}

QString ParetoChart::summary() const
{
    return tr("%1 of %2 marks are on the Pareto front. Arrow keys walk the marks.")
        .arg(m_front.size())
        .arg(m_order.size());
}

void ParetoChart::paint(QPainter &painter)
{
    painter.setRenderHint(QPainter::Antialiasing);
    drawAxes(painter);
    painter.setClipRect(plot().adjusted(-Radius, -Radius, Radius, Radius));
    drawBudget(painter);
    drawFront(painter);
    drawMarks(painter);
    painter.setClipping(false);
}

void ParetoChart::drawAxes(QPainter &painter) const
{
    const auto &colors = this->colors();
    const auto area = plot();
    const auto line = fontMetrics().height();
    const auto ticks = [](const AxisWindow &axis, int base) {
        return logarithmicTicks(
            std::pow(10, axis.from()), std::pow(10, axis.to()), MostLabels, base);
    };
    for (const auto value : ticks(across(), isBytes(m_metric) ? 2 : 10)) {
        const auto x = xOf(std::log10(value));
        painter.setPen(colors.border);
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
        painter.setPen(colors.mutedText);
        const auto text
            = WhatIfWords::numberText(value, m_title.isEmpty() ? m_metric : Metric::Cycles);
        painter.drawText(
            QRectF(x - 60, area.bottom() + 4, 120, line), Qt::AlignHCenter | Qt::AlignTop, text);
    }
    for (const auto value : ticks(upright(), isBytes(m_second) ? 2 : 10)) {
        const auto y = yOf(std::log10(value));
        painter.setPen(colors.border);
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
        painter.setPen(colors.mutedText);
        painter.drawText(QRectF(4, y - line, area.left() - 10, 2 * line),
            Qt::AlignRight | Qt::AlignVCenter, WhatIfWords::numberText(value, m_second));
    }
    painter.setPen(colors.text);
    painter.drawText(QRectF(area.left(), area.bottom() + line + 6, area.width(), line),
        Qt::AlignHCenter,
        m_title.isEmpty()
            ? tr("%1 (estimate, less is better)").arg(WhatIfWords::metricName(m_metric))
            : m_title);
    painter.drawText(QRectF(8, 4, viewport()->width() - 16, line), Qt::AlignLeft,
        m_withoutPlace == 0 ? tr("%1 (estimate)").arg(WhatIfWords::metricName(m_second))
                            : tr("%1 (estimate); %2 cells need none and have no mark")
                                  .arg(WhatIfWords::metricName(m_second))
                                  .arg(m_withoutPlace));
    painter.setPen(colors.mutedText);
    painter.drawText(QRectF(8, 4, viewport()->width() - 16, line), Qt::AlignRight,
        tr("● U55   ■ U65   ▲ U85   filled: on the Pareto front"));
}

void ParetoChart::drawBudget(QPainter &painter) const
{
    const auto &budget = m_view.result->budget.sramBytes;
    const auto power = budget ? std::log10(static_cast<double>(*budget)) : 0;
    if (!budget || m_second != Metric::Sram || power < upright().from() || power > upright().to())
        return;
    const auto area = plot();
    const auto y = yOf(power);
    painter.setPen(QPen(colors().worse, 1.5, Qt::DashLine));
    painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
    painter.drawText(QRectF(area.left() + 4, y - fontMetrics().height() - 2, area.width() - 8,
                         fontMetrics().height()),
        Qt::AlignRight, tr("SRAM of the board: %1").arg(formatBytes(*budget)));
}

void ParetoChart::drawFront(QPainter &painter) const
{
    if (!m_hasSteps)
        return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colors().accent, 1.5));
    QPolygonF steps;
    QString model; // each has a front of its own
    for (const auto cell : m_front) {
        const auto mark = markOf(cell);
        if (!mark)
            continue;
        if (const auto &name = m_view.result->cells[cell].cell.model; name != model) {
            painter.drawPolyline(std::exchange(steps, {}));
            model = name;
        }
        if (!steps.isEmpty())
            steps << QPointF(mark->x(), steps.last().y());
        steps << *mark;
    }
    painter.drawPolyline(steps);
}

void ParetoChart::drawMarks(QPainter &painter) const
{
    const auto &colors = this->colors();
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
    const auto own = currentCell(m_view);
    if (const auto mark = own ? markOf(*own) : std::nullopt) {
        painter.setPen(colors.text);
        painter.drawText(*mark + QPointF(Radius + 5, -Radius), tr("current spec"));
    }
    if (hoveredItem() >= 0 && hoveredItem() != currentItem()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(colors.text);
        painter.drawEllipse(itemRect(hoveredItem()).center(), Radius + 3, Radius + 3);
    }
    if (m_current)
        paintSelectedMark(painter, *markOf(*m_current), Radius + 3, colors);
}

} // namespace tosaic::views
