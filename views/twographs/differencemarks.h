// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graphdiff.h"
#include "views/graph/graphoverlay.h"
#include "views/widgets/theme.h"

#include <QSet>

#include <optional>

/// What differences between two graphs look like and are called; one wording for the page and for
/// exported pictures.
namespace tosaic::views {

QString differenceName(graph::Difference difference); ///< "Added"
QString differenceSign(graph::Difference difference); ///< "+": the second cue beside the colour
QColor differenceColor(graph::Difference difference, const ThemeColors &colors);

/// "Kernel of the CPU → NPU; int8 1x8 → int8 1x16", and why both are one operator.
QString pairSentence(const graph::NodePair &pair);
/// "3 added, 1 removed, 2 moved; 118 of 120 matched", or that the graphs have little in common.
QString differenceSentence(const graph::GraphDiff &diff);

/// An operator of one of several graphs in a cell: "→ conv (moved)"; its name alone where nothing
/// differs, or what is compared is not in either.
QString differenceCell(const QString &name, const std::optional<graph::Difference> &difference);

/// What became of a node, and the sentence about it.
struct NodeDifference
{
    graph::Difference difference = graph::Difference::Same;
    QString sentence;
};

/// Colours for nodes in their order. Of differences that are not `shown` nothing is seen.
GraphOverlay differenceOverlay(const std::vector<NodeDifference> &nodes,
    const QSet<graph::Difference> &shown, const ThemeColors &colors);

} // namespace tosaic::views
