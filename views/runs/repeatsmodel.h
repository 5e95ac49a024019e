// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/analysis/runmerge.h"
#include "views/models/tablemodel.h"

#include <QStringList>

namespace tosaic::views {

/// A counter with the spread of its values; shown by StripDelegate.
struct RepeatRow
{
    profile::MergedCounter counter;
    QStringList runs; ///< names, one for each value
    size_t ofRuns = 0; ///< how many were merged
    std::optional<Origin> origin;
};

/// Counters of a merged record: median, quartiles, MAD, extremes, and which runs contributed.
class RepeatsModel : public TableModel<RepeatRow>
{
    Q_OBJECT
public:
    enum Column
    {
        NameColumn,
        StripColumn,
        MedianColumn,
        UnitColumn,
        DeviationColumn,
        RunsColumn,
        QuartilesColumn,
        RangeColumn,
        OutliersColumn,
        OriginColumn,
        ColumnCount
    };

    using TableModel::TableModel;

    void set(const profile::MergedRecord &record, const QStringList &names);
    int rowOf(const QString &counter) const; ///< -1: there is none

private:
    int columns() const override { return ColumnCount; }
    QVariant header(int column, int role) const override;
    QVariant cell(const RepeatRow &row, int column, int role) const override;
    QString text(const RepeatRow &row, int column) const;
    QString toolTip(const RepeatRow &row) const;
};

/// "413,814", "68.7 ms": a value of a merged counter.
QString repeatValueText(double value, const QString &unit);

} // namespace tosaic::views
