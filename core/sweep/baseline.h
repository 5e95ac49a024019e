// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/sweep/cellresult.h"

#include <map>

/// What a choice changes: each cell beside the one that differs from it in that choice alone.
namespace tosaic::sweep {

/// What cells may be told apart by: "model", "target", "systemConfig", "memoryMode", "extraFlags",
/// "variant", "environment".
QStringList axisNames();
/// As the command line writes it; "default" for the environment in use.
QString axisValue(const Cell &cell, const QString &axis);

/// Axis -> value, e.g. environment -> 5.1, target -> ethos-u55-128.
using Choice = std::map<QString, QString>;

/// "environment=5.1,memoryMode=Shared_Sram". Errors: SpecInvalid, location.entity is what is wrong.
Result<Choice> readChoice(const QString &text);

/// For each cell the index of the one that has the values of the choice and all others of its own:
/// itself, if it has them. Absent: the grid has no such cell. Errors: SpecInvalid if no cell has
/// the values.
Result<std::vector<std::optional<std::size_t>>> baselines(
    const SweepResult &result, const Choice &choice);

/// How much more a number is than that of the baseline, 0.1 for a tenth; absent where one of the
/// two is not known or the baseline is 0.
std::optional<double> increase(const CellResult &row, const CellResult &baseline, Metric metric);

} // namespace tosaic::sweep
