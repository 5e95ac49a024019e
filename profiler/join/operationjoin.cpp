// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/join/operationjoin.h"

#include "profiler/join/originresolver.h"
#include "profiler/join/tracewalk.h"

#include <algorithm>

namespace tosaic::profile {

namespace {

using Kind = Unmatched::Kind;

/// Of the whole table: as good as most of its measured cycles, and not High while something
/// contradicts.
Confidence confidenceOf(const OperationTable &table)
{
    quint64 total = 0;
    quint64 firm = 0; ///< cycles of at least medium confidence
    quint64 sure = 0;
    for (const auto &operation : table.operations) {
        for (const auto &cycles : operation.measured) {
            total += cycles.value_or(0);
            firm += operation.confidence >= Confidence::Medium ? cycles.value_or(0) : 0;
            sure += operation.confidence == Confidence::High ? cycles.value_or(0) : 0;
        }
    }
    if (total == 0)
        return Confidence::None;
    const auto contradicts = [&table](std::initializer_list<Kind> kinds) {
        return std::ranges::any_of(kinds, [&table](Kind kind) { return table.find(kind); });
    };
    // A quarter is a judgement: what is behind the end, or not sure, must not lead the reader.
    quint64 outside = 0;
    for (const auto &inference : table.inferences)
        outside += inference.outside;
    if (firm < total - total / 4 || outside > total / 4
        || contradicts({ Kind::RowsNotInStream, Kind::TimeRunsBackwards }))
        return Confidence::Low;
    if (sure < total - total / 4
        || contradicts({ Kind::RowsSkipped, Kind::RowsNeverReached, Kind::ReadsOutsideStream,
            Kind::InferenceIncomplete, Kind::StreamUncertain, Kind::PointerRunsBackwards,
            Kind::NoCommandStream, Kind::DmaNotSeparated }))
        return Confidence::Medium;
    return Confidence::High;
}

} // namespace

OperationTable joinOperations(const std::vector<JoinStream> &streams,
    std::span<const PointerRead> reads, const JoinOptions &options, OperationSlices *slices)
{
    OperationTable table;
    UnmatchedList unmatched;
    const auto plans = planStreams(streams, options, table, unmatched);
    for (size_t i = 0; i < streams.size(); ++i) {
        resolveOrigins(int(i), streams[i], table, unmatched);
        table.owners.push_back(streams[i].owner);
    }
    if (!reads.empty()) {
        TraceWalk walk(reads, plans, options, table, unmatched, slices);
        for (const auto &pass : passesOf(reads, plans, options, unmatched))
            walk.walk(pass);
        walk.finish();
        table.origin = Origin::Fvp;
    } else if (table.estimatedTotal()) {
        table.origin = Origin::Estimate;
    }
    table.unmatched = unmatched.take();
    table.confidence = confidenceOf(table);
    return table;
}

OperationTable estimateOf(const formats::vela::PerLayerFile &layers)
{
    OperationTable table;
    for (const auto &layer : layers.rows) {
        const auto row = layer.ownCosts();
        TimedOperation operation{ .role
            = row.isPartOfGroup() ? TimedOperation::Role::Member : TimedOperation::Role::Kernel,
            .stream = row.staysOnCpu() ? -1 : row.network,
            .kind = row.npuOperator,
            .name = row.name,
            .estimatedCycles = row.opCycles,
            .estimatedNpuCycles = row.npuCycles,
            .macs = row.macs };
        for (const auto &[memory, cycles] :
            { std::pair("Sram", row.sramAccessCycles), std::pair("Dram", row.dramAccessCycles),
                std::pair("OnChipFlash", row.onChipFlashAccessCycles),
                std::pair("OffChipFlash", row.offChipFlashAccessCycles) }) {
            if (cycles)
                operation.memoryCycles.emplace(QString::fromLatin1(memory), *cycles);
        }
        operation.origin.type = row.originalOperator;
        if (row.staysOnCpu())
            operation.leaveToCpu();
        if (operation.role == TimedOperation::Role::Member && !table.operations.empty())
            operation.leader = table.operations.back().leader.value_or(table.operations.size() - 1);
        table.operations.push_back(std::move(operation));
    }
    if (table.estimatedTotal())
        table.origin = Origin::Estimate;
    return table;
}

} // namespace tosaic::profile
