// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/localrun/methodmemory.h"

namespace tosaic::localrun {

/// Whether this kernel runs here without ExecuTorch's runtime: what lies around delegates, that is
/// to quantise, to dequantise and to move. The others need the runtime.
bool hasNativeKernel(const QString &name);

/// Runs one. The results equal those of ExecuTorch's portable and quantised kernels bit for bit.
/// FormatUnsupported for types or arguments that are not known here.
Result<void> runNativeKernel(
    const QString &name, const model::KernelCall &call, MethodMemory &memory);

} // namespace tosaic::localrun
