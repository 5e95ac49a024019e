// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/result.h"
#include "core/model/program.h"
#include "profiler/targets/runtarget.h"

#include <memory>

/// Command lines of Arm's Corstone FVPs. Facts: ExecuTorch's backends/arm/scripts/run_fvp.sh.
namespace tosaic::profile {

/// What is different between the platforms.
struct FvpPlatformFacts
{
    QString program; ///< "FVP_Corstone_SSE-320"
    QString npu; ///< prefix of the NPU's parameters: "ethosu."
    QString cpu; ///< prefix of the semihosting parameters: "cpu0."
    QString board; ///< prefix of UART and screen: "mps3_board."
    model::NpuProduct product = model::NpuProduct::U55;
    std::vector<quint32> macs; ///< MACs per cycle that the NPU exists with

    /// "ethos-u55-128"
    QString target(quint32 macCount) const;
};
const FvpPlatformFacts &factsOf(FvpTarget::Platform platform);

/// Memory that ExecuTorch's runner for the platform has, from its linker scripts (Corstone-300.ld,
/// Corstone-320.ld).
struct FvpMemory
{
    QString name; ///< "QSPI"
    quint64 origin = 0;
    quint64 size = 0; ///< bytes
};
const std::vector<FvpMemory> &memoriesOf(FvpTarget::Platform platform);

/// File that the trace is written to, in the folder the FVP runs in: the NPU's arguments cannot be
/// quoted, so that its path must be free of spaces.
inline const QString FvpTraceName = QStringLiteral("pmu_trace.gz");

/// Longest semihosting command line that an FVP takes, characters.
inline constexpr qsizetype SemihostingLineLimit = 256;

/// What the runner is told through semihosting: "executor_runner -m add.pte -i in0.bin -o out".
QString semihostingLine(const FvpTarget &target);
/// Puts what that line names into the folder: the program, its inputs (all ones where none are
/// given, which is what a runner without semihosting takes). Errors: IoOpen, IoWrite, or those of
/// reading the program.
Result<void> prepareSemihosting(const FvpTarget &target, const QString &folder);

/// The FVP's arguments. `timeLimitSeconds` 0: none.
QStringList fvpArguments(
    const FvpTarget &target, int timeLimitSeconds, const QString &folder = QStringLiteral("."));

/// The FVP to start; empty if it is neither where `program` says nor on PATH.
QString findFvp(const FvpTarget &target);

} // namespace tosaic::profile
