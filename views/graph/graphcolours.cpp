// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graphcolours.h"

#include "profiler/session/profiledocument.h"
#include "views/graph/categoryoverlay.h"
#include "views/graph/leftouttext.h"

#include <algorithm>

namespace tosaic::views {

void GraphColours::setProfile(ProfileDocument *profile)
{
    if (m_profile)
        m_profile->disconnect(this);
    m_profile = profile;
    if (m_profile) {
        connect(m_profile, &ProfileDocument::changed, this, &GraphColours::changed);
        connect(m_profile, &ProfileDocument::rangeChanged, this, &GraphColours::changed);
    }
    Q_EMIT changed();
}

std::shared_ptr<const ProfileSubject> GraphColours::subject() const
{
    return m_profile ? m_profile->subject() : nullptr;
}

void GraphColours::setSource(Source source)
{
    m_source = std::move(source);
    Q_EMIT changed();
}

void GraphColours::setMetric(GraphMetric metric)
{
    m_metric = metric;
    Q_EMIT changed();
}

bool GraphColours::knows(GraphMetric metric, const graph::Graph &graph) const
{
    if (!isOfOperations(metric))
        return hasCategory(metric, graph);
    const auto table = m_profile ? m_profile->table() : nullptr;
    return hasMetric(metric, table.get());
}

std::vector<GraphMetric> GraphColours::known(const graph::Graph &graph) const
{
    std::vector<GraphMetric> known;
    for (const auto metric : allGraphMetrics()) {
        if (knows(metric, graph))
            known.push_back(metric);
    }
    return known;
}

GraphMetric GraphColours::shown(const graph::Graph &graph) const
{
    if (knows(m_metric, graph))
        return m_metric;
    return knows(GraphMetric::Placement, graph) ? GraphMetric::Placement : GraphMetric::Kind;
}

GraphOverlay GraphColours::overlayFor(const graph::Graph &graph, const ThemeColors &colors) const
{
    if (m_source)
        return m_source(graph);
    const auto metric = shown(graph);
    if (!isOfOperations(metric))
        return categoryOverlay(graph, metric, colors);
    const auto subject = this->subject();
    const auto table = m_profile ? m_profile->table() : nullptr;
    return subject && table ? overlayOf(graph, *subject, *table, metric) : GraphOverlay();
}

GraphCosts GraphColours::costsFor(const graph::Graph &graph) const
{
    const auto subject = this->subject();
    const auto table = m_profile ? m_profile->table() : nullptr;
    return subject && table ? costsOf(graph, *subject, *table) : GraphCosts();
}

void GraphColours::nameCosts(graph::Graph &shown) const
{
    const bool isCompiled = m_document.compileResult() || m_document.program();
    if (!isCompiled || std::ranges::none_of(shown.nodes, &graph::Node::isClosed))
        return;
    const auto costs = costsFor(shown);
    for (size_t i = 0; i < shown.nodes.size(); ++i) {
        auto &node = shown.nodes[i];
        const bool isSaid = node.entity.kind == model::EntityRef::Kind::Partition;
        if (!node.isClosed() || isSaid || node.placement == graph::Placement::Cpu)
            continue;
        const auto *cost = i < costs.nodes.size() ? &costs.nodes[i] : nullptr;
        node.cost = cost && cost->cycles && costs.origin ? costText(*cost, *costs.origin)
                                                         : tr("cycles not known");
    }
}

QString GraphColours::missing(
    const graph::Graph &graph, const GraphOverlay &overlay, const GraphPlace &place) const
{
    const auto subject = this->subject();
    if (m_source || !subject || !isOfOperations(shown(graph)) || overlay.isShown())
        return {};
    if (place.level != GraphLevel::Operators)
        return tr("Cycles of what is drawn here are not known: none of it could be traced to an "
                  "NPU operation.");
    return hasDebugInformation(*subject)
        ? tr("Cycles of these operators are not known: none could be traced to an NPU operation.")
        : tr("Cycles of these operators are not known: the compile did not record what it made of "
             "them. Compile again.");
}

std::optional<GraphPlace> GraphColours::elsewhere(const GraphPlace &place) const
{
    const auto subject = this->subject();
    const auto table = m_profile ? m_profile->table() : nullptr;
    const auto streams = subject && table ? streamsWith(m_metric, *subject, *table)
                                          : std::vector<model::EntityRef>();
    if (streams.empty())
        return std::nullopt;
    // Of several the level that shows them side by side.
    if (streams.size() > 1 && place.level == GraphLevel::Operators && m_document.program())
        return GraphPlace{ .level = GraphLevel::Runtime };
    const auto isHere = [&place](const model::EntityRef &operation) {
        return operation.isInStreamOf(place.owner);
    };
    const auto inside = std::find_if(streams.begin(), streams.end(), isHere);
    const auto owner = streamOwner(m_document, inside == streams.end() ? streams.front() : *inside);
    const GraphPlace found{
        .level = GraphLevel::NpuOperations, .method = owner.method, .owner = owner
    };
    const bool isThere = owner.isEmpty() || (owner == place.owner && place.level == found.level);
    return isThere ? std::nullopt : std::optional(found);
}

} // namespace tosaic::views
