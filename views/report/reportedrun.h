// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/analysis/knownfacts.h"

namespace tosaic::views {

/// Fewer runs of records can be read one by one.
inline constexpr size_t LeastRepeats = 3;

/// A run in a report: the run itself, and what the report knows beside it.
struct ReportedRun
{
    /// Of a comparison that the report makes as well.
    enum class Side
    {
        None,
        Old,
        New
    };

    const profile::MeasuredRun *run = nullptr; ///< never null; outlives this
    QString title; ///< as the report calls it
    QString belongsTo; ///< a sentence such as "belongs to mv2.pte"; empty: not attached
    const profile::ProgramFacts *program = nullptr; ///< that it ran; null: not known
    const profile::ProgramFacts *refuted = nullptr; ///< attached, but its console says otherwise
    bool isOfAnother = false; ///< not of the program that the report is about
    Side side = Side::None;
    bool isMerged = false; ///< its measurements all stand in a record with those of others
    bool isOfOneProgram = false; ///< the user states that all with this ran the same program

    /// Of what profile::knownFactsOf() asks.
    const profile::ProgramFacts *attached() const { return program ? program : refuted; }
};

} // namespace tosaic::views
