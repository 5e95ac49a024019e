// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/compiledfor.h"

namespace tosaic::model {

std::optional<NpuConfig> npuOf(const Program &program)
{
    for (const auto &method : program.methods) {
        for (const auto &delegate : method.delegates) {
            if (delegate.ethosu && delegate.ethosu->npu)
                return delegate.ethosu->npu;
        }
    }
    return std::nullopt;
}

} // namespace tosaic::model
