// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/findings/advicewords.h"

#include "core/analysis/comparison.h"
#include "core/base/change.h"
#include "core/base/cycletext.h"
#include "core/base/units.h"
#include "core/spec/specrules.h"
#include "views/widgets/changewords.h"
#include "views/widgets/needwords.h"

#include <QCoreApplication>

#include <cmath>
#include <map>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

using advice::Advice;
using advice::Costs;

struct AdviceWords
{
    Q_DECLARE_TR_FUNCTIONS(Advice)
};

/// "146 KiB → 522 KiB (+257 %)", "12 → 14 cycles (+17 %)", or the one number if nobody would see
/// the difference. `unit` follows the number.
template <typename Format>
QString changeText(double before, double after, Format format, const QString &unit = {})
{
    const auto was = format(before);
    const auto is = format(after);
    if (was == is)
        return is + unit;
    const Change change{ .oldValue = before, .newValue = after };
    const auto numbers = AdviceWords::tr("%1 → %2", "before, after").arg(was, is + unit);
    return change.verdict() == Verdict::Same
        ? numbers
        : AdviceWords::tr("%1 (%2)", "before and after, relative")
              .arg(numbers, relativeText(change));
}

/// Time says more than cycles where the clock is another one.
bool isOtherClock(const Costs &before, const Costs &after)
{
    if (!before.timeS || !after.timeS || !before.cycles || !after.cycles)
        return false;
    const auto was = *before.timeS * *after.cycles;
    const auto is = *after.timeS * *before.cycles;
    return std::abs(was - is) > 1e-6 * was;
}

/// What changes for the processor; nothing where nothing does.
QStringList processorTexts(const advice::ProcessorPart &before, const advice::ProcessorPart &after)
{
    QStringList parts;
    const auto add = [&](const QString &name, auto advice::ProcessorPart::*number, auto format) {
        const auto was = before.*number;
        const auto is = after.*number;
        if (was && is && *was != *is)
            parts << AdviceWords::tr("%1 %2", "what, before and after")
                         .arg(name, changeText(double(*was), double(*is), format));
    };
    const auto count = [](double number) { return formatCount(static_cast<quint64>(number)); };
    add(AdviceWords::tr("operators on the CPU"), &advice::ProcessorPart::operators, count);
    add(AdviceWords::tr("steps at the boundary"), &advice::ProcessorPart::steps, count);
    add(AdviceWords::tr("crossing"), &advice::ProcessorPart::crossingBytes,
        [](double bytes) { return formatBytes(static_cast<quint64>(bytes)); });
    return parts;
}

QString costsText(const Costs &before, const Costs &after)
{
    QStringList parts;
    if (before.cycles && after.cycles)
        parts << changeText(
            *before.cycles, *after.cycles, [](double cycles) { return formatCycles(cycles); },
            AdviceWords::tr(" cycles", "after a number"));
    if (isOtherClock(before, after))
        parts << changeText(
            *before.timeS, *after.timeS, [](double seconds) { return formatDuration(seconds); });
    for (const auto memory :
        { analysis::Memory::Sram, analysis::Memory::Flash, analysis::Memory::Dram }) {
        const auto was = before.need.bytes(memory);
        const auto is = after.need.bytes(memory);
        if (!was || !is)
            continue;
        const auto text = changeText(double(*was), double(*is),
            [](double bytes) { return formatBytes(static_cast<quint64>(bytes)); });
        const bool isChanged = formatBytes(*was) != formatBytes(*is);
        if (memory == analysis::Memory::Sram || isChanged)
            parts << AdviceWords::tr("%1 %2", "memory, bytes").arg(memoryName(memory), text);
    }
    if (before.processor && after.processor)
        parts << processorTexts(*before.processor, *after.processor);
    return parts.join(u", "_s);
}

