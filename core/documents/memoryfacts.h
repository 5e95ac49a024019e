// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/memorypicture.h"
#include "core/toolchain/compileresult.h"

#include <memory>
#include <optional>
#include <vector>

namespace tosaic {

class ArtefactFinder;

/// What files say about the memory of one model under one spec: input of analysis::memoryPicture.
struct MemoryFacts
{
    spec::CompileSpec spec; ///< that the numbers hold for; empty target: not known
    std::vector<analysis::PartitionMemory> partitions; ///< in the order of execution
    std::optional<analysis::ProgramMemory> program;
    std::vector<Diagnostic> diagnostics; ///< reports that are gone or cannot be read

    bool isEmpty() const { return partitions.empty() && !program; }
};

/// From the reports of a compile and, if given, the program it made. Reads a few files: off the GUI
/// thread.
MemoryFacts memoryFacts(const toolchain::CompileResult &result,
    const std::shared_ptr<const model::Program> &program = {});

/// From a program alone: fast scratch and traffic are not in it.
MemoryFacts memoryFacts(const model::Program &program);

/// Target, memory names and ini file that the delegates of a program carry. The target is empty if
/// there is no Ethos-U delegate.
spec::CompileSpec memorySpecOf(const model::Program &program);

/// What the spec's own ini file says; absent if it uses the bundled one, or if its own cannot be
/// read or does not resolve. Reads the file.
std::optional<analysis::MemorySystem> memorySystemOf(const spec::CompileSpec &spec);

/// Whether two specs give the same numbers on the same graph: same target, memory names, ini file
/// and flags once defaults are filled in.
bool isSameMemory(const spec::CompileSpec &a, const spec::CompileSpec &b);

/// From anything that openModel() opens (.pte, result.json, folder of a compile). `finder` knows
/// compiles that do not lie beside a .pte; may be null.
Result<MemoryFacts> readMemoryFacts(const QString &path, const ArtefactFinder *finder = nullptr);

} // namespace tosaic
