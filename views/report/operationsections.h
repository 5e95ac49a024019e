// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/report.h"
#include "profiler/session/profiledocument.h"

#include <optional>
#include <vector>

namespace tosaic::views {

/// Where the NPU's cycles go: how they are known and how well, operators with estimate, FVP and
/// board side by side, the largest deviations between these, and what could not be matched. None
/// without operations. `picture`: of the costliest.
std::vector<report::Section> operationSections(
    const ProfileSubject &subject, const std::optional<report::Picture> &picture = {});

} // namespace tosaic::views
