// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/compare/comparemodels.h"

#include "core/base/units.h"
#include "core/graph/graph.h"
#include "views/models/roles.h"
#include "views/widgets/changewords.h"

#include <QSet>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

QVariant rightAligned()
{
    return QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
}

QVariant placementOf(const QString &placement)
{
    if (placement == "npu"_L1)
        return static_cast<int>(graph::Placement::Npu);
    if (placement == "cpu"_L1)
        return static_cast<int>(graph::Placement::Cpu);
    return static_cast<int>(graph::Placement::Boundary);
}

quint64 operatorCount(const toolchain::Partition &partition, const QSet<QString> &operators)
{
    return static_cast<quint64>(std::count_if(partition.operators.begin(),
        partition.operators.end(), [&](const QString &name) { return operators.contains(name); }));
}

QSet<QString> operatorNames(const toolchain::CompileResult &result)
{
    QSet<QString> names;
    for (const auto &node : result.nodes) {
        if (analysis::countsAsOperator(node.target))
            names.insert(node.name);
    }
    return names;
}

std::optional<quint64> sramOf(const std::vector<analysis::MemoryNeed> &needs, int partition)
{
    const auto at = static_cast<std::size_t>(partition);
    return at < needs.size() ? needs[at].bytes(analysis::Memory::Sram) : std::nullopt;
}

QString exactBytes(std::optional<double> value)
{
    return value ? MetricChangeModel::tr("%1 bytes").arg(formatCount(static_cast<quint64>(*value)))
                 : QString();
}

template <typename Number>
QString numberText(const QString &unit, const std::optional<Number> &value)
{
    return metricText(
        unit, value ? std::optional<double>(static_cast<double>(*value)) : std::nullopt);
}

} // namespace

void MetricChangeModel::set(const std::vector<analysis::MetricChange> &metrics)
{
    std::vector<analysis::MetricChange> known;
    for (const auto &metric : metrics) {
        if (metric.oldValue || metric.newValue)
            known.push_back(metric);
    }
    setRows(std::move(known));
}

QVariant MetricChangeModel::header(int column, int role) const
{
    if (role == Qt::TextAlignmentRole)
        return column == NameColumn || column == VerdictColumn
            ? QVariant::fromValue(Qt::Alignment(Qt::AlignLeft | Qt::AlignVCenter))
            : rightAligned();
    if (role != Qt::DisplayRole)
        return {};
    const QStringList titles{ tr("Metric"), tr("Old"), tr("New"), tr("Difference"), tr("Relative"),
        tr("Verdict") };
    return titles.value(column);
}

QVariant MetricChangeModel::cell(const analysis::MetricChange &row, int column, int role) const
{
    if (role == VerdictRole && column >= DifferenceColumn)
        return static_cast<int>(row.verdict());
    if (role == Qt::TextAlignmentRole && column > NameColumn && column < VerdictColumn)
        return rightAligned();
    if (role == OriginRole && column == NameColumn && row.isEstimate)
        return originTag(Origin::Estimate);
    if (role == Qt::ToolTipRole) {
        if (column == NameColumn)
            return metricHint(row.metric);
        if (row.unit == unit::Bytes && (column == OldColumn || column == NewColumn))
            return exactBytes(column == OldColumn ? row.oldValue : row.newValue);
    }
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case NameColumn:
        return row.isEstimate
            ? tr("%1 (%2)").arg(metricName(row.metric), originTag(Origin::Estimate))
            : metricName(row.metric);
    case OldColumn:
        return metricText(row.unit, row.oldValue);
    case NewColumn:
        return metricText(row.unit, row.newValue);
    case DifferenceColumn:
        return differenceText(row);
    case RelativeColumn:
        return relativeText(row);
    case VerdictColumn:
        return verdictWord(row.verdict());
    default:
        return {};
    }
}

QVariant MoveModel::header(int column, int role) const
{
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::Alignment(Qt::AlignLeft | Qt::AlignVCenter));
    if (role != Qt::DisplayRole)
        return {};
    const QStringList titles{ tr("Operator"), tr("Old"), tr("New"), tr("Module"), tr("Why") };
    return titles.value(column);
}

