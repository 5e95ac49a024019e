// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/frame/commandline.h"
#include "core/workspace/workspace.h"
#include "profiler/session/rungroups.h"

/// What `runs` says of the runs of a workspace: as JSON and for people.
namespace tosaic::cli {

struct ListedRun
{
    workspace::RunRecord head;
    std::vector<workspace::SeriesRecord> series;
    QString program; ///< name of the file that ran; empty: not known
};

QJsonObject runJson(const ListedRun &run);
QJsonArray groupsJson(const std::vector<RunGroup> &groups, const std::vector<ListedRun> &runs);
QJsonArray trendsJson(const std::vector<RunTrend> &trends, const std::vector<ListedRun> &runs);

void printRun(const ListedRun &run, Streams &streams);
/// Each with its runs below it.
void printGroups(
    const std::vector<RunGroup> &groups, const std::vector<ListedRun> &runs, Streams &streams);
void printTrends(
    const std::vector<RunTrend> &trends, const std::vector<ListedRun> &runs, Streams &streams);

} // namespace tosaic::cli
