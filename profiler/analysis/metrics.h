// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"
#include "profiler/run.h"

#include <QStringList>

#include <optional>
#include <vector>

namespace tosaic::profile {

/// The NPU's cycle counter, as Counter::name.
inline const QString CycleCounterName = QStringLiteral("CYCLE_COUNTER");

/// What the formulas need beside the counters. What is absent makes metrics absent, never 0.
struct MetricContext
{
    QString product; ///< "U55", "U65", "U85"; empty if not known
    std::optional<quint32> npuMacs; ///< MACs per cycle of the NPU
    std::optional<quint64> modelMacs; ///< MACs of one inference
    std::optional<quint64> clockHz; ///< NPU clock, Hz
    std::optional<Origin> origin; ///< of the counters
    bool areSums = false; ///< counters are sums over the inferences of the profile (ExecuTorch)
    /// The cycle counter starts at NPU_ACTIVE and stops at NPU_IDLE (ExecuTorch): it has no idle
    /// cycles, and NPU_IDLE is beside it, not in it. False: it runs all the time.
    bool isCycleCounterGated = false;
    QStringList overflowed; ///< counters whose overflow the log reports
};

/// What the log, and nothing else, says for the formulas.
MetricContext contextOf(const Run &run);

/// Share of the cycle counter that a counter in cycles has; absent for other units, without cycle
/// counter, when it is larger (units work side by side), when counterDoubts() names one of the two,
/// and for NPU_IDLE where the cycle counter leaves idle cycles out.
std::optional<double> shareOfCycles(
    const Profile &profile, const Counter &counter, const MetricContext &context);

} // namespace tosaic::profile
