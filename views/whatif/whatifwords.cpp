// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/whatif/whatifwords.h"

#include "core/analysis/comparison.h"
#include "core/base/units.h"
#include "core/spec/specrules.h"
#include "views/widgets/changewords.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

using sweep::CellResult;
using sweep::CellStatus;
using sweep::Metric;

std::optional<std::size_t> currentCell(const WhatIfView &view)
{
    const auto wanted = spec::resolved(view.current);
    const auto &cells = view.result->cells;
    const auto found = std::ranges::find_if(cells, [&](const CellResult &row) {
        return view.isShown(row.cell) && spec::resolved(row.cell.spec) == wanted;
    });
    return found == cells.end() ? std::nullopt
                                : std::optional(static_cast<std::size_t>(found - cells.begin()));
}

namespace {

/// Why cells failed, if all did for one reason: a tool or a cluster that is not there.
QString reasonOfAll(const sweep::SweepResult &result)
{
    QString reason;
    for (const auto &row : result.cells) {
        if (row.status != CellStatus::Failed)
            continue;
        const auto worst = std::ranges::max_element(row.problems, {}, &Diagnostic::severity);
        const auto text = worst == row.problems.end() ? QString() : worst->reason();
        if (text.isEmpty() || (!reason.isEmpty() && text != reason))
            return {};
        reason = text;
    }
    return reason;
}

} // namespace

QString WhatIfWords::metricName(Metric metric)
{
    switch (metric) {
    case Metric::Cycles:
        return tr("Cycles");
    case Metric::Time:
        return tr("Inference time");
    case Metric::Sram:
        return tr("SRAM");
    case Metric::Flash:
        return tr("Flash");
    case Metric::Dram:
        return tr("DRAM");
    }
    return {};
}

QString WhatIfWords::valueText(const CellResult &row, Metric metric)
{
    const auto value = row.value(metric);
    return value ? numberText(*value, metric) : notKnownText();
}

QString WhatIfWords::numberText(double value, Metric metric)
{
    if (metric == Metric::Cycles)
        return formatCount(static_cast<quint64>(value));
    if (metric == Metric::Time)
        return formatDuration(value);
    return formatBytes(static_cast<quint64>(value));
}

QString WhatIfWords::cellText(const CellResult &row, Metric metric, bool isOnFront)
{
    switch (row.status) {
    case CellStatus::Waiting:
        return u"…"_s;
    case CellStatus::Failed:
        return tr("failed");
    case CellStatus::NeedsCompile:
        return tr("needs a compile");
    case CellStatus::Estimated:
        break;
    }
    auto text = valueText(row, metric);
    if (isOnFront)
        text.prepend(u"★ "_s);
    return row.overruns.empty() ? text : tr("%1 (over)").arg(text);
}

QString WhatIfWords::differenceText(
    const spec::CompileSpec &current, const spec::CompileSpec &other)
{
    const auto changes = analysis::specChanges(spec::resolved(current), spec::resolved(other));
    if (changes.empty())
        return tr("The current spec.");
    return specChangeSentence(changes);
}

QString WhatIfWords::aboutCell(const WhatIfView &view, std::size_t cell)
{
    const auto &row = view.result->cells[cell];
    const auto &spec = row.cell.spec;
    const auto what = view.isShown(row.cell)
        ? differenceText(view.current, spec)
        : tr("%1: %2").arg(row.cell.model, namesText(row.cell));
    return what + againstCurrent(view, cell) + u'\n' + numbersText(row);
}

QString WhatIfWords::namesText(const sweep::Cell &cell)
{
    QStringList names{ cell.spec.target, cell.spec.systemConfig.value_or(QString()),
        cell.spec.memoryMode.value_or(QString()) };
    if (!cell.flags.isEmpty())
        names.append(cell.flags.join(u' '));
    if (!cell.variant.isEmpty())
        names.append(cell.variant);
    return names.join(u", "_s);
}

