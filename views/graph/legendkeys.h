// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"
#include "views/graph/changebase.h"
#include "views/graph/graphoverlay.h"
#include "views/widgets/theme.h"

#include <optional>
#include <vector>

/// What a legend tells apart; only what occurs.
namespace tosaic::views {

struct LegendKey
{
    QString word; ///< what a reader and a screen reader know it by
    std::optional<graph::Node> sample; ///< it looks like this node
    QColor color; ///< without a sample; invalid: not known
    bool isStep = false; ///< a part of a colour map: its numbers stand at the map's ends
    std::vector<bool> nodes; ///< of the graph, those that it means
};

/// `overlay`: of this graph; while it is not shown, placements and kinds stand in the legend.
std::vector<LegendKey> legendKeys(const graph::Graph &graph, const GraphOverlay &overlay,
    const ThemeColors &colors, ChangeBase base);

} // namespace tosaic::views
