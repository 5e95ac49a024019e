// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/frame/command.h"
#include "profiler/analysis/formulas.h"
#include "profiler/analysis/runmerge.h"

#include <QJsonObject>
#include <QTextStream>

namespace tosaic::cli {

/// Runs, their measurements, and all of them as one record.
struct MetricsMaterial
{
    std::vector<profile::MeasuredRun> runs;
    std::vector<profile::Measurement> measured; ///< of all runs, in their order
    std::vector<size_t> owners; ///< parallel to `measured`: index of the run
    /// Absent if there is nothing to merge; an error if the conditions differ.
    std::optional<Result<profile::MergedRecord>> merged;
};

/// Everything, each measurement by itself.
QJsonObject metricsJson(const MetricsMaterial &material);
/// For people. A log with many measurements is told by their spread, unless all are asked for.
void printMetrics(const MetricsMaterial &material, bool printsAll, Streams &streams);

} // namespace tosaic::cli
