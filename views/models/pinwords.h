// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/pinholds.h"

namespace tosaic::views {

/// Each entry in words: "operator relu", "module stage7", "every aten.add.Tensor", "names like
/// *conv*". In the order of spec::pinsOf().
QStringList pinTexts(const spec::KeepOnCpu &kept);

/// "On the CPU from the next compile on"; empty for PinState::None.
QString pinStateText(analysis::PinState state);

/// "Source line model.py:42 (2 operators)": in a menu of what can be kept on the CPU.
QString pinChoiceText(const analysis::PinChoice &choice);

} // namespace tosaic::views
