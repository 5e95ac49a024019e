// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/eventtable.h"
#include "profiler/parsers/linerules.h"

using namespace Qt::StringLiterals;

// Arm's ML Embedded Evaluation Kit: model facts at start, results, profile sections. Both orders of
// value and unit, and the table of statistics.
namespace tosaic::profile {

namespace {

/// Value of "NPU ACTIVE cycles: 12", "NPU ACTIVE: 12 cycles" or, in the statistics form, the mean
/// of "NPU ACTIVE cycles: total/ mean / min / max". Groups: 1 name, 2 unit, 3 value, 4 rest.
std::optional<quint64> profileValue(ParseState &state, const RuleMatch &match)
{
    static const QRegularExpression statistics(u"^/ *(\\d+) */ *\\d+ */ *\\d+"_s);
    const auto rest = match.text(4);
    if (!rest.isEmpty() && rest.front() == u'/') {
        const auto mean = statistics.match(rest);
        bool ok = false;
        const auto value = mean.capturedView(1).toULongLong(&ok);
        return ok && value <= LargestCount ? std::optional<quint64>(value) : std::nullopt;
    }
    return match.count(state, 3);
}

/// The total is the last line of a section. Where the text stops right behind its digits, they are
/// all there if it is the sum of active and idle.
std::optional<quint64> completeTotal(ParseState &state, const RuleMatch &match)
{
    const auto total = match.untrusted(3);
    const auto *active = state.profiles.open().counter(u"NPU_ACTIVE"_s);
    const auto *idle = state.profiles.open().counter(u"NPU_IDLE"_s);
    const bool isComplete = total && active && idle && active->value + idle->value == *total;
    return isComplete ? total : std::nullopt;
}

void setNpuValue(ParseState &state, const RuleMatch &match)
{
    static const auto activeName = u"NPU_ACTIVE"_s;
    static const auto idleName = u"NPU_IDLE"_s;
    state.profiles.open();
    const auto printed = match.text(1).toUpper(); // "NPU total cycles" before release 21.11
    auto value = profileValue(state, match);
    if (printed == u"TOTAL"_s && !value && match.mayBeCut(3))
        value = completeTotal(state, match);
    if (printed == u"TOTAL"_s)
        state.profiles.setCycleCounter(value);
    else if (printed == u"ACTIVE"_s)
        state.profiles.addNamed(activeName, value);
    else if (printed == u"IDLE"_s) // total minus active
        state.profiles.addNamed(idleName, value, true);
    else
        state.profiles.addNamed(canonicalEventName(printed), value);
}

void setCpuValue(ParseState &state, const RuleMatch &match)
{
    state.profiles.open();
    const bool isActive = match.text(1) == u"ACTIVE"_s;
    const auto unit = match.has(2) ? match.text(2) : match.text(4);
    if (!unit.startsWith(u"cycles"_s))
        return;
    state.profiles.setCpuCycles(
        isActive ? &CpuCycles::active : &CpuCycles::inference, profileValue(state, match));
}

/// Whether a section is being read: some of its lines are too plain to mean it by themselves.
bool isInSection(const ParseState &state)
{
    return state.profiles.endedCount() < state.profiles.profiles().size();
}

/// Value of the first releases: "Active NPU cycles: 12", and of several samples "total / mean / min
/// / max". That mean has six digits only, so it is made from the total. The rest of the line is the
/// group behind the value's.
std::optional<quint64> firstReleaseValue(ParseState &state, const RuleMatch &match, int group)
{
    const auto printed = match.number(group);
    if (!match.text(group + 1).startsWith(u'/'))
        return printed;
    const auto samples = state.profiles.open().inferences;
    if (!printed || !samples || *samples == 0)
        return std::nullopt;
    return (*printed + *samples / 2) / *samples;
}

void setFirstReleaseCycles(ParseState &state, const RuleMatch &match)
{
    state.profiles.open();
    const auto value = firstReleaseValue(state, match, 3);
    const bool isActive = match.text(1) == u"Active"_s;
    if (match.text(2) == u"CPU"_s)
        state.profiles.setCpuCycles(&CpuCycles::active, value);
    else
        state.profiles.addNamed(
            isActive ? u"NPU_ACTIVE"_s : u"NPU_IDLE"_s, value, !isActive); // total minus active
}

void setFirstReleaseTime(ParseState &state, const RuleMatch &match)
{
    constexpr quint64 NsPerMs = 1'000'000;
    if (!isInSection(state))
        return;
    const auto value = firstReleaseValue(state, match, 1);
    if (value && *value <= LargestCount / NsPerMs)
        state.profiles.setTime(*value * NsPerMs);
}

void setFirstReleaseSamples(ParseState &state, const RuleMatch &match)
{
    if (isInSection(state))
        state.profiles.open().inferences = match.number(1);
}

void beginSection(ParseState &state, const RuleMatch &match)
{
    state.profiles.begin(match.text(1));
}

void countTotal(ParseState &state, const RuleMatch &match)
{
    state.inferences.add(&InferenceCounts::total, match.number(1));
}

void countLast(ParseState &state, const RuleMatch &match)
{
    if (match.number(1) == match.number(2))
        state.inferences.add(&InferenceCounts::lastOf, match.number(2));
}

void setArena(ParseState &state, const RuleMatch &match)
{
    if (const auto bytes = match.number(1))
        state.memory.arenaBytes = std::max(state.memory.arenaBytes.value_or(0), *bytes);
}

void setArenaTotal(ParseState &state, const RuleMatch &match)
{
    if (const auto bytes = match.number(1))
        state.memory.arenaTotalBytes = bytes;
}

void addDimension(ParseState &state, const RuleMatch &match)
{
    const auto index = match.number(1);
    const auto size = match.number(2);
    if (index && size)
        state.model.addDimension(*index, static_cast<qint64>(*size));
}

std::vector<LineRule> modelRules()
{
    using R = QRegularExpression;
    return {
        { u"tensor arena at", R(u"Creating allocator using tensor arena at"_s),
            HintNpu | HintStarted },
        { u"Allocating tensors", {}, HintNpu | HintStarted },
        { u"PUT tensors", R(u"Model (IN|OUT)PUT tensors"_s), HintNpu,
            [](ParseState &s, const RuleMatch &m) { s.model.beginTensors(m.text(1) == u"IN"_s); } },
        { u"tensor type is", R(u"tensor type is (\\S+)"_s), HintNpu,
            [](ParseState &s, const RuleMatch &m) { s.model.setTensorType(m.text(1)); } },
        { u"tensor occupies", R(u"tensor occupies (\\d+) bytes"_s), HintNpu,
            [](ParseState &s, const RuleMatch &m) { s.model.setTensorBytes(m.number(1)); } },
        { u":", R(u"^\\s*(\\d+): +(\\d+)\\s*$"_s), HintNone, addDimension },
        { u"size used", R(u"tensor arena\\) size used: *(\\d+)"_s), HintNpu, setArena },
        { u"rena_used_bytes", R(u"[Aa]rena_[Uu]sed_[Bb]ytes *[:=] *(\\d+)"_s), HintNpu, setArena },
        { u"arena size", R(u"[Tt]ensor arena size *[:=] *(\\d+)"_s), HintNpu, setArenaTotal },
        { u"Arena size", R(u"(?:^|[Tt]ensor )Arena size *[:=] *(\\d+)"_s), HintNpu, setArenaTotal },
        { u"Number of operators", R(u"Number of operators: *(\\d+)"_s), HintNpu,
            [](ParseState &s, const RuleMatch &m) {
                s.model.endTensors();
                s.model.setOperatorCount(m.number(1));
            } },
        { u"Operator ", R(u"^\\s*Operator (\\d+): *(\\S+)"_s), HintNpu,
            [](ParseState &s, const RuleMatch &m) {
                if (const auto index = m.number(1))
                    s.model.addOperator(*index, m.text(2));
            } },
    };
}

std::vector<LineRule> resultRules()
{
    using R = QRegularExpression;
    return {
        { u"Running inference on", {}, HintNpu | HintStarted },
        { u"Inference ", R(u"^Inference (\\d+)/(\\d+)\\s*$"_s), HintNpu | HintStarted, countLast },
        { u"Final results", {}, HintNpu | HintEnded },
        { u"Total number of inferences", R(u"Total number of inferences: *(\\d+)"_s),
            HintNpu | HintEnded, countTotal },
        { u"inference #", R(u"\\(inference #: *\\d+\\)"_s), HintNpu | HintEnded },
        { u"-> Detection box", {}, HintNpu | HintEnded },
        { u"Invoke failed", {}, HintNpu | HintFailed },
        { u"nference failed", R(u"^[Ii]nference failed"_s), HintNpu | HintFailed },
        { u"Failed to initialise model", {}, HintNpu | HintFailed },
        { u"ensor allocation failed", {}, HintNpu | HintFailed },
        { u"Processor internal clock", R(u"Processor internal clock: *(\\d+) *Hz"_s), HintNpu,
            [](ParseState &s, const RuleMatch &m) { s.cpuClockHz = m.number(1); } },
        { u"core clock", R(u"core clock has been set to: *(\\d+) *Hz"_s), HintNpu,
            [](ParseState &s, const RuleMatch &m) { s.cpuClockHz = m.number(1); } },
    };
}

std::vector<LineRule> profileRules()
{
    using R = QRegularExpression;
    const auto value
        = u" ?(cycles|beats|milliseconds|ms)?(?: \\(approx\\))?: *(-?[0-9]\\S*?)(?=[/\\s]|$)(.*)$"_s;
    return {
        { u"Profile for ", R(u"^Profile for ([^:]*):"_s), HintNpu | HintEnded, beginSection },
        { u"Number of samples", R(u"^Number of samples: *(\\d+)"_s), HintNpu,
            [](ParseState &s, const RuleMatch &m) { s.profiles.open().inferences = m.number(1); } },
        { u"NPU: ", R(u"^NPU: ((?:ETHOSU_PMU_)?[A-Z][A-Z0-9]*_[A-Z0-9_]+)"_s + value),
            HintNpu | HintEnded, setNpuValue },
        { u"NPU ",
            R(u"^NPU (ACTIVE|IDLE|TOTAL|total|(?:ETHOSU_PMU_)?[A-Z][A-Z0-9]*_[A-Z0-9_]+)"_s
                + value),
            HintNpu | HintEnded, setNpuValue },
        { u"CPU ", R(u"^CPU (TOTAL|ACTIVE)"_s + value), HintNpu | HintEnded, setCpuValue },
        { u"Time ", R(u"^Time (ns|us|ms|s): *([0-9.,]+)\\s*$"_s), HintNpu | HintEnded,
            [](ParseState &s, const RuleMatch &m) { s.profiles.setTime(m.nanoseconds(2, 1)); } },
        { u"verflow detected for", R(u"verflow detected for (.+?)\\.?\\s*$"_s), HintNpu,
            [](ParseState &s, const RuleMatch &m) {
                s.diagnostics.add(u"log.counter-overflow"_s, Severity::Warning,
                    u"the log reports an overflow of "_s + m.text(1),
                    { .line = static_cast<int>(m.lineNumber()) });
            } },
    };
}

/// Of releases before 21.08. The lines have no level in front of them.
std::vector<LineRule> firstReleaseRules()
{
    using R = QRegularExpression;
    const auto value = u" *(\\d+)(?= |$) *(/.*)?"_s;
    return {
        { u"PU cycles", R(u"^\\s*(Active|Idle) (NPU|CPU) cycles(?: \\(approx\\))?:"_s + value),
            HintNpu | HintMlek | HintEnded, setFirstReleaseCycles },
        { u"Time in ms:", R(u"^\\s*Time in ms:"_s + value), HintNone, setFirstReleaseTime },
        { u"Samples:", R(u"^\\s*Samples: *(\\d+)\\s*$"_s), HintNone, setFirstReleaseSamples },
    };
}

} // namespace

const std::vector<LineRule> &mlekRules()
{
    static const auto rules = [] {
        auto all = modelRules();
        for (auto &&more : { resultRules(), profileRules(), firstReleaseRules() })
            all.insert(all.end(), more.begin(), more.end());
        return all;
    }();
    return rules;
}

} // namespace tosaic::profile
