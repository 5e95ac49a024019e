// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/findings/findingwords.h"

#include "core/base/cycletext.h"
#include "core/base/units.h"
#include "views/models/streamowner.h"
#include "views/widgets/needwords.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

using profile::CycleLimit;
using profile::OperatorRow;

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Findings)
};

const FindingEvidence *evidenceOf(const Finding &finding, QStringView key)
{
    const auto found = std::ranges::find(finding.evidence, key, &FindingEvidence::key);
    return found == finding.evidence.end() ? nullptr : &*found;
}

QString tag(const std::optional<Origin> &origin)
{
    return origin ? originTag(*origin) : Words::tr("origin not stated");
}

/// What sets the pace, as the subject of "set the pace".
QString paceWord(CycleLimit::By by)
{
    switch (by) {
    case CycleLimit::By::Mac:
        return Words::tr("computation");
    case CycleLimit::By::Elementwise:
        return Words::tr("elementwise computation");
    case CycleLimit::By::Sram:
        return Words::tr("SRAM");
    case CycleLimit::By::Dram:
        return Words::tr("DRAM");
    case CycleLimit::By::Flash:
        return Words::tr("flash");
    case CycleLimit::By::Wait:
        break;
    }
    return Words::tr("waiting for transfers");
}

QString includesText(QStringView includes)
{
    if (includes == u"npu-model")
        return Words::tr("the NPU's work as Vela models it, nothing of the processor");
    if (includes == u"npu-commands")
        return Words::tr("the NPU from its first to its last command, nothing of the processor");
    if (includes == u"npu-counter")
        return Words::tr("the NPU while its cycle counter ran, nothing of the processor");
    if (includes == u"npu-operators")
        return Words::tr("operators that were measured one by one, nothing between them");
    if (includes == u"inference")
        return Words::tr("the whole inference, NPU and processor");
    return {};
}

/// As the table of kernels calls it: "add.out (instruction 3)" of "native_call_add.out (chain 0,
/// instruction 3)".
QString kernelName(QString event)
{
    if (event.startsWith("native_call_"_L1))
        event.remove(0, int(qstrlen("native_call_")));
    return event.replace("(chain 0, "_L1, "("_L1);
}

QString amountText(const FindingEvidence &evidence)
{
    if (evidence.unit == "s"_L1)
        return formatDuration(evidence.value.toDouble());
    if (evidence.unit == "ticks"_L1) // of a clock that nobody knows: the median has no half of one
        return u"%1 %2"_s.arg(
            formatCount(static_cast<quint64>(std::llround(evidence.value.toDouble()))),
            evidence.unit);
    const auto number = formatCycles(evidence.value.toDouble());
    if (evidence.key.startsWith("cycles"_L1)) // cyclesTotal, cyclesEstimated, cyclesBoard
        return Words::tr("%1 NPU cycles").arg(number);
    if (evidence.key == "cpuCycles"_L1)
        return Words::tr("%1 CPU cycles").arg(number);
    return number + u' ' + evidence.unit;
}

/// Of a run: each number with what it includes.
QString runTotalsSentence(const Finding &finding)
{
    QStringList parts;
    for (const auto &one : finding.evidence)
        parts << Words::tr("%1 (%2: %3)", "amount, origin, what it includes")
                     .arg(amountText(one), tag(one.origin), includesText(one.includes));
    return Words::tr("One inference takes %1.").arg(parts.join(u", "_s));
}

