// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/metricsoutput.h"

#include "profiler/analysis/counterdoubts.h"
#include "profiler/analysis/metricgroups.h"
#include "profiler/store/runstore.h"
#include "views/models/metricwords.h"

#include <QJsonArray>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace {

using profile::ComputedMetric;
using profile::MeasuredRun;
using profile::MergedCounter;
using profile::MergedRecord;

std::optional<quint64> modelMacsOf(const std::vector<MeasuredLog> &logs)
{
    return logs.empty() ? std::nullopt : logs.front().modelMacs; // the same for all
}

profile::MetricContext contextOf(const MeasuredRun &run, std::optional<quint64> modelMacs)
{
    auto context = profile::contextOf(run);
    context.modelMacs = modelMacs;
    return context;
}

/// Of the merged record: one inference.
profile::MetricContext contextOf(const MergedRecord &record, std::optional<quint64> modelMacs)
{
    return contextOf(MeasuredRun{ .conditions = record.conditions,
                         .isCycleCounterGated = record.isCycleCounterGated },
        modelMacs);
}

/// Counters that overflowed or contradict.
QJsonArray doubtsJson(const MeasuredRun &run)
{
    QJsonArray list;
    for (const auto &doubt : profile::doubtDiagnostics(run.profile, contextOf(run, {}), run.name))
        list.append(QJsonObject{ { u"id"_s, doubt.id }, { u"text"_s, doubt.text } });
    return list;
}

QJsonObject conditionsJson(const profile::RunConditions &conditions)
{
    QJsonObject object;
    const auto put = [&object](const QString &key, const QString &text) {
        if (!text.isEmpty())
            object.insert(key, text);
    };
    put(u"origin"_s, profile::originKey(conditions.origin));
    put(u"target"_s, conditions.target);
    put(u"product"_s, conditions.product);
    if (conditions.npuMacs)
        object.insert(u"macs"_s, static_cast<qint64>(*conditions.npuMacs));
    if (conditions.clockHz)
        object.insert(u"npuClockHz"_s, static_cast<qint64>(*conditions.clockHz));
    put(u"artefact"_s, conditions.artefact);
    put(u"tools"_s, conditions.tools);
    put(u"mode"_s, conditions.mode);
    return object;
}

QJsonObject metricJson(const ComputedMetric &metric)
{
    QJsonArray inputs;
    for (const auto &input : metric.inputs) {
        QJsonObject one{ { u"symbol"_s, input.symbol } };
        if (input.value)
            one.insert(u"value"_s, *input.value);
        if (!input.formula.isEmpty())
            one.insert(u"formula"_s, input.formula);
        inputs.append(one);
    }
    QJsonObject object{ { u"id"_s, metric.id }, { u"name"_s, QString::fromUtf8(metric.name) },
        { u"group"_s, profile::groupKey(profile::groupOf(metric)) },
        { u"formula"_s, metric.formula }, { u"inputs"_s, inputs },
        { u"unit"_s, profile::unitKey(metric.unit) } };
    if (!metric.subject.isEmpty())
        object.insert(u"subject"_s, metric.subject);
    if (metric.origin)
        object.insert(u"origin"_s, profile::originKey(metric.origin));
    if (metric.value) {
        object.insert(u"value"_s, *metric.value);
        object.insert(u"withNumbers"_s, profile::formulaWithNumbers(metric));
    } else {
        object.insert(u"whyNot"_s, profile::whyNotText(metric));
        if (!metric.missing.isEmpty())
            object.insert(u"missing"_s, QJsonArray::fromStringList(metric.missing));
    }
    return object;
}

QJsonArray metricsArray(const std::vector<ComputedMetric> &metrics)
{
    QJsonArray list;
    for (const auto group : profile::MetricGroups) {
        for (const auto &metric : metrics) {
            if (profile::groupOf(metric) == group)
                list.append(metricJson(metric));
        }
    }
    return list;
}

