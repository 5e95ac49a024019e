// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

/// What everything that puts nodes into groups needs.
namespace tosaic::graph {

/// Puts parents before their children; ids change, in nodes and groups alike.
void sortGroups(Graph &graph);

/// "stage1.block2 … block9" of "stage1.block2" and "stage1.block9"; of ranges from the start of the
/// first to the end of the last.
QString rangeTitle(const QString &first, const QString &last);

/// "operators 17 … 40" of nodes without groups.
QString rangeTitle(const Graph &graph, NodeId first, NodeId last);

} // namespace tosaic::graph
