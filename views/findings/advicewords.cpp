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
    return parts.join(u", "_s);
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
    if (!advice.candidate.modelChange.isEmpty())
        return AdviceWords::tr("%1: what it saves only a compile of the changed model tells.")
            .arg(step);
    if (advice.needsCompile() || !advice.before || !advice.after)
        return AdviceWords::tr("%1: what it changes only a compile tells, as the model is lowered "
                               "anew.")
            .arg(step);
    const auto costs = costsText(*advice.before, *advice.after);
    return *advice.effect == advice::Effect::None
        ? AdviceWords::tr("%1: no effect, %2 (est).").arg(step, costs)
        : AdviceWords::tr("%1: %2 (est).").arg(step, costs);
}

QString effectWord(const Advice &advice)
{
    if (advice.needsCompile())
        return AdviceWords::tr("needs a compile");
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
