// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostic.h"
#include "profiler/targets/runtarget.h"

#include <vector>

namespace tosaic::profile {

/// What stands in the way of a run on an FVP; the part of checkRequest() for it.
std::vector<Diagnostic> checkFvp(const FvpTarget &target);

/// Sets platform and MACs to those of the NPU that the program beside the runner, else the first
/// one in its ELF, was compiled for. Neither tells: the target stays as it is.
void aimAtProgram(FvpTarget &target);

/// Warning "run.fast": nothing that was counted is valid.
Diagnostic fastModeNote();

} // namespace tosaic::profile
