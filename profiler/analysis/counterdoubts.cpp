// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analysis/counterdoubts.h"

#include "profiler/parsers/eventtable.h"

#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

using Reason = CounterDoubt::Reason;

constexpr quint64 LargestEvent = 0xffffffff; // 32 bits
constexpr quint64 LargestCycles = (quint64(1) << 48) - 1;

const char *textOf(Reason reason)
{
    switch (reason) {
    case Reason::Reported:
        return QT_TRANSLATE_NOOP("Metrics", "%1 overflowed: the log reports it");
    case Reason::Saturated:
        return QT_TRANSLATE_NOOP("Metrics", "%1 overflowed: all its bits are set");
    case Reason::TooLarge:
        return QT_TRANSLATE_NOOP("Metrics", "%1 is more than the counter can hold");
    case Reason::MayHaveWrapped:
        return QT_TRANSLATE_NOOP(
            "Metrics", "%1 may have wrapped: the run is longer than its 32 bits can count");
    case Reason::Derived:
        return QT_TRANSLATE_NOOP(
            "Metrics", "%1 was computed by software from a counter that overflowed");
    case Reason::BeyondAll:
        return QT_TRANSLATE_NOOP("Metrics",
            "%1 is not to be believed: NPU_ACTIVE is more than all cycles, so one of the two is "
            "wrong");
    case Reason::TooManyBeats:
        return QT_TRANSLATE_NOOP(
            "Metrics", "%1 is more than one beat a cycle, which is all that a port can move");
    case Reason::NotTheRest:
        return QT_TRANSLATE_NOOP("Metrics",
            "NPU_ACTIVE and %1 do not add up to all cycles: one of the three numbers is wrong");
    case Reason::CountsTwice:
        break;
    }
    return QT_TRANSLATE_NOOP(
        "Metrics", "NPU_ACTIVE and %1 are more than all cycles: some are counted twice");
}

/// How many command streams a profile is the sum of; absent if that is not known.
std::optional<quint64> streamsOf(const Profile &profile, const MetricContext &context)
{
    if (!context.areSums)
        return 1;
    const auto count = profile.delegations ? profile.delegations : profile.inferences;
    return count && *count > 0 ? count : std::nullopt;
}

/// quint64 is enough for any real sum; a larger limit limits nothing.
bool exceeds(quint64 value, quint64 each, quint64 streams)
{
    return streams < ~quint64(0) / each && value > each * streams;
}

class Judge
{
public:
    Judge(const Profile &profile, const MetricContext &context)
        : m_context(context), m_streams(streamsOf(profile, context))
    {
        const auto *cycles = profile.counter(CycleCounter.toString());
        // The mean over the streams: at least one of them is as long.
        m_isLong = cycles && m_streams && cycles->value / *m_streams > LargestEvent
            && cycles->value != LargestEvent;
    }

    std::optional<Reason> reason(const Counter &counter) const
    {
        if (m_context.overflowed.contains(counter.name))
            return Reason::Reported;
        if (counter.isDerived)
            return std::nullopt;
        if (counter.value == LargestEvent)
            return Reason::Saturated;
        const bool isCycles = counter.name == CycleCounter;
        const auto most = isCycles ? LargestCycles : LargestEvent;
        if (m_streams && exceeds(counter.value, most, *m_streams))
            return Reason::TooLarge;
        if (m_isLong && !isCycles)
            return Reason::MayHaveWrapped;
        return std::nullopt;
    }

private:
    const MetricContext &m_context;
    std::optional<quint64> m_streams;
    bool m_isLong = false;
};

CounterDoubt doubt(const Counter &counter, Reason reason)
{
    return { counter.name, reason, textOf(reason), counter.value };
}

/// Of a group of ports (SRAM_RD_...) there may be several beats in a cycle.
bool areBeatsOfOnePort(const Counter &counter)
{
    static const QRegularExpression port(u"^(AXI|SRAM|EXT)\\d_"_s);
    return counter.unit == "beats"_L1 && port.match(counter.name).hasMatch();
}

} // namespace

std::vector<CounterDoubt> counterDoubts(const Profile &profile, const MetricContext &context)
{
    const Judge judge(profile, context);
    std::vector<CounterDoubt> doubts;
    for (const auto &counter : profile.counters) {
        if (const auto reason = judge.reason(counter))
            doubts.push_back(doubt(counter, *reason));
    }
    // ML-EK's: idle = total - active.
    const auto *derived = profile.counter(u"NPU_IDLE"_s);
    if (derived && derived->isDerived && !doubtOf(doubts, derived->name)
        && (doubtOf(doubts, u"NPU_ACTIVE"_s) || doubtOf(doubts, CycleCounter.toString())))
        doubts.push_back(doubt(*derived, Reason::Derived));
    const auto usable = [&](const QString &name) {
        return doubtOf(doubts, name) ? nullptr : profile.counter(name);
    };
    const auto *total = usable(CycleCounter.toString());
    const auto *active = usable(u"NPU_ACTIVE"_s);
    const auto *idle = usable(u"NPU_IDLE"_s);
    if (!total)
        return doubts;
    // Means of several samples and medians of several runs add up nearly.
    const auto most = std::max<quint64>(2, total->value / 100);
    const bool hasCounted = total->value > 0; // that it is 0 is a reason of its own
    if (hasCounted && active && active->value > total->value + most) {
        doubts.push_back(doubt(*active, Reason::BeyondAll));
        doubts.push_back(doubt(*total, Reason::BeyondAll));
        return doubts;
    }
    for (const auto &counter : profile.counters) {
        if (hasCounted && areBeatsOfOnePort(counter) && usable(counter.name)
            && counter.value > total->value + most)
            doubts.push_back(doubt(counter, Reason::TooManyBeats));
    }
    if (!active || !idle || context.isCycleCounterGated)
        return doubts;
    const auto rest = total->value - std::min(active->value, total->value);
    if (idle->value > rest + most)
        doubts.push_back(doubt(*idle, Reason::CountsTwice));
    else if (idle->isDerived && rest > idle->value + most)
        doubts.push_back(doubt(*idle, Reason::NotTheRest));
    return doubts;
}

const CounterDoubt *doubtOf(const std::vector<CounterDoubt> &doubts, const QString &counter)
{
    const auto found = std::ranges::find_if(doubts,
        [&](const CounterDoubt &doubt) { return !doubt.isUsable() && doubt.counter == counter; });
    return found == doubts.end() ? nullptr : &*found;
}

std::vector<Diagnostic> doubtDiagnostics(
    const Profile &profile, const MetricContext &context, const QString &file)
{
    std::vector<Diagnostic> diagnostics;
    for (const auto &doubt : counterDoubts(profile, context)) {
        const bool isContradiction = doubt.reason >= Reason::BeyondAll; // behind the overflows
        const auto id = isContradiction ? u"counter.contradiction"_s : u"counter.overflow"_s;
        diagnostics.push_back({ .id = id,
            .severity = Severity::Warning,
            .location = { .file = file },
            .text = QString::fromUtf8(doubt.text).arg(doubt.counter) });
    }
    return diagnostics;
}

} // namespace tosaic::profile
