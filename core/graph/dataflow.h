// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/program.h"

#include <vector>

/// What an instruction reads and writes; the file does not say it, the conventions of ExecuTorch
/// do.
namespace tosaic::graph {

struct Access
{
    std::vector<qint32> reads; ///< value indices, lists opened
    std::vector<qint32> writes;
};

/// Kernels are out variants: the last argument is the result and repeats the destination (a list of
/// tensors where there are several). The inputs of a delegate are counted in its payload; where
/// that is not readable, what nothing has written yet (`isDefined`, parallel to Method::values) is
/// an output. Bad indices are left out.
Access accessOf(const model::Method &method, const model::Instruction &instruction,
    const std::vector<bool> &isDefined);

} // namespace tosaic::graph
