// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/whatif/whatifview.h"
#include "views/widgets/theme.h"

#include <QWidget>

namespace tosaic::views {

/// Every estimated cell as a mark, cycles or time against SRAM, both axes logarithmic, with a line
/// along the Pareto front. A click or the arrow keys choose a mark; Enter takes its spec.
class ParetoChart : public QWidget
{
    Q_OBJECT
public:
    explicit ParetoChart(const Theme &theme, QWidget *parent = nullptr);

    void setView(const WhatIfView &view);
    /// Cycles or Time.
    void setMetric(sweep::Metric metric);
    /// The chosen cell; a cell without a mark is none.
    void setCurrent(std::optional<std::size_t> cell);

    /// Centre of a cell's mark; absent if it has none.
    std::optional<QPointF> markOf(std::size_t cell) const;
    QSize sizeHint() const override { return { 480, 260 }; }
    QSize minimumSizeHint() const override { return { 280, 170 }; }

Q_SIGNALS:
    /// -1: none any more.
    void hovered(int cell);
    void chosen(int cell);
    void activated(int cell);

protected:
    void paintEvent(QPaintEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    bool event(QEvent *event) override;

private:
    struct Range
    {
        double low = 1;
        double high = 10;
        double share(double value) const;
    };

    void measure();
    QRectF plot() const;
    std::optional<std::size_t> markAt(const QPointF &position) const;
    void walk(int direction);
    void describe();
    void drawAxes(QPainter &painter) const;
    void drawFront(QPainter &painter) const;
    void drawMarks(QPainter &painter) const;
    void drawBudget(QPainter &painter) const;
    QString cardText(std::size_t cell) const;

    const Theme &m_theme;
    WhatIfView m_view;
    sweep::Metric m_metric = sweep::Metric::Time;
    std::vector<std::size_t> m_order; ///< cells with a mark, by metric, then SRAM
    std::vector<std::size_t> m_front;
    std::optional<std::size_t> m_current;
    std::optional<std::size_t> m_hovered;
    Range m_x;
    Range m_y;
};

} // namespace tosaic::views
