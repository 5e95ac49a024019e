// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/analysis/runmerge.h"
#include "views/models/columnmodel.h"

#include <QStringList>

namespace tosaic::views {

/// A counter with the spread of its values.
struct RepeatRow
{
    profile::MergedCounter counter;
    QStringList runs; ///< names, one for each value
    size_t ofRuns = 0; ///< how many were merged
    std::optional<Origin> origin;
};

/// Counters of a merged record: every value as a picture, median, quartiles, MAD, extremes, and
/// which runs contributed.
class RepeatsModel : public ColumnModel<RepeatRow>
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::views::RepeatsModel)
public:
    explicit RepeatsModel(QObject *parent = nullptr);

    void set(const profile::MergedRecord &record, const QStringList &names);
    int rowOf(const QString &counter) const; ///< -1: there is none
};

/// "413,814", "68.7 ms": a value of a merged counter.
QString repeatValueText(double value, const QString &unit);

} // namespace tosaic::views