QVariant MoveModel::cell(const analysis::OperatorMove &row, int column, int role) const
{
    if (role == EntityRole)
        return QVariant::fromValue(model::EntityRef::node(row.node));
    if (role == PlacementRole && (column == OldColumn || column == NewColumn))
        return placementOf(column == OldColumn ? row.oldPlacement : row.newPlacement);
    if (role == Qt::ToolTipRole)
        return column == ReasonColumn ? row.reasons.join(u'\n') : row.target;
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case NodeColumn:
        return row.node;
    case OldColumn:
        return placementName(row.oldPlacement);
    case NewColumn:
        return placementName(row.newPlacement);
    case ModuleColumn:
        return row.module.isEmpty() ? notKnownText() : row.module;
    case ReasonColumn:
        return row.reasons.isEmpty() ? tr("No reason given") : row.reasons.first();
    default:
        return {};
    }
}

void PartitionChangeModel::set(const analysis::Comparison &comparison,
    const toolchain::CompileResult &oldResult, const toolchain::CompileResult &newResult)
{
    const auto oldNames = operatorNames(oldResult);
    const auto newNames = operatorNames(newResult);
    std::vector<PartitionChangeRow> rows;
    for (const auto &match : comparison.partitions) {
        PartitionChangeRow row{ .sharedOperators = match.sharedOperators };
        if (match.oldPartition) {
            row.oldSide = oldResult.partitions[static_cast<size_t>(*match.oldPartition)];
            row.oldOperators = operatorCount(*row.oldSide, oldNames);
            row.oldSram = sramOf(comparison.oldPartitionNeeds, *match.oldPartition);
        }
        if (match.newPartition) {
            row.newSide = newResult.partitions[static_cast<size_t>(*match.newPartition)];
            row.newOperators = operatorCount(*row.newSide, newNames);
            row.newSram = sramOf(comparison.newPartitionNeeds, *match.newPartition);
        }
        rows.push_back(std::move(row));
    }
    setRows(std::move(rows));
}

QVariant PartitionChangeModel::header(int column, int role) const
{
    if (role == Qt::TextAlignmentRole && column >= OldOperatorsColumn)
        return rightAligned();
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::Alignment(Qt::AlignLeft | Qt::AlignVCenter));
    if (role != Qt::DisplayRole)
        return {};
    const QStringList titles{ tr("Old"), tr("New"), tr("Operators, old"), tr("new", "operators"),
        tr("Cycles, old"), tr("new", "cycles"), tr("SRAM, old"), tr("new", "SRAM") };
    return titles.value(column);
}

QVariant PartitionChangeModel::cell(const PartitionChangeRow &row, int column, int role) const
{
    const bool isOld = column == OldColumn || column == OldOperatorsColumn
        || column == OldCyclesColumn || column == OldSramColumn;
    const auto &side = isOld ? row.oldSide : row.newSide;
    if (role == EntityRole && row.newSide)
        return QVariant::fromValue(model::EntityRef::partition(row.newSide->index));
    if (role == Qt::TextAlignmentRole && column >= OldOperatorsColumn)
        return rightAligned();
    if (role == Qt::ToolTipRole && side && column <= NewColumn && !side->name.isEmpty())
        return tr("The partitioner calls it %1").arg(side->name);
    if (role == Qt::ToolTipRole && row.oldSide && row.newSide)
        return tr("%n node(s) are in both", nullptr, static_cast<int>(row.sharedOperators));
    if (role != Qt::DisplayRole)
        return {};
    if (!side)
        return u"\u2014"_s;
    switch (column) {
    case OldColumn:
    case NewColumn:
        return tr("Partition %1").arg(side->index);
    case OldOperatorsColumn:
    case NewOperatorsColumn:
        return numberText({}, isOld ? row.oldOperators : row.newOperators);
    case OldCyclesColumn:
    case NewCyclesColumn:
        return numberText({}, side->summary.cyclesTotal);
    case OldSramColumn:
    case NewSramColumn:
        return numberText(unit::Bytes, isOld ? row.oldSram : row.newSram);
    default:
        return {};
    }
}

} // namespace tosaic::views
