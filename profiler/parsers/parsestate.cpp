// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/parsestate.h"

#include "profiler/parsers/consolelimits.h"

#include <QRegularExpression>

#include <algorithm>
#include <iterator>

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
    // Old drivers say nothing of the end but that the NPU is free again.
    const bool isReleased = (state.hints & HintReleased) && !(state.hints & HintFault);
    if (ended || isReleased)
        return RunStatus::Complete;
    return state.hints & HintStarted ? RunStatus::Truncated : RunStatus::NoInference;
}

void ParseState::endTimes()
{
    const auto ended = std::exchange(times, {});
    if (ended.runNs.empty() && !ended.meanNs)
        return;
    Profile profile{ .inferences = ended.statedRuns, .timeNs = ended.meanNs };
    const bool areAllPrinted = ended.isContiguous && !isAbridged
        && ended.statedRuns.value_or(ended.runNs.size()) == ended.runNs.size();
    if (areAllPrinted)
        profile.runNs = ended.runNs;
    if (!profile.timeNs && ended.runNs.size() == 1)
        profile.timeNs = ended.runNs[0];
    profiles.addTimes(std::move(profile), ended.blocksBefore);
}

void ParseState::beginModel(const QString &name)
{
    if (model.model.name.isEmpty())
        model.model.name = name;
    if (modelNames.isAny && modelNames.last == name)
        return;
    const bool isMeasured = !profiles.isEmpty() || !times.runNs.empty();
    modelNames.areAmbiguous = modelNames.areAmbiguous || (!modelNames.isAny && isMeasured);
    if (modelNames.isAny && !modelNames.areAmbiguous) {
        endTimes();
        profiles.close();
    }
    modelNames.isAny = true;
    modelNames.last = name;
    profiles.setModel(modelNames.areAmbiguous ? QString() : name);
}

void ParseState::selectPort(const QString &name)
{
    constexpr size_t MostPorts = 16;
    if (name == m_port)
        return;
    auto other = std::find_if(m_otherPorts.begin(), m_otherPorts.end(),
        [&](const auto &entry) { return entry.first == name; });
    if (other == m_otherPorts.end() && m_otherPorts.size() >= MostPorts)
        return;
    auto selected = other == m_otherPorts.end() ? Measuring() : std::move(other->second);
    Measuring left{ std::exchange(profiles, std::move(selected.profiles)),
        std::exchange(times, std::move(selected.times)) };
    if (other == m_otherPorts.end())
        m_otherPorts.emplace_back(m_port, std::move(left));
    else
        *other = { m_port, std::move(left) };
    m_port = name;
}

std::vector<Profile> ParseState::takeProfiles()
{
    endTimes();
    auto all = profiles.take();
    const auto last = m_port;
    const auto labelAll = [](std::vector<Profile> &of, const QString &port) {
        for (auto &profile : of) {
            if (profile.label.isEmpty())
                profile.label = port;
        }
    };
    std::vector<std::pair<QString, std::vector<Profile>>> others;
    while (!m_otherPorts.empty()) {
        const auto port = m_otherPorts.front().first;
        auto measuring = std::move(m_otherPorts.front().second);
        m_otherPorts.erase(m_otherPorts.begin());
        profiles = std::move(measuring.profiles);
        times = std::move(measuring.times);
        endTimes();
        if (auto taken = profiles.take(); !taken.empty())
            others.emplace_back(port, std::move(taken));
    }
    if (others.empty())
        return all;
    if (all.empty() && others.size() == 1)
        return std::move(others.front().second);
    // Several devices measured: a label says which.
    labelAll(all, last);
    std::vector<Profile> sum;
    for (auto &[port, taken] : others) {
        labelAll(taken, port);
        std::move(taken.begin(), taken.end(), std::back_inserter(sum));
    }
    std::move(all.begin(), all.end(), std::back_inserter(sum));
    return sum;
}

ParseState::Measurements ParseState::measurements() const
{
    Measurements sum;
    const auto add = [&](const ProfileBuilder &of) {
        sum.kept += of.profiles().size();
        sum.dropped += of.dropped();
        sum.wereCountersDropped |= of.wasLimited();
    };
    add(profiles);
    for (const auto &[port, measuring] : m_otherPorts)
        add(measuring.profiles);
    return sum;
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