QJsonArray countersArray(const std::vector<MergedCounter> &counters)
{
    QJsonArray list;
    for (const auto &counter : counters) {
        QJsonArray values;
        QJsonArray runs;
        QJsonArray outliers;
        for (const auto value : counter.values)
            values.append(value);
        for (const auto run : counter.runs)
            runs.append(static_cast<qint64>(run));
        for (const auto outlier : counter.spread.outliers)
            outliers.append(static_cast<qint64>(outlier));
        const auto &spread = counter.spread;
        QJsonObject object{ { u"name"_s, counter.name }, { u"values"_s, values },
            { u"runs"_s, runs }, { u"median"_s, spread.median },
            { u"lowerQuartile"_s, spread.lowerQuartile },
            { u"upperQuartile"_s, spread.upperQuartile }, { u"mad"_s, spread.deviation },
            { u"min"_s, spread.smallest }, { u"max"_s, spread.largest },
            { u"outliers"_s, outliers } };
        if (!counter.unit.isEmpty())
            object.insert(u"unit"_s, counter.unit);
        if (counter.isDerived)
            object.insert(u"derived"_s, true);
        list.append(object);
    }
    return list;
}

QJsonArray namesOf(const std::vector<MeasuredRun> &measured)
{
    QJsonArray names;
    for (const auto &one : measured)
        names.append(one.name);
    return names;
}

QJsonObject mergedJson(const MergedRecord &record, const std::vector<MeasuredRun> &measured,
    std::optional<quint64> modelMacs)
{
    QJsonArray leftOut;
    for (const auto run : record.leftOut)
        leftOut.append(measured[run].name);
    return {
        { u"runs"_s, namesOf(measured) }, { u"conditions"_s, conditionsJson(record.conditions) },
        { u"unverified"_s, QJsonArray::fromStringList(record.unverified) },
        { u"leftOut"_s, leftOut }, { u"counters"_s, countersArray(record.counters) },
        { u"others"_s, countersArray(record.others) },
        { u"metrics"_s,
            metricsArray(profile::computeMetrics(record.profile(), contextOf(record, modelMacs))) }
    };
}

/// What the letters in the formulas stand for.
class Legend
{
public:
    void add(const std::vector<ComputedMetric> &metrics)
    {
        for (const auto &metric : metrics) {
            for (const auto &input : metric.inputs) {
                const auto meaning = views::symbolMeaning(input.symbol);
                if (!meaning.isEmpty() && !m_meanings.contains(meaning))
                    m_meanings << meaning;
            }
        }
    }
    void print(QTextStream &out) const
    {
        if (!m_meanings.isEmpty())
            out << "in the formulas: " << m_meanings.join(u"; "_s) << '\n';
    }

private:
    QStringList m_meanings;
};

void printAll(const std::vector<ComputedMetric> &metrics, Legend &legend, QTextStream &out)
{
    legend.add(metrics);
    for (const auto group : profile::MetricGroups) {
        bool isFirst = true;
        for (const auto &metric : metrics) {
            if (profile::groupOf(metric) != group)
                continue;
            if (std::exchange(isFirst, false))
                out << "  " << profile::groupName(group) << '\n';
            out << "    " << metric.name
                << (metric.subject.isEmpty() ? QString() : u" "_s + metric.subject) << ": ";
            if (metric.value)
                out << profile::metricText(metric) << " = " << metric.formula << " = "
                    << profile::formulaWithNumbers(metric) << '\n';
            else
                out << "not known (" << metric.formula << "): " << profile::whyNotText(metric)
                    << '\n';
        }
    }
}

void printSpread(const std::vector<MergedCounter> &counters, size_t runs, QTextStream &out)
{
    for (const auto &counter : counters) {
        const auto &spread = counter.spread;
        const auto number = [](double value) { return QString::number(value, 'g', 12); };
        out << "    " << counter.name << ": median " << number(spread.median);
        if (!counter.unit.isEmpty())
            out << ' ' << counter.unit;
        if (spread.count > 1)
            out << ", quartiles " << number(spread.lowerQuartile) << " to "
                << number(spread.upperQuartile) << ", MAD " << number(spread.deviation) << ", "
                << number(spread.smallest) << " to " << number(spread.largest);
        out << ", " << spread.count << (spread.count == 1 ? " value" : " values");
        if (counter.runs.size() < runs)
            out << " of " << runs << " runs";
        for (const auto outlier : spread.outliers)
            out << ", outlier " << number(counter.values[outlier]);
        out << '\n';
    }
}

