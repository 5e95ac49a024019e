// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/program.h"

namespace tosaic::model {

/// The NPU of the first payload that tells it; absent: none does.
std::optional<NpuConfig> npuOf(const Program &program);

} // namespace tosaic::model
