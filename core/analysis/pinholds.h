// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/toolchain/compileresult.h"

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
std::vector<PinHold> holdsOf(const toolchain::CompileResult &result, const spec::KeepOnCpu &kept);

/// The operators of a source line, "model.py:42".
spec::KeepOnCpu pinsOfLine(const toolchain::CompileResult &result, const QString &source);
/// The operators of a partition; with its neighbours those too to which only the CPU lies between.
spec::KeepOnCpu pinsOfIsland(
    const toolchain::CompileResult &result, int partition, bool withNeighbours);

} // namespace tosaic::analysis
