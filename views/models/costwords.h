// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/join/operatorrows.h"

/// What faces say where an operator has no cycles of its own.
namespace tosaic::views {

/// Instead of its cycles: "in <leader>" of what was fused, "on the CPU", "Not known".
QString cyclesElsewhereText(const profile::OperatorRow &row);
/// Instead of another number of theirs, a share: "in its leader", "on the CPU", "Not known".
QString withoutCyclesText(const profile::OperatorRow &row);

} // namespace tosaic::views
