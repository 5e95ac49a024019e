// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analysis/metrics.h"

#include "profiler/parsers/eventtable.h"

#include <array>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

QString digits(quint64 value)
{
    return QString::number(value);
}

double real(quint64 value)
{
    return static_cast<double>(value);
}

std::optional<quint64> valueOf(const Profile &profile, QStringView name)
{
    const auto *counter = profile.counter(name.toString());
    return counter ? std::optional(counter->value) : std::nullopt;
}

/// Cycles in which the NPU was active: counted, or what is left of the cycle counter.
struct ActiveCycles
{
    quint64 value = 0;
    QString formula;
};

std::optional<ActiveCycles> activeCycles(const Profile &profile)
{
    const auto total = valueOf(profile, CycleCounter);
    const auto active = valueOf(profile, u"NPU_ACTIVE");
    const auto idle = valueOf(profile, u"NPU_IDLE");
    if (active && (!total || *active <= *total))
        return ActiveCycles{ *active, u"NPU_ACTIVE"_s };
    if (!active && total && idle && *idle <= *total)
        return ActiveCycles{ *total - *idle, u"(CYCLE_COUNTER - NPU_IDLE)"_s };
    return std::nullopt;
}

class Collector
{
public:
    Collector(const Profile &profile, const MetricContext &context)
        : m_profile(profile), m_context(context)
    {
    }

    void addShares();
    void addTimes();
    void addPorts();
    void addStalls();
    void addUtilisation();
    std::vector<Metric> metrics;

private:
    void add(Metric metric)
    {
        metric.origin = m_context.origin;
        metrics.push_back(std::move(metric));
    }
    void addShare(Metric::Kind kind, const QString &counter, const QString &name, quint64 part,
        quint64 total, const QString &formula);
    quint64 inferences() const { return m_context.areSums ? m_profile.inferences.value_or(0) : 1; }

    const Profile &m_profile;
    const MetricContext &m_context;
};

void Collector::addShare(Metric::Kind kind, const QString &counter, const QString &name,
    quint64 part, quint64 total, const QString &formula)
{
    add({ .kind = kind,
        .counter = counter,
        .name = name,
        .value = real(part) / real(total),
        .unit = u"%"_s,
        .formula = u"%1 = %2 / %3"_s.arg(formula, digits(part), digits(total)) });
}

void Collector::addShares()
{
    const auto total = valueOf(m_profile, CycleCounter);
    if (!total || *total == 0)
        return;
    const auto active = activeCycles(m_profile);
    const auto mac = valueOf(m_profile, u"MAC_ACTIVE");
    if (active && mac && *mac <= active->value) {
        addShare(Metric::Kind::ComputeShare, u"MAC_ACTIVE"_s, u"MAC engine active"_s, *mac, *total,
            u"MAC_ACTIVE / CYCLE_COUNTER"_s);
        addShare(Metric::Kind::WaitShare, {}, u"Active without MAC"_s, active->value - *mac, *total,
            u"(%1 - MAC_ACTIVE) / CYCLE_COUNTER"_s.arg(active->formula));
    } else if (active) {
        addShare(Metric::Kind::ActiveShare, u"NPU_ACTIVE"_s, u"NPU active"_s, active->value, *total,
            active->formula + u" / CYCLE_COUNTER"_s);
    }
    const auto idle = valueOf(m_profile, u"NPU_IDLE");
    if (idle && *idle <= *total)
        addShare(Metric::Kind::IdleShare, u"NPU_IDLE"_s, u"NPU idle"_s, *idle, *total,
            u"NPU_IDLE / CYCLE_COUNTER"_s);
}

