// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sweep/cellresult.h"
#include "core/sweep/grid.h"

#include <memory>
#include <optional>

namespace tosaic::views {

/// What the what-if page shows, as a value. All numbers are Origin::Estimate.
struct WhatIfView
{
    bool hasInput = false; ///< there is TOSA (or a TFLite file) to run Vela on
    bool hasTools = false; ///< there is a Vela to run
    bool hasSecond = false; ///< a second compiler environment was chosen
    bool isRunning = false;
    bool hasModel = false; ///< without TOSA: what was chosen to be compiled can be, first
    int missingCompiles = 0; ///< that cells of the result need and that can be made here
    sweep::Grid axes; ///< flags and variants of the next grid
    qsizetype otherModels = 0; ///< that the next grid has beside the one that is shown
    QString engine; ///< where it runs, as sweep::ClusterRequest::engine; empty: on this machine
    /// The grid as far as it came; null: none was asked for.
    std::shared_ptr<const sweep::SweepResult> result;
    /// Flags or another thing all cells share were edited since: the numbers are of before.
    bool isStale = false;
    QString model; ///< name of the one that is shown, among several of the result
    spec::CompileSpec current; ///< being edited; what cells are held against

    /// The cell is of the model that is shown, so that its spec can be taken.
    bool isShown(const sweep::Cell &cell) const { return cell.model == model; }
};

/// Index of the cell that asks for what is being edited; absent if there is none.
std::optional<std::size_t> currentCell(const WhatIfView &view);

} // namespace tosaic::views
