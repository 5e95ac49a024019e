// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/analysis/metricgroups.h"
#include "views/models/metricwords.h"
#include "views/models/tablemodel.h"

namespace tosaic::views {

/// A metric, or the title of a group.
struct MetricRow
{
    QString group; ///< only of a title
    profile::ComputedMetric metric;

    bool isTitle() const { return !group.isEmpty(); }
};

/// All metrics in groups, each with formula, numbers, inputs, or the reason why it has no value.
class MetricsModel : public TableModel<MetricRow>
{
    Q_OBJECT
public:
    enum Column
    {
        NameColumn,
        ValueColumn,
        UnitColumn, ///< for the spreadsheet
        OriginColumn,
        FormulaColumn,
        NumbersColumn,
        InputsColumn, ///< or why there is no value
        ColumnCount
    };

    using TableModel::TableModel;

    void set(const std::vector<profile::ComputedMetric> &metrics);
    int known() const; ///< how many have a value
    int total() const; ///< metrics, without titles
    Qt::ItemFlags flags(const QModelIndex &index) const override;

private:
    int columns() const override { return ColumnCount; }
    QVariant header(int column, int role) const override;
    QVariant cell(const MetricRow &row, int column, int role) const override;
    QVariant title(const MetricRow &row, int column, int role) const;
    QString text(const profile::ComputedMetric &metric, int column) const;
};

} // namespace tosaic::views
