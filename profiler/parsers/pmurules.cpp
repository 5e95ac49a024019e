// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/eventtable.h"
#include "profiler/parsers/linerules.h"

#include <algorithm>

using namespace Qt::StringLiterals;

// The blocks of ExecuTorch's arm_perf_monitor, of core software's ArmProfiler and EthosUMonitor,
// and of Linux drivers.
namespace tosaic::profile {

namespace {

constexpr quint32 Runner = HintExecutorch | HintNpu;
constexpr quint32 Measured = HintNpu | HintEnded;

/// Of a sum, the mean that newer runners print behind it: " (12.34 per inference)".
QString withMean(const QString &pattern)
{
    return pattern + u"(?:.*\\((\\d+)\\.\\d+ per inference\\))?"_s;
}

/// The sum in `group`, unless the whole cycles of the mean in the next one contradict it: a digit
/// of either was lost.
std::optional<quint64> sumOf(ParseState &state, const RuleMatch &match, int group)
{
    const auto sum = match.count(state, group);
    const auto inferences = state.profiles.open().inferences.value_or(0);
    const auto mean = match.number(group + 1);
    if (!sum || inferences == 0 || !mean)
        return sum;
    constexpr quint64 Single = 1'000'000; // a float has about as many digits
    const auto made = *sum / inferences;
    const auto difference = made > *mean ? made - *mean : *mean - made;
    if (difference <= 1 + *mean / Single)
        return sum;
    state.diagnostics.add(u"log.number"_s, Severity::Warning,
        u"%1 is not about %2 for each of %3 inferences and is left out"_s.arg(
            match.text(group), match.text(group + 1), QString::number(inferences)),
        { .line = static_cast<int>(match.lineNumber()) });
    return std::nullopt;
}

void setCounter(ParseState &state, const RuleMatch &match)
{
    state.profiles.open();
    // "cntrzd": a C library without %z; then the order of appearance counts.
    state.profiles.setSlot(match.number(1), sumOf(state, match, 2));
}

void setCycleCounter(ParseState &state, const RuleMatch &match)
{
    state.profiles.open();
    state.profiles.setCycleCounter(sumOf(state, match, 1));
}

/// A canonical name of an event; empty where the bytes are no name: noise cut into it.
QString eventName(const QString &printed)
{
    auto name = canonicalEventName(printed);
    const bool isName = std::ranges::all_of(
        name, [](QChar c) { return c.unicode() < 0x80 && (c.isLetterOrNumber() || c == u'_'); });
    return isName ? name : QString();
}

/// "[ETHOSU_PMU_A, ETHOSU_PMU_B]". Messages are cut at 255 characters: a last name without an end
/// mark may be half a name.
std::vector<QString> eventNames(const QString &list)
{
    const auto end = list.indexOf(u']');
    const auto parts = (end < 0 ? list : list.first(end)).split(u',');
    std::vector<QString> names;
    for (const auto &part : parts)
        names.push_back(eventName(part));
    if (end < 0)
        names.back().clear();
    return names;
}

void setEventNames(ParseState &state, const RuleMatch &match)
{
    auto &[list, names] = state.eventNames;
    if (auto printed = match.text(1); printed != list || names.empty()) {
        names = eventNames(printed);
        list = std::move(printed);
    }
    state.profiles.setEventNames(names);
}

void setCounterList(ParseState &state, QString list)
{
    const auto values = list.replace(u',', u' ').split(u' ', Qt::SkipEmptyParts);
    for (qsizetype i = 0; i < values.size() && i < 16; ++i) {
        bool ok = false;
        const auto value = values[i].toULongLong(&ok);
        state.profiles.setSlot(static_cast<quint64>(i),
            ok && value <= LargestCount ? std::optional<quint64>(value) : std::nullopt);
    }
}

void setNpuInferences(ParseState &state, const RuleMatch &match)
{
    const auto count = match.count(state, 1);
    state.profiles.setInferences(count);
    state.inferences.add(&InferenceCounts::npuInferences, count);
}

void addOperator(ParseState &state, const RuleMatch &match)
{
    state.profiles.open();
    state.profiles.addOperatorCycles(match.text(1), sumOf(state, match, 2));
}

template <std::optional<quint64> CpuCycles::*Field>
void setCpu(ParseState &state, const RuleMatch &match)
{
    state.profiles.open();
    state.profiles.setCpuCycles(Field, sumOf(state, match, 1));
}

std::vector<LineRule> cpuRules()
{
    using R = QRegularExpression;
    return {
        { u"NPU Inferences", R(u"NPU Inferences ?: *(\\S+)"_s), Runner | HintEnded,
            setNpuInferences },
        { u"NPU delegations", R(u"NPU delegations ?: *(\\S+)"_s), Runner | HintEnded,
            [](ParseState &s, const RuleMatch &m) { s.profiles.setDelegations(m.number(1)); } },
        { u"cycle_cnt :", R(withMean(u"(?<![^\\s`])([^\\s`]+) : cycle_cnt : *(\\S+) cycles"_s)),
            Measured, addOperator },
        { u"Operator(s) total", R(withMean(u"Operator\\(s\\) total: *(\\S+) CPU cycles"_s)),
            Measured, setCpu<&CpuCycles::operators> },
        { u"Inference runtime", R(withMean(u"Inference runtime: *(\\S+) (?:CPU )?cycles"_s)),
            Measured, setCpu<&CpuCycles::inference> },
        { u"Total CPU cycles", R(u"Total CPU cycles *[:=] *(\\S+)"_s), Measured,
            setCpu<&CpuCycles::inference> },
        { u"cpu_wait_for_npu_cntr", R(withMean(u"cpu_wait_for_npu_cntr : *(\\S+)"_s)), Measured,
            setCpu<&CpuCycles::waitForNpu> },
    };
}

std::vector<LineRule> counterRules()
{
    using R = QRegularExpression;
    return {
        { u"Ethos-U PMU report", {}, HintNpu,
            [](ParseState &s, const RuleMatch &) { s.profiles.open(); } },
        { u"ethosu_pmu_cycle_cntr", R(withMean(u"ethosu_pmu_cycle_cntr *: *(\\S+)"_s)), Measured,
            setCycleCounter },
        { u"ethosu_pmu_cntr", R(withMean(u"ethosu_pmu_cntr(\\d*)[a-z%]* *: *(\\S+)"_s)), Measured,
            setCounter },
        { u"PMU Events:", R(u"PMU Events: ?\\[(.*)$"_s), HintNpu, setEventNames },
        { u"Ethos-U delegate ",
            R(u"Ethos-U delegate (\\d+): \\S+ backend invocations, (\\S+) NPU invocations"_s),
            Runner | HintEnded,
            [](ParseState &s, const RuleMatch &m) {
                s.profiles.delegateBlock(m.number(1).value_or(0)).delegations = m.number(2);
            } },
        { u"Ethos-U delegate ", R(u"Ethos-U delegate (\\d+) PMU cycles: *(\\S+)"_s),
            Runner | HintEnded,
            [](ParseState &s, const RuleMatch &m) {
                s.profiles.delegateBlock(m.number(1).value_or(0));
                s.profiles.setCycleCounter(m.count(s, 2));
            } },
        { u"Ethos-U delegate ", R(u"Ethos-U delegate (\\d+) PMU counter (\\d+): *(\\S+)"_s),
            Runner | HintEnded,
            [](ParseState &s, const RuleMatch &m) {
                s.profiles.setDelegateSlot(
                    m.number(1).value_or(0), m.number(2).value_or(0), m.count(s, 3));
            } },
        // Of the Linux inference runner, and of core software's tests of command streams.
        { u"PMUs : [", R(u"PMUs : \\[([\\d ]*)\\]"_s), Measured,
            [](ParseState &s, const RuleMatch &m) { setCounterList(s, m.text(1)); } },
        { u"PMU={cycleCount=", R(u"PMU=\\{cycleCount=(\\d+), events=\\[([\\d, ]*)\\]\\}"_s),
            Measured,
            [](ParseState &s, const RuleMatch &m) {
                s.profiles.setCycleCounter(m.count(s, 1));
                setCounterList(s, m.text(2));
            } },
        { u"ycle counter:", R(u"(?:^|Ethos-U Linux delegate )[Cc]ycle counter: *(\\S+)"_s),
            Measured, setCycleCounter },
    };
}

} // namespace

const std::vector<LineRule> &pmuRules()
{
    static const auto rules = [] {
        auto all = cpuRules();
        const auto more = counterRules();
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }();
    return rules;
}

} // namespace tosaic::profile
