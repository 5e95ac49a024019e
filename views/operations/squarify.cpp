// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The part of operationtree.h that lays out.
#include "views/operations/operationtree.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace tosaic::views {

namespace {

/// The worst ratio of sides in a strip along a side of that length.
double worst(double sum, double smallest, double largest, double side)
{
    if (sum <= 0 || smallest <= 0)
        return std::numeric_limits<double>::infinity();
    const auto side2 = side * side;
    const auto sum2 = sum * sum;
    return std::max(side2 * largest / sum2, sum2 / (side2 * smallest));
}

/// Puts areas [first, last) as a strip along the shorter side and takes it off `rest`.
void placeStrip(const std::vector<double> &areas, size_t first, size_t last, QRectF &rest,
    std::vector<QRectF> &placed)
{
    const auto sum = std::accumulate(areas.begin() + static_cast<std::ptrdiff_t>(first),
        areas.begin() + static_cast<std::ptrdiff_t>(last), 0.0);
    const bool isTall = rest.width() >= rest.height();
    const auto side = isTall ? rest.height() : rest.width();
    const auto thickness = side > 0 ? sum / side : 0;
    auto at = isTall ? rest.top() : rest.left();
    for (auto i = first; i < last; ++i) {
        const auto length = thickness > 0 ? areas[i] / thickness : 0;
        placed[i] = isTall ? QRectF(rest.left(), at, thickness, length)
                           : QRectF(at, rest.top(), length, thickness);
        at += length;
    }
    if (isTall)
        rest.setLeft(std::min(rest.right(), rest.left() + thickness));
    else
        rest.setTop(std::min(rest.bottom(), rest.top() + thickness));
}

void addTiles(const OperationTree &tree, int node, const QRectF &area, int depth,
    const TileLayout &layout, std::vector<Tile> &tiles)
{
    const auto &children = tree.at(node).children;
    std::vector<double> sizes;
    for (const auto child : children)
        sizes.push_back(tree.at(child).cycles);
    const auto areas = squarify(sizes, area);
    for (size_t i = 0; i < children.size(); ++i) {
        if (areas[i].isEmpty())
            continue;
        Tile tile{ .node = children[i], .area = areas[i], .title = {}, .depth = depth };
        const bool isOpen = tree.at(children[i]).isGroup() && areas[i].width() >= layout.leastWidth
            && areas[i].height() >= layout.leastHeight;
        if (isOpen)
            tile.title = QRectF(areas[i].topLeft(), QSizeF(areas[i].width(), layout.title));
        tiles.push_back(tile);
        if (isOpen) {
            const auto inside
                = areas[i].adjusted(layout.padding, layout.title, -layout.padding, -layout.padding);
            addTiles(tree, children[i], inside, depth + 1, layout, tiles);
        }
    }
}

} // namespace

std::vector<QRectF> squarify(const std::vector<double> &sizes, const QRectF &area)
{
    std::vector<QRectF> placed(sizes.size());
    const auto all = std::accumulate(sizes.begin(), sizes.end(), 0.0);
    if (all <= 0 || area.width() <= 0 || area.height() <= 0)
        return placed;
    std::vector<double> areas;
    for (const auto size : sizes)
        areas.push_back(size / all * area.width() * area.height());
    auto rest = area;
    size_t first = 0;
    while (first < areas.size() && areas[first] > 0) {
        const auto side = std::min(rest.width(), rest.height());
        auto sum = areas[first];
        auto best = worst(sum, areas[first], areas[first], side);
        auto last = first + 1;
        for (; last < areas.size() && areas[last] > 0; ++last) {
            const auto next = worst(sum + areas[last], areas[last], areas[first], side);
            if (next > best)
                break;
            sum += areas[last];
            best = next;
        }
        placeStrip(areas, first, last, rest, placed);
        first = last;
    }
    return placed;
}

std::vector<Tile> layoutTiles(
    const OperationTree &tree, int root, const QRectF &area, const TileLayout &layout)
{
    std::vector<Tile> tiles;
    if (tree.at(root).isGroup())
        addTiles(tree, root, area, 0, layout, tiles);
    else
        tiles.push_back({ .node = root, .area = area, .title = {}, .depth = 0 });
    return tiles;
}

} // namespace tosaic::views
