// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workspace/records.h"
#include "profiler/run.h"

#include <vector>

namespace tosaic::profile {

/// Counters and times among the numbers as a run that has them, one profile for each repeat.
Run runFromValues(const std::vector<workspace::RunValue> &values);

} // namespace tosaic::profile
