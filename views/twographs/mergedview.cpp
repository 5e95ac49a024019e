// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/twographs/mergedview.h"

#include "core/graph/graphtransform.h"
#include "core/graph/sections.h"
#include "core/layout/columns.h"
#include "core/layout/layered/layeredlayout.h"
#include "views/graph/graphview.h"
#include "views/graph/hovercard.h"
#include "views/widgets/building.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

using graph::Difference;

MergedView::MergedView(JobList &jobs, const Theme &theme, QWidget *parent)
    : QWidget(parent), m_theme(theme), m_view(new GraphView(theme, this)),
      m_card(new HoverCard(*m_view)), m_laying(&jobs)
{
    setObjectName(u"mergedGraphs"_s);
    setAccessibleName(tr("Both graphs one over the other"));
    m_view->setObjectName(u"mergedView"_s);
    m_view->setAccessibleName(tr("Both graphs in one picture"));
    setFocusProxy(m_view);
    fillWith(this, m_view);
    const auto choose = [this](const GraphTarget &target) {
        m_view->graphScene()->select(target);
        const auto node = mergedNode(target);
        m_selected = node ? std::optional(m_pairs[*node]) : std::nullopt;
        if (node)
            Q_EMIT pairChosen(static_cast<int>(m_pairs[*node]));
    };
    connect(m_view, &GraphView::clicked, this, choose);
    connect(m_view, &GraphView::followed, this, [this, choose](const GraphTarget &target) {
        choose(target);
        m_view->reveal(target);
    });
    connect(m_view, &GraphView::hovered, this, &MergedView::hover);
    connect(m_view, &GraphView::cameraMoved, m_card, &QWidget::hide);
    connect(m_view, &GraphView::activated, this, &MergedView::toggle);
    connect(m_view, &GraphView::collapseRequested, this, [this](const GraphTarget &target) {
        const auto node = target.node >= 0 ? m_shown.nodes[static_cast<size_t>(target.node)].group
                                           : graph::GroupId(target.group);
        if (!target.isEmpty() && node)
            toggle({ .group = static_cast<int>(node.value) });
    });
    connect(m_view, &GraphView::depthRequested, this, [this](int depth) {
        m_closed = graph::groupsBelow(m_merged, depth);
        relayout();
    });
    connect(m_view, &GraphView::fitRequested, this, [this] { m_view->fit(true); });
    connect(m_view, &GraphView::escaped, this, [this] { m_view->graphScene()->select({}); });
    connect(&m_theme, &Theme::changed, this, &MergedView::colour);
}

MergedView::~MergedView() = default;

void MergedView::show(std::shared_ptr<const ComparedGraphs> compared)
{
    if (compared == m_compared)
        return;
    m_compared = std::move(compared);
    m_selected.reset();
    merge();
    closeWhatIsSame();
    relayout();
}

void MergedView::merge()
{
    m_merged = {};
    m_differences.clear();
    m_pairs.clear();
    if (!m_compared)
        return;
    const auto &diff = m_compared->diff;
    m_merged = graph::mergedGraph(m_compared->graphs[0], m_compared->graphs[1], diff).graph;
    m_differences.resize(m_merged.nodes.size());
    m_pairs.resize(m_merged.nodes.size());
    auto gone = m_compared->graphs[1].nodes.size(); // those of the left follow in order of pairs
    for (size_t i = 0; i < diff.pairs.size(); ++i) {
        const auto &pair = diff.pairs[i];
        const auto at = pair.after ? *pair.after : gone++;
        m_pairs[at] = i;
        m_differences[at] = { pair.difference, pairSentence(pair) };
    }
    for (size_t i = 0; i < m_merged.nodes.size(); ++i) {
        m_merged.nodes[i].entity = model::EntityRef::networkOperator(0, static_cast<int>(i));
        m_merged.nodes[i].folded.clear();
    }
}

/// As far as a graph of this size can be read.
void MergedView::closeWhatIsSame()
{
    m_closed = graph::groupsBelow(m_merged, graph::readableDepth(m_merged));
    for (size_t i = 0; i < m_merged.nodes.size(); ++i) {
        size_t steps = 0; // a damaged chain of parents may be a loop
        for (auto group = m_merged.nodes[i].group; m_differences[i].difference != Difference::Same
             && group && steps++ < m_merged.groups.size();
             group = m_merged.groups[group.value].parent)
            m_closed.remove(group);
    }
}

