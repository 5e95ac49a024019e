// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/roofline/roofwords.h"

#include "core/base/cycletext.h"
#include "views/models/runnames.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

/// Gives the translation context.
struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Roofline)
};

QString symbolText(const QString &symbol)
{
    if (symbol == u"M"_s)
        return Words::tr("MACs of the model");
    if (symbol == u"A"_s)
        return Words::tr("active cycles");
    if (symbol == u"N"_s)
        return Words::tr("number of inferences");
    if (symbol == u"B"_s)
        return Words::tr("NPU product");
    return symbol;
}

/// "Computation, busy 98.1 % of its cycles (est)"
QString limitText(const RoofRow &row)
{
    const auto name = limitName(row.limit);
    if (!row.limit)
        return name;
    const auto origin = row.isWholeRun() ? row.origin : Origin::Estimate;
    return Words::tr("%1, busy %2 of its cycles (%3)")
        .arg(name, formatShare(row.limit->of), originWord(origin));
}

} // namespace

QString gapText(profile::RooflineGap::Reason reason)
{
    using Reason = profile::RooflineGap::Reason;
    switch (reason) {
    case Reason::MacsNotKnown:
        return Words::tr("Its MACs are not known.");
    case Reason::NoMacs:
        return Words::tr("It multiplies nothing: it only moves, adds or compares.");
    case Reason::CyclesNotKnown:
        return Words::tr("Its cycles are not known: neither trace nor estimate.");
    case Reason::NoCycles:
        return Words::tr("It took 0 cycles: its time is in another operator's.");
    case Reason::BytesNotKnown:
        return Words::tr("Its bytes are not known: it has no place in a command stream.");
    case Reason::NoBytes:
        break;
    }
    return Words::tr("It moves no bytes: everything stays inside the NPU.");
}

QString outsideText()
{
    return Words::tr("Outside the selected range of time.");
}

QString partlyOutsideText()
{
    return Words::tr("Only a part of it lies in the selected range of time.");
}

QString dmaGapText()
{
    return Words::tr(
        "A transfer: it multiplies nothing, and what it moves counts where it is used.");
}

QString memberGapText(const QString &leader)
{
    return leader.isEmpty() ? Words::tr("Fused into another operator, which stands for both.")
                            : Words::tr("Fused into %1, which stands for both.").arg(leader);
}

QString noStreamGapText()
{
    return Words::tr("It is in no command stream: on the CPU, or folded into another operator.");
}

QString noRoofsGapText()
{
    return Words::tr("The roofs are not known: choose a system configuration.");
}

QString runGapText(const QStringList &missing)
{
    if (missing.isEmpty())
        return Words::tr("The run counted 0 active cycles, 0 MACs or 0 bytes.");
    QStringList names;
    for (const auto &symbol : missing)
        names.append(symbolText(symbol));
    return Words::tr("Not known of this run: %1.").arg(QLocale().createSeparatedList(names));
}

QString otherNpuText()
{
    return Words::tr("It ran on another NPU than these operators are compiled for.");
}

QString unattachedText()
{
    return Words::tr("The run is not attached to a model: that it ran these operators is assumed.");
}

QString wholeRunName(const QString &run)
{
    return Words::tr("Whole run: %1").arg(run);
}

QString cyclesText(const RoofData &data)
{
    QStringList origins;
    for (const auto &row : data.rows) {
        if (row.cycles && !row.isWholeRun() && !origins.contains(originWord(row.origin)))
            origins.append(originWord(row.origin));
    }
    if (origins.isEmpty())
        return {};
    if (origins == QStringList{ originTag(Origin::Estimate) })
        return Words::tr("Cycles are Vela's estimate (est).");
    return Words::tr("Origin of the cycles: %1.").arg(QLocale().createSeparatedList(origins));
}

QString cardHtml(const RoofData &data, const RoofRow &row)
{
    const auto &point = *row.point;
    QString html = u"<b>%1</b>"_s.arg(row.name.toHtmlEscaped());
    QStringList below{ row.kind, row.module };
    below.removeAll(QString());
    if (!below.isEmpty())
        html += u"<br>%1"_s.arg(below.join(u" · "_s).toHtmlEscaped());
    html += u"<table cellspacing=0 cellpadding=1>"_s;
    const auto add = [&html](const QString &name, const QString &value) {
        html += u"<tr><td>%1&nbsp;&nbsp;</td><td>%2</td></tr>"_s.arg(
            name.toHtmlEscaped(), value.toHtmlEscaped());
    };
    add(Words::tr("Intensity"), Words::tr("%1 MACs per byte").arg(figureText(point.intensity)));
    add(Words::tr("Reached"), rateText(data.roofline, point.macsPerCycle));
    add(Words::tr("Attainable"), rateText(data.roofline, point.attainable));
    add(Words::tr("Limited by"), limitText(row));
    add(Words::tr("Reached of the roof"), roofShareText(data.roofline, point));
    if (row.cycles)
        add(Words::tr("Cycles"),
            u"%1 (%2)"_s.arg(formatCycles(*row.cycles), originWord(row.origin)));
    html += u"</table>"_s;
    if (isAboveRoof(point))
        html += Words::tr("Faster than its roof: the roof or the bytes are not those of this run.")
                    .toHtmlEscaped();
    if (!row.note.isEmpty())
        html += row.note.toHtmlEscaped();
    return html;
}

QString spokenText(const RoofData &data, const RoofRow &row)
{
    const auto &point = *row.point;
    return Words::tr("%1: limited by %2, %3 MACs per byte, %4 of %5 MACs per cycle attainable, %6, "
                     "cycles: %7")
        .arg(row.name, limitPhrase(row.limit), figureText(point.intensity),
            figureText(point.macsPerCycle), figureText(point.attainable),
            roofShareText(data.roofline, point), originWord(row.origin));
}

} // namespace tosaic::views
