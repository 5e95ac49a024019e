// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/localrun/localrun.h"

namespace tosaic::localrun {

/// A method of a .pte.
Result<LocalResult> runMethod(
    const std::shared_ptr<const model::Program> &program, const LocalRequest &request);

} // namespace tosaic::localrun
