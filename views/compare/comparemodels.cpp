// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/compare/comparemodels.h"

#include "core/base/units.h"
#include "core/graph/graph.h"
#include "core/graph/graphbuilder.h"
#include "views/widgets/changecolumns.h"
#include "views/widgets/matchwords.h"
#include "views/widgets/needwords.h"

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

using analysis::MemoryMetric;
using analysis::OperatorMove;

QString trafficName(const QString &memory, MemoryMetric metric)
{
    const auto name = memoryAreaName(memory);
    switch (metric) {
    case MemoryMetric::Used:
        return {};
    case MemoryMetric::FeatureMapRead:
        return ChangeModel::tr("%1: feature maps read").arg(name);
    case MemoryMetric::FeatureMapWrite:
        return ChangeModel::tr("%1: feature maps written").arg(name);
    case MemoryMetric::WeightRead:
        return ChangeModel::tr("%1: weights read").arg(name);
    case MemoryMetric::WeightWrite:
        return ChangeModel::tr("%1: weights written").arg(name);
    case MemoryMetric::Total:
        return ChangeModel::tr("%1: all traffic").arg(name);
    case MemoryMetric::Cycles:
        return ChangeModel::tr("%1: busy").arg(name);
    }
    return {};
}

QString kindName(const QString &kind)
{
    return kind.isEmpty() ? ChangeModel::tr("inserted by the compiler") : kind;
}

QString partitionText(
    const std::optional<int> &oldPartition, const std::optional<int> &newPartition)
{
    if (!oldPartition && !newPartition)
        return {};
    if (oldPartition && newPartition && *oldPartition != *newPartition)
        return ChangeModel::tr("partition %1 \u2192 %2").arg(*oldPartition).arg(*newPartition);
    return ChangeModel::tr("partition %1").arg(newPartition ? *newPartition : *oldPartition);
}

QVariant placementOf(const QString &placement)
{
    return static_cast<int>(placement == "npu"_L1 ? graph::Placement::Npu
            : placement == "cpu"_L1               ? graph::Placement::Cpu
                                                  : graph::Placement::Boundary);
}

Columns<ChangeRow> columnsOfChanges(const QString &nameTitle, bool areCosts)
{
    const auto name = [](const ChangeRow &row) {
        return row.isEstimate
            ? ChangeModel::tr("%1 (%2)").arg(row.name, originTag(Origin::Estimate))
            : row.name;
    };
    const ChangeColumns how{ areCosts ? ChangeModel::tr("Old (est)") : ChangeModel::tr("Old"),
        areCosts ? ChangeModel::tr("New (est)") : ChangeModel::tr("New"),
        [](const QString &unit, double amount) { return metricText(unit, amount); } };
    auto columns = joined(
        { columnsOf<ChangeRow>({ { u"name"_s, nameTitle, name, { .tip = &ChangeRow::tip } } }),
            changeColumns<ChangeRow>(&ChangeRow::change, how) });
    for (auto &column : columns) {
        if (column.head.key == "old"_L1 || column.head.key == "new"_L1)
            column.tip = [value = column.value](const ChangeRow &row) {
                const auto known = value(row);
                return row.change.unit == unit::Bytes && known.isValid()
                    ? exactBytesText(known.toULongLong())
                    : QString();
            };
    }
    if (!areCosts)
        return columns;
    return joined({ columns,
        columnsOf<ChangeRow>({ { u"detail"_s, ChangeModel::tr("What"), &ChangeRow::detail,
            { .tip = &ChangeRow::tip } } }) });
}

} // namespace

std::vector<ChangeRow> metricRows(const std::vector<analysis::MetricChange> &metrics)
{
    std::vector<ChangeRow> rows;
    for (const auto &metric : metrics) {
        if (metric.oldValue || metric.newValue)
            rows.push_back({ .name = metricName(metric.metric),
                .tip = metricHint(metric.metric),
                .isEstimate = metric.isEstimate,
                .change = metric });
    }
    return rows;
}

std::vector<ChangeRow> memoryRows(const analysis::CostComparison &comparison)
{
    std::vector<ChangeRow> rows;
    for (const auto &memory : comparison.memories) {
        if (memory.metric == MemoryMetric::Used)
            continue; // Vela's booking; what is needed of each memory stands among the metrics
        rows.push_back({ .name = trafficName(memory.memory, memory.metric),
            .detail = ChangeModel::tr("each inference"),
            .change = memory });
    }
    return rows;
}

std::vector<ChangeRow> kindRows(const analysis::CostComparison &comparison)
{
    std::vector<ChangeRow> rows;
    for (const auto &kind : comparison.kinds) {
        const auto counts = kind.oldCount == kind.newCount
            ? ChangeModel::tr("%n operation(s)", nullptr, static_cast<int>(kind.newCount))
            : ChangeModel::tr("%1 \u2192 %2 operations").arg(kind.oldCount).arg(kind.newCount);
        rows.push_back({ .name = kindName(kind.kind), .detail = counts, .change = kind });
    }
    return rows;
}

/// Empty where there is nothing to doubt, or only one side.
QString matchText(const std::optional<analysis::MatchReason> &match)
{
    return match && *match != analysis::MatchReason::Name ? matchReasonText(*match) : QString();
}

std::vector<ChangeRow> operatorRows(const analysis::CostComparison &comparison)
{
    std::vector<ChangeRow> rows;
    for (const auto &one : comparison.operators) {
        QStringList detail{ kindName(one.kind), partitionText(one.oldPartition, one.newPartition),
            matchText(one.match) };
        detail.removeAll(QString());
        rows.push_back({ .name = one.name,
            .detail = detail.join(u" \u00b7 "_s),
            .tip = one.name + u'\n' + detail.join(u" \u00b7 "_s),
            .change = one });
    }
    return rows;
}

