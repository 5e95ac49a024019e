// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/network.h"

#include <QString>

namespace tosaic::formats::tosa {

/// Fills name, module and stackTrace of an operator from its location text: the JSON record that
/// ExecuTorch's Arm backend writes there in its debug mode "TOSA", or any other text, which becomes
/// the name.
void applyLocation(model::NetworkOperator &op, const QString &text);

} // namespace tosaic::formats::tosa
