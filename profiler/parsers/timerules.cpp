// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/consolelimits.h"
#include "profiler/parsers/linerules.h"

using namespace Qt::StringLiterals;

// Wall times and model names of applications that count no cycles.
namespace tosaic::profile {

namespace {

constexpr quint32 Timed = HintNpu | HintEnded;

/// "Inference Run #3, inference time: 68.75ms": one of several.
void addRun(ParseState &state, const RuleMatch &match)
{
    auto &times = state.times;
    const auto time = match.nanoseconds(2, 3);
    const auto number = match.number(1);
    if (number == quint64(1) && !times.runNs.empty()) // another series
        state.endTimes();
    if (times.runNs.empty())
        times.blocksBefore = state.profiles.endedCount();
    times.isContiguous = times.isContiguous && time && number == times.runNs.size() + 1
        && times.runNs.size() < limits::Runs;
    if (time && times.isContiguous)
        times.runNs.push_back(*time);
}

/// "Iteration 2 of 3: 12.25 ms" of ExecuTorch's executor_runner. Where one block of counters was
/// printed before each, it is of that inference alone.
void addIteration(ParseState &state, const RuleMatch &match)
{
    addRun(state, match);
    const auto &profiles = state.profiles;
    if (profiles.isOpen() && profiles.profiles().size() == state.times.runNs.size())
        state.profiles.open().inferences = 1;
    else
        state.profiles.close(); // blocks are of parts of it
}

/// "Model executed successfully 3 time(s) in 39.25 ms": what all took together, with what the
/// runner does between them, is the time of one inference only where there is one.
void setExecuted(ParseState &state, const RuleMatch &match)
{
    const auto count = match.number(1);
    auto &times = state.times;
    times.statedRuns = count;
    state.inferences.add(&InferenceCounts::overRuns, count);
    if (times.runNs.empty() && count == quint64(1)) {
        if (state.profiles.endedCount() > 0) // several blocks are of parts of it
            state.profiles.close();
        times.meanNs = match.nanoseconds(2, 3);
        times.blocksBefore = state.profiles.endedCount();
    }
    state.endTimes();
}

/// "Average inference time: 68.87ms over 10 runs".
void setMean(ParseState &state, const RuleMatch &match)
{
    state.times.meanNs = match.nanoseconds(1, 2);
    state.times.statedRuns = match.number(3);
    state.inferences.add(&InferenceCounts::overRuns, match.number(3));
    if (state.times.runNs.empty())
        state.times.blocksBefore = state.profiles.endedCount();
    state.endTimes(); // cycles of the same measurement may follow
}

void setCompleted(ParseState &state, const RuleMatch &match)
{
    if (const auto time = match.nanoseconds(1, 2))
        state.profiles.setTime(time);
}

/// "Inference time: 30 ms": the time itself, or a summary that repeats it.
void setTime(ParseState &state, const RuleMatch &match)
{
    const auto time = match.nanoseconds(1, 2);
    if (!time)
        return;
    const auto &profiles = state.profiles.profiles();
    if (!profiles.empty() && profiles.back().timeNs == time)
        return;
    state.profiles.setTime(time);
}

void setModelName(ParseState &state, const RuleMatch &match)
{
    state.beginModel(match.text(1));
}

} // namespace

const std::vector<LineRule> &timeRules()
{
    using R = QRegularExpression;
    const auto time = u"([0-9.,]+) ?(ns|us|µs|ms|milliseconds|s|sec|seconds)\\b"_s;
    static const std::vector<LineRule> rules{
        { u"nference Run #", R(u"Inference Run #(\\d+),? inference time: "_s + time), Timed,
            addRun },
        { u"Iteration ", R(u"^\\s*Iteration (\\d+) of \\d+: "_s + time), Timed, addIteration },
        { u"Model executed successfully",
            R(u"Model executed successfully (\\d+) time\\(s\\) in "_s + time), Timed, setExecuted },
        { u"verage inference time",
            R(u"Average inference time: "_s + time + u"(?: over (\\d+) runs)?"_s), Timed, setMean },
        { u"Inference completed in", R(u"Inference completed in "_s + time), Timed, setCompleted },
        { u"nference ", R(u"^\\W*[Ii]nference (?:[Tt]ime|[Ll]atency) *[:=] *"_s + time), Timed,
            setTime },
        { u"Model being executed", R(u"Model being executed: (\\S+)"_s), HintNpu | HintStarted,
            setModelName },
        { u"Model: ", R(u"^\\s*Model: (\\S+)\\s*$"_s), HintNone, setModelName },
        { u"Model name", R(u"^\\s*Model name *[:=] *(\\S+)\\s*$"_s), HintNone, setModelName },
        { u"Model size: ", R(u"^\\s*Model size: +(\\d+) bytes"_s), HintNone,
            [](ParseState &s, const RuleMatch &m) { s.model.modelSize = m.number(1); } },
    };
    return rules;
}

} // namespace tosaic::profile
