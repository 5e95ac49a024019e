// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/models/metricwords.h"

#include "core/base/numbertext.h"
#include "profiler/analysis/metricgroups.h"
#include "views/models/runnames.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

using profile::ComputedMetric;
using profile::MetricUnit;

/// Gives the translation context.
struct MetricText
{
    Q_DECLARE_TR_FUNCTIONS(Metrics)
};

QString translated(const char *text)
{
    return QCoreApplication::translate("Metrics", text);
}

/// What a symbol of a formula stands for: in a list, and as a sentence. Counters speak for
/// themselves.
struct Symbol
{
    QStringView symbol;
    const char *inShort;
    const char *meaning;
};

const Symbol *symbolOf(const QString &name)
{
    static constexpr Symbol symbols[] = {
        { u"T", QT_TRANSLATE_NOOP("Metrics", "T (all cycles)"),
            QT_TRANSLATE_NOOP("Metrics", "T: cycles of the cycle counter") },
        { u"A", QT_TRANSLATE_NOOP("Metrics", "A (active cycles)"),
            QT_TRANSLATE_NOOP("Metrics", "A: active cycles") },
        { u"W", QT_TRANSLATE_NOOP("Metrics", "W (all cycles)"),
            QT_TRANSLATE_NOOP("Metrics", "W: cycles of the whole measurement") },
        { u"N", QT_TRANSLATE_NOOP("Metrics", "N (inferences)"),
            QT_TRANSLATE_NOOP("Metrics", "N: inferences the counters are the sum of") },
        { u"M", QT_TRANSLATE_NOOP("Metrics", "M (model MACs)"),
            QT_TRANSLATE_NOOP("Metrics", "M: MACs of one inference of the model") },
        { u"P", QT_TRANSLATE_NOOP("Metrics", "P (MACs per cycle)"),
            QT_TRANSLATE_NOOP("Metrics", "P: MACs per cycle of the NPU") },
        { u"f", QT_TRANSLATE_NOOP("Metrics", "f (clock)"),
            QT_TRANSLATE_NOOP("Metrics", "f: clock of the NPU in Hz") },
        { u"B", QT_TRANSLATE_NOOP("Metrics", "B (bytes of a beat)"),
            QT_TRANSLATE_NOOP("Metrics", "B: bytes of a beat") },
        { u"D", QT_TRANSLATE_NOOP("Metrics", "D (bytes moved in all)"),
            QT_TRANSLATE_NOOP("Metrics", "D: bytes moved in all") },
    };
    const auto *found = std::ranges::find(symbols, QStringView(name), &Symbol::symbol);
    return found == std::end(symbols) ? nullptr : found;
}

} // namespace

QString symbolMeaning(const QString &symbol)
{
    const auto *known = symbolOf(symbol);
    return known ? translated(known->meaning) : QString();
}

QString computedMetricName(const ComputedMetric &metric)
{
    const auto name = translated(metric.name);
    return metric.subject.isEmpty() ? name
                                    : u"%1: %2"_s.arg(name, counterShortName(metric.subject));
}

QString cyclesNumber(double value)
{
    const auto isWhole = value == static_cast<double>(static_cast<qint64>(value));
    return QLocale().toString(value, 'f', isWhole ? 0 : value < 10 ? 3 : 1);
}

QString metricValueText(const ComputedMetric &metric)
{
    if (!metric.value)
        return MetricText::tr("Not known");
    const auto value = *metric.value;
    switch (metric.unit) {
    case MetricUnit::Share:
        return formatShare(value);
    case MetricUnit::Bytes:
        return formatBytes(static_cast<quint64>(value));
    case MetricUnit::BytesPerSecond:
        return profile::bandwidthText(value);
    case MetricUnit::Cycles:
        return MetricText::tr("%1 cycles").arg(cyclesNumber(value));
    case MetricUnit::Seconds:
        return formatDuration(value);
    case MetricUnit::MacsPerByte:
        return MetricText::tr("%1 MACs/byte").arg(formatNumber(value, 3));
    case MetricUnit::TeraOperationsPerSecond:
        return MetricText::tr("%1 TOPS").arg(formatNumber(value, 3));
    case MetricUnit::TransactionsPerCycle:
        return MetricText::tr("%1 transactions/cycle").arg(formatNumber(value, 3));
    case MetricUnit::BeatsPerCycle:
        break;
    }
    return MetricText::tr("%1 beats/cycle").arg(formatNumber(value, 3));
}

QString whyNotWords(const ComputedMetric &metric)
{
    if (metric.value)
        return {};
    const auto text = translated(metric.whyNot);
    if (!text.contains("%1"_L1))
        return text;
    QStringList missing;
    for (const auto &symbol : metric.missing) {
        const auto *known = symbolOf(symbol);
        missing.append(known ? translated(known->inShort) : symbol);
    }
    const bool isOnlyUnknown = QByteArrayView(metric.whyNot) == profile::notKnownReason();
    const auto list = QLocale().createSeparatedList(missing);
    return missing.size() == 1 || !isOnlyUnknown ? text.arg(list)
                                                 : MetricText::tr("Not known: %1").arg(list);
}

} // namespace tosaic::views
