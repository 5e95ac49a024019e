// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The longer texts of operationwords.h: the sentence above the rows, tooltips, hover cards.
#include "views/operations/operationwords.h"

#include "core/base/numbertext.h"
#include "core/base/units.h"
#include "profiler/analysis/metricgroups.h"
#include "views/widgets/changewords.h"

#include <QCoreApplication>
#include <QLocale>

#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

using profile::ComputedMetric;
using profile::MetricUnit;

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(OperationSummary)
};

QString valueText(const ComputedMetric &metric)
{
    const auto value = *metric.value;
    switch (metric.unit) {
    case MetricUnit::Share:
        return formatShare(value);
    case MetricUnit::Seconds:
        return formatDuration(value);
    case MetricUnit::BytesPerSecond:
        return profile::bandwidthText(value);
    case MetricUnit::MacsPerByte:
        return Words::tr("%1 MACs per byte").arg(formatNumber(value, 4));
    case MetricUnit::Bytes:
        return formatBytes(static_cast<quint64>(value));
    case MetricUnit::Cycles:
        return Words::tr("%1 cycles").arg(formatCount(static_cast<quint64>(value)));
    case MetricUnit::TeraOperationsPerSecond:
    case MetricUnit::BeatsPerCycle:
    case MetricUnit::TransactionsPerCycle:
        break;
    }
    return formatNumber(value, 4);
}

QString symbolWord(const QString &symbol)
{
    if (symbol == "C"_L1)
        return Words::tr("cycles");
    if (symbol == "E"_L1)
        return Words::tr("cycles, Vela's estimate");
    if (symbol == "M"_L1)
        return Words::tr("MACs");
    if (symbol == "P"_L1)
        return Words::tr("MACs per cycle at peak");
    if (symbol == "f"_L1)
        return Words::tr("NPU clock, Hz");
    if (symbol == "D"_L1)
        return Words::tr("bytes read and written");
    return {};
}

/// Cycles of the median inference as all faces say them: what lies between its operators takes
/// time, too. Absent: nothing says it of what is shown.
std::optional<double> inferenceOf(const OperationsData &data)
{
    const bool isOfAll = data.origin == Origin::Fvp && !data.options.isRange && !data.options.pass;
    return isOfAll ? data.subject->inferenceCycles : std::nullopt;
}

QString cyclesPart(const OperationsData &data)
{
    const auto operators
        = Words::tr("%n operator(s)", nullptr, static_cast<int>(data.totals.operators));
    const auto &cycles = data.origin == Origin::Fvp ? data.totals.fvp : data.totals.estimate;
    if (!cycles || !data.origin)
        return Words::tr("%1, cycles not known").arg(operators);
    if (const auto inference = inferenceOf(data))
        return Words::tr("%1, %2 of %3 cycles %4", "62 operators, 1,234 of 1,300 cycles FVP")
            .arg(operators, cyclesText(cycles), cyclesText(inference), originTag(*data.origin));
    return Words::tr("%1, %2 cycles %3", "62 operators, 1,234 cycles FVP")
        .arg(operators, cyclesText(cycles), originTag(*data.origin));
}

QString row(const QString &name, const QString &value, const QString &mutedColour)
{
    return u"<tr><td style='color:%1;padding-right:12px'>%2</td><td align='right'>%3</td></tr>"_s
        .arg(mutedColour, name.toHtmlEscaped(), value.toHtmlEscaped());
}

QString sidesRows(const OperationsData &data, const OperatorRow &of, const QString &muted)
{
    const auto tagged = [](const std::optional<double> &cycles, Origin origin) {
        return Words::tr("%1 %2", "cycles and where they come from")
            .arg(cyclesText(cycles), originTag(origin));
    };
    QString html;
    if (data.origin == Origin::Fvp)
        html += row(
            Words::tr("Cycles"), of.fvp ? tagged(of.fvp, Origin::Fvp) : rowCyclesText(of), muted);
    if (of.role == OperatorRow::Role::Timed)
        html += row(Words::tr("Vela's estimate"),
            of.estimate ? tagged(of.estimate, Origin::Estimate) : notKnownText(), muted);
    if (data.totals.board)
        html += row(
            Words::tr("Board"), of.board ? tagged(of.board, Origin::Board) : notKnownText(), muted);
    return html;
}

} // namespace

QStringList summaryParts(const OperationsData &data)
{
    const auto &totals = data.totals;
    QStringList parts{ cyclesPart(data) };
    const bool isMeasured = data.origin == Origin::Fvp;
    // What has no room is left out from the end: total and time come first.
    const auto inference = inferenceOf(data);
    const auto &cycles = inference ? inference : isMeasured ? totals.fvp : totals.estimate;
    if (const auto clock = data.subject->clockHz; clock && *clock > 0 && cycles) {
        parts.append(Words::tr("%1 at %2", "time at a clock")
                         .arg(formatDuration(*cycles / static_cast<double>(*clock)),
                             formatClock(static_cast<double>(*clock))));
    }
    if (isMeasured && totals.matched)
        parts.append(Words::tr("%1 matched").arg(shareText(totals.matched)));
    if (isMeasured && totals.estimate && !data.options.isRange) {
        parts.append(Words::tr("Vela says %1 %2", "cycles, origin")
                         .arg(cyclesText(totals.estimate), originTag(Origin::Estimate)));
    }
    if (totals.board) {
        parts.append(Words::tr(
            "board %1 in %n operator(s)", "cycles", static_cast<int>(totals.boardOperators))
                         .arg(cyclesText(totals.board)));
    }
    return parts;
}

