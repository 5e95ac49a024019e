// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/canvas/legend.h"
#include "views/operations/metriccolours.h"

#include <QWidget>

namespace tosaic::views {

/// Which bar is which.
std::vector<FlowLegend::Entry> barLegend(const std::vector<Origin> &origins);

/// The colours of a metric with the values at their ends, and what is not known.
class ScaleLegend : public QWidget
{
    Q_OBJECT
public:
    explicit ScaleLegend(const Theme &theme, QWidget *parent = nullptr);

    void setScale(const MetricScale &scale);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString lowText() const;
    QString highText() const;

    const Theme &m_theme;
    MetricScale m_scale;
};

} // namespace tosaic::views
