// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/npunames.h"

#include "core/base/units.h"
#include "core/graph/names.h"
#include "core/graph/windowtext.h"

using namespace Qt::StringLiterals;

namespace tosaic::graph {

namespace {

using npu::OperationKind;
using npu::Port;

QString poolTitle(const QString &mode)
{
    if (mode == "REDUCE_SUM"_L1)
        return u"reduce sum"_s;
    if (mode == "NONE"_L1)
        return u"copy"_s;
    if (mode.startsWith("ARGMAX"_L1))
        return u"argmax"_s;
    return mode.isEmpty() ? u"pool"_s : mode.toLower() + u" pool"_s;
}

QString dmaTitle(const npu::Operation &operation)
{
    if (!operation.dma)
        return u"copy"_s;
    if (operation.dma->isInternal)
        return u"load table"_s;
    if (operation.dma->indices)
        return u"gather or scatter"_s;
    const bool isConstant = operation.dma->source && operation.dma->source->region == 0;
    return isConstant ? u"prefetch"_s : u"copy"_s;
}

QString dmaText(const npu::Dma &dma)
{
    const auto bytes = formatBytes(dma.bytes);
    if (!dma.source)
        return bytes;
    if (dma.isInternal)
        return u"%1, region %2 to the NPU"_s.arg(bytes).arg(dma.source->region);
    if (!dma.destination)
        return bytes;
    return u"%1, region %2 to %3"_s.arg(bytes).arg(dma.source->region).arg(dma.destination->region);
}

bool looksAtWindow(const npu::Operation &operation)
{
    return operation.kernel
        && (operation.kind == OperationKind::Conv || operation.kind == OperationKind::Depthwise
            || operation.kind == OperationKind::Pool);
}

} // namespace

QString operationTitle(const npu::Operation &operation, const npu::Work *work)
{
    switch (operation.kind) {
    case OperationKind::Conv:
        return operation.hasWeightsFromIfm2 ? u"matmul"_s : u"conv"_s;
    case OperationKind::Depthwise:
        return u"depthwise"_s;
    case OperationKind::Pool:
        if (work && work->macRule == npu::MacRule::Rearrangement)
            return u"transpose"_s;
        return poolTitle(operation.mode);
    case OperationKind::Elementwise:
        return operation.mode.isEmpty() ? u"elementwise"_s : operation.mode.toLower();
    case OperationKind::Resize:
        return u"resize"_s;
    case OperationKind::Dma:
        return dmaTitle(operation);
    case OperationKind::Branch:
        return u"branch"_s;
    default:
        return npu::operationKindName(operation.kind);
    }
}

QString operationSubtitle(const npu::Operation &operation)
{
    if (operation.dma)
        return dmaText(*operation.dma);
    return operation.ofm ? mapText(*operation.ofm) : QString();
}

QString operationWindow(const npu::Operation &operation)
{
    return looksAtWindow(operation) ? windowText(*operation.kernel) : QString();
}

QStringList operationDetails(const npu::Operation &operation, const npu::Work *work)
{
    QStringList lines{
        u"operation %1, %2"_s.arg(operation.index).arg(npu::operationKindName(operation.kind))
    };
    if (looksAtWindow(operation))
        lines += windowText(*operation.kernel);
    if (operation.ifm)
        lines += u"input %1"_s.arg(mapText(*operation.ifm));
    if (operation.ifm2)
        lines += u"second input %1"_s.arg(mapText(*operation.ifm2));
    if (!operation.activation.isEmpty())
        lines += u"activation %1"_s.arg(operation.activation);
    if (work && work->macs)
        lines += u"%1 MACs"_s.arg(formatCount(*work->macs));
    if (work && *npu::macRuleNote(work->macRule))
        lines += QString::fromUtf8(npu::macRuleNote(work->macRule));
    return lines;
}

QString mapText(const npu::FeatureMap &map)
{
    const auto type = u"%1int%2"_s.arg(map.isSigned ? QString() : u"u"_s).arg(map.bits);
    if (map.storage == npu::FeatureMap::Storage::Scalar)
        return type + u" scalar"_s;
    const std::vector<quint32> shape{ map.height, map.width, map.depth };
    return u"%1 %2"_s.arg(type, shapeText(shape));
}

QString rangeText(const npu::RegionRange &range)
{
    return u"region %1, 0x%2 to 0x%3 (%4)"_s.arg(range.region)
        .arg(QString::number(range.address, 16), QString::number(range.address + range.length, 16),
            formatBytes(range.length));
}

QString portName(Port port)
{
    switch (port) {
    case Port::Ifm:
        return u"input"_s;
    case Port::Ifm2:
        return u"second input"_s;
    case Port::Weights:
        return u"weights"_s;
    case Port::Scales:
        return u"scales"_s;
    case Port::Table:
        return u"table"_s;
    case Port::Chain:
        return u"chained"_s;
    case Port::DmaSource:
        return u"source"_s;
    case Port::DmaIndices:
        return u"indices"_s;
    }
    return {};
}

QString edgeLabel(const npu::DataEdge &edge, const npu::Operation *reader)
{
    if (!edge.range)
        return portName(edge.port);
    const auto bytes = formatBytes(edge.range->length);
    if (reader && edge.port == Port::Ifm && reader->ifm)
        return u"%1, %2"_s.arg(mapText(*reader->ifm), bytes);
    if (reader && edge.port == Port::Ifm2 && reader->ifm2)
        return u"%1, %2"_s.arg(mapText(*reader->ifm2), bytes);
    if (!reader || edge.port == Port::DmaSource)
        return bytes;
    return u"%1, %2"_s.arg(portName(edge.port), bytes);
}

} // namespace tosaic::graph
