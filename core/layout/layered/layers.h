// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/layered/sheet.h"

#include <span>

/// A connected part of a sheet with its long edges broken up: every edge leads to the next layer.
namespace tosaic::layout::layered {

/// What joins two neighbouring layers, as one of the two ends sees it.
struct Segment
{
    int node = 0; ///< the other end
    int id = 0; ///< the same from both ends
    double port = 0; ///< px right of the centre of this end
    double otherPort = 0;
};

struct Layers
{
    int realCount = 0; ///< what follows are bends of long edges
    std::vector<int> rank;
    std::vector<double> width;
    std::vector<std::vector<int>> rows; ///< nodes of each layer from left to right
    std::vector<int> place; ///< of each node in its row
    std::vector<size_t> upStart; ///< into ups; one more than nodes
    std::vector<size_t> downStart;
    std::vector<Segment> ups;
    std::vector<Segment> downs;
    double nodeSpacing = 16;

    int count() const { return static_cast<int>(rank.size()); }
    bool isBend(int node) const { return node >= realCount; }
    std::span<const Segment> up(int node) const { return part(ups, upStart, node); }
    std::span<const Segment> down(int node) const { return part(downs, downStart, node); }
    /// Where a port is in its node, in places.
    double share(int node, double port) const
    {
        const auto wide = width[static_cast<size_t>(node)];
        return wide > 1 ? 0.98 * port / wide : 0;
    }
    /// Orders the ends of segments in their row.
    double endOf(const Segment &segment) const
    {
        return place[static_cast<size_t>(segment.node)] + share(segment.node, segment.otherPort);
    }
    /// px between the centres of neighbours in a row
    double distance(int left, int right) const
    {
        const auto bends = int(isBend(left)) + int(isBend(right));
        return (width[static_cast<size_t>(left)] + width[static_cast<size_t>(right)]) / 2
            + nodeSpacing
            * (bends == 0        ? 1
                    : bends == 1 ? 0.8
                                 : 0.65);
    }

private:
    static std::span<const Segment> part(
        const std::vector<Segment> &all, const std::vector<size_t> &start, int node)
    {
        const auto at = static_cast<size_t>(node);
        return std::span(all).subspan(start[at], start[at + 1] - start[at]);
    }
};

/// Orders the rows so that few edges cross.
void reduceCrossings(Layers &layers, const IsCancelled &isCancelled);

/// The x of each node: no two closer than Layers::distance, long edges straight.
std::vector<double> placeAcross(const Layers &layers, const IsCancelled &isCancelled);

/// Moves what is aligned already, as a whole, to where its edges are shorter.
void shortenEdges(const Layers &layers, std::vector<double> &x, const IsCancelled &isCancelled);

} // namespace tosaic::layout::layered
