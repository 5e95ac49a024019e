// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/pinholds.h"

#include <functional>

class QMenu;

namespace tosaic::views {

using PinHandler = std::function<void(const spec::KeepOnCpu &)>;

/// What can be kept on the CPU around an operator, each an action ("keepThis", "keepOperatorKind",
/// "keepModule-PATH", "keepLine", "keepIsland", "keepNeighbours"). What the NPU takes nothing of is
/// out of reach.
void addPinChoices(
    QMenu &menu, const std::vector<analysis::PinChoice> &choices, const PinHandler &keep);

/// "release": these entries of the spec go away. Nothing where none holds.
void addPinRelease(QMenu &menu, const spec::KeepOnCpu &held, const PinHandler &release);

} // namespace tosaic::views
