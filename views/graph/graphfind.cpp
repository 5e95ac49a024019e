// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graphfind.h"

#include "views/graph/graphfindbar.h"
#include "views/graph/graphhitlist.h"
#include "views/graph/graphview.h"

#include <QLocale>

#include <algorithm>
#include <ranges>
#include <utility>

namespace tosaic::views {

GraphFind::GraphFind(GraphView &view, const graph::Graph &all, GraphHitList &list)
    : m_view(view), m_all(all), m_list(list), m_bar(new GraphFindBar(view))
{
    connect(m_bar, &FindBar::edited, this, &GraphFind::find);
    connect(m_bar, &FindBar::nextRequested, this, [this] { walk(1); });
    connect(m_bar, &FindBar::previousRequested, this, [this] { walk(-1); });
    connect(m_bar, &GraphFindBar::listWanted, this, [this] {
        if (!m_hits.empty())
            m_list.takeFocus();
    });
    connect(m_bar, &FindBar::closed, this, [this] {
        clear();
        m_list.close();
        m_view.graphScene()->setMatches({});
        goBack();
    });
}

void GraphFind::setCosts(std::function<GraphCosts(const graph::Graph &)> costs)
{
    m_costsOf = std::move(costs);
    forgetCosts();
}

bool GraphFind::isOpen() const
{
    return !m_bar->isHidden();
}

void GraphFind::open()
{
    m_list.close();
    m_back.reset();
    m_bar->open();
    find(m_bar->text());
}

void GraphFind::follow()
{
    m_bar->follow();
    m_list.follow(isOpen() ? m_bar->height() + 4 : 0);
}

void GraphFind::refresh()
{
    if (!isOpen())
        return clear();
    look(m_bar->text());
    const auto kept = std::ranges::find_if(
        m_hits, [&](const Hit &hit) { return !m_at.isEmpty() && entityOf(hit) == m_at; });
    m_hit = m_hits.empty()     ? -1
        : kept == m_hits.end() ? 0
                               : static_cast<int>(kept - m_hits.begin());
    list();
    if (m_hit >= 0 && kept == m_hits.end())
        peek();
    showCount();
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
    look(text);
    m_hit = m_hits.empty() ? -1 : 0;
    list();
    if (m_hit >= 0)
        peek();
    showCount();
    return static_cast<int>(m_hits.size());
}

const GraphCosts &GraphFind::costs()
{
    if (!m_costs)
        m_costs = m_costsOf ? m_costsOf(m_all) : GraphCosts();
    return *m_costs;
}

model::EntityRef GraphFind::entityOf(const Hit &hit) const
{
    const auto &drawn = m_view.graphScene()->graph().nodes;
    const auto at = static_cast<size_t>(hit.drawn);
    if (hit.node && *hit.node < m_all.nodes.size())
        return m_all.nodes[*hit.node].entity;
    return at < drawn.size() ? drawn[at].entity : model::EntityRef();
}

/// Operators one by one; a closed group itself only by what it is called, where nothing in it fits.
void GraphFind::look(const QString &text)
{
    clear();
    const graph::Query query(text);
    auto *scene = m_view.graphScene();
    const auto &drawn = scene->graph().nodes;
    std::vector<bool> isFound(drawn.size(), false);
    for (const auto node :
        nodesThatFit(m_all, query, query.asksForCycles() ? costs() : GraphCosts())) {
        const auto &entity = m_all.nodes[node].entity;
        const auto at = scene->targetOf(entity).node;
        if (at < 0)
            continue;
        // What is folded into an operator is no hit: nobody would see why. One like it is.
        const auto &shown = drawn[static_cast<size_t>(at)];
        const bool isShown = shown.collapsed || shown.entity == entity
            || (shown.copies > 1 && shown.title == m_all.nodes[node].title);
        if (!isShown)
            continue;
        isFound[static_cast<size_t>(at)] = true;
        m_hits.push_back({ at, node });
    }
    const bool mayBeGroup = !query.isEmpty() && query.isValid() && !query.asksForNumbers();
    for (size_t i = 0; i < drawn.size() && mayBeGroup; ++i) {
        if (!isFound[i] && (drawn[i].collapsed || drawn[i].entity.isEmpty())
            && query.fits(drawn[i]))
            m_hits.push_back({ static_cast<int>(i), {} });
    }
    std::ranges::stable_sort(m_hits, {}, &Hit::drawn);
    std::vector<int> marked;
    for (const auto &hit : m_hits) {
        if (marked.empty() || marked.back() != hit.drawn)
            marked.push_back(hit.drawn);
    }
    scene->setMatches(marked);
}

void GraphFind::list()
{
    if (!isOpen() || m_hits.empty())
        return m_list.close();
    std::vector<GraphHit> hits;
    for (const auto &hit : m_hits | std::views::take(GraphHitList::Most)) {
        const auto &graph = hit.node ? m_all : m_view.graphScene()->graph();
        const auto at = hit.node.value_or(static_cast<size_t>(hit.drawn));
        hits.push_back(hitsOf(graph, { at }, hit.node ? costs() : GraphCosts()).front());
    }
    m_list.tell(tr("%1 found.").arg(QLocale().toString(m_hits.size())), m_hits.size(),
        std::move(hits), costs().origin);
    m_list.follow(m_bar->height() + 4);
}

void GraphFind::choose(int hit)
{
    if (hit < 0 || hit >= static_cast<int>(m_hits.size()))
        return;
    m_hit = hit;
    take();
}

void GraphFind::walk(int step)
{
    if (m_hits.empty())
        return;
    const auto count = static_cast<int>(m_hits.size());
    if (step < 0 || !m_back) // else the one that is shown was not taken yet
        m_hit = (m_hit + step + count) % count;
    take();
}

/// Who types has not chosen yet: nothing is selected, and closing leads back.
void GraphFind::peek()
{
    if (!m_back)
        takeCamera(m_back.emplace(), m_view);
    m_view.reveal({ .node = m_hits[static_cast<size_t>(m_hit)].drawn });
}

void GraphFind::take()
{
    stay();
    const auto &hit = m_hits[static_cast<size_t>(m_hit)];
    const auto entity = entityOf(hit);
    if (hit.node && !entity.isEmpty())
        Q_EMIT chosen(entity);
    else
        Q_EMIT reached({ .node = hit.drawn });
    showCount();
}

void GraphFind::goBack()
{
    const auto back = std::exchange(m_back, {});
    if (back && back->zoom > 0)
        placeCamera(m_view, *back);
    else if (back)
        m_view.fit(true);
}

void GraphFind::showCount()
{
    const graph::Query query(m_bar->text());
    if (query.isValid())
        m_bar->setCount(m_hit, static_cast<int>(m_hits.size()));
    else
        m_bar->showCount(tr("Not valid"), query.problem()); // perhaps half typed
    m_list.setCurrent(m_hit);
    m_view.graphScene()->setBestMatch(m_hit < 0 ? -1 : m_hits[static_cast<size_t>(m_hit)].drawn);
    m_at = m_hit < 0 ? model::EntityRef() : entityOf(m_hits[static_cast<size_t>(m_hit)]);
}

} // namespace tosaic::views
