// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/whatif/cellchart.h"

namespace tosaic::views {

/// Every estimated cell as a line over the numbers it has, each on an axis of its own (logarithmic
/// where none is 0), less below. What is on the front stands out. Arrow keys walk the lines; Enter
/// takes the spec of one.
class ParallelChart : public CellChart
{
    Q_OBJECT
public:
    explicit ParallelChart(const Theme &theme, QWidget *parent = nullptr);

    /// The axes, from left to right.
    const std::vector<sweep::Metric> &metrics() const { return m_metrics; }
    /// Where the line of a cell meets an axis, in the viewport; absent where it does not.
    std::optional<QPointF> pointOf(std::size_t cell, std::size_t axis) const;

protected:
    // An item is a cell; across are the axes, upright the share between least and most.
    QRectF plot() const override;
    void measure() override;
    QString summary() const override;
    void arrange() override;
    void paint(QPainter &painter) override;
    void paintOver(QPainter &painter) override;
    QString emptyText() const override;
    int itemAt(const QPointF &position) const override;
    QRectF itemRect(int item) const override;
    void hoverItem(int item) override;

private:
    struct Range
    {
        double low = 0;
        double high = 0;
        double shareOf(double value) const; ///< 0 to 1
    };

    void drawAxes(QPainter &painter) const;
    void drawLine(QPainter &painter, std::size_t cell) const;

    std::vector<sweep::Metric> m_metrics;
    std::vector<Range> m_ranges; ///< by axis
};

} // namespace tosaic::views
