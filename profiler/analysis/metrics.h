// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"
#include "profiler/run.h"

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
};

/// A number that software computed from counters, with how.
struct Metric
{
    enum class Kind
    {
        ActiveShare, ///< of the cycle counter; no MAC counter is there to divide it
        ComputeShare, ///< MAC engine active, of the cycle counter
        WaitShare, ///< active without the MAC engine, of the cycle counter
        IdleShare, ///< of the cycle counter
        PortBytes, ///< moved through a port; `counter` says which
        PortBandwidth, ///< bytes per second
        CyclesPerInference,
        TimePerInference, ///< seconds
        MacUtilisation,
        StallShare ///< of the unit's active cycles; `counter` says which
    };

    Kind kind = Kind::ActiveShare;
    QString counter; ///< canonical name of the counter it is about; empty if several
    QString name; ///< "NPU active"
    double value = 0;
    QString unit; ///< "%" (value 0 to 1), "bytes", "bytes/s", "cycles", "s"
    QString formula; ///< with the numbers put in
    std::optional<Origin> origin;
};

/// What the log, and nothing else, says for the formulas.
MetricContext contextOf(const Run &run);

/// All metrics that the profile allows, shares first.
std::vector<Metric> metricsOf(const Profile &profile, const MetricContext &context);

/// Share of the cycle counter that a counter in cycles has; absent for other units, without cycle
/// counter, or when it is larger (units work side by side).
std::optional<double> shareOfCycles(const Profile &profile, const Counter &counter);

} // namespace tosaic::profile
