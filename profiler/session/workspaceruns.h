// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/jobslot.h"
#include "core/workspace/workspace.h"
#include "profiler/session/runsdocument.h"
#include "profiler/store/runstore.h"

#include <QHash>

#include <optional>
#include <vector>

/// Runs of the window in a workspace file. All of it blocks: for pool threads.
namespace tosaic {

/// All runs, oldest first. Of consoles everything; of other kinds their numbers: the files are read
/// when somebody looks at them (loadFile).
Result<std::vector<profile::MeasuredRun>> listRuns(workspace::Workspace &file);

/// The run with the same file (SHA-256); absent if it is not kept here.
Result<std::optional<workspace::RunId>> findRun(
    workspace::Workspace &file, const profile::MeasuredRun &run);

/// Tells runs apart: what they are and the file they come from.
QString runKey(const profile::MeasuredRun &run);

struct RunNews
{
    struct Link
    {
        workspace::RunRecord facts; ///< as stated there
        std::vector<workspace::RunValue> values; ///< without the warm-ups; none: all count
    };
    using Links = QHash<QString, Link>;
    Links links; ///< by runKey(): what the workspace says about runs of the window
    std::vector<profile::MeasuredRun> others;
    std::vector<workspace::RunId> removed;
};

/// What readNews() looks up.
struct RunQuestions
{
    std::vector<profile::MeasuredRun> unplaced; ///< runs of the window that may be kept
    std::vector<workspace::RunId> unlisted; ///< read, unless they are one of those or gone again
    std::vector<workspace::RunId> missing; ///< may have been removed
    bool isEmpty() const { return unplaced.empty() && unlisted.empty() && missing.empty(); }
};

Result<RunNews> readNews(workspace::Workspace &file, RunQuestions questions);

/// Adds what the file does not hold yet: from the file the run was read from, or from the workspace
/// that holds it. Live runs are kept by who makes them; a run whose file is gone is left out.
Result<void> keepRuns(workspace::Workspace &file, const std::vector<profile::MeasuredRun> &runs);

/// The trace or the ETDump of a run that is kept, read anew, also those that lie beside a console
/// or in it; the run as it is if it has neither.
Result<profile::MeasuredRun> loadFile(workspace::Workspace &file, profile::MeasuredRun run);

/// A run that is listed, with its trace or its ETDump: from the workspace that keeps it
/// (MeasuredRun::storedIn), else from the file it was read from, if that is still the same.
Result<profile::MeasuredRun> loadedRun(
    const profile::MeasuredRun &run, const JobControl &control = {});

/// A console read anew, with the families there are now: from its raw bytes where they are held
/// whole, else as loadedRun(). What is stated of it stays.
Result<profile::MeasuredRun> readAgain(const profile::MeasuredRun &run);

} // namespace tosaic
