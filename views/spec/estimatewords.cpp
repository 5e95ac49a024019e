// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/spec/estimatewords.h"

#include "core/base/units.h"
#include "views/spec/fieldwords.h"
#include "views/widgets/changewords.h"
#include "views/widgets/needwords.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

/// "Kept on the CPU" as a part of a sentence; "TOSA" stays.
QString inSentence(const QString &name)
{
    const bool isAcronym = name.size() > 1 && name[1].isUpper();
    return isAcronym ? name : name.left(1).toLower() + name.mid(1);
}

using compiled::ChangeKind;
using compiled::Summary;

QString tr(const char *text)
{
    return QCoreApplication::translate("EstimateWords", text);
}

QString count(double value)
{
    return formatCount(static_cast<quint64>(std::llround(std::max(0.0, value))));
}

/// What the numbers are held against: the compile's, else the estimate before.
const Summary *oldSummary(const EstimateView &view)
{
    if (view.baseline)
        return &view.baseline->summary;
    return view.previous ? &view.previous->summary : nullptr;
}

/// `isShare`: the line says how much in percent, and the tooltip the amount; else the other way.
void addDifference(EstimateFigure::Content &content, const Change &change, bool isShare)
{
    const auto verdict = change.verdict();
    if (verdict == Verdict::NotKnown)
        return;
    content.verdict = verdictWord(verdict);
    content.isBetter = verdict == Verdict::Better;
    content.isWorse = verdict == Verdict::Worse;
    if (verdict == Verdict::Same) {
        content.difference = u"±0"_s;
        return;
    }
    const bool showsShare = isShare && change.relative();
    content.difference = showsShare ? relativeText(change) : differenceText(change);
    const auto other = showsShare ? differenceText(change)
        : change.relative()       ? relativeText(change)
                                  : QString();
    if (!other.isEmpty())
        content.exact = tr("%1, %2 against the last compile").arg(content.exact, other);
}

std::optional<double> toDouble(const std::optional<quint64> &value)
{
    return value ? std::optional(static_cast<double>(*value)) : std::nullopt;
}

const analysis::MemoryNeed *oldNeed(const EstimateView &view)
{
    if (view.baseline)
        return &view.baseline->need;
    return view.previous ? &view.previousNeed : nullptr;
}

/// What is needed of a memory, and of what. `isComparable`: the need before was of the same memory.
EstimateFigure::Content needFigure(
    const EstimateView &view, analysis::Memory memory, bool isComparable = true)
{
    EstimateFigure::Content content{ .isDimmed = view.isStale };
    if (view.need.isEmpty())
        return content;
    content.value = needText(view.need, memory);
    content.exact = needDetail(view.need, memory);
    const auto now = view.need.bytes(memory);
    const auto *before = isComparable ? oldNeed(view) : nullptr;
    const auto old = before ? before->bytes(memory) : std::nullopt;
    if (now)
        content.exact = content.exact.isEmpty()
            ? tr("%1 bytes").arg(formatCount(*now))
            : tr("%1 bytes: %2").arg(formatCount(*now), content.exact);
    addDifference(content,
        { .oldValue = toDouble(old),
            .newValue = toDouble(now),
            .unit = unit::Bytes,
            .lowerIsBetter = true },
        false);
    return content;
}

void addCapacity(EstimateFigure::Content &content, std::optional<quint64> need,
    std::optional<quint64> capacity, const QString &owner)
{
    if (!need || !capacity)
        return;
    content.isRemarkBad = *need > *capacity;
    content.remark = content.isRemarkBad ? tr("over %1 of %2").arg(formatBytes(*capacity), owner)
                                         : tr("fits %1 of %2").arg(formatBytes(*capacity), owner);
}

std::optional<analysis::Memory> farMemory(const analysis::MemoryNeed &need)
{
    for (const auto &place : need.places) {
        if (place.memory != analysis::Memory::Sram && place.bytes() != 0U)
            return place.memory;
    }
    return {};
}

/// A mode without a limit of its own has the NPU's address range as its limit: that says nothing.
std::optional<quint64> arenaLimit(const EstimateView &view)
{
    constexpr quint64 AddressRange = quint64(1) << 32; // of U55; U65 and U85 have more
    for (const auto &partition : view.estimate->partitions) {
        if (partition.vela && partition.vela->arenaLimitBytes.value_or(AddressRange) < AddressRange)
            return partition.vela->arenaLimitBytes;
    }
    return std::nullopt;
}

} // namespace

