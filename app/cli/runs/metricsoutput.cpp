// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/runs/metricsoutput.h"

#include "core/base/description.h"
#include "core/base/knownjson.h"

#include "core/base/numbertext.h"
#include "profiler/analysis/counterdoubts.h"
#include "profiler/analysis/metricgroups.h"
#include "profiler/analysis/timeunit.h"
#include "profiler/store/runstore.h"
#include "views/models/metricwords.h"

#include <QJsonArray>

#include <algorithm>
#include <map>
#include <ranges>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace {

using profile::ComputedMetric;
using profile::Measurement;
using profile::MergedCounter;
using profile::MergedRecord;

/// More of one log are told by their spread.
constexpr size_t MostPrinted = 8;

/// Counters that overflowed or contradict, and what was not kept of the log.
QJsonArray diagnosticsJson(const Measurement &one, const profile::MeasuredRun &run)
{
    QJsonArray list;
    for (const auto &diagnostic : run.run->diagnostics) {
        if (diagnostic.id == "log.limit"_L1)
            list.append(QJsonObject{ { u"id"_s, diagnostic.id }, { u"text"_s, diagnostic.text } });
    }
    for (const auto &doubt : profile::doubtDiagnostics(one.profile, one.context, one.name))
        list.append(QJsonObject{ { u"id"_s, doubt.id }, { u"text"_s, doubt.text } });
    return list;
}

QJsonObject conditionsJson(const profile::MetricContext &context,
    const workspace::RunConditions &conditions, const QString &program)
{
    QJsonObject object;
    const auto put
        = [&object](const QString &key, const QString &text) { insertKnown(object, key, text); };
    put(u"origin"_s, profile::originKey(context.origin));
    put(u"target"_s, conditions.target);
    put(u"product"_s, context.product);
    insertKnown(object, u"macs"_s, context.npuMacs);
    insertKnown(object, u"npuClockHz"_s, context.clockHz);
    put(u"artefact"_s, program);
    put(u"tools"_s, profile::toolsText(conditions.tools));
    put(u"mode"_s, conditions.mode);
    return object;
}

QJsonObject metricJson(const ComputedMetric &metric)
{
    QJsonArray inputs;
    for (const auto &input : metric.inputs) {
        QJsonObject one{ { u"symbol"_s, input.symbol } };
        insertKnown(one, u"value"_s, input.value);
        insertKnown(one, u"formula"_s, input.formula);
        inputs.append(one);
    }
    QJsonObject object{ { u"id"_s, metric.id }, { u"name"_s, QString::fromUtf8(metric.name) },
        { u"group"_s, profile::groupKey(profile::groupOf(metric)) },
        { u"formula"_s, metric.formula }, { u"inputs"_s, inputs },
        { u"unit"_s, profile::unitKey(metric.unit) } };
    insertKnown(object, u"subject"_s, metric.subject);
    if (metric.origin)
        object.insert(u"origin"_s, profile::originKey(metric.origin));
    if (metric.value) {
        object.insert(u"value"_s, *metric.value);
        object.insert(u"withNumbers"_s, profile::formulaWithNumbers(metric));
    } else {
        object.insert(u"whyNot"_s, profile::whyNotText(metric));
        insertKnown(object, u"missing"_s, metric.missing);
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
        insertKnown(object, u"unit"_s, counter.unit);
        if (counter.isDerived)
            object.insert(u"derived"_s, true);
        list.append(object);
    }
    return list;
}

QJsonArray namesOf(const std::vector<Measurement> &measured)
{
    QJsonArray names;
    for (const auto &one : measured)
        names.append(one.name);
    return names;
}

