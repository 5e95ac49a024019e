// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analysis/metricgroups.h"

#include "core/base/numbertext.h"

#include <QLocale>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

QString numberText(double value)
{
    return formatNumber(value, 6, QLocale::c());
}

} // namespace

QString bandwidthText(double bytesPerSecond)
{
    constexpr double Giga = 1e9;
    constexpr double Mega = 1e6;
    const bool isLarge = bytesPerSecond >= 0.01 * Giga;
    const auto number = bytesPerSecond / (isLarge ? Giga : Mega);
    const int decimals = number >= 100 ? 0 : number >= 10 ? 1 : number >= 0.1 ? 2 : 3;
    return QLocale().toString(number, 'f', decimals) + (isLarge ? u" GB/s"_s : u" MB/s"_s);
}

QString groupKey(MetricGroup group)
{
    switch (group) {
    case MetricGroup::Npu:
        return u"npu"_s;
    case MetricGroup::Mac:
        return u"mac"_s;
    case MetricGroup::Ports:
        return u"ports"_s;
    case MetricGroup::Stalls:
        return u"stalls"_s;
    case MetricGroup::Weights:
        return u"weights"_s;
    case MetricGroup::Time:
        break;
    }
    return u"time"_s;
}

const char *groupName(MetricGroup group)
{
    switch (group) {
    case MetricGroup::Npu:
        return QT_TRANSLATE_NOOP("Metrics", "NPU");
    case MetricGroup::Mac:
        return QT_TRANSLATE_NOOP("Metrics", "MAC engine and output unit");
    case MetricGroup::Ports:
        return QT_TRANSLATE_NOOP("Metrics", "Ports and traffic");
    case MetricGroup::Stalls:
        return QT_TRANSLATE_NOOP("Metrics", "Stalls");
    case MetricGroup::Weights:
        return QT_TRANSLATE_NOOP("Metrics", "Weight decoder");
    case MetricGroup::Time:
        break;
    }
    return QT_TRANSLATE_NOOP("Metrics", "Cycles and time");
}

MetricGroup groupOf(const ComputedMetric &metric)
{
    const auto &id = metric.id;
    if (id.startsWith("wd."_L1) || id.startsWith("stall:WD_"_L1))
        return MetricGroup::Weights;
    if (id.startsWith("stall:"_L1))
        return MetricGroup::Stalls;
    if (id.startsWith("port."_L1) || id.startsWith("latency."_L1) || id == "npu.intensity"_L1)
        return MetricGroup::Ports;
    if (id.startsWith("mac."_L1) || id.startsWith("ao."_L1) || id == "npu.rate"_L1)
        return MetricGroup::Mac;
    if (id == "npu.cycles"_L1 || metric.unit == MetricUnit::Seconds)
        return MetricGroup::Time;
    return MetricGroup::Npu;
}

QString unitKey(MetricUnit unit)
{
    switch (unit) {
    case MetricUnit::Share:
        return u"share"_s;
    case MetricUnit::Bytes:
        return u"bytes"_s;
    case MetricUnit::BytesPerSecond:
        return u"bytes/s"_s;
    case MetricUnit::Cycles:
        return u"cycles"_s;
    case MetricUnit::Seconds:
        return u"s"_s;
    case MetricUnit::MacsPerByte:
        return u"MACs/byte"_s;
    case MetricUnit::TeraOperationsPerSecond:
        return u"TOPS"_s;
    case MetricUnit::BeatsPerCycle:
        return u"beats/cycle"_s;
    case MetricUnit::TransactionsPerCycle:
        break;
    }
    return u"transactions/cycle"_s;
}

QString formulaWithNumbers(const ComputedMetric &metric)
{
    static const QRegularExpression word(u"[A-Za-z][A-Za-z0-9_]*"_s);
    QString text;
    qsizetype end = 0;
    auto matches = word.globalMatch(metric.formula);
    while (matches.hasNext()) {
        const auto match = matches.next();
        const auto input
            = std::ranges::find(metric.inputs, match.captured(), &FormulaInput::symbol);
        text += metric.formula.sliced(end, match.capturedStart() - end);
        if (input == metric.inputs.end())
            text += match.captured(); // "x": times
        else
            text += input->value ? numberText(*input->value) : u"?"_s;
        end = match.capturedEnd();
    }
    return text + metric.formula.sliced(end);
}

QString whyNotText(const ComputedMetric &metric)
{
    if (metric.value)
        return {};
    const auto text = QString::fromUtf8(metric.whyNot);
    if (!text.contains("%1"_L1))
        return text;
    if (metric.missing.size() < 2)
        return text.arg(metric.missing.join(u", "_s));
    auto several = text.arg(metric.missing.join(u", "_s));
    return several.replace(" is "_L1, " are "_L1);
}

} // namespace tosaic::profile
