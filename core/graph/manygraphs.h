// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graphdiff.h"

namespace tosaic::graph {

/// One operator in several graphs.
struct ManyRow
{
    std::vector<std::optional<size_t>> nodes; ///< of each graph; absent: it has none like it
    /// Of each graph: how many nodes more, where a compile recorded that it became several.
    std::vector<size_t> further;
    /// Of each graph against the first, whose own entry is Same; absent where neither has it.
    std::vector<std::optional<Difference>> differences;

    bool isSame() const; ///< in all of them
};

/// More than two graphs: each compared with the first.
struct ManyGraphs
{
    std::vector<GraphDiff> diffs; ///< of the first with each of the others
    /// Nodes of the first graph in their order, then what only others have: what two of those have
    /// in common is one row.
    std::vector<ManyRow> rows;
};

/// Of at least one graph. `recorded`: of the first with each of the others, as for diffGraphs();
/// may be shorter. Pure; any thread.
ManyGraphs compareMany(
    const std::vector<DiffSide> &sides, const std::vector<RecordedPairs> &recorded = {});

} // namespace tosaic::graph
