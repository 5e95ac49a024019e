// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/layout/layout.h"

namespace tosaic::layout {

struct DrawingQuality
{
    double length = 0; ///< px of all edges that are drawn
    size_t crossings = 0; ///< of edges that share no end
    size_t throughNodes = 0; ///< edges' points inside nodes they do not belong to
    size_t overlaps = 0; ///< pairs of nodes
    size_t strays = 0; ///< nodes outside of their hull, or inside one that is not theirs
    size_t stubs = 0; ///< edges that are not drawn
};

/// Measured on the curves as they are painted.
DrawingQuality qualityOf(const Request &request, const Layout &layout);

/// Of one graph: the layout of the product and that of Graphviz, which draws the same edges.
struct QualityPair
{
    DrawingQuality own;
    DrawingQuality graphviz;
};
/// Fails where either cannot lay it out.
Result<QualityPair> besideGraphviz(Request request);
double median(std::vector<double> values);

} // namespace tosaic::layout
