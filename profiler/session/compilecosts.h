// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/jobslot.h"
#include "core/compiled/resultcosts.h"

#include <memory>

namespace tosaic {

/// What the reports of a compile say, its operators those of every other face: the rows of
/// profile::operatorRows() that have cycles of their own, by their names; kinds likewise. No
/// operators where nothing that the compile kept tells them. Blocks: for a pool thread or a command
/// line.
compiled::ResultCosts compileCosts(
    const std::shared_ptr<const compiled::CompileResult> &result, const JobControl &control = {});

} // namespace tosaic
