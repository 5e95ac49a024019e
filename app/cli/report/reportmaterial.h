// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/base/units.h"
#include "core/documents/openmodel.h"
#include "views/report/measuredsections.h"

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
    std::optional<quint64> clockHz; ///< of the NPU that ran them, the same
    QString target; ///< that they ran on: "ethos-u55-128"
    std::optional<quint32> npuMacs; ///< per cycle, where the logs do not tell
    std::optional<quint64> modelMacs; ///< of one inference, where no program tells
    bool isSameProgram = false; ///< as the user states of all runs
    QString workspace;
    /// PMU traces of an FVP: the first is joined with the input, the others stand on its axis.
    QStringList traces;
    std::optional<quint64> inference; ///< by which they are aligned, from 1
    QStringList reports; ///< debug databases and per-layer tables of Vela
    std::optional<qint64> from; ///< of the timeline, in its unit
    std::optional<qint64> to;
    QString oldRuns; ///< side of a comparison: name, id, or ids with commas; of the workspace
    QString newRuns;
    double leastEffect = 0; ///< share below which they do not differ
};

/// All of it, read and kept alive.
struct ReportMaterial
{
    OpenedModel model;
    std::shared_ptr<const compiled::CompileResult> oldResult;
    std::vector<profile::MeasuredRun> runs;
    std::vector<profile::ProgramFacts> programs; ///< that runs may be of; the input's first
    bool isSameProgram = false; ///< as stated of the runs
    std::shared_ptr<const ProfileSubject> profile; ///< null: nothing is known of operators
    std::shared_ptr<const ProfileSubject> aligned; ///< with all traces; null: there is one at most
    std::optional<views::ComparisonForReport> comparison;
};

/// Reads what is asked for into `material`, or says why the first thing that cannot be read cannot.
Result<void> gatherReportMaterial(const ReportRequest &request, ReportMaterial &material);

} // namespace tosaic::cli
