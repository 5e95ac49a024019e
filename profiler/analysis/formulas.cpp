// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analysis/formulas.h"

#include "profiler/analysis/counterformulas.h"
#include "profiler/analysis/formulasymbols.h"

#include <algorithm>
#include <iterator>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

constexpr auto NotKnown = QT_TRANSLATE_NOOP("Metrics", "%1 is not known");
constexpr auto DividesByNothing = QT_TRANSLATE_NOOP("Metrics", "%1 is 0");
constexpr auto LargerThanWhole
    = QT_TRANSLATE_NOOP("Metrics", "The part is larger than the whole: the counters contradict");

/// product of `factors` / product of `divisors` x scale
struct Formula
{
    const char *id;
    const char *name;
    const char16_t *text;
    std::vector<const char16_t *> factors;
    std::vector<const char16_t *> divisors;
    MetricUnit unit = MetricUnit::Share;
    double scale = 1;
    bool isPart = false; ///< cannot exceed 1
};

const std::vector<Formula> &formulas()
{
    static const std::vector<Formula> all{
        { "npu.active-share", QT_TRANSLATE_NOOP("Metrics", "NPU active"), u"A / T", { u"A" },
            { u"T" }, MetricUnit::Share, 1, true },
        { "npu.idle-share", QT_TRANSLATE_NOOP("Metrics", "NPU idle"), u"NPU_IDLE / T",
            { u"NPU_IDLE" }, { u"T" }, MetricUnit::Share, 1, true },
        { "npu.cycles", QT_TRANSLATE_NOOP("Metrics", "NPU cycles per inference"), u"T / N",
            { u"T" }, { u"N" }, MetricUnit::Cycles },
        { "npu.time", QT_TRANSLATE_NOOP("Metrics", "NPU time per inference"), u"T / (N x f)",
            { u"T" }, { u"N", u"f" }, MetricUnit::Seconds },
        { "npu.active-time", QT_TRANSLATE_NOOP("Metrics", "NPU active time per inference"),
            u"A / (N x f)", { u"A" }, { u"N", u"f" }, MetricUnit::Seconds },
        { "mac.utilisation", QT_TRANSLATE_NOOP("Metrics", "MAC utilisation against peak"),
            u"M x N / (P x A)", { u"M", u"N" }, { u"P", u"A" }, MetricUnit::Share, 1, true },
        { "mac.engine-utilisation",
            QT_TRANSLATE_NOOP("Metrics", "MAC utilisation while the MAC engine is active"),
            u"M x N / (P x MAC_ACTIVE)", { u"M", u"N" }, { u"P", u"MAC_ACTIVE" }, MetricUnit::Share,
            1, true },
        { "mac.dot-product-utilisation",
            QT_TRANSLATE_NOOP("Metrics", "MAC utilisation while the dot-product units are active"),
            u"M x N / (P x MAC_DPU_ACTIVE)", { u"M", u"N" }, { u"P", u"MAC_DPU_ACTIVE" },
            MetricUnit::Share, 1, true },
        { "mac.duty", QT_TRANSLATE_NOOP("Metrics", "MAC engine active"), u"MAC_ACTIVE / A",
            { u"MAC_ACTIVE" }, { u"A" }, MetricUnit::Share, 1, true },
        { "mac.dot-product-duty", QT_TRANSLATE_NOOP("Metrics", "Dot-product units active"),
            u"MAC_DPU_ACTIVE / A", { u"MAC_DPU_ACTIVE" }, { u"A" }, MetricUnit::Share, 1, true },
        { "wd.activity", QT_TRANSLATE_NOOP("Metrics", "Weight decoder active"), u"WD_ACTIVE / A",
            { u"WD_ACTIVE" }, { u"A" }, MetricUnit::Share, 1, true },
        { "ao.activity", QT_TRANSLATE_NOOP("Metrics", "Output unit active"), u"AO_ACTIVE / A",
            { u"AO_ACTIVE" }, { u"A" }, MetricUnit::Share, 1, true },
        { "npu.rate", QT_TRANSLATE_NOOP("Metrics", "Effective rate"), u"2 x M x N x f / A",
            { u"M", u"N", u"f" }, { u"A" }, MetricUnit::TeraOperationsPerSecond, 2e-12 },
        { "port.all-bytes", QT_TRANSLATE_NOOP("Metrics", "Bytes moved per inference"), u"D / N",
            { u"D" }, { u"N" }, MetricUnit::Bytes },
        { "npu.intensity", QT_TRANSLATE_NOOP("Metrics", "Arithmetic intensity"), u"M x N / D",
            { u"M", u"N" }, { u"D" }, MetricUnit::MacsPerByte },
    };
    return all;
}

