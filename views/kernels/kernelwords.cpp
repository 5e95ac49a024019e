// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/kernels/kernelwords.h"

#include "core/base/sizestext.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

class Words
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::views::Kernels)
};

QString countText(size_t count)
{
    return formatCount(static_cast<quint64>(count));
}

QString evidenceText(profile::MethodEvidence evidence)
{
    switch (evidence) {
    case profile::MethodEvidence::Stated:
        return Words::tr("stated by who started the run, and the events fit");
    case profile::MethodEvidence::Only:
        return Words::tr("the only method of the program that the events fit");
    case profile::MethodEvidence::Ambiguous:
        return Words::tr("several methods of the program fit the events");
    case profile::MethodEvidence::NotKnown:
        break;
    }
    return Words::tr("an ETDump does not name the method");
}

QString fillText(const QString &fill)
{
    if (fill == "random"_L1)
        return Words::tr("random");
    if (fill == "file"_L1)
        return Words::tr("from a file");
    if (fill == "program"_L1)
        return Words::tr("value of the program");
    return fill;
}

QString arrayText(const profile::HostArray &array)
{
    auto text
        = array.shape.empty() ? array.dtype : u"%1 %2"_s.arg(array.dtype, shapeText(array.shape));
    if (!array.value.isEmpty())
        text += u" = "_s + array.value;
    if (!array.fill.isEmpty())
        text = Words::tr("%1 (%2)", "an array and where its values come from")
                   .arg(text, fillText(array.fill));
    if (array.variants.value_or(1) > 1)
        text = Words::tr("%1, %n different value(s) among the repeats", nullptr,
            static_cast<int>(*array.variants))
                   .arg(text);
    return text;
}

QString arraysText(const std::vector<profile::HostArray> &arrays)
{
    QStringList texts;
    for (const auto &array : arrays)
        texts += arrayText(array);
    return texts.isEmpty() ? Words::tr("None") : texts.join(u"; "_s);
}

QString engineText(const profile::HostFacts &host)
{
    return host.engine == "python"_L1 ? Words::tr("ExecuTorch's Python module") : host.engine;
}

void addHostRows(std::vector<FactRow> &rows, const profile::HostFacts &host)
{
    addFact(rows, Words::tr("Inputs"), arraysText(host.inputs));
    addFact(rows, Words::tr("Outputs"), arraysText(host.outputs));
    std::vector<double> times;
    for (const auto ns : host.iterationNs)
        times.push_back(static_cast<double>(ns));
    if (const auto spread = profile::spreadOf(times))
        addFact(rows, Words::tr("Call from outside"),
            Words::tr("median %1, from %2 to %3")
                .arg(ticksText(spread->median, profile::TickUnit::Nanoseconds),
                    ticksText(spread->smallest, profile::TickUnit::Nanoseconds),
                    ticksText(spread->largest, profile::TickUnit::Nanoseconds)));
    addFact(rows, Words::tr("Engine"), engineText(host));
    for (const auto &[tool, version] : host.tools)
        addFact(rows, tool, version);
    addFact(rows, Words::tr("Processor"),
        host.cpu.isEmpty() ? host.machine : u"%1 (%2)"_s.arg(host.cpu, host.machine));
    addFact(rows, Words::tr("Threads"),
        host.threads ? formatCount(*host.threads) : Words::tr("Not known"));
    addFact(rows, Words::tr("Program, SHA-256"), host.pteSha256);
}

} // namespace

QString ticksText(double ticks, profile::TickUnit unit)
{
    if (unit == profile::TickUnit::Nanoseconds)
        return ticks > 0 ? formatDuration(ticks * 1e-9) : u"0 ns"_s;
    const auto count = formatCount(static_cast<quint64>(std::llround(ticks)));
    return unit == profile::TickUnit::Cycles ? Words::tr("%1 cycles").arg(count)
                                             : Words::tr("%1 ticks").arg(count);
}

QString shareText(double share)
{
    if (share > 1)
        return Words::tr("over 100 %");
    return formatShare(share);
}

QString kernelShareText(const profile::KernelRow &row)
{
    if (!row.share)
        return u"\u2013"_s;
    const auto share = shareText(*row.share);
    const auto &times = row.times();
    return times.isOfSome()
        ? Words::tr("in %1 of %2: %3", "executions, and the share of time")
              .arg(countText(times.executionsWith()), countText(times.ticks.size()), share)
        : share;
}

QString kernelTitle(const profile::KernelRow &row)
{
    if (!row.name.isEmpty() && row.kind == profile::KernelKind::DelegatePart
        && !row.place.delegateName && row.place.delegateId)
        return Words::tr("Part %1").arg(row.name);
    if (!row.name.isEmpty())
        return row.name;
    return row.kind == profile::KernelKind::Delegate ? Words::tr("Delegate, not named")
                                                     : Words::tr("Operator, not named");
}

