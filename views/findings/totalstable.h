// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/table.h"
#include "profiler/session/findings.h"

namespace tosaic::views {

/// What an inference costs by everybody who says it (estimate, FVP, board, this machine), side by
/// side, with what each number includes. Times are in milliseconds.
Table totalsTable(const std::vector<Finding> &findings);

} // namespace tosaic::views
