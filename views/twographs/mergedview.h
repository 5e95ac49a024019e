// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/jobslot.h"
#include "core/layout/layout.h"
#include "views/graph/graphexport.h"
#include "views/twographs/comparedgraphs.h"

#include <QWidget>

#include <memory>
#include <optional>

namespace tosaic::views {

class GraphView;
class HoverCard;
struct GraphTarget;

/// Both graphs one over the other: the right one, and what is only on the left joined where it
/// stood. Groups in which nothing differs are closed. UI thread.
class MergedView : public QWidget
{
    Q_OBJECT
public:
    MergedView(JobList &jobs, const Theme &theme, QWidget *parent = nullptr);
    ~MergedView() override;

    /// Null: nothing is compared.
    void show(std::shared_ptr<const ComparedGraphs> compared);
    using QWidget::show;
    /// Of differences that are not among these nothing is seen.
    void setDifferences(const QSet<graph::Difference> &shown);
    /// Brings the pair into view; opens what it stands in.
    void selectPair(size_t pair);

    GraphView &view() { return *m_view; }
    /// Absent while nothing is drawn.
    std::optional<GraphDrawing> drawing() const;
    /// What is drawn.
    const graph::Graph &shownGraph() const { return m_shown; }

Q_SIGNALS:
    /// The user chose a node of it.
    void pairChosen(int pair);
    /// It is drawn.
    void drawn();

private:
    void merge();
    void closeWhatIsSame();
    void relayout();
    void colour();
    void hover(const GraphTarget &target, QPoint globalPosition);
    void toggle(const GraphTarget &target);
    /// Into the merged graph; absent of groups.
    std::optional<size_t> mergedNode(const GraphTarget &target) const;
    void reveal();

    const Theme &m_theme;
    GraphView *m_view;
    HoverCard *m_card;
    JobSlot m_laying;
    std::shared_ptr<const ComparedGraphs> m_compared;
    graph::Graph m_merged; ///< entities are indices of nodes: those of both sides may be the same
    std::vector<NodeDifference> m_differences; ///< of its nodes
    std::vector<size_t> m_pairs; ///< of its nodes, into the pairs of the diff
    graph::Graph m_shown; ///< after closing groups
    layout::Layout m_layout; ///< of what is drawn
    QSet<graph::GroupId> m_closed;
    QSet<graph::Difference> m_counted;
    std::optional<size_t> m_selected; ///< pair
};

} // namespace tosaic::views
