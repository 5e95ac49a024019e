// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accuracy/comparison.h"
#include "core/base/table.h"

namespace tosaic::views {

/// Operators beside what they should compute, for window and command line.
Columns<accuracy::OperatorAccuracy> accuracyColumns();

} // namespace tosaic::views