QString kernelKindWord(profile::KernelKind kind)
{
    switch (kind) {
    case profile::KernelKind::Kernel:
        return Words::tr("Kernel");
    case profile::KernelKind::Delegate:
        return Words::tr("Delegate");
    case profile::KernelKind::DelegatePart:
        return Words::tr("Inside");
    case profile::KernelKind::Control:
        return Words::tr("Control");
    case profile::KernelKind::Other:
        break;
    }
    return Words::tr("Other");
}

QString placeText(const profile::EtDumpPlace &place)
{
    if (!place.chain)
        return u"–"_s;
    return *place.chain == 0 ? QString::number(place.instruction)
                             : u"%1:%2"_s.arg(*place.chain).arg(place.instruction);
}

QString callsText(const profile::KernelTimes &times)
{
    const auto fewest = times.leastRepeats();
    const auto most = times.mostRepeats();
    return fewest == most ? countText(most) : u"%1–%2"_s.arg(countText(fewest), countText(most));
}

QString shapeText(const std::vector<qint64> &shape)
{
    return shape.empty() ? Words::tr("scalar") : u"[%1]"_s.arg(sizesText(shape, u" × "_s));
}

QString methodTitle(const profile::MethodProfile &method)
{
    return method.name.isEmpty() ? Words::tr("Method not known") : method.name;
}

QStringList headerParts(const KernelsSubject &subject, const profile::MethodProfile &method)
{
    QStringList parts;
    parts += Words::tr("%n execution(s)", nullptr, static_cast<int>(method.executions.size()));
    if (const auto spread = method.times.spread())
        parts += spread->isConstant() ? ticksText(spread->median, subject.profile.unit)
                                      : Words::tr("median %1, from %2 to %3")
                                            .arg(ticksText(spread->median, subject.profile.unit),
                                                ticksText(spread->smallest, subject.profile.unit),
                                                ticksText(spread->largest, subject.profile.unit));
    if (!method.warmups.empty())
        parts += Words::tr(
            "%n warm-up(s) left out", nullptr, static_cast<int>(method.warmups.size()));
    if (!subject.host)
        return parts;
    parts += engineText(*subject.host);
    if (const auto version = subject.host->tools.find(u"executorch"_s);
        version != subject.host->tools.end())
        parts += u"ExecuTorch %1"_s.arg(version->second);
    const auto &cpu = subject.host->cpu.isEmpty() ? subject.host->machine : subject.host->cpu;
    parts += subject.host->threads
        ? Words::tr("%1, %n thread(s)", nullptr, static_cast<int>(*subject.host->threads)).arg(cpu)
        : cpu;
    return parts;
}

QString relationSentence(const KernelsSubject &subject)
{
    switch (subject.relation) {
    case ProgramRelation::Same:
        return Words::tr("Operators are named by %1, the program that ran.")
            .arg(subject.programName);
    case ProgramRelation::Fits:
        return Words::tr("Operators are named by %1: which program ran is not known, but the "
                         "events fit this one.")
            .arg(subject.programName);
    case ProgramRelation::Other:
        return Words::tr("%1 is not the program that ran: operators are named as the dump has "
                         "them.")
            .arg(subject.programName);
    case ProgramRelation::None:
        break;
    }
    return Words::tr("Open the program that ran to see full operator names and to find each "
                     "kernel in the graph.");
}

std::vector<FactRow> conditionRows(
    const KernelsSubject &subject, const profile::MethodProfile &method)
{
    std::vector<FactRow> rows;
    addFact(rows, Words::tr("Method"),
        Words::tr("%1 (%2)", "name of a method and why it is that one")
            .arg(methodTitle(method), evidenceText(method.evidence)));
    addFact(rows, Words::tr("Origin"),
        subject.origin ? originTag(*subject.origin) : Words::tr("Not stated"));
    addFact(rows, Words::tr("Unit of the dump"),
        subject.profile.unit == profile::TickUnit::NotKnown
            ? Words::tr("Not known: a dump does not state it. State the origin of the run.")
            : profile::tickUnitName(subject.profile.unit));
    addFact(rows, Words::tr("Executions"), countText(method.executions.size()));
    addFact(rows, Words::tr("Warm-up"), countText(method.warmups.size()));
    if (const auto calls = method.calls.spread())
        addFact(rows, Words::tr("All instructions"),
            Words::tr("median %1 in an execution")
                .arg(ticksText(calls->median, subject.profile.unit)));
    if (subject.host)
        addHostRows(rows, *subject.host);
    for (const auto &loading : subject.profile.loading)
        addFact(rows, loading.name.isEmpty() ? Words::tr("Loading") : loading.name,
            loading.ticks ? ticksText(static_cast<double>(*loading.ticks), subject.profile.unit)
                          : Words::tr("Not known"));
    return rows;
}

} // namespace tosaic::views
