// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

namespace tosaic::graph {

/// Puts nodes into hulls by Node::module ("features.3.conv"): one for each module that holds more
/// than one node and is not all there is; nested, at most three deep, inside the groups that there
/// are. Parents stand before their children in Graph::groups.
void groupByModule(Graph &graph);

/// The module in the name of an operator or of what it computes: "stage1.block2" of
/// "stage1/block2/conv" or "stage1.block2.conv"; of names joined by ';' the first. Empty if the
/// name is no path.
QString modulePathOf(const QString &name);

} // namespace tosaic::graph