void Collector::addTimes()
{
    const auto total = valueOf(m_profile, CycleCounter);
    const auto count = inferences();
    if (!total || count == 0)
        return;
    if (count > 1)
        add({ .kind = Metric::Kind::CyclesPerInference,
            .counter = CycleCounter.toString(),
            .name = u"NPU cycles per inference"_s,
            .value = real(*total) / real(count),
            .unit = u"cycles"_s,
            .formula
            = u"CYCLE_COUNTER / inferences = %1 / %2"_s.arg(digits(*total), digits(count)) });
    if (m_context.clockHz.value_or(0) > 0)
        add({ .kind = Metric::Kind::TimePerInference,
            .counter = CycleCounter.toString(),
            .name = u"NPU time per inference"_s,
            .value = real(*total) / real(count) / real(*m_context.clockHz),
            .unit = u"s"_s,
            .formula = u"CYCLE_COUNTER / inferences / clock = %1 / %2 / %3 Hz"_s.arg(
                digits(*total), digits(count), digits(*m_context.clockHz)) });
}

void Collector::addPorts()
{
    const auto width = bytesPerBeat(m_context.product);
    if (width == 0)
        return;
    const auto total = valueOf(m_profile, CycleCounter);
    for (const auto &counter : m_profile.counters) {
        if (counter.unit != u"beats"_s)
            continue;
        const auto bytes = real(counter.value) * width;
        const auto formula = u"%1 beats x %2 bytes per beat (%3)"_s.arg(
            digits(counter.value), digits(width), m_context.product);
        add({ .kind = Metric::Kind::PortBytes,
            .counter = counter.name,
            .name = counter.name,
            .value = bytes,
            .unit = u"bytes"_s,
            .formula = formula });
        if (total && *total > 0 && m_context.clockHz.value_or(0) > 0)
            add({ .kind = Metric::Kind::PortBandwidth,
                .counter = counter.name,
                .name = counter.name,
                .value = bytes * real(*m_context.clockHz) / real(*total),
                .unit = u"bytes/s"_s,
                .formula = formula
                    + u" x %1 Hz / %2 cycles"_s.arg(digits(*m_context.clockHz), digits(*total)) });
    }
}

/// Stalls count within the active cycles of their unit.
void Collector::addStalls()
{
    static const std::array<QString, 3> units{ u"MAC"_s, u"AO"_s, u"WD"_s };
    for (const auto &unit : units) {
        const auto active = valueOf(m_profile, unit + u"_ACTIVE"_s);
        if (!active || *active == 0)
            continue;
        for (const auto &counter : m_profile.counters) {
            if (counter.name.startsWith(unit + u"_STALLED"_s) && counter.value <= *active)
                addShare(Metric::Kind::StallShare, counter.name, counter.name, counter.value,
                    *active, u"%1 / %2_ACTIVE"_s.arg(counter.name, unit));
        }
    }
}

void Collector::addUtilisation()
{
    const auto active = activeCycles(m_profile);
    const auto count = inferences();
    if (!active || active->value == 0 || count == 0 || !m_context.modelMacs || !m_context.npuMacs)
        return;
    const auto peak = real(active->value) * *m_context.npuMacs;
    add({ .kind = Metric::Kind::MacUtilisation,
        .name = u"MAC utilisation"_s,
        .value = real(*m_context.modelMacs) * real(count) / peak,
        .unit = u"%"_s,
        .formula
        = u"model MACs x inferences / (MACs per cycle x active cycles) = %1 x %2 / (%3 x %4)"_s.arg(
            digits(*m_context.modelMacs), digits(count), digits(*m_context.npuMacs),
            digits(active->value)) });
}

} // namespace

MetricContext contextOf(const Run &run)
{
    MetricContext context{ .areSums = run.family == LogFamily::ExecutorchRunner };
    if (run.npu) {
        context.product = run.npu->product;
        context.npuMacs = run.npu->macs;
    }
    return context;
}

std::vector<Metric> metricsOf(const Profile &profile, const MetricContext &context)
{
    Collector collector(profile, context);
    collector.addShares();
    collector.addTimes();
    collector.addPorts();
    collector.addStalls();
    collector.addUtilisation();
    return std::move(collector.metrics);
}

std::optional<double> shareOfCycles(const Profile &profile, const Counter &counter)
{
    const auto total = valueOf(profile, CycleCounter);
    if (!total || *total == 0 || counter.unit != u"cycles"_s || counter.value > *total)
        return std::nullopt;
    return real(counter.value) / real(*total);
}

} // namespace tosaic::profile
