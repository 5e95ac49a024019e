// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/join/operationtable.h"

#include <QString>

namespace tosaic::profile {

/// "12 operations were never reached by the trace": what could not be matched, in every face.
QString unmatchedSentence(const Unmatched &unmatched);

/// The first of them: "3, 14, 15 and 9 more". Operators that were folded into others by their names
/// ("RESCALE 7" where nothing names them), all else by the numbers that Unmatched::Kind tells.
/// `table`: that `unmatched` is of.
QString unmatchedExamples(const OperationTable &table, const Unmatched &unmatched);

} // namespace tosaic::profile
