// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/analysis/metrics.h"
#include "views/models/columnmodel.h"

namespace tosaic::views {

/// One counter with what is known of it.
struct CounterRow
{
    profile::Counter counter;
    std::optional<double> ofOne; ///< what one inference has of a sum; absent where it is none
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
class CountersModel : public ColumnModel<CounterRow>
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::views::CountersModel)
public:
    explicit CountersModel(QObject *parent = nullptr);

    void set(const profile::Profile &profile, int index, const profile::MetricContext &context);
    /// Values are sums of more than one inference.
    bool areSums() const;
    void clear() { setRows({}); }
    /// -1 if the profile has no such counter.
    int rowOf(const QString &counter) const;
};

} // namespace tosaic::views
