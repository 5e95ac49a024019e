// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/session/graphcosts.h"
#include "views/graph/graphoverlay.h"
#include "views/graph/graphplace.h"
#include "views/widgets/theme.h"

#include <QObject>

#include <functional>
#include <optional>
#include <vector>

namespace tosaic {
class ProfileDocument;
struct ProfileSubject;
}

namespace tosaic::views {

/// What the colours of a graph say: placements, a metric of the profile, or what somebody else
/// computes.
class GraphColours : public QObject
{
    Q_OBJECT
public:
    using Source = std::function<GraphOverlay(const graph::Graph &shown)>;

    explicit GraphColours(const ModelDocument &document) : m_document(document) { }

    /// Null: placements only. It must outlive this.
    void setProfile(ProfileDocument *profile);
    /// What the profile is of; null: there is none.
    std::shared_ptr<const ProfileSubject> subject() const;
    void setSource(Source source);
    void setMetric(GraphMetric metric);
    GraphMetric metric() const { return m_metric; }
    /// Whether it can be said of the graph, by itself or by the profile.
    bool knows(GraphMetric metric, const graph::Graph &graph) const;
    std::vector<GraphMetric> known(const graph::Graph &graph) const;
    /// What was chosen; where it is not known placements, and kinds of what nobody has placed.
    GraphMetric shown(const graph::Graph &graph) const;

    GraphOverlay overlayFor(const graph::Graph &graph, const ThemeColors &colors) const;
    GraphCosts costsFor(const graph::Graph &graph) const;
    /// Writes on closed groups what they cost, as far as the profile says it. The line is there
    /// before the number, so that nothing moves when it comes.
    void nameCosts(graph::Graph &shown) const;
    /// Why nothing that is drawn has a value, and what would give it one; empty: something has.
    QString missing(
        const graph::Graph &graph, const GraphOverlay &overlay, const GraphPlace &place) const;
    /// Where the metric is to be seen if not here.
    std::optional<GraphPlace> elsewhere(const GraphPlace &place) const;

Q_SIGNALS:
    void changed();

private:
    const ModelDocument &m_document;
    ProfileDocument *m_profile = nullptr;
    Source m_source;
    GraphMetric m_metric = GraphMetric::Placement;
};

} // namespace tosaic::views
