// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compiled/compileresult.h"

#include <vector>

/// What pins hold in a model, and pins for a part of it. From the nodes of a compile or a preview;
/// any thread.
namespace tosaic::analysis {

/// One entry of KeepOnCpu.
struct PinHold
{
    spec::KeepOnCpu pin; ///< with that entry alone
    QStringList operators; ///< ModelNode::name; empty: it names nothing that is there
    QString likely; ///< of the names that are there the nearest, if it names nothing; may be empty
};

/// In the order of spec::pinsOf().
std::vector<PinHold> holdsOf(const compiled::CompileResult &result, const spec::KeepOnCpu &kept);

/// The operators of a source line, "model.py:42".
spec::KeepOnCpu pinsOfLine(const compiled::CompileResult &result, const QString &source);
/// The operators of a partition; with its neighbours those too to which only the CPU lies between.
spec::KeepOnCpu pinsOfIsland(
    const compiled::CompileResult &result, int partition, bool withNeighbours);

/// Something that can be pinned around an operator.
struct PinChoice
{
    enum class Part
    {
        Operator,
        Kind,
        Module,
        SourceLine,
        Island,
        Neighbours ///< and the island
    };
    Part part = Part::Operator;
    QString name; ///< of the part; of an island its index
    spec::KeepOnCpu pin;
    int operators = 0; ///< on the NPU that it holds
    bool operator==(const PinChoice &) const = default;
};

/// Empty: it is no operator of the model, or a step that follows those around it.
std::vector<PinChoice> pinChoicesOf(const compiled::CompileResult &result, const QString &node);
/// The entries of `kept` that hold an operator.
spec::KeepOnCpu pinsThatHold(
    const compiled::CompileResult &result, const QString &node, const spec::KeepOnCpu &kept);

/// What happens to an operator because the user keeps things on the CPU.
enum class PinState
{
    None,
    Kept, ///< in the result, and still
    Pending, ///< from the next compile on
    Released ///< in the result, but no longer from the next compile on
};

/// `kept`: of the spec that is edited. A pin that holds what the NPU could not take anyway changes
/// nothing.
PinState pinStateOf(const compiled::CompileResult &result, const compiled::ModelNode &node,
    const spec::KeepOnCpu &kept);

} // namespace tosaic::analysis
