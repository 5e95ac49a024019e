// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/analysis/metrics.h"
#include "views/models/tablemodel.h"

namespace tosaic::views {

/// One counter with what is known of it.
struct CounterRow
{
    profile::Counter counter;
    std::optional<double> share; ///< of the cycle counter
    std::optional<quint64> bytes; ///< beats as bytes
    std::optional<double> seconds; ///< cycles as time
    QString formula; ///< of bytes or seconds
    std::optional<Origin> origin;
    int profile = 0; ///< index, for the selection
    const char *doubt = ""; ///< why the value cannot be used, as CounterDoubt::text; else empty

    bool isDoubted() const { return *doubt != 0; }
};

/// The counters of one profile.
class CountersModel : public TableModel<CounterRow>
{
    Q_OBJECT
public:
    enum Column
    {
        NameColumn,
        ValueColumn,
        UnitColumn,
        ShareColumn,
        EqualsColumn,
        OriginColumn,
        ColumnCount
    };

    using TableModel::TableModel;

    void set(const profile::Profile &profile, int index, const profile::MetricContext &context);
    void clear() { setRows({}); }
    /// -1 if the profile has no such counter.
    int rowOf(const QString &counter) const;

private:
    int columns() const override { return ColumnCount; }
    QVariant header(int column, int role) const override;
    QVariant cell(const CounterRow &row, int column, int role) const override;
    QString text(const CounterRow &row, int column) const;
    QString toolTip(const CounterRow &row) const;
};

} // namespace tosaic::views
