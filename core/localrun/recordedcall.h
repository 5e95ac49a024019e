// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/localrun/array.h"

#include <vector>

namespace tosaic::localrun {

/// What a runtime recorded behind one call of a kernel or delegate: its tensors in the order of the
/// arguments, each as its bytes lie in memory.
struct RecordedCall
{
    size_t instruction = 0; ///< of the method
    std::vector<Array> tensors;
};

} // namespace tosaic::localrun
