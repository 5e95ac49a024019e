// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/advice/advice.h"
#include "core/base/table.h"

namespace tosaic::views {

/// Advice as a table, for page and report: the change, what came of it, cycles and SRAM with their
/// difference from the spec as it is.
Columns<advice::Advice> adviceColumns();

} // namespace tosaic::views
