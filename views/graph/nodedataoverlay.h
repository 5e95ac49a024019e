// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/nodedata.h"
#include "views/graph/graphoverlay.h"
#include "views/widgets/theme.h"

namespace tosaic::views {

/// Colours of somebody else's values: those the file gives, else of the colour map. Nodes without a
/// value are not known. Nothing is shown if no node has one.
GraphOverlay nodeDataOverlay(
    const graph::Graph &graph, const graph::NodeData &data, const ThemeColors &colors);

/// Cycles of one inference of each node that is known by a name, as Model Explorer reads them.
graph::NodeData nodeDataOf(
    const graph::Graph &graph, const ProfileSubject &subject, const profile::OperationTable &table);

} // namespace tosaic::views
