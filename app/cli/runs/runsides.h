// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/store/runstore.h"

namespace tosaic::cli {

/// One side of a comparison: the id or the name of a run, or ids with commas, which are repeats of
/// the same measurement. Errors say which runs there are.
Result<std::vector<profile::MeasuredRun>> readRunSide(
    workspace::Workspace &file, const QString &text);

} // namespace tosaic::cli
