// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/whatif/gridcompiles.h"
#include "app/shell/whatif/gridmodels.h"
#include "core/sweep/sweptmodels.h"

namespace tosaic::shell {

/// Models of a what-if grid, what there is to run Vela on, and what more could be compiled.
struct GridSubject
{
    struct Input
    {
        QString path; ///< a .py or .pt2; empty: there is none that could be compiled
        QString sha256; ///< that it must have; empty: whatever it is
        bool isLowered = false; ///< there is no TOSA but that of such compiles
    };

    std::vector<sweep::SweptModel> models; ///< the shown one first
    std::vector<Input> inputs; ///< by model
    std::vector<sweep::SweepSource> sources;

    bool hasSource(const QString &model) const;
};

/// The one that is shown, on the TOSA of the live estimate, and the `others`.
GridSubject gridSubject(Session &session, const GridModels &models, const EstimateSource &shown,
    const std::vector<GridModels::Model> &others, const GridCompiles &compiles);

/// Every combination of the grid for every model, in each of the named environments. Errors as
/// sweep::expand().
Result<sweep::Expansion> expansionOf(
    const sweep::Grid &grid, const GridSubject &subject, const QStringList &environments);

/// One compile for each lowering that these cells need, of models that can be compiled.
std::vector<GridCompiles::Wanted> compilesFor(
    const GridSubject &subject, const std::vector<sweep::Cell> &cells);

/// How many compiles those are.
int countOf(const std::vector<GridCompiles::Wanted> &wanted);

} // namespace tosaic::shell
