// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/partition/partitiontablemodel.h"

#include "core/analysis/memoryneed.h"
#include "core/graph/graphbuilder.h"

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

Columns<PartitionRow> partitionColumns()
{
    constexpr auto Bytes = column_unit::Bytes;
    return columnsOf<PartitionRow>({
        { u"partition"_s, PartitionTableModel::tr("Partition"), &PartitionRow::title },
        { u"operators"_s, PartitionTableModel::tr("Operators"), &PartitionRow::operators },
        { u"cycles"_s, PartitionTableModel::tr("Cycles (est)"), &PartitionRow::cycles },
        { u"sram"_s, PartitionTableModel::tr("SRAM (est)"), &PartitionRow::sramBytes,
            { .unit = Bytes } },
        { u"flash"_s, PartitionTableModel::tr("Flash (est)"), &PartitionRow::flashBytes,
            { .unit = Bytes } },
        { u"payload"_s, PartitionTableModel::tr("Payload"), &PartitionRow::payloadBytes,
            { .unit = Bytes } },
    });
}

} // namespace

PartitionTableModel::PartitionTableModel(QObject *parent)
    : ColumnModel(partitionColumns(), parent, entityBy(&PartitionRow::entity))
{
}

void PartitionTableModel::set(const model::Program *program, const compiled::CompileResult *result)
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

} // namespace tosaic::views
