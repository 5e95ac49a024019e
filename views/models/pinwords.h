// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/pinholds.h"

namespace tosaic::views {

/// "On the CPU from the next compile on"; empty for PinState::None.
QString pinStateText(analysis::PinState state);

/// "Source line model.py:42 (2 operators)": in a menu of what can be kept on the CPU.
QString pinChoiceText(const analysis::PinChoice &choice);

} // namespace tosaic::views
