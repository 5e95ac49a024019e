// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/targets/liverun.h"

namespace tosaic::profile {

/// What was done to a run from here.
enum class EndReason
{
    None,
    Stopped,
    TimedOut,
    Quiet,
    Failed ///< there was no going on; the problem is known
};

/// All that tells how a run ended.
struct RunEvidence
{
    EndReason reason = EndReason::None;
    const Run *run = nullptr; ///< null: the console says nothing
    std::optional<Diagnostic> ofTarget; ///< what happened to the target
    bool hasRunnerConsole = true; ///< the console tells how it ended
    bool isSilent = false; ///< nothing was printed
    int timeLimitSeconds = 0;
};

struct RunVerdict
{
    LiveRun::State state = LiveRun::State::Complete;
    std::optional<Diagnostic> problem;
    std::optional<Diagnostic> note; ///< odd, but outweighed
};

/// What was done to it comes first, then what the console says, then what happened to the target.
/// With EndReason::Failed the problem is left to the caller.
RunVerdict verdictOf(const RunEvidence &evidence);

} // namespace tosaic::profile
