// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/kernels/kernelprofile.h"
#include "profiler/parsers/executedmethods.h"

namespace tosaic::profile {

/// Says which method each execution of a dump is of. A dump names none, so events are compared with
/// the instructions of the program; without one, executions belong together as long as no
/// instruction is two different kernels.
class MethodMatch
{
public:
    MethodMatch(const model::Program *program, QString stated);

    /// The profile that an execution belongs to; a new one at the end of the list if needed.
    MethodProfile &methodOf(
        const EtDumpRun &run, std::vector<MethodProfile> &methods, DiagnosticSink &sink);

private:
    bool fits(const ExecutionSignature &signature, const model::Method &method) const;
    std::vector<int> candidates(const ExecutionSignature &signature) const;

    const model::Program *m_program;
    QString m_stated;
    std::vector<ExecutionSignature> m_signatures; ///< one for each profile in the list
    std::vector<std::vector<int>> m_candidates;
};

} // namespace tosaic::profile
