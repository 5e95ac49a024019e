// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memorypartition.h"

#include <algorithm>
#include <set>

using namespace Qt::StringLiterals;

namespace tosaic::analysis {

namespace {

constexpr quint64 NoWeights = 1; ///< Vela writes one byte where there are none

const compiled::MemoryUse *useOf(const PartitionMemory &partition, QLatin1StringView memory)
{
    if (!partition.vela)
        return nullptr;
    const auto &all = partition.vela->memories;
    const auto found = std::ranges::find(all, memory, &compiled::MemoryUse::memory);
    return found == all.end() ? nullptr : &*found;
}

/// All that a run put outside the SRAM: a system has one second memory.
Number usedOutside(const compiled::Summary &booked)
{
    Number sum;
    for (const auto &used :
        { booked.dramBytes, booked.onChipFlashBytes, booked.offChipFlashBytes }) {
        if (used)
            sum = sum.value_or(0) + *used;
    }
    return sum;
}

Number lessThan(const Number &whole, const Number &part)
{
    return whole && part && *part <= *whole ? Number(*whole - *part) : Number();
}

Number blockBytes(const model::EthosUPayload &payload, const QString &name)
{
    const auto *block = payload.block(name);
    return block ? block->bytes() : Number();
}

/// None where they lie in a .ptd.
quint64 bytesInFile(const model::Program &program, const model::PayloadBlock *block)
{
    const auto isHere
        = [&](const model::NamedData &data) { return data.key == block->externalKey; };
    return block && (!block->isExternal || std::ranges::any_of(program.namedData, isHere))
        ? block->bytes().value_or(0)
        : 0;
}

int blockIndex(const model::EthosUPayload &payload, const QString &name)
{
    const auto at = std::ranges::find(payload.blocks, name, &model::PayloadBlock::name);
    return at == payload.blocks.end() ? -1 : static_cast<int>(at - payload.blocks.begin());
}

} // namespace

PartitionSizes sizesOf(const PartitionMemory &partition, Placement placement)
{
    PartitionSizes sizes{ partition.commandBytes, partition.weightBytes, partition.scratchBytes,
        partition.fastScratchBytes, {} };
    if (sizes.weights && *sizes.weights <= NoWeights)
        sizes.weights = 0;
    const auto &booked = partition.vela ? partition.vela->summary : partition.booked;
    const auto outside = usedOutside(booked);
    if (placement == Placement::DedicatedSram) {
        if (!sizes.fastScratch)
            sizes.fastScratch = booked.sramBytes;
        if (!sizes.weights)
            sizes.weights = lessThan(outside, sizes.scratch);
        if (!sizes.scratch)
            sizes.scratch = lessThan(outside, sizes.weights);
        if (!sizes.weights && !sizes.scratch)
            sizes.readOnlyAndScratch = outside;
        return sizes;
    }
    if (placement != Placement::SramOnly && placement != Placement::SharedSram)
        return sizes;
    if (!sizes.scratch)
        sizes.scratch = booked.sramBytes;
    if (!sizes.weights)
        sizes.weights = placement == Placement::SramOnly ? booked.onChipFlashBytes : outside;
    return sizes;
}

Number descriptorBytes(const model::IoDescriptor &io)
{
    if (io.elementSize < 0)
        return {};
    auto bytes = static_cast<quint64>(io.elementSize);
    for (const auto size : io.shape) {
        if (size < 0 || __builtin_mul_overflow(bytes, static_cast<quint64>(size), &bytes))
            return {};
    }
    return bytes;
}

Number stagedBytes(const PartitionMemory &partition)
{
    const auto *use = useOf(partition, "Sram"_L1);
    return use ? use->weightWriteBytes : Number();
}

PartitionMemory partitionMemory(const compiled::PartitionEstimate &estimate)
{
    PartitionMemory memory;
    memory.partition = estimate.partition;
    memory.commandBytes = estimate.commandBytes;
    memory.weightBytes = estimate.weightBytes;
    memory.scratchBytes = estimate.scratchBytes;
    memory.fastScratchBytes = estimate.fastScratchBytes;
    memory.vela = estimate.vela;
    memory.inputs = estimate.inputs;
    memory.outputs = estimate.outputs;
    memory.npu = estimate.npu;
    memory.entity = model::EntityRef::partition(estimate.partition);
    return memory;
}

PartitionMemory partitionMemory(const model::Delegate &delegate, int method, int index)
{
    PartitionMemory memory;
    memory.partition = index;
    memory.entity = model::EntityRef::delegate(method, index);
    if (!delegate.ethosu)
        return memory;
    const auto &payload = *delegate.ethosu;
    memory.commandBytes = blockBytes(payload, u"cmd_data"_s);
    memory.weightBytes = blockBytes(payload, u"weight_data"_s);
    memory.scratchBytes = payload.arenaBytes;
    memory.fastScratchBytes = payload.fastArenaBytes;
    memory.inputs = payload.inputs;
    memory.outputs = payload.outputs;
    memory.npu = payload.npu;
    if (const auto block = blockIndex(payload, u"cmd_data"_s); block >= 0)
        memory.commandEntity = model::EntityRef::payloadBlock(method, index, block);
    if (const auto block = blockIndex(payload, u"weight_data"_s); block >= 0)
        memory.weightEntity = model::EntityRef::payloadBlock(method, index, block);
    return memory;
}

ProgramMemory programMemory(const model::Program &program)
{
    constexpr std::size_t FastBuffer = 3; ///< memory id
    ProgramMemory memory;
    quint64 npuBytes = 0;
    std::set<quint64> counted; // equal payloads share their bytes
    for (std::size_t m = 0; m < program.methods.size(); ++m) {
        const auto &method = program.methods[m];
        quint64 slow = 0;
        quint64 fast = 0;
        for (std::size_t id = 1; id < method.plannedBuffers.size(); ++id) {
            const auto bytes = static_cast<quint64>(std::max<qint64>(0, method.plannedBuffers[id]));
            (id == FastBuffer ? fast : slow) += bytes;
        }
        if (!memory.plannedBytes || slow + fast > *memory.plannedBytes + memory.plannedFastBytes) {
            memory.plannedBytes = slow;
            memory.plannedFastBytes = fast;
            memory.entity = model::EntityRef::ofMethod(static_cast<int>(m));
        }
        for (const auto &delegate : method.delegates) {
            if (!delegate.isEthosU() && !memory.otherBackends.contains(delegate.id))
                memory.otherBackends << delegate.id;
            if (!delegate.ethosu || !counted.insert(delegate.data.offset).second)
                continue;
            for (const auto &name : { u"cmd_data"_s, u"weight_data"_s })
                npuBytes += bytesInFile(program, delegate.ethosu->block(name));
        }
    }
    if (program.source && program.source->size() >= npuBytes)
        memory.fileRestBytes = program.source->size() - npuBytes;
    return memory;
}

} // namespace tosaic::analysis
