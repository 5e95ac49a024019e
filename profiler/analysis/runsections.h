// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"
#include "core/report/report.h"
#include "profiler/run.h"

#include <optional>
#include <vector>

namespace tosaic::profile {

/// What a report says about one run beside the run itself.
struct RunForReport
{
    QString name;
    const Run *run = nullptr;
    std::optional<Origin> origin; ///< absent: "origin not stated"
    std::optional<quint64> clockHz; ///< NPU clock, Hz
    QString sha256; ///< of the console; empty if not known
    QString belongsTo; ///< a sentence such as "belongs to mv2.pte (same size)"; empty: not attached
};

/// One section for each run: facts, counters with shares and formulas, errors with their lines.
std::vector<report::Section> runSections(const std::vector<RunForReport> &runs);

} // namespace tosaic::profile
