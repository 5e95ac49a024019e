// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/graphsource.h"
#include "core/graph/graphdiff.h"

namespace tosaic::cli {

/// One side of `graph --against`.
struct GraphSideChoice
{
    QString path;
    GraphChoice choice;
};

struct GraphDifference
{
    graph::Graph before;
    graph::Graph after;
    graph::GraphDiff diff;
    graph::MergedGraph merged;
};

/// Opens both; of one file at two levels what its compile recorded decides what became what.
/// `quantisation`: steps inside partitions stay nodes of their own. Blocks.
Result<GraphDifference> graphDifference(
    const GraphSideChoice &before, const GraphSideChoice &after, bool quantisation);

QJsonObject differenceJson(const GraphDifference &difference);

} // namespace tosaic::cli
