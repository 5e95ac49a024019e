// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/inspector/npufacts.h"

#include "core/base/units.h"
#include "core/graph/npunames.h"
#include "core/npu/work.h"
#include "views/inspector/facts.h"

#include <array>

using namespace Qt::StringLiterals;

namespace tosaic::views {

QString NpuFacts::region(int region)
{
    const QString use = QString::fromLatin1(npu::regionUse(region));
    if (use.isEmpty())
        return tr("region %1").arg(region);
    return tr("region %1: %2")
        .arg(QString::number(region),
            QCoreApplication::translate("Description", npu::regionUse(region)));
}

QString NpuFacts::mapPlace(const npu::FeatureMap &map)
{
    using Storage = npu::FeatureMap::Storage;
    switch (map.storage) {
    case Storage::Chained:
        return tr("stays inside the NPU, chaining buffer %1").arg(map.chainBuffer);
    case Storage::Scalar:
        return map.scalar ? tr("a constant from a register: %1").arg(*map.scalar)
                          : tr("a constant from a register");
    case Storage::None:
        return tr("not in use");
    case Storage::Memory:
        break;
    }
    if (!map.region)
        return tr("place not known");
    QStringList tiles;
    for (const auto &address : map.tileAddress) {
        const auto text = address ? u"0x%1"_s.arg(*address, 0, 16) : u"?"_s;
        if (!tiles.contains(text) && (tiles.isEmpty() || (address && *address != 0)))
            tiles += text;
    }
    return tr("%1 at %2").arg(region(*map.region), tiles.join(u", "_s));
}

Fact NpuFacts::map(const QString &label, const npu::FeatureMap &map)
{
    QStringList lines{ mapPlace(map) };
    if (map.storage == npu::FeatureMap::Storage::Memory) {
        lines += map.isBrick ? tr("NHCWB16: bricks of 16 channels") : tr("NHWC");
        QStringList strides;
        const std::array names{ std::pair(u"y"_s, map.strideY), std::pair(u"x"_s, map.strideX),
            std::pair(u"c"_s, map.strideC) };
        for (const auto &[name, stride] : names) {
            if (stride)
                strides += u"%1 %2"_s.arg(name, QString::number(*stride));
        }
        if (!strides.isEmpty())
            lines += tr("strides in bytes: %1").arg(strides.join(u", "_s));
    }
    lines += tr("zero point %1").arg(map.zeroPoint);
    if (map.broadcast != 0)
        lines += tr("broadcast 0x%1").arg(map.broadcast, 0, 16);
    return { .label = label, .value = graph::mapText(map), .detail = lines.join(u'\n') };
}

Section NpuFacts::maps(const npu::Operation &operation)
{
    Section s{ .id = u"maps"_s, .title = tr("Feature maps (H x W x D)") };
    if (operation.ifm)
        s.facts.push_back(map(tr("IFM"), *operation.ifm));
    if (operation.ifm2)
        s.facts.push_back(map(tr("IFM2"), *operation.ifm2));
    if (operation.ofm)
        s.facts.push_back(map(tr("OFM"), *operation.ofm));
    return s;
}

Section NpuFacts::kernel(const npu::Kernel &kernel)
{
    Section s{ .id = u"kernel"_s, .title = tr("Kernel") };
    const auto pair
        = [](quint32 height, quint32 width) { return u"%1x%2"_s.arg(height).arg(width); };
    s.add(tr("Size"), pair(kernel.height, kernel.width),
        kernel.isPartKernelFirst ? tr("part-kernel first") : tr("depth first"));
    s.add(tr("Stride"), pair(kernel.strideY, kernel.strideX));
    if (kernel.dilationX != 1 || kernel.dilationY != 1)
        s.add(tr("Dilation"), pair(kernel.dilationY, kernel.dilationX));
    s.add(tr("Padding"),
        tr("top %1, left %2, bottom %3, right %4")
            .arg(kernel.padding[0])
            .arg(kernel.padding[1])
            .arg(kernel.padding[2])
            .arg(kernel.padding[3]));
    return s;
}

/// A range of the read-only region leads to its bytes in the file.
Fact NpuFacts::range(
    const QString &label, const npu::RegionRange &range, const npu::StreamPlace &place)
{
    Fact fact{ .label = label,
        .value = Facts::bytes(range.length),
        .detail = tr("%1 at 0x%2").arg(region(range.region), QString::number(range.address, 16)) };
    const auto available = static_cast<quint64>(place.weights.size());
    if (place.weightsOffset && range.region == 0 && range.address <= available
        && range.length <= available - range.address && range.length > 0) {
        fact.link
            = model::EntityRef::byteRange({ *place.weightsOffset + range.address, range.length });
        fact.linkText = tr("Show bytes");
    }
    return fact;
}

Section NpuFacts::constants(const npu::Operation &operation, const npu::StreamPlace &place)
{
    Section s{ .id = u"weights"_s, .title = tr("Weights and scales (as stored)") };
    for (size_t i = 0; i < operation.weights.size(); ++i)
        s.facts.push_back(
            range(operation.weights.size() > 1 ? tr("Weights, core %1").arg(i) : tr("Weights"),
                operation.weights[i], place));
    for (size_t i = 0; i < operation.scales.size(); ++i)
        s.facts.push_back(
            range(operation.scales.size() > 1 ? tr("Scales, core %1").arg(i) : tr("Scales"),
                operation.scales[i], place));
    if (operation.hasWeightsFromIfm2)
        s.add(tr("Weights"), tr("from IFM2: a matrix product"));
    return s;
}

QString NpuFacts::scale(const npu::Scale &scale)
{
    const auto text = tr("%1 / 2^%2").arg(formatCount(scale.multiplier)).arg(scale.shift);
    return scale.rounding.isEmpty() ? text : tr("%1, rounding %2").arg(text, scale.rounding);
}

Section NpuFacts::arithmetic(const npu::Operation &operation)
{
    Section s{ .id = u"arithmetic"_s, .title = tr("Activation and scaling") };
    s.add(tr("Activation"), operation.activation.isEmpty() ? tr("none") : operation.activation);
    if (operation.activationMin && operation.activationMax)
        s.add(tr("Clamp"),
            tr("%1 to %2").arg(*operation.activationMin).arg(*operation.activationMax));
    const std::array scales{ std::pair(tr("OFM scale"), operation.ofmScale),
        std::pair(tr("IFM scale"), operation.ifmScale),
        std::pair(tr("IFM2 scale"), operation.ifm2Scale) };
    for (const auto &[label, factor] : scales) {
        if (factor)
            s.add(label, scale(*factor));
    }
    return s;
}

Section NpuFacts::dma(const npu::Dma &dma, const npu::StreamPlace &place)
{
    Section s{ .id = u"dma"_s, .title = tr("DMA") };
    s.facts.push_back(Facts::bytes(tr("Moved"), dma.bytes));
    s.facts.push_back(
        dma.source ? range(tr("From"), *dma.source, place) : Facts::notKnown(tr("From")));
    if (dma.isInternal)
        s.add(tr("To"), tr("the NPU's own memory (tables)"));
    else
        s.facts.push_back(
            dma.destination ? range(tr("To"), *dma.destination, place) : Facts::notKnown(tr("To")));
    if (dma.dimensions > 1)
        s.add(tr("Dimensions"),
            tr("%1 rows, %2 planes").arg(formatCount(dma.rows), formatCount(dma.planes)));
    if (dma.indices)
        s.facts.push_back(range(tr("Indices"), *dma.indices, place));
    return s;
}

std::vector<Section> NpuFacts::sections(
    const npu::Operation &operation, const npu::StreamPlace &place)
{
    std::vector<Section> sections;
    if (operation.dma)
        sections.push_back(dma(*operation.dma, place));
    if (!npu::isKernel(operation.kind))
        return sections;
    sections.push_back(maps(operation));
    if (operation.kernel)
        sections.push_back(kernel(*operation.kernel));
    if (auto s = constants(operation, place); !s.facts.empty())
        sections.push_back(std::move(s));
    sections.push_back(arithmetic(operation));
    return sections;
}

} // namespace tosaic::views
