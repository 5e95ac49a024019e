// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/whatif/paretochart.h"

#include "views/whatif/whatifwords.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QToolTip>

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
} // namespace

ParetoChart::ParetoChart(const Theme &theme, QWidget *parent) : QWidget(parent), m_theme(theme)
{
    setObjectName(u"whatIfPareto"_s);
    setAccessibleName(tr("Pareto chart"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

double ParetoChart::Range::share(double value) const
{
    return std::log(std::clamp(value, low, high) / low) / std::log(high / low);
}

void ParetoChart::setView(const WhatIfView &view)
{
    m_view = view;
    measure();
}

void ParetoChart::setMetric(Metric metric)
{
    m_metric = metric;
    measure();
}

void ParetoChart::setCurrent(std::optional<std::size_t> cell)
{
    m_current = cell && std::ranges::find(m_order, *cell) != m_order.end() ? cell : std::nullopt;
    describe();
    update();
}

void ParetoChart::measure()
{
    m_order.clear();
    m_front.clear();
    m_hovered.reset();
    const auto range = [&](Metric metric) {
        Range found{ 0, 0 };
        for (const auto cell : m_order) {
            const auto value = std::max(*m_view.result->cells[cell].value(metric), 1e-12);
            found.low = found.low > 0 ? std::min(found.low, value) : value;
            found.high = std::max(found.high, value);
        }
        const auto middle = std::sqrt(found.low * found.high);
        found.low = std::min(found.low / Air, middle / std::sqrt(LeastSpan));
        found.high = std::max(found.high * Air, middle * std::sqrt(LeastSpan));
        return found;
    };
    if (m_view.result) {
        const auto &cells = m_view.result->cells;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            if (cells[i].value(m_metric) && cells[i].value(Metric::Sram))
                m_order.push_back(i);
        }
        std::ranges::sort(m_order, {}, [&](std::size_t i) {
            return std::tuple(*cells[i].value(m_metric), *cells[i].value(Metric::Sram), i);
        });
        m_front = m_view.result->front(m_metric, Metric::Sram);
    }
    if (!m_order.empty()) {
        m_x = range(m_metric);
        m_y = range(Metric::Sram);
    }
    setCurrent(m_current);
}

QRectF ParetoChart::plot() const
{
    const auto line = fontMetrics().height();
    const auto left = fontMetrics().horizontalAdvance(u"1023.9 KiB"_s) + 20;
    return QRectF(rect()).adjusted(left, 2 * line + 8, -24, -2 * line - 14);
}

std::optional<QPointF> ParetoChart::markOf(std::size_t cell) const
{
    if (std::ranges::find(m_order, cell) == m_order.end())
        return {};
    const auto &row = m_view.result->cells[cell];
    const auto area = plot();
    return QPointF(area.left() + m_x.share(*row.value(m_metric)) * area.width(),
        area.bottom() - m_y.share(*row.value(Metric::Sram)) * area.height());
}

std::optional<std::size_t> ParetoChart::markAt(const QPointF &position) const
{
    std::optional<std::size_t> best;
    auto nearest = Reach;
    for (const auto cell : m_order) {
        const auto distance = QLineF(*markOf(cell), position).length();
        // Of marks in one place the chosen one answers, so that it can be taken by double click.
        if (distance < nearest || (distance <= nearest && best && cell == m_current)) {
            nearest = distance;
            best = cell;
        }
    }
    return best;
}

void ParetoChart::walk(int direction)
{
    if (m_order.empty())
        return;
    const auto count = static_cast<int>(m_order.size());
    auto at = direction > 0 ? -1 : count;
    if (m_current)
        at = static_cast<int>(std::ranges::find(m_order, *m_current) - m_order.begin());
    const auto next = m_order[static_cast<std::size_t>(std::clamp(at + direction, 0, count - 1))];
    setCurrent(next);
    Q_EMIT chosen(static_cast<int>(next));
}

QString ParetoChart::cardText(std::size_t cell) const
{
    const auto &row = m_view.result->cells[cell];
    return WhatIfWords::differenceText(m_view.current, row.cell.spec) + u'\n'
        + WhatIfWords::numbersText(row);
}

void ParetoChart::describe()
{
    setAccessibleDescription(m_current
            ? cardText(*m_current)
            : tr("%1 of %2 marks are on the Pareto front. Arrow keys walk the marks.")
                  .arg(m_front.size())
                  .arg(m_order.size()));
}

bool ParetoChart::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    if (const auto cell = markAt(help->pos()))
        QToolTip::showText(help->globalPos(), cardText(*cell), this);
    else
        QToolTip::hideText();
    return true;
}

void ParetoChart::mouseMoveEvent(QMouseEvent *event)
{
    const auto cell = markAt(event->position());
    if (cell == m_hovered)
        return;
    m_hovered = cell;
    Q_EMIT hovered(cell ? static_cast<int>(*cell) : -1);
    update();
}

void ParetoChart::mousePressEvent(QMouseEvent *event)
{
    const auto cell = markAt(event->position());
    if (event->button() != Qt::LeftButton || !cell)
        return;
    setCurrent(cell);
    Q_EMIT chosen(static_cast<int>(*cell));
}

void ParetoChart::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (const auto cell = markAt(event->position()))
        Q_EMIT activated(static_cast<int>(*cell));
}

void ParetoChart::leaveEvent(QEvent *)
{
    if (!std::exchange(m_hovered, {}))
        return;
    Q_EMIT hovered(-1);
    update();
}

void ParetoChart::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Right:
    case Qt::Key_Down:
        return walk(1);
    case Qt::Key_Left:
    case Qt::Key_Up:
        return walk(-1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_current)
            Q_EMIT activated(static_cast<int>(*m_current));
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

void ParetoChart::focusInEvent(QFocusEvent *event)
{
    QWidget::focusInEvent(event);
    update();
}

void ParetoChart::focusOutEvent(QFocusEvent *event)
{
    QWidget::focusOutEvent(event);
    update();
}

} // namespace tosaic::views
