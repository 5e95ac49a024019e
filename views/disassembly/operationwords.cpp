// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/disassembly/operationwords.h"

#include "core/base/units.h"

#include <numeric>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr quint32 PayloadFlag = 0x4000; // bits 14 and 15 of the first word: one word follows

QString mapText(const npu::FeatureMap &map)
{
    const auto type = u"%1%2"_s.arg(map.isSigned ? u"int"_s : u"uint"_s, QString::number(map.bits));
    switch (map.storage) {
    case npu::FeatureMap::Storage::Scalar:
        return map.scalar ? DisassemblyText::tr("scalar %1").arg(*map.scalar)
                          : DisassemblyText::tr("scalar");
    case npu::FeatureMap::Storage::None:
        return DisassemblyText::tr("none");
    case npu::FeatureMap::Storage::Chained:
    case npu::FeatureMap::Storage::Memory:
        break;
    }
    const auto shape = map.height && map.width && map.depth
        ? u"%1×%2×%3"_s.arg(
            QString::number(map.height), QString::number(map.width), QString::number(map.depth))
        : DisassemblyText::tr("shape not known");
    return map.storage == npu::FeatureMap::Storage::Chained
        ? DisassemblyText::tr("%1 %2 (chained)").arg(shape, type)
        : u"%1 %2"_s.arg(shape, type);
}

QString rangeText(const std::optional<npu::RegionRange> &range)
{
    if (!range)
        return DisassemblyText::tr("an unknown place");
    return DisassemblyText::tr("region %1 0x%2")
        .arg(QString::number(range->region), QString::number(range->address, 16));
}

QString dmaText(const npu::Dma &dma)
{
    return DisassemblyText::tr("%1 from %2 to %3")
        .arg(formatBytes(dma.bytes), rangeText(dma.source),
            dma.isInternal ? DisassemblyText::tr("the NPU's own memory")
                           : rangeText(dma.destination));
}

QString kernelText(const npu::Kernel &kernel)
{
    auto text = u"%1×%2"_s.arg(QString::number(kernel.height), QString::number(kernel.width));
    if (kernel.strideX != 1 || kernel.strideY != 1)
        text += DisassemblyText::tr(" stride %1×%2")
                    .arg(QString::number(kernel.strideY), QString::number(kernel.strideX));
    if (kernel.dilationX != 1 || kernel.dilationY != 1)
        text += DisassemblyText::tr(" dilation %1×%2")
                    .arg(QString::number(kernel.dilationY), QString::number(kernel.dilationX));
    return text;
}

quint64 sum(const std::map<int, quint64> &bytes)
{
    return std::accumulate(bytes.begin(), bytes.end(), quint64(0),
        [](quint64 total, const auto &entry) { return total + entry.second; });
}

void addMaps(QStringList &parts, const npu::Operation &operation)
{
    if (operation.ifm && operation.ofm) {
        parts << (operation.ifm2 ? DisassemblyText::tr("%1 and %2 → %3")
                                       .arg(mapText(*operation.ifm), mapText(*operation.ifm2),
                                           mapText(*operation.ofm))
                                 : DisassemblyText::tr("%1 → %2").arg(
                                     mapText(*operation.ifm), mapText(*operation.ofm)));
    }
    if (operation.kernel
        && (operation.kind == npu::OperationKind::Conv
            || operation.kind == npu::OperationKind::Depthwise
            || operation.kind == npu::OperationKind::Pool))
        parts << DisassemblyText::tr("kernel %1").arg(kernelText(*operation.kernel));
    if (!operation.activation.isEmpty())
        parts << operation.activation;
    if (operation.chain >= 0)
        parts << DisassemblyText::tr("chain %1").arg(operation.chain);
}

} // namespace

QString operationTitle(const npu::Operation &operation)
{
    const auto kind = npu::operationKindName(operation.kind);
    const auto number = QString::number(operation.index);
    return operation.mode.isEmpty() ? u"#%1 %2"_s.arg(number, kind)
                                    : u"#%1 %2 %3"_s.arg(number, kind, operation.mode);
}

QString operationSummary(const npu::Operation &operation, const npu::Work *work)
{
    QStringList parts;
    addMaps(parts, operation);
    if (operation.dma)
        parts << dmaText(*operation.dma);
    if (operation.branchTarget)
        parts << DisassemblyText::tr("to %1").arg(offsetText(*operation.branchTarget));
    if (work && !operation.dma) {
        const auto read = sum(work->readBytes);
        const auto written = sum(work->writtenBytes);
        if (read || written)
            parts << DisassemblyText::tr("reads %1, writes %2")
                         .arg(formatBytes(read), formatBytes(written));
        if (work->macs)
            parts << DisassemblyText::tr("%1 MACs").arg(formatCount(*work->macs));
    }
    if (!operation.isStateKnown)
        parts << DisassemblyText::tr("registers not known: a branch comes before");
    return parts.join(u"  ·  "_s);
}

QString offsetText(quint64 offset)
{
    return u"0x%1"_s.arg(offset, 6, 16, QChar(u'0'));
}

QString wordsText(const npu::Command &command)
{
    const auto first = static_cast<quint32>(command.parameter) << 16
        | (command.hasPayload ? PayloadFlag : 0U) | command.opcode;
    const auto text = u"%1"_s.arg(first, 8, 16, QChar(u'0'));
    return command.hasPayload ? u"%1 %2"_s.arg(text).arg(command.payload, 8, 16, QChar(u'0'))
                              : text;
}

quint64 lengthOf(const npu::Command &command)
{
    return command.hasPayload ? 8 : 4;
}

} // namespace tosaic::views
