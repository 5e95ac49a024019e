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
/// every load, so that a better parser finds more in old runs.
struct StoredRun
{
    workspace::RunId id; ///< none before it is saved
    QString name;
    QByteArray console;
    Run run;
    std::optional<Origin> origin; ///< absent: the user did not say where it ran
    QString modelSha256; ///< of the .pte it belongs to; empty: not known
    std::optional<quint64> npuClockHz; ///< stated by the user
};

/// Saves and loads runs. Thread as the workspace; errors as the workspace's.
class RunStore
{
public:
    /// The workspace must outlive the store.
    explicit RunStore(workspace::Workspace &workspace) : m_workspace(workspace) { }

    Result<workspace::RunId> save(const StoredRun &run);
    Result<StoredRun> load(workspace::RunId id);
    Result<std::vector<StoredRun>> loadAll();

private:
    workspace::Workspace &m_workspace;
};

} // namespace tosaic::profile
