// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"
#include "core/workspace/workspace.h"
#include "profiler/run.h"

#include <optional>
#include <vector>

namespace tosaic::profile {

/// A run as the workspace keeps it: the raw console is the truth, the Run is parsed from it anew at
/// every load, so that a better parser finds more in old runs. Of runs read from other files (an
/// ETDump, a report of Vela, a PMU trace) `values` are what was read; the file itself is kept as
/// RunFile "source".
struct StoredRun
{
    workspace::RunId id; ///< none before it is saved
    QString name;
    QByteArray console;
    Run run;
    std::optional<Origin> origin; ///< absent: the user did not say where it ran
    QString modelSha256; ///< of the .pte it belongs to; empty: not known
    std::optional<quint64> npuClockHz; ///< stated by the user
    QString kind = QStringLiteral("console"); ///< "etdump", "vela-summary", "vela-per-layer", ...
    QString status; ///< as workspace::RunRecord
    QDateTime imported;
    workspace::RunConditions conditions;
    std::vector<workspace::RunValue> values; ///< of a console: what `run` says
    std::vector<workspace::RunFile> files;
};

/// Spelling of the command line and of the file: "estimate" and "est", else the same word.
QString originKey(std::optional<Origin> origin);
/// "fvp", "board", "this-machine", "estimate" or "est"; absent for anything else.
std::optional<Origin> originFromKey(const QString &key);

/// Saves and loads runs. Thread as the workspace; errors as the workspace's.
class RunStore
{
public:
    /// The workspace must outlive the store.
    explicit RunStore(workspace::Workspace &workspace) : m_workspace(workspace) { }

    Result<workspace::RunId> save(const StoredRun &run);
    Result<StoredRun> load(workspace::RunId id);
    /// What users state about it: name, origin, model, clock and conditions; `run.id` says of
    /// which. `run.values` replace the numbers unless there are none.
    Result<void> saveFacts(const StoredRun &run);
    /// Absent if there is none: another program may remove a run between listing and loading it.
    Result<std::optional<StoredRun>> find(workspace::RunId id);

    /// Begins a live run: name, origin, conditions. Console and samples are added through the
    /// workspace (appendConsole) and a SampleWriter while it runs.
    Result<workspace::RunId> begin(const StoredRun &run);
    /// Parses what was collected and ends the run; status "complete", "failed" or "cancelled".
    Result<StoredRun> finish(workspace::RunId id, const QString &status);

private:
    Result<StoredRun> filled(workspace::RunRecord record);

    workspace::Workspace &m_workspace;
};

} // namespace tosaic::profile
