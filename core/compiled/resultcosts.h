// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostic.h"
#include "core/compiled/compileresult.h"
#include "core/compiled/velasummary.h"

#include <optional>
#include <vector>

/// What the reports of a compile say beyond its summary: traffic of each memory, cost of each
/// operator. Read from the files in the result's folder when they are asked for.
namespace tosaic::compiled {

/// An operator, or one scheduled operation of the per-layer report. All numbers are
/// Origin::Estimate.
struct OperatorCost
{
    /// Of an operation its output tensor; "#12" and the like are the compiler's own, of one run.
    QString name;
    QString kind; ///< "Conv2D"; of an operation what it was made from, empty if it was inserted
    std::optional<int> partition; ///< absent: a Vela job without partitions
    /// Hash of the TOSA or TFLite file that the compiler read: names mean the same in the same file
    /// only (numbers in them shift when an operator more or less is lowered). Empty: not known.
    QString graphSha256;
    /// The model's node that it was lowered from, by the compile's own record; without name: not
    /// recorded, or the compiler's own.
    ModelNode node;
    std::optional<double> cycles; ///< NPU clocks
    std::optional<quint64> macs;
};

/// Everything of one kind.
struct KindCost
{
    QString kind; ///< "Conv2D"; empty: what the compiler inserted
    qsizetype count = 0; ///< of operations
    std::optional<double> cycles; ///< absent if one of them has no number
};

struct ResultCosts
{
    QString modelSha256 = {}; ///< of what was compiled: CompileResult::sourceSha256
    /// The four memories over all partitions: bytes moved and cycles are sums, SRAM in use is the
    /// largest of the partitions (they run one after another), other memories' use is a sum. A
    /// number that one partition lacks is absent. Empty if a partition has no summary report.
    std::vector<MemoryUse> memories;
    /// In the order of execution, without members of fused groups; empty if the compile wrote no
    /// per-layer report.
    std::vector<OperatorCost> operators;
    std::vector<KindCost> kinds; ///< of the operations that `operators` stand for
    std::vector<Diagnostic> diagnostics; ///< reports that are gone or cannot be read
};

/// Reads a few small files; call it off the GUI thread. Its operators are the operations of the
/// per-layer report: what a reader is shown has other rows and names (profiler/session/
/// compilecosts.h).
ResultCosts costsOf(const CompileResult &result);

/// Hash of the file that a partition, or a Vela job as a whole, was compiled from; empty: not kept.
QString graphHash(const CompileResult &result, const std::optional<int> &partition);

} // namespace tosaic::compiled
