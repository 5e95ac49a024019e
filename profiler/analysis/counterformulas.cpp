// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analysis/counterformulas.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

class Adder
{
public:
    Adder(const MetricContext &context, const FormulaSymbols &symbols)
        : m_context(context), m_symbols(symbols)
    {
    }

    void addStall(const QString &counter);
    void addPort(const QString &event, const QString &unit);
    void addWeights(const QString &counter);
    std::vector<ComputedMetric> metrics;

private:
    void add(const QString &id, const char *name, const QString &counter,
        const QStringList &factors, const QStringList &divisors, MetricUnit unit,
        bool isPart = false);
    void addBeats(const QString &event);
    /// The port's own cycles; where they were not counted, those in which the NPU was active.
    QString portCycles(const QString &event) const
    {
        return m_symbols.firstKnown(
            { event.section(u'_', 0, 0) + u"_ENABLED_CYCLES"_s, u"A"_s, u"W"_s });
    }

    const MetricContext &m_context;
    const FormulaSymbols &m_symbols;
};

void Adder::add(const QString &id, const char *name, const QString &counter,
    const QStringList &factors, const QStringList &divisors, MetricUnit unit, bool isPart)
{
    const auto inputs = [this](const QStringList &symbols) {
        std::vector<FormulaInput> found;
        for (const auto &symbol : symbols)
            found.push_back(m_symbols.input(symbol));
        return found;
    };
    auto text = factors.join(u" x "_s);
    if (!divisors.isEmpty())
        text += u" / "_s + divisors.join(u" / "_s);
    metrics.push_back(computeQuotient({ .id = id + u':' + counter,
                                          .name = name,
                                          .subject = counter,
                                          .formula = text,
                                          .unit = unit,
                                          .origin = m_context.origin },
        inputs(factors), inputs(divisors), 1, isPart));
}

/// Stalls count within the active cycles of their unit: MAC_STALLED_BY_WD of MAC_ACTIVE.
void Adder::addStall(const QString &counter)
{
    const auto unit = counter.section(u"_STALLED"_s, 0, 0);
    static const QStringList units{ u"MAC"_s, u"AO"_s, u"WD"_s };
    if (counter.contains(u"_STALLED"_s) && units.contains(unit))
        add(u"stall"_s, QT_TRANSLATE_NOOP("Metrics", "Stalled"), counter, { counter },
            { unit + u"_ACTIVE"_s }, MetricUnit::Share, true);
}

void Adder::addBeats(const QString &event)
{
    const auto f = u"f"_s;
    const auto beat = u"B"_s;
    const auto window = m_symbols.isCycleCounterGated() ? u"W"_s : u"T"_s;
    const bool isOfOne = m_symbols.input(u"N"_s).value == 1.0;
    add(u"port.bytes"_s,
        isOfOne ? QT_TRANSLATE_NOOP("Metrics", "Bytes")
                : QT_TRANSLATE_NOOP("Metrics", "Bytes of all inferences"),
        event, { event, beat }, {}, MetricUnit::Bytes);
    add(u"port.bandwidth"_s, QT_TRANSLATE_NOOP("Metrics", "Bandwidth while active"), event,
        { event, beat, f }, { u"A"_s }, MetricUnit::BytesPerSecond);
    add(u"port.average-bandwidth"_s, QT_TRANSLATE_NOOP("Metrics", "Average bandwidth"), event,
        { event, beat, f }, { window }, MetricUnit::BytesPerSecond);
    add(u"port.occupancy"_s, QT_TRANSLATE_NOOP("Metrics", "Bus occupancy"), event, { event },
        { portCycles(event) }, MetricUnit::BeatsPerCycle);
}

void Adder::addPort(const QString &event, const QString &unit)
{
    static const QRegularExpression waiting(
        u"^(AXI|SRAM|EXT)\\d?_(RD|WR)_(TRAN_REQ|DATA_BEAT)_STALLED$"_s);
    if (unit == u"beats"_s)
        addBeats(event);
    else if (event.endsWith(u"_STALL_LIMIT"_s))
        add(u"port.limited"_s,
            QT_TRANSLATE_NOOP("Metrics", "Blocked by the limit of outstanding transactions"), event,
            { event }, { event.section(u'_', 0, 0) + u"_ENABLED_CYCLES"_s }, MetricUnit::Share,
            true);
    else if (waiting.match(event).hasMatch())
        add(u"port.stalled"_s, QT_TRANSLATE_NOOP("Metrics", "Held up by the bus"), event, { event },
            { portCycles(event) }, MetricUnit::Share, true);
}

/// Of U85 each standard core has a parser of its own: WD_PARSE_STALL_IN_SC1 of WD_PARSE_ACTIVE_SC1.
void Adder::addWeights(const QString &counter)
{
    static const QRegularExpression stalled(
        u"^WD_PARSE_(?:STALLED(?:_IN|_OUT)?|STALL(?:_IN|_OUT)?(_SC\\d))$"_s);
    if (counter.startsWith(u"WD_PARSE_ACTIVE"_s))
        add(u"wd.parser"_s, QT_TRANSLATE_NOOP("Metrics", "Weight stream parser active"), counter,
            { counter }, { u"A"_s }, MetricUnit::Share, true);
    else if (counter.startsWith(u"WD_TRANS_"_s))
        add(u"wd.transfers"_s, QT_TRANSLATE_NOOP("Metrics", "Transfers of weights"), counter,
            { counter }, { u"A"_s }, MetricUnit::TransactionsPerCycle);
    else if (const auto match = stalled.match(counter); match.hasMatch())
        add(u"wd.parser-stall"_s, QT_TRANSLATE_NOOP("Metrics", "Weight stream parser stalled"),
            counter, { counter }, { u"WD_PARSE_ACTIVE"_s + match.captured(1) }, MetricUnit::Share,
            true);
}

/// "EXT_RD_STALL_LIMIT" of "EXT1_RD_STALL_LIMIT"; empty if it is not of one port of a group.
QString groupEvent(const QString &event)
{
    static const QRegularExpression port(u"^(SRAM|EXT)\\d(_.+)$"_s);
    const auto match = port.match(event);
    return match.hasMatch() ? match.captured(1) + match.captured(2) : QString();
}

} // namespace

std::vector<ComputedMetric> counterMetrics(
    const Profile &profile, const MetricContext &context, const FormulaSymbols &symbols)
{
    Adder adder(context, symbols);
    QStringList groups;
    for (const auto &counter : profile.counters) {
        adder.addStall(counter.name);
        adder.addPort(counter.name, counter.unit);
        adder.addWeights(counter.name);
        const auto group = groupEvent(counter.name);
        if (group.isEmpty() || groups.contains(group) || profile.counter(group))
            continue;
        groups << group;
        adder.addPort(group, counter.unit);
    }
    return std::move(adder.metrics);
}

} // namespace tosaic::profile
