// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/compare/costmodel.h"

#include "core/base/units.h"
#include "views/models/roles.h"
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
        return {};
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
        if (memory.metric == MemoryMetric::Used)
            continue; // Vela's booking; what is needed of each memory stands among the metrics
        rows.push_back({ .name = metricName(memory.memory, memory.metric),
            .detail = CostModel::tr("each inference"),
            .change = memory });
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
        rows.push_back({ .name = kindName(kind.kind), .detail = counts, .change = kind });
    }
    return rows;
}

std::vector<CostRow> operatorRows(const analysis::CostComparison &comparison)
{
    std::vector<CostRow> rows;
    for (const auto &one : comparison.operators) {
        QStringList detail{ kindName(one.kind), partitionText(one.oldPartition, one.newPartition) };
        detail.removeAll(QString());
        rows.push_back({ .name = one.name, .detail = detail.join(u" \u00b7 "_s), .change = one });
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
    if (row.change.sides == (isNew ? Change::Sides::OnlyOld : Change::Sides::OnlyNew))
        return u"\u2014"_s;
    return metricText(row.change.unit, isNew ? row.change.newValue : row.change.oldValue);
}

QVariant CostModel::cell(const CostRow &row, int column, int role) const
{
    if (role == VerdictRole && column >= DifferenceColumn && column <= VerdictColumn)
        return static_cast<int>(row.change.verdict());
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
    case DifferenceColumn:
        return differenceText(row.change);
    case RelativeColumn:
        return row.change.sides == Change::Sides::Both ? relativeText(row.change) : u"\u2014"_s;
    case VerdictColumn:
        return verdictWord(row.change.verdict());
    case DetailColumn:
        return row.detail;
    default:
        return {};
    }
}

} // namespace tosaic::views