void MergedView::relayout()
{
    m_shown = graph::collapseGroups(m_merged, m_closed);
    if (m_shown.nodes.empty()) {
        m_laying.cancel();
        return m_view->graphScene()->show({}, {});
    }
    const auto size = QSizeF(m_view->viewport()->size()).expandedTo({ 400, 300 });
    m_laying.start(
        tr("Laying out both graphs"),
        [request = layoutRequest(m_shown), size](const JobControl &) -> Result<layout::Layout> {
            auto layout = layout::layeredLayout(request);
            if (layout)
                *layout = layout::inColumns(request, *layout, size);
            return layout;
        },
        [this](Result<layout::Layout> layout) {
            if (!layout)
                return;
            m_layout = std::move(*layout);
            m_view->graphScene()->show(m_shown, m_layout);
            m_view->fit(false);
            colour();
            reveal();
            Q_EMIT drawn();
        });
}

std::optional<GraphDrawing> MergedView::drawing() const
{
    const auto *scene = m_view->graphScene();
    if (scene->graph().nodes.empty() || m_layout.centres.size() != scene->graph().nodes.size())
        return std::nullopt;
    return GraphDrawing{ scene->graph(), m_layout, scene->overlay(), m_theme.colors() };
}

void MergedView::setDifferences(const QSet<Difference> &shown)
{
    m_counted = shown;
    colour();
}

void MergedView::colour()
{
    auto *scene = m_view->graphScene();
    if (!m_compared || scene->graph().nodes.size() != m_shown.nodes.size())
        return; // comes back when it is laid out
    scene->setOverlay(differenceOverlay(
        differencesOf(m_merged, m_differences, m_shown, m_counted), m_counted, m_theme.colors()));
}

std::optional<size_t> MergedView::mergedNode(const GraphTarget &target) const
{
    const auto &drawn = m_view->graphScene()->graph().nodes;
    if (target.node < 0 || drawn[static_cast<size_t>(target.node)].collapsed)
        return std::nullopt;
    return static_cast<size_t>(drawn[static_cast<size_t>(target.node)].entity.index);
}

void MergedView::hover(const GraphTarget &target, QPoint globalPosition)
{
    const auto &drawn = m_view->graphScene()->graph();
    const auto &marks = m_view->graphScene()->overlay().nodes;
    const auto at = static_cast<size_t>(target.node);
    if (target.node >= 0)
        m_card->showNode(drawn.nodes[at], false, globalPosition,
            at < marks.size() && marks[at] ? marks[at]->sentence : QString());
    else if (target.group >= 0)
        m_card->showGroup(drawn.groups[static_cast<size_t>(target.group)], globalPosition);
    else
        m_card->hide();
}

void MergedView::toggle(const GraphTarget &target)
{
    if (m_laying.isRunning())
        return;
    const auto closed = target.node >= 0 ? m_shown.nodes[static_cast<size_t>(target.node)].collapsed
                                         : graph::GroupId();
    if (closed)
        m_closed.remove(closed);
    else if (target.group >= 0)
        m_closed.insert(graph::GroupId(target.group));
    else
        return;
    relayout();
}

void MergedView::selectPair(size_t pair)
{
    m_selected = pair;
    const auto node = std::ranges::find(m_pairs, pair);
    if (node == m_pairs.end())
        return;
    bool isInside = false;
    size_t steps = 0;
    for (auto group = m_merged.nodes[static_cast<size_t>(node - m_pairs.begin())].group;
         group && steps++ < m_merged.groups.size(); group = m_merged.groups[group.value].parent)
        isInside = m_closed.remove(group) || isInside;
    if (isInside)
        relayout(); // comes back when it is drawn
    else if (!m_laying.isRunning())
        reveal();
}

void MergedView::reveal()
{
    if (!m_selected)
        return;
    const auto node = std::ranges::find(m_pairs, *m_selected);
    if (node == m_pairs.end())
        return;
    const auto target = m_view->graphScene()->targetOf(
        m_merged.nodes[static_cast<size_t>(node - m_pairs.begin())].entity);
    m_view->graphScene()->select(target);
    m_view->reveal(target);
}

} // namespace tosaic::views
