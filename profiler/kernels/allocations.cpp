// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/kernels/allocations.h"

#include <algorithm>
#include <map>

namespace tosaic::profile {

namespace {

AllocationRow &rowOf(std::vector<AllocationRow> &rows, const EtDumpRun &run, qint32 allocator)
{
    const auto found = std::ranges::find_if(rows, [&](const AllocationRow &row) {
        return row.phase == run.name && row.allocator == allocator;
    });
    if (found != rows.end())
        return *found;
    AllocationRow row{ .phase = run.name, .allocator = allocator };
    if (allocator > 0 && static_cast<size_t>(allocator) <= run.allocators.size())
        row.name = run.allocators[static_cast<size_t>(allocator) - 1];
    rows.push_back(row);
    return rows.back();
}

} // namespace

std::vector<AllocationRow> allocationRows(const EtDump &dump)
{
    std::vector<AllocationRow> rows;
    for (const auto &run : dump.runs) {
        std::map<qint32, quint64> inRun;
        for (const auto &event : run.events) {
            const auto *allocation = std::get_if<EtDumpAllocation>(&event);
            if (!allocation)
                continue;
            auto &row = rowOf(rows, run, allocation->allocator);
            ++row.count;
            row.bytes += allocation->size;
            row.largest = std::max(row.largest, allocation->size);
            inRun[allocation->allocator] += allocation->size;
        }
        for (const auto &[allocator, bytes] : inRun) {
            auto &row = rowOf(rows, run, allocator);
            ++row.runs;
            row.peak = std::max(row.peak, bytes);
        }
    }
    return rows;
}

} // namespace tosaic::profile
