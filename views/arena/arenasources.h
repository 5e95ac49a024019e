// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/documents/npuanalysis.h"
#include "core/model/program.h"
#include "views/arena/arenadata.h"

namespace tosaic::views {

/// The memory-planned buffers of every method. Takes time in large methods: for a pool thread.
std::vector<Arena> plannedArenas(const model::Program &program);

/// The written regions of a command stream. `title` names the stream where there are several.
/// For a pool thread.
std::vector<Arena> npuArenas(const NpuAnalysis &analysis, const QString &title);

} // namespace tosaic::views