/// In percent, where the edited spec has a cell of its own; of another model it says nothing.
QString WhatIfWords::againstCurrent(const WhatIfView &view, std::size_t cell)
{
    const auto &row = view.result->cells[cell];
    const auto own = view.isShown(row.cell) ? currentCell(view) : std::nullopt;
    if (!own || *own == cell)
        return {};
    QStringList parts;
    for (const auto metric : { Metric::Cycles, Metric::Sram }) {
        const Change change{ view.result->cells[*own].value(metric), row.value(metric) };
        if (change.relative())
            parts << tr("%1 %2").arg(metricName(metric), relativeText(change));
    }
    return parts.isEmpty() ? QString()
                           : u' ' + tr("Against the current spec: %1.").arg(parts.join(u", "_s));
}

QString WhatIfWords::numbersText(const CellResult &row)
{
    if (row.status == CellStatus::Waiting)
        return tr("Vela has not been asked yet.");
    if (row.status == CellStatus::NeedsCompile)
        return tr("The kept TOSA does not serve it (%1): compile the model for it, then its TOSA "
                  "is kept, too.")
            .arg(row.loweringKeys.isEmpty() ? tr("the model was not compiled")
                                            : row.loweringKeys.join(u", "_s));
    const auto worst = std::ranges::max_element(row.problems, {}, &Diagnostic::severity);
    if (row.status == CellStatus::Failed)
        return worst == row.problems.end() ? tr("Vela gave no numbers.") : worst->text;
    QStringList parts{ tr("%1 cycles").arg(valueText(row, Metric::Cycles)),
        row.clockHz ? tr("%1 at %2").arg(valueText(row, Metric::Time), formatClock(*row.clockHz))
                    : valueText(row, Metric::Time) };
    const auto sram = valueText(row, Metric::Sram);
    parts << (row.need.has(analysis::Memory::Sram, analysis::PartKind::Weights)
            ? tr("SRAM %1 with weights and commands").arg(sram)
            : tr("SRAM %1").arg(sram));
    for (const auto metric : { Metric::Flash, Metric::Dram })
        parts << tr("%1 %2").arg(metricName(metric), valueText(row, metric));
    auto text = tr("%1 (estimate, Vela %2)").arg(parts.join(u", "_s), row.velaVersion);
    for (const auto &overrun : row.overruns)
        text += u". "_s
            + tr("%1: %2 needed, %3 there")
                  .arg(metricName(overrun.memory), formatBytes(overrun.need),
                      formatBytes(overrun.capacity));
    if (row.isOverLimit)
        text += u". "_s + tr("More SRAM than the limit of the memory mode");
    return text;
}

QString WhatIfWords::statusText(const WhatIfView &view)
{
    if (!view.result)
        return {};
    const auto &result = *view.result;
    const auto count = [&](CellStatus status) { return formatCount(result.count(status)); };
    QStringList parts{ tr("%1 of %2 cells estimated")
                           .arg(count(CellStatus::Estimated), formatCount(result.cells.size())) };
    const auto kept = std::ranges::count_if(result.cells, [](const CellResult &row) {
        return row.status == CellStatus::Estimated && row.source != compiled::CellSource::Computed;
    });
    if (kept > 0)
        parts << tr("%1 of them kept from before").arg(formatCount(static_cast<quint64>(kept)));
    if (result.count(CellStatus::NeedsCompile) > 0)
        parts << tr("%1 need a compile of their own").arg(count(CellStatus::NeedsCompile));
    if (result.count(CellStatus::Failed) > 0) {
        const auto reason = reasonOfAll(result);
        parts << (reason.isEmpty() ? tr("%1 failed").arg(count(CellStatus::Failed))
                                   : tr("%1 failed (%2)").arg(count(CellStatus::Failed), reason));
    }
    if (result.sample)
        parts << tr("drawn evenly from %1 combinations").arg(formatCount(result.combinations));
    if (!result.excluded.empty())
        parts << tr("%1 do not exist").arg(formatCount(result.excluded.size()));
    auto text = parts.join(u", "_s) + u'.';
    if (result.isCancelled)
        text += u' ' + tr("Stopped before the end.");
    if (view.isStale)
        text += u' ' + tr("The spec was edited since: estimate again.");
    return text;
}

} // namespace tosaic::views
