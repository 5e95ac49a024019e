// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <QSet>

/// Blocks that a network is made of many times: the layers of a transformer.
namespace tosaic::graph {

/// Puts blocks that are alike and follow each other into a group of their own (Group::repeats),
/// each of them a group in it (Group::alike). Alike: the same operators of the same types and
/// shapes, joined in the same way; names say nothing. Blocks are groups or, where there are none,
/// stretches of the order of execution. Leaves small graphs alone, and what would save little.
/// Parents stand before their children in Graph::groups, whose order may change.
void findRepeats(Graph &graph);

/// All groups with blocks that are alike.
QSet<GroupId> repeatsOf(const Graph &graph);

/// The first block of each such group stands for all of them (Node::copies, Node::folded), unless
/// the group is one of `unfolded`. Edges from one of its blocks to the next vanish. Group ids stay
/// valid.
Graph foldRepeats(const Graph &graph, const QSet<GroupId> &unfolded = {});

} // namespace tosaic::graph
