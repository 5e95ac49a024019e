// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compiled/compileresult.h"

#include <optional>

/// What it costs to go from the CPU to the NPU and back: the tensors that cross, and the kernels on
/// the CPU that convert them. From the nodes of a compile or of a preview; any thread.
namespace tosaic::analysis {

/// A kernel on the CPU between an operator and the other side of a boundary.
struct Conversion
{
    QString node; ///< ModelNode::name
    QString target; ///< "quantized_decomposed.dequantize_per_tensor.default"
    std::optional<quint64> bytes; ///< that it writes; absent: shape or type is not known
};

/// One tensor on its way from an operator on one side to one on the other.
struct Boundary
{
    QString from; ///< operator that makes it (ModelNode::name); empty: an input of the model
    QString to; ///< operator that takes it; empty: an output of the model
    std::optional<int> fromPartition; ///< Partition::index; absent: the CPU, or outside
    std::optional<int> toPartition;
    QString tensor; ///< node whose value crosses
    std::optional<quint64> bytes; ///< that cross; of a tensor with several takers in each of them
    std::vector<Conversion> conversions; ///< in order
};

/// Of a node's value, by its shape and type; absent: one of them is not known.
std::optional<quint64> bytesOf(const compiled::ModelNode &node);

/// In the order of the nodes. Empty: nothing is delegated, or the nodes are not known.
std::vector<Boundary> boundariesOf(const compiled::CompileResult &result);

/// Steps that quantise a value of the CPU and give it back to the CPU: no operator takes what is
/// between them, so they are work for nothing. In the order of the nodes.
std::vector<Conversion> idleSteps(const compiled::CompileResult &result);

/// Of all boundaries, each tensor and each conversion counted once.
struct BoundaryTotals
{
    quint64 tensors = 0;
    quint64 bytes = 0;
    quint64 conversions = 0;
    quint64 conversionBytes = 0;
    bool isComplete = true; ///< false: some bytes are not known, so the sums are lower bounds
};

BoundaryTotals totalsOf(const std::vector<Boundary> &boundaries);
/// Of all boundaries of a compile; absent where it does not say how its nodes hang together.
std::optional<BoundaryTotals> boundaryTotals(const compiled::CompileResult &result);

} // namespace tosaic::analysis
