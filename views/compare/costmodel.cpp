// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/compare/costmodel.h"

#include "core/base/units.h"
#include "views/compare/comparemodels.h"
#include "views/widgets/changewords.h"

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

using analysis::MemoryMetric;

QString memoryName(const QString &memory)
{
    if (memory == "Sram"_L1)
        return CostModel::tr("SRAM");
    if (memory == "Dram"_L1)
        return CostModel::tr("DRAM");
    if (memory == "OnChipFlash"_L1)
        return CostModel::tr("On-chip flash");
    return CostModel::tr("Off-chip flash");
}

QString metricName(const QString &memory, MemoryMetric metric)
{
    const auto name = memoryName(memory);
    switch (metric) {
    case MemoryMetric::Used:
        return CostModel::tr("%1: in use").arg(name);
    case MemoryMetric::FeatureMapRead:
        return CostModel::tr("%1: feature maps read").arg(name);
    case MemoryMetric::FeatureMapWrite:
        return CostModel::tr("%1: feature maps written").arg(name);
    case MemoryMetric::WeightRead:
        return CostModel::tr("%1: weights read").arg(name);
    case MemoryMetric::WeightWrite:
        return CostModel::tr("%1: weights written").arg(name);
    case MemoryMetric::Total:
        return CostModel::tr("%1: all traffic").arg(name);
    case MemoryMetric::Cycles:
        return CostModel::tr("%1: busy").arg(name);
    }
    return {};
}

analysis::MetricChange cycleChange(
    const std::optional<double> &oldCycles, const std::optional<double> &newCycles)
{
    return { .unit = analysis::MetricUnit::Cycles,
        .oldValue = oldCycles,
        .newValue = newCycles,
        .lowerIsBetter = true,
        .isEstimate = true };
}

QString kindName(const QString &kind)
{
    return kind.isEmpty() ? CostModel::tr("inserted by the compiler") : kind;
}

QString partitionText(
    const std::optional<int> &oldPartition, const std::optional<int> &newPartition)
{
    if (!oldPartition && !newPartition)
        return {};
    if (oldPartition && newPartition && *oldPartition != *newPartition)
        return CostModel::tr("partition %1 \u2192 %2").arg(*oldPartition).arg(*newPartition);
    return CostModel::tr("partition %1").arg(newPartition ? *newPartition : *oldPartition);
}

} // namespace

std::vector<CostRow> memoryRows(const analysis::CostComparison &comparison)
{
    std::vector<CostRow> rows;
    for (const auto &memory : comparison.memories) {
        auto change = cycleChange(memory.oldValue, memory.newValue);
        if (memory.metric != MemoryMetric::Cycles)
            change.unit = analysis::MetricUnit::Bytes;
        rows.push_back({ .name = metricName(memory.memory, memory.metric),
            .detail = memory.metric == MemoryMetric::Used ? CostModel::tr("at once")
                                                          : CostModel::tr("each inference"),
            .change = change });
    }
    return rows;
}

std::vector<CostRow> kindRows(const analysis::CostComparison &comparison)
{
    std::vector<CostRow> rows;
    for (const auto &kind : comparison.kinds) {
        const auto counts = kind.oldCount == kind.newCount
            ? CostModel::tr("%n operator(s)", nullptr, static_cast<int>(kind.newCount))
            : CostModel::tr("%1 \u2192 %2 operators").arg(kind.oldCount).arg(kind.newCount);
        rows.push_back({ .name = kindName(kind.kind),
            .detail = counts,
            .change = cycleChange(kind.oldCycles, kind.newCycles),
            .isOnlyOld = kind.newCount == 0,
            .isOnlyNew = kind.oldCount == 0 });
    }
    return rows;
}

std::vector<CostRow> operatorRows(const analysis::CostComparison &comparison)
{
    std::vector<CostRow> rows;
    for (const auto &one : comparison.operators) {
        QStringList detail{ kindName(one.kind), partitionText(one.oldPartition, one.newPartition) };
        detail.removeAll(QString());
        rows.push_back({ .name = one.name,
            .detail = detail.join(u" \u00b7 "_s),
            .change = cycleChange(one.oldCycles, one.newCycles),
            .isOnlyOld = one.isOnlyOld,
            .isOnlyNew = one.isOnlyNew });
    }
    return rows;
}

CostModel::CostModel(QString nameTitle, QObject *parent)
    : TableModel(parent), m_nameTitle(std::move(nameTitle))
{
}

QVariant CostModel::header(int column, int role) const
{
    const bool isNumber = column > NameColumn && column < VerdictColumn;
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(
            Qt::Alignment((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
    if (role != Qt::DisplayRole)
        return {};
    const QStringList titles{ m_nameTitle, tr("Old (est)"), tr("New (est)"), tr("Difference"),
        tr("Relative"), tr("Verdict"), tr("What") };
    return titles.value(column);
}

/// What a side does not have is a dash; what it has without a number is not known.
QString CostModel::valueText(const CostRow &row, bool isNew) const
{
    if (isNew ? row.isOnlyOld : row.isOnlyNew)
        return u"\u2014"_s;
    return metricText(row.change.unit, isNew ? row.change.newValue : row.change.oldValue);
}

QVariant CostModel::cell(const CostRow &row, int column, int role) const
{
    const bool isOneSided = row.isOnlyOld || row.isOnlyNew;
    if (role == VerdictRole && column >= DifferenceColumn && column <= VerdictColumn)
        return static_cast<int>(isOneSided ? analysis::Verdict::Different : row.change.verdict());
    if (role == Qt::TextAlignmentRole && column > NameColumn && column < VerdictColumn)
        return QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
    if (role == Qt::ToolTipRole && (column == NameColumn || column == DetailColumn))
        return row.name + u'\n' + row.detail;
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case NameColumn:
        return row.name;
    case OldColumn:
        return valueText(row, false);
    case NewColumn:
        return valueText(row, true);
    case DifferenceColumn: {
        auto change = row.change;
        if (row.isOnlyOld)
            change.newValue = 0;
        if (row.isOnlyNew)
            change.oldValue = 0;
        return differenceText(change);
    }
    case RelativeColumn:
        return isOneSided ? u"\u2014"_s : relativeText(row.change);
    case VerdictColumn:
        return row.isOnlyOld ? tr("only old")
            : row.isOnlyNew  ? tr("only new")
                             : verdictWord(row.change.verdict());
    case DetailColumn:
        return row.detail;
    default:
        return {};
    }
}

} // namespace tosaic::views
