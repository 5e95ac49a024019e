// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/analysis/formulasymbols.h"

namespace tosaic::profile {

/// What the counters that are there allow, one or more entries for each: stalls of the units, what
/// ports carried and how they stood, what the weight decoder did. Groups of ports of U85 whose
/// ports were counted one by one have the group's entries too.
std::vector<ComputedMetric> counterMetrics(
    const Profile &profile, const MetricContext &context, const FormulaSymbols &symbols);

/// The histogram of AXI latencies, of the channel that the run selected: AXI_LATENCY_n counts
/// transactions of n cycles and more. Nothing if none of it was counted.
std::vector<ComputedMetric> latencyMetrics(
    const Profile &profile, const MetricContext &context, const FormulaSymbols &symbols);

} // namespace tosaic::profile