ChangeModel::ChangeModel(const QString &nameTitle, bool areCosts, QObject *parent)
    : ColumnModel(columnsOfChanges(nameTitle, areCosts), parent,
        [](const ChangeRow &row, QStringView key, int role) {
            return verdictOf(row.change, key, role);
        })
{
}

MoveModel::MoveModel(QObject *parent)
    : ColumnModel(
        columnsOf<OperatorMove>({
            { u"name"_s, tr("Operator"), &OperatorMove::node,
                { .tip =
                        [](const OperatorMove &row) {
                            return row.target + u'\n' + matchReasonText(row.match);
                        } } },
            { u"old"_s, tr("Old"),
                [](const OperatorMove &row) { return placementName(row.oldPlacement); },
                { .tip = &OperatorMove::target } },
            { u"new"_s, tr("New"),
                [](const OperatorMove &row) { return placementName(row.newPlacement); },
                { .tip = &OperatorMove::target } },
            { u"module"_s, tr("Module"), &OperatorMove::module, { .tip = &OperatorMove::target } },
            { u"reason"_s, tr("Why"),
                [](const OperatorMove &row) {
                    return row.reasons.isEmpty() ? tr("No reason given") : row.reasons.first();
                },
                { .tip = [](const OperatorMove &row) { return row.reasons.join(u'\n'); } } },
        }),
        parent, [](const OperatorMove &row, QStringView key, int role) {
            if (role == EntityRole)
                return QVariant::fromValue(model::EntityRef::node(row.node));
            if (role != PlacementRole || (key != u"old" && key != u"new"))
                return QVariant();
            return placementOf(key == u"old" ? row.oldPlacement : row.newPlacement);
        })
{
}

PartitionChangeModel::PartitionChangeModel(QObject *parent)
    : ColumnModel({}, parent, [](const PartitionChangeRow &row, int, int role) {
          return role == EntityRole && row.newSide
              ? QVariant::fromValue(model::EntityRef::partition(row.newSide->partition.index))
              : QVariant();
      })
{
    using Row = PartitionChangeRow;
    using Side = Row::Side;
    const auto of = [](std::optional<Side> Row::*side, auto get, auto write) {
        const auto value = [=](const Row &row) {
            return row.*side ? cellValue(std::invoke(get, *(row.*side))) : QVariant();
        };
        const auto text = [=](const Row &row) {
            return row.*side ? write(value(row)) : u"\u2014"_s; // there is no such partition
        };
        return std::pair(value, text);
    };
    const auto shared = [](const Row &row) {
        return row.oldSide && row.newSide
            ? tr("%n node(s) are in both", nullptr, static_cast<int>(row.sharedOperators))
            : QString();
    };
    const auto partition = [&](const QString &key, const QString &title,
                               std::optional<Side> Row::*side) {
        const auto [value, text] = of(
            side, [](const Side &shown) { return shown.partition.index; },
            [](const QVariant &index) { return tr("Partition %1").arg(index.toInt()); });
        const auto tip = [=](const Row &row) {
            return row.*side && !(row.*side)->partition.name.isEmpty()
                ? tr("The partitioner calls it %1").arg((row.*side)->partition.name)
                : shared(row);
        };
        return ColumnOf<Row>(key, title, value, { .text = text, .tip = tip, .isOrder = true });
    };
    const auto number = [&](const QString &key, const QString &title,
                            std::optional<Side> Row::*side, auto get, const QString &unit = {}) {
        const auto [value, text]
            = of(side, get, [unit](const QVariant &known) { return formattedValue(known, unit); });
        return ColumnOf<Row>(
            key, title, value, { .unit = unit, .text = text, .tip = shared, .isNumber = true });
    };
    const auto cycles = [](const Side &side) { return side.partition.summary.cyclesTotal; };
    setColumns(columnsOf<Row>({
        partition(u"old"_s, tr("Old"), &Row::oldSide),
        partition(u"new"_s, tr("New"), &Row::newSide),
        number(u"oldOperators"_s, tr("Operators, old"), &Row::oldSide, &Side::operators),
        number(u"newOperators"_s, tr("new", "operators"), &Row::newSide, &Side::operators),
        number(u"oldCycles"_s, tr("Cycles, old"), &Row::oldSide, cycles),
        number(u"newCycles"_s, tr("new", "cycles"), &Row::newSide, cycles),
        number(u"oldSram"_s, tr("SRAM, old"), &Row::oldSide, &Side::sram, column_unit::Bytes),
        number(u"newSram"_s, tr("new", "SRAM"), &Row::newSide, &Side::sram, column_unit::Bytes),
    }));
}

void PartitionChangeModel::set(const analysis::Comparison &comparison,
    const compiled::CompileResult &oldResult, const compiled::CompileResult &newResult)
{
    const auto side
        = [](const compiled::CompileResult &result, const std::vector<analysis::MemoryNeed> &needs,
              std::optional<int> index) -> std::optional<PartitionChangeRow::Side> {
        if (!index)
            return {};
        const auto at = static_cast<size_t>(*index);
        const auto &partition = result.partitions[at];
        return PartitionChangeRow::Side{ partition, graph::operatorCount(partition, result),
            at < needs.size() ? needs[at].bytes(analysis::Memory::Sram) : std::nullopt };
    };
    std::vector<PartitionChangeRow> rows;
    for (const auto &match : comparison.partitions)
        rows.push_back({ side(oldResult, comparison.oldPartitionNeeds, match.oldPartition),
            side(newResult, comparison.newPartitionNeeds, match.newPartition),
            match.sharedOperators });
    setRows(std::move(rows));
}

} // namespace tosaic::views
