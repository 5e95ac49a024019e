// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/documents/modeldocument.h"
#include "profiler/analysis/metrics.h"
#include "profiler/analysis/runmerge.h"
#include "profiler/session/runsdocument.h"

namespace tosaic::views {

/// What the formulas need beside counters, and who says so (translated; empty: nobody).
struct RunContext
{
    profile::MetricContext values;
    QString productFrom;
    QString npuMacsFrom;
    QString modelMacsFrom;
    QString clockFrom;
    bool npuMacsCanBeStated = true; ///< the log does not tell them
    bool modelMacsCanBeStated = true; ///< no model tells them
};

/// The log first, then what the user stated, then the attached model. `attached`: the open model if
/// the run belongs to it; null otherwise.
RunContext runContextOf(const NamedRun &run, const ModelDocument *attached);

/// The conditions of a run for a merge: stated ones, then those of the log.
profile::RunConditions mergeConditionsOf(const NamedRun &run);

/// MACs of one inference of all command streams of a model; absent while they are not known.
std::optional<quint64> modelMacsOf(const ModelDocument &model);

} // namespace tosaic::views