/// Of a key of advice::Facts.
QString factName(const QString &key)
{
    static const std::map<QString, const char *> names{
        { u"memoryMode"_s, QT_TRANSLATE_NOOP("Advice", "memory mode") },
        { u"systemConfig"_s, QT_TRANSLATE_NOOP("Advice", "system config") },
        { u"target"_s, QT_TRANSLATE_NOOP("Advice", "target") },
        { u"optimise"_s, QT_TRANSLATE_NOOP("Advice", "optimised for") },
        { u"arenaCacheSize"_s, QT_TRANSLATE_NOOP("Advice", "cache limit") },
        { u"tensorAllocator"_s, QT_TRANSLATE_NOOP("Advice", "allocator") },
        { u"activations"_s, QT_TRANSLATE_NOOP("Advice", "activations") },
        { u"pins"_s, QT_TRANSLATE_NOOP("Advice", "pins") },
        { u"cpuOperators"_s, QT_TRANSLATE_NOOP("Advice", "operators on the CPU") },
        { u"boundaryOperators"_s, QT_TRANSLATE_NOOP("Advice", "steps at the boundary") },
        { u"refusedOperators"_s, QT_TRANSLATE_NOOP("Advice", "refused operators") },
        { u"partitions"_s, QT_TRANSLATE_NOOP("Advice", "partitions") },
        { u"sramBytes"_s, QT_TRANSLATE_NOOP("Advice", "SRAM") },
        { u"scratchBytes"_s, QT_TRANSLATE_NOOP("Advice", "scratch") },
        { u"sramPortBusy"_s, QT_TRANSLATE_NOOP("Advice", "SRAM port in use") },
        { u"externalPortBusy"_s, QT_TRANSLATE_NOOP("Advice", "external port in use") },
        { u"macUtilisation"_s, QT_TRANSLATE_NOOP("Advice", "use of the MACs") },
        { u"transposeOperations"_s, QT_TRANSLATE_NOOP("Advice", "changes of layout") },
        { u"transposeCycles"_s, QT_TRANSLATE_NOOP("Advice", "cycles of these") },
        { u"transposeShare"_s, QT_TRANSLATE_NOOP("Advice", "of all cycles") },
        { u"islandOperators"_s, QT_TRANSLATE_NOOP("Advice", "operators in the smallest") },
        { u"islandCycles"_s, QT_TRANSLATE_NOOP("Advice", "cycles of all made for it") },
        { u"islandShare"_s, QT_TRANSLATE_NOOP("Advice", "of all cycles") },
        { u"edgeOperator"_s, QT_TRANSLATE_NOOP("Advice", "operator at the boundary") },
        { u"edgeOperatorCycles"_s, QT_TRANSLATE_NOOP("Advice", "cycles of all made for it") },
        { u"edgeOperatorShare"_s, QT_TRANSLATE_NOOP("Advice", "of all cycles") },
        { u"edgeOperatorMacUse"_s, QT_TRANSLATE_NOOP("Advice", "its use of the MACs") }
    };
    const auto found = names.find(key);
    return found == names.end() ? key : AdviceWords::tr(found->second);
}

QString factText(const advice::Fact &fact)
{
    const auto text = fact.unit == "bytes"_L1 ? formatBytes(fact.value.toULongLong())
        : fact.unit == "share"_L1             ? formatShare(fact.value.toDouble())
        : fact.unit == "cycles"_L1            ? formatCycles(fact.value.toDouble())
                                              : fact.value.toString();
    return fact.origin
        ? AdviceWords::tr("%1 (%2)", "number, origin").arg(text, originTag(*fact.origin))
        : text;
}

/// Flags are told by what is new in them.
QString flagsText(const analysis::SpecChange &change)
{
    auto fresh = change.newValue.split(u' ', Qt::SkipEmptyParts);
    for (const auto &flag : change.oldValue.split(u' ', Qt::SkipEmptyParts))
        fresh.removeOne(flag);
    return AdviceWords::tr("Vela with %1").arg(fresh.join(u' '));
}

/// What to do, without a full stop.
QString stepText(const Advice &advice)
{
    const auto &candidate = advice.candidate;
    if (!candidate.modelChange.isEmpty()) {
        const auto share = advice.evidence.find(u"transposeShare"_s);
        const auto step = AdviceWords::tr("inputs and model in channels_last");
        return share == advice.evidence.end()
            ? step
            : AdviceWords::tr("%1, as changes of layout take %2 of the cycles (est)")
                  .arg(step, formatShare(share->second.value.toDouble()));
    }
    const auto changes
        = analysis::specChanges(spec::resolved(candidate.asked), spec::resolved(candidate.spec));
    const bool isFlags
        = changes.size() == 1 && changes.front().field == analysis::SpecField::ExtraFlags;
    return isFlags ? flagsText(changes.front()) : specChangeClauses(changes);
}

} // namespace

QString adviceStep(const Advice &advice)
{
    auto step = stepText(advice);
    if (!step.isEmpty())
        step[0] = step[0].toUpper();
    return step;
}

QString adviceSentence(const Advice &advice)
{
    const auto step = adviceStep(advice);
    if (!advice.candidate.modelChange.isEmpty() && advice.needsCompile())
        return AdviceWords::tr("%1: what it saves only a compile of the changed model tells.")
            .arg(step);
    if (advice.needsCompile() || !advice.before || !advice.after)
        return AdviceWords::tr("%1: what it changes only a compile tells, as the model is lowered "
                               "anew.")
            .arg(step);
    const auto costs = costsText(*advice.before, *advice.after);
    if (!advice.effect)
        return AdviceWords::tr("%1: %2 (est). Whether the processor's part pays for it only a run "
                               "tells.")
            .arg(step, costs);
    return *advice.effect == advice::Effect::None
        ? AdviceWords::tr("%1: no effect, %2 (est).").arg(step, costs)
        : AdviceWords::tr("%1: %2 (est).").arg(step, costs);
}

QString adviceEvidence(const Advice &advice)
{
    QStringList parts;
    for (const auto &[key, fact] : advice.evidence)
        parts << factName(key) + u' ' + factText(fact);
    return parts.join(u", "_s);
}

QString effectWord(const Advice &advice)
{
    if (advice.needsCompile())
        return AdviceWords::tr("needs a compile");
    if (!advice.effect)
        return AdviceWords::tr("mixed, only a run tells");
    switch (*advice.effect) {
    case advice::Effect::Better:
        return advice.drawbacks.empty() ? AdviceWords::tr("better")
                                        : AdviceWords::tr("better, at a price");
    case advice::Effect::None:
        return AdviceWords::tr("no effect");
    case advice::Effect::Worse:
        break;
    }
    return AdviceWords::tr("worse");
}

} // namespace tosaic::views
