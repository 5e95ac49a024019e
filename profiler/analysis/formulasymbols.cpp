// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analysis/formulasymbols.h"

#include "profiler/parsers/eventtable.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

template <typename Number>
std::optional<double> positive(const std::optional<Number> &value)
{
    return value && *value > 0 ? std::optional(static_cast<double>(*value)) : std::nullopt;
}

} // namespace

std::vector<QStringList> trafficCounters(const QString &product)
{
    const auto read = u"_RD_DATA_BEAT_RECEIVED"_s;
    const auto write = u"_WR_DATA_BEAT_WRITTEN"_s;
    if (product == u"U55"_s)
        return { { u"AXI0"_s + read, u"AXI0"_s + write }, { u"AXI1"_s + read } };
    if (product == u"U65"_s)
        return { { u"AXI0"_s + read, u"AXI0"_s + write }, { u"AXI1"_s + read, u"AXI1"_s + write } };
    if (product == u"U85"_s)
        return { { u"SRAM"_s + read, u"SRAM"_s + write }, { u"EXT"_s + read, u"EXT"_s + write } };
    return {};
}

QStringList portEvents(const QString &event, const std::optional<quint32> &npuMacs)
{
    const auto group = event.section(u'_', 0, 0);
    const bool isSram = group == u"SRAM"_s;
    if (!isSram && group != u"EXT"_s)
        return {};
    const bool hasMany = npuMacs.value_or(2048) >= (isSram ? 2048u : 1024u);
    const int count = isSram ? (hasMany ? 4 : 2) : (hasMany ? 2 : 1);
    QStringList events;
    for (int port = 0; port < count; ++port)
        events << group + QString::number(port) + event.sliced(group.size());
    return events;
}

FormulaSymbols::FormulaSymbols(const Profile &profile, const MetricContext &context)
    : m_profile(profile), m_context(context), m_doubts(counterDoubts(profile, context))
{
}

std::optional<double> FormulaSymbols::counter(const QString &name) const
{
    const auto *found = m_profile.counter(name);
    return found && !doubtOf(m_doubts, name) ? std::optional(static_cast<double>(found->value))
                                             : std::nullopt;
}

FormulaInput FormulaSymbols::counted(const QString &name) const
{
    FormulaInput input{ .symbol = name, .value = counter(name) };
    if (const auto *doubt = doubtOf(m_doubts, name))
        input.whyNot = doubt->text;
    return input;
}

FormulaInput FormulaSymbols::sum(const QString &symbol, const QStringList &names) const
{
    FormulaInput input{ .symbol = symbol, .formula = names.join(u" + "_s) };
    double all = 0;
    QStringList doubted;
    for (const auto &name : names) {
        const auto one = this->input(name);
        all += one.value.value_or(0);
        if (one.value)
            continue;
        const auto missing = one.missing.isEmpty() ? QStringList{ name } : one.missing;
        input.missing += missing;
        if (!*one.whyNot)
            continue;
        doubted += missing;
        input.whyNot = one.whyNot;
    }
    if (!doubted.isEmpty()) // they say more than what was only not counted
        input.missing = doubted;
    if (input.missing.isEmpty()) // a part of the traffic is not all of it
        input.value = all;
    return input;
}

FormulaInput FormulaSymbols::input(const QString &symbol) const
{
    if (symbol == u"T"_s) {
        auto input = counted(CycleCounter.toString());
        input.symbol = symbol;
        input.formula = CycleCounter.toString();
        return input;
    }
    if (symbol == u"A"_s)
        return activeCycles();
    if (symbol == u"W"_s)
        return windowCycles();
    if (symbol == u"N"_s)
        return inferences();
    if (symbol == u"M"_s)
        return { .symbol = symbol, .value = positive(m_context.modelMacs) };
    if (symbol == u"P"_s)
        return { .symbol = symbol, .value = positive(m_context.npuMacs) };
    if (symbol == u"f"_s)
        return { .symbol = symbol, .value = positive(m_context.clockHz) };
    if (symbol == u"B"_s)
        return { .symbol = symbol,
            .value = positive(std::optional(bytesPerBeat(m_context.product))) };
    if (symbol == u"D"_s)
        return allBytes();
    if (m_profile.counter(symbol))
        return counted(symbol);
    // Of no port at all: then it is the group's event that is missing.
    const auto ports = portEvents(symbol, m_context.npuMacs);
    if (std::ranges::any_of(ports, [this](const QString &name) { return m_profile.counter(name); }))
        return sum(symbol, ports);
    return { .symbol = symbol };
}

QString FormulaSymbols::firstKnown(const QStringList &symbols) const
{
    const auto found = std::ranges::find_if(
        symbols, [this](const QString &symbol) { return input(symbol).value.has_value(); });
    return found == symbols.end() ? symbols.front() : *found;
}

FormulaInput FormulaSymbols::activeCycles() const
{
    const auto total = counter(CycleCounter.toString());
    const auto active = counter(u"NPU_ACTIVE"_s);
    const auto idle = counter(u"NPU_IDLE"_s);
    if (active)
        return { .symbol = u"A"_s, .value = active, .formula = u"NPU_ACTIVE"_s };
    if (total && m_context.isCycleCounterGated)
        return { .symbol = u"A"_s, .value = total, .formula = CycleCounter.toString() };
    if (total && idle && *idle <= *total)
        return {
            .symbol = u"A"_s, .value = *total - *idle, .formula = u"CYCLE_COUNTER - NPU_IDLE"_s
        };
    return { .symbol = u"A"_s };
}

FormulaInput FormulaSymbols::windowCycles() const
{
    if (m_context.isCycleCounterGated)
        return sum(u"W"_s, { CycleCounter.toString(), u"NPU_IDLE"_s });
    auto total = input(u"T"_s);
    total.symbol = u"W"_s;
    return total;
}

bool FormulaSymbols::countsTwice() const
{
    return std::ranges::any_of(m_doubts, [](const CounterDoubt &doubt) {
        return doubt.reason == CounterDoubt::Reason::CountsTwice;
    });
}

FormulaInput FormulaSymbols::inferences() const
{
    return { .symbol = u"N"_s, .value = positive(summedInferences(m_profile, m_context.areSums)) };
}

FormulaInput FormulaSymbols::allBytes() const
{
    QStringList names;
    for (const auto &group : trafficCounters(m_context.product))
        names += group;
    if (names.isEmpty())
        return { .symbol = u"D"_s };
    auto beats = sum(u"D"_s, names);
    beats.formula = u"(%1) x B"_s.arg(beats.formula);
    if (beats.value)
        *beats.value *= bytesPerBeat(m_context.product);
    return beats;
}

} // namespace tosaic::profile
