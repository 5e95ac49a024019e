// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/mapreader.h"

#include <algorithm>

namespace tosaic::npu {

namespace {

constexpr quint32 BroadcastHeight = 1;
constexpr quint32 BroadcastWidth = 2;
constexpr quint32 BroadcastDepth = 4;

enum StorageBits : quint32
{
    Tile3x1 = 1,
    Chained = 2,
    NoStorage = 3
};

bool isPresent(const FeatureMap &map)
{
    return map.storage == FeatureMap::Storage::Memory
        || map.storage == FeatureMap::Storage::Chained;
}

/// Elements that an axis of the IFM must have for the OFM to come out, and what stays unread behind
/// them in the tile. A rolling buffer's tile is smaller or larger than the map.
quint32 inputExtent(quint32 tile, bool hasMoreTiles, quint32 needed, quint32 stride)
{
    if (needed == 0)
        return tile;
    if (tile == 0 || needed > tile || hasMoreTiles)
        return needed;
    return tile - needed < stride ? tile : needed;
}

/// (output - 1) * stride + dilated kernel - padding, halved where the IFM is upscaled; 0: not
/// known.
quint32 neededInput(quint32 output, quint32 stride, quint32 kernel, quint32 dilation,
    quint32 padding, bool isUpscaled)
{
    if (output == 0)
        return 0;
    const auto spanned = quint64(output - 1) * stride + quint64(kernel - 1) * dilation + 1;
    if (spanned <= padding)
        return 0;
    const auto needed = spanned - padding;
    return quint32(isUpscaled ? (needed + 1) / 2 : needed);
}

void takeOutputShape(const FeatureMap &ofm, FeatureMap &map)
{
    map.height = (map.broadcast & BroadcastHeight) != 0 ? 1 : ofm.height;
    map.width = (map.broadcast & BroadcastWidth) != 0 ? 1 : ofm.width;
    map.depth = (map.broadcast & BroadcastDepth) != 0 ? 1 : ofm.depth;
}

void shapeWindowed(const Operation &operation, FeatureMap &ifm)
{
    const auto &kernel = *operation.kernel;
    const auto &ofm = *operation.ofm;
    const auto isUpscaled = !operation.upscale.isEmpty();
    const auto hasTile = [&](size_t tile) { return ifm.tileAddress.at(tile).value_or(0) != 0; };
    ifm.height = inputExtent(ifm.tileHeight0, hasTile(2),
        neededInput(ofm.height, kernel.strideY, kernel.height, kernel.dilationY,
            kernel.padding[0] + kernel.padding[2], isUpscaled),
        kernel.strideY);
    ifm.width = inputExtent(ifm.tileWidth0, hasTile(1),
        neededInput(ofm.width, kernel.strideX, kernel.width, kernel.dilationX,
            kernel.padding[1] + kernel.padding[3], isUpscaled),
        kernel.strideX);
}

} // namespace

FeatureMap MapReader::read(RegisterFile &registers, const MapRegisters &places) const
{
    FeatureMap map;
    const auto precision = registers.parameter(places.precision).value_or(0);
    map.isSigned = (precision & 1) != 0;
    map.bits = 8U << (precision >> places.widthBits & 3);
    map.isBrick = (precision >> 6 & 1) != 0;
    const auto zeroPoint = registers.parameter(places.zeroPoint).value_or(0);
    map.zeroPoint = map.isSigned ? qint32(qint16(zeroPoint)) : qint32(zeroPoint);
    const auto region = registers.parameter(places.region);
    const auto storage = m_isU85 ? precision >> 14 & 3 : 0;
    if (storage == NoStorage) {
        map.storage = FeatureMap::Storage::None;
        return map;
    }
    const auto size = [&](quint32 opcode) {
        const auto value = registers.parameter(opcode);
        return value ? *value + 1 : 0;
    };
    map.tileWidth0 = size(places.width0M1);
    map.tileHeight0 = size(places.height0M1);
    map.tileHeight1 = size(places.height1M1);
    map.width = map.tileWidth0;
    map.height = map.tileHeight0;
    if (storage == Chained) {
        map.storage = FeatureMap::Storage::Chained;
        map.chainBuffer = region ? int(*region & 7) : -1;
        return map;
    }
    map.isTile3x1 = storage == Tile3x1;
    if (region)
        map.region = int(*region & 7);
    for (quint32 tile = 0; tile < 4; ++tile)
        map.tileAddress.at(tile) = registers.address(places.base + tile);
    map.strideX = registers.stride(places.base + 4);
    map.strideY = registers.stride(places.base + 5);
    map.strideC = registers.stride(places.base + 6);
    return map;
}

FeatureMap MapReader::readOutput(RegisterFile &registers) const
{
    auto map = read(registers, OfmRegisters);
    const auto size = [&](quint32 opcode) {
        const auto value = registers.parameter(opcode);
        return value ? *value + 1 : 0;
    };
    map.height = size(OfmHeightM1);
    map.width = size(OfmWidthM1);
    map.depth = size(OfmDepthM1);
    if (!m_isU85)
        return map;
    const auto precision = registers.parameter(OfmPrecision).value_or(0);
    map.reverse = quint8(precision >> 9 & 3);
    map.transpose = quint8(precision >> 11 & 7);
    return map;
}

void completeShapes(Operation &operation)
{
    auto &ifm = *operation.ifm;
    const auto &ofm = *operation.ofm;
    const auto isElementwise = operation.kind == OperationKind::Elementwise;
    if (isPresent(ifm)) {
        if (isElementwise)
            takeOutputShape(ofm, ifm);
        else if (operation.kernel)
            shapeWindowed(operation, ifm);
    }
    if (!operation.ifm2 || !isPresent(*operation.ifm2))
        return;
    if (isElementwise || operation.startsFromIfm2)
        takeOutputShape(ofm, *operation.ifm2);
    else
        operation.ifm2->depth = ifm.depth;
}

} // namespace tosaic::npu
