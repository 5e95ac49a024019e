// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graphrelated.h"

#include "views/graph/graphhitlist.h"
#include "views/graph/graphview.h"

#include <QLocale>

#include <algorithm>

namespace tosaic::views {

using graph::Relation;

GraphRelated::GraphRelated(GraphView &view, GraphHitList &list, std::function<graph::Graph()> all)
    : m_view(view), m_list(list), m_all(std::move(all))
{
}

std::optional<GraphRelated::Subject> GraphRelated::subjectOf(const GraphTarget &target) const
{
    const auto &drawn = m_view.graphScene()->graph();
    if (target.isEmpty())
        return std::nullopt;
    const auto *node = target.node >= 0 ? &drawn.nodes[static_cast<size_t>(target.node)] : nullptr;
    if (node && !node->collapsed)
        return Subject{ graph::nameOf(*node), { node->entity } };
    const auto group = node ? node->collapsed : graph::GroupId(target.group);
    const auto all = m_all();
    Subject subject{ drawn.groups[group.value].title, {} };
    for (const auto at : graph::nodesIn(all, group))
        subject.entities.push_back(all.nodes[at].entity);
    return subject;
}

std::vector<size_t> GraphRelated::nodesOf(const graph::Graph &graph, const Subject &subject) const
{
    const QSet<model::EntityRef> wanted(subject.entities.begin(), subject.entities.end());
    std::vector<size_t> nodes;
    for (size_t i = 0; i < graph.nodes.size(); ++i) {
        if (!graph.nodes[i].entity.isEmpty() && wanted.contains(graph.nodes[i].entity))
            nodes.push_back(i);
    }
    return nodes;
}

void GraphRelated::tell(const QString &sentence, const graph::Graph &graph,
    const std::vector<size_t> &nodes, bool isWay)
{
    Q_EMIT opened();
    m_isOpen = true;
    m_isWay = isWay;
    m_told.clear();
    for (const auto at : nodes)
        m_told.push_back(graph.nodes[at].entity);
    const auto costs = m_costsOf && !nodes.empty() ? m_costsOf(graph) : GraphCosts();
    const auto listed = std::min(nodes.size(), GraphHitList::Most);
    m_list.tell(sentence, nodes.size(),
        hitsOf(
            graph, { nodes.begin(), nodes.begin() + static_cast<std::ptrdiff_t>(listed) }, costs),
        costs.origin);
    m_list.follow(0);
    m_list.takeFocus();
    refresh();
}

void GraphRelated::show(Relation relation, const GraphTarget &of)
{
    const auto subject = subjectOf(of);
    if (!subject)
        return tell(tr("Select an operator in the graph first: then what is joined to it is "
                       "listed here."),
            {}, {});
    const auto all = m_all();
    const auto nodes = graph::Links(all).related(nodesOf(all, *subject), relation);
    const auto count = QLocale().toString(nodes.size());
    const auto sentence = [&] {
        switch (relation) {
        case Relation::Producers:
            return nodes.empty()
                ? tr("%1 takes data from nothing that is drawn.").arg(subject->name)
                : tr("%1 takes data from %2.").arg(subject->name, count);
        case Relation::Consumers:
            return nodes.empty()
                ? tr("Nothing that is drawn takes data from %1.").arg(subject->name)
                : tr("%2 take data from %1.").arg(subject->name, count);
        case Relation::Ancestors:
            return tr("The value of %1 depends on %2.").arg(subject->name, count);
        case Relation::Descendants:
            break;
        }
        return tr("%2 depend on the value of %1.").arg(subject->name, count);
    }();
    tell(sentence, all, nodes);
}

void GraphRelated::beginPath(const GraphTarget &from)
{
    m_begin = subjectOf(from);
    tell(m_begin ? tr("The way begins at %1. Select where it ends, then choose \"Way to here\" "
                      "(Ctrl+Shift+M).")
                       .arg(m_begin->name)
                 : tr("Select the operator where the way begins first."),
        {}, {});
    m_view.setFocus();
}

void GraphRelated::endPath(const GraphTarget &to)
{
    const auto end = subjectOf(to);
    if (!m_begin || !end)
        return tell(m_begin ? tr("Select the operator where the way ends first.")
                            : tr("Select the operator where the way begins, then choose \"Way from "
                                 "here\" (Ctrl+M)."),
            {}, {});
    const auto all = m_all();
    const graph::Links links(all);
    const auto from = nodesOf(all, *m_begin);
    const auto there = nodesOf(all, *end);
    if (const auto nodes = links.path(from, there); !nodes.empty())
        return tell(tr("A shortest way of the data from %1 to %2: %3 operators.")
                        .arg(m_begin->name, end->name, QLocale().toString(nodes.size())),
            all, nodes, true);
    // Most people do not know in which direction they clicked.
    const auto back = links.path(there, from);
    tell(back.empty() ? tr("No data flows between %1 and %2.").arg(m_begin->name, end->name)
                      : tr("A shortest way of the data from %1 to %2: %3 operators.")
                            .arg(end->name, m_begin->name, QLocale().toString(back.size())),
        all, back, true);
}

/// Between nodes that follow on each other, as they are drawn: a closed group stands for several.
std::vector<int> GraphRelated::wayEdges(const std::vector<int> &nodes) const
{
    QSet<std::pair<int, int>> steps;
    for (size_t i = 1; i < nodes.size(); ++i)
        steps.insert({ nodes[i - 1], nodes[i] });
    const auto &edges = m_view.graphScene()->graph().edges;
    std::vector<int> found;
    for (size_t i = 0; i < edges.size(); ++i) {
        if (edges[i].from != edges[i].to
            && steps.contains(
                { static_cast<int>(edges[i].from.value), static_cast<int>(edges[i].to.value) }))
            found.push_back(static_cast<int>(i));
    }
    return found;
}

void GraphRelated::refresh()
{
    if (!m_isOpen)
        return;
    auto *scene = m_view.graphScene();
    std::vector<int> marked;
    for (const auto &entity : m_told) {
        if (const auto node = scene->targetOf(entity).node; node >= 0)
            marked.push_back(node);
    }
    scene->setMatches(marked);
    scene->setWay(m_isWay ? wayEdges(marked) : std::vector<int>());
}

void GraphRelated::close()
{
    if (!m_isOpen)
        return;
    m_isOpen = false;
    m_told.clear();
    m_list.close();
    m_view.graphScene()->setMatches({});
    m_view.graphScene()->setWay({});
}

void GraphRelated::forget()
{
    close();
    m_begin.reset();
}

void GraphRelated::choose(int hit)
{
    if (hit >= 0 && static_cast<size_t>(hit) < m_told.size()
        && !m_told[static_cast<size_t>(hit)].isEmpty())
        Q_EMIT chosen(m_told[static_cast<size_t>(hit)]);
}

} // namespace tosaic::views
