// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/operatormatch.h"
#include "core/graph/graph.h"

#include <QJsonObject>

#include <array>
#include <optional>
#include <utility>
#include <vector>

/// Two display graphs node by node: before and after a pin, two compilers' graphs of one model, or
/// one model at two levels. Pure functions over immutable values, fit for any thread.
namespace tosaic::graph {

enum class Difference
{
    Same,
    Changed, ///< another kind, dtype or shape
    Moved, ///< to the NPU, off it, or into another partition
    Added, ///< the other side has nothing that it could be
    Removed,
    Unmatched ///< the other side has some of its kind left, and nothing tells which; or no record
};
inline constexpr std::array AllDifferences{ Difference::Same, Difference::Changed,
    Difference::Moved, Difference::Added, Difference::Removed, Difference::Unmatched };

QString differenceKey(Difference difference); ///< "changed": stable, for scripts

/// What is not the same on both sides, in the words of the display graph.
struct AspectChange
{
    enum class Aspect
    {
        Kind,
        Tensor, ///< dtype and shape of what it writes
        Placement,
        Partition
    };
    Aspect aspect = Aspect::Kind;
    QString before;
    QString after;
};
QString aspectKey(AspectChange::Aspect aspect); ///< "tensor": stable, for scripts

/// A pair, or a node without a partner. One node is in several pairs only where a compile recorded
/// that it became several.
struct NodePair
{
    std::optional<size_t> before; ///< into Graph::nodes of the one side
    std::optional<size_t> after; ///< of the other
    Difference difference = Difference::Same;
    std::optional<analysis::MatchReason> reason; ///< absent: no partner
    std::vector<AspectChange> aspects;
};

/// One side of a comparison.
struct DiffSide
{
    const Graph *graph = nullptr;
    /// What the names in it refer to: the hash of the file that the compiler read. Names mean the
    /// same on both sides if this is the same; empty: they are not compared.
    QString names;
};

/// What a compile recorded: the one entity became the other.
using RecordedPairs = std::vector<std::pair<model::EntityRef, model::EntityRef>>;

struct GraphDiff
{
    std::vector<NodePair> pairs; ///< in the order of `after`, then what is only before
    std::array<size_t, AllDifferences.size()> counts{}; ///< pairs by Difference
    size_t matchedBefore = 0; ///< nodes with a partner
    size_t matchedAfter = 0;
    size_t nodesBefore = 0;
    size_t nodesAfter = 0;
    bool hasOtherKinds = false; ///< the sides spell operators differently: kinds are not compared

    size_t count(Difference difference) const { return counts[static_cast<size_t>(difference)]; }
    /// Less than a fifth of the smaller side has a partner: what is "added" says nothing then.
    bool areUnrelated() const;
    bool isSame() const; ///< nothing changed
};

/// Matched by analysis::matchOperators; where compiles recorded pairs those alone, because two
/// levels of one model have nothing else in common. Steps that are folded away are not compared.
GraphDiff diffGraphs(
    const DiffSide &before, const DiffSide &after, const RecordedPairs &recorded = {});

/// Both in one picture: `after` and what was removed from `before`, joined where it stood.
struct MergedGraph
{
    Graph graph;
    std::vector<Difference> differences; ///< of each node
};
MergedGraph mergedGraph(const Graph &before, const Graph &after, const GraphDiff &diff);

/// The counts by their keys, and every pair that is not the same.
QJsonObject toJson(const GraphDiff &diff, const Graph &before, const Graph &after);

} // namespace tosaic::graph
