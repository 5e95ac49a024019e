// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workspace/workspace.h"

namespace tosaic::teamstore {

/// What of the workspace a store has not acknowledged: compiles and runs that ended, new or changed
/// since. Those that are new or changed have a new record that is not written down yet. Reads
/// lists, no consoles.
Result<std::vector<workspace::TeamLink>> unsent(
    workspace::Workspace &workspace, const QString &store);

/// The same, written down in the workspace before anything is sent: what is sent again after a
/// connection was lost has the same UUID, and arrives once.
Result<std::vector<workspace::TeamLink>> stage(
    workspace::Workspace &workspace, const QString &store);

/// What a job has said, apart from its log, with its files and payloads.
Result<std::map<workspace::JobId, QJsonObject>> jobRecords(workspace::Workspace &workspace);

} // namespace tosaic::teamstore