std::optional<analysis::Memory> farMemory(const EstimateView &view)
{
    const auto now = farMemory(view.need);
    const auto *before = oldNeed(view);
    return now || !before || view.need.isEmpty() ? now : farMemory(*before);
}

QString farMemoryTitle(std::optional<analysis::Memory> memory)
{
    return memory ? memoryName(*memory) : tr("Flash or DRAM");
}

EstimateFigure::Content cyclesFigure(const EstimateView &view)
{
    EstimateFigure::Content content{ .isDimmed = view.isStale };
    if (!view.estimate || !view.estimate->summary.cyclesTotal)
        return content;
    const auto &estimate = *view.estimate;
    const auto now = estimate.summary.cyclesTotal;
    const auto *old = oldSummary(view);
    content.value = count(*now);
    content.exact = tr("%1 cycles").arg(count(*now));
    addDifference(content,
        { .oldValue = old ? old->cyclesTotal : std::nullopt,
            .newValue = now,
            .unit = unit::Cycles,
            .lowerIsBetter = true },
        true);
    const auto known = std::find_if(estimate.partitions.begin(), estimate.partitions.end(),
        [](const auto &p) { return p.vela && p.vela->coreClockHz.value_or(0) > 0; });
    if (known != estimate.partitions.end()) {
        const auto clock = *known->vela->coreClockHz;
        content.remark = tr("%1 at %2").arg(formatDuration(*now / clock), formatClock(clock));
    }
    return content;
}

EstimateFigure::Content sramFigure(const EstimateView &view, const EstimateBudget &budget)
{
    if (!view.estimate)
        return { .isDimmed = view.isStale };
    auto content = needFigure(view, analysis::Memory::Sram);
    // The limit is one of the arena, which is what Vela books as SRAM.
    addCapacity(content, view.estimate->summary.sramBytes, arenaLimit(view), tr("the mode"));
    if (budget.sramBytes)
        addCapacity(
            content, view.need.bytes(analysis::Memory::Sram), budget.sramBytes, budget.board);
    return content;
}

EstimateFigure::Content farFigure(const EstimateView &view, const EstimateBudget &budget)
{
    const auto memory = farMemory(view);
    if (!view.estimate || !memory)
        return { .value = view.need.isEmpty() ? QString() : tr("Nothing"),
            .isDimmed = view.isStale };
    // Flash before and DRAM now are not the same thing: nothing to subtract.
    const auto *before = oldNeed(view);
    const auto old = before ? farMemory(*before) : std::nullopt;
    auto content = needFigure(view, *memory, !old || old == memory);
    addCapacity(content, view.need.bytes(*memory),
        memory == analysis::Memory::Dram ? budget.dramBytes : budget.flashBytes, budget.board);
    return content;
}

QString estimateSentence(const EstimateView &view)
{
    if (view.hasInput && !view.otherSubject.isEmpty())
        return tr("The numbers are about %1, which is open, not about the model to compile.")
            .arg(view.otherSubject);
    if (!view.hasInput)
        return tr("No TOSA of this model is kept yet. Compile once; from then on the numbers "
                  "follow every edit.");
    if (view.change == ChangeKind::Lowering) {
        QStringList names;
        for (const auto &key : view.loweringKeys) {
            if (const auto name = inSentence(fieldName(key)); !names.contains(name))
                names << name;
        }
        return names.isEmpty()
            ? tr("Needs ExecuTorch again. The numbers are about the kept TOSA.")
            : tr("Needs ExecuTorch again: %1 changed. The numbers are about the kept TOSA.")
                  .arg(names.join(u", "_s));
    }
    if (view.change == ChangeKind::Payload)
        return view.canApply || view.isApplying
            ? tr("Vela alone: the new .pte is one click away.")
            : tr("Vela alone changes. Compile writes the result.");
    if (view.baseline && view.baseline->isCompiled)
        return tr("As compiled. Change something to see what it does.");
    return tr("Vela's numbers for this spec.");
}

QString estimateProblem(const EstimateView &view)
{
    const Diagnostic *worst = nullptr;
    const auto look = [&](const std::vector<Diagnostic> &problems) {
        for (const auto &problem : problems) {
            if (problem.severity != Severity::Info
                && (!worst || problem.severity > worst->severity))
                worst = &problem;
        }
    };
    look(view.problems);
    if (view.estimate && !view.isStale)
        look(view.estimate->problems);
    if (!worst)
        return {};
    if (worst->id == "tool.missing"_L1)
        return tr("No Python with Vela was found, so there are no numbers: see Compilers.");
    return worst->text;
}

} // namespace tosaic::views
