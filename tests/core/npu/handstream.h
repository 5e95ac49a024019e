// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/streams.h"

#include <memory>

namespace tosaic::test {

/// A map of bytes in NHWC without gaps.
inline npu::FeatureMap map(
    int region, quint64 address, quint32 height, quint32 width, quint32 depth)
{
    npu::FeatureMap map;
    map.height = height;
    map.width = width;
    map.depth = depth;
    map.region = region;
    map.tileAddress[0] = address;
    map.tileHeight0 = height;
    map.tileHeight1 = height;
    map.tileWidth0 = width;
    map.strideX = depth;
    map.strideY = qint64(width) * depth;
    map.strideC = 1;
    map.isSigned = true;
    return map;
}

inline npu::FeatureMap chained(int buffer)
{
    npu::FeatureMap map;
    map.storage = npu::FeatureMap::Storage::Chained;
    map.chainBuffer = buffer;
    map.height = map.width = map.depth = 4;
    return map;
}

/// A stream that is put together operation by operation, as the disassembler would.
class HandStream
{
public:
    explicit HandStream(npu::NpuProduct product = npu::NpuProduct::U55)
    {
        m_stream.config.product = product;
        m_stream.driverFormat = QStringLiteral("COP1");
    }

    npu::Operation &add(npu::OperationKind kind)
    {
        npu::Operation operation;
        operation.kind = kind;
        operation.index = quint32(m_stream.operations.size());
        operation.command = quint32(m_stream.commands.size());
        operation.firstCommand = operation.command;
        operation.offset = operation.command * 4;
        m_stream.commands.emplace_back().offset = operation.offset;
        m_stream.operations.push_back(std::move(operation));
        return m_stream.operations.back();
    }

    npu::Operation &kernel(
        npu::OperationKind kind, const npu::FeatureMap &ifm, const npu::FeatureMap &ofm)
    {
        auto &operation = add(kind);
        operation.ifm = ifm;
        operation.ofm = ofm;
        operation.kernel = npu::Kernel();
        return operation;
    }

    npu::Operation &conv(
        const npu::FeatureMap &ifm, const npu::FeatureMap &ofm, const npu::RegionRange &weights)
    {
        auto &operation = kernel(npu::OperationKind::Conv, ifm, ofm);
        operation.weights = { weights };
        return operation;
    }

    npu::Operation &dma(const npu::RegionRange &source, const npu::RegionRange &destination,
        bool isInternal = false)
    {
        auto &operation = add(npu::OperationKind::Dma);
        npu::Dma dma;
        dma.source = source;
        dma.destination = destination;
        dma.isInternal = isInternal;
        dma.bytes = source.length;
        operation.dma = dma;
        return operation;
    }

    /// A command without payload before the next operation.
    void set(quint16 opcode, quint16 parameter)
    {
        npu::Command command;
        command.offset = quint32(m_stream.commands.size()) * 4;
        command.opcode = opcode;
        command.parameter = parameter;
        m_stream.commands.push_back(command);
    }

    const npu::Stream &stream() const { return m_stream; }

private:
    npu::Stream m_stream;
};

/// A delegate with one input and one output of bytes.
inline npu::StreamPlace delegatePlace(
    const npu::RegionRange &input, const npu::RegionRange &output, quint64 arena)
{
    auto payload = std::make_shared<model::EthosUPayload>();
    const auto descriptor = [](const npu::RegionRange &range) {
        model::IoDescriptor io;
        io.shape = { 1, 1, 1, qint32(range.length) };
        io.elementSize = 1;
        io.offset = qint64(range.address);
        io.region = range.region;
        return io;
    };
    payload->inputs = { descriptor(input) };
    payload->outputs = { descriptor(output) };
    payload->arenaBytes = arena;
    npu::StreamPlace place;
    place.owner = model::EntityRef::delegate(0, 0);
    place.payload = payload;
    return place;
}

} // namespace tosaic::test
