// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/session/profiledocument.h"
#include "profiler/session/profilematerial.h"

namespace tosaic {

/// Cycles of operators from a run on a board that printed one row for each layer: of the material's
/// board, else of its run if that is of a board; the median where it printed several tables. Only
/// what profile::joinLayers() proves. Adds to `board` and `sources`, or "profile.board-other" to
/// the diagnostics: an error if the user named the run, else a note. Needs the subject's table.
void addBoardCycles(ProfileSubject &subject, const ProfileMaterial &material);

} // namespace tosaic
