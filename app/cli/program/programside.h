// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/change.h"
#include "core/compiled/compileresult.h"
#include "core/model/program.h"

/// `diff` of programs whose compiles are not at hand.
namespace tosaic::cli {

/// What the program itself tells of the compile that made it: spec, partitions, sizes. Cycles and
/// the model's operators are not in a program.
compiled::CompileResult resultOf(const model::Program &program);

/// How many of something are in two programs.
struct ProgramChange : Change
{
    QString group; ///< "delegates", "npuOperations" or "kernels"; "commandBytes" has no names
    QString name; ///< "EthosUBackend", "CONV", "aten::add.out"
};

/// Delegates by backend, commands of the NPU by kind with the bytes of their streams (where all
/// streams were read), and kernels on the CPU.
std::vector<ProgramChange> programChanges(
    const model::Program &oldProgram, const model::Program &newProgram);

} // namespace tosaic::cli
