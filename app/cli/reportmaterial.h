// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/base/units.h"
#include "core/documents/openmodel.h"
#include "profiler/report/measuredsections.h"

#include <QStringList>

#include <optional>

namespace tosaic::cli {

/// What a report is asked to be about.
struct ReportRequest
{
    QString input; ///< .pte or result folder; may be empty
    QString compareWith; ///< an older result folder
    QStringList logs;
    std::optional<Origin> origin; ///< of the logs, as the user states it
    QString workspace;
    QString trace; ///< PMU trace of an FVP, to be joined with the input
    QStringList reports; ///< debug databases and per-layer tables of Vela
    QString oldRuns; ///< side of a comparison: name, id, or ids with commas; of the workspace
    QString newRuns;
};

/// All of it, read and kept alive.
struct ReportMaterial
{
    OpenedModel model;
    std::shared_ptr<const toolchain::CompileResult> oldResult;
    std::vector<NamedRun> runs;
    std::shared_ptr<const ProfileSubject> profile; ///< null: nothing is known of operators
    std::optional<profile::ComparisonForReport> comparison;
};

/// Reads what is asked for into `material`, or says why the first thing that cannot be read cannot.
Result<void> gatherReportMaterial(const ReportRequest &request, ReportMaterial &material);

} // namespace tosaic::cli
