// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/ranges.h"

#include <algorithm>

namespace tosaic::npu {

namespace {

constexpr quint32 BrickChannels = 16;

/// A rectangle of rows and columns that has a base address of its own.
struct Tile
{
    size_t base;
    quint32 rows;
    quint32 columns;
};

quint32 from(quint32 whole, quint32 first)
{
    return whole > first ? whole - first : 0;
}

std::vector<Tile> tilesOf(const FeatureMap &map, quint32 height, quint32 width)
{
    const auto height0 = map.tileHeight0 > 0 ? std::min(map.tileHeight0, height) : height;
    const auto height1 = map.tileHeight1 > 0 ? std::min(map.tileHeight1, height) : height;
    const auto width0 = map.tileWidth0 > 0 ? std::min(map.tileWidth0, width) : width;
    if (map.isTile3x1) {
        const auto middle = std::min(map.tileHeight1, from(height, height0));
        return { { 0, height0, width }, { 1, middle, width },
            { 2, from(height, height0 + middle), width } };
    }
    return { { 0, height0, width0 }, { 1, height1, width - width0 },
        { 2, height - height0, width0 }, { 3, height - height1, width - width0 } };
}

} // namespace

std::array<quint32, 3> FeatureMap::memoryShape() const
{
    switch (transpose) {
    case 1: // WHC
        return { width, height, depth };
    case 2: // HCW
        return { height, depth, width };
    case 3: // WCH
        return { width, depth, height };
    case 6: // CHW
        return { depth, height, width };
    case 7: // CWH
        return { depth, width, height };
    default:
        return { height, width, depth };
    }
}

std::vector<RegionRange> FeatureMap::ranges() const
{
    const auto [rows, columns, channels] = memoryShape();
    if (storage != Storage::Memory || !region || !strideX || !strideY || (isBrick && !strideC))
        return {};
    if (rows == 0 || columns == 0 || channels == 0)
        return {};
    const auto elementBytes = bits / 8;
    const auto bricks = isBrick ? (channels + BrickChannels - 1) / BrickChannels : 1;
    const auto run = quint64(isBrick ? BrickChannels : channels) * elementBytes;
    auto tiles = tilesOf(*this, rows, columns);
    std::erase_if(tiles, [](const Tile &tile) { return tile.rows == 0 || tile.columns == 0; });
    std::vector<RegionRange> result;
    for (const auto &tile : tiles) {
        if (!tileAddress.at(tile.base))
            return {};
        const auto part = repeatedRanges(*region, *tileAddress.at(tile.base), run,
            { { tile.columns, *strideX }, { tile.rows, *strideY },
                { bricks, isBrick ? *strideC : 0 } },
            RangeLimit / tiles.size());
        if (part.empty())
            return {};
        result.insert(result.end(), part.begin(), part.end());
    }
    return merged(std::move(result));
}

} // namespace tosaic::npu
