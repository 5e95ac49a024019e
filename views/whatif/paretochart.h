// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/whatif/cellchart.h"

namespace tosaic::views {

/// Every estimated cell as a mark, one number against another (cycles or time against SRAM at
/// first), both axes logarithmic, with a line along a front over just these two. Arrow keys walk
/// the marks; Enter takes the spec of one.
class ParetoChart : public CellChart
{
    Q_OBJECT
public:
    explicit ParetoChart(const Theme &theme, QWidget *parent = nullptr);

    /// Along the axis. A value of 0 has no place on it.
    void setMetric(sweep::Metric metric);
    /// Upright.
    void setSecond(sweep::Metric metric);
    /// Whether the front is one over both axes and nothing else, in rising order: then between two
    /// of its marks there is nothing better than the slower one, which a line shows.
    void setSteps(bool hasSteps);
    /// Other values along the axis, one for each cell, and what they are.
    void setTotals(const QString &title, std::vector<std::optional<double>> totals);

    /// Centre of a cell's mark, in the viewport; absent if it has none.
    std::optional<QPointF> markOf(std::size_t cell) const;

protected:
    // An item is a cell; the axes are in powers of ten.
    QRectF plot() const override;
    void measure() override;
    QString summary() const override;
    void arrange() override;
    void paint(QPainter &painter) override;
    QString emptyText() const override;
    int itemAt(const QPointF &position) const override;
    QRectF itemRect(int item) const override;

private:
    std::optional<double> firstOf(std::size_t cell) const;
    std::optional<double> secondOf(std::size_t cell) const;
    QPointF placeOf(std::size_t cell) const;
    std::pair<double, double> rangeOf(Qt::Orientation axis) const;
    void drawAxes(QPainter &painter) const;
    void drawFront(QPainter &painter) const;
    void drawMarks(QPainter &painter) const;
    void drawBudget(QPainter &painter) const;

    sweep::Metric m_metric = sweep::Metric::Time;
    sweep::Metric m_second = sweep::Metric::Sram;
    QString m_title; ///< of m_totals; empty: the metric's own values
    std::vector<std::optional<double>> m_totals;
    bool m_hasSteps = true;
    int m_withoutPlace = 0; ///< cells with a number that is 0
};

} // namespace tosaic::views
