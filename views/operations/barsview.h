// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/operations/barlayout.h"
#include "views/widgets/theme.h"

#include <QAbstractScrollArea>

namespace tosaic::views {

class HoverLabel;

/// Horizontal bars, one group a row: estimate, FVP and board side by side on one axis. Paints only
/// what is in view.
class BarsView : public QAbstractScrollArea
{
    Q_OBJECT
public:
    explicit BarsView(const Theme &theme, QWidget *parent = nullptr);

    /// `shown`: rows of the data that the filter lets through.
    void setData(OperationsDataPtr operations, const std::vector<size_t> &shown);
    void setOrder(BarOrder order);
    BarOrder order() const { return m_order; }
    /// Rows of the data; scrolls to the first that is there. Does not emit.
    void setSelected(const std::vector<size_t> &rows);

    const std::vector<size_t> &rows() const { return m_rows; } ///< from top to bottom
    /// The group of bars of a row, in the viewport; empty if it is not shown.
    QRectF rowRect(size_t row) const;
    QRectF barRect(size_t row, Origin origin) const;

    /// As in the legend: solid, hatched, dotted.
    static void paintBar(
        QPainter &painter, const QRectF &area, Origin origin, const ThemeColors &colors);

Q_SIGNALS:
    void rowSelected(size_t row);
    void rowActivated(size_t row);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    bool viewportEvent(QEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;

private:
    void arrange();
    int rowHeight() const;
    QRectF plot() const; ///< where bars are, in the viewport
    double xOf(double cycles) const;
    double topOf(int place) const;
    int placeAt(const QPointF &position) const; ///< -1 if there is none
    int placeOf(size_t row) const;
    void choose(int place);
    void showPlace(int place);
    void paintAxis(QPainter &painter) const;
    void paintRow(QPainter &painter, int place) const;
    void paintLabel(QPainter &painter, const OperatorRow &row, const QRectF &area) const;
    void paintValue(
        QPainter &painter, const OperatorRow &row, Origin origin, const QRectF &bar) const;
    void paintSelection(QPainter &painter, const QRectF &area) const;

    const Theme &m_theme;
    OperationsDataPtr m_data;
    std::vector<size_t> m_shown;
    std::vector<size_t> m_rows;
    std::vector<int> m_places; ///< of each row of the data; -1: not shown
    std::vector<Origin> m_origins;
    std::vector<size_t> m_selected;
    BarOrder m_order = BarOrder::Execution;
    double m_largest = 0;
    int m_labelRoom = 120; ///< px
    int m_hovered = -1; ///< place
    HoverLabel *m_card;
};

} // namespace tosaic::views