QJsonObject mergedJson(const MergedRecord &record, const std::vector<Measurement> &measured)
{
    QJsonArray leftOut;
    for (const auto run : record.leftOut)
        leftOut.append(measured[run].name);
    return { { u"runs"_s, namesOf(measured) },
        { u"conditions"_s, conditionsJson(record.context, record.conditions, record.modelSha256) },
        { u"unverified"_s, QJsonArray::fromStringList(record.unverified) },
        { u"leftOut"_s, leftOut }, { u"counters"_s, countersArray(record.counters) },
        { u"others"_s, countersArray(record.others) },
        { u"metrics"_s, metricsArray(profile::computeMetrics(record.profile(), record.context)) } };
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

/// In one line, with what would have to be known; behind it, why others have no value although
/// everything for them was counted. --json has the reason of each.
void printUnknown(const std::vector<ComputedMetric> &metrics, QTextStream &out)
{
    QStringList names;
    QStringList missing;
    std::map<QString, QStringList> others; ///< by reason
    for (const auto &metric : metrics) {
        if (metric.value)
            continue;
        const bool isMissing
            = QLatin1StringView(metric.whyNot) == QLatin1StringView(profile::notKnownReason());
        auto &list = isMissing ? names : others[profile::whyNotText(metric)];
        list << QString::fromUtf8(metric.name);
        if (isMissing)
            missing << metric.missing;
    }
    names.removeDuplicates();
    missing.removeDuplicates();
    if (!names.isEmpty())
        out << "  Not known: " << names.join(u", "_s) << "; missing: " << missing.join(u", "_s)
            << '\n';
    for (auto &[reason, without] : others) {
        without.removeDuplicates();
        out << "  No value for " << without.join(u", "_s) << ": " << reason << '\n';
    }
}

void printAll(const std::vector<ComputedMetric> &metrics, Legend &legend, QTextStream &out)
{
    legend.add(metrics);
    for (const auto group : profile::MetricGroups) {
        bool isFirst = true;
        for (const auto &metric : metrics) {
            if (profile::groupOf(metric) != group || !metric.value)
                continue;
            if (std::exchange(isFirst, false))
                out << "  " << profile::groupName(group) << '\n';
            out << "    " << metric.name
                << (metric.subject.isEmpty() ? QString() : u" "_s + metric.subject) << ": "
                << views::metricValueText(metric) << " = " << metric.formula << " = "
                << profile::formulaWithNumbers(metric) << '\n';
        }
    }
    printUnknown(metrics, out);
}

/// Times in a unit for people, which stands behind the number.
QString quantity(double value, const QString &unit)
{
    const auto shown = profile::shownUnit(unit, value);
    const auto number = shown.nanoseconds == 1 ? formatNumber(value, 12, QLocale::c())
                                               : QString::number(value / shown.nanoseconds, 'f', 3);
    return shown.name.isEmpty() ? number : number + u' ' + shown.name;
}

void printSpread(const std::vector<MergedCounter> &counters, size_t runs, QTextStream &out)
{
    constexpr size_t MostOutliers = 5; // --json has all
    for (const auto &counter : counters) {
        const auto &spread = counter.spread;
        const bool isTime = counter.unit == "ns"_L1;
        const auto number = [&](double value) {
            return isTime ? quantity(value, counter.unit) : formatNumber(value, 12, QLocale::c());
        };
        out << "    " << counter.name << ": median " << quantity(spread.median, counter.unit);
        if (spread.count > 1)
            out << ", quartiles " << number(spread.lowerQuartile) << " to "
                << number(spread.upperQuartile) << ", MAD " << number(spread.deviation) << ", "
                << number(spread.smallest) << " to " << number(spread.largest);
        out << ", " << spread.count << (spread.count == 1 ? " value" : " values");
        if (counter.runs.size() < runs)
            out << " of " << runs << " runs";
        for (const auto outlier : spread.outliers | std::views::take(MostOutliers))
            out << ", outlier " << number(counter.values[outlier]);
        if (spread.outliers.size() > MostOutliers)
            out << ", " << spread.outliers.size() - MostOutliers << " more outliers";
        out << '\n';
    }
}

void printMerged(const MergedRecord &record, const std::vector<Measurement> &measured,
    Legend &legend, QTextStream &out)
{
    out << "  Spread\n";
    printSpread(record.counters, measured.size(), out);
    printSpread(record.others, measured.size(), out);
    if (!record.counters.empty())
        printAll(profile::computeMetrics(record.profile(), record.context), legend, out);
    if (!record.unverified.isEmpty())
        out << "  not stated by every run: " << record.unverified.join(u", "_s) << '\n';
    for (const auto run : record.leftOut | std::views::take(MostPrinted))
        out << "  left out: " << measured[run].name
            << ": its counters are sums over an unknown number of inferences\n";
    if (record.leftOut.size() > MostPrinted)
        out << "  left out: " << record.leftOut.size() - MostPrinted << " more\n";
}

/// What was counted, of one inference where the number is known, with times and CPU cycles: also
/// where no formula needs it.
void printMeasured(const Measurement &one, QTextStream &out)
{
    const auto record = profile::mergeRuns({ &one, 1 });
    if (!record)
        return;
    if (!record->leftOut.empty()) { // cannot be divided
        out << "  Measured, sums of an unknown number of inferences\n";
        for (const auto &counter : one.profile.counters)
            out << "    " << counter.name << ": " << quantity(double(counter.value), counter.unit)
                << '\n';
        return;
    }
    if (record->counters.empty() && record->others.empty())
        return;
    out << "  Measured\n";
    for (const auto *list : { &record->counters, &record->others }) {
        for (const auto &value : *list)
            out << "    " << value.name << ": " << quantity(value.spread.median, value.unit)
                << (value.spread.count > 1 ? u", median of %1 inferences"_s.arg(value.spread.count)
                                           : QString())
                << '\n';
    }
}

QString originText(const profile::MetricContext &context)
{
    return context.origin ? originTag(*context.origin) : u"origin not stated"_s;
}

void printWarnings(const Measurement &one, QTextStream &out)
{
    if (!one.conditions.mode.isEmpty())
        out << "  warning: metrics.no-timing: simulated in mode \"" << one.conditions.mode
            << "\": cycles and times are not valid\n";
}

void printOne(const Measurement &one, Legend &legend, QTextStream &out)
{
    out << one.name << (one.profile.label.isEmpty() ? QString() : u", "_s + one.profile.label)
        << " (" << originText(one.context) << ")\n";
    printWarnings(one, out);
    for (const auto &doubt : profile::doubtDiagnostics(one.profile, one.context, one.name))
        out << "  " << doubt.toText() << '\n';
    printMeasured(one, out);
    if (one.profile.counters.empty())
        out << "  no counters, so no metrics of them\n";
    else
        printAll(profile::computeMetrics(one.profile, one.context), legend, out);
}

/// Many measurements of one log: those with the same label as one record.
void printMany(const profile::MeasuredRun &run, const std::vector<Measurement> &measured,
    Legend &legend, QTextStream &out)
{
    std::vector<std::pair<QString, std::vector<Measurement>>> groups;
    for (const auto &one : measured) {
        auto group = std::ranges::find(
            groups, one.profile.label, [](const auto &known) { return known.first; });
        if (group == groups.end())
            group = groups.insert(group, { one.profile.label, {} });
        group->second.push_back(one);
    }
    out << run.name << ": " << measured.size()
        << " measurements; --all prints each, --json has all\n";
    for (const auto &[label, group] : groups) {
        out << run.name << (label.isEmpty() ? QString() : u", "_s + label) << ", " << group.size()
            << (group.size() == 1 ? " measurement (" : " measurements (")
            << originText(group.front().context) << ")\n";
        printWarnings(group.front(), out);
        if (const auto record = profile::mergeRuns(group))
            printMerged(*record, group, legend, out);
    }
}

} // namespace

