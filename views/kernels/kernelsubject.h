// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "profiler/kernels/hostfacts.h"
#include "profiler/kernels/kernelprofile.h"
#include "profiler/session/runsdocument.h"

namespace tosaic::views {

/// How the open program stands to the run.
enum class ProgramRelation
{
    None, ///< none is open
    Same, ///< it ran: the hash says so
    Fits, ///< no hash is known of the run; its events fit the program
    Other ///< it did not run, or its events do not fit
};

/// What the page shows of one run.
struct KernelsSubject
{
    std::shared_ptr<const profile::EtDump> dump;
    profile::KernelProfile profile;
    ProgramRelation relation = ProgramRelation::None;
    QString programName; ///< file name of the open program
    std::optional<Origin> origin;
    std::shared_ptr<const profile::HostFacts> host; ///< null: not known
};

/// The question, as values for a pool thread.
struct KernelsQuestion
{
    profile::MeasuredRun run;
    std::shared_ptr<const model::Program> program; ///< open; null: none
    QString programName;
};

KernelsSubject kernelsSubject(const KernelsQuestion &question);

} // namespace tosaic::views
