// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/localrun/localrun.h"
#include "profiler/kernels/hostfacts.h"
#include "profiler/run.h"

#include <QString>

#include <functional>
#include <vector>

namespace tosaic::profile {

/// What has to hold before a run on a target says anything of a program.
enum class ProofStep
{
    Started, ///< a runner came up
    Elf, ///< the runner is the one with this program
    Program, ///< the program that ran is this one
    Finished,
    Outputs ///< what it printed is what it should be
};
enum class ProofState
{
    Proven,
    Refuted,
    Unproven
};
QString proofKey(ProofStep step); ///< "started", "elf", ...
QString proofKey(ProofState state); ///< "proven", "refuted", "unproven"

struct ProofFact
{
    ProofStep step = ProofStep::Started;
    ProofState state = ProofState::Unproven;
    QString why; ///< in English, as diagnostics are
};

struct RunProof
{
    std::vector<ProofFact> facts; ///< one for each step, in their order

    /// Refuted if any fact is, proven if all are.
    ProofState state() const;
};

struct ProofEvidence
{
    const Run *run = nullptr; ///< null: nothing was printed
    const HostFacts *host = nullptr; ///< of a run in ExecuTorch's runtime; null: it was none
    const model::Program *program = nullptr; ///< null: none is known
    QString elf; ///< of the runner; empty: not known
    bool isFileItself = false; ///< the runtime was given the file of the program
    std::vector<std::vector<double>> outputs; ///< as they should be, whole; empty: not known
    QString whyNoOutputs; ///< why they are not known
};
/// Looks into the ELF. Numbers count as equal within 1e-6, absolute or relative: consoles print six
/// decimals.
RunProof proofOf(const ProofEvidence &evidence);
/// The same, where `simulate` says what the outputs should be. It is asked only if the program is
/// known and the run gave an output whole.
using Simulation = std::function<Result<std::vector<std::vector<double>>>()>;
RunProof proofOf(ProofEvidence evidence, const Simulation &simulate);

/// What a run in ExecuTorch's runtime was given, by index, as far as its files are at hand.
Result<std::map<QString, localrun::Array>> inputsOf(const HostFacts &facts);

/// What the program gives in the simulator. Inputs that are not given (by index or name) are all
/// ones, as those of ExecuTorch's runner are (extension/runner_util: prepare_input_tensors).
/// Errors: of localrun::runHere; FormatUnsupported where the simulator refused.
Result<std::vector<std::vector<double>>> simulatedOutputs(
    const std::shared_ptr<const model::Program> &program, localrun::LocalRequest request);

} // namespace tosaic::profile
