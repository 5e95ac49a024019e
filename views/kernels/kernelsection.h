// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/report.h"
#include "views/kernels/kernelsubject.h"

#include <span>

namespace tosaic::views {

/// What a report says of each ETDump among the runs: where the time of the CPU's kernels goes.
/// `program` may be null. For a pool thread.
std::vector<report::Section> kernelSections(std::span<const profile::MeasuredRun> runs,
    const std::shared_ptr<const model::Program> &program, const QString &programName);

} // namespace tosaic::views
