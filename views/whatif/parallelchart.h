// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/canvas/canvas.h"
#include "views/whatif/whatifview.h"

namespace tosaic::views {

/// Every estimated cell as a line over the numbers it has, each on an axis of its own (logarithmic
/// where none is 0), less below. What is on the front stands out. Arrow keys walk the lines; Enter
/// takes the spec of one.
class ParallelChart : public Canvas
{
    Q_OBJECT
public:
    explicit ParallelChart(const Theme &theme, QWidget *parent = nullptr);

    void setView(const WhatIfView &view);
    /// Cells whose lines stand out.
    void setFront(std::vector<std::size_t> front);
    /// The chosen cell; a cell without a line is none.
    void setCurrent(std::optional<std::size_t> cell);

    /// The axes, from left to right.
    const std::vector<sweep::Metric> &metrics() const { return m_metrics; }
    /// Where the line of a cell meets an axis, in the viewport; absent where it does not.
    std::optional<QPointF> pointOf(std::size_t cell, std::size_t axis) const;
    QSize sizeHint() const override { return { 480, 260 }; }

Q_SIGNALS:
    /// -1: none any more.
    void hovered(int cell);
    void chosen(int cell);
    void activated(int cell);

protected:
    // An item is a cell; across are the axes, upright the share between least and most.
    QRectF plot() const override;
    void arrange() override;
    void paint(QPainter &painter) override;
    void paintOver(QPainter &painter) override;
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
    void hoverItem(int item) override;
    void choose(int item) override;
    void activate(int item) override { Q_EMIT activated(item); }

private:
    struct Range
    {
        double low = 0;
        double high = 0;
        double shareOf(double value) const; ///< 0 to 1
    };

    void measure();
    void describe();
    void drawAxes(QPainter &painter) const;
    void drawLine(QPainter &painter, std::size_t cell) const;
    QString cardText(std::size_t cell) const;

    WhatIfView m_view;
    std::vector<sweep::Metric> m_metrics;
    std::vector<Range> m_ranges; ///< by axis
    std::vector<std::size_t> m_order; ///< cells with a line, by their first number, most first
    std::vector<std::size_t> m_front;
    std::optional<std::size_t> m_current;
};

} // namespace tosaic::views
