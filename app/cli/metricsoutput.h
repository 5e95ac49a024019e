// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/analysis/formulas.h"
#include "profiler/analysis/runmerge.h"

#include <QJsonObject>
#include <QTextStream>

namespace tosaic::cli {

/// A console with what is known beside it.
struct MeasuredLog
{
    QString name;
    profile::Run run;
    profile::RunConditions conditions;
    std::optional<quint64> modelMacs; ///< of one inference
};

/// The measurements of all logs that have counters or times.
std::vector<profile::MeasuredRun> measurementsOf(const std::vector<MeasuredLog> &logs);

/// `merged`: absent if there is nothing to merge; an error if the conditions differ.
QJsonObject metricsJson(const std::vector<MeasuredLog> &logs,
    const std::vector<profile::MeasuredRun> &measured,
    const std::optional<Result<profile::MergedRecord>> &merged);
void printMetrics(const std::vector<MeasuredLog> &logs,
    const std::vector<profile::MeasuredRun> &measured,
    const std::optional<Result<profile::MergedRecord>> &merged, QTextStream &out);

} // namespace tosaic::cli
