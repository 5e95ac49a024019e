// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/advice/advicerun.h"

/// From the catalogue to cells of a sweep, and from their rows to advice. Internal to this folder.
namespace tosaic::advice {

struct AdvicePlan
{
    Facts facts;
    std::vector<Candidate> candidates;
};

/// Reads reports and an ini file: for a pool thread.
Result<AdvicePlan> planOf(const Subject &subject);

/// The spec as it is, then every candidate that is a spec.
std::vector<sweep::Cell> cellsOf(const AdvicePlan &plan, const Subject &subject);

/// `rows` are those of cellsOf(), in its order. Fills in all but the version and what was
/// cancelled.
void takeRows(
    const AdvicePlan &plan, const std::vector<sweep::CellResult> &rows, AdviceResult &result);

} // namespace tosaic::advice
