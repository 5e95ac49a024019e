// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/join/operationmetrics.h"

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

template <typename Number>
FormulaInput input(const QString &symbol, const std::optional<Number> &value)
{
    return { symbol, value ? std::optional(static_cast<double>(*value)) : std::nullopt, {} };
}

} // namespace

std::optional<quint64> streamBytes(
    const TimedOperation &operation, const std::vector<npu::Work> &work)
{
    if (operation.kicks.empty())
        return std::nullopt;
    quint64 sum = 0;
    for (const auto kick : operation.kicks) {
        if (kick >= work.size())
            return std::nullopt;
        for (const auto &[region, bytes] : work[kick].readBytes)
            sum += bytes;
        for (const auto &[region, bytes] : work[kick].writtenBytes)
            sum += bytes;
    }
    return sum;
}

std::vector<ComputedMetric> operationMetrics(
    const TimedOperation &operation, const OperationMetricContext &context)
{
    const auto stated = operation.cycles();
    const auto cycles = input(u"C"_s, stated ? std::optional(stated->value) : std::nullopt);
    const auto origin = stated ? std::optional(stated->origin) : std::nullopt;
    const auto measured = input(u"C"_s, operation.measuredCycles());
    const auto estimate = input(u"E"_s, operation.estimatedCycles);
    const auto macs = input(u"M"_s, operation.macs);
    const auto peak = input(u"P"_s, context.npuMacs);
    const auto clock = input(u"f"_s, context.clockHz);
    const auto bytes = input(u"D"_s, context.bytes);
    const auto described
        = [&origin](const QString &id, const char *name, const QString &formula, MetricUnit unit) {
              return ComputedMetric{ .id = u"operation."_s + id,
                  .name = name,
                  .formula = formula,
                  .unit = unit,
                  .origin = origin };
          };
    return {
        computeQuotient(described(u"time"_s, QT_TRANSLATE_NOOP("Metrics", "Time"), u"C / f"_s,
                            MetricUnit::Seconds),
            { cycles }, { clock }),
        computeQuotient(described(u"utilisation"_s,
                            QT_TRANSLATE_NOOP("Metrics", "MAC utilisation against peak"),
                            u"M / (P x C)"_s, MetricUnit::Share),
            { macs }, { peak, cycles }, 1, true),
        computeQuotient(
            described(u"intensity"_s, QT_TRANSLATE_NOOP("Metrics", "Arithmetic intensity"),
                u"M / D"_s, MetricUnit::MacsPerByte),
            { macs }, { bytes }),
        computeQuotient(described(u"byte-rate"_s, QT_TRANSLATE_NOOP("Metrics", "Bytes per second"),
                            u"D x f / C"_s, MetricUnit::BytesPerSecond),
            { bytes, clock }, { cycles }),
        computeQuotient(
            described(u"deviation"_s, QT_TRANSLATE_NOOP("Metrics", "Measured against the estimate"),
                u"C / E"_s, MetricUnit::Share),
            { measured }, { estimate }),
    };
}

} // namespace tosaic::profile
