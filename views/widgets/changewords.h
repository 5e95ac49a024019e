// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/comparison.h"
#include "views/models/notknown.h"

#include <QString>

/// What changed between two compiles, and what runs where, in the user's words; one wording for the
/// pages and the report.
namespace tosaic::views {

QString metricName(analysis::Metric metric); ///< "Cycles, total"
/// Why a number is what it is, one sentence for a tooltip; empty if the name says it all.
QString metricHint(analysis::Metric metric);
/// "849,502 cycles", "146 KiB", "3"; or "Not known".
QString metricText(const QString &unit, std::optional<double> value);
/// "+12" or "−12": the sign of the value before how large it is.
QString signedText(double value, const QString &magnitude);
/// "+12,000 cycles", "−4 KiB", "0"; or "Not known".
QString differenceText(const Change &change);
/// "+3.7 %"; "from 0"; "—" without a difference.
QString relativeText(const Change &change);
/// "better", "worse", "the same", "in the spread".
QString verdictWord(Verdict verdict);

/// "NPU", "CPU", "Boundary" from a compile result's placement.
QString placementName(const QString &placement);

/// "memory mode Shared_Sram → Sram_Only; 1 operator kept on the CPU: aten_add_tensor"; says so if
/// nothing changed.
QString specChangeSentence(const std::vector<analysis::SpecChange> &changes);
/// The same as part of a sentence; empty if nothing changed.
QString specChangeClauses(const std::vector<analysis::SpecChange> &changes);
/// What was changed between two compiles: the spec as above, and compilers of other versions.
QString causeSentence(const analysis::Comparison &comparison);
/// "Memory mode": a field of the compile spec.
QString specFieldName(analysis::SpecField field);
/// The outcome in one line: cycles, SRAM, operators that moved.
QString outcomeSentence(const analysis::Comparison &comparison);
/// What runs where: "112 of 118 operators on Ethos-U55-128 in 2 partitions; 6 on the CPU."
QString coverageSentence(const analysis::Coverage &coverage);

} // namespace tosaic::views
