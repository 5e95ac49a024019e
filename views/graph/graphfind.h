// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/query.h"
#include "profiler/session/graphcosts.h"
#include "views/graph/graphscene.h"

#include <functional>
#include <optional>
#include <vector>

namespace tosaic::views {

class GraphFindBar;
class GraphView;

/// What the search found in a graph, also inside groups that are closed, and where in it one is.
class GraphFind : public QObject
{
    Q_OBJECT
public:
    /// `all`: every node, also those of closed groups.
    GraphFind(GraphView &view, const graph::Graph &all);

    GraphFindBar &bar() { return *m_bar; }
    /// Cycles of the nodes of a graph; where nobody says it no `cycles>...` fits.
    void setCosts(std::function<GraphCosts(const graph::Graph &)> costs);
    /// Another graph or other costs.
    void forgetCosts() { m_costs.reset(); }

    void open();
    /// Marks what fits and goes to the first; returns how many operators do.
    int find(const QString &text);
    void walk(int step);
    /// The same text in another graph.
    void refresh();

Q_SIGNALS:
    void reached(const tosaic::views::GraphTarget &target);

private:
    void clear();
    void look(const graph::Query &query);
    void goToHit();
    std::optional<double> cyclesOf(size_t node);

    GraphView &m_view;
    const graph::Graph &m_all;
    GraphFindBar *m_bar;
    std::function<GraphCosts(const graph::Graph &)> m_costsOf;
    std::optional<GraphCosts> m_costs; ///< of m_all
    std::vector<int> m_hits; ///< where each operator that fits is drawn
    int m_hit = -1;
};

} // namespace tosaic::views
