// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/analysis/metrics.h"

#include <vector>

namespace tosaic::profile {

/// What the NPU did in a part of all cycles of a measurement.
struct CyclePart
{
    enum class Kind
    {
        WithMac, ///< active, the MAC engine too
        WithoutMac, ///< active, the MAC engine not
        Active, ///< no usable counter says more of it
        Idle,
        NotCounted ///< neither counted as active nor as idle
    };

    Kind kind = Kind::Active;
    QString counter; ///< canonical name of the counter it is about; empty if several
    double share = 0; ///< of all cycles
    QString formula; ///< with the numbers put in
};

/// How all cycles (W of computeMetrics) divide: parts that add up to 1, in this order. The shares
/// of Active and Idle are "npu.active-share" and "npu.idle-share"; that of WithMac is not
/// "mac.duty", which is of the active cycles. None if the counters do not tell or contradict.
std::vector<CyclePart> cycleDivision(const Profile &profile, const MetricContext &context);

} // namespace tosaic::profile
