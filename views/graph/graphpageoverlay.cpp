// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What the colours of a GraphPage say.
#include "views/graph/graphpage.h"

#include "profiler/session/profiledocument.h"
#include "views/graph/graphfooter.h"
#include "views/graph/graphheader.h"
#include "views/graph/graphview.h"
#include "views/graph/minimap.h"

#include <algorithm>

namespace tosaic::views {

namespace {

/// Why nothing that is drawn has a value, and what would give it one.
QString missingSentence(GraphLevel level, const ProfileSubject &subject)
{
    if (level != GraphLevel::Operators)
        return GraphPage::tr(
            "Cycles of what is drawn here are not known: none of it could be traced "
            "to an NPU operation.");
    return hasDebugInformation(subject)
        ? GraphPage::tr("Cycles of these operators are not known: none could be traced to an NPU "
                        "operation.")
        : GraphPage::tr("Cycles of these operators are not known: the compile did not record what "
                        "it made of them. Compile again.");
}

} // namespace

void GraphPage::setProfile(ProfileDocument *profile)
{
    if (m_profile)
        m_profile->disconnect(this);
    m_profile = profile;
    if (m_profile) {
        connect(m_profile, &ProfileDocument::changed, this, &GraphPage::updateOverlay);
        connect(m_profile, &ProfileDocument::rangeChanged, this, &GraphPage::updateOverlay);
    }
    updateOverlay();
}

void GraphPage::setMetric(GraphMetric metric)
{
    m_metric = metric;
    updateOverlay();
}

bool GraphPage::knows(GraphMetric metric) const
{
    const auto table = m_profile ? m_profile->table() : nullptr;
    return hasMetric(metric, table.get());
}

void GraphPage::updateOverlay()
{
    const auto subject = m_profile ? m_profile->subject() : nullptr;
    const auto table = m_profile ? m_profile->table() : nullptr;
    std::vector<GraphMetric> known;
    for (const auto metric : { GraphMetric::Placement, GraphMetric::Cycles, GraphMetric::Share,
             GraphMetric::Deviation }) {
        if (knows(metric))
            known.push_back(metric);
    }
    const auto isKnown = std::find(known.begin(), known.end(), m_metric) != known.end();
    const auto metric = isKnown ? m_metric : GraphMetric::Placement;
    m_header->setMetrics(known, metric);
    auto *scene = m_view->graphScene();
    if (scene->graph().nodes.size() != m_shown.nodes.size())
        return; // arrange() comes back when it is laid out
    auto overlay = m_overlaySource ? m_overlaySource(scene->graph())
        : subject && table && metric != GraphMetric::Placement
        ? overlayOf(scene->graph(), *subject, *table, metric)
        : GraphOverlay();
    m_footer->showLegend(m_shown, m_theme.colors());
    m_footer->showOverlay(overlay);
    const auto isMissing
        = !m_overlaySource && subject && metric != GraphMetric::Placement && !overlay.isShown();
    const auto elsewhere = isMissing ? colouredPlace() : std::nullopt;
    m_footer->showMissing(isMissing ? missingSentence(level(), *subject) : QString(),
        !elsewhere                               ? QString()
            : elsewhere->level == Level::Runtime ? tr("Show the delegates")
                                                 : tr("Show the NPU operations"));
    scene->setOverlay(std::move(overlay));
    m_minimap->refresh();
}

/// Where the metric is to be seen if not here.
std::optional<GraphPlace> GraphPage::colouredPlace() const
{
    const auto subject = m_profile ? m_profile->subject() : nullptr;
    const auto table = m_profile ? m_profile->table() : nullptr;
    const auto streams = subject && table ? streamsWith(m_metric, *subject, *table)
                                          : std::vector<model::EntityRef>();
    if (streams.empty())
        return std::nullopt;
    // Of several the level that shows them side by side.
    if (streams.size() > 1 && level() == Level::Operators && m_document.program())
        return GraphPlace{ .level = Level::Runtime };
    const auto isHere = [this](const model::EntityRef &operation) {
        return operation.isInStreamOf(place().owner);
    };
    const auto inside = std::find_if(streams.begin(), streams.end(), isHere);
    const auto owner = streamOwner(m_document, inside == streams.end() ? streams.front() : *inside);
    const GraphPlace found{ .level = Level::NpuOperations, .method = owner.method, .owner = owner };
    const bool isThere = owner.isEmpty() || (owner == place().owner && level() == found.level);
    return isThere ? std::nullopt : std::optional(found);
}

void GraphPage::goToColours()
{
    const auto there = colouredPlace();
    if (!there)
        return;
    if (there->level == Level::Runtime)
        return setLevel(Level::Runtime);
    m_prefersNetwork = false;
    if (place().owner == there->owner)
        showDelegateNetwork(false);
    else
        enter(there->owner);
}

QString GraphPage::metricSentence(int node) const
{
    const auto &overlay = m_view->graphScene()->overlay();
    const auto at = static_cast<size_t>(node);
    if (!overlay.isShown() || at >= overlay.nodes.size())
        return {};
    if (overlay.nodes[at])
        return overlay.nodes[at]->sentence;
    return at < overlay.reasons.size() ? overlay.reasons[at] : QString();
}

} // namespace tosaic::views
