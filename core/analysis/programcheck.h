// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/runtimes.h"
#include "core/base/diagnostic.h"
#include "core/model/program.h"

#include <vector>

/// What a runtime would do with a program that can be read. The reader (core/formats/pte) reports
/// what contradicts itself inside the file; here is what only shows when the program is run.
namespace tosaic::analysis {

/// Memory: tensors that no one provides bytes for, and tensors that share bytes while both hold
/// data. Ids: pte.unplanned-memory, pte.caller-memory, pte.freed-value, pte.overlapping-memory, and
/// pte.memory-not-checked where what a kernel writes is not known, or the method is too large.
std::vector<Diagnostic> checkMemory(const model::Program &program);

/// Kernels and delegates that the runtime lacks, and operators that no library known here has.
/// Ids: pte.no-kernel, pte.no-backend. The runtime refuses such a method when it is loaded.
std::vector<Diagnostic> checkRuntime(const model::Program &program, const Runtime &runtime);

} // namespace tosaic::analysis
