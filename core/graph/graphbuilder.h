// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compiled/compileresult.h"
#include "core/graph/graph.h"
#include "core/model/network.h"
#include "core/model/program.h"

#include <map>
#include <memory>

/// Makes display graphs. Pure functions over immutable values, fit for any thread.
namespace tosaic::graph {

/// What the runtime executes: one node per instruction of a method, its inputs and outputs, a hull
/// for each delegate call with a node inside that tells what the NPU does. A method that does not
/// exist gives an empty graph. `result`, if the compile that made the program is known, adds the
/// estimates of the partitions.
Graph buildProgramGraph(
    const model::Program &program, int method, const compiled::CompileResult *result = nullptr);

/// The method with the most to show: files also hold methods that only return a constant. -1
/// without methods.
int largestMethod(const model::Program &program);

/// All operators of the model before it was cut: coloured by placement, partitions as hulls, every
/// reason of rejection in Node::notes. Entities are EntityRef::node and EntityRef::partition.
/// Edges where values go from the one to the other say how many bytes do. `networks`: the TOSA that
/// the compile kept, by Partition::index; what convolutions and pools look at (Node::window) and
/// the bytes of constants stand there, found by what the compile recorded of each node.
using PartitionNetworks = std::map<int, std::shared_ptr<const model::Network>>;
Graph buildResultGraph(
    const compiled::CompileResult &result, const PartitionNetworks &networks = {});
/// The same of a preview: what the next compile would make. Partitions say so, and are no entities:
/// nobody else knows them.
Graph buildPreviewGraph(const compiled::CompileResult &preview);

/// Where a node of the model runs.
Placement placementOf(const compiled::CompileResult &result, const compiled::ModelNode &node);

/// Operators of the model inside a partition. Quantise and dequantise steps and getitem are not
/// counted, as in CompileResult::summary.
quint64 operatorCount(const compiled::Partition &partition, const compiled::CompileResult &result);

/// An estimate as hulls show it: "est 849,502 cycles (62.1 %)"; the share only if the total is
/// known. Empty if the compiler gave no cycles.
QString cyclesText(const compiled::Partition &partition, const compiled::CompileResult &result);

/// What a picture on paper shows: the operators of the model if the compile is known, else what the
/// program runs; quantisation folded in, partitions closed where there would be too much to read.
/// Either may be null; without both it is empty.
Graph buildOverviewGraph(const model::Program *program, const compiled::CompileResult *result);

} // namespace tosaic::graph