QString totalsSentence(const Finding &finding)
{
    const bool isOfRun = std::ranges::none_of(
        finding.evidence, [](const FindingEvidence &one) { return one.includes.isEmpty(); });
    if (isOfRun && !finding.subject.isEmpty())
        return runTotalsSentence(finding);
    const auto *cycles = evidenceOf(finding, u"cyclesTotal");
    auto sentence = Words::tr("One inference takes %1 NPU cycles (%2)")
                        .arg(formatCycles(cycles->value.toDouble()), tag(cycles->origin));
    if (const auto *time = evidenceOf(finding, u"inferenceTime"))
        sentence += Words::tr(", %1 at %2")
                        .arg(formatDuration(time->value.toDouble()),
                            formatClock(evidenceOf(finding, u"npuClock")->value.toDouble()));
    if (const auto *used = evidenceOf(finding, u"macUtilisation"))
        sentence += Words::tr(", and uses %1 of the MACs").arg(formatShare(used->value.toDouble()));
    if (const auto *estimate = evidenceOf(finding, u"cyclesEstimated"))
        sentence += Words::tr("; Vela estimated %1").arg(formatCycles(estimate->value.toDouble()));
    if (const auto *board = evidenceOf(finding, u"cyclesBoard"))
        sentence += Words::tr("; on the board its operators take %1")
                        .arg(formatCycles(board->value.toDouble()));
    return sentence + u'.';
}

QString paceSentence(const Finding &finding)
{
    const auto &first = finding.evidence.front();
    auto sentence = Words::tr("%1 of the cycles are in operators limited by %2 (est)")
                        .arg(formatShare(first.value.toDouble()), paceWord(*finding.leading));
    QStringList others;
    for (size_t i = 1; i < finding.evidence.size(); ++i) {
        const auto &one = finding.evidence[i];
        for (const auto by :
            { CycleLimit::By::Mac, CycleLimit::By::Elementwise, CycleLimit::By::Sram,
                CycleLimit::By::Dram, CycleLimit::By::Flash, CycleLimit::By::Wait }) {
            if (profile::limitKey(by) == one.key)
                others << Words::tr("%1 %2", "what sets the pace, share")
                              .arg(paceWord(by), formatShare(one.value.toDouble()));
        }
    }
    if (!others.isEmpty())
        sentence += Words::tr("; %1").arg(others.join(u", "_s));
    return sentence + u'.';
}

QString costliestSentence(const Finding &finding)
{
    QStringList parts;
    for (size_t i = 0; i < finding.operators.size(); ++i) {
        const auto &row = finding.operators[i];
        QStringList facts;
        if (!row.module.isEmpty())
            facts << row.module;
        if (i < finding.evidence.size() && finding.evidence[i].partition)
            facts << streamOwnerName(row.owner, row.stream);
        if (row.share)
            facts << formatShare(*row.share);
        if (row.limit)
            facts << Words::tr("limited by %1").arg(paceWord(row.limit->by));
        if (row.utilisation)
            facts << Words::tr("%1 of the MACs").arg(formatShare(*row.utilisation));
        const auto name = row.name.isEmpty() ? Words::tr("without a name") : row.name;
        parts << Words::tr("%1 (%2)", "operator, facts").arg(name, facts.join(u", "_s));
    }
    return Words::tr("Most cycles: %1.").arg(parts.join(u", "_s));
}

QString memorySentence(const Finding &finding)
{
    QStringList parts;
    for (const auto memory :
        { analysis::Memory::Sram, analysis::Memory::Flash, analysis::Memory::Dram }) {
        if (const auto *bytes = evidenceOf(finding, analysis::memoryKey(memory)))
            parts << Words::tr("%1 of %2", "bytes, memory")
                         .arg(formatBytes(bytes->value.toULongLong()),
                             memory == analysis::Memory::Flash ? Words::tr("flash")
                                                               : memoryName(memory));
    }
    return Words::tr("It needs %1 (est).").arg(parts.join(u", "_s));
}

/// "AXI0 (Sram), read" with the memory as people write it; a port called as its memory needs no
/// more.
QString portText(QString port)
{
    static const QRegularExpression memory(u" \\((\\w+)\\)"_s);
    const auto found = memory.match(port);
    if (!found.hasMatch())
        return port;
    const auto name = memoryAreaName(found.captured(1));
    return port.replace(found.capturedStart(), found.capturedLength(),
        port.startsWith(name) ? QString() : u" (%1)"_s.arg(name));
}

