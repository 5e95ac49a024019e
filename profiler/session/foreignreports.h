// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/session/streamfacts.h"

namespace tosaic {

/// Whether the open file can have been what a report without a command stream is about: a program
/// of which nothing runs on an NPU has no such reports.
bool mayHaveReports(const ProfileMaterial &material);

/// Why reports that the user named are not used, by content: "profile.database-other" and
/// "profile.layers-other" of another program, "profile.layers-alone" where nothing can tell whose
/// a table is. `streams` with all that was found for them.
std::vector<Diagnostic> foreignReports(const ProfileMaterial &material,
    const std::vector<VelaReports> &reports, const std::vector<StreamFacts> &streams);

} // namespace tosaic
