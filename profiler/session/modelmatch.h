// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/program.h"
#include "profiler/analysis/programmatch.h"

namespace tosaic::profile {

ProgramMarks marksOf(const model::Program &program);

/// Whether a run may have run this program. Only compares; joining is the user's decision.
ModelMatchResult matchModel(const Run &run, const model::Program &program);

} // namespace tosaic::profile
