// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <QSet>

/// Levels at which a large graph can be read.
namespace tosaic::graph {

/// Up to so many nodes a graph opens with everything open.
inline constexpr size_t ReadableNodes = 300;

/// Where more stands side by side in a group, or in none, than one can read, neighbours in the
/// order of execution get a group of their own ("operators 1 to 58"); cut where little flows from
/// one to the next. Leaves small graphs alone. Parents stand before their children in
/// Graph::groups, whose order may change.
void divideLong(Graph &graph);

/// Depth of each group, 1 for the outermost; 0 for those without nodes.
std::vector<int> groupDepths(const Graph &graph);
/// What to collapse so that groups are open down to this depth; 0: none is.
QSet<GroupId> groupsBelow(const Graph &graph, int depth);
/// The depth down to which it is open when it is first shown.
int readableDepth(const Graph &graph);

} // namespace tosaic::graph
