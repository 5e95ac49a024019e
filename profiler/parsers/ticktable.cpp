// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/ticktable.h"

#include "profiler/parsers/consolelimits.h"
#include "profiler/parsers/linerules.h"

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

void TickTable::open(Rows rows)
{
    *this = {};
    m_kind = rows;
    m_isOpen = true;
}

bool TickTable::take(const ConsoleLine &line)
{
    static const QRegularExpression row(u"^\\s*(\\d+),\\s*([^,]+?),\\s*(\\d+)\\s*$"_s);
    static const QRegularExpression tagRow(u"^\\s*()([^,\"]+?),\\s*(\\d+)\\s*$"_s);
    const bool areEvents = m_kind == Rows::Events;
    const auto match = (areEvents ? row : tagRow).match(line.message);
    if (!match.hasMatch())
        return false;
    m_hasGap = m_hasGap || (areEvents && match.capturedView(1).toULongLong() != m_rows);
    ++m_rows;
    const auto tag = match.captured(2);
    bool ok = false;
    const auto ticks = match.capturedView(3).toULongLong(&ok);
    auto sum = std::ranges::find(m_sums, tag, &Counter::name);
    const bool isNew = sum == m_sums.end();
    // Where the text stops digits may be missing, and with them those of the operator's sum.
    if (line.end != LineEnd::Newline) {
        if (!isNew)
            m_sums.erase(sum);
        return true;
    }
    if (!ok || ticks > LargestCount || (isNew && m_sums.size() >= limits::CountersPerProfile)
        || (!isNew && ticks > LargestCount - sum->value)) {
        m_hasGap = true;
    } else if (isNew) {
        m_sums.push_back({ .name = tag, .value = ticks, .unit = u"ticks"_s });
    } else {
        sum->value += ticks;
        sum->isDerived = true;
    }
    return true;
}

std::vector<Counter> TickTable::finish()
{
    auto ended = std::exchange(*this, {});
    return ended.m_hasGap ? std::vector<Counter>() : std::move(ended.m_sums);
}

void endTickTable(ParseState &state)
{
    const auto rows = state.ticks.rows();
    auto counters = state.ticks.finish();
    // What the interpreter took to be set up: "tflite::GetModel".
    const bool isOfInference = std::ranges::none_of(
        counters, [](const Counter &counter) { return counter.name.contains(u"::"_s); });
    if (counters.empty() || !isOfInference)
        return;
    if (std::ranges::find(counters, u"ethos-u"_s, &Counter::name) != counters.end())
        state.hints |= HintNpu;
    if (rows == TickTable::Rows::Tags) {
        if (state.ticksByOperator.empty()) // else each operator was printed before
            for (const auto &counter : counters)
                state.ticksByOperator[counter.name] = counter.value;
        return;
    }
    state.hints |= HintEnded;
    state.profiles.begin().counters = std::move(counters);
    state.profiles.close();
}

} // namespace tosaic::profile
