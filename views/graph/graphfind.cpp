// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graphfind.h"

#include "views/graph/graphfindbar.h"
#include "views/graph/graphview.h"

#include <algorithm>

namespace tosaic::views {

GraphFind::GraphFind(GraphView &view, const graph::Graph &all)
    : m_view(view), m_all(all), m_bar(new GraphFindBar(view))
{
    connect(m_bar, &FindBar::edited, this, &GraphFind::find);
    connect(m_bar, &FindBar::nextRequested, this, [this] { walk(1); });
    connect(m_bar, &FindBar::previousRequested, this, [this] { walk(-1); });
    connect(m_bar, &FindBar::closed, this, [this] {
        clear();
        m_view.graphScene()->setMatches({});
    });
}

void GraphFind::setCosts(std::function<GraphCosts(const graph::Graph &)> costs)
{
    m_costsOf = std::move(costs);
    forgetCosts();
}

void GraphFind::open()
{
    m_bar->open();
    find(m_bar->text());
}

void GraphFind::refresh()
{
    clear();
    if (m_bar->isVisible())
        find(m_bar->text());
}

void GraphFind::clear()
{
    m_hits.clear();
    m_hit = -1;
}

int GraphFind::find(const QString &text)
{
    if (m_bar->text() != text)
        m_bar->setText(text);
    clear();
    const graph::Query query(text);
    if (!query.isEmpty() && query.isValid())
        look(query);
    auto drawn = m_hits;
    drawn.erase(std::unique(drawn.begin(), drawn.end()), drawn.end());
    m_view.graphScene()->setMatches(drawn);
    if (!m_hits.empty()) {
        m_hit = 0;
        goToHit();
    }
    m_bar->setCount(m_hit, static_cast<int>(m_hits.size()));
    return static_cast<int>(m_hits.size());
}

std::optional<double> GraphFind::cyclesOf(size_t node)
{
    if (!m_costsOf)
        return std::nullopt;
    if (!m_costs)
        m_costs = m_costsOf(m_all);
    return node < m_costs->nodes.size() ? m_costs->nodes[node].cycles : std::nullopt;
}

/// Operators one by one; a closed group itself only by what it is called, where nothing in it fits.
void GraphFind::look(const graph::Query &query)
{
    const auto &scene = *m_view.graphScene();
    const auto &drawn = scene.graph().nodes;
    std::vector<bool> isFound(drawn.size(), false);
    for (size_t i = 0; i < m_all.nodes.size(); ++i) {
        const auto &node = m_all.nodes[i];
        if (!query.fits(node, query.asksForCycles() ? cyclesOf(i) : std::nullopt))
            continue;
        const auto at = scene.targetOf(node.entity).node;
        // What is folded into an operator is no hit: nobody would see why.
        const bool isShown = at >= 0
            && (drawn[static_cast<size_t>(at)].collapsed
                || drawn[static_cast<size_t>(at)].entity == node.entity);
        if (!isShown)
            continue;
        isFound[static_cast<size_t>(at)] = true;
        m_hits.push_back(at);
    }
    for (size_t i = 0; i < drawn.size() && !query.asksForNumbers(); ++i) {
        if (!isFound[i] && (drawn[i].collapsed || drawn[i].entity.isEmpty())
            && query.fits(drawn[i]))
            m_hits.push_back(static_cast<int>(i));
    }
    std::stable_sort(m_hits.begin(), m_hits.end());
}

void GraphFind::walk(int step)
{
    if (m_hits.empty())
        return;
    const auto count = static_cast<int>(m_hits.size());
    m_hit = (m_hit + step + count) % count;
    goToHit();
    m_bar->setCount(m_hit, count);
}

void GraphFind::goToHit()
{
    Q_EMIT reached({ .node = m_hits[static_cast<size_t>(m_hit)] });
}

} // namespace tosaic::views
