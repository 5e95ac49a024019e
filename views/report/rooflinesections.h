// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/report.h"
#include "profiler/session/profiledocument.h"

#include <vector>

namespace tosaic::views {

/// For each command stream with a system configuration: what limits its operators, as picture and
/// table, and how many have no place and why. None if there is no such stream.
std::vector<report::Section> rooflineSections(const ProfileSubject &subject);

} // namespace tosaic::views
