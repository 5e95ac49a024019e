// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command.h"

#include <optional>

namespace tosaic::workspace {
class Workspace;
}

/// What `tosaic-cli workspace` lists. Each prints and gives the exit code.
namespace tosaic::cli {

/// The compiles of a workspace, the oldest first.
int listJobs(workspace::Workspace &workspace, bool asJson, Streams &streams);

/// The named specs of a workspace.
int listSpecs(workspace::Workspace &workspace, bool asJson, Streams &streams);

/// The kept versions of one spec, numbered from the oldest, 1, with what each changed. With a
/// number: that version alone, as SPEC.json.
int listSpecVersions(workspace::Workspace &workspace, const QString &name,
    std::optional<int> number, bool asJson, Streams &streams);

} // namespace tosaic::cli
