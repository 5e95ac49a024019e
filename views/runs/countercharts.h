// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/analysis/metrics.h"
#include "views/runs/barchart.h"

#include <QScrollArea>

class QVBoxLayout;

namespace tosaic::views {

class WrappedLabel;

/// The counters of one profile as pictures: how the cycle counter divides, other cycle counters,
/// traffic of each port, counters without a known unit.
class CounterCharts : public QScrollArea
{
    Q_OBJECT
public:
    explicit CounterCharts(const Theme &theme, QWidget *parent = nullptr);

    void set(const profile::Profile &profile, const profile::MetricContext &context);
    void setSelected(const QString &counter);
    /// The chart that shows a counter; null if none does.
    BarChart *chartOf(const QString &counter) const;

Q_SIGNALS:
    void counterClicked(const QString &counter);

private:
    struct Named
    {
        QString name;
        BarChartData data;
    };

    void rebuild();
    std::vector<Named> wanted() const;
    /// False if other charts are wanted than there are.
    bool update(const std::vector<Named> &charts);
    void add(const QString &name, const BarChartData &data);
    BarChartData shares() const;
    void addNotCounted(BarChartData &chart, BarRow &row) const;
    BarChartData group(const BarChartData &shown, const QString &title, const QString &unit) const;
    QString note() const;

    const Theme &m_theme;
    profile::Profile m_profile;
    profile::MetricContext m_context;
    QString m_selected;
    QWidget *m_body;
    QVBoxLayout *m_layout;
    WrappedLabel *m_note = nullptr;
    std::vector<BarChart *> m_charts;
};

} // namespace tosaic::views
