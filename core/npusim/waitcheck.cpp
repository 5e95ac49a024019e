// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npusim/waitcheck.h"

#include "core/npu/access.h"
#include "core/npu/registers.h"

#include <algorithm>

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
    dropOldest(m_kernels, count);
}

void WaitCheck::waitForTransfers(size_t count)
{
    dropOldest(m_transfers, count);
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
    own.push_back(std::move(started));
    dropOldest(own, isTransfer ? m_transferLimit : m_kernelLimit);
    return met;
}

} // namespace tosaic::npusim
