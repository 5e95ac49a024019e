// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/analysis/knownfacts.h"

namespace tosaic::views {

/// What the formulas need beside counters, and who says so (translated; empty: nobody).
struct RunContext
{
    profile::MetricContext values;
    QString productFrom;
    QString npuMacsFrom;
    QString modelMacsFrom;
    QString clockFrom;
    bool productCanBeStated = true; ///< neither the log nor the model tells it
    bool npuMacsCanBeStated = true; ///< the log does not tell them
    bool modelMacsCanBeStated = true; ///< no model tells them
};

/// In a reader's words. `target`: as stated of the run; `program`: that the run belongs to, null if
/// that is not known.
RunContext runContext(
    const profile::KnownFacts &facts, const QString &target, const profile::ProgramFacts *program);
/// Of one run.
RunContext runContextOf(const profile::MeasuredRun &run, const profile::ProgramFacts *program);

/// The target that says no more than the product: "ethos-u55" of "U55"; empty of none.
QString targetOfProduct(const QString &product);

} // namespace tosaic::views
