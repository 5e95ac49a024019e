// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/roofline/roofdata.h"
#include "views/widgets/theme.h"

#include <QtCharts/QChartView>

class QLabel;
class QLineSeries;
class QLogValueAxis;

namespace tosaic::views {

class LabelPlacer;

/// The roofs and one mark for each operator, both axes logarithmic. A click or the arrow keys
/// select a mark: left and right by intensity, up and down by rate.
class RooflineChart : public QChartView
{
    Q_OBJECT
public:
    explicit RooflineChart(const Theme &theme, QWidget *parent = nullptr);

    void setData(const RoofData &roofs);
    /// Rows that are outlined; rows without a place are passed over.
    void setSelected(const std::vector<size_t> &rows);
    const std::vector<size_t> &selected() const { return m_selected; }

    /// Where the mark of a row is, in the viewport; empty if it has none.
    QRectF markRect(size_t row) const;
    /// Texts that were drawn, with their places: none covers another.
    struct DrawnLabel
    {
        QString text;
        QPolygonF area;
    };
    const std::vector<DrawnLabel> &drawnLabels() const { return m_labels; }
    QRectF plotRect() const; ///< in the viewport
    QString cardText() const; ///< of the hover card; empty while it is hidden

Q_SIGNALS:
    void clicked(size_t row);
    void activated(size_t row);

protected:
    void drawForeground(QPainter *painter, const QRectF &rect) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    struct Range
    {
        double low = 1;
        double high = 10;
    };

    void setAxes();
    QLogValueAxis *addAxis(Qt::Alignment side, const QString &title);
    void addRoof(std::optional<size_t> ceiling);
    void applyColours();
    Range intensities() const;
    Range rates() const;
    QPointF place(double intensity, double rate) const; ///< in the scene
    double radiusOf(const RoofRow &row) const;
    std::optional<size_t> rowAt(const QPointF &position) const;
    std::optional<size_t> neighbour(int key) const;
    void showCard(std::optional<size_t> row);

    void drawRidges(QPainter &painter, LabelPlacer &placer);
    void drawMarks(QPainter &painter) const;
    void drawHalo(QPainter &painter, const RoofRow &row) const;
    void labelRoofs(QPainter &painter, LabelPlacer &placer);
    void labelMarks(QPainter &painter, LabelPlacer &placer);
    bool drawText(QPainter &painter, LabelPlacer &placer, const QString &text,
        const QPointF &centre, double degrees, const QColor &colour);

    const Theme &m_theme;
    RoofData m_data;
    std::vector<size_t> m_order; ///< rows with a place, the largest first
    std::vector<size_t> m_selected;
    std::vector<DrawnLabel> m_labels;
    std::vector<std::pair<QLineSeries *, std::optional<size_t>>> m_roofs;
    // For the life of the chart: axes that are taken away leave their texts behind.
    QLogValueAxis *m_xAxis;
    QLogValueAxis *m_yAxis;
    QLogValueAxis *m_scale; ///< the rates at the clock
    Range m_x;
    Range m_y;
    double m_longest = 0; ///< cycles
    QLabel *m_card;
    std::optional<size_t> m_cardRow; ///< that it is about, while it is shown
};

} // namespace tosaic::views
