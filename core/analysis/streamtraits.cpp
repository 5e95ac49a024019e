// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/networkmatch.h"

#include "core/analysis/traitvalues.h"
#include "core/base/sizestext.h"
#include "core/npu/dataflow.h"
#include "core/npu/work.h"

#include <set>

using namespace Qt::StringLiterals;

namespace tosaic::analysis {

namespace {

using npu::Operation;
using npu::OperationKind;

/// A record of the scale stream, one for each channel: bias (U55, U65: 40 bits, U85: 32),
/// multiplier (32 bits), shift (6 bits).
constexpr qsizetype ScaleRecordBytes = 10;
constexpr qsizetype MultiplierBytes = 4;
constexpr int ReadOnlyRegion = 0;

class Collector
{
public:
    explicit Collector(const npu::PlacedStream &placed)
        : m_placed(placed), m_stream(*placed.stream), m_flow(npu::dataflow(m_stream, placed.place))
    {
    }

    NetworkTraits collect()
    {
        if (const auto &payload = m_placed.place.payload) {
            addPorts(payload->inputs, m_traits.inputs);
            addPorts(payload->outputs, m_traits.outputs);
        }
        findCopies();
        const auto work = npu::workOf(m_stream);
        for (const auto &operation : m_stream.operations)
            addOperation(operation, work[operation.index]);
        m_traits.convolutions = m_convolutions.size();
        m_traits.depthwise = m_depthwise.size();
        m_traits.macs = m_macs;
        tidy(m_traits);
        return std::move(m_traits);
    }

private:
    static void addPorts(
        const std::vector<model::IoDescriptor> &list, std::vector<NetworkTraits::Port> &ports)
    {
        for (const auto &io : list) {
            const std::vector<qint64> shape(io.shape.begin(), io.shape.end());
            quint64 elements = 1;
            for (const auto size : shape)
                elements *= static_cast<quint64>(size);
            NetworkTraits::Port port{ .shape = withoutLeadingOnes(shape),
                .elementBits = static_cast<quint64>(io.elementSize) * 8,
                .elements = elements };
            port.text = u"%1 bit %2"_s.arg(qint64(io.elementSize) * 8)
                            .arg(port.shape.empty() ? u"1"_s : sizesText(port.shape, u"x"_s));
            ports.push_back(std::move(port));
        }
    }

    /// Which DMA brought the scales that an operation reads, and which buffer each one writes.
    void findCopies()
    {
        m_buffers.assign(m_stream.operations.size(), -1);
        for (size_t i = 0; i < m_flow.buffers.size(); ++i) {
            for (const auto writer : m_flow.buffers[i].writers)
                m_buffers.at(writer) = static_cast<qint64>(i);
        }
        for (const auto &edge : m_flow.edges) {
            if (edge.port == npu::Port::Scales && edge.from >= 0 && edge.to >= 0)
                m_copies[edge.to].push_back(edge.from);
        }
    }

    void addOperation(const Operation &operation, const npu::Work &work)
    {
        if (operation.kind == OperationKind::Dma)
            addTable(operation);
        if (npu::isKernel(operation.kind)) {
            for (const auto &scale :
                { operation.ofmScale, operation.ifmScale, operation.ifm2Scale }) {
                if (scale)
                    addTo(m_traits.multipliers, static_cast<qint64>(scale->multiplier));
            }
        }
        const bool isConv = operation.kind == OperationKind::Conv;
        if (!isConv && operation.kind != OperationKind::Depthwise)
            return;
        // Stripes and slices write one buffer: one operator. What stays inside the NPU counts
        // alone.
        const auto buffer = m_buffers.at(operation.index);
        (isConv ? m_convolutions : m_depthwise)
            .insert(buffer >= 0 ? buffer : -1 - static_cast<qint64>(operation.index));
        m_macs += work.denseMacs;
        if (operation.kernel)
            m_traits.windows.push_back({ operation.kernel->height, operation.kernel->width,
                operation.kernel->strideY, operation.kernel->strideX });
        for (const auto &range : operation.scales)
            addScales(operation, range);
    }

    void addScales(const Operation &operation, const npu::RegionRange &range)
    {
        auto source = range;
        if (range.region != ReadOnlyRegion) {
            for (const auto index : m_copies[static_cast<qint32>(operation.index)]) {
                const auto &dma = m_stream.operations.at(static_cast<size_t>(index)).dma;
                if (!dma || !dma->source || !dma->destination
                    || dma->destination->region != range.region
                    || dma->destination->address > range.address)
                    continue;
                source = { dma->source->region,
                    dma->source->address + (range.address - dma->destination->address),
                    range.length };
            }
        }
        if (source.region == ReadOnlyRegion && m_seen.insert(source.address).second)
            addRecords(bytesOf(source));
    }

    QByteArrayView bytesOf(const npu::RegionRange &range) const
    {
        const auto size = static_cast<quint64>(m_placed.place.weights.size());
        if (range.address > size || range.length > size - range.address)
            return {};
        return m_placed.place.weights.sliced(
            static_cast<qsizetype>(range.address), static_cast<qsizetype>(range.length));
    }

    void addRecords(QByteArrayView bytes)
    {
        const qsizetype biasBytes = m_stream.config.product == npu::NpuProduct::U85 ? 4 : 5;
        for (qsizetype at = 0; at + ScaleRecordBytes <= bytes.size(); at += ScaleRecordBytes) {
            addTo(m_traits.biases, signedLittleEndian(bytes.sliced(at, biasBytes)));
            addTo(m_traits.multipliers,
                signedLittleEndian(bytes.sliced(at + biasBytes, MultiplierBytes)));
        }
    }

    static void addTo(std::vector<qint64> &values, qint64 value)
    {
        if (values.size() < NetworkTraits::ValueLimit)
            values.push_back(value);
    }

    void addTable(const Operation &operation)
    {
        if (!operation.dma || !operation.dma->isInternal || !operation.dma->source
            || operation.dma->source->region != ReadOnlyRegion)
            return;
        const auto bytes = bytesOf(*operation.dma->source);
        if (bytes.size() == TableBytes && m_traits.tables.size() < NetworkTraits::ValueLimit)
            m_traits.tables.push_back(bytes.toByteArray());
    }

    const npu::PlacedStream &m_placed;
    const npu::Stream &m_stream;
    const npu::Dataflow m_flow;
    NetworkTraits m_traits;
    std::vector<qint64> m_buffers; ///< by operation: the buffer it writes; -1: none
    std::map<qint32, std::vector<qint32>> m_copies; ///< by operation: DMA that brought its scales
    std::set<qint64> m_convolutions; ///< buffers they write
    std::set<qint64> m_depthwise;
    std::set<quint64> m_seen; ///< addresses of scales that were read
    quint64 m_macs = 0;
};

} // namespace

NetworkTraits traitsOf(const npu::PlacedStream &stream)
{
    return stream.stream ? Collector(stream).collect() : NetworkTraits();
}

} // namespace tosaic::analysis
