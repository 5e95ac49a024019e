// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/consolelimits.h"
#include "profiler/parsers/linerules.h"

#include <numeric>
#include <utility>

using namespace Qt::StringLiterals;

// The benchmarks of TensorFlow Lite Micro. They count in ticks of a timer that is another on each
// target, so that ticks are neither cycles of the NPU nor of the processor.
namespace tosaic::profile {

namespace {

/// "CONV_2D took 132851 ticks (5 ms).": one for each operator that ran.
void addTicks(ParseState &state, const RuleMatch &match)
{
    const auto tag = match.text(1);
    const auto ticks = match.number(2);
    auto &sums = state.ticksByOperator;
    const bool isKnown = sums.contains(tag);
    if (!ticks || (!isKnown && sums.size() >= limits::CountersPerProfile))
        return;
    if (tag == u"ethos-u"_s)
        state.hints |= HintNpu;
    auto &sum = sums[tag];
    sum = *ticks <= LargestCount - sum ? sum + *ticks : LargestCount;
}

void addTickCounter(ParseState &state, const QString &name, quint64 ticks)
{
    state.profiles.addNamed(name, ticks);
    auto &counters = state.profiles.open().counters;
    if (!counters.empty() && counters.back().name == name)
        counters.back().unit = u"ticks"_s;
}

/// "total number of ticks": of the operators before it. What the interpreter took to be set up has
/// a total of its own, which is no inference.
void endTicks(ParseState &state, const RuleMatch &match)
{
    const auto total = match.number(1);
    const auto sums = std::exchange(state.ticksByOperator, {});
    const auto sum = std::accumulate(sums.begin(), sums.end(), quint64(0),
        [](quint64 before, const auto &entry) { return before + entry.second; });
    if (!total || sums.empty() || sum != *total)
        return;
    state.hints |= HintEnded;
    state.profiles.begin();
    for (const auto &[tag, ticks] : sums)
        addTickCounter(state, tag, ticks);
    addTickCounter(state, u"total number of ticks"_s, *total);
    state.profiles.close();
}

} // namespace

const std::vector<LineRule> &tickRules()
{
    using R = QRegularExpression;
    static const std::vector<LineRule> rules{
        { u" ticks (", R(u"^([\\w:-]+) took (\\d+) ticks \\(\\d+ ms\\)\\.\\s*$"_s), HintNone,
            addTicks },
        { u"total number of ticks", R(u"^\"total number of ticks\", (\\d+)\\s*$"_s), HintNone,
            endTicks },
        { u"\"Event\",\"Tag\"", R(u"^\\s*\"Event\",\\s*\"Tag\",\\s*\"Ticks\"\\s*$"_s), HintNone,
            [](ParseState &s, const RuleMatch &) { s.ticks.open(TickTable::Rows::Events); } },
        { u"\"Unique Tag\"", R(u"^\\s*\"Unique Tag\", *\"Total ticks"_s), HintNone,
            [](ParseState &s, const RuleMatch &) { s.ticks.open(TickTable::Rows::Tags); } },
        { u"Configured arena size", R(u"^Configured arena size = (\\d+)"_s), HintNone,
            [](ParseState &s, const RuleMatch &m) {
                if (const auto bytes = m.number(1))
                    s.memory.arenaTotalBytes = bytes;
            } },
        { u"Total | ", R(u"^\\s*Total \\| +(\\d+) \\| +100\\.00\\s*$"_s), HintNone,
            [](ParseState &s, const RuleMatch &m) {
                if (const auto bytes = m.number(1))
                    s.memory.arenaBytes = bytes;
            } },
        { u"GENERIC_BENCHMARK_MODEL_NAME=", R(u"-DGENERIC_BENCHMARK_MODEL_NAME=(\\w+)"_s), HintNone,
            [](ParseState &s, const RuleMatch &m) { s.beginModel(m.text(1)); } },
    };
    return rules;
}

} // namespace tosaic::profile
