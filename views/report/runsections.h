// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"
#include "core/report/report.h"
#include "profiler/run.h"

#include <optional>
#include <utility>
#include <vector>

namespace tosaic::views {

/// What a report says about one run beside the run itself.
struct RunForReport
{
    QString name;
    const profile::Run *run = nullptr;
    std::optional<Origin> origin; ///< absent: "origin not stated"
    std::optional<quint64> clockHz; ///< NPU clock, Hz
    QString sha256; ///< of the console; empty if not known
    QString kind = QStringLiteral("console"); ///< of the file: "etdump", "vela-summary", ...
    QString product; ///< "U55", where the log does not tell it
    std::optional<quint32> npuMacs; ///< per cycle, where the log does not tell them
    std::optional<quint64> modelMacs; ///< of one inference
    /// Under which it was measured, as name and value; what is not known is left out.
    std::vector<std::pair<QString, QString>> conditions;
    QString belongsTo; ///< a sentence such as "belongs to mv2.pte (same size)"; empty: not attached
};

/// One section for each run: facts, counters with shares, the metrics of computeMetrics with their
/// formulas or why they are not known, the spread of repeats, errors with their lines.
std::vector<report::Section> runSections(const std::vector<RunForReport> &runs);

} // namespace tosaic::views
