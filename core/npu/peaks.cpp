// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/pieces.h"

#include <algorithm>

namespace tosaic::npu {

namespace {

struct Extent
{
    quint64 begin = 0;
    quint64 end = 0;
};

/// The buffer in whole quanta.
Extent extentOf(const RegionRange &range)
{
    const auto end = range.address + range.length;
    return { range.address / AllocationQuantum * AllocationQuantum,
        (end + AllocationQuantum - 1) / AllocationQuantum * AllocationQuantum };
}

/// How many bytes of a line are covered at least once, while extents come and go.
class Cover
{
public:
    explicit Cover(std::vector<quint64> bounds) : m_bounds(std::move(bounds))
    {
        std::sort(m_bounds.begin(), m_bounds.end());
        m_bounds.erase(std::unique(m_bounds.begin(), m_bounds.end()), m_bounds.end());
        m_nodes.resize(m_bounds.size() * 4 + 4);
    }

    void change(const Extent &extent, int by)
    {
        const auto index = [&](quint64 bound) {
            return static_cast<size_t>(
                std::lower_bound(m_bounds.begin(), m_bounds.end(), bound) - m_bounds.begin());
        };
        if (m_bounds.size() > 1)
            change(1, 0, m_bounds.size() - 1, index(extent.begin), index(extent.end), by);
    }

    quint64 bytes() const { return m_nodes[1].covered; }

private:
    struct Node
    {
        int count = 0; ///< extents that cover all of it
        quint64 covered = 0;
    };

    /// Depth is the logarithm of the number of bounds.
    void change(size_t node, size_t left, size_t right, size_t from, size_t to, int by)
    {
        if (to <= left || right <= from)
            return;
        auto &here = m_nodes[node];
        if (from <= left && right <= to) {
            here.count += by;
        } else {
            const auto middle = (left + right) / 2;
            change(2 * node, left, middle, from, to, by);
            change(2 * node + 1, middle, right, from, to, by);
        }
        if (here.count > 0)
            here.covered = m_bounds[right] - m_bounds[left];
        else if (right - left == 1)
            here.covered = 0;
        else
            here.covered = m_nodes[2 * node].covered + m_nodes[2 * node + 1].covered;
    }

    std::vector<quint64> m_bounds;
    std::vector<Node> m_nodes;
};

Peak peakOf(const std::vector<Buffer> &buffers, int region)
{
    Peak peak{ .region = region };
    std::vector<quint32> byStart;
    std::vector<quint64> bounds;
    for (quint32 i = 0; i < buffers.size(); ++i) {
        if (buffers[i].range.region != region)
            continue;
        const auto extent = extentOf(buffers[i].range);
        byStart.push_back(i);
        bounds.insert(bounds.end(), { extent.begin, extent.end });
        peak.highWater = std::max(peak.highWater, extent.end);
    }
    auto byEnd = byStart;
    std::stable_sort(byEnd.begin(), byEnd.end(),
        [&](quint32 a, quint32 b) { return buffers[a].heldUntil < buffers[b].heldUntil; });
    Cover cover(std::move(bounds));
    size_t ended = 0;
    for (size_t i = 0; i < byStart.size();) {
        const auto now = buffers[byStart[i]].firstOperation;
        for (; ended < byEnd.size() && buffers[byEnd[ended]].heldUntil < now; ++ended)
            cover.change(extentOf(buffers[byEnd[ended]].range), -1);
        for (; i < byStart.size() && buffers[byStart[i]].firstOperation == now; ++i)
            cover.change(extentOf(buffers[byStart[i]].range), 1);
        if (cover.bytes() > peak.bytes) {
            peak.bytes = cover.bytes();
            peak.operation = static_cast<quint32>(now);
        }
    }
    const auto at = static_cast<qint32>(peak.operation);
    for (const auto i : byStart) {
        if (buffers[i].firstOperation <= at && at <= buffers[i].heldUntil)
            peak.buffers.push_back(i);
    }
    std::stable_sort(peak.buffers.begin(), peak.buffers.end(),
        [&](quint32 a, quint32 b) { return buffers[a].range.length > buffers[b].range.length; });
    return peak;
}

} // namespace

std::vector<Peak> peaksOf(const std::vector<Buffer> &buffers, const std::vector<int> &regions)
{
    std::vector<Peak> peaks;
    for (const auto region : regions)
        peaks.push_back(peakOf(buffers, region));
    return peaks;
}

} // namespace tosaic::npu
