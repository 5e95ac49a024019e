// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/targets/liverun.h"

#include <QJsonObject>

/// How commands tell what came out of a run.
namespace tosaic::cli {

struct RunOptions;

/// What is known of the conditions of a run.
QJsonObject conditionsJson(const workspace::RunConditions &conditions);

/// The shape of "inspect LOG" with what is known of the run beside it.
QJsonObject runResultJson(const profile::LiveRun &run, const RunOptions &options,
    const std::optional<workspace::RunId> &recorded);

/// The same for people.
void printRunResult(const profile::LiveRun &run, const RunOptions &options,
    const std::optional<workspace::RunId> &recorded, QTextStream &out);

/// 0 complete, 1 the console says that it failed, 3 the target is missing or failed, 130 stopped.
int exitCodeOfRun(const profile::LiveRun &run);

} // namespace tosaic::cli