/// Inputs without value are listed as missing.
double productOf(const std::vector<FormulaInput> &inputs, ComputedMetric &metric)
{
    double result = 1;
    for (const auto &input : inputs) {
        if (!input.value)
            metric.missing += input.missing.isEmpty() ? QStringList{ input.symbol } : input.missing;
        result *= input.value.value_or(0);
        metric.inputs.push_back(input);
    }
    return result;
}

/// Where the cycle counter stands still while the NPU is idle, the whole is the window.
QString inWindow(const QString &text)
{
    return text.endsWith(u" / T"_s) ? text.chopped(1) + u'W' : text;
}

/// Counters that overflowed say more than what is only not known.
void nameDoubted(ComputedMetric &metric)
{
    QStringList doubted;
    for (const auto &input : metric.inputs) {
        if (input.value || !*input.whyNot)
            continue;
        doubted += input.missing.isEmpty() ? QStringList{ input.symbol } : input.missing;
        metric.whyNot = input.whyNot;
    }
    if (!doubted.isEmpty())
        metric.missing = doubted;
}

QStringList symbolsOf(const std::vector<const char16_t *> &symbols)
{
    QStringList list;
    for (const auto *symbol : symbols)
        list.append(QString::fromUtf16(symbol));
    return list;
}

} // namespace

ComputedMetric computeQuotient(ComputedMetric metric, const std::vector<FormulaInput> &factors,
    const std::vector<FormulaInput> &divisors, double scale, bool isPart)
{
    const auto part = productOf(factors, metric);
    const auto whole = productOf(divisors, metric);
    if (!metric.missing.isEmpty()) {
        metric.whyNot = NotKnown;
        nameDoubted(metric);
        metric.missing.removeDuplicates();
    } else if (whole == 0) {
        metric.whyNot = DividesByNothing;
        for (const auto &divisor : divisors) {
            if (divisor.value == 0.0)
                metric.missing.append(divisor.symbol);
        }
    } else if (isPart && part > whole) {
        metric.whyNot = LargerThanWhole;
    } else {
        metric.value = part / whole * scale;
    }
    return metric;
}

const char *notKnownReason()
{
    return NotKnown;
}

std::vector<ComputedMetric> computeMetrics(const Profile &profile, const MetricContext &context)
{
    const FormulaSymbols symbols(profile, context);
    const auto inputs = [&symbols](const QStringList &names) {
        std::vector<FormulaInput> found;
        for (const auto &name : names)
            found.push_back(symbols.input(name));
        return found;
    };
    std::vector<ComputedMetric> metrics;
    for (const auto &formula : formulas()) {
        const auto id = QString::fromLatin1(formula.id);
        const bool isOfWindow = id.endsWith(u"-share"_s);
        const bool isGated = isOfWindow && symbols.isCycleCounterGated();
        const auto text = QString::fromUtf16(formula.text);
        auto metric = computeQuotient({ .id = id,
                                          .name = formula.name,
                                          .formula = isGated ? inWindow(text) : text,
                                          .unit = formula.unit,
                                          .origin = context.origin },
            inputs(symbolsOf(formula.factors)),
            inputs(isGated ? QStringList{ u"W"_s } : symbolsOf(formula.divisors)), formula.scale,
            formula.isPart);
        if (isOfWindow && metric.value && symbols.countsTwice()) {
            metric.value.reset();
            metric.whyNot = LargerThanWhole;
        }
        metrics.push_back(std::move(metric));
    }
    for (auto more :
        { counterMetrics(profile, context, symbols), latencyMetrics(profile, context, symbols) })
        std::ranges::move(more, std::back_inserter(metrics));
    return metrics;
}

const ComputedMetric *findMetric(const std::vector<ComputedMetric> &metrics, const QString &id)
{
    const auto found = std::ranges::find(metrics, id, &ComputedMetric::id);
    return found == metrics.end() ? nullptr : &*found;
}

} // namespace tosaic::profile
