// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostic.h"
#include "core/model/program.h"
#include "core/spec/compilespec.h"

#include <QString>
#include <QStringList>

#include <memory>
#include <optional>
#include <vector>

/// The bare-metal runner for one program: which kernels it must be linked with and the commands of
/// an ExecuTorch checkout that build and start it. Facts: backends/arm/scripts of ExecuTorch 1.5
/// (build_executorch.sh, build_executor_runner.sh, run_fvp.sh) and the CMake options of
/// examples/arm/executor_runner.
namespace tosaic::analysis {

/// Where the runner finds the program.
enum class ProgramPlacement
{
    Embedded, ///< in the runner's image; its kernels are selected from the file
    Address, ///< loaded beside it to a fixed address; kernels are named
    Semihosting ///< read from the host; kernels are named
};

struct RunnerRequest
{
    QString programPath;
    std::shared_ptr<const model::Program> program;
    spec::CompileSpec spec; ///< target and memory decide CPU and memory map
    QString checkout; ///< folder of the ExecuTorch sources; empty: written as $EXECUTORCH
    QString buildFolder; ///< empty: arm_test/<program's name> in the checkout
    QString toolchain = QStringLiteral("arm-none-eabi-gcc");
    ProgramPlacement placement = ProgramPlacement::Embedded;
    quint64 address = 0x38000000; ///< of QSPI on Corstone-300 and -320
    bool recordsEtdump = false;
    /// How our command line program is started: run_fvp.sh gives a runner neither program nor
    /// inputs by semihosting.
    QString tosaicCli = QStringLiteral("tosaic-cli");
};

/// One command of the checkout.
struct RunnerStep
{
    enum class Kind
    {
        BuildLibraries,
        BuildRunner,
        RunFvp
    };
    Kind kind = Kind::BuildLibraries;
    QString program; ///< script, with the checkout's folder; semihosting: our command line program
    QStringList arguments;
    QString product; ///< file or folder that it leaves

    /// Quoted for a POSIX shell; `separator` between the words, for example with continued lines.
    QString commandLine(const QString &separator = QStringLiteral(" ")) const;
};

struct RunnerPlan
{
    /// Value of EXECUTORCH_SELECT_OPS_LIST without commas: every kernel that the program calls,
    /// each once, in the order of the first call.
    QStringList selectOps;
    QString cpu; ///< "cortex-m55"
    std::optional<quint64>
        scratchBytes; ///< largest arena of the delegates; absent: none or unknown
    quint64 plannedBytes = 0; ///< planned buffers of the largest method
    std::vector<RunnerStep> steps; ///< in order
    /// "runner.*": what will not work or surprise. location.entity is a key of SPEC.json where the
    /// spec is the reason, and the kernel's name for "runner.no-kernel" (a Warning: the kernels of
    /// other people's libraries are not known here) and "runner.cortex-m".
    std::vector<Diagnostic> diagnostics;

    QString selectOpsList() const { return selectOps.join(u','); }
};

/// Kernels that the program calls: "aten::add.out". Each once, in the order of the first call.
QStringList kernelsOf(const model::Program &program);

/// What the first delegate that remembers its spec was compiled for; absent without such a one.
std::optional<spec::CompileSpec> specOf(const model::Program &program);

RunnerPlan runnerPlan(const RunnerRequest &request);

/// What is missing to run the steps: scripts of the checkout, compiler on PATH, FVP. Looks at the
/// file system only. Ids: "runner.no-checkout", "runner.no-compiler", "runner.no-fvp".
std::vector<Diagnostic> missingForRunner(const RunnerRequest &request);

} // namespace tosaic::analysis