QStringList filteredParts(const OperationsData &data, const std::vector<size_t> &rows)
{
    double cycles = 0;
    double share = 0;
    for (const auto row : rows) {
        cycles += data.rows[row].cycles ? data.rows[row].cycles->value : 0;
        share += data.rows[row].share.value_or(0);
    }
    QStringList parts{ Words::tr("%1 of %n row(s)", "filtered", static_cast<int>(data.rows.size()))
                           .arg(formatCount(rows.size())) };
    if (cycles > 0 && data.origin)
        parts.append(Words::tr("%1 cycles %2 (%3)", "number, origin, share of all")
                         .arg(cyclesText(cycles), originTag(*data.origin), formatShare(share)));
    return parts;
}

QString noteText(const OperationsData &data)
{
    if (data.origin == Origin::Estimate) {
        return Words::tr("No trace: all cycles are Vela's estimate (est), nothing is measured. "
                         "Waits for DMA have no estimate.");
    }
    if (!data.origin)
        return Words::tr("Neither a trace nor an estimate says how long an operator takes.");
    if (data.options.isRange) {
        return Words::tr("Cycles within the range of time; estimates only of operators that ran in "
                         "it from start to end.");
    }
    if (!data.table->inferences.empty()) {
        int cut = 0;
        for (const auto &inference : data.table->inferences)
            cut += inference.isComplete ? 0 : 1;
        if (cut > 0)
            return Words::tr(
                "%n inference(s) of the trace are not whole: cycles are missing.", nullptr, cut);
    }
    return {};
}

QString rangeText(const ProfileDocument::Range &range, const ProfileSubject &subject)
{
    const auto length = range.second - range.first;
    const auto from = QLocale().toString(range.first);
    const auto to = QLocale().toString(range.second);
    if (subject.clockHz && *subject.clockHz > 0 && length >= 0) {
        const auto seconds = static_cast<double>(length) / static_cast<double>(*subject.clockHz);
        return Words::tr("Only cycles %1 to %2 of the trace (%3 cycles, %4)")
            .arg(from, to, QLocale().toString(length), formatDuration(seconds));
    }
    return Words::tr("Only cycles %1 to %2 of the trace (%3 cycles)")
        .arg(from, to, QLocale().toString(length));
}

QString metricText(const ComputedMetric &metric)
{
    const auto name = QCoreApplication::translate("Metrics", metric.name);
    QStringList lines;
    lines.append(metric.value ? Words::tr("%1: %2 = %3", "name, formula, value")
                                    .arg(name, metric.formula, valueText(metric))
                              : Words::tr("%1: %2", "name, formula").arg(name, metric.formula));
    for (const auto &input : metric.inputs) {
        lines.append(
            Words::tr("%1 = %2 (%3)", "symbol, value, meaning")
                .arg(input.symbol,
                    input.value ? QLocale().toString(*input.value, 'f', 0) : notKnownText(),
                    symbolWord(input.symbol)));
    }
    if (!metric.value) {
        const auto why = QCoreApplication::translate("Metrics", metric.whyNot);
        lines.append(why.contains("%1"_L1) ? why.arg(metric.missing.join(u", "_s)) : why);
    }
    return lines.join(u'\n');
}

QString formulaText(const OperationsData &data, const OperatorRow &row, QLatin1StringView id)
{
    const auto metrics = data.metricsOf(row);
    const auto *metric = profile::findMetric(metrics, QString(id));
    return metric ? views::metricText(*metric) : QString();
}

QString cardText(const OperationsData &data, const OperatorRow &of, const QString &muted)
{
    auto html = u"<div style='font-weight:600'>%1</div>"_s.arg(of.name.toHtmlEscaped());
    const auto line = [&](const QString &text) {
        if (!text.isEmpty() && text != of.name)
            html += u"<div style='color:%1'>%2</div>"_s.arg(muted, text.toHtmlEscaped());
    };
    line(of.kind);
    line(of.module);
    line(of.sourceLine);
    html += u"<table style='margin-top:4px'>"_s + sidesRows(data, of, muted);
    html += row(Words::tr("Share of cycles"), shareText(of.share), muted);
    if (of.deviation)
        html += row(Words::tr("Deviation"), deviationPhrase(of.deviation), muted);
    html
        += row(Words::tr("Time"), of.seconds ? formatDuration(*of.seconds) : notKnownText(), muted);
    if (of.role == OperatorRow::Role::DmaWait)
        return html + u"</table>"_s;
    html += row(Words::tr("MACs"), countText(of.macs), muted);
    html += row(Words::tr("MAC utilisation"), shareText(of.utilisation), muted);
    html += row(Words::tr("Bytes"), of.bytes ? formatBytes(*of.bytes) : notKnownText(), muted);
    html += u"</table>"_s;
    if (of.isPart)
        line(Words::tr("Not all of its operations have cycles: there are more."));
    return html;
}

} // namespace tosaic::views
