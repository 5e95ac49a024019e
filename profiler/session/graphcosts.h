// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"
#include "profiler/session/profiledocument.h"

#include <optional>
#include <vector>

namespace tosaic {

/// Why the cycles of something that is drawn are not known.
enum class CostUnknown
{
    OnCpu, ///< a kernel of the CPU: Vela has no estimate of it
    OtherBackend, ///< a delegate that is no Ethos-U
    NoReports, ///< neither a debug database nor a per-layer table of the compile was found
    NotRecorded, ///< the compile did not record what it made of the model's operators
    NotTraced, ///< nothing leads from it to an operation of the NPU
    NotEstimated, ///< its operations are known, but Vela has no estimate of them
    NotMeasured ///< its operations did not run in the trace, or in the range
};

/// Where the cycles of one drawn node are.
struct NodeCost
{
    bool isOperator = true; ///< false: an input, an output, a jump; it has no cost
    /// Into the table; each operation is in one node only, so that sums over nodes are right.
    std::vector<size_t> operations;
    std::optional<double> cycles; ///< of one inference, of the NPU clock: the sum of `operations`
    std::optional<double> share; ///< of GraphCosts::total
    std::optional<graph::NodeId> in; ///< fused or folded: that node has its cycles
    bool isSameOperation = false; ///< `in` is another kick of the same operation
    std::optional<CostUnknown> unknown; ///< neither `cycles` nor `in`
    size_t missing = 0; ///< operations without cycles, while others have some
};

/// What everything that is drawn costs, as Runs > Operators has it.
struct GraphCosts
{
    std::vector<NodeCost> nodes; ///< parallel to Graph::nodes
    /// Operations with cycles that no node stands for: waits for DMA, transposes between layouts.
    /// Cycles of nodes and these add up to `total`.
    std::vector<size_t> extra;
    double total = 0;
    std::optional<Origin> origin; ///< Fvp or Estimate; absent if nothing has cycles
};

/// `table` is that of the subject or of a range of it. Pure; any thread. A node stands for the
/// operations of its own entity, then for those of what is folded into it; a whole partition or
/// delegate also for the rest of its command stream.
GraphCosts costsOf(
    const graph::Graph &graph, const ProfileSubject &subject, const profile::OperationTable &table);
/// The reasons alone, where there is no profile.
GraphCosts unknownCosts(const graph::Graph &graph);

/// "runs on the CPU: Vela estimates the NPU only"; untranslated: QT_TRANSLATE_NOOP("GraphCosts").
const char *unknownText(CostUnknown reason);

} // namespace tosaic
