// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/parsestate.h"

#include "profiler/parsers/consolelimits.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

quint32 hintsOfPrefix(const ConsoleLine &line)
{
    switch (line.prefix) {
    case LinePrefix::Executorch:
        return HintExecutorch | HintNpu;
    case LinePrefix::Mlek:
        return HintMlek | HintNpu;
    case LinePrefix::ZephyrThread:
        return HintZephyr | HintNpu;
    case LinePrefix::ZephyrLog:
        return line.module == u"ethos_u"_s ? HintZephyr | HintNpu : HintNone;
    case LinePrefix::Driver:
    case LinePrefix::Other:
    case LinePrefix::None:
        break;
    }
    return HintNone;
}

LogFamily familyOf(quint32 hints)
{
    if (hints & HintExecutorch)
        return LogFamily::ExecutorchRunner;
    if (hints & HintMlek)
        return LogFamily::Mlek;
    if (hints & HintZephyr)
        return LogFamily::Zephyr;
    return hints & HintCoreSoftware ? LogFamily::CoreSoftware : LogFamily::Other;
}

RunStatus statusOf(const ParseState &state)
{
    const bool ended = state.hints & HintEnded;
    if ((state.hints & HintFailed) || state.jobs.hasFailed()
        || ((state.hints & HintFault) && !ended))
        return RunStatus::Failed;
    if (ended)
        return RunStatus::Complete;
    return state.hints & HintStarted ? RunStatus::Truncated : RunStatus::NoInference;
}

void ParseState::endTimes()
{
    const auto ended = std::exchange(times, { .label = times.label });
    if (ended.runNs.empty() && !ended.meanNs)
        return;
    Profile profile{ .label = ended.label, .inferences = ended.statedRuns, .timeNs = ended.meanNs };
    const bool areAllPrinted = ended.isContiguous && !isAbridged
        && ended.statedRuns.value_or(ended.runNs.size()) == ended.runNs.size();
    if (areAllPrinted)
        profile.runNs = ended.runNs;
    if (!profile.timeNs && ended.runNs.size() == 1)
        profile.timeNs = ended.runNs[0];
    profiles.append(std::move(profile));
}

void ParseState::addError(quint64 line, const QString &code, const QString &text)
{
    if (errors.size() >= limits::Errors) {
        areErrorsLimited = true;
        return;
    }
    errors.push_back(
        { .line = line, .code = code, .text = text.left(limits::ErrorText).trimmed() });
}

bool listError(ParseState &state, const ConsoleLine &line, quint32 hints)
{
    static const QRegularExpression status(
        u"failed with status (0x[0-9a-fA-F]+)|failed @ \\S+: (0x[0-9a-fA-F]+)"_s);
    QString code;
    bool hasStatus = false;
    if (line.message.contains(u"failed ")) {
        const auto match = status.match(line.message);
        hasStatus = match.capturedLength(1) > 0;
        code = hasStatus ? match.captured(1) : match.captured(2);
    }
    const bool isListed = line.isError || hasStatus || (hints & HintError);
    if (isListed)
        state.addError(line.number, code, line.errorText);
    return isListed;
}

Allocator &ParseState::methodAllocator()
{
    return memory.methodAllocator ? *memory.methodAllocator : memory.methodAllocator.emplace();
}

Allocator &ParseState::tempAllocator()
{
    return memory.tempAllocator ? *memory.tempAllocator : memory.tempAllocator.emplace();
}

} // namespace tosaic::profile
