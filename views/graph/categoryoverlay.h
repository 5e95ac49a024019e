// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/graph/graphoverlay.h"
#include "views/widgets/theme.h"

/// Colours that follow from the graph alone.
namespace tosaic::views {

/// What of a graph can be told of it without a profile.
bool hasCategory(GraphMetric metric, const graph::Graph &graph);

/// Kinds of operators, partitions, bytes of constants, types of results, changes. A closed group
/// has the kind that most of its operators have, and a type if all of it is of one.
GraphOverlay categoryOverlay(
    const graph::Graph &graph, GraphMetric metric, const ThemeColors &colors);

} // namespace tosaic::views
