// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/widgets/theme.h"

#include <QtCharts/QChartView>

#include <vector>

class QAbstractBarSeries;

namespace tosaic::views {

/// A piece of a bar that stands for a counter.
struct BarPiece
{
    QString counter; ///< canonical name, for the selection; empty: cannot be selected
    double value = 0;
    QString text; ///< the value as it is written beside the bar
    QString toolTip;
};

struct BarRow
{
    QString label;
    QString counter; ///< what all pieces together stand for; empty: nothing
    std::vector<BarPiece> pieces; ///< one for each of BarChartData::pieceNames
};

/// How the pieces of one place in all bars look.
struct BarLook
{
    QString name; ///< in the legend
    QColor colour;
    Qt::BrushStyle pattern = Qt::SolidPattern; ///< second cue beside the colour
};

struct BarChartData
{
    QString title;
    std::vector<BarLook> looks; ///< more than one: stacked, with a legend
    std::vector<BarRow> rows; ///< from top to bottom
    double maximum = 0; ///< value of a bar over the whole width; 0: the longest bar
};

/// Horizontal bars with their values written beside them. A click selects a counter; the selected
/// one is outlined.
class BarChart : public QChartView
{
    Q_OBJECT
public:
    explicit BarChart(const Theme &theme, QWidget *parent = nullptr);

    void setData(const BarChartData &data);
    void setSelected(const QString &counter);
    const BarChartData &data() const { return m_data; }
    /// Whether a bar or a piece stands for the counter.
    bool shows(const QString &counter) const;
    /// Where the bar of a counter is, in the widget; empty if there is none.
    QRect barRect(const QString &counter) const;

Q_SIGNALS:
    void clicked(const QString &counter);

protected:
    void drawForeground(QPainter *painter, const QRectF &rect) override;
    void mousePressEvent(QMouseEvent *event) override;
    bool viewportEvent(QEvent *event) override;

private:
    QRectF pieceRect(size_t row, size_t piece) const; ///< in the scene
    QRectF rowRect(size_t row) const; ///< all pieces, in the scene
    std::vector<QRectF> selectedRects() const;
    int labelRoom() const; ///< px left of the bars
    bool isStacked() const { return m_data.looks.size() > 1; }
    const BarPiece *pieceAt(const QPoint &position) const;
    void applyColours();
    void drawValues(QPainter &painter) const;
    void drawTexts(QPainter &painter) const;
    void drawLegend(QPainter &painter) const;

    const Theme &m_theme;
    BarChartData m_data;
    QString m_selected;
    QAbstractBarSeries *m_series = nullptr;
};

} // namespace tosaic::views
