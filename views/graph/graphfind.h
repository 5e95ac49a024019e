// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/query.h"
#include "profiler/session/graphcosts.h"
#include "views/graph/graphscene.h"
#include "views/graph/graphviewstate.h"

#include <functional>
#include <optional>
#include <vector>

namespace tosaic::views {

class GraphFindBar;
class GraphHitList;
class GraphView;

/// What the search found in a graph, also inside groups that are closed, and where in it one is.
class GraphFind : public QObject
{
    Q_OBJECT
public:
    /// `all`: every node, also those of closed groups. `list`: where the hits are told.
    GraphFind(GraphView &view, const graph::Graph &all, GraphHitList &list);

    GraphFindBar &bar() { return *m_bar; }
    /// Cycles of the nodes of a graph; where nobody says it no `cycles>...` fits.
    void setCosts(std::function<GraphCosts(const graph::Graph &)> costs);
    /// Another graph or other costs.
    void forgetCosts() { m_costs.reset(); }

    void open();
    /// Marks what fits and shows the first without selecting it; returns how many operators do.
    int find(const QString &text);
    /// Selects the hit that is shown, then the one so many after it.
    void walk(int step);
    /// The same text in another graph; who is at a hit that is still there stays.
    void refresh();
    bool isOpen() const;
    /// The bar and the list to their corner.
    void follow();
    /// The user took the hit with this number from the list.
    void choose(int hit);
    /// Something was selected: closing does not lead back any more.
    void stay() { m_back.reset(); }

Q_SIGNALS:
    /// The user took it: a group, or what has no name.
    void reached(const tosaic::views::GraphTarget &target);
    /// The user took it: the operator itself, which may stand in a closed group.
    void chosen(const tosaic::model::EntityRef &entity);

private:
    struct Hit
    {
        int drawn; ///< the node that shows it
        std::optional<size_t> node; ///< into m_all; absent: a closed group fits by its own name
        bool operator==(const Hit &) const = default;
    };
    void clear();
    void look(const QString &text);
    void peek();
    void take();
    void goBack();
    void list();
    void showCount();
    model::EntityRef entityOf(const Hit &hit) const;
    const GraphCosts &costs();

    GraphView &m_view;
    const graph::Graph &m_all;
    GraphHitList &m_list;
    GraphFindBar *m_bar;
    std::function<GraphCosts(const graph::Graph &)> m_costsOf;
    std::optional<GraphCosts> m_costs; ///< of m_all
    std::vector<Hit> m_hits;
    int m_hit = -1;
    std::optional<GraphViewState> m_back; ///< where the camera was before hits were only shown
    model::EntityRef m_at; ///< of m_hit; tells it again in another graph
};

} // namespace tosaic::views
