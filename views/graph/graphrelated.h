// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/links.h"
#include "views/graph/graphhits.h"
#include "views/graph/graphscene.h"

#include <functional>
#include <optional>

namespace tosaic::views {

class GraphHitList;
class GraphView;

/// What is joined to an operator or a group, and the way between two of them: marked in the graph
/// and listed. UI thread.
class GraphRelated : public QObject
{
    Q_OBJECT
public:
    /// `all`: the graph as if all groups were open.
    GraphRelated(GraphView &view, GraphHitList &list, std::function<graph::Graph()> all);
    void setCosts(std::function<GraphCosts(const graph::Graph &)> costs)
    {
        m_costsOf = std::move(costs);
    }

    void show(graph::Relation relation, const GraphTarget &of);
    /// Where the next way begins, or from where one leads to here.
    void beginPath(const GraphTarget &from);
    void endPath(const GraphTarget &to);
    /// Name of where the next way begins; empty: nothing was chosen.
    QString beginning() const { return m_begin ? m_begin->name : QString(); }

    bool isOpen() const { return m_isOpen; }
    /// Marks again what is listed: the graph is drawn anew.
    void refresh();
    void close();
    /// Another graph: what is listed is not in it.
    void forget();
    void choose(int hit);

Q_SIGNALS:
    /// Something is told in the list; who told before it is done.
    void opened();
    void chosen(const tosaic::model::EntityRef &entity);

private:
    /// A node, or all nodes of a group.
    struct Subject
    {
        QString name;
        std::vector<model::EntityRef> entities;
    };
    std::optional<Subject> subjectOf(const GraphTarget &target) const;
    std::vector<size_t> nodesOf(const graph::Graph &graph, const Subject &subject) const;
    void tell(const QString &sentence, const graph::Graph &graph, const std::vector<size_t> &nodes,
        bool isWay = false);
    std::vector<int> wayEdges(const std::vector<int> &nodes) const;

    GraphView &m_view;
    GraphHitList &m_list;
    std::function<graph::Graph()> m_all;
    std::function<GraphCosts(const graph::Graph &)> m_costsOf;
    std::optional<Subject> m_begin;
    std::vector<model::EntityRef> m_told;
    bool m_isWay = false; ///< m_told leads from one to the next
    bool m_isOpen = false;
};

} // namespace tosaic::views
