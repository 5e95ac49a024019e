// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analysis/counterformulas.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

constexpr auto NotMonotonic = QT_TRANSLATE_NOOP(
    "Metrics", "More transactions reach the longer latency: the counters contradict");
constexpr auto NoUpperBound
    = QT_TRANSLATE_NOOP("Metrics", "Transactions of 1024 cycles and more have no upper bound");

struct Threshold
{
    const char16_t *counter;
    int cycles; ///< that the latency reached
    const char *bucket; ///< from here to the next
    const char *reached;
};

constexpr std::array Thresholds{
    Threshold{
        u"AXI_LATENCY_ANY", 0, QT_TRANSLATE_NOOP("Metrics", "Latency of 0 to 31 cycles"), "" },
    Threshold{ u"AXI_LATENCY_32", 32, QT_TRANSLATE_NOOP("Metrics", "Latency of 32 to 63 cycles"),
        QT_TRANSLATE_NOOP("Metrics", "Latency of 32 cycles and more") },
    Threshold{ u"AXI_LATENCY_64", 64, QT_TRANSLATE_NOOP("Metrics", "Latency of 64 to 127 cycles"),
        QT_TRANSLATE_NOOP("Metrics", "Latency of 64 cycles and more") },
    Threshold{ u"AXI_LATENCY_128", 128,
        QT_TRANSLATE_NOOP("Metrics", "Latency of 128 to 255 cycles"),
        QT_TRANSLATE_NOOP("Metrics", "Latency of 128 cycles and more") },
    Threshold{ u"AXI_LATENCY_256", 256,
        QT_TRANSLATE_NOOP("Metrics", "Latency of 256 to 511 cycles"),
        QT_TRANSLATE_NOOP("Metrics", "Latency of 256 cycles and more") },
    Threshold{ u"AXI_LATENCY_512", 512,
        QT_TRANSLATE_NOOP("Metrics", "Latency of 512 to 1023 cycles"),
        QT_TRANSLATE_NOOP("Metrics", "Latency of 512 cycles and more") },
    Threshold{ u"AXI_LATENCY_1024", 1024, "",
        QT_TRANSLATE_NOOP("Metrics", "Latency of 1024 cycles and more") },
};

QString counterOf(const Threshold &threshold)
{
    return QString::fromUtf16(threshold.counter);
}

class Histogram
{
public:
    Histogram(const MetricContext &context, const FormulaSymbols &symbols) : m_context(context)
    {
        for (const auto &threshold : Thresholds)
            m_inputs.push_back(symbols.input(counterOf(threshold)));
    }

    void addReached(size_t at);
    void addBucket(size_t at);
    void addMeans();
    std::vector<ComputedMetric> metrics;

private:
    ComputedMetric described(
        const QString &id, const char *name, const QString &formula, MetricUnit unit) const
    {
        return { .id = u"latency."_s + id,
            .name = name,
            .formula = formula,
            .unit = unit,
            .origin = m_context.origin };
    }
    ComputedMetric mean(const QString &id, const char *name, size_t offset) const;

    const MetricContext &m_context;
    std::vector<FormulaInput> m_inputs; ///< of the thresholds
};

void Histogram::addReached(size_t at)
{
    const auto &threshold = Thresholds[at];
    metrics.push_back(
        computeQuotient(described(u"reached:%1"_s.arg(threshold.cycles), threshold.reached,
                            counterOf(threshold) + u" / AXI_LATENCY_ANY"_s, MetricUnit::Share),
            { m_inputs[at] }, { m_inputs[0] }, 1, true));
}

