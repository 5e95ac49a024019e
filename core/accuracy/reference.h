// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accuracy/comparison.h"
#include "core/base/diagnostic.h"

#include <functional>

/// What the TOSA reference model computes in a partition, for the inputs that its delegate got.
namespace tosaic::accuracy {

/// By the name of the TOSA tensor, outputs included.
using ReferenceValues = std::map<QString, localrun::Array>;

/// A finished run of `tosaic-cli reference --intermediates`. Errors: IoOpen, FormatDamaged;
/// SpecInvalid if the run was not about these inputs (bytes in the order of the graph's inputs;
/// empty: they are not compared).
Result<ReferenceValues> keptValues(
    const QString &folder, const std::vector<QByteArray> &inputs, const QString &tosa);

struct ReferencePlace
{
    QString tosa; ///< the partition's graph
    QString interpreter; ///< Python with tosa-tools
    QString drivers; ///< empty: driversDir()
    std::function<void(std::function<void()>)> setCancel; ///< gets what ends it; empty: nobody
};
/// Runs the model in a child process. Blocks in an event loop of its own; any thread. Errors:
/// ToolMissing, ToolFailed, Cancelled, and those of reading the graph; SpecInvalid if the inputs
/// are not the graph's.
Result<ReferenceValues> computedValues(
    const ReferencePlace &place, const std::vector<QByteArray> &inputs);

} // namespace tosaic::accuracy
