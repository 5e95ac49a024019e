// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graphfolds.h"

#include "core/graph/graphtransform.h"
#include "core/graph/repeats.h"

#include <algorithm>
#include <utility>

namespace tosaic::views {

graph::Graph GraphFolds::opened() const
{
    return m_quantisationShown ? m_whole : graph::foldQuantisation(m_whole);
}

void GraphFolds::clear()
{
    m_whole = {};
    m_collapsed.clear();
    m_unfolded.clear();
    m_remembered.reset();
}

void GraphFolds::setWhole(graph::Graph whole, size_t most)
{
    m_whole = std::move(whole);
    const auto kept = std::exchange(m_remembered, {});
    m_unfolded = kept ? unfoldedIn(*kept, m_whole) : QSet<graph::GroupId>();
    m_collapsed = graph::closedAtFirst(m_whole, m_unfolded);
    if (most > 0)
        m_collapsed |= graph::largeGroups(m_whole, most);
    if (kept)
        placeGroups(*kept, m_whole, m_collapsed);
}

void GraphFolds::remember()
{
    m_remembered.reset();
    if (!m_whole.nodes.empty())
        take(m_remembered.emplace());
}

void GraphFolds::take(GraphViewState &state) const
{
    takeGroups(state, m_whole, m_collapsed, m_unfolded);
}

graph::Shown GraphFolds::shown() const
{
    return graph::shownOf(m_whole,
        { .quantisation = m_quantisationShown, .collapsed = m_collapsed, .unfolded = m_unfolded });
}

bool GraphFolds::setQuantisationShown(bool shown)
{
    return std::exchange(m_quantisationShown, shown) != shown;
}

bool GraphFolds::setCollapsed(graph::GroupId group, bool collapsed)
{
    if (m_collapsed.contains(group) == collapsed)
        return false;
    if (collapsed)
        m_collapsed.insert(group);
    else
        m_collapsed.remove(group);
    return true;
}

bool GraphFolds::setUnfolded(graph::GroupId group, bool unfolded)
{
    if (m_unfolded.contains(group) == unfolded)
        return false;
    if (unfolded)
        unfold(group);
    else
        m_unfolded.remove(group);
    m_collapsed.remove(group);
    return true;
}

/// Its blocks are closed at first: they are alike.
void GraphFolds::unfold(graph::GroupId group)
{
    m_unfolded.insert(group);
    m_collapsed |= graph::blocksOf(m_whole, group);
}

void GraphFolds::unfoldAll()
{
    for (const auto group : graph::repeatsOf(m_whole) - m_unfolded)
        unfold(group);
}

void GraphFolds::openAll()
{
    m_unfolded = graph::repeatsOf(m_whole);
    m_collapsed.clear();
}

void GraphFolds::openTo(int depth)
{
    m_collapsed = graph::closedBelow(m_whole, m_unfolded, depth);
}

bool GraphFolds::openAround(const model::EntityRef &entity)
{
    if (entity.isEmpty() || m_collapsed.isEmpty())
        return false;
    const auto node = std::ranges::find(m_whole.nodes, entity, &graph::Node::entity);
    if (node == m_whole.nodes.end())
        return false;
    if ((graph::repeatsOf(m_whole) - m_unfolded).isEmpty())
        return openParents(m_whole, node->group);
    // Of blocks that are alike one is drawn: that is where it is to be seen.
    const auto once = graph::foldRepeats(m_whole, m_unfolded);
    const auto drawnOnce = std::ranges::find_if(once.nodes, [&](const graph::Node &one) {
        return one.entity == entity
            || (one.copies > 1 && std::ranges::find(one.folded, entity) != one.folded.end());
    });
    return drawnOnce != once.nodes.end() && openParents(once, drawnOnce->group);
}

bool GraphFolds::openAround(graph::GroupId group)
{
    bool isUnfolded = false;
    size_t steps = 0; // a damaged chain of parents may be a loop
    for (auto one = group; one && steps++ < m_whole.groups.size();
         one = m_whole.groups[one.value].parent) {
        const auto alike = m_whole.groups[one.value].alike;
        if (!alike || m_unfolded.contains(alike))
            continue;
        unfold(alike); // another block is drawn in place of the one that it stands in
        isUnfolded = true;
    }
    return openParents(m_whole, m_whole.groups[group.value].parent) || isUnfolded;
}

/// This group and all around it; false if none of them was closed.
bool GraphFolds::openParents(const graph::Graph &graph, graph::GroupId innermost)
{
    bool isOpened = false;
    size_t steps = 0; // a damaged chain of parents may be a loop
    for (auto group = innermost; group && steps++ < graph.groups.size();
         group = graph.groups[group.value].parent)
        isOpened = m_collapsed.remove(group) || isOpened;
    return isOpened;
}

} // namespace tosaic::views