QString portsSentence(const Finding &finding)
{
    QStringList parts;
    for (const auto &one : finding.evidence) {
        const auto share = formatShare(one.value.toDouble());
        parts << (one.unit == "share"_L1
                ? Words::tr("%1 %2 of its bandwidth", "port, share").arg(portText(one.key), share)
                : Words::tr("%1: a beat in %2 of the cycles", "counter, share")
                      .arg(one.key, share));
    }
    return Words::tr("Memory ports in use: %1 (%2).")
        .arg(parts.join(u", "_s), tag(finding.evidence.front().origin));
}

QString waitingSentence(const Finding &finding)
{
    QStringList parts;
    if (const auto *idle = evidenceOf(finding, u"npuIdle"))
        parts << Words::tr("the NPU has nothing to do in %1 of its cycles")
                     .arg(formatShare(idle->value.toDouble()));
    if (const auto *waiting = evidenceOf(finding, u"cpuWaiting"))
        parts << Words::tr("the processor waits for the NPU in %1 of the inference")
                     .arg(formatShare(waiting->value.toDouble()));
    auto sentence = parts.join(u", "_s);
    sentence[0] = sentence[0].toUpper();
    return Words::tr("%1 (%2).", "sentence, origin")
        .arg(sentence, tag(finding.evidence.front().origin));
}

QString kernelsSentence(const Finding &finding)
{
    QStringList parts;
    for (const auto &one : finding.evidence) {
        const auto amount = one.calledIn
            ? Words::tr("%1 in %2 of %3 executions", "time, and how many execute it")
                  .arg(amountText(one), formatCount(one.calledIn->executions),
                      formatCount(one.calledIn->all))
            : amountText(one);
        parts << Words::tr("%1 (%2)", "operator, facts").arg(kernelName(one.key), amount);
    }
    return Words::tr("Most time: %1 (%2).")
        .arg(parts.join(u", "_s), tag(finding.evidence.front().origin));
}

QString processorSentence(const Finding &finding)
{
    const auto count = [&](QStringView key) {
        const auto *found = evidenceOf(finding, key);
        return found ? std::optional(found->value.toInt()) : std::nullopt;
    };
    QStringList parts;
    const auto npu = count(u"npuOperators");
    const auto partitions = count(u"partitions");
    if (npu) {
        parts << Words::tr("%n operator(s) on the NPU", nullptr, *npu);
        if (partitions.value_or(0) > 0)
            parts << Words::tr("in %n partition(s)", nullptr, *partitions);
    } else if (partitions) { // of a program alone nobody knows what a partition was made from
        parts << Words::tr("%n partition(s) on the NPU", nullptr, *partitions);
    }
    if (const auto others = count(u"otherDelegates"))
        parts << Words::tr("%n delegate(s) of other backends", nullptr, *others);
    if (const auto cpu = count(u"cpuOperators"))
        parts << (npu ? Words::tr("%n on the CPU", nullptr, *cpu)
                      : Words::tr("%n operator(s) on the CPU", nullptr, *cpu));
    if (const auto boundary = count(u"boundaryOperators"))
        parts << Words::tr("%n step(s) at the boundary", nullptr, *boundary);
    auto sentence = parts.join(u", "_s);
    if (const auto *bytes = evidenceOf(finding, u"boundaryBytes")) {
        const auto amount = formatBytes(bytes->value.toULongLong());
        sentence += (evidenceOf(finding, u"boundaryBytesComplete")
                ? Words::tr("; at least %1 cross between them", "bytes")
                : Words::tr("; %1 cross between them", "bytes"))
                        .arg(amount);
        if (const auto conversions = count(u"boundaryConversions"); conversions.value_or(0) > 0)
            sentence += Words::tr(", with %n conversion(s)", nullptr, *conversions);
    }
    sentence += u'.';
    if (const auto idle = count(u"idleSteps"))
        sentence += u' '
            + Words::tr("%n step(s) quantise a value of the CPU and give it back to the CPU: work "
                        "for nothing.",
                nullptr, *idle);
    return sentence;
}

