// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/constantvalues.h"
#include "views/widgets/theme.h"

#include <QtCharts/QChartView>

class QAreaSeries;
class QValueAxis;

namespace tosaic::views {

/// How often values occur. The tooltip names a bin's range and count.
class HistogramChart : public QChartView
{
    Q_OBJECT
public:
    explicit HistogramChart(const Theme &theme, QWidget *parent = nullptr);

    void set(const model::Histogram &histogram, const QString &axisTitle);
    void clear() { set({}, {}); }
    const model::Histogram &histogram() const { return m_histogram; }
    /// -1 if there is none.
    int binAt(const QPoint &position) const;
    QString binText(int bin) const;

protected:
    void resizeEvent(QResizeEvent *event) override;
    bool viewportEvent(QEvent *event) override;

private:
    void applyColours();

    const Theme &m_theme;
    model::Histogram m_histogram;
    QAreaSeries *m_series = nullptr;
    QValueAxis *m_across;
    QValueAxis *m_up;
};

} // namespace tosaic::views
