// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/canvas/canvas.h"
#include "views/whatif/whatifview.h"

namespace tosaic::views {

/// Every estimated cell as a mark, one number against another (cycles or time against SRAM at
/// first), both axes logarithmic, with a line along the Pareto front. Arrow keys walk the marks;
/// Enter takes the spec of one.
class ParetoChart : public Canvas
{
    Q_OBJECT
public:
    explicit ParetoChart(const Theme &theme, QWidget *parent = nullptr);

    void setView(const WhatIfView &view);
    /// Along the axis. A value of 0 has no place on it.
    void setMetric(sweep::Metric metric);
    /// Upright.
    void setSecond(sweep::Metric metric);
    /// Other values along the axis, one for each cell, and what they are.
    void setTotals(const QString &title, std::vector<std::optional<double>> totals);
    /// The chosen cell; a cell without a mark is none.
    void setCurrent(std::optional<std::size_t> cell);

    /// Centre of a cell's mark, in the viewport; absent if it has none.
    std::optional<QPointF> markOf(std::size_t cell) const;
    QSize sizeHint() const override { return { 480, 260 }; }

Q_SIGNALS:
    /// -1: none any more.
    void hovered(int cell);
    void chosen(int cell);
    void activated(int cell);

protected:
    // An item is a cell; the axes are in powers of ten.
    QRectF plot() const override;
    void arrange() override;
    void paint(QPainter &painter) override;
    bool hasPicture() const override { return !m_order.empty(); }
    QString emptyText() const override;
    int itemAt(const QPointF &position) const override;
    std::vector<int> itemsAlong(Qt::Orientation) const override
    {
        return { m_order.begin(), m_order.end() };
    }
    int currentItem() const override { return m_current ? static_cast<int>(*m_current) : -1; }
    QRectF itemRect(int item) const override;
    QString cardAt(const QPointF &position) const override;
    void hoverItem(int item) override { Q_EMIT hovered(item); }
    void choose(int item) override;
    void activate(int item) override { Q_EMIT activated(item); }

private:
    void measure();
    std::optional<double> firstOf(std::size_t cell) const;
    std::optional<double> secondOf(std::size_t cell) const;
    QPointF placeOf(std::size_t cell) const;
    std::pair<double, double> rangeOf(Qt::Orientation axis) const;
    void describe();
    void drawAxes(QPainter &painter) const;
    void drawFront(QPainter &painter) const;
    void drawMarks(QPainter &painter) const;
    void drawBudget(QPainter &painter) const;
    QString cardText(std::size_t cell) const;

    WhatIfView m_view;
    sweep::Metric m_metric = sweep::Metric::Time;
    sweep::Metric m_second = sweep::Metric::Sram;
    QString m_title; ///< of m_totals; empty: the metric's own values
    std::vector<std::optional<double>> m_totals;
    std::vector<std::size_t> m_order; ///< cells with a mark, by metric, then SRAM
    std::vector<std::size_t> m_front;
    int m_withoutPlace = 0; ///< cells with a number that is 0
    std::optional<std::size_t> m_current;
};

} // namespace tosaic::views
