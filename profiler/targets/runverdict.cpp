// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/targets/runverdict.h"

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

using State = LiveRun::State;

RunVerdict failure(Diagnostic problem, std::optional<Diagnostic> note = {})
{
    return { State::Failed, std::move(problem), std::move(note) };
}

Diagnostic timeOut(int seconds)
{
    return { u"run.timeout"_s, Severity::Error, {},
        u"the run was not over within its time limit of %1 s"_s.arg(seconds) };
}

/// The first error that the console shows.
Diagnostic failedRun(const Run &run)
{
    if (run.errors.empty())
        return { u"run.failed"_s, Severity::Error, {}, u"the console says that the run failed"_s };
    const auto &error = run.errors.front();
    return { u"run.failed"_s, Severity::Error, { .line = static_cast<int>(error.line) },
        error.text };
}

RunVerdict verdictOfConsole(const RunEvidence &evidence)
{
    const auto said = evidence.run ? evidence.run->status : RunStatus::NoInference;
    if (said == RunStatus::Failed)
        return failure(failedRun(*evidence.run), evidence.ofTarget);
    const bool isLost = evidence.ofTarget && evidence.ofTarget->id == "run.connection-lost"_L1;
    if (isLost && said == RunStatus::Complete)
        return { State::Complete, {}, evidence.ofTarget };
    if (evidence.ofTarget)
        return failure(*evidence.ofTarget);
    if (said == RunStatus::Truncated)
        return failure({ u"run.truncated"_s, Severity::Error, {},
            u"the console ends before an inference was complete"_s });
    if (said == RunStatus::NoInference)
        return failure({ u"run.no-inference"_s, Severity::Error, {},
            evidence.isSilent ? u"nothing was printed"_s : u"the console shows no inference"_s });
    return {};
}

} // namespace

RunVerdict verdictOf(const RunEvidence &evidence)
{
    switch (evidence.reason) {
    case EndReason::Failed:
        return { State::Failed, {}, {} };
    case EndReason::Stopped:
        return { State::Stopped, {}, {} };
    case EndReason::TimedOut:
        return { State::TimedOut, timeOut(evidence.timeLimitSeconds), {} };
    case EndReason::None:
    case EndReason::Quiet:
        break;
    }
    if (evidence.ofTarget && evidence.ofTarget->id == "run.timeout"_L1)
        return { State::TimedOut, evidence.ofTarget, {} };
    if (evidence.hasRunnerConsole)
        return verdictOfConsole(evidence);
    return evidence.ofTarget ? failure(*evidence.ofTarget) : RunVerdict{};
}

} // namespace tosaic::profile
