// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <vector>

namespace tosaic::localrun {

/// What inputs and outputs are called in the model, in their order. A .pte does not keep it.
struct ProgramNames
{
    std::vector<QString> inputs;
    std::vector<QString> outputs;
};
/// Of the exported program that a compile left beside the .pte ("add.pt2" of "add.pte"); empty
/// where there is none that can be read.
ProgramNames namesBeside(const QString &pte);

} // namespace tosaic::localrun
