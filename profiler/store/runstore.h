// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workspace/workspace.h"
#include "profiler/measuredrun.h"

#include <optional>
#include <vector>

namespace tosaic::profile {

/// Spelling of the command line and of the file: "estimate" and "est", else the same word.
QString originKey(std::optional<Origin> origin);
/// "fvp", "board", "this-machine", "estimate" or "est"; absent for anything else.
std::optional<Origin> originFromKey(const QString &key);

/// As workspace::RunRecord has it: how the recording ended; of an imported console or trace what
/// the file says. Reports and dumps say nothing.
QString statusOf(const MeasuredRun &run);

/// What users state about a run, as the workspace's row holds it, and nothing else.
workspace::RunRecord statedFacts(const MeasuredRun &run);
workspace::RunRecord statedFacts(const workspace::RunRecord &record);
bool areSameFacts(const workspace::RunRecord &a, const workspace::RunRecord &b);

/// Saves and loads runs. The raw console is the truth: it is parsed anew at every load, so that a
/// better parser finds more in old runs; lists take what the same parser found before. Other files
/// are kept beside their numbers, as RunFile "source". Thread as the workspace; errors as the
/// workspace's.
class RunStore
{
public:
    /// The workspace must outlive the store.
    explicit RunStore(workspace::Workspace &workspace) : m_workspace(workspace) { }

    Result<workspace::RunId> save(const MeasuredRun &run);
    Result<MeasuredRun> load(workspace::RunId id);
    /// As load(), without the console, which is opened only where what is kept of it (keptRun()) is
    /// missing or of another parser; then it is kept anew. `record`: one of runHeads().
    Result<MeasuredRun> listed(workspace::RunRecord record);
    /// What users state about it: name, origin, model, clock, conditions and note; `run.stored`
    /// says of which. `run.values` replace the numbers unless there are none.
    Result<void> saveFacts(const MeasuredRun &run);
    /// Absent if there is none: another program may remove a run between listing and loading it.
    Result<std::optional<MeasuredRun>> find(workspace::RunId id);

    /// Begins a live run: name, origin, conditions. Console and samples are added through the
    /// workspace (appendConsole, appendSamples) while it runs.
    Result<workspace::RunId> begin(const MeasuredRun &run);
    /// Parses what was collected and ends the run; status "complete", "failed" or "cancelled".
    Result<MeasuredRun> finish(workspace::RunId id, const QString &status);

private:
    MeasuredRun stated(workspace::RunRecord record) const;
    const QString &reader();
    Result<MeasuredRun> filled(workspace::RunRecord record);

    workspace::Workspace &m_workspace;
    QString m_reader; ///< readerMark(); empty: not asked yet
};

} // namespace tosaic::profile
