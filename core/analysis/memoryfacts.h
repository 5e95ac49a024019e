// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/memorypicture.h"
#include "core/compiled/compileresult.h"

#include <memory>
#include <optional>
#include <vector>

namespace tosaic::analysis {

/// What files say about the memory of one model under one spec: input of memoryPicture() and
/// memoryNeed().
struct MemoryFacts
{
    spec::CompileSpec spec; ///< that the numbers hold for; empty target: not known
    std::vector<PartitionMemory> partitions; ///< in the order of execution
    std::optional<ProgramMemory> program;
    std::vector<Diagnostic> diagnostics; ///< reports that are gone or cannot be read

    bool isEmpty() const { return partitions.empty() && !program; }
};

/// Sizes from the reports of a compile, or where a report is gone from what the result says of it;
/// and of the program it made, whose delegates stand in for raw results that are gone. Reads two
/// small files for each partition: quick, but not for a paint event.
MemoryFacts memoryFacts(const compiled::CompileResult &result,
    const std::shared_ptr<const model::Program> &program = {});

/// The same with what a picture shows besides: staged weights, of the debug databases, and which
/// delegate of the program is which partition, by its bytes. Reads all of both: off the GUI thread.
MemoryFacts detailedMemoryFacts(const compiled::CompileResult &result,
    const std::shared_ptr<const model::Program> &program = {});

/// From a program alone: fast scratch and traffic are not in it.
MemoryFacts memoryFacts(const model::Program &program);

/// What an estimate says; `program`, if known, is the one that its TOSA comes from.
MemoryFacts memoryFacts(
    const compiled::Estimate &estimate, std::optional<ProgramMemory> program = {});

/// The program that a compile left; null if it left none or it cannot be read.
std::shared_ptr<const model::Program> programOf(const compiled::CompileResult &result);

/// Target, memory names and ini file that the delegates of a program carry. The target is empty if
/// there is no Ethos-U delegate.
spec::CompileSpec memorySpecOf(const model::Program &program);

/// What the spec's own ini file says; absent if it uses the bundled one, or if its own cannot be
/// read or does not resolve. Reads the file.
std::optional<MemorySystem> memorySystemOf(const spec::CompileSpec &spec);

/// Whether two specs give the same numbers on the same graph: same target, memory names, ini file
/// and flags once defaults are filled in.
bool isSameMemory(const spec::CompileSpec &a, const spec::CompileSpec &b);

} // namespace tosaic::analysis
