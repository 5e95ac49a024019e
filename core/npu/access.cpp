// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/access.h"

#include <limits>

namespace tosaic::npu {

namespace {

/// Bytes of all elements, each once.
quint64 elementBytes(const FeatureMap &map)
{
    constexpr quint64 BrickDepth = 16; ///< channels of an NHCWB16 brick, always whole
    const auto [rows, columns, channels] = map.memoryShape();
    const auto depth
        = map.isBrick ? (channels + BrickDepth - 1) / BrickDepth * BrickDepth : quint64(channels);
    return quint64(rows) * columns * depth * (map.bits / 8);
}

class Collector
{
public:
    explicit Collector(const Operation &operation) : m_operation(operation) { }

    Accesses collect()
    {
        if (m_operation.dma)
            addDma(*m_operation.dma);
        if (!isKernel(m_operation.kind))
            return std::move(m_accesses);
        read(Port::Ifm, m_operation.ifm);
        read(Port::Ifm2, m_operation.ifm2);
        if (!m_operation.hasWeightsFromIfm2) {
            for (const auto &range : m_operation.weights)
                add(Port::Weights, range);
        }
        for (const auto &range : m_operation.scales)
            add(Port::Scales, range);
        if (m_operation.ofm)
            m_accesses.writes = rangesOf(*m_operation.ofm);
        return std::move(m_accesses);
    }

private:
    void add(Port port, const RegionRange &range)
    {
        if (range.length > 0)
            m_accesses.reads.push_back({ port, { range } });
    }

    void addDma(const Dma &dma)
    {
        if (dma.source)
            add(Port::DmaSource, *dma.source);
        if (dma.indices)
            add(Port::DmaIndices, *dma.indices);
        if (!dma.isInternal && dma.destination && dma.destination->length > 0)
            m_accesses.writes.push_back(*dma.destination);
        if (!dma.source || (!dma.isInternal && !dma.destination))
            m_accesses.hasUnknownAddress = true;
    }

    std::vector<RegionRange> rangesOf(const FeatureMap &map)
    {
        if (map.storage != FeatureMap::Storage::Memory)
            return {};
        auto ranges = map.ranges();
        m_accesses.isCoarse |= bytesOf(ranges) > elementBytes(map);
        m_accesses.hasUnknownAddress |= ranges.empty();
        return ranges;
    }

    void read(Port port, const std::optional<FeatureMap> &map)
    {
        if (!map)
            return;
        if (auto ranges = rangesOf(*map); !ranges.empty())
            m_accesses.reads.push_back({ port, std::move(ranges) });
    }

    const Operation &m_operation;
    Accesses m_accesses;
};

} // namespace

Accesses accessesOf(const Operation &operation)
{
    return Collector(operation).collect();
}

quint64 bytesOf(const std::vector<RegionRange> &ranges)
{
    quint64 bytes = 0;
    for (const auto &range : ranges) {
        if (range.length > std::numeric_limits<quint64>::max() - bytes)
            return std::numeric_limits<quint64>::max();
        bytes += range.length;
    }
    return bytes;
}

} // namespace tosaic::npu
