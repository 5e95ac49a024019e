// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/spec/estimatewords.h"

#include "core/base/units.h"
#include "views/spec/fieldwords.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

using toolchain::ChangeKind;
using toolchain::Summary;

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
void addDifference(EstimateFigure::Content &content, std::optional<double> now,
    std::optional<double> old, const QString &amount, bool isShare)
{
    if (!now || !old)
        return;
    const double change = *now - *old;
    if (change == 0) {
        content.difference = u"±0"_s;
        content.verdict = tr("the same");
        return;
    }
    content.isBetter = change < 0;
    content.isWorse = change > 0;
    content.verdict = change < 0 ? tr("better") : tr("worse");
    const auto sign = change < 0 ? u"−"_s : u"+"_s;
    const auto share = *old == 0 ? QString() : sign + formatShare(std::abs(change) / *old);
    const bool showsShare = isShare && !share.isEmpty();
    content.difference = showsShare ? share : sign + amount;
    const auto other = showsShare ? sign + amount : share;
    if (!other.isEmpty())
        content.exact = tr("%1, %2 against the last compile").arg(content.exact, other);
}

std::optional<double> toDouble(const std::optional<quint64> &value)
{
    return value ? std::optional(static_cast<double>(*value)) : std::nullopt;
}

EstimateFigure::Content bytesFigure(
    const EstimateView &view, std::optional<quint64> now, std::optional<quint64> old)
{
    EstimateFigure::Content content{ .isDimmed = view.isStale };
    if (!now)
        return content;
    content.value = formatBytes(*now);
    content.exact = tr("%1 bytes").arg(formatCount(*now));
    const auto change = old ? std::max(*now, *old) - std::min(*now, *old) : 0;
    addDifference(content, toDouble(now), toDouble(old), formatBytes(change), false);
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

std::optional<quint64> farBytes(const Summary &summary, FarMemory memory)
{
    if (memory == FarMemory::Dram)
        return summary.dramBytes;
    if (!summary.offChipFlashBytes && !summary.onChipFlashBytes)
        return std::nullopt;
    return summary.offChipFlashBytes.value_or(0) + summary.onChipFlashBytes.value_or(0);
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

FarMemory farMemory(const Summary &summary)
{
    if (summary.dramBytes.value_or(0) > 0)
        return FarMemory::Dram;
    if (summary.offChipFlashBytes.value_or(0) + summary.onChipFlashBytes.value_or(0) > 0)
        return FarMemory::Flash;
    return FarMemory::None;
}

QString farMemoryTitle(FarMemory memory)
{
    switch (memory) {
    case FarMemory::None:
        return tr("Flash or DRAM");
    case FarMemory::Flash:
        return tr("Flash");
    case FarMemory::Dram:
        return tr("DRAM");
    }
    return {};
}

EstimateFigure::Content cyclesFigure(const EstimateView &view)
{
    EstimateFigure::Content content{ .isDimmed = view.isStale };
    if (!view.estimate || !view.estimate->summary.cyclesTotal)
        return content;
    const auto &estimate = *view.estimate;
    const auto now = estimate.summary.cyclesTotal;
    const auto *old = oldSummary(view);
    const auto before = old ? old->cyclesTotal : std::nullopt;
    content.value = count(*now);
    content.exact = tr("%1 cycles").arg(count(*now));
    addDifference(content, now, before, count(before ? std::abs(*now - *before) : 0), true);
    const auto known = std::find_if(estimate.partitions.begin(), estimate.partitions.end(),
        [](const auto &p) { return p.vela && p.vela->coreClockHz.value_or(0) > 0; });
    if (known != estimate.partitions.end()) {
        const auto clock = *known->vela->coreClockHz;
        content.remark = tr("%1 at %2 MHz").arg(formatDuration(*now / clock), count(clock / 1e6));
    }
    return content;
}

EstimateFigure::Content sramFigure(const EstimateView &view, const EstimateBudget &budget)
{
    if (!view.estimate)
        return { .isDimmed = view.isStale };
    const auto *old = oldSummary(view);
    const auto need = view.estimate->summary.sramBytes;
    auto content = bytesFigure(view, need, old ? old->sramBytes : std::nullopt);
    addCapacity(content, need, arenaLimit(view), tr("the mode"));
    if (budget.sramBytes)
        addCapacity(content, need, budget.sramBytes, budget.board);
    return content;
}

EstimateFigure::Content farFigure(const EstimateView &view, const EstimateBudget &budget)
{
    if (!view.estimate)
        return { .isDimmed = view.isStale };
    const auto memory = farMemory(view.estimate->summary);
    const auto need = farBytes(view.estimate->summary, memory);
    const auto *old = oldSummary(view);
    // Flash before and DRAM now are not the same thing: nothing to subtract.
    const bool isComparable = old && farMemory(*old) == memory;
    auto content = bytesFigure(view, need, isComparable ? farBytes(*old, memory) : std::nullopt);
    addCapacity(content, need, memory == FarMemory::Dram ? budget.dramBytes : budget.flashBytes,
        budget.board);
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
            if (const auto name = fieldName(key).toLower(); !names.contains(name))
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
