// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"
#include "core/compiled/compileresult.h"
#include "core/compiled/estimate.h"
#include "core/model/program.h"

#include <QVariant>

#include <map>
#include <memory>

namespace tosaic::advice {

/// What advice is asked about: a compile and the TOSA that it kept.
struct Subject
{
    spec::CompileSpec spec; ///< that it was compiled with, as asked
    std::vector<compiled::EstimateInput> inputs; ///< the kept TOSA; none: nothing can be tried
    QString baseFolder; ///< where a relative ini path starts
    std::shared_ptr<const compiled::CompileResult> result; ///< null: not known
    std::shared_ptr<const model::Program> program; ///< null: not known
};

/// Something known of a subject, for the conditions of rules and as evidence.
struct Fact
{
    QVariant value; ///< number, text or names; never invalid
    QString unit; ///< "cycles", "bytes", "share"; empty: a count or text
    std::optional<Origin> origin; ///< absent: a fact of the spec or the graph
};
using Facts = std::map<QString, Fact>; ///< what is not known is absent

/// Keys: target, family, systemConfig, memoryMode, optimise, arenaCacheSize, tensorAllocator,
/// integerIo, cpuKernels, quantizer, activations, pins; of a compile also cpuOperators,
/// npuOperators, boundaryOperators, refusedOperators, partitions, sramBytes, scratchBytes,
/// sramPortBusy, externalPortBusy, macUtilisation, transposeOperations, transposeCycles,
/// transposeShare; island, islandOperators, islandCycles, islandShare of the smallest of several
/// partitions; edgeOperator, edgeOperatorCycles, edgeOperatorShare, edgeOperatorMacUse of the one
/// beside the CPU on which the NPU spends most beyond its MACs. Reads a compile's reports: off the
/// GUI thread.
Facts factsOf(const Subject &subject);

} // namespace tosaic::advice