QString doubtSentence(const Finding &finding)
{
    using Doubt = Finding::Doubt;
    const auto first = finding.evidence.empty() ? 0 : finding.evidence.front().value.toInt();
    switch (finding.doubt) {
    case Doubt::RandomCalibration:
        return Words::tr("Calibrated with %n random sample(s): ranges of activations, and so the "
                         "accuracy, depend on chance.",
            nullptr, first);
    case Doubt::CompileFailed: {
        auto why = finding.evidence.empty() ? QString() : finding.evidence.front().value.toString();
        while (why.endsWith(u'.'))
            why.chop(1);
        return why.isEmpty() ? Words::tr("The compile failed.")
                             : Words::tr("The compile failed: %1.").arg(why);
    }
    case Doubt::EstimateOnly:
        return Words::tr("These cycles were not measured: they are Vela's model of the NPU.");
    case Doubt::ProcessorNotIncluded:
        return Words::tr("%n operator(s) on the CPU are in none of these cycles.", nullptr, first);
    case Doubt::TraceIncomplete:
        return Words::tr("An inference of the trace is not whole: its cycles are too few.");
    case Doubt::Foreign:
        return Words::tr("Not used, as it belongs to another program: %1")
            .arg(finding.evidence.front().value.toString());
    case Doubt::FastMode:
        return Words::tr("Simulated in fast mode: its timing is not valid.");
    case Doubt::FvpProcessor:
        return Words::tr("CPU cycles of an FVP are no measurement: it models the NPU's alone.");
    case Doubt::OneRepeat:
        return Words::tr("Measured once: nothing tells how much the numbers waver.");
    case Doubt::Repeats:
        return Words::tr("Measured %1 times by runs of the same program, under the same conditions "
                         "as far as they are stated: from %2 to %3.")
            .arg(formatCount(quint64(first)), amountText(finding.evidence.at(1)),
                amountText(finding.evidence.at(2)));
    case Doubt::OriginNotStated:
        return Words::tr("Nobody said whether this was simulated or measured on silicon.");
    case Doubt::NotComplete:
        return Words::tr("The run did not end as it should: it is %1.")
            .arg(finding.evidence.front().value.toString());
    case Doubt::CounterDoubted:
        return Words::tr("The counter %1 cannot be what it seems, and is not used.")
            .arg(finding.evidence.front().key);
    case Doubt::SumsNotKnown:
        return Words::tr("The console does not say how many inferences its counters are the sums "
                         "of: nothing is said of one.");
    case Doubt::OtherProgram:
        return Words::tr("It ran another program than %1: what was measured says nothing of that.")
            .arg(finding.evidence.front().value.toString());
    case Doubt::LeftOut:
        return Words::tr("%n more measurement(s) are not told here.", nullptr, first);
    case Doubt::PartWithoutCycles:
        return Words::tr(
            "%n operator(s) have operations without cycles: there are more.", nullptr, first);
    case Doubt::None:
        break;
    }
    return {};
}

} // namespace

QString findingSentence(const Finding &finding)
{
    switch (finding.kind) {
    case Finding::Kind::Totals:
        return totalsSentence(finding);
    case Finding::Kind::Pace:
        return paceSentence(finding);
    case Finding::Kind::Costliest:
        return costliestSentence(finding);
    case Finding::Kind::Memory:
        return memorySentence(finding);
    case Finding::Kind::Processor:
        return processorSentence(finding);
    case Finding::Kind::Ports:
        return portsSentence(finding);
    case Finding::Kind::Waiting:
        return waitingSentence(finding);
    case Finding::Kind::Kernels:
        return kernelsSentence(finding);
    case Finding::Kind::Doubt:
        break;
    }
    return doubtSentence(finding);
}

QString includesWord(const FindingEvidence &evidence)
{
    return includesText(evidence.includes);
}

} // namespace tosaic::views
