// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accuracy/comparison.h"
#include "core/base/diagnostic.h"
#include "core/compiled/compileresult.h"
#include "core/spec/compilespec.h"

#include <QTemporaryDir>

#include <functional>
#include <memory>
#include <set>

/// The model before and behind quantisation, computed by PyTorch node by node
/// (resources/drivers/tosaic_driver/sides.py).
namespace tosaic::accuracy {

/// What a node of the edge graph computes; CompileResult::nodes has its name.
struct NodeValues
{
    QString floating; ///< .npy; empty: the float model has no such node
    QString quantised; ///< .npy, as stored; empty: its result is not quantised
    std::optional<RealScale> scale; ///< of the quantised result
};

struct ModelSample
{
    std::vector<localrun::Array> inputs; ///< of the program, all of them
    std::map<QString, NodeValues> nodes;
    std::vector<QString> floatOutputs; ///< .npy, in the order of the program
    std::vector<QString> quantisedOutputs;
};

struct ModelSides
{
    std::shared_ptr<QTemporaryDir> folder; ///< holds the files
    std::vector<ModelSample> samples;
    std::vector<Diagnostic> notes;
};

/// Partition and tensor of its TOSA, of those that hold the result of a node: what its last
/// operator writes, and that in another order. Others have another scale or type than the node.
std::set<std::pair<int, QString>> resultTensors(const std::vector<compiled::TosaOrigin> &origins);

struct ModelPlace
{
    QString model; ///< .py or .pt2; its code runs
    QString trustedContent; ///< as in toolchain::CompileRequest
    spec::CompileSpec spec; ///< as the program was compiled
    QString interpreter;
    QString drivers; ///< empty: driversDir()
    std::function<void(std::function<void()>)> setCancel;
};
/// By index of the input; those that are missing are the model's own example. Blocks in an event
/// loop of its own. Errors: ToolMissing, ToolFailed, Cancelled; SpecInvalid for an input that does
/// not fit, IoRead for a model that has changed since it was approved.
Result<ModelSides> computeModelSides(
    const ModelPlace &place, const std::vector<std::map<size_t, localrun::Array>> &samples);

} // namespace tosaic::accuracy
