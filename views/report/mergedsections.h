// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/report.h"
#include "profiler/analysis/runmerge.h"
#include "profiler/run.h"

#include <optional>
#include <span>
#include <vector>

namespace tosaic::views {

/// A console that may be one of several of the same thing.
struct MergeCandidate
{
    /// Of a comparison that the report makes as well.
    enum class Side
    {
        None,
        Old,
        New
    };

    QString name; ///< as the report calls it
    const profile::Run *run = nullptr; ///< never null
    profile::RunConditions conditions;
    std::optional<quint64> modelMacs; ///< of one inference
    Side side = Side::None;
    bool isOfOneProgram = false; ///< the user states that all with this ran the same program
};

/// Consoles that were measured under the same conditions as one record each: what each of them
/// counted, medians and spread, metrics over all counters. Below, which were not merged and why.
/// That two ran the same program must be known: from the hash of what they are attached to, from
/// what the logs print of it, or stated (also by being repeats on one side of the comparison) where
/// neither says otherwise. Runs of the two sides never meet. Nothing with fewer than two consoles
/// that measured something.
std::vector<report::Section> mergedSections(std::span<const MergeCandidate> runs);

} // namespace tosaic::views
