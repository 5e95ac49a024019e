// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compiled/compileresult.h"

#include <QString>

#include <span>

/// What usually helps against a check of ExecuTorch's Arm backend that keeps an operator on the
/// CPU.
namespace tosaic::views {

struct RejectionRule
{
    const char *check; ///< pattern of the whole name of the check
    const char *reason; ///< pattern in the reason; empty: any
    const char *hint; ///< untranslated
    const char *source; ///< below executorch/backends/arm, read in 1.5.1; empty: a rule of the spec
};

/// In the order in which they are asked: the first that fits speaks.
std::span<const RejectionRule> rejectionRules();

/// A sentence for the reader; empty where nothing is known to help. `check` and `reason` as in
/// compiled::Rejection; `target` is the operator ("aten.sort.default").
QString rejectionHint(const QString &check, const QString &reason, const QString &target);
/// One for each reason.
QStringList rejectionHints(const compiled::Rejection &rejection, const QString &target);

} // namespace tosaic::views
