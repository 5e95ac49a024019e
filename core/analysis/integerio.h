// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compiled/compileresult.h"

namespace tosaic::analysis {

/// Whether a listed step is not in the program: with integer inputs and outputs ExecuTorch takes
/// away what quantises an input and what dequantises an output, after the operators were listed.
bool isGoneWithIntegerIo(const compiled::CompileResult &result, const compiled::ModelNode &node);

} // namespace tosaic::analysis
