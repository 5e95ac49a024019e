// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostic.h"
#include "core/localrun/localrun.h"

namespace tosaic::localrun {

/// Kernels of ExecuTorch's Python package: each segment becomes a program of its own that its
/// runtime runs in a child process (resources/drivers/tosaic_segment.py), one after another in
/// forks of a process that loads the runtime once.
struct RuntimePlace
{
    QString interpreter;
    QString pte; ///< the file that runs
    QString method;
    QString drivers; ///< empty: driversDir()
    /// Gets what ends the process, callable from any thread until it is taken back (replaced by
    /// nothing); empty: nobody cancels.
    std::function<void(std::function<void()>)> setCancel;
    /// Hears what the reader should know of a run that succeeded: "run.kernel-by-torch" where
    /// PyTorch stood in for a kernel that the runtime lacks; empty: nobody.
    std::function<void(const Diagnostic &)> tell;
};

/// Blocks in an event loop of its own. Errors: ToolMissing without an interpreter; ToolFailed with
/// what the runtime said; Cancelled. The process that has the runtime ends with the last copy.
RuntimeKernels runtimeKernels(RuntimePlace place);
/// The same, where looking for the place is left to the first kernel that needs it.
RuntimeKernels runtimeKernels(std::function<Result<RuntimePlace>()> findPlace);

} // namespace tosaic::localrun
