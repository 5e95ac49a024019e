// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/report.h"
#include "profiler/session/findings.h"

namespace tosaic::views {

/// Findings as a report tells them, each with its run where there are several. What runs where it
/// says itself.
std::vector<report::Statement> findingStatements(const std::vector<Finding> &findings);

} // namespace tosaic::views
