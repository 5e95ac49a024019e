// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/base/units.h"
#include "core/documents/openmodel.h"
#include "profiler/session/runsdocument.h"

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
};

/// All of it, read and kept alive.
struct ReportMaterial
{
    OpenedModel model;
    std::shared_ptr<const toolchain::CompileResult> oldResult;
    std::vector<NamedRun> runs;
};

/// Reads what is asked for into `material`, or says why the first thing that cannot be read cannot.
Result<void> gatherReportMaterial(const ReportRequest &request, ReportMaterial &material);

} // namespace tosaic::cli
