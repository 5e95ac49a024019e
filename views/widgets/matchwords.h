// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/comparison.h"

#include <QStringList>

/// Which operators of two compiles are the same and why; one wording for pages, report and command
/// line.
namespace tosaic::views {

/// Why two operators are one: "matched by its neighbours".
QString matchReasonText(analysis::MatchReason reason);

/// One line each: how many operators are in both and by which evidence, which changed, are gone or
/// were added. No line where there is nothing to tell; long lists are cut and say so.
QStringList matchSentences(const analysis::Comparison &comparison);

} // namespace tosaic::views
