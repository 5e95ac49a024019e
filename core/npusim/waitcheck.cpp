// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npusim/waitcheck.h"

#include "core/npu/access.h"
#include "core/npu/registers.h"
#include "core/npusim/weights.h"

#include <algorithm>
#include <array>
#include <functional>

using namespace Qt::StringLiterals;

namespace tosaic::npusim {

namespace {

/// The look-up tables stand as a region of their own behind the eight.
constexpr int TableRegion = 8;

const npu::RegionRange *overlap(
    const std::vector<npu::RegionRange> &left, const std::vector<npu::RegionRange> &right)
{
    for (const auto &one : left) {
        for (const auto &other : right) {
            if (one.region == other.region && one.address < npu::endOf(other)
                && other.address < npu::endOf(one))
                return &one;
        }
    }
    return nullptr;
}

using Box = std::array<std::array<qint64, 2>, 3>; ///< first element and behind the last, by axis

/// Blocks of a map in the order in which the NPU works on them: channels, columns, rows.
struct Blocks
{
    std::array<qint64, 3> size; ///< of the map: height, width, depth
    std::array<qint64, 3> block;

    qint64 along(size_t axis) const
    {
        return (size.at(axis) + block.at(axis) - 1) / block.at(axis);
    }
    qint64 count() const { return along(0) * along(1) * along(2); }
    /// First element of a block, and behind its last.
    Box at(qint64 index) const
    {
        const std::array place{ index / (along(2) * along(1)), index / along(2) % along(1),
            index % along(2) };
        Box box{};
        for (size_t axis = 0; axis < box.size(); ++axis) {
            const auto first = place.at(axis) * block.at(axis);
            box.at(axis) = { first, std::min(first + block.at(axis), size.at(axis)) };
        }
        return box;
    }
};

/// Channels of the IFM in a block. Where registers are not understood, fewer, which meet less.
qint64 inputDepth(const npu::Operation &operation, const npu::FeatureMap &map, Setup &setup)
{
    const bool takesAllInputs = operation.kind == npu::OperationKind::Conv
        || (operation.kind == npu::OperationKind::Pool && operation.mode == "REDUCE_SUM"_L1);
    if (!takesAllInputs)
        return operation.block[2];
    constexpr qint64 Smallest = 16; // that has blocks of 32 inputs, which are the smallest ones
    WeightGeometry geometry{ .ifmBits = int(map.bits),
        .microblockDepth = microblockDepth(setup).value_or(Smallest),
        .isSparse = operation.hasSparseWeights };
    geometry.window.isPartKernelFirst = operation.kernel && operation.kernel->isPartKernelFirst;
    return inputBlockDepth(geometry, setup.target());
}

std::optional<Blocks> blocksOfOfm(const npu::Operation &operation)
{
    const auto &[height, width, depth] = operation.block;
    const auto &ofm = *operation.ofm;
    if (height == 0 || width == 0 || depth == 0 || ofm.height == 0 || ofm.width == 0
        || ofm.depth == 0)
        return std::nullopt;
    return Blocks{ { ofm.height, ofm.width, ofm.depth }, { height, width, depth } };
}

/// What the first blocks of an operation read.
std::optional<Blocks> blocksOfIfm(
    const npu::Operation &operation, const npu::FeatureMap &map, Setup &setup)
{
    const auto &[height, width, depth] = operation.block;
    if (height == 0 || width == 0 || depth == 0 || map.height == 0 || map.width == 0
        || map.depth == 0)
        return std::nullopt;
    const auto kernel = operation.kernel.value_or(npu::Kernel());
    const auto reach = [](qint64 block, qint64 stride, qint64 taps, qint64 dilation) {
        return (block - 1) * stride + (taps - 1) * dilation + 1;
    };
    return Blocks{ { map.height, map.width, map.depth },
        { reach(height, kernel.strideY, kernel.height, kernel.dilationY),
            reach(width, kernel.strideX, kernel.width, kernel.dilationX),
            inputDepth(operation, map, setup) } };
}

bool isInOnePiece(const npu::FeatureMap &map)
{
    return map.storage == npu::FeatureMap::Storage::Memory && map.region && map.tileAddress[0]
        && map.strideY && *map.strideY != 0 && map.tileHeight0 >= map.height
        && map.tileWidth0 >= map.width && map.transpose == 0 && map.reverse == 0;
}

/// Strides along an axis of one element say nothing.
bool isSameLayout(const npu::FeatureMap &one, const npu::FeatureMap &other)
{
    const bool isOneRow = one.height == 1 && other.height == 1;
    const bool isOneColumn = one.width == 1 && other.width == 1;
    return (isOneRow || one.strideY == other.strideY)
        && (isOneColumn || one.strideX == other.strideX) && one.isBrick == other.isBrick
        && one.bits == other.bits && (!one.isBrick || one.strideC == other.strideC);
}

bool meet(const Box &one, const Box &other, qint64 rows)
{
    for (size_t axis = 0; axis < one.size(); ++axis) {
        const auto shift = axis == 0 ? rows : 0;
        if (one.at(axis)[0] + shift >= other.at(axis)[1]
            || other.at(axis)[0] >= one.at(axis)[1] + shift)
            return false;
    }
    return true;
}

/// What a box of a map without bricks takes up in memory.
std::vector<npu::RegionRange> rangesOf(const npu::FeatureMap &map, const Box &box)
{
    auto part = map;
    part.tileAddress[0] = quint64(qint64(*map.tileAddress[0]) + box[0][0] * *map.strideY
        + box[1][0] * *map.strideX + box[2][0] * qint64(map.bits / 8));
    part.height = part.tileHeight0 = part.tileHeight1 = quint32(box[0][1] - box[0][0]);
    part.width = part.tileWidth0 = quint32(box[1][1] - box[1][0]);
    part.depth = quint32(box[2][1] - box[2][0]);
    return part.ranges();
}

/// A map whose columns lie further apart than its rows: that is how U55 and U65 transpose.
bool isTurned(const npu::FeatureMap &map)
{
    return map.height > 1 && map.width > 1 && map.strideX && *map.strideX > *map.strideY;
}

/// How blocks of two maps that lie on each other are compared; absent: they cannot be.
using Comparison = std::function<bool(const Box &read, const Box &written)>;
Comparison comparisonOf(const npu::FeatureMap &map, const npu::FeatureMap &ofm)
{
    if (isSameLayout(map, ofm)) {
        const auto away = qint64(*map.tileAddress[0]) - qint64(*ofm.tileAddress[0]);
        const auto rows = away / *ofm.strideY;
        if (rows * *ofm.strideY == away)
            return
                [rows](const Box &read, const Box &written) { return meet(read, written, rows); };
    }
    // Vela lets blocks of operations that transpose go on by a rule that only it knows.
    if (map.isBrick || ofm.isBrick || !map.strideX || !ofm.strideX || isTurned(map)
        || isTurned(ofm))
        return {};
    return [&map, &ofm](const Box &read, const Box &written) {
        return overlap(rangesOf(map, read), rangesOf(ofm, written)) != nullptr;
    };
}

/// Whether one of the first blocks that read `map` runs beside a block of the operation before that
/// writes there.
bool readsTooEarly(const npu::Operation &before, const npu::Operation &operation,
    const npu::FeatureMap &map, Setup &setup)
{
    const auto &ofm = *before.ofm;
    const auto allowed = qint64(operation.blockDependency.value_or(0));
    if (!isInOnePiece(map) || map.region != ofm.region || !overlap(map.ranges(), ofm.ranges()))
        return false;
    const auto written = blocksOfOfm(before);
    const auto read = blocksOfIfm(operation, map, setup);
    const auto doMeet = comparisonOf(map, ofm);
    if (!written || !read || !doMeet)
        return false;
    const auto last = written->count() - 1;
    for (qint64 i = 0; i < std::min(allowed, read->count()); ++i) {
        for (qint64 j = 0; i + j < allowed && j <= last; ++j) {
            if (doMeet(read->at(i), written->at(last - j)))
                return true;
        }
    }
    return false;
}

void dropOldest(auto &running, size_t limit)
{
    while (running.size() > limit)
        running.pop_front();
}

} // namespace

WaitCheck::WaitCheck(npu::NpuProduct product)
    // As many run beside each other as Vela counts on when it leaves a wait out.
    : m_kernelLimit(2), m_transferLimit(product == npu::NpuProduct::U55 ? 1
                                : product == npu::NpuProduct::U65       ? 2
                                                                        : 4)
{
}

void WaitCheck::waitForKernels(size_t count)
{
    if (count == 0)
        m_before = nullptr;
    dropOldest(m_kernels, count);
}

void WaitCheck::waitForTransfers(size_t count)
{
    dropOldest(m_transfers, count);
}

std::optional<QString> WaitCheck::startTooEarly(const npu::Operation &operation, Setup &setup) const
{
    const auto allowed = operation.blockDependency.value_or(0);
    const auto *before = m_before;
    if (allowed == 0 || !before || !before->ofm || !isInOnePiece(*before->ofm)
        || !npu::isKernel(operation.kind)
        || (operation.chain >= 0 && operation.chain == before->chain))
        return std::nullopt;
    for (const auto *map : { operation.ifm ? &*operation.ifm : nullptr,
             operation.ifm2 ? &*operation.ifm2 : nullptr }) {
        if (map && readsTooEarly(*before, operation, *map, setup))
            return u"BLOCKDEP lets %1 blocks of the operation at %2 go on, and one of them writes "
                   "what is read here in region %3"_s.arg(allowed)
                       .arg(before->offset)
                       .arg(*map->region);
    }
    return std::nullopt;
}

std::optional<QString> WaitCheck::start(const npu::Operation &operation)
{
    const bool isTransfer = operation.kind == npu::OperationKind::Dma;
    const auto accesses = npu::accessesOf(operation);
    Running started{ operation.offset, {}, accesses.writes };
    for (const auto &read : accesses.reads)
        started.reads.insert(started.reads.end(), read.ranges.begin(), read.ranges.end());
    if (const auto table = npu::tableAddress(operation))
        started.reads.push_back({ TableRegion, *table, 256 });
    if (isTransfer && operation.dma && operation.dma->isInternal && operation.dma->destination)
        started.writes.push_back(
            { TableRegion, operation.dma->destination->address % npu::TableMemory,
                operation.dma->destination->length });

    auto &own = isTransfer ? m_transfers : m_kernels;
    const auto &others = isTransfer ? m_kernels : m_transfers;
    std::optional<QString> met;
    for (const auto &other : others) {
        const auto *range = overlap(started.reads, other.writes);
        if (!range)
            range = overlap(started.writes, other.writes);
        if (!range)
            range = overlap(started.writes, other.reads);
        if (!range)
            continue;
        met = u"the %1 at %2 may still be going on and meets it in %3 from address %4"_s
                  .arg(isTransfer ? u"operation"_s : u"DMA"_s)
                  .arg(other.offset)
                  .arg(range->region == TableRegion ? u"the look-up tables"_s
                                                    : u"region %1"_s.arg(range->region))
                  .arg(range->address);
        break;
    }
    if (!isTransfer)
        m_before = &operation;
    own.push_back(std::move(started));
    dropOldest(own, isTransfer ? m_transferLimit : m_kernelLimit);
    return met;
}

} // namespace tosaic::npusim
