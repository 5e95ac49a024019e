// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/program/graphsource.h"
#include "core/graph/graphdiff.h"

namespace tosaic::cli {

/// One side of `graph --against`.
struct GraphSideChoice
{
    QString path;
    GraphChoice choice;
};

/// A side, opened.
struct GraphSide
{
    GraphSideChoice choice;
    OpenedModel model;
    graph::Graph graph;

    graph::DiffSide toCompare() const;
};
/// Fails if there is nothing in it to compare. `quantisation`: steps inside partitions stay nodes
/// of their own. Blocks.
Result<GraphSide> openGraphSide(const GraphSideChoice &choice, bool quantisation);
/// What the compile recorded of one file at two levels; empty of everything else.
graph::RecordedPairs recordedBetween(const GraphSide &before, const GraphSide &after);

struct GraphDifference
{
    graph::Graph before;
    graph::Graph after;
    graph::GraphDiff diff;
    graph::MergedGraph merged;
};

/// Opens both; of one file at two levels what its compile recorded decides what became what.
/// Blocks.
Result<GraphDifference> graphDifference(
    const GraphSideChoice &before, const GraphSideChoice &after, bool quantisation);

} // namespace tosaic::cli