void printMerged(const MergedRecord &record, const std::vector<MeasuredRun> &measured,
    std::optional<quint64> modelMacs, Legend &legend, QTextStream &out)
{
    out << "merged, of one inference (" << measured.size() << " measurements)\n";
    out << "  Spread\n";
    printSpread(record.counters, measured.size(), out);
    printSpread(record.others, measured.size(), out);
    printAll(profile::computeMetrics(record.profile(), contextOf(record, modelMacs)), legend, out);
    if (!record.unverified.isEmpty())
        out << "  not stated by every run: " << record.unverified.join(u", "_s) << '\n';
    for (const auto run : record.leftOut)
        out << "  left out: " << measured[run].name
            << ": its counters are sums over an unknown number of inferences\n";
}

} // namespace

std::vector<MeasuredRun> measurementsOf(const std::vector<MeasuredLog> &logs)
{
    std::vector<MeasuredRun> measured;
    for (const auto &log : logs)
        std::ranges::move(profile::measurementsOf(log.name, log.run, log.conditions),
            std::back_inserter(measured));
    return measured;
}

QJsonObject metricsJson(const std::vector<MeasuredLog> &logs,
    const std::vector<MeasuredRun> &measured, const std::optional<Result<MergedRecord>> &merged)
{
    const auto modelMacs = modelMacsOf(logs);
    QJsonArray runs;
    for (const auto &one : measured) {
        QJsonObject object{ { u"name"_s, one.name },
            { u"conditions"_s, conditionsJson(one.conditions) },
            { u"metrics"_s,
                metricsArray(profile::computeMetrics(one.profile, contextOf(one, modelMacs))) } };
        if (const auto doubts = doubtsJson(one); !doubts.isEmpty())
            object.insert(u"diagnostics"_s, doubts);
        if (!one.profile.label.isEmpty())
            object.insert(u"label"_s, one.profile.label);
        if (modelMacs)
            object.insert(u"modelMacs"_s, static_cast<qint64>(*modelMacs));
        runs.append(object);
    }
    QJsonObject document{ { u"runs"_s, runs } };
    if (merged && *merged)
        document.insert(u"merged"_s, mergedJson(**merged, measured, modelMacs));
    else if (merged)
        document.insert(u"notMerged"_s, merged->error().detail);
    return document;
}

void printMetrics(const std::vector<MeasuredLog> &logs, const std::vector<MeasuredRun> &measured,
    const std::optional<Result<MergedRecord>> &merged, QTextStream &out)
{
    const auto modelMacs = modelMacsOf(logs);
    Legend legend;
    if (measured.empty())
        out << "no measurement has counters or times\n";
    for (const auto &one : measured) {
        out << one.name << (one.profile.label.isEmpty() ? QString() : u", "_s + one.profile.label)
            << " ("
            << (one.conditions.origin ? originTag(*one.conditions.origin) : u"origin not stated"_s)
            << ")\n";
        if (!one.conditions.mode.isEmpty())
            out << "  warning: metrics.no-timing: simulated in mode \"" << one.conditions.mode
                << "\": cycles and times are not valid\n";
        for (const auto &doubt :
            profile::doubtDiagnostics(one.profile, contextOf(one, modelMacs), one.name))
            out << "  " << doubt.toText() << '\n';
        printAll(profile::computeMetrics(one.profile, contextOf(one, modelMacs)), legend, out);
    }
    if (merged && *merged)
        printMerged(**merged, measured, modelMacs, legend, out);
    else if (merged)
        out << "not merged: " << merged->error().detail << '\n';
    legend.print(out);
}
} // namespace tosaic::cli
