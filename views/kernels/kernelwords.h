// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/kernels/kernelsubject.h"
#include "views/models/factrows.h"

#include <QString>
#include <QStringList>

#include <utility>
#include <vector>

/// What the kernels page says, in the user's words.
namespace tosaic::views {

/// "28.8 µs", "1,234 cycles", "1,234 ticks".
QString ticksText(double ticks, profile::TickUnit unit);
/// "12.3 %"; what is not 0 is not written as 0, and more than the whole is not counted out.
QString shareText(double share);
/// "12.3 %", "in 2 of 10: 34.0 %" of a branch that the other executions do not take; a dash
/// where it is not known.
QString kernelShareText(const profile::KernelRow &row);
QString kernelTitle(const profile::KernelRow &row); ///< never empty
QString kernelKindWord(profile::KernelKind kind); ///< "Kernel"
/// "3"; "0:3" where the chain is not the first; a dash for what is no instruction.
QString placeText(const profile::EtDumpPlace &place);
/// "5", or "0–1" where it differs from execution to execution.
QString callsText(const profile::KernelTimes &times);
QString shapeText(const std::vector<qint64> &shape); ///< "[1 × 8]"
QString methodTitle(const profile::MethodProfile &method); ///< never empty
/// Facts of the header, the most important first.
QStringList headerParts(const KernelsSubject &subject, const profile::MethodProfile &method);
/// Why the names are those they are.
QString relationSentence(const KernelsSubject &subject);
/// Label and text of everything that is known of how the run was made.
std::vector<FactRow> conditionRows(
    const KernelsSubject &subject, const profile::MethodProfile &method);

} // namespace tosaic::views
