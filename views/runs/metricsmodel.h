// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/analysis/metricgroups.h"
#include "views/models/columnmodel.h"
#include "views/models/metricwords.h"

namespace tosaic::views {

/// All metrics, group by group, each with formula, numbers, inputs, or the reason why it has no
/// value.
class MetricsModel : public ColumnModel<profile::ComputedMetric>
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::views::MetricsModel)
public:
    explicit MetricsModel(QObject *parent = nullptr);

    void set(const std::vector<profile::ComputedMetric> &metrics);
    int known() const; ///< how many have a value
};

} // namespace tosaic::views
