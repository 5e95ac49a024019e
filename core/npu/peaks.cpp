// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/pieces.h"

#include <algorithm>
#include <map>

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

std::vector<quint32> buffersIn(const std::vector<Buffer> &buffers, int region)
{
    std::vector<quint32> found;
    for (quint32 i = 0; i < buffers.size(); ++i) {
        if (buffers[i].range.region == region)
            found.push_back(i);
    }
    return found;
}

Peak peakOf(const std::vector<Buffer> &buffers, int region)
{
    Peak peak{ .region = region };
    for (const auto &use : usesOf(buffers, region)) {
        if (use.bytes > peak.bytes) {
            peak.bytes = use.bytes;
            peak.operation = use.from;
        }
    }
    const auto at = static_cast<qint32>(peak.operation);
    for (const auto i : buffersIn(buffers, region)) {
        peak.highWater = std::max(peak.highWater, extentOf(buffers[i].range).end);
        if (buffers[i].firstOperation <= at && at <= buffers[i].heldUntil)
            peak.buffers.push_back(i);
    }
    std::stable_sort(peak.buffers.begin(), peak.buffers.end(),
        [&](quint32 a, quint32 b) { return buffers[a].range.length > buffers[b].range.length; });
    return peak;
}

} // namespace

std::vector<RegionUse> usesOf(const std::vector<Buffer> &buffers, int region)
{
    std::vector<quint64> bounds;
    std::multimap<qint32, std::pair<Extent, int>> changes; // by operation
    for (const auto i : buffersIn(buffers, region)) {
        const auto extent = extentOf(buffers[i].range);
        bounds.insert(bounds.end(), { extent.begin, extent.end });
        changes.insert({ buffers[i].firstOperation, { extent, 1 } });
        changes.insert({ buffers[i].heldUntil + 1, { extent, -1 } });
    }
    Cover cover(std::move(bounds));
    std::vector<RegionUse> uses;
    for (auto change = changes.begin(); change != changes.end();) {
        const auto now = change->first;
        for (; change != changes.end() && change->first == now; ++change)
            cover.change(change->second.first, change->second.second);
        if (uses.empty() || uses.back().bytes != cover.bytes())
            uses.push_back({ static_cast<quint32>(now), cover.bytes() });
    }
    return uses;
}

std::vector<Peak> peaksOf(const std::vector<Buffer> &buffers, const std::vector<int> &regions)
{
    std::vector<Peak> peaks;
    for (const auto region : regions)
        peaks.push_back(peakOf(buffers, region));
    return peaks;
}

} // namespace tosaic::npu
