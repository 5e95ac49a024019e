// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What the colours of a GraphPage say.
#include "views/graph/graphpage.h"

#include "profiler/session/profiledocument.h"
#include "views/graph/graphfooter.h"
#include "views/graph/graphheader.h"
#include "views/graph/graphview.h"
#include "views/graph/minimap.h"

namespace tosaic::views {

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

void GraphPage::updateOverlay()
{
    const auto subject = m_profile ? m_profile->subject() : nullptr;
    const auto table = m_profile ? m_profile->table() : nullptr;
    std::vector<GraphMetric> known;
    for (const auto metric : { GraphMetric::Placement, GraphMetric::Cycles, GraphMetric::Share,
             GraphMetric::Deviation }) {
        if (hasMetric(metric, table.get()))
            known.push_back(metric);
    }
    const auto isKnown = std::find(known.begin(), known.end(), m_metric) != known.end();
    const auto metric = isKnown ? m_metric : GraphMetric::Placement;
    m_header->setMetrics(known, metric);
    auto *scene = m_view->graphScene();
    if (scene->graph().nodes.size() != m_shown.nodes.size())
        return; // arrange() comes back when it is laid out
    auto overlay = subject && table && metric != GraphMetric::Placement
        ? overlayOf(scene->graph(), *subject, *table, metric)
        : GraphOverlay();
    m_footer->showLegend(m_shown, m_theme.colors());
    m_footer->showOverlay(overlay);
    scene->setOverlay(std::move(overlay));
    m_minimap->refresh();
}

QString GraphPage::metricSentence(int node) const
{
    const auto &overlay = m_view->graphScene()->overlay();
    const auto at = static_cast<size_t>(node);
    if (!overlay.isShown() || at >= overlay.nodes.size())
        return {};
    return overlay.nodes[at] ? overlay.nodes[at]->sentence : tr("Cycles are not known");
}

} // namespace tosaic::views
