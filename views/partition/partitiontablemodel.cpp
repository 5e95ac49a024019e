// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/partition/partitiontablemodel.h"

#include "core/analysis/memoryneed.h"
#include "core/base/units.h"
#include "core/graph/graphbuilder.h"
#include "views/models/roles.h"

namespace tosaic::views {

namespace {

template <typename Number>
QVariant raw(const std::optional<Number> &number)
{
    return number ? QVariant::fromValue(*number) : QVariant();
}

} // namespace

void PartitionTableModel::set(const model::Program *program, const toolchain::CompileResult *result)
{
    std::vector<PartitionRow> rows;
    if (result && !result->partitions.empty()) {
        const auto needs = analysis::partitionNeeds(analysis::memoryFacts(*result));
        const auto need = [&](size_t i, analysis::Memory memory) {
            return i < needs.size() ? needs[i].bytes(memory) : std::nullopt;
        };
        for (size_t i = 0; i < result->partitions.size(); ++i) {
            const auto &partition = result->partitions[i];
            rows.push_back({ .title = tr("Partition %1").arg(partition.index),
                .entity = model::EntityRef::partition(static_cast<int>(i)),
                .operators = graph::operatorCount(partition, *result),
                .cycles = partition.summary.cyclesTotal,
                .sramBytes = need(i, analysis::Memory::Sram),
                .flashBytes = need(i, analysis::Memory::Flash) });
        }
    } else if (program) {
        for (size_t m = 0; m < program->methods.size(); ++m) {
            const auto &delegates = program->methods[m].delegates;
            for (size_t i = 0; i < delegates.size(); ++i)
                rows.push_back({ .title = tr("Delegate %1 (%2)").arg(i).arg(delegates[i].id),
                    .entity = model::EntityRef::delegate(static_cast<int>(m), static_cast<int>(i)),
                    .payloadBytes = delegates[i].data.size });
        }
    }
    setRows(std::move(rows));
}

QVariant PartitionTableModel::header(int column, int role) const
{
    if (role == Qt::TextAlignmentRole)
        return QVariant(
            column == Title ? Qt::AlignLeft | Qt::AlignVCenter : Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case Title:
        return tr("Partition");
    case Operators:
        return tr("Operators");
    case Cycles:
        return tr("Cycles (est)");
    case Sram:
        return tr("SRAM (est)");
    case Flash:
        return tr("Flash (est)");
    case Payload:
        return tr("Payload");
    default:
        return {};
    }
}

QString PartitionTableModel::sizeText(std::optional<quint64> bytes) const
{
    return bytes ? formatBytes(*bytes) : tr("Not known");
}

QString PartitionTableModel::text(const PartitionRow &row, int column) const
{
    switch (column) {
    case Title:
        return row.title;
    case Operators:
        return row.operators ? formatCount(*row.operators) : tr("Not known");
    case Cycles:
        return row.cycles ? formatCount(static_cast<quint64>(*row.cycles)) : tr("Not known");
    case Sram:
        return sizeText(row.sramBytes);
    case Flash:
        return sizeText(row.flashBytes);
    case Payload:
        return sizeText(row.payloadBytes);
    default:
        return {};
    }
}

QVariant PartitionTableModel::cell(const PartitionRow &row, int column, int role) const
{
    if (role == Qt::DisplayRole)
        return text(row, column);
    if (role == Qt::TextAlignmentRole)
        return header(column, role);
    if (role == EntityRole)
        return QVariant::fromValue(row.entity);
    if (role != ValueRole && role != SortRole)
        return {};
    switch (column) {
    case Operators:
        return raw(row.operators);
    case Cycles:
        return raw(row.cycles);
    case Sram:
        return raw(row.sramBytes);
    case Flash:
        return raw(row.flashBytes);
    case Payload:
        return raw(row.payloadBytes);
    default:
        return row.title;
    }
}

} // namespace tosaic::views
