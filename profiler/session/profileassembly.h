// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/session/profiledocument.h"
#include "profiler/session/profilematerial.h"

namespace tosaic {

/// Puts together what is known about where the time goes. Null if nothing open has a command
/// stream, a report of Vela, or times. What could not be found or does not fit is in the
/// diagnostics of the subject:
/// "profile.trace-other" (Error): the trace runs none of the command streams; it was not joined;
/// "profile.trace-empty" (Error): the trace has no read of a command stream;
/// "profile.trace-alone": there is nothing that it could be joined with;
/// "profile.database-other", "profile.database-ambiguous", "profile.database-missing";
/// "profile.layers-other": per-layer tables of Vela that do not list the same operations;
/// "profile.board-other": rows of layers of a board that were not joined, with the reason.
/// Reads files and takes as long as they are large: for a pool thread or a command line.
std::shared_ptr<const ProfileSubject> assembleProfile(
    const ProfileMaterial &material, const JobControl &control = {});

} // namespace tosaic
