// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"
#include "core/graph/shown.h"
#include "views/graph/graphviewstate.h"

#include <optional>

namespace tosaic::views {

/// A whole graph and what of it is drawn: which groups are closed, of which blocks that are alike
/// all are drawn, whether steps of quantisation are. Knows no widget.
class GraphFolds
{
public:
    const graph::Graph &whole() const { return m_whole; }
    /// As if all groups were open.
    graph::Graph opened() const;
    /// Nothing is drawn, and nothing is remembered.
    void clear();
    /// Another whole graph, open as far as it can be read, or as remembered. Groups of more than
    /// `most` nodes are closed, too; 0: any size.
    void setWhole(graph::Graph whole, size_t most = 0);
    /// Remembers for the next whole graph what is closed now.
    void remember();
    void remember(const GraphViewState &state) { m_remembered = state; }
    void take(GraphViewState &state) const;

    graph::Shown shown() const;

    // What changes says whether it did.
    bool setQuantisationShown(bool shown);
    bool setCollapsed(graph::GroupId group, bool collapsed);
    /// Draws all blocks of a group of blocks that are alike, or one for all.
    bool setUnfolded(graph::GroupId group, bool unfolded);
    void unfoldAll();
    void openAll();
    /// Opens what stands in no more than so many groups, closes the rest.
    void openTo(int depth);
    /// Opens what a node stands in, or the block that stands for its own.
    bool openAround(const model::EntityRef &entity);
    /// Opens what a group stands in and draws its block.
    bool openAround(graph::GroupId group);

    bool isCollapsed(graph::GroupId group) const { return m_collapsed.contains(group); }
    bool isUnfolded(graph::GroupId group) const { return m_unfolded.contains(group); }

private:
    void unfold(graph::GroupId group);
    bool openParents(const graph::Graph &graph, graph::GroupId innermost);

    graph::Graph m_whole;
    QSet<graph::GroupId> m_collapsed;
    QSet<graph::GroupId> m_unfolded;
    std::optional<GraphViewState> m_remembered;
    bool m_quantisationShown = false;
};

} // namespace tosaic::views
