// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/boundaries.h"
#include "core/base/table.h"

namespace tosaic::views {

/// Each tensor on its way between CPU and NPU, with what it costs; for pages and the command line.
Columns<analysis::Boundary> boundaryColumns();

} // namespace tosaic::views