QJsonObject metricsJson(const MetricsMaterial &material)
{
    QJsonArray runs;
    for (size_t i = 0; i < material.measured.size(); ++i) {
        const auto &one = material.measured[i];
        QJsonObject object{ { u"name"_s, one.name },
            { u"conditions"_s, conditionsJson(one.context, one.conditions, one.modelSha256) },
            { u"metrics"_s, metricsArray(profile::computeMetrics(one.profile, one.context)) } };
        if (const auto record = profile::mergeRuns({ &one, 1 })) {
            insertKnown(object, u"counters"_s, countersArray(record->counters));
            insertKnown(object, u"others"_s, countersArray(record->others));
        }
        if (const auto list = diagnosticsJson(one, material.runs[material.owners[i]]);
            !list.isEmpty())
            object.insert(u"diagnostics"_s, list);
        insertKnown(object, u"label"_s, one.profile.label);
        insertKnown(object, u"modelMacs"_s, one.context.modelMacs);
        runs.append(object);
    }
    QJsonObject document{ { u"runs"_s, runs } };
    if (material.merged && *material.merged)
        document.insert(u"merged"_s, mergedJson(**material.merged, material.measured));
    else if (material.merged)
        document.insert(u"notMerged"_s, material.merged->error().detail);
    return document;
}

namespace {

void print(const MetricsMaterial &material, bool printsAll, QTextStream &out)
{
    Legend legend;
    const auto &measured = material.measured;
    for (size_t run = 0; run < material.runs.size(); ++run) {
        std::vector<Measurement> own;
        for (size_t i = 0; i < measured.size(); ++i) {
            if (material.owners[i] == run)
                own.push_back(measured[i]);
        }
        if (own.size() > MostPrinted && !printsAll) {
            printMany(material.runs[run], own, legend, out);
            continue;
        }
        for (const auto &one : own)
            printOne(one, legend, out);
    }
    const bool isTold = material.runs.size() == 1 && measured.size() > MostPrinted && !printsAll;
    if (material.merged && *material.merged && !isTold) {
        out << "merged, of one inference (" << measured.size() << " measurements)\n";
        printMerged(**material.merged, measured, legend, out);
    } else if (material.merged && !*material.merged) {
        out << "not merged: " << material.merged->error().detail << '\n';
    }
    legend.print(out);
}

/// What goes on in the next line stands deeper than its first.
QString fittedLine(const QString &line, TextWidth width)
{
    const auto first = std::ranges::find_if(line, [](QChar sign) { return sign != u' '; });
    return wrappedText(line, width, QString(first - line.begin() + 2, u' '));
}

} // namespace

void printMetrics(const MetricsMaterial &material, bool printsAll, Streams &streams)
{
    QString text;
    QTextStream out(&text);
    print(material, printsAll, out);
    out.flush();
    for (const auto &line : QStringView(text).split(u'\n', Qt::SkipEmptyParts))
        streams.out << fittedLine(line.toString(), streams.width);
}

} // namespace tosaic::cli
