// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npusim/invocation.h"

#include "core/base/try.h"
#include "core/npu/access.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace tosaic::npusim {

namespace {

constexpr int ArenaRegion = 1;
constexpr int FastRegion = 2;

/// Behind the last byte of each region that the stream or an input or output touches.
std::array<quint64, Memory::RegionCount> touchedBytes(
    const npu::StreamPlace &place, const npu::Stream &stream)
{
    std::array<quint64, Memory::RegionCount> ends{};
    const auto touch = [&ends](const npu::RegionRange &range) {
        if (range.region >= 0 && range.region < Memory::RegionCount) {
            auto &end = ends.at(size_t(range.region));
            end = std::max(end, npu::endOf(range));
        }
    };
    for (const auto &operation : stream.operations) {
        const auto accesses = npu::accessesOf(operation);
        for (const auto &read : accesses.reads)
            std::for_each(read.ranges.begin(), read.ranges.end(), touch);
        std::for_each(accesses.writes.begin(), accesses.writes.end(), touch);
    }
    if (!place.payload)
        return ends;
    for (const auto *list : { &place.payload->inputs, &place.payload->outputs }) {
        for (const auto &io : *list) {
            if (io.offset >= 0)
                touch({ io.region, quint64(io.offset), bytesOf(io).value_or(0) });
        }
    }
    return ends;
}

} // namespace

RegionSizes regionSizes(const npu::StreamPlace &place)
{
    RegionSizes sizes;
    if (!place.payload)
        return sizes;
    sizes.arena = place.payload->arenaBytes.value_or(0);
    sizes.fast = place.payload->fastArenaBytes;
    // Where there is no fast memory, Vela gives both tensors the same place and size.
    if (sizes.fast == sizes.arena)
        sizes.fast = 0;
    return sizes;
}

Result<Memory> memoryFor(const npu::StreamPlace &place, const npu::Stream &stream,
    const RegionSizes &sizes, quint64 seed)
{
    Memory memory;
    const auto touched = touchedBytes(place, stream);
    memory.bindConstants(0, place.weights);
    // A payload without its surroundings does not say how much arena there is.
    TRY(memory.bind(ArenaRegion, sizes.arena > 0 ? sizes.arena : touched.at(ArenaRegion), seed));
    if (sizes.fast == 0U)
        memory.alias(FastRegion, ArenaRegion);
    else if (const auto fast = sizes.fast.value_or(touched.at(FastRegion)); fast > 0)
        TRY(memory.bind(FastRegion, fast, seed));
    for (int region = FastRegion + 1; region < Memory::RegionCount; ++region) {
        if (touched.at(size_t(region)) > 0)
            TRY(memory.bind(region, touched.at(size_t(region)), seed));
    }
    return memory;
}

std::optional<quint64> bytesOf(const model::IoDescriptor &io)
{
    if (!io.isPlaced() || io.elementSize <= 0)
        return std::nullopt;
    auto bytes = quint64(io.elementSize);
    for (const auto size : io.shape) {
        if (size < 0 || __builtin_mul_overflow(bytes, quint64(size), &bytes))
            return std::nullopt;
    }
    return bytes <= Memory::RegionLimit ? std::optional(bytes) : std::nullopt;
}

Result<void> putInput(Memory &memory, const model::IoDescriptor &io, QByteArrayView bytes)
{
    const auto size = bytesOf(io);
    if (!size)
        return fail(ErrorCode::FormatUnsupported,
            u"the file does not say where in memory an input of the stream lies"_s);
    if (*size != quint64(bytes.size()))
        return fail(ErrorCode::FormatDamaged,
            u"an input has %1 bytes, the stream reads %2"_s.arg(bytes.size()).arg(*size));
    return memory.put(std::max(io.region, 0), io.offset, bytes);
}

Result<QByteArray> outputOf(const Memory &memory, const model::IoDescriptor &io)
{
    const auto size = bytesOf(io);
    if (!size)
        return fail(ErrorCode::FormatDamaged, u"an output has no place"_s);
    return TRY(memory.get(std::max(io.region, 0), io.offset, *size)).toByteArray();
}

} // namespace tosaic::npusim