/// From one threshold to the next.
void Histogram::addBucket(size_t at)
{
    const auto &longer = m_inputs[at + 1];
    auto metric = described(u"bucket:%1"_s.arg(Thresholds[at].cycles), Thresholds[at].bucket,
        u"(%1 - %2) / AXI_LATENCY_ANY"_s.arg(m_inputs[at].symbol, longer.symbol),
        MetricUnit::Share);
    FormulaInput difference = m_inputs[at];
    if (difference.value && longer.value)
        difference.value = *difference.value - *longer.value;
    metric = computeQuotient(std::move(metric), { difference }, { m_inputs[0] }, 1, true);
    metric.inputs = { m_inputs[at], longer };
    if (at > 0)
        metric.inputs.push_back(m_inputs[0]);
    if (!longer.value) {
        metric.value.reset();
        metric.missing << longer.symbol;
        metric.whyNot = *longer.whyNot ? longer.whyNot : notKnownReason();
    } else if (metric.value && *metric.value < 0) {
        metric.value.reset();
        metric.whyNot = NotMonotonic;
    }
    metrics.push_back(std::move(metric));
}

/// Every transaction counts as long as its bucket begins (offset 1) or ends (offset 0): each
/// threshold that it reaches adds the width of a bucket.
ComputedMetric Histogram::mean(const QString &id, const char *name, size_t offset) const
{
    QStringList terms;
    std::vector<FormulaInput> used;
    FormulaInput sum{ .value = 0 };
    for (size_t at = 0; at + 1 < Thresholds.size(); ++at) {
        const auto &input = m_inputs[at + offset];
        const auto width = Thresholds[at + 1].cycles - Thresholds[at].cycles;
        terms << u"%1 x %2"_s.arg(width).arg(input.symbol);
        used.push_back(input);
        *sum.value += width * input.value.value_or(0);
        if (!input.value)
            sum.missing << input.symbol;
    }
    if (!sum.missing.isEmpty())
        sum.value.reset();
    auto metric
        = computeQuotient(described(id, name, u"(%1) / AXI_LATENCY_ANY"_s.arg(terms.join(u" + "_s)),
                              MetricUnit::Cycles),
            { sum }, { m_inputs[0] });
    metric.missing.removeDuplicates();
    metric.inputs = std::move(used);
    if (offset > 0)
        metric.inputs.push_back(m_inputs[0]);
    return metric;
}

void Histogram::addMeans()
{
    const auto isLonger = [](const FormulaInput &shorter, const FormulaInput &longer) {
        return shorter.value && longer.value && *longer.value > *shorter.value;
    };
    const bool contradicts = std::ranges::adjacent_find(m_inputs, isLonger) != m_inputs.end();
    auto least
        = mean(u"mean-at-least"_s, QT_TRANSLATE_NOOP("Metrics", "Mean latency, at least"), 1);
    auto most = mean(u"mean-below"_s, QT_TRANSLATE_NOOP("Metrics", "Mean latency, below"), 0);
    const auto &longest = m_inputs.back();
    most.inputs.push_back(longest);
    if (!longest.value) {
        most.missing << longest.symbol;
        most.whyNot = *longest.whyNot ? longest.whyNot : notKnownReason();
        most.value.reset();
    } else if (most.value && *longest.value > 0) {
        most.value.reset();
        most.whyNot = NoUpperBound;
    }
    for (auto *metric : { &least, &most }) {
        if (contradicts && metric->value) {
            metric->value.reset();
            metric->whyNot = NotMonotonic;
        }
        metrics.push_back(std::move(*metric));
    }
}

} // namespace

std::vector<ComputedMetric> latencyMetrics(
    const Profile &profile, const MetricContext &context, const FormulaSymbols &symbols)
{
    const auto has
        = [&](size_t at) { return profile.counter(counterOf(Thresholds[at])) != nullptr; };
    Histogram histogram(context, symbols);
    bool isAny = has(0);
    for (size_t at = 0; at < Thresholds.size(); ++at) {
        isAny = isAny || has(at);
        if (at > 0 && has(at))
            histogram.addReached(at);
        if (at + 1 < Thresholds.size() && has(at) && has(at + 1))
            histogram.addBucket(at);
    }
    if (isAny)
        histogram.addMeans();
    return std::move(histogram.metrics);
}

} // namespace tosaic::profile
