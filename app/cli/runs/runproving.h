// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/frame/commandline.h"
#include "profiler/session/runproof.h"

namespace tosaic::cli {

/// What is known of a run besides its console.
struct ProofQuestion
{
    QString model; ///< .pte that should have run; empty: not known
    QString elf; ///< of the runner; empty: not known
    bool isFileItself = false; ///< the runtime was given the file
    std::vector<std::pair<QString, QString>> inputs; ///< by index or name; others are ones
    std::shared_ptr<const profile::HostFacts> host; ///< of a run in ExecuTorch's runtime
};

/// Where the console prints outputs, or a runtime left them, the program is run in the simulator.
/// What keeps it from that is told.
profile::RunProof proveRun(
    const profile::Run *run, const ProofQuestion &question, Streams &streams);

/// {"state", "steps": [{"step", "state", "why"}]}.
QJsonObject proofJson(const profile::RunProof &proof);
void printProof(const profile::RunProof &proof, QTextStream &out);
/// Whether outputs were printed that are not what the program gives.
bool hasWrongOutputs(const profile::RunProof &proof);

} // namespace tosaic::cli
