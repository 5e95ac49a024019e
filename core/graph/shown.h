// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <QJsonObject>
#include <QSet>

/// What of a graph is drawn, and what of it is not.
namespace tosaic::graph {

struct ShownOptions
{
    bool quantisation = false; ///< also quantise and dequantise steps inside partitions
    QSet<GroupId> collapsed; ///< drawn as one node each
    QSet<GroupId> unfolded; ///< groups of which all blocks are drawn, though they are alike
};

/// What a picture leaves out; all of it can be drawn on request.
struct LeftOut
{
    size_t groups = 0; ///< closed ones
    size_t operators = 0; ///< inside those
    size_t blocks = 0; ///< alike, of groups that are open: one is drawn for all
    size_t constants = 0; ///< folded into who takes them
    size_t steps = 0; ///< of quantisation, folded into the operators around them
    size_t stubs = 0; ///< edges so long that only their ends are drawn; the layout knows
    bool operator==(const LeftOut &) const = default;
    bool isEmpty() const { return *this == LeftOut(); }
};

struct Shown
{
    Graph graph;
    LeftOut leftOut; ///< without stubs
};
/// Group ids stay valid.
Shown shownOf(const Graph &full, const ShownOptions &options);

/// What to collapse so that groups are open down to this depth, where blocks that are alike are
/// drawn once; and so that it can be read when it is first shown.
QSet<GroupId> closedBelow(const Graph &full, const QSet<GroupId> &unfolded, int depth);
QSet<GroupId> closedAtFirst(const Graph &full, const QSet<GroupId> &unfolded = {});
/// Of a group with blocks that are alike: what to close so that all of them can be seen.
QSet<GroupId> blocksOf(const Graph &full, GroupId group);

/// {"closedGroups","operatorsInside","blocksAlike","constants","quantisationSteps","stubs"}: only
/// what is left out.
QJsonObject toJson(const LeftOut &leftOut);

} // namespace tosaic::graph
