// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/canvas/canvas.h"
#include "views/operations/barlayout.h"

namespace tosaic::views {

/// Horizontal bars, one group a row: estimate, FVP and board side by side on one axis. Paints only
/// what is in view. Arrow keys walk the rows.
class BarsView : public Canvas
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
    // An item is a place: a row as it stands, from the top.
    QRectF plot() const override;
    void arrange() override;
    void paint(QPainter &painter) override;
    bool hasPicture() const override { return !m_rows.empty(); }
    QString emptyText() const override;
    int itemAt(const QPointF &position) const override;
    int currentItem() const override;
    QRectF itemRect(int item) const override { return rowRect(rowAt(item)); }
    QString cardAt(const QPointF &position) const override;
    void choose(int item) override;
    void activate(int item) override { Q_EMIT rowActivated(rowAt(item)); }
    std::vector<int> itemsAlong(Qt::Orientation) const override { return allOf(m_rows.size()); }
    void walkPage(int direction) override;

private:
    size_t rowAt(int place) const { return m_rows[static_cast<size_t>(place)]; }
    int rowHeight() const;
    int placeOf(size_t row) const;
    void showPlace(int place);
    void paintAxis(QPainter &painter, const std::vector<double> &ticks) const;
    void paintRow(QPainter &painter, int place) const;

    OperationsDataPtr m_data;
    std::vector<size_t> m_shown;
    std::vector<size_t> m_rows;
    std::vector<int> m_places; ///< of each row of the data; -1: not shown
    std::vector<Origin> m_origins;
    std::vector<size_t> m_selected;
    BarOrder m_order = BarOrder::Execution;
    int m_labelRoom = 120; ///< px
};

} // namespace tosaic::views
