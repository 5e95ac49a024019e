// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <QHash>
#include <QSet>

/// Simpler graphs from graphs. Group ids stay valid in what is returned.
namespace tosaic::graph {

/// Each group in `groups` becomes one node (Node::collapsed tells which); edges inside vanish,
/// parallel edges to and from it are drawn once.
Graph collapseGroups(const Graph &graph, const QSet<GroupId> &groups);

/// Quantise and dequantise nodes that stand inside a partition are steps of the operators around
/// them: they leave the picture, their neighbours are joined and name them in Node::details.
Graph foldQuantisation(const Graph &graph);

/// What tells a group again in another graph of the same model: the titles from the outermost
/// inwards.
QString pathOf(const Graph &graph, GroupId group);

/// Groups that contain nodes, from the outermost inwards.
QSet<GroupId> allGroups(const Graph &graph);

/// Groups that contain more than `limit` nodes themselves.
QSet<GroupId> largeGroups(const Graph &graph, size_t limit);

/// Operators of the model that changed, by their name.
using Changes = QHash<QString, Change>;

/// Marks the nodes that changed, and counts those that a folded or collapsed node stands for.
void markChanges(Graph &graph, const Changes &changes);
/// Marks operators that the spec keeps on the CPU, by their name.
void markPins(Graph &graph, const QSet<QString> &pinned);

} // namespace tosaic::graph
